import Engine
import Gestures
import Glibc
import Rules
import RulesFile
import Testing
import Time
import Touch
import Trials

@testable import Hands

/// Hands that type beside a touchpad, on desktops that report input as those that were measured do.
@Suite("Palms do not act while somebody types, and gestures after it do")
struct TypingTests {
  /// The reports of a desktop, as they were measured live.
  struct Desktop: CustomTestStringConvertible {
    var name: String
    /// The time without input after which it reports silence, in ms.
    var silence: ClosedRange<Double>
    /// The delay of its reports, in ms.
    var delay: ClosedRange<Double>
    var isInhibitable: Bool
    var testDescription: String { name }

    static let all = [
      Desktop(
        name: "GNOME, sway 1.12, labwc, wayfire, phoc", silence: 300...304, delay: 0.3...15, isInhibitable: false),
      Desktop(name: "KWin 6.7", silence: 284...330, delay: 0.3...5, isInhibitable: false),
      Desktop(name: "KWin 6.3, sway 1.10", silence: 284...330, delay: 0.3...5, isInhibitable: true),
    ]
  }

  static let rules = """
      - {swipe: [left, right, up, down], fingers: 3, do: none}
      - {swipe: [left, right, up, down], fingers: 4, do: none}
      - {pan: up, fingers: 2, begin: none, do: none}
      - {tap: single, fingers: [3, 4], do: none}

    """

  /// One touch of the touchpad, from its first landing.
  private struct Touch {
    var motion: Motion
    var start: Double
  }

  /// The times of the keys of a hand that types: lognormal intervals, and a pause after a sentence.
  private static func keys(perMinute words: Double, until end: Double, _ random: inout SplitMix) -> [Double] {
    var times: [Double] = []
    var time = 1000.0
    while time < end {
      times.append(time)
      time += 12_000 / words * exp(random.bell(0.4, limit: 1.2) - 0.08)
      if times.count % 60 == 0 { time += random.within(400...2000) }
    }
    return times
  }

  /// A palm, or the heel of a hand with several parts, that rests or brushes.
  private static func palm(on device: Device, _ random: inout SplitMix) -> Motion {
    let heading = random.within(0...(2 * .pi))
    switch Int.random(in: 0..<5, using: &random) {
    case 0: return TouchpadWork(.typing, onWidth: device.extent.width, &random).motion
    case 1: return TouchpadWork(.twoPalms, onWidth: device.extent.width, &random).motion
    case 2: return .other(.brush, fingers: 3, reach: 1.4, &random)
    case 3: return .tap(fingers: Int.random(in: 3...4, using: &random), &random)
    default: return .swipe(heading, fingers: Int.random(in: 2...4, using: &random), reach: 1, &random)
    }
  }

  /// Plays touches beside keys, and returns the times of those on which a rule acts.
  private static func play(
    _ touches: [Touch], keys: [Double], on desktop: Desktop?, isTouchInput: Bool, _ random: inout SplitMix
  ) throws -> Set<Double> {
    let device = TouchpadNode.device(2)
    let rules = try #require(RulesFile.check(text: "rules:\n\(rules)", name: "rules.yml").rules)
    var engine = Engine()
    var effects: [Effect] = []
    engine.handle(.rules(rules), at: .zero, into: &effects)
    engine.handle(
      .touch(TouchEvent(time: .zero, device: device.id, kind: .deviceAdded(device))), at: .zero, into: &effects)
    var events: [(time: Double, touch: Double, event: TouchEvent?)] = keys.map { ($0, 0, nil) }
    for touch in touches {
      guard let centroid = place(touch.motion, on: device, &random) else { continue }
      let pad = LibinputTouchpad(
        touch.motion, node: TouchpadNode(device, at: centroid), from: Int64(touch.start * 1000), &random)
      events += pad.events.map { (Double($0.time.microseconds) / 1000, touch.start, $0) }
    }
    // A report is read after the events that have come meanwhile.
    var reports: [(time: Double, isSilent: Bool)] = []
    if let desktop {
      var last = -1000.0
      for time in events.lazy.filter({ $0.event == nil || isTouchInput }).map(\.time).sorted() {
        let silence = last + random.within(desktop.silence)
        if silence < time {
          reports.append((silence + random.within(desktop.delay), true))
          reports.append((max(time, reports[reports.count - 1].time) + random.within(desktop.delay), false))
        }
        last = time
      }
    }
    var acts: Set<Double> = []
    var pending = reports[...]
    var current = 0.0
    func collect() {
      for case .gesture(_, _?, _) in effects { acts.insert(current) }
      effects.removeAll()
    }
    for (time, touch, event) in events.sorted(by: { $0.time < $1.time }) {
      while let report = pending.first, report.time <= time {
        pending.removeFirst()
        let input = InputReport(isSilent: report.isSilent, isInhibitable: desktop?.isInhibitable ?? true)
        engine.handle(.input(input), at: Timestamp(microseconds: Int64(report.time * 1000)), into: &effects)
      }
      let moment = Timestamp(microseconds: Int64(time * 1000))
      while let due = engine.deadline, due <= moment { engine.handle(.timePassed, at: due, into: &effects) }
      collect()
      guard let event else { continue }
      current = touch
      engine.handle(.touch(event), at: event.time, into: &effects)
      collect()
    }
    while let due = engine.deadline { engine.handle(.timePassed, at: due, into: &effects) }
    collect()
    return acts
  }

