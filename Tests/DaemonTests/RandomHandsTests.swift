import Actions
import Daemon
import Engine
import Gestures
import Linux
import Rules
import RulesFile
import Testing
import Time
import Touch
import Trials

@testable import Hands

/// The keys that are down, as the kernel counts them.
private final class Keys {
  var pressed: Set<KeyCode> = []
  var presses = 0
  var problems: [String] = []
  var moves = 0
  var commands = 0
  /// The interval of events at which the kernel's buffer is full.
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

/// The contacts on the virtual touchpad, as libinput sees them.
private struct Touchpad {
  var isThere = false
  var hand = TouchpadHand.lifted
  var time = Timestamp.zero
  var hands = 0
  var problems: [String] = []

  mutating func touch(_ new: TouchpadHand, at now: Timestamp) {
    if !isThere { problems.append("a hand without a touchpad") }
    if hand.fingers == 0 {
      hands += 1
      if new != TouchpadHand(fingers: new.fingers) { problems.append("lands as \(new)") }
    } else {
      if new.fingers > hand.fingers { problems.append("\(new.fingers) instead of \(hand.fingers) fingers") }
      // libinput takes 20 mm within 12 ms for a jump.
      let step = (new.movement - hand.movement).length.value
      let elapsed = max(1, Double((now - time).wholeMicroseconds)) / 12_000
      if new.fingers > 0, step > 20 * elapsed { problems.append("\(step) mm in \(now - time)") }
    }
    (hand, time) = (new, now)
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
      - {pan: any, fingers: 1, device: touchscreen, as: {fingers: 3}}
      - {pinch: any, fingers: 3, device: touchscreen, as: {fingers: 2, speed: 2}}
      - {swipe: any, fingers: 4, device: touchscreen, as: {fingers: 4, speed: 0.5}}
      - {tap: single, fingers: 1, do: [{click: [left, left]}, {wait: 5ms}, {scroll: {down: 2}}, {type: "Grüße"}]}
    """

  /// The whole path from the devices to the keyboard: touch sequences while everything is released now and then, the
  /// keyboard sometimes has no room, and rules are replaced.
  @Test("no key stays pressed, and no contact on the virtual touchpad", arguments: [0, 3])
  func released(refuseEvery: Int) throws {
    let file = RulesFile.check(text: Self.rules, name: "rules.yml")
    let rules = try #require(file.rules, "\(file.text)")
    let keymap = try Keymap(KeyboardLayout(layout: "de"))
    let keys = Keys()
    keys.refuseEvery = refuseEvery
    var touchpad = Touchpad()
    var engine = Engine(rules)
    var effects: [Effect] = []
    var now = Timestamp.zero
    func perform(_ effect: Effect) -> Engine.Input? {
      switch effect {
      case .start(let start):
        keys.commands += 1
        return .commandEnded(start.id)
      case .inject(let event, _): return .injection(keys.send(event) ? .sent : .noRoom)
      case .report(let failure): keys.problems.append("\(failure)")
      case .feed, .tell, .desktop, .touch, .gesture, .findWindow, .startProbe, .stopProbe, .ask, .stopAsking,
        .forgetLockRequest,
        .deviceChanged, .deviceTurned, .note:
        break
      case .virtualTouchpad(let isNeeded):
        if touchpad.hand.fingers > 0 { keys.problems.append("the touchpad goes while contacts are down") }
        touchpad.isThere = isNeeded
      case .touchpad(let hand, _): touchpad.touch(hand, at: now)
      }
      return nil
    }
    func handle(_ input: Engine.Input, at time: Timestamp) {
      now = max(now, time)
      engine.handle(input, at: now, into: &effects)
      while !effects.isEmpty {
        if let answer = perform(effects.removeFirst()) { engine.handle(answer, at: now, into: &effects) }
      }
    }
    func advance(to moment: Timestamp) {
      while let due = engine.deadline, due <= moment { handle(.timePassed, at: due) }
    }
    handle(.bindings(KeyBindings(of: rules, on: .success(keymap))), at: .zero)
    var random = SplitMix(state: 7)
    var sequences = 0
    let count = trials(2_500, thorough: 100_000)
    while sequences < count {
      let next =
        now + .microseconds(Int64.random(in: 0...(Bool.random(using: &random) ? 20_000 : 200_000), using: &random))
      let late = Int.random(in: 0..<2000, using: &random)
      // The passage of time is not always reported at once.
      if late > 20 { advance(to: next) }
      let (event, startsSequence) = randomEvent(at: next.microseconds, &random)
      if startsSequence { sequences += 1 }
      switch late {
      case 0: handle(.release, at: next)
      case 1: handle(.rules(rules), at: next)
      case 2: handle(.pause(lasting: .milliseconds(100)), at: next)
      default: handle(.touch(event), at: next)
      }
      if engine.isAtRest, !keys.pressed.isEmpty || touchpad.hand.fingers > 0 {
        keys.problems.append("\(keys.pressed) is pressed, or \(touchpad.hand) down, and no finger is down")
        break
      }
    }
    handle(.stop, at: now)
    while let due = engine.deadline { handle(.timePassed, at: due) }
    #expect(keys.pressed.isEmpty)
    #expect(engine.pressed.isEmpty)
    #expect(keys.problems == [])
    #expect(touchpad.hand.fingers == 0)
    #expect(touchpad.problems == [])
    #expect(touchpad.hands > count / 1_000)
    #expect(keys.presses > count / 100)
    #expect(keys.moves > count / 100)
    #expect(keys.commands > count / 10_000)
  }
}
