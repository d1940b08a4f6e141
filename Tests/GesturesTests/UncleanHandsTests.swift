import Gestures
import Glibc
@testable import Hands
import Testing
import Time
import Touch
import Trials

/// Counts how often a hand with a disturbance acts as a human would expect. Set SLEIGHT_UNCLEAN to a part of a kind's
/// name, or to `all`, to print the first three wrong hands of each kind; SLEIGHT_KINDS to such a part to play these
/// kinds alone.
@Suite("Unclean hands")
struct UncleanHandsTests {
  @Test("97 of 100 hands with a disturbance do what was meant, once, and nothing else")
  func disturbances() {
    var lines: [String] = []
    var sum = (right: 0, all: 0)
    for kind in UncleanKind.all {
      let (right, count) = kind.countRight(of: trials(20, thorough: 200))
      guard count > 0 else { continue }
      let share = Double(right) / Double(count)
      let name = kind.name + String(repeating: " ", count: max(0, 84 - kind.name.count))
      let cells = ["\(right)", "\(count)", "\(Int(share * 100))%"]
      lines.append(name + cells.map { String(repeating: " ", count: max(0, 6 - $0.count)) + $0 }.joined())
      sum = (sum.right + right, sum.all + count)
      // Of a few hands, one may be wrong.
      #expect(right >= min(Int((0.97 * Double(count)).rounded(.up)), count - 1), "\(kind.name): \(right) of \(count)")
    }
    print("touchscreen, unclean hands: right, of all\n" + lines.joined(separator: "\n"))
    print("unclean hands: \(sum.right) of \(sum.all) right")
  }
}

/// The same hands, to show that the disturbance alone makes the difference.
@Suite("Unclean hands without their disturbance")
struct CleanedHandsTests {
  @Test("97 of 100 hands do what is meant once no contact is lost, doubled or foreign")
  func undisturbed() {
    for kind in UncleanKind.all {
      var all = 0
      var right = 0
      for number in 0..<trials(10, thorough: 200) {
        var random = SplitMix(state: kind.seed &+ UInt64(number))
        guard let trial = UncleanTrial(kind, number, isCleaned: true, &random) else { break }
        guard trial.isCleaned else { continue }
        all += 1
        let reported = trial.gestures()
        if let reason = trial.hand.mistake(in: reported) { trial.print(reason, reported) } else { right += 1 }
      }
      // Of a few hands, one may be wrong.
      #expect(right >= min(Int((0.97 * Double(all)).rounded(.up)), all - 1), "\(kind.name): \(right) of \(all)")
    }
  }
}

/// A kind of disturbance.
struct UncleanKind: Sendable {
  var name: String
  /// Draws a hand for a screen, which it may change; nil for a hand that does not fit the disturbance, or the screen.
  var draw: @Sendable (_ number: Int, inout Touchscreen, inout SplitMix) -> UncleanHand?

  /// A hash of the name (FNV-1a).
  var seed: UInt64 { name.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 } }

  /// The number of hands, of `count`, that do what was meant. The first three others are printed if they are asked for.
  /// - Returns: also the number of hands that were tried: fewer if no more fit on a screen of SLEIGHT_SCREEN.
  func countRight(of count: Int) -> (right: Int, all: Int) {
    var right = 0
    for number in 0..<count {
      // The hand depends on nothing but the name of its kind and its number.
      var random = SplitMix(state: seed &+ UInt64(number))
      guard let trial = UncleanTrial(self, number, &random) else {
        Swift.print("\(name): no hand fits on the screen")
        return (right, number)
      }
      let reported = trial.gestures()
      if let reason = trial.hand.mistake(in: reported) {
        if number - right < 3 { trial.print(reason, reported) }
      } else {
        right += 1
      }
    }
    return (right, count)
  }

  static let all: [UncleanKind] =
    (losses + strangers + people + lateFingers + paths + chains + rests + turns + drags
    + compounds + manners + bodies).filter { kind in
      getenv("SLEIGHT_KINDS").map { kind.name.contains(String(cString: $0)) } ?? true
    }
}

/// A hand with a disturbance, the rules it is played against, and what it should do.
struct UncleanHand {
  /// One gesture that a rule waits for.
  struct Act {
    var kind: Gesture.Kind
    var fingers: Int
    var direction: Direction?
    /// The index of the rule; nil for any.
    var trigger: Int?
    /// The permitted sums of its steps.
    var steps: ClosedRange<Int>?
    /// The permitted times of its beginning, in ms.
    var begins: ClosedRange<Double>?

    init(
      _ kind: Gesture.Kind, _ fingers: Int, _ direction: Direction? = nil, trigger: Int? = nil,
      steps: ClosedRange<Int>? = nil, begins: ClosedRange<Double>? = nil
    ) {
      self.kind = kind
      self.fingers = fingers
      self.direction = direction
      self.trigger = trigger
      self.steps = steps
      self.begins = begins
    }

    func isMet(by gesture: Gesture) -> Bool {
      gesture.kind == kind && gesture.fingers == fingers && (direction == nil || gesture.direction == direction)
        && (trigger == nil || gesture.trigger == trigger)
    }
  }

  var scene: Scene
  var triggers: [Trigger]
  /// The acts, each once, in any order.
  var acts: [Act]
  /// True if doing nothing is right as well.
  var mayDoNothing = false
  /// The least distance of a landing finger from the edges, in mm.
  var margin = 14.0

