import Testing
import Time
import Touch

@testable import Gestures

@Suite("Fingers")
struct FingerTrackerTests {
  /// A tracker with two fingers of one hand, 30 mm apart, after the frame of their landing.
  private static func pair() -> FingerTracker {
    var tracker = FingerTracker()
    tracker.down(slot: 0, at: Point(x: 50, y: 50), .zero)
    tracker.down(slot: 1, at: Point(x: 80, y: 50), .zero)
    close(&tracker, 0)
    return tracker
  }

  @discardableResult
  private static func close(_ tracker: inout FingerTracker, _ milliseconds: Int64) -> FingerTracker.Frame {
    let frame = tracker.closeFrame(at: Timestamp(microseconds: milliseconds * 1000))
    for index in tracker.fingers.indices { tracker.assign(index, to: 0) }
    tracker.completeFrame()
    return frame
  }

  private static func time(_ milliseconds: Int64) -> Timestamp { Timestamp(microseconds: milliseconds * 1000) }

  @Test("a contact that returns within 40 ms, in any slot, is the same finger", arguments: [(30, true), (45, false)])
  func gap(length: Int64, isSame: Bool) throws {
    var tracker = Self.pair()
    let id = try #require(tracker.fingers.last).id
    tracker.up(slot: 1)
    #expect(Self.close(&tracker, 10).lifted == 0)
    if let due = tracker.deadline, due <= Self.time(10 + length) {
      #expect(tracker.expire(at: due, lingering: FingerTracker.Lingering()).lifted == 1)
      tracker.completeFrame()
    }
    tracker.down(slot: 4, at: Point(x: 82, y: 51), Self.time(10 + length))
    let frame = Self.close(&tracker, 10 + length)
    #expect(frame.landed == (isSame ? 0 : 1))
    #expect(frame.down == 2)
    #expect(tracker.fingers.contains { $0.id == id } == isSame)
  }

  @Test("the fingers of a hand that is lost whole return where it would be by now, not where a neighbour was")
  func wholeHand() {
    var tracker = FingerTracker()
    tracker.down(slot: 0, at: Point(x: 50, y: 50), .zero)
    tracker.down(slot: 1, at: Point(x: 64, y: 50), .zero)
    Self.close(&tracker, 0)
    for (slot, x) in [(0, 57.0), (1, 71)] { tracker.move(slot: slot, to: Point(x: x, y: 50)) }
    Self.close(&tracker, 10)
    for slot in 0...1 { tracker.up(slot: slot) }
    var long = FingerTracker.Lingering()
    long.set(.long, of: 0)
    #expect(tracker.closeFrame(at: Self.time(20), lingering: long).lifted == 0)
    tracker.completeFrame()
    for (slot, x) in [(0, 78.0), (1, 92)] { tracker.down(slot: slot, at: Point(x: x, y: 50), Self.time(40)) }
    let frame = tracker.closeFrame(at: Self.time(40), lingering: long)
    #expect(frame.landed == 0 && frame.down == 2)
    #expect(tracker.fingers.map(\.position.x) == [78, 92])
  }

  @Test("a contact gets another slot within one frame, whatever the order of the events", arguments: [false, true])
  func slot(landsFirst: Bool) throws {
    var tracker = Self.pair()
    if landsFirst { tracker.down(slot: 2, at: Point(x: 81, y: 50), Self.time(10)) }
    tracker.up(slot: 1)
    if !landsFirst { tracker.down(slot: 2, at: Point(x: 81, y: 50), Self.time(10)) }
    let frame = Self.close(&tracker, 10)
    #expect(frame == FingerTracker.Frame(down: 2, hasChanges: true))
    #expect(tracker.fingers.map(\.slot) == [0, 2])
  }

  @Test("a part of a finger whose lift was lost is gone when its slot lands again")
  func lostPart() {
    var tracker = Self.pair()
    tracker.down(slot: 2, at: Point(x: 82, y: 51), Self.time(10))
    Self.close(&tracker, 10)
    #expect(tracker.fingers.map(\.slot) == [0, 1, 2])
    tracker.down(slot: 2, at: Point(x: 60, y: 90), Self.time(20))
    Self.close(&tracker, 20)
    #expect(tracker.fingers.map(\.slot) == [0, 1, 2])
    #expect(tracker.fingers.last?.position == Point(x: 60, y: 90))
    #expect(tracker.down == 3)
  }

