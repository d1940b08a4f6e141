@testable import Actions
import Testing
import Touch

@Suite("Keys one after the other")
struct KeyQueueTests {
  let ctrl = KeyCode(29)
  let t = KeyCode(20)
  let f5 = KeyCode(63)

  private func at(_ microseconds: Int64) -> Timestamp { Timestamp(microseconds: microseconds) }

  private func queue(of chords: [KeyPresses]) -> KeyQueue {
    var queue = KeyQueue()
    if !queue.append(chords) { Issue.record("there is no room in an empty queue") }
    return queue
  }

  /// Sends what is due, at the time it is due, and writes it down: `0 +29`.
  private func drain(_ queue: inout KeyQueue, from start: Int64, steps: Int = .max) -> [String] {
    var now = start
    var lines: [String] = []
    while lines.count < steps, let deadline = queue.deadline {
      now = max(now, deadline.microseconds)
      guard let event = queue.due(at: at(now)) else { break }
      queue.sent(at: at(now))
      lines.append("\(now) \(event.isDown ? "+" : "-")\(event.key.number)")
    }
    return lines
  }

  @Test("chords are pressed in order and released the other way round, 1 ms between events")
  func order() {
    var queue = queue(of: [KeyPresses([ctrl, t]), KeyPresses([f5])])
    let sent = drain(&queue, from: 5000)
    #expect(sent == ["5000 +29", "6000 +20", "7000 -20", "8000 -29", "9000 +63", "10000 -63"])
    #expect(queue.isEmpty)
    #expect(queue.pressed.isEmpty)
    #expect(queue.deadline == nil)
  }

  @Test("nothing is due before its time, and what is late is not made up for")
  func late() {
    var queue = queue(of: [KeyPresses([t])])
    #expect(queue.due(at: at(5000)) == KeyEvent(t, isDown: true))
    queue.sent(at: at(5000))
    #expect(queue.due(at: at(5999)) == nil)
    #expect(queue.due(at: at(9000)) == KeyEvent(t, isDown: false))
    queue.sent(at: at(9000))
    let isAppended = queue.append([KeyPresses([f5])])
    #expect(isAppended)
    #expect(queue.deadline == at(10_000))
  }

  @Test("an event that could not be sent is due still, and its key is not pressed")
  func unsent() {
    var queue = queue(of: [KeyPresses([ctrl, t])])
    #expect(queue.due(at: at(0)) == queue.due(at: at(0)))
    #expect(queue.pressed.isEmpty)
    queue.releaseAll()
    #expect(queue.isEmpty)
  }

  @Test("released at any step, what is pressed comes up in reverse, at once, and nothing else happens")
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

  @Test("released twice, keys come up once")
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

  @Test("chords behind a release keep their pauses")
  func appendBehindRelease() {
    var queue = queue(of: [KeyPresses([ctrl, t])])
    _ = drain(&queue, from: 0, steps: 2)
    queue.releaseAll()
    let isAppended = queue.append([KeyPresses([f5])])
    let sent = drain(&queue, from: 1500)
    #expect(isAppended)
    #expect(sent == ["1500 -20", "1500 -29", "2500 +63", "3500 -63"])
  }

  @Test("more chords than there is room for are refused as a whole")
  func limit() {
    let chord = KeyPresses([t])
    var queue = queue(of: Array(repeating: chord, count: KeyQueue.limit / 2 - 1))
    let answers = [queue.append([chord, chord]), queue.append([chord]), queue.append([chord])]
    #expect(answers == [false, true, false])
    // What has been sent makes room.
    let sent = drain(&queue, from: 0, steps: 2)
    let isAppended = queue.append([chord])
    let rest = drain(&queue, from: 0)
    #expect(sent.count == 2)
    #expect(isAppended)
    #expect(rest.count == KeyQueue.limit)
  }

  @Test("a key named twice in a chord is pressed once")
  func twice() {
    #expect(KeyPresses([ctrl, t, ctrl]).keys == [ctrl, t])
  }
}
