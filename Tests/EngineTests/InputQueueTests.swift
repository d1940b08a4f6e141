import Touch
@testable import Engine
import Rules
import Testing
import Time

@Suite("The input queue")
struct InputQueueTests {
  let ctrl = KeyCode(29)
  let t = KeyCode(20)
  let f5 = KeyCode(63)

  private func at(_ microseconds: Int64) -> Timestamp { Timestamp(microseconds: microseconds) }

  private func queue(of chords: [KeyPresses]) -> InputQueue {
    var queue = InputQueue()
    if !queue.append(chords) { Issue.record("there is no room in an empty queue") }
    return queue
  }

  /// Sends events when they are due, and records them: `0 +29`.
  private func drain(_ queue: inout InputQueue, from start: Int64, steps: Int = .max) -> [String] {
    var now = start
    var lines: [String] = []
    while lines.count < steps, let deadline = queue.deadline {
      now = max(now, deadline.microseconds)
      guard let event = queue.due(at: at(now)) else { break }
      queue.sent(at: at(now))
      switch event {
      case .key(let key): lines.append("\(now) \(key.isDown ? "+" : "-")\(key.key.number)")
      case .character(let key): lines.append("\(now) type \(key.key.number)")
      case .wheel(let right, let up): lines.append("\(now) wheel \(right) \(up)")
      case .scroll(let right, let down): lines.append("\(now) scroll \(right) \(down)")
      case .scrollEnd: lines.append("\(now) scrolled")
      case .motion(let right, let down): lines.append("\(now) move \(right) \(down)")
      case .position(let position): lines.append("\(now) to \(position.x) \(position.y)")
      }
    }
    return lines
  }

  @Test("chords are pressed in order and released in reverse, 1 ms between events")
  func order() {
    var queue = queue(of: [KeyPresses([ctrl, t]), KeyPresses([f5])])
    let sent = drain(&queue, from: 5000)
    #expect(sent == ["5000 +29", "6000 +20", "7000 -20", "8000 -29", "9000 +63", "10000 -63"])
    #expect(queue.isEmpty)
    #expect(queue.pressed.isEmpty)
    #expect(queue.deadline == nil)
  }

  @Test("no event is due early, and delays are not caught up")
  func late() {
    var queue = queue(of: [KeyPresses([t])])
    #expect(queue.due(at: at(5000)) == .key(KeyEvent(t, isDown: true)))
    queue.sent(at: at(5000))
    #expect(queue.due(at: at(5999)) == nil)
    #expect(queue.due(at: at(9000)) == .key(KeyEvent(t, isDown: false)))
    queue.sent(at: at(9000))
    let isAppended = queue.append([KeyPresses([f5])])
    #expect(isAppended)
    #expect(queue.deadline == at(10_000))
  }

  @Test("an event that could not be sent stays due, and its key is not pressed")
  func unsent() {
    var queue = queue(of: [KeyPresses([ctrl, t])])
    #expect(queue.due(at: at(0)) == queue.due(at: at(0)))
    #expect(queue.pressed.isEmpty)
    queue.releaseAll()
    #expect(queue.isEmpty)
  }

  @Test("a release at any step releases the pressed keys at once in reverse, and drops the rest")
  func releaseAll() {
    let chords = [KeyPresses([ctrl, KeyCode(42), t]), KeyPresses([f5])]
    let held: [[Int]] = [[], [29], [29, 42], [29, 42, 20], [29, 42], [29], [], [63], []]
    for (steps, pressed) in held.enumerated() {
      var queue = queue(of: chords)
      _ = drain(&queue, from: 0, steps: steps)
      #expect(queue.pressed.map { Int($0.number) } == pressed)
      queue.releaseAll()
      let sent = drain(&queue, from: 0)
      #expect(sent == pressed.reversed().map { "0 -\($0)" })
      #expect(queue.isEmpty)
      #expect(queue.pressed.isEmpty)
    }
  }

  @Test("a second release has no effect")
  func releaseTwice() {
    var queue = queue(of: [KeyPresses([ctrl, t])])
    _ = drain(&queue, from: 0, steps: 2)
    queue.releaseAll()
    let first = drain(&queue, from: 0, steps: 1)
    queue.releaseAll()
    let second = drain(&queue, from: 0)
    #expect(first == ["0 -20"])
    #expect(second == ["0 -29"])
  }

  @Test("chords after a release keep their pauses")
  func appendBehindRelease() {
    var queue = queue(of: [KeyPresses([ctrl, t])])
    _ = drain(&queue, from: 0, steps: 2)
    queue.releaseAll()
    let isAppended = queue.append([KeyPresses([f5])])
    let sent = drain(&queue, from: 1500)
    #expect(isAppended)
    #expect(sent == ["1500 -20", "1500 -29", "2500 +63", "3500 -63"])
  }

  @Test("chords that exceed the room are refused as a whole")
  func limit() {
    let chord = KeyPresses([t])
    var queue = queue(of: Array(repeating: chord, count: InputQueue.limit / 2 - 1))
    let answers = [queue.append([chord, chord]), queue.append([chord]), queue.append([chord])]
    #expect(answers == [false, true, false])
    // Events that were sent make room.
    let sent = drain(&queue, from: 0, steps: 2)
    let isAppended = queue.append([chord])
    let rest = drain(&queue, from: 0)
    #expect(sent.count == 2)
    #expect(isAppended)
    #expect(rest.count == InputQueue.limit)
  }

