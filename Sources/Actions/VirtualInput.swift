public import Engine
internal import Linux
public import Rules
public import Touch
public import Wayland

/// The way out of keys, text, buttons, wheels and motion: the keymap that keys are looked up in, and the injectors that
/// stand behind each event. All is made when rules, compositor or keymap change, so that no gesture waits for it.
public final class VirtualInput {
  private let uinput = UinputInjector()
  private var wayland: WaylandInjector?
  private var display: WaylandDisplay?
  /// Whether the compositor has ended a connection because a virtual keyboard was asked for.
  private var isKeyboardRefused = false
  /// Whether a compositor may be there that is not known yet.
  private var isCompositorAwaited: Bool
  private var rules = RuleSet()
  private var sources = KeymapSources()
  private var inUse: Result<KeymapInUse, KeymapError>?
  private var spellings: Spellings?
  /// The keys of the rules' chords and texts, for the engine.
  public private(set) var bindings = KeyBindings()
  /// What stands behind each ability, by its number.
  private var injectors: [(any Injector)?] = InputEvent.Ability.allCases.map { _ in nil }
  private var routes = InjectionRoutes(stated: nil, uinput: [], wayland: [])
  /// Why nothing stands behind an ability.
  private var lacks: [InputEvent.Ability: InjectionError] = [:]

  /// What the keyboard of our own is called among the input devices.
  public static let keyboardName = Keyboard.name

  /// Nothing is made yet.
  /// - Parameter awaitingCompositor: whether `connect` will be called, with a compositor or with none: what is missing
  ///   is not told before.
  public init(awaitingCompositor: Bool = false) { isCompositorAwaited = awaitingCompositor }

  // MARK: What changes

  /// Makes what `rules` need and is not there yet, and the keymap anew.
  /// - Returns: what could not be made and why, for people; empty where all is ready or nothing is needed.
  public func prepare(for rules: RuleSet, at now: Timestamp) -> [String] {
    self.rules = rules
    sources.stated = rules.keyboard
    return make(at: now)
  }

  /// Goes on with the compositor of a connection that is ready; nil where there is none, or none any more. What was
  /// pressed on the one before has come up with it: whoever presses keys lets go of them first.
  /// - Parameter error: what the connection before ended by.
  /// - Returns: what is missing now and why, for people.
  public func connect(_ display: WaylandDisplay?, after error: WaylandError? = nil, at now: Timestamp) -> [String] {
    isCompositorAwaited = false
    // Asking once more would cost everybody the connection again.
    if error?.isKeyboardRefused == true { isKeyboardRefused = true }
    wayland = display.map { WaylandInjector(on: $0) }
    self.display = display
    return make(at: now)
  }

  /// Takes the keymap that the compositor sends to programs (wl_keyboard.keymap); nil where that is not known any more.
  /// - Returns: as `prepare`.
  public func setKeymap(_ text: String?, at now: Timestamp) -> [String] {
    sources.setCompositor(text) ? make(at: now) : []
  }

  /// Takes which of the keymap's layouts is on, from 0.
  /// - Returns: as `prepare`.
  public func setLayout(_ index: Int, at now: Timestamp) -> [String] {
    guard index != sources.activeLayout else { return [] }
    sources.activeLayout = index
    return make(at: now)
  }

  /// Takes the layout that the system's settings (localed) name; it counts where nobody knows better.
  /// - Returns: as `prepare`.
  public func setSystemLayout(_ layout: KeyboardLayout?, at now: Timestamp) -> [String] {
    guard layout != sources.system else { return [] }
    sources.system = layout
    return make(at: now)
  }

  /// Whether the layout that the system's settings name would count: rules press keys, and nobody knows better.
  public var wantsSystemLayout: Bool { rules.needsKeyboard && !sources.areBetterThanSystem }

  // MARK: Making

