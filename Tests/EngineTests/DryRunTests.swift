import Engine
import Rules
import RulesFile
import Testing
import Time
import Touch

@Suite("Dry runs: modes that rules set change the matching rules")
struct DryRunTests {
  /// The lines of the rules that act on taps at these times, in ms.
  private static func lines(_ rules: String, tapsAt moments: [Int64], in situation: Situation = Situation()) throws
    -> [String]
  {
    let set = try #require(RulesFile.check(text: "rules:\n\(rules)", name: "rules.yml").rules, "\(rules)")
    var run = DryRun(set, in: situation)
    let device = Device(id: DeviceID(0), name: "Pad", kind: .touchpad, size: nil)
    var lines: [String] = []
    func note(_ effect: Effect) {
      if case .gesture(_, let rule?, _) = effect { lines.append(set[rule].location) }
    }
    run.play(TouchEvent(time: .zero, device: device.id, kind: .deviceAdded(device)), note)
    for moment in moments {
      let time = Timestamp(microseconds: moment * 1_000)
      let tap = TouchEvent.Kind.tap(fingers: 3, lasted: .milliseconds(50))
      run.play(TouchEvent(time: time, device: device.id, kind: tap), note)
    }
    run.handle(.finish, at: .zero, note)
    return lines
  }

  private static let twoModes = """
      - {tap: single, fingers: 3, when: {mode: default}, do: {mode: other}}
      - {tap: single, fingers: 3, when: {mode: other}, do: {mode: default}}

    """

  @Test("a mode is active until another is set")
  func good() throws {
    #expect(
      try Self.lines(Self.twoModes, tapsAt: [1_000, 2_000, 3_000]) == ["rules.yml:2", "rules.yml:3", "rules.yml:2"])
  }

  @Test("the mode at the start is that of the situation")
  func start() throws {
    #expect(
      try Self.lines(Self.twoModes, tapsAt: [1_000, 2_000], in: Situation(mode: "other"))
        == ["rules.yml:3", "rules.yml:2"])
  }

  @Test("a mode with a duration ends by itself")
  func timed() throws {
    let rules = """
        - {tap: single, fingers: 3, when: {mode: other}, do: none}
        - {tap: single, fingers: 3, do: {mode: {name: other, for: 2s}}}

      """
    #expect(
      try Self.lines(rules, tapsAt: [1_000, 2_999, 3_001, 3_500])
        == ["rules.yml:3", "rules.yml:2", "rules.yml:3", "rules.yml:2"])
  }

  @Test("a mode after a wait is set when the wait is over")
  func waited() throws {
    let rules = """
        - {tap: single, fingers: 3, when: {mode: other}, do: none}
        - {tap: single, fingers: 3, do: [{wait: 1s}, {mode: other}]}

      """
    #expect(
      try Self.lines(rules, tapsAt: [1_000, 1_900, 2_100]) == ["rules.yml:3", "rules.yml:3", "rules.yml:2"])
  }
}
