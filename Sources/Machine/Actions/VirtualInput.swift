public import Desktop
public import Engine
internal import Linux
public import Rules
public import Time
public import Wayland

/// Keyboard and pointer: the keymap in use, and the injector of each event. Everything is made when rules, compositor
/// or keymap change, so that no gesture waits for it.
public final class VirtualInput {
  private let uinput = UinputInjector()
  private var touchpad: Result<Touchpad, SystemError>?
  /// True if rules show hands of touchscreens.
  private var needsTouchpad = false
  private var wayland: (any CompositorInjector)?
  private var display: WaylandDisplay?
  /// True if the compositor's own shortcuts ignore virtual keyboards.
  private var hasDeafShortcuts = false
  /// True if a compositor was there and is gone: it may come back.
  private var isCompositorLost = false
  /// The error of a compositor that is there and does not answer.
  private var silence: WaylandError?
  private var gnome: DirectInjector<ShellExtension>?
  private var typingShell: ShellExtension?
  /// The source location of the rule that typed last.
  private var textLocation: String?
  /// Called with the source location of a rule whose text the desktop has refused, and the reason.
  var refusedText: (_ location: String, _ reason: String) -> Void = { _, _ in }
  /// True if the extension of GNOME Shell was there and is gone, as while the session is locked.
  private var isExtensionLost = false
  /// The desktop's own permission for keys and pointer; nil if it needs none.
  private let grant: DesktopGrant?
  /// True if the compositor ended a connection because a virtual keyboard was requested.
  private var isKeyboardRefused = false
  /// True until it is known whether there is a compositor.
  private var isCompositorAwaited: Bool
  /// True until it is known whether the extension of GNOME Shell is enabled.
  private var isExtensionAwaited: Bool
  /// The end of the time in which events wait for the compositor and the extension; nil before the first `wait`.
  private var patienceEnd: Timestamp?
  /// The time that events wait for a compositor or an extension that is there and has not answered. A compositor that
  /// hangs is reported a second earlier, by `connect`.
  private static let patience = Duration.seconds(6)
  private var rules = RuleSet()
  private var sources = KeymapSources()
  private var keymap: Result<KeymapInUse, KeymapError>?
  private var spellings: Spellings?
  /// The keys of the rules' chords and texts, for the engine.
  public private(set) var bindings = KeyBindings()
  /// The injector of each ability, by its raw value.
  private var injectors: [(any Injector)?] = InputEvent.Ability.allCases.map { _ in nil }
  private var routes = InjectionRoutes(stated: nil, uinput: [], wayland: [])
  /// The reason why no injector has an ability.
  private var unavailable: [InputEvent.Ability: InjectionError] = [:]
  /// The reasons why required keys, buttons and motion cannot be injected, for people; empty if nothing is missing.
  public private(set) var shortages: [String] = []

  /// The name of the uinput keyboard among the input devices.
  public static let keyboardName = Keyboard.name
  /// The names of all virtual devices.
  public static let deviceNames = [Keyboard.name, Pointer.name, Pointer.positionsName, Touchpad.name]

  /// Keyboard and pointer without devices.
  /// - Parameters:
  ///   - awaitingCompositor: true if `connect` will be called, with a compositor or nil; missing capabilities
  ///     are not reported before.
  ///   - awaitingExtension: the same for the extension of GNOME Shell.
  ///   - grant: the desktop's own permission; nil if it needs none.
  public init(awaitingCompositor: Bool = false, awaitingExtension: Bool = false, grant: DesktopGrant? = nil) {
    self.grant = grant
    isCompositorAwaited = awaitingCompositor
    isExtensionAwaited = awaitingExtension
  }

  // MARK: Changes

  /// Makes the missing devices for `rules`, and compiles the keymap.
  /// - Returns: the problems, for people; empty if everything is ready or nothing is required.
  public func prepare(for rules: RuleSet, at now: Timestamp) -> [String] {
    self.rules = rules
    sources.stated = rules.keyboard
    return rebuild(at: now)
  }