  private func make(at now: Timestamp) -> [String] {
    var problems: [String] = []
    let needs = Needs(rules)
    if needs.abilities.contains(.keys) {
      inUse = Result { () throws(KeymapError) in try sources.compile() }
      if case .failure(let error)? = inUse { problems.append("\(error)") }
    }
    let failures = rules.injection == .wayland ? [:] : uinput.make(needs.sources, at: now)
    let offered = display.map { WaylandInjector.abilities(of: $0, isKeyboardRefused: isKeyboardRefused) } ?? []
    routes = InjectionRoutes(stated: rules.injection, uinput: uinput.abilities, wayland: offered)
    spellings = (try? inUse?.get()).map {
      Spellings(of: needs.texts.map(\.text), on: $0.keymap, hasCharacters: offered.contains(.characters))
    }
    bindings = makeBindings()
    do throws(WaylandError) {
      try makeWayland(routes, needs)
    } catch {
      problems.append("\(error)")
    }
    connectAbilities(routes, failures)
    if !isCompositorAwaited { problems += missing(needs) }
    return problems
  }

  private func makeBindings() -> KeyBindings {
    guard let inUse else { return KeyBindings() }
    var bindings = KeyBindings(of: rules, on: inUse.map(\.keymap))
    for (_, text) in rules.texts { if let spelling = spellings?[text] { bindings.texts[text] = spelling } }
    return bindings
  }

  private func makeWayland(_ routes: InjectionRoutes, _ needs: Needs) throws(WaylandError) {
    guard let wayland else { return }
    try wayland.makeKeys(routes[.keys] == .wayland && needs.abilities.contains(.keys) ? try? inUse?.get() : nil)
    try wayland.makeCharacters(spellings?.keymaps ?? [])
    try wayland.makePointer(
      [.pointer, .scrolling].contains { routes[$0] == .wayland && needs.abilities.contains($0) })
    try display?.flush()
  }

  private func connectAbilities(_ routes: InjectionRoutes, _ failures: [InputEvent.Source: SystemError]) {
    lacks = [:]
    for ability in InputEvent.Ability.allCases {
      let injector: (any Injector)? =
        switch routes[ability] {
        case .uinput?: uinput
        case .wayland?: wayland
        case nil: nil
        }
      injectors[ability.rawValue] = injector
      guard injector == nil else { continue }
      lacks[ability] = Needs.lack(of: ability, failures, hasCompositor: display != nil)
    }
  }

  /// What the rules need and nothing stands behind, for people.
  private func missing(_ needs: Needs) -> [String] {
    let reasons = needs.reasons(lacks)
    var problems = InjectionLack.all(reasons, stated: rules.injection, compositorLacks: needs.lacks(of: display))
      .map(\.message)
    // Without a keyboard nothing can be typed, whatever the keymap.
    guard reasons[.keyboard] == nil else { return problems }
    for (place, text) in needs.texts {
      if case .failure(let error)? = spellings?[text] {
        problems.append("\(ActionFailure(place: place, .text(error)))")
      }
    }
    return problems
  }

  // MARK: What is told

  /// What keys go by; nil where no rule presses any, or nothing can.
  public var keyInjection: Injection? { rules.needsKeyboard ? routes[.keys] : nil }

  /// What the pointer is moved by, and clicks; nil where no rule has it do that, or nothing can.
  public var pointerInjection: Injection? { rules.needsPointer ? routes[.pointer] : nil }

  // MARK: Injecting

  /// The time to ask again whether events arrive; nil if they do, and if they never can: `send` says so.
  public func wait(at now: Timestamp) -> Timestamp? {
    guard let wait = uinput.wait(at: now) else { return wayland?.wait(at: now) }
    return wayland?.wait(at: now).map { min($0, wait) } ?? wait
  }

  /// Sends an event on its way.
  /// - Returns: false where there is no room for it now.
  /// - Throws: `InjectionError` where nothing can send it.
  public func send(_ event: InputEvent) throws(InjectionError) -> Bool {
    guard let injector = injectors[event.ability.rawValue] else {
      throw lacks[event.ability] ?? .system(UinputDevice.absence)
    }
    return try injector.send(event)
  }
}
