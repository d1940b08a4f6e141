internal import Engine
internal import Linux
internal import Rules
internal import Time
internal import Wayland

/// An injector with the compositor's protocols for virtual keyboards and pointers, which require no permission. Pressed
/// keys are released when these objects or the connection go.
///
/// The compositor and programs handle requests in order, so no waits are needed.
final class WaylandInjector: CompositorInjector {
  private let display: WaylandDisplay
  private var keys: WaylandKeys?
  private var keymap: (text: String, activeLayout: UInt32)?
  private var characters: WaylandCharacters?
  private var pointer: WaylandPointer?
  /// True if `characters` was used after `keys`.
  private var isTyping = false

  /// An injector without devices.
  init(on display: WaylandDisplay) { self.display = display }

  /// The abilities of a compositor.
  /// - Parameter isKeyboardRefused: true if it refuses this program a virtual keyboard although it offers them.
  static func abilities(of display: WaylandDisplay, isKeyboardRefused: Bool) -> Set<InputEvent.Ability> {
    var abilities: Set<InputEvent.Ability> = []
    if display.offers(.virtualKeyboard), !isKeyboardRefused { abilities.formUnion([.keys, .characters]) }
    if display.offers(.virtualPointer) { abilities.formUnion([.pointer, .scrolling]) }
    return abilities
  }

  var abilities: Set<InputEvent.Ability> {
    var abilities: Set<InputEvent.Ability> = []
    if keys != nil { abilities.insert(.keys) }
    if characters != nil { abilities.insert(.characters) }
    if pointer != nil { abilities.formUnion([.pointer, .scrolling]) }
    return abilities
  }

  // MARK: Making

  func make(keys: KeymapInUse?, characters: [String], pointer: Bool) throws(WaylandError) {
    try makeKeys(keys)
    try makeCharacters(characters)
    try makePointer(pointer)
  }

  /// Makes the keyboard for chords, or changes its keymap; nil removes it.
  /// - Throws: `WaylandError`.
  private func makeKeys(_ keymap: KeymapInUse?) throws(WaylandError) {
    guard let keymap else {
      keys = nil
      return
    }
    let isSame = self.keymap.map { $0 == (keymap.text, keymap.keymap.activeLayout) } ?? false
    guard keys == nil || !isSame else { return }
    if let keys { try keys.use(keymap) } else { keys = try WaylandKeys(on: display, keymap) }
    self.keymap = (keymap.text, keymap.keymap.activeLayout)
  }

  /// Makes the keyboard for characters; without keymaps there is none.
  /// - Throws: `WaylandError`.
  private func makeCharacters(_ keymaps: [String]) throws(WaylandError) {
    guard keymaps != characters?.keymaps ?? [] else { return }
    characters = keymaps.isEmpty ? nil : try WaylandCharacters(on: display, keymaps)
  }

  /// Makes the pointer, or removes it.
  /// - Throws: `WaylandError`.
  private func makePointer(_ isRequired: Bool) throws(WaylandError) {
    guard isRequired != (pointer != nil) else { return }
    pointer = isRequired ? try WaylandPointer(on: display) : nil
  }

  // MARK: Sending

  func wait(at now: Timestamp) -> Timestamp? { nil }

  func send(_ event: InputEvent) throws(InjectionError) -> Bool {
    do throws(WaylandError) {
      // After a complete flush there is room for all the requests of one event.
      guard try display.flush() else { return false }
      try request(event)
      try display.flush()
      return true
    } catch {
      throw .wayland(error)
    }
  }

  private func request(_ event: InputEvent) throws(WaylandError) {
    switch event.ability {
    case .keys:
      guard case .key(let event) = event, let keys else { throw .missing(.virtualKeyboard) }
      if isTyping { keys.resume() }
      isTyping = false
      try keys.send(event)
    case .characters:
      guard case .character(let key) = event, let characters else { throw .missing(.virtualKeyboard) }
      if !isTyping { characters.resume() }
      isTyping = true
      try characters.send(key)
    case .pointer, .scrolling:
      guard let pointer else { throw .missing(.virtualPointer) }
      try pointer.send(event)
    }
  }
}

extension InputEvent.Ability {
  /// The global that a compositor offers if it has the ability.
  var global: WaylandGlobal {
    switch self {
    case .keys, .characters: .virtualKeyboard
    case .pointer, .scrolling: .virtualPointer
    }
  }
}