  /// Uses another connection to the compositor; nil if there is none any more. Keys that were pressed on the previous
  /// connection were released with it, and the engine must know that first (`Input.release`).
  /// - Parameters:
  ///   - kind: the compositor that is connected over its own socket.
  ///   - error: the error that ended the previous connection, or `unanswered` for a compositor that does not answer.
  /// - Returns: as `prepare`.
  public func connect(
    _ display: WaylandDisplay?, kind: DesktopKind? = nil, after error: WaylandError? = nil, at now: Timestamp
  ) -> [String] {
    isCompositorAwaited = false
    silence = error?.isUnanswered == true ? error : nil
    isCompositorLost = error != nil && silence == nil
    hasDeafShortcuts = display?.hasDeafShortcuts(kind) == true
    // Another request would end the connection again.
    if error?.isKeyboardRefused == true { isKeyboardRefused = true }
    wayland = display.map { $0.makeInjector() }
    self.display = display
    return rebuild(at: now)
  }

  /// Waits until the compositor has read what was sent, before the program ends: it drops what it has not read when the
  /// connection ends, and not every compositor releases the keys of a client that is gone. A compositor that hangs is
  /// not waited for.
  public func finish() { try? display?.roundTrip(within: .milliseconds(500)) }

  /// Uses the extension of GNOME Shell; nil if it is not enabled any more. Keys that were pressed by the previous one
  /// were released with it, and the engine must know that first (`Input.release`).
  /// - Returns: as `prepare`.
  public func use(_ shell: ShellExtension?, at now: Timestamp) -> [String] {
    isExtensionAwaited = false
    isExtensionLost = shell == nil && (gnome != nil || isExtensionLost)
    shell?.refusedText = { [unowned self] reason in
      if let textLocation { refusedText(textLocation, reason) }
    }
    typingShell = shell
    gnome = shell.map { shell in
      DirectInjector(ShellExtension.abilities) { () throws(WaylandError) in shell }
    }
    return rebuild(at: now)
  }

  /// Uses the keymap that the compositor sends to programs (wl_keyboard.keymap); nil if it is unknown now.
  /// - Returns: as `prepare`.
  public func setKeymap(_ text: String?, at now: Timestamp) -> [String] {
    sources.setCompositor(text) ? rebuild(at: now) : []
  }

  /// Uses another active layout of the keymap, from 0.
  /// - Returns: as `prepare`.
  public func setLayout(_ index: Int, at now: Timestamp) -> [String] {
    guard index != sources.activeLayout else { return [] }
    sources.activeLayout = index
    return rebuild(at: now)
  }

  /// Uses the layout of the system's settings (localed), if no better source is there.
  /// - Returns: as `prepare`.
  public func setSystemLayout(_ layout: KeyboardLayout?, at now: Timestamp) -> [String] {
    guard layout != sources.system else { return [] }
    sources.system = layout
    return rebuild(at: now)
  }

  /// True if the layout of the system's settings would be used: rules press keys, and no better source is there.
  public var wantsSystemLayout: Bool { rules.needsKeyboard && !sources.precedeSystemSettings }

  /// Makes the virtual touchpad, or removes it.
  /// - Returns: as `prepare`.
  public func setTouchpad(isNeeded: Bool, at now: Timestamp) -> [String] {
    needsTouchpad = isNeeded
    return rebuild(at: now)
  }

  // MARK: Making

  private func rebuild(at now: Timestamp) -> [String] {
    var problems: [String] = []
    let required = RequiredAbilities(rules)
    if required.abilities.contains(.keys) {
      keymap = sources.keymap()
      if case .failure(let error)? = keymap { problems.append("\(error)") }
    }
    let offered = display.map { $0.abilities(isKeyboardRefused: isKeyboardRefused) } ?? []
    let shell = gnome == nil ? [] : ShellExtension.abilities
    let routes = { [rules, hasDeafShortcuts] uinput in
      InjectionRoutes(
        stated: rules.injection, uinput: uinput, wayland: offered, gnome: shell, hasDeafShortcuts: hasDeafShortcuts)
    }
    let failures = makeUinput(required, routes(UinputInjector.allAbilities), at: now)
    self.routes = routes(uinput.abilities)
    spellings = (try? keymap?.get()).map {
      Spellings(
        of: required.texts.map(\.text), on: $0.keymap, hasCharacters: offered.union(shell).contains(.characters))
    }
    bindings = makeBindings()
    do throws(WaylandError) {
      try makeCompositorInput(required)
    } catch {
      problems.append("\(error)")
    }
    connectAbilities(self.routes, failures)
    shortages = problems
    if let missing = makeTouchpad(at: now) {
      shortages.append(missing.reason)
      problems.append(missing.message)
    }
    if !isCompositorAwaited, !isExtensionAwaited { problems += missingMessages(required) }
    return problems
  }