  @Test("a missing finger is expected where its hand has moved meanwhile")
  func expected() {
    var tracker = Self.pair()
    tracker.up(slot: 1)
    Self.close(&tracker, 10)
    for step in 1...3 {
      tracker.move(slot: 0, to: Point(x: 50 + 8 * Double(step), y: 50))
      Self.close(&tracker, 10 + 10 * Int64(step))
    }
    tracker.down(slot: 1, at: Point(x: 104, y: 50), Self.time(45))
    #expect(Self.close(&tracker, 45).landed == 0)
  }

  @Test("fingers that lift together lift at once, the last one too unless its hand may linger")
  func lift() {
    var tracker = Self.pair()
    tracker.up(slot: 0)
    tracker.up(slot: 1)
    #expect(Self.close(&tracker, 10).lifted == 2)
    var lingering = Self.pair()
    lingering.up(slot: 0)
    lingering.up(slot: 1)
    var short = FingerTracker.Lingering()
    short.set(.short, of: 0)
    #expect(lingering.closeFrame(at: Self.time(10), lingering: short).lifted == 0)
    lingering.completeFrame()
    #expect(lingering.deadline == Self.time(30))
    #expect(lingering.expire(at: Self.time(30), lingering: short).lifted == 2)
  }

  @Test(
    "a contact that jumps has not moved, a quick finger has",
    arguments: [(60.0, true), (140, true), (25, false), (12, false)])
  func jump(length: Double, isJump: Bool) {
    var tracker = Self.pair()
    tracker.move(slot: 1, to: Point(x: 80, y: 50 + length))
    let frame = tracker.closeFrame(at: Self.time(12))
    #expect(frame.moved)
    #expect((tracker.fingers[1].change == .jumped) == isJump)
  }

  @Test("two contacts that change places stay where they are")
  func exchange() {
    var tracker = Self.pair()
    tracker.move(slot: 0, to: Point(x: 80.5, y: 50))
    tracker.move(slot: 1, to: Point(x: 50.5, y: 50))
    Self.close(&tracker, 10)
    #expect(tracker.fingers.map(\.position) == [Point(x: 50.5, y: 50), Point(x: 80.5, y: 50)])
    #expect(tracker.fingers.map(\.slot) == [1, 0])
  }

  @Test("a contact beside another one is a part of its finger, and goes on as it if the other one ends")
  func part() {
    var tracker = Self.pair()
    tracker.down(slot: 2, at: Point(x: 83, y: 50), Self.time(10))
    #expect(Self.close(&tracker, 10) == FingerTracker.Frame(down: 2, hasChanges: true))
    tracker.up(slot: 1)
    #expect(Self.close(&tracker, 20) == FingerTracker.Frame(down: 2, hasChanges: true))
    #expect(tracker.fingers.map(\.slot) == [0, 2])
    // Two fingers that touch and part are two.
    tracker.down(slot: 3, at: Point(x: 54, y: 50), Self.time(30))
    #expect(Self.close(&tracker, 30).landed == 0)
    tracker.move(slot: 3, to: Point(x: 62, y: 50))
    #expect(Self.close(&tracker, 40).landed == 1)
  }

  @Test("on a surface of unknown size, the distance of a part follows that of the other fingers")
  func partOfUnknownSize() {
    // Two fingers of a 22" screen that reports no size: 13 mm apart.
    var tracker = FingerTracker()
    tracker.isSizeKnown = false
    tracker.down(slot: 0, at: Point(x: 20, y: 50), .zero)
    tracker.down(slot: 1, at: Point(x: 24.1, y: 50), .zero)
    #expect(Self.close(&tracker, 0).landed == 2)
    // Two more of the hand.
    tracker.down(slot: 2, at: Point(x: 28.3, y: 50), Self.time(10))
    tracker.down(slot: 3, at: Point(x: 33, y: 50), Self.time(10))
    #expect(Self.close(&tracker, 10).landed == 2)
    // 2.5 mm from the last one.
    tracker.down(slot: 4, at: Point(x: 33.8, y: 50), Self.time(20))
    #expect(Self.close(&tracker, 20).landed == 0)
    tracker.move(slot: 4, to: Point(x: 35.5, y: 50))
    #expect(Self.close(&tracker, 30).landed == 1)
  }

  @Test("a contact that lands again without a lift, because events were lost, is another finger")
  func lost() {
    var tracker = Self.pair()
    tracker.down(slot: 1, at: Point(x: 80, y: 50), Self.time(10))
    let frame = Self.close(&tracker, 10)
    #expect(frame.landed == 1)
    #expect(frame.lifted == 1)
  }
}