  private static func place(_ motion: Motion, on device: Device, _ random: inout SplitMix) -> Point? {
    let (width, height) = device.extent
    return Point(x: width * random.within(0.35...0.65), y: height * random.within(0.35...0.65))
  }

  @Test("palms act less, and swipes half a second after a key act", arguments: Desktop.all)
  func hands(on desktop: Desktop) throws {
    for words in [40.0, 80, 120] {
      var random = SplitMix(state: UInt64(words))
      let count = trials(50, thorough: 2000)
      let device = TouchpadNode.device(2)
      var touches: [Touch] = []
      var time = 2000.0
      for _ in 0..<count {
        let palm = Self.palm(on: device, &random)
        touches.append(Touch(motion: palm, start: time))
        time += palm.end + random.within(300...4000)
      }
      let keys = Self.keys(perMinute: words, until: time, &random)
      var acts: [Int] = []
      for desktop in [nil, desktop] {
        var random = SplitMix(state: 7)
        acts.append(try Self.play(touches, keys: keys, on: desktop, isTouchInput: true, &random).count)
      }
      let minutes = time / 60_000
      let (before, after) = (Double(acts[0]) / minutes, Double(acts[1]) / minutes)
      // Somebody types a few words and swipes half a second after the last key, again and again.
      var swipes: [Touch] = []
      var typed: [Double] = []
      time = 1000
      for _ in 0..<count {
        let burst = Self.keys(perMinute: words, until: 1000 + random.within(500...4000), &random).map { $0 + time }
        typed += burst
        let start = (burst.last ?? time) + 500
        let swipe = Motion.swipe(
          Double(Int.random(in: 0..<4, using: &random)) * .pi / 2, fingers: 3, reach: LibinputTouchpad.reach,
          quickest: LibinputTouchpad.quickestFlick, &random)
        swipes.append(Touch(motion: swipe, start: start))
        time = start + swipe.end + random.within(20...1500)
      }
      var shares: [Double] = []
      for desktop in [nil, desktop] {
        var random = SplitMix(state: 7)
        let acted = try Self.play(swipes, keys: typed, on: desktop, isTouchInput: true, &random).count
        shares.append(Double(acted) / Double(count))
      }
      print(
        "figure: \(desktop.name), \(Int(words)) words a minute: palms acted \(rounded(before)) times a minute, now "
          + "\(rounded(after)); of \(count) swipes half a second after a key \(rounded(shares[0] * 100)) % acted, now "
          + "\(rounded(shares[1] * 100)) %")
      // At 40 words a minute, half of the pauses between two keys are longer than 300 ms.
      #expect(after < before * (words == 40 ? 0.7 : desktop.isInhibitable ? 0.6 : 0.4))
      #expect(shares[1] >= shares[0] * 0.99)
    }
  }

  private func rounded(_ number: Double) -> Double { (number * 10).rounded() / 10 }
}
