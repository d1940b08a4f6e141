@testable import Engine
@testable import Gestures
import Rules
import Time
import Touch

/// Performs and records the effects of a performer, with a clock that the test sets.
final class World {
  /// The time in microseconds.
  var now: Int64 = 0
  /// The time at which keyboard and pointer are ready, in microseconds.
  var readyAt: Int64 = 0
  /// The effects: `1000 +29` is a key that went down after a millisecond.
  var lines: [String] = []
  /// The commands that have not ended. Commands whose first word starts with `slow` run until the test ends them.
  var running: [CommandID] = []
  /// The starts of commands, in order.
  var starts: [CommandStart] = []
  /// The number of events for which there is room.
  var room = Int.max
  /// The reason why nothing can be sent; nil if everything can.
  var inputError: String?
  /// The devices to which nothing can be sent, for this reason.
  var broken: Set<InputEvent.Source> = [.keyboard, .pointer]

  /// Performs an effect.
  /// - Returns: the answer to an event.
  private func perform(_ effect: Effect, _ performer: inout Performer) -> InjectionAnswer? {
    switch effect {
    case .start(let start):
      guard start.arguments != ["missing"] else {
        lines.append("\(now) ! \(start.context.location): cannot start 'missing': No such file or directory")
        performer.commandRefused(start.id, at: time)
        return nil
      }
      let steps = start.steps
      lines.append("\(now) start \(start.arguments.joined(separator: " "))\(steps == 0 ? "" : " (\(steps))")")
      starts.append(start)
      if start.command.hasPrefix("slow") {
        running.append(start.id)
      } else {
        performer.commandEnded(start.id, at: time)
      }
    case .inject(let event, let location):
      if let inputError, broken.contains(event.source) {
        let what = event.source == .keyboard ? "press keys" : "use the pointer"
        lines.append("\(now) ! \(location): cannot \(what): \(inputError)")
        return .failed
      }
      guard room > 0 else { return .noRoom }
      room -= 1
      lines.append("\(now) \(Self.text(event))")
      return .sent
    case .tell(let compositor, let command, let location):
      lines.append("\(now) tell \(compositor) '\(command)' of \(location)")
    case .desktop(let operation, _, _, let location):
      lines.append("\(now) desktop '\(operation.text)' of \(location)")
    case .feed(let id, let context): lines.append("\(now) feed \(id.number) \(context.gesture.phase)")
    case .report(let failure): lines.append("\(now) ! \(failure)")
    case .touch, .gesture, .findWindow, .startProbe, .stopProbe, .ask, .stopAsking, .forgetLockRequest, .deviceChanged,
      .deviceTurned,
      .touchpad, .virtualTouchpad, .note:
      break
    }
    return nil
  }

  private var time: Timestamp { Timestamp(microseconds: now) }

  /// Performs the effects of the last calls, and those that follow from their answers.
  /// - Returns: the time of the next `advance`.
  private func settle(_ performer: inout Performer) -> Timestamp? {
    for id in performer.running where starts.contains(where: { $0.id == id }) && !running.contains(id) {
      performer.commandEnded(id, at: time)
    }
    performer.isInjectorReady = now >= readyAt
    while true {
      performer.emit(at: time)
      let effects = performer.effects
      performer.effects.removeAll()
      if effects.isEmpty { break }
      for effect in effects {
        if let answer = perform(effect, &performer) { performer.answer(answer, at: time) }
      }
    }
    guard now < readyAt else { return performer.deadline }
    return min(performer.deadline ?? .latest, Timestamp(microseconds: readyAt))
  }

  /// Binds the chords and texts of `actions`. The key of a chord names its keycodes: `1+2`; control is 29, shift 42. In
  /// a text, a digit is the key with its number; a text with a letter is typed by keymaps of our own, one for small
  /// letters and one for capital ones.
  private func bind(_ actions: [Action], _ performer: inout Performer) {
    let trigger = Trigger(.tap(TapPattern(1)), fingers: 1...1)
    let rules = RuleSet([Rule(trigger: trigger, reaction: Reaction(actions), location: "")])
    for chord in rules.chords { performer.bindings.chords[chord] = Self.keys(of: chord) }
    for (_, text) in rules.texts { performer.bindings.texts[text] = Self.spelling(of: text) }
  }

  private static func keys(of chord: Chord) -> Result<KeyPresses, KeymapError> {
    let named: [UInt16] = chord.modifiers.map { $0 == .ctrl ? 29 : 42 }
    let numbers = named + (chord.key ?? "").split(separator: "+").compactMap { UInt16($0) }
    return numbers.isEmpty ? .failure(.unknownKeysym(chord.text)) : .success(KeyPresses(numbers.map { KeyCode($0) }))
  }

