import Gestures
@testable import Hands
import Testing
import Time
import Touch
import Trials

/// Thumbs that rest on a touchpad below the other fingers: they are no fingers, as for libinput.
@Suite("Thumbs on a touchpad")
struct TouchpadThumbTests {
  private static let ways: [(Direction, Double)] = [(.right, 0), (.down, .pi / 2), (.left, .pi), (.up, -.pi / 2)]

  /// The gestures of `fingers` that move in a direction, with a thumb that landed up to 300 ms before them.
  private func gestures(
    _ fingers: Int, _ heading: Double, _ random: inout SplitMix
  ) throws -> [Gesture] {
    let device = TouchpadNode.device(3)
    let size = try #require(device.size)
    for _ in 0..<10_000 {
      let pad = Touchscreen(touchpadOf: size, &random)
      let hand = Scene(
        .straight(
          heading, Poise(fingers, &random), rest: random.within(0...200), length: random.within(20...35),
          duration: random.within(150...500), stay: random.within(20...100), &random))
      let lowest = hand.contacts.map { $0.position($0.lands).dy }.max() ?? 0
      var scene = hand.delayed(by: random.within(0...300))
      scene.addStray(
        at: Vector(dx: random.within(-20...10), dy: lowest + random.within(20...32)), from: 0,
        until: scene.end + random.within(0...400))
      guard let origin = pad.origin(of: scene, margin: 2, &random) else { continue }
      var recognition = Recognition(
        UncleanKind.swipes(3...4) + UncleanKind.taps(3...4) + (3...4).map { .pinch(.any, $0) })
      var gestures: [Gesture] = []
      recognition.handle(TouchEvent(time: .zero, device: device.id, kind: .deviceAdded(device)), into: &gestures)
      let events = pad.events(of: scene, at: origin, from: 1_000_000, &random)
      for event in events {
        recognition.handle(TouchEvent(time: event.time, device: device.id, kind: event.kind), into: &gestures)
      }
      recognition.advance(to: (events.last?.time ?? .zero) + .seconds(2), into: &gestures)
      return gestures.filter { $0.phase == .recognized || $0.phase == .began }
    }
    throw Unfit()
  }

  private struct Unfit: Error {}

  @Test("95 of 100 swipes of three above a thumb are swipes of three")
  func swipes() throws {
    var wrong: [String] = []
    let count = trials(100, thorough: 1_000)
    for number in 0..<count {
      var random = SplitMix(state: UInt64(number))
      let (direction, heading) = Self.ways[number % 4]
      let gestures = try gestures(3, heading, &random)
      let isRight = gestures.count == 1 && gestures[0].kind == .swipe && gestures[0].fingers == 3
      if !isRight || gestures[0].direction != direction { wrong.append("\(number): \(gestures.map(\.text))") }
    }
    #expect(wrong.count * 20 <= count, "\(wrong)")
  }

  @Test("95 of 100 hands that scroll above a thumb do nothing")
  func scrolling() throws {
    var wrong: [String] = []
    let count = trials(100, thorough: 1_000)
    for number in 0..<count {
      var random = SplitMix(state: UInt64(number))
      let gestures = try gestures(2, Self.ways[number % 4].1, &random)
      if !gestures.isEmpty { wrong.append("\(number): \(gestures.map(\.text))") }
    }
    #expect(wrong.count * 20 <= count, "\(wrong)")
  }
}
