import Gestures
@testable import Hands
import Testing
import Touch

@Suite("Surfaces with stated properties")
struct StatedSurfaceTests {
  /// The events of `hand`, adjusted for a surface that is turned.
  private func seen(_ hand: Hand, turned orientation: Device.Orientation) -> [TouchEvent] {
    guard let adjustment = SurfaceAdjustment(of: hand.device, size: nil, turn: SurfaceTurn(orientation)) else {
      return hand.events
    }
    return hand.events.map { TouchEvent(time: $0.time, device: $0.device, kind: adjustment.adjusted($0.kind)) }
  }

  private static let rules =
    [Edges.left, .right, .top, .bottom].map { Trigger.swipe(.any, 1).starting(.edge($0)) } + [.swipe(.any, 1)]

  @Test(
    "a swipe from the top edge of a turned screen starts at the edge in the user's view",
    arguments: [
      (Device.Orientation.normal, "120 swipe down 1 #2"), (.left, "120 swipe right 1 #0"),
      (.right, "120 swipe left 1 #1"), (.inverted, "120 swipe up 1 #3"),
    ])
  func ownTop(orientation: Device.Orientation, reported: String) {
    var hand = Hand()
    hand.land(at: Point(x: 300, y: 2))
    hand.move(0, 20)
    hand.lift()
    #expect(story(Self.rules, seen(hand, turned: orientation)) == [reported])
  }

  @Test(
    "a swipe from its right edge likewise",
    arguments: [
      (Device.Orientation.normal, "120 swipe left 1 #1"), (.left, "120 swipe down 1 #2"),
      (.right, "120 swipe up 1 #3"), (.inverted, "120 swipe right 1 #0"),
    ])
  func ownRight(orientation: Device.Orientation, reported: String) {
    var hand = Hand()
    hand.land(at: Point(x: 338, y: 90))
    hand.move(-20, 0)
    hand.lift()
    #expect(story(Self.rules, seen(hand, turned: orientation)) == [reported])
  }

  @Test("fingers turn in the same direction on a turned screen")
  func turning() {
    var hand = Hand()
    hand.land(2)
    hand.turn(30)
    hand.lift()
    for orientation in Device.Orientation.allCases {
      let reported = story([.rotate(.clockwise, 2)], seen(hand, turned: orientation))
      #expect(reported.first?.hasSuffix("rotate clockwise 2 began #0") == true, "\(orientation): \(reported)")
    }
  }

  /// A recognition that knows `device`, with its gestures so far.
  private struct Watch {
    var recognition: Recognition
    var reported: [Gesture] = []

    init(_ triggers: [Trigger]) { recognition = Recognition(triggers) }

    mutating func play(_ events: some Sequence<TouchEvent>) {
      for event in events { recognition.handle(event, into: &reported) }
    }

    /// Lets the time pass that is pending.
    mutating func pass() {
      while let deadline = recognition.deadline { recognition.advance(to: deadline, into: &reported) }
    }
  }

  @Test("a device whose properties change while fingers are down uses them from the next touch on")
  func replaced() {
    var watch = Watch([.swipe(.right, 1, distance: 30)])
    var hand = Hand()
    hand.land(at: Point(x: 20, y: 90))
    hand.move(25, 0)
    watch.play(hand.events)
    var large = Hand.screen
    large.size = Size(width: 3400, height: 1900)
    watch.recognition.replaceDevices(with: [large], into: &watch.reported)
    #expect(watch.recognition.devices == [large])
    let before = hand.events.count
    hand.move(40, 0)
    // Another finger beside it makes no gesture of its own.
    hand.land(at: Point(x: 20, y: 20))
    hand.move(40, 0)
    hand.lift()
    watch.play(hand.events[before...])
    #expect(watch.reported == [])
    let second = hand.events.count
    hand.wait(500)
    hand.land(at: Point(x: 20, y: 90))
    hand.move(35, 0)
    hand.lift()
    watch.play(hand.events[second...])
    #expect(watch.reported.map(\.phase) == [.recognized])
  }

  @Test("edges are those of the present size")
  func edges() {
    var watch = Watch([Trigger.swipe(.left, 1).starting(.edge(.right))])
    var hand = Hand()
    watch.play(hand.events)
    var wide = Hand.screen
    wide.size = Size(width: 500, height: 190)
    watch.recognition.replaceDevices(with: [wide], into: &watch.reported)
    for x in [338.0, 498] {
      let before = hand.events.count
      hand.wait(500)
      hand.land(at: Point(x: x, y: 90))
      hand.move(-20, 0)
      hand.lift()
      watch.play(hand.events[before...])
      #expect(watch.reported.count == (x == 498 ? 1 : 0))
    }
  }

  @Test("one device can be cancelled alone: its fingers do nothing more until they have lifted")
  func cancelled() {
    var other = Hand.screen
    other.id = DeviceID(7)
    var watch = Watch([.pan(.any, 1)])
    var hands = [Hand(), Hand(on: other)]
    for index in hands.indices {
      hands[index].land(1)
      hands[index].move(10, 0)
      watch.play(hands[index].events)
    }
    watch.recognition.cancel(on: other.id, into: &watch.reported)
    #expect(watch.reported.last?.phase == .cancelled && watch.reported.last?.device == other.id)
    for index in hands.indices {
      let before = hands[index].events.count
      hands[index].move(10, 0)
      hands[index].lift()
      hands[index].wait(500)
      watch.play(hands[index].events[before...])
    }
    watch.pass()
    #expect(watch.reported.filter { $0.phase == .ended }.map(\.device) == [Hand.screen.id])
    let before = hands[1].events.count
    hands[1].land(1)
    hands[1].move(10, 0)
    hands[1].lift()
    watch.play(hands[1].events[before...])
    watch.pass()
    #expect(watch.reported.last?.phase == .ended && watch.reported.last?.device == other.id)
  }

  @Test("removing a device cancels its gestures, and no others")
  func left() {
    var other = Hand.screen
    other.id = DeviceID(7)
    var watch = Watch([.pan(.any, 1)])
    var hands = [Hand(), Hand(on: other)]
    for index in hands.indices {
      hands[index].land(1)
      hands[index].move(10, 0)
      watch.play(hands[index].events)
    }
    #expect(watch.reported.count { $0.phase == .began } == 2)
    watch.recognition.replaceDevices(with: [other], into: &watch.reported)
    #expect(watch.reported.last?.phase == .cancelled && watch.reported.last?.device == Hand.screen.id)
    for index in hands.indices {
      let before = hands[index].events.count
      hands[index].lift()
      watch.play(hands[index].events[before...])
    }
    watch.pass()
    #expect(watch.reported.last?.phase == .ended && watch.reported.last?.device == other.id)
    watch.recognition.replaceDevices(with: [Hand.screen, other], into: &watch.reported)
    #expect(watch.recognition.devices == [Hand.screen, other])
  }
}