  /// The reason why `reported` is not what was meant; nil if it is.
  func mistake(in reported: [Gesture]) -> String? {
    let done = reported.filter { $0.phase == .recognized || $0.phase == .began }
    if done.isEmpty && mayDoNothing { return nil }
    var open = acts
    for gesture in done {
      guard let index = open.firstIndex(where: { $0.isMet(by: gesture) }) else { return "acts wrongly" }
      let act = open.remove(at: index)
      if let begins = act.begins, !begins.contains(gesture.milliseconds) { return "acts at the wrong time" }
      guard gesture.phase == .began else { continue }
      let own = reported.filter { $0.trigger == gesture.trigger }
      let ends = own.filter { $0.phase == .ended || $0.phase == .cancelled }
      if ends.count != 1 || ends.first?.phase != .ended || own.last?.phase != .ended { return "does not end once" }
      let steps = own.reduce(0) { $0 + $1.steps }
      if let permitted = act.steps, !permitted.contains(steps) { return "\(steps) steps instead of \(permitted)" }
    }
    return open.isEmpty ? nil : "does not act"
  }
}

/// A hand with a disturbance on a screen.
struct UncleanTrial {
  static let start: Int64 = 1_000_000

  var name: String
  var number: Int
  var hand: UncleanHand
  var device: Device
  var events: [TouchEvent]
  /// True if the hand had a disturbance that could be taken away.
  var isCleaned = false

  /// Draws screens and hands until a hand fits; nil if none does on a screen of SLEIGHT_SCREEN.
  /// - Parameter isCleaned: true to play the hand without contacts that are lost or are no fingers.
  init?(_ kind: UncleanKind, _ number: Int, isCleaned: Bool = false, _ random: inout SplitMix) {
    name = kind.name
    self.number = number
    for _ in 0..<Touchscreen.mostDraws {
      var screen = Touchscreen(&random)
      guard screen.device.size != nil, let hand = kind.draw(number, &screen, &random),
        let origin = screen.origin(of: hand.scene, margin: hand.margin, &random)
      else { continue }
      self.hand = hand
      device = screen.device
      var scene = hand.scene
      if isCleaned { self.isCleaned = scene.clean() }
      events = screen.events(of: scene, at: origin, from: Self.start, &random)
      return
    }
    return nil
  }

  func gestures() -> [Gesture] {
    var recognition = Recognition(hand.triggers)
    var reported: [Gesture] = []
    let start = Timestamp(microseconds: Self.start)
    recognition.handle(TouchEvent(time: start, device: device.id, kind: .deviceAdded(device)), into: &reported)
    for event in events { recognition.handle(event, into: &reported) }
    recognition.advance(to: (events.last?.time ?? start) + .milliseconds(1500), into: &reported)
    return reported
  }

  /// Prints the hand if it is asked for.
  func print(_ reason: String, _ reported: [Gesture]) {
    guard let wanted = getenv("SLEIGHT_UNCLEAN").map({ String(cString: $0) }),
      wanted == "all" || name.contains(wanted)
    else { return }
    let meant = hand.acts.map { act in
      "\(act.kind) \(act.fingers) \(act.direction.map(\.rawValue) ?? "")"
    }
    let got = reported.filter { $0.phase != .changed || $0.steps != 0 }.map(\.text)
    Swift.print("== \(name), hand \(number): \(reason); meant \(meant), reported \(got)")
    for failure in failures() { Swift.print("   \(failure)") }
    var line = ""
    for event in events {
      switch event.kind {
      case .touchDown(let slot, let point): line += " down\(slot) \(Self.text(point))"
      case .touchMotion(let slot, let point): line += " \(slot) \(Self.text(point))"
      case .touchUp(let slot): line += " up\(slot)"
      case .touchCancel(let slot): line += " cancel\(slot)"
      default:
        Swift.print("\((event.time.microseconds - Self.start) / 1000) ms:\(line)")
        line = ""
      }
    }
  }

  /// The reasons why the rules for what was meant did not act.
  private func failures() -> [String] {
    var recognition = Recognition(hand.triggers, unasked: true)
    var reported: [Gesture] = []
    recognition.handle(
      TouchEvent(time: Timestamp(microseconds: Self.start), device: device.id, kind: .deviceAdded(device)),
      into: &reported)
    for event in events { recognition.handle(event, into: &reported) }
    recognition.advance(to: (events.last?.time ?? .zero) + .milliseconds(1500), into: &reported)
    return recognition.failures(on: device.id).filter { failure in
      guard let trigger = failure.trigger.map({ hand.triggers[$0] }) else { return true }
      return hand.acts.contains { $0.kind == trigger.pattern.kind && trigger.fingers.contains($0.fingers) }
    }.map { "\(($0.time.microseconds - Self.start) / 1000) ms: #\($0.trigger ?? -1) \($0.failure)" }
  }

  private static func text(_ point: Point) -> String {
    "\((point.x * 10).rounded() / 10),\((point.y * 10).rounded() / 10)"
  }
}

extension Gesture {
  /// Its time, in ms from the start of the hand.
  fileprivate var milliseconds: Double { Double(time.microseconds - UncleanTrial.start) / 1000 }
}