  private static func spelling(of text: String) -> Result<Spelling, KeymapError> {
    guard text.allSatisfy(\.isWholeNumber) else {
      guard text.allSatisfy(\.isASCII) else {
        return .failure(.absentCharacter(text.first ?? " ", layout: "Digits"))
      }
      return .success(
        .characters(
          text.utf8.map { TextKey(keymap: $0 & 0x20 == 0 ? 1 : 0, layout: 0, key: KeyCode(UInt16($0))) }))
    }
    return .success(.chords(text.compactMap { UInt16(String($0)) }.map { KeyPresses([KeyCode($0)]) }))
  }

  private static func text(_ event: InputEvent) -> String {
    switch event {
    case .key(let key): (key.isDown ? "+" : "-") + (KeyCode.buttonNames[key.key] ?? "\(key.key.number)")
    case .character(let key): "type \(Character(Unicode.Scalar(UInt8(truncatingIfNeeded: key.key.number))))"
    case .wheel(let right, let up): "wheel \(right) \(up)"
    case .scroll(let right, let down): "scroll \(right) \(down)"
    case .scrollEnd: "scrolled"
    case .motion(let right, let down): "move \(right) \(down)"
    case .position(let position): "to \(position.x) \(position.y)"
    }
  }

  /// Lets the performer do actions for a gesture, now.
  func perform(
    _ performer: inout Performer, _ actions: [Action] = [], location: String = "r:1", gesture: Gesture
  ) -> Timestamp? {
    bind(actions, &performer)
    performer.perform(
      actions.map { ActionStep(action: $0) }, for: ActionContext(location: location, gesture: gesture, device: "Pad"),
      at: time)
    return settle(&performer)
  }

  /// Lets the performer do the actions of a rule for a gesture, now.
  func perform(_ performer: inout Performer, _ rule: Rule, gesture: Gesture) -> Timestamp? {
    bind(rule.reaction.all, &performer)
    performer.perform(
      ActionStep.list(rule.reaction, for: gesture),
      for: ActionContext(location: rule.location, name: rule.name, gesture: gesture, device: "Pad"), at: time)
    return settle(&performer)
  }

  /// Lets time pass up to `moment`.
  @discardableResult
  func advance(_ performer: inout Performer, at moment: Timestamp) -> Timestamp? {
    now = max(now, moment.microseconds)
    performer.isInjectorReady = now >= readyAt
    performer.advance(at: time)
    return settle(&performer)
  }

  @discardableResult
  func releaseEverything(_ performer: inout Performer, at moment: Timestamp) -> Timestamp? {
    performer.releaseEverything(at: moment)
    return settle(&performer)
  }

  /// Advances at each requested time until there is none.
  /// - Parameter end: stops before the first time that is later than this.
  func run(_ performer: inout Performer, from deadline: Timestamp?, until end: Int64 = .max) {
    var next = deadline
    while let deadline = next, deadline.microseconds <= end {
      now = max(now, deadline.microseconds)
      next = advance(&performer, at: Timestamp(microseconds: now))
    }
    if end != .max { now = end }
  }

  /// Reports a gesture to the performer, and runs until nothing is pending.
  func play(
    _ performer: inout Performer, _ gesture: Gesture, _ actions: [Action] = [], location: String = "r:1"
  ) {
    run(&performer, from: perform(&performer, actions, location: location, gesture: gesture))
  }

  /// The events since the last call, without the times.
  func takeEvents() -> [String] {
    defer { lines = [] }
    return lines.map { String($0[$0.index(after: $0.firstIndex(of: " ") ?? $0.startIndex)...]) }
  }
}

extension KeyCode {
  fileprivate static let buttonNames = [
    KeyCode(.left): "left", KeyCode(.right): "right", KeyCode(.middle): "middle", KeyCode(.back): "back",
    KeyCode(.forward): "forward",
  ]
}

extension Action {
  /// Chords whose text names their keycodes: `1+2`.
  static func keys(_ chords: String...) -> Action { .keys(chords.map { .numbers($0) }) }
}

extension Chord {
  /// A chord whose text names its keycodes.
  static func numbers(_ text: String) -> Chord { Chord(modifiers: [], key: text, text: text) }
}

extension Gesture {
  /// A pan of three fingers in one of its phases, with the translation since the fingers landed, in mm.
  static func pan(
    _ phase: Phase, _ dx: Double = 0, _ dy: Double = 0, rule: Int = 0, device: Int = 0, speed: Double = 100
  ) -> Gesture {
    var gesture = Gesture(
      time: .zero, device: DeviceID(device), kind: .pan, phase: phase, fingers: 3, direction: .right,
      translation: Vector(dx: dx, dy: dy), velocity: Vector(dx: speed, dy: 0))
    gesture.rule = RuleIndex(rule)
    gesture.trigger = rule
    return gesture
  }
}

extension Gesture {
  /// A three-finger swipe to the left.
  static let swipe = Gesture(
    time: Timestamp(microseconds: 812_000), device: DeviceID(0), kind: .swipe, phase: .recognized, fingers: 3,
    direction: .left, translation: Vector(dx: -14.06, dy: 0.04), velocity: Vector(dx: -96, dy: 0), scale: nil,
    rotation: nil, trigger: 0)
}
