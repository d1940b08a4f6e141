import Actions
import Daemon
import Gestures
import Linux
import Rules
import RulesFile
import Testing
import Touch
import Trials

@testable import Hands

/// What is pressed, as the kernel would have it.
private final class Keys {
  var pressed: Set<KeyCode> = []
  var presses = 0
  var problems: [String] = []
  var moves = 0
  var commands = 0
  /// The kernel's buffer is full every so many events.
  var refuseEvery = 0
  private var asked = 0

  func send(_ event: InputEvent) -> Bool {
    asked += 1
    if refuseEvery > 0, asked.isMultiple(of: refuseEvery) { return false }
    guard case .key(let event) = event else {
      moves += 1
      return true
    }
    if event.isDown {
      presses += 1
      if !pressed.insert(event.key).inserted { problems.append("\(event.key) pressed while it was down") }
    } else if pressed.remove(event.key) == nil {
      problems.append("\(event.key) released while it was up")
    }
    return true
  }
}

@Suite("Random hands")
struct RandomHandsTests {
  static let rules = """
    rules:
      - {swipe: any, fingers: 2, do: {keys: [super+Page_Down, ctrl+alt+t, A]}}
      - {swipe: left, fingers: 3, do: {keys: super+shift+Left}}
      - {pinch: out, fingers: 2, do: [{keys: ctrl+plus}, foot, {keys: ctrl+plus}]}
      - {pinch: in, fingers: 4, do: {keys: super}}
      - {long-press: 300ms, fingers: 1, do: {keys: Menu}}
      - {long-press: 600ms, fingers: 3, do: [foot, {keys: [a, b, c]}]}
      - {pan: up, fingers: 3, every: 5mm, begin: {hold: alt}, do: {keys: alt+Tab}, back: {click: ctrl+left}, end: foot}
      - {pan: down, fingers: 3, drag: super+left}
      - {pan: any, fingers: 4, begin: [{wait: 80ms}, {hold: ctrl}, {scroll: fingers}], cancel: {keys: [x, y]}}
      - {rotate: any, fingers: [2, 3], begin: [{hold: super+Page_Down}, {pointer: fingers}], end: {wait: 1s}}
      - {tap: single, fingers: 1, do: [{click: [left, left]}, {wait: 5ms}, {scroll: {down: 2}}, {type: "Grüße"}]}
    """

  /// From the devices to the keyboard: touch sequences, with the daemon told to let go now and then, a keyboard
  /// that sometimes has no room, and rules that are replaced in the middle of it.
  @Test("nothing that was pressed stays pressed", arguments: [0, 3])
  func released(refuseEvery: Int) throws {
    let file = RulesFile.check(text: Self.rules, name: "rules.yml")
    let rules = try #require(file.rules, "\(file.text)")
    let keymap = try Keymap(KeyboardLayout(layout: "de"))
    let keys = Keys()
    keys.refuseEvery = refuseEvery
    var performer = Performer(
      Effects(
        start: { _ in
          keys.commands += 1
          return Commands.ID(number: keys.commands)
        },
        isRunning: { _ in false }, tell: { _, _, _ in keys.commands += 1 },
        resolve: { chord throws(KeymapError) in try keymap.resolve(chord) },
        spell: { text throws(KeymapError) in .chords(try keymap.spell(text)) }, inputWait: { _ in nil },
        send: { keys.send($0) },
        report: { keys.problems.append("\($0)") }))
    var random = SplitMix(state: 7)
    var recognition = Recognition(rules.triggers)
    var pump: Timestamp?
    var now: Int64 = 0
    var sequences = 0
    func act(_ gesture: Gesture) {
      guard let rule = rules.rule(for: gesture) else { return }
      let actions = rule.actions(for: gesture)
      guard !actions.isEmpty || performer.isConcerned(by: gesture) else { return }
      pump = performer.perform(
        rule, gesture: gesture, device: "", situation: Situation(), at: .init(microseconds: now))
    }
    let count = trials(5_000, thorough: 100_000)
    while sequences < count {
      let next = now + Int64.random(in: 0...(Bool.random(using: &random) ? 20_000 : 200_000), using: &random)
      while let due = pump, due.microseconds <= next {
        now = max(now, due.microseconds)
        pump = performer.pump(at: Timestamp(microseconds: now))
      }
      now = next
      let (event, startsSequence) = randomEvent(at: now, &random)
      if startsSequence { sequences += 1 }
      var told: [Gesture] = []
      switch Int.random(in: 0..<2000, using: &random) {
      case 0:
        recognition.cancel(into: &told)
        pump = performer.releaseEverything(at: Timestamp(microseconds: now))
      case 1: recognition.replaceTriggers(with: rules.triggers, into: &told)
      case 2...20: recognition.expire(at: Timestamp(microseconds: now), into: &told)
      default: recognition.handle(event, into: &told)
      }
      told.forEach(act)
      if pump == nil, recognition.isAtRest, !keys.pressed.isEmpty {
        keys.problems.append("\(keys.pressed) is pressed and no finger is down")
        break
      }
    }
    pump = performer.releaseEverything(at: Timestamp(microseconds: now))
    while let due = pump { pump = performer.pump(at: due) }
    #expect(keys.pressed.isEmpty)
    #expect(performer.pressed.isEmpty)
    #expect(keys.problems == [])
    #expect(keys.presses > count / 100)
    #expect(keys.moves > count / 100)
    #expect(keys.commands > count / 10_000)
  }
}
