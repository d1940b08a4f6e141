internal import Engine
internal import Linux
internal import Touch
internal import Wayland

/// An injector with KWin's virtual input, which a .desktop file grants to a program. KWin derives modifiers from the
/// keys, in the keymap of its session, and takes keysyms for characters.
final class KWinInjector: CompositorInjector {
  private let display: WaylandDisplay
  /// Nil while no rule requires it.
  private var input: FakeInput?
  /// The keysym of each key of the keymaps that are made for texts.
  private var keysyms: [TextKey: UInt32] = [:]
  private var keymaps: [String] = []
  /// The axes of finger scrolling that was not ended yet.
  private var scrolling: [VirtualPointer.Axis] = []

  /// The scroll distance of a wheel's click, as in libinput: 15 degrees.
  private static let click = 15.0

  /// An injector without a device.
  init(on display: WaylandDisplay) { self.display = display }

  static func abilities(of display: WaylandDisplay) -> Set<InputEvent.Ability> {
    guard display.offers(.fakeInput) else { return [] }
    return FakeInput.typesCharacters(on: display)
      ? [.keys, .characters, .pointer, .scrolling] : [.keys, .pointer, .scrolling]
  }

  var abilities: Set<InputEvent.Ability> { input == nil ? [] : Self.abilities(of: display) }

  func make(keys: KeymapInUse?, characters keymaps: [String], pointer: Bool) throws(WaylandError) {
    if keymaps != self.keymaps {
      self.keymaps = keymaps
      keysyms = Self.keysyms(of: keymaps)
    }
    guard keys != nil || !keymaps.isEmpty || pointer else { return input = nil }
    if input == nil { input = try FakeInput(on: display) }
  }

  /// The keysyms of keymaps with one level.
  private static func keysyms(of keymaps: [String]) -> [TextKey: UInt32] {
    var keysyms: [TextKey: UInt32] = [:]
    for (index, text) in keymaps.enumerated() {
      guard let keymap = XKBKeymap(text: text) else { continue }
      for key in keymap.keycodes.compactMap({ KeyCode(keycode: $0) }) {
        for layout in 0..<keymap.layouts(of: key.keycode) {
          keysyms[TextKey(keymap: index, layout: layout, key: key)] =
            keymap.keysym(of: key.keycode, layout: layout, level: 0)
        }
      }
    }
    return keysyms
  }

  // MARK: Sending

  func wait(at now: Timestamp) -> Timestamp? { nil }

  func send(_ event: InputEvent) throws(InjectionError) -> Bool {
    do throws(WaylandError) {
      guard try display.flush() else { return false }
      try request(event)
      try display.flush()
      return true
    } catch {
      throw .wayland(error)
    }
  }

  private func request(_ event: InputEvent) throws(WaylandError) {
    guard let input else { throw .missing(.fakeInput) }
    switch event {
    case .key(let event):
      let code = UInt32(event.key.number)
      switch event.key.source {
      case .keyboard: try input.key(code, isPressed: event.isDown)
      case .pointer: try input.button(code, isPressed: event.isDown)
      }
    case .character(let key):
      guard let keysym = keysyms[key] else { throw .missing(.fakeInput) }
      try input.type(keysym: keysym)
    case .motion(let right, let down): try input.move(x: Double(right), y: Double(down))
    case .wheel(let right, let up):
      try scroll(input, .horizontal, by: right)
      try scroll(input, .vertical, by: -up)
    case .scroll(let right, let down):
      try scroll(input, .horizontal, by: right)
      try scroll(input, .vertical, by: down)
      if right != 0, !scrolling.contains(.horizontal) { scrolling.append(.horizontal) }
      if down != 0, !scrolling.contains(.vertical) { scrolling.append(.vertical) }
    case .scrollEnd:
      for axis in scrolling { try input.scroll(axis, by: 0) }
      scrolling.removeAll(keepingCapacity: true)
    }
  }

  /// Scrolls by 120ths of a wheel's click.
  private func scroll(
    _ input: FakeInput, _ axis: VirtualPointer.Axis, by parts: Int32
  ) throws(WaylandError) {
    guard parts != 0 else { return }
    try input.scroll(axis, by: Double(parts) / Double(WheelUnits.perClick) * Self.click)
  }
}
