import Engine
import Gestures
import Rules
import RulesFile
import Testing
import Time
import Touch
import Trials

@testable import Hands

/// A live engine learns late that time has passed: the loop wakes a little after each deadline. The result is the same.
@Suite("Live and recorded input give the same effects")
struct LiveAndRecordedTests {
  private static let text = """
    rules:
      - {swipe: any, fingers: 2, do: {keys: [super+Page_Down, a]}}
      - {pinch: out, fingers: 2, do: [{keys: ctrl+plus}, foot]}
      - {long-press: 300ms, fingers: 1, do: {keys: Menu}}
      - {pan: up, fingers: 3, every: 5mm, begin: {hold: alt}, do: {keys: alt+Tab}, back: {click: left}, end: foot}
      - {rotate: any, fingers: [2, 3], begin: [{hold: super}, {pointer: fingers}], end: {mode: other}}
      - {tap: double, fingers: 2, when: {mode: other}, do: {mode: default}}
      - {tap: single, fingers: 1, do: [{click: [left, left]}, {scroll: {down: 2}}, {type: "Gruss"}]}

    """

  /// The gestures and the effects that reach the desktop, in order. Keys are compared without their times.
  private struct Report: Equatable {
    var gestures: [String] = []
    var effects: [String] = []

    mutating func add(_ effect: Effect) {
      switch effect {
      case .gesture(let gesture, let rule, _): gestures.append("\(gesture) \(rule?.position ?? -1)")
      case .start(let start): effects.append(start.command)
      case .inject(.key(let key), let location):
        // Two hands may hold one key, which the rule releases that ends last: a late end may change that.
        effects.append(key.isDown ? "\(key) \(location)" : "\(key)")
      case .inject: break
      case .note(let note): effects.append("\(note)")
      case .touch, .feed, .tell, .desktop, .findWindow, .startProbe, .stopProbe, .ask, .stopAsking, .report,
        .forgetLockRequest, .deviceChanged,
        .deviceTurned,
        .touchpad, .virtualTouchpad:
        break
      }
    }
  }

  @Test("random hands have the same effects on time and late", arguments: [1, 2, 3])
  func late(seed: UInt64) throws {
    let rules = try #require(RulesFile.check(text: Self.text, name: "rules.yml").rules)
    var hands = RandomHands(seed: seed)
    let events =
      [Hand.screen, LibinputTouchpad.device].map { device in
        TouchEvent(time: .zero, device: device.id, kind: .deviceAdded(device))
      } + (0..<trials(8_000, thorough: 500_000)).map { _ in hands.next() }
    var recorded = Report()
    var replay = DryRun(rules, isObserved: true)
    for event in events { replay.play(event) { recorded.add($0) } }
    var lived = Report()
    var live = DryRun(rules, isObserved: true)
    var random = SplitMix(state: seed)
    for event in events {
      while let due = live.engine.deadline, due < event.time {
        let late = due + .microseconds(Int64.random(in: 0...3_000, using: &random))
        live.handle(.timePassed, at: min(late, event.time)) { lived.add($0) }
      }
      live.handle(.touch(event), at: event.time) { lived.add($0) }
    }
    #expect(lived.gestures == recorded.gestures)
    // Keys wait for each other and commands do not, so that a late key can come behind a command.
    #expect(lived.effects.sorted() == recorded.effects.sorted())
    #expect(recorded.gestures.count > 200)
    #expect(recorded.effects.count > 200)
  }
}