  /// Makes the uinput devices that nothing on this desktop replaces; none until it is known what the desktop offers,
  /// and none while its compositor restarts.
  /// - Parameter routes: the injectors if uinput is accessible.
  /// - Returns: the devices that are missing, with the errors.
  private func makeUinput(
    _ required: RequiredAbilities, _ routes: InjectionRoutes, at now: Timestamp
  ) -> [InputEvent.Source: SystemError] {
    if rules.injection == nil, isCompositorAwaited || isExtensionAwaited || isCompositorLost { return [:] }
    let sources = Set(required.abilities.filter { routes[$0] == .uinput }.map(\.source))
    return uinput.make(sources, positions: rules.needsPositions, at: now)
  }

  private func makeTouchpad(at now: Timestamp) -> MissingCapability? {
    guard needsTouchpad else {
      touchpad = nil
      return nil
    }
    if (try? touchpad?.get()) == nil { touchpad = Result { () throws(SystemError) in try Touchpad(now: now) } }
    return if case .failure(let error)? = touchpad { .touchpad(error) } else { nil }
  }

  private func makeBindings() -> KeyBindings {
    var bindings = KeyBindings()
    bindings.isMouse = routes[.pointer] == .uinput
    guard let keymap else { return bindings }
    for chord in rules.chords where chord.key != nil || !chord.modifiers.isEmpty {
      bindings.chords[chord] = Result { () throws(KeymapError) in
        let presses = try keymap.get().keymap.resolve(chord)
        return hasOwnNumLock ? presses : KeyPresses(presses.keys.filter { $0 != .heldNumLock })
      }
    }
    for (_, text) in rules.texts {
      bindings.texts[text] =
        spellings?[text]
        ?? Result { () throws(KeymapError) in .chords(try keymap.get().keymap.spell(text)) }
    }
    return bindings
  }

  /// True if keys go to a virtual keyboard with modifiers of its own. Elsewhere NumLock is that of the session.
  private var hasOwnNumLock: Bool { routes[.keys] == .wayland && display?.isKWin == false }

  /// The problems of keys of the keypad that the session's NumLock may change, for people.
  private var keypadMessages: [String] {
    guard !hasOwnNumLock, routes[.keys] != nil, let keymap = try? keymap?.get().keymap else { return [] }
    return rules.locatedChords.compactMap { location, chord in
      guard let presses = try? keymap.resolve(chord), presses.keys.contains(.heldNumLock) else { return nil }
      return "\(location): \(chord.numLockMessage(requiring: true))\(chord.numLockHelp.map { "; \($0)" } ?? "")"
    }
  }

  private func makeCompositorInput(_ required: RequiredAbilities) throws(WaylandError) {
    try make(gnome, .gnome, required)
    try make(wayland, .wayland, required)
    try display?.flush()
  }

  private func make(
    _ injector: (any CompositorInjector)?, _ injection: Injection, _ required: RequiredAbilities
  ) throws(WaylandError) {
    let isUsed = { [routes] (ability: InputEvent.Ability) in
      routes[ability] == injection && required.abilities.contains(ability)
    }
    try injector?.make(
      keys: isUsed(.keys) ? try? keymap?.get() : nil,
      characters: routes[.characters] == injection ? spellings?.keymaps ?? [] : [],
      pointer: isUsed(.pointer) || isUsed(.scrolling))
  }

