internal import Actions
internal import Engine
internal import Rules
internal import RulesFile
internal import Time
internal import Touch

/// An engine whose effects are performed at once, and whose invariants are checked with each.
final class SoakEngine {
  private(set) var engine: Engine
  private(set) var invariants = Invariants()
  /// The latest time that it was given.
  private(set) var now = Timestamp.zero
  /// The number of actions that the engine reports as not performed.
  private(set) var reports = 0
  private var effects: [Effect] = []
  private let bindings: KeyBindings
  /// Starts a command. Returns false if it is refused.
  private let start: (CommandStart) -> Bool
  /// True if the keyboard has room for the next event.
  private let hasRoom: () -> Bool

  /// An engine with the rules of `text`, and the bindings of their keys.
  init(
    _ text: String, start: @escaping (CommandStart) -> Bool, hasRoom: @escaping () -> Bool = { true }
  ) {
    let rules = Self.read(text)
    guard let keymap = try? Keymap(KeyboardLayout(layout: "us")) else { fail("there is no keymap 'us'") }
    bindings = KeyBindings(of: rules, on: .success(keymap))
    engine = Engine(rules)
    self.start = start
    self.hasRoom = hasRoom
    handleBindings()
  }

  /// The rules of a text without errors.
  static func read(_ text: String) -> RuleSet {
    let file = RulesFile.check(text: text, name: "rules.yml")
    guard let rules = file.rules else { fail("\(file.diagnostics)") }
    return rules
  }

  /// Binds the keys of the rules.
  func handleBindings() { handle(.bindings(bindings)) }

  /// Handles an input at the present time.
  func handle(_ input: Engine.Input) {
    engine.handle(input, at: now, into: &effects)
    while !effects.isEmpty {
      if let answer = perform(effects.removeFirst()) { engine.handle(answer, at: now, into: &effects) }
    }
  }

  /// Lets time pass until a moment, at which the next event is due.
  func pass(to moment: Timestamp) {
    advance(to: moment)
    now = max(now, moment)
  }

  /// Handles what passing time alone decides, up to a moment.
  func advance(to moment: Timestamp) {
    while let due = engine.deadline, due <= moment {
      now = max(now, due)
      handle(.timePassed)
    }
  }

  private func perform(_ effect: Effect) -> Engine.Input? {
    switch effect {
    case .gesture(let gesture, _, _): invariants.check(gesture)
    case .start(let command): if !start(command) { return .commandRefused(command.id) }
    case .inject(let event, _):
      guard hasRoom() else { return .injection(.noRoom) }
      invariants.check(event)
      return .injection(.sent)
    case .report: reports += 1
    case .touch, .feed, .tell, .desktop, .touchpad, .virtualTouchpad, .findWindow, .startProbe, .stopProbe, .ask,
      .stopAsking, .forgetLockRequest, .deviceChanged, .deviceTurned, .note:
      break
    }
    return nil
  }
}