  @Test("a key named twice in a chord is pressed once")
  func twice() {
    #expect(KeyPresses([ctrl, t, ctrl]).keys == [ctrl, t])
  }

  @Test("a key that is held is neither pressed nor released by chords")
  func held() {
    var queue = InputQueue()
    let alt = KeyCode(56)
    let isPressed = queue.press(KeyPresses([alt]))
    let isAppended = queue.append([KeyPresses([alt, t]), KeyPresses([f5])])
    queue.release(KeyPresses([alt]))
    let sent = drain(&queue, from: 0)
    #expect(isPressed && isAppended)
    #expect(sent == ["0 +56", "1000 +20", "2000 -20", "3000 +63", "4000 -63", "5000 -56"])
  }

  @Test("a key that was held twice is released by the second release")
  func heldTwice() {
    var queue = InputQueue()
    let areHeld = [queue.press(KeyPresses([ctrl])), queue.press(KeyPresses([ctrl, t]))]
    queue.release(KeyPresses([ctrl, t]))
    let first = drain(&queue, from: 0)
    queue.release(KeyPresses([ctrl]))
    queue.release(KeyPresses([ctrl]))
    let second = drain(&queue, from: 9000)
    #expect(areHeld == [true, true])
    #expect(first == ["0 +29", "1000 +20", "2000 -20"])
    #expect(second == ["9000 -29"])
  }

  @Test("a release is accepted even without room")
  func releaseWithoutRoom() {
    var queue = InputQueue()
    let isHeld = queue.press(KeyPresses([ctrl]))
    _ = drain(&queue, from: 0)
    let isFull = queue.append(Array(repeating: KeyPresses([t]), count: InputQueue.limit / 2))
    let isRefused = queue.press(KeyPresses([f5]))
    queue.release(KeyPresses([ctrl]))
    let sent = drain(&queue, from: 0)
    #expect([isHeld, isFull, isRefused] == [true, true, false])
    #expect(sent.last?.hasSuffix(" -29") == true)
    #expect(queue.pressed.isEmpty)
  }

  @Test("the same button pauses for 30 ms, other buttons do not wait")
  func buttons() {
    let (left, right) = (KeyCode(.left), KeyCode(.right))
    var queue = queue(of: [KeyPresses([left]), KeyPresses([right])])
    let sent = drain(&queue, from: 0)
    #expect(sent == ["0 +272", "30000 -272", "31000 +273", "61000 -273"])
  }

  @Test("a removed device loses its events and keys, and no others")
  func forget() {
    let left = KeyCode(.left)
    var queue = InputQueue()
    let areHeld = [queue.press(KeyPresses([ctrl, left])), queue.append([.motion(right: 1, down: 2)])]
    _ = drain(&queue, from: 0, steps: 2)
    queue.forget(.pointer)
    #expect(areHeld == [true, true])
    #expect(queue.pressed == [ctrl])
    queue.release(KeyPresses([ctrl, left]))
    let sent = drain(&queue, from: 5000)
    #expect(sent == ["5000 -29"])
  }

  @Test("an immediate release is complete even if a device is removed meanwhile")
  func forgetWhileReleasing() {
    var queue = InputQueue()
    let isHeld = queue.press(KeyPresses([ctrl, KeyCode(.left), t]))
    _ = drain(&queue, from: 0)
    queue.releaseAll()
    queue.forget(.pointer)
    let isAppended = queue.append([KeyPresses([f5])])
    let sent = drain(&queue, from: 5000)
    #expect(isHeld && isAppended)
    #expect(sent == ["5000 -20", "5000 -29", "6000 +63", "7000 -63"])
  }

  @Test("keys of different keymaps are 100 ms apart, for programs that read the keymap late")
  func keymaps() {
    let first = TextKey(keymap: 0, layout: 0, key: KeyCode(2))
    let second = TextKey(keymap: 1, layout: 0, key: KeyCode(3))
    var queue = queue(of: [KeyPresses([t])])
    let areAppended = [
      queue.append([.character(first), .character(first), .motion(right: 1, down: 1), .character(second)]),
      queue.append([KeyPresses([KeyCode(.left)])]), queue.append([KeyPresses([t])]),
    ]
    let sent = drain(&queue, from: 0)
    #expect(areAppended == [true, true, true])
    #expect(
      sent == [
        "0 +20", "1000 -20", "101000 type 2", "102000 type 2", "103000 move 1 1", "202000 type 3", "203000 +272",
        "233000 -272", "302000 +20", "303000 -20",
      ])
    #expect(queue.pressed.isEmpty)
  }

  @Test("scrolling fingers lift exactly once, whatever happens")
  func scrolling() {
    var queue = InputQueue()
    queue.endScrolling()
    let isNothing = queue.isEmpty
    let areAppended = [queue.append([.scroll(right: 0, down: 9)]), queue.append([KeyPresses([t])])]
    queue.endScrolling()
    queue.endScrolling()
    let ended = drain(&queue, from: 0)
    let isAppended = queue.append([.scroll(right: 0, down: 9), .scroll(right: 0, down: 9)])
    let begun = drain(&queue, from: 9000, steps: 1)
    queue.releaseAll()
    let released = drain(&queue, from: 9000)
    queue.releaseAll()
    #expect(isNothing && areAppended == [true, true] && isAppended)
    #expect(ended == ["0 scroll 0 9", "1000 +20", "2000 -20", "3000 scrolled"])
    #expect(begun == ["9000 scroll 0 9"])
    #expect(released == ["9000 scrolled"])
    #expect(queue.isEmpty)
  }
}
