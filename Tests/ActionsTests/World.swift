@testable import Actions
@testable import Gestures
import Glibc
import Linux
import Rules
import Touch

/// Writes down what a performer does, on a clock that the test sets.
final class World {
  /// In microseconds.
  var now: Int64 = 0
  var readyAt: Int64 = 0
  /// What was done: `1000 +29` is a key that went down after a millisecond.
  var lines: [String] = []
  /// How many commands were started.
  var starts = 0
  /// How many more can be.
  var commandRoom = Int.max
  /// Those that have not ended: the ones whose words start with `slow`.
  var running: [Commands.ID] = []
  /// How many events there is room for.
  var room = Int.max
  /// Why nothing can be sent.
  var inputError: SystemError?
  /// Where it cannot.
  var broken: Set<InputEvent.Source> = [.keyboard, .pointer]

  var effects: Effects {
    Effects(
      start: { [self] start throws(Commands.Failure) in
        guard start.arguments != ["missing"] else {
          throw .notStarted(SystemError("posix_spawn", path: "missing", code: ENOENT))
        }
        guard commandRoom > 0 else { throw .tooMany }
        let steps = start.occasion.gesture.steps
        lines.append("\(now) start \(start.arguments.joined(separator: " "))\(steps == 0 ? "" : " (\(steps))")")
        starts += 1
        if start.command.hasPrefix("slow") { running.append(Commands.ID(number: starts)) }
        return Commands.ID(number: starts)
      },
      isRunning: { [self] in running.contains($0) },
      tell: { [self] compositor, command, place in lines.append("\(now) tell \(compositor) '\(command)' of \(place)") },
      resolve: { chord throws(KeymapError) in
        // A chord's key stands for its keys here: `1+2`. Control is 29, shift 42.
        let named: [UInt16] = chord.modifiers.map { $0 == .ctrl ? 29 : 42 }
        let numbers = named + (chord.key ?? "").split(separator: "+").compactMap { UInt16($0) }
        guard !numbers.isEmpty else { throw .unknownKeysym(chord.text) }
        return KeyPresses(numbers.map { KeyCode($0) })
      },
      spell: { text throws(KeymapError) in
        // A digit is the key of its number; with a letter in it a text is typed by keymaps of our own, one for small
        // letters and one for capital ones.
        guard text.allSatisfy(\.isWholeNumber) else {
          guard text.allSatisfy(\.isASCII) else { throw .absentCharacter(text.first ?? " ", layout: "Digits") }
          return .characters(
            text.utf8.map { TextKey(keymap: $0 & 0x20 == 0 ? 1 : 0, layout: 0, key: KeyCode(UInt16($0))) })
        }
        return .chords(text.compactMap { UInt16(String($0)) }.map { KeyPresses([KeyCode($0)]) })
      },
      inputWait: { [self] now in now.microseconds < readyAt ? Timestamp(microseconds: readyAt) : nil },
      send: { [self] event throws(InjectionError) in
        if let inputError, broken.contains(event.source) { throw .system(inputError) }
        guard room > 0 else { return false }
        room -= 1
        lines.append("\(now) \(Self.text(event))")
        return true
      },
      report: { [self] failure in lines.append("\(now) ! \(failure)") })
  }

  private static func text(_ event: InputEvent) -> String {
    switch event {
    case .key(let key): (key.isDown ? "+" : "-") + (KeyCode.buttonNames[key.key] ?? "\(key.key.number)")
    case .character(let key): "type \(Character(Unicode.Scalar(UInt8(truncatingIfNeeded: key.key.number))))"
    case .wheel(let right, let up): "wheel \(right) \(up)"
    case .scroll(let right, let down): "scroll \(right) \(down)"
    case .scrollEnd: "scrolled"
    case .motion(let right, let down): "move \(right) \(down)"
    }
  }

  /// Tells the performer of a gesture, now.
  func perform(
    _ performer: inout Performer, _ actions: [Action] = [], place: String = "r:1", gesture: Gesture
  ) -> Timestamp? {
    performer.perform(
      actions.map { Deed(action: $0) }, for: Occasion(place: place, gesture: gesture, device: "Pad"),
      at: Timestamp(microseconds: now))
  }

  /// Pumps at the times that are asked for, until none is.
  /// - Parameter end: stops before the first that is later than this.
  func run(_ performer: inout Performer, from deadline: Timestamp?, until end: Int64 = .max) {
    var next = deadline
    while let deadline = next, deadline.microseconds <= end {
      now = max(now, deadline.microseconds)
      next = performer.pump(at: Timestamp(microseconds: now))
    }
    if end != .max { now = end }
  }

  /// Tells the performer of a gesture and lets everything happen that comes of it, at one go.
  func play(
    _ performer: inout Performer, _ gesture: Gesture, _ actions: [Action] = [], place: String = "r:1"
  ) {
    run(&performer, from: perform(&performer, actions, place: place, gesture: gesture))
  }

  /// What was done since this was asked for last, without the times.
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
  /// Chords whose text stands for their keys: `1+2`.
  static func keys(_ chords: String...) -> Action { .keys(chords.map { .numbers($0) }) }
}

extension Chord {
  /// A chord whose text stands for its keys.
  static func numbers(_ text: String) -> Chord { Chord(modifiers: [], key: text, text: text) }
}

extension Gesture {
  /// A pan of three fingers at one of its moments, and where the fingers have come since they landed, in mm.
  static func pan(_ phase: Phase, _ dx: Double = 0, _ dy: Double = 0, rank: Int = 0, device: Int = 0) -> Gesture {
    var gesture = Gesture(
      time: .zero, device: DeviceID(device), kind: .pan, phase: phase, fingers: 3, direction: .right,
      translation: Vector(dx: dx, dy: dy), speed: 0)
    gesture.rank = rank
    gesture.trigger = rank
    return gesture
  }
}