  private func connectAbilities(_ routes: InjectionRoutes, _ failures: [InputEvent.Source: SystemError]) {
    unavailable = [:]
    for ability in InputEvent.Ability.allCases {
      let injector: (any Injector)? =
        switch routes[ability] {
        case .uinput?: uinput
        case .wayland?: wayland
        case .gnome?: gnome
        case nil: nil
        }
      injectors[ability.rawValue] = injector
      guard injector == nil else { continue }
      unavailable[ability] =
        isExtensionLost && rules.injection == nil
        ? .extensionLost
        : RequiredAbilities.error(
          for: ability, stated: rules.injection, failures, absence: absence, grant: grant)
    }
  }

  /// The reason why there is no connection to a compositor; nil if there is one.
  private var absence: InjectionError? {
    guard display == nil else { return nil }
    if let silence { return .wayland(silence) }
    return isCompositorAwaited ? .wayland(.unanswered(Self.patience)) : .noCompositor
  }

  /// The problems of missing capabilities and of texts that cannot be typed, for people.
  private func missingMessages(_ required: RequiredAbilities) -> [String] {
    let reasons = required.reasons(unavailable)
    let missingGlobals = required.missingGlobals(on: display)
    let missing = MissingCapability.all(
      reasons, stated: rules.injection, missingGlobals: missingGlobals, grant: grant)
    shortages += missing.map(\.reason)
    var problems = missing.map(\.message)
    // Without a keyboard, no text can be typed anyway.
    guard reasons[.keyboard] == nil else { return problems }
    problems += keypadMessages
    for (location, text) in required.texts {
      if case .failure(let error)? = spellings?[text] {
        problems.append("\(ActionFailure(location: location, .text(error)))")
      }
    }
    return problems
  }

  // MARK: State

  /// The injector for keys; nil if no rule presses any, or there is none.
  public var keyInjection: Injection? { rules.needsKeyboard ? routes[.keys] : nil }

  /// The injector for the pointer; nil if no rule uses it, or there is none.
  public var pointerInjection: Injection? { rules.needsPointer ? routes[.pointer] : nil }

  /// The reason for the injector for keys, a clause for people.
  public var keysReason: String? { rules.needsKeyboard ? routes.reason(for: .keys) : nil }

  /// The reason for the injector for the pointer, likewise.
  public var pointerReason: String? { rules.needsPointer ? routes.reason(for: .pointer) : nil }

  // MARK: Injecting

  /// Returns the time to ask again; nil if events arrive, or never can: `send` throws then.
  public func wait(at now: Timestamp) -> Timestamp? {
    let end = patienceEnd ?? now + Self.patience
    patienceEnd = end
    if now < end, isInjectorAwaited { return end }
    let hands: Timestamp? = if case .success(let touchpad)? = touchpad { touchpad.wait(at: now) } else { nil }
    return [uinput.wait(at: now), wayland?.wait(at: now), hands].compactMap { $0 }.min()
  }

  /// True if it is unknown which injector the required events go to, or by which keymap: the compositor has not
  /// answered, or nothing else can send them and the extension of GNOME Shell has not.
  private var isInjectorAwaited: Bool {
    let required = RequiredAbilities(rules).abilities
    if isCompositorAwaited { return !required.isEmpty }
    return isExtensionAwaited && required.contains { injectors[$0.rawValue] == nil }
  }

  /// True while the desktop may still refuse a text that was sent.
  public var isTextAwaited: Bool { typingShell?.isTyping == true }

  /// True if the desktop may refuse texts after they were sent.
  public var mayRefuseTexts: Bool { routes[.characters] == .gnome }

  /// Sends an event.
  /// - Parameter location: the source location of the rule.
  /// - Returns: false if there is no room for it now.
  /// - Throws: `InjectionError` if no injector can send it.
  public func send(_ event: InputEvent, for location: String) throws(InjectionError) -> Bool {
    if case .character = event { textLocation = location }
    guard let injector = injectors[event.ability.rawValue] else {
      throw unavailable[event.ability] ?? .system(UinputDevice.notMade)
    }
    return try injector.send(event)
  }

  /// Touches the virtual touchpad with a hand.
  /// - Throws: `SystemError` with /dev/uinput.
  func touch(_ hand: TouchpadHand) throws(SystemError) {
    guard let touchpad else { throw UinputDevice.notMade }
    try touchpad.get().touch(hand)
  }
}
