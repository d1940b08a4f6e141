@testable import Gestures
import Testing
import Time
import Touch

@Suite("Contacts that do not move")
struct RestingContactTests {
  private static let device = Device(
    id: DeviceID(3), name: "Screen", kind: .touchscreen, size: Size(width: 200, height: 100))

  private static func time(_ milliseconds: Int64) -> Timestamp { Timestamp(microseconds: milliseconds * 1000) }

  /// A recognition with one contact that has landed at 50 × 25 mm, 1 s after the start.
  private static func landed() -> Recognition {
    var recognition = Recognition([])
    play(&recognition, 0, .deviceAdded(device))
    play(&recognition, 1000, .touchDown(slot: 4, Point(x: 50, y: 25)), .touchFrame)
    return recognition
  }

  private static func play(_ recognition: inout Recognition, _ milliseconds: Int64, _ kinds: TouchEvent.Kind...) {
    var gestures: [Gesture] = []
    for kind in kinds {
      recognition.handle(TouchEvent(time: time(milliseconds), device: device.id, kind: kind), into: &gestures)
    }
  }

  @Test("one that lands and rests has not moved since then, and is stuck ten seconds later")
  func landing() throws {
    let contact = try #require(Self.landed().restingContacts.first)
    #expect(Self.landed().restingContacts.count == 1)
    #expect(contact.device == Self.device.id)
    #expect(contact.position == Point(x: 50, y: 25))
    #expect(contact.share == Point(x: 0.25, y: 0.25))
    #expect(contact.since == Self.time(1000))
    #expect(contact.stuckFrom == Self.time(11_000))
  }

  @Test("the noise of a sensor is no movement")
  func noise() {
    var recognition = Self.landed()
    for step in 0..<100 {
      let offset = step.isMultiple(of: 2) ? 0.5 : -0.5
      Self.play(
        &recognition, 2000 + 10 * Int64(step), .touchMotion(slot: 4, Point(x: 50 + offset, y: 25)), .touchFrame)
    }
    #expect(recognition.restingContacts.map(\.since) == [Self.time(1000)])
  }

  @Test("one that has moved rests since its last movement")
  func movement() {
    var recognition = Self.landed()
    for step in 1...20 {
      Self.play(
        &recognition, 2000 + 10 * Int64(step), .touchMotion(slot: 4, Point(x: 50 + Double(step), y: 25)), .touchFrame)
    }
    Self.play(&recognition, 9000, .touchFrame)
    #expect(recognition.restingContacts.map(\.since) == [Self.time(2200)])
    #expect(recognition.restingContacts.map(\.position) == [Point(x: 70, y: 25)])
  }

  @Test("none is left when it lifts, and a hand beside it changes nothing")
  func lift() {
    var recognition = Self.landed()
    for step in 0...20 {
      let kinds = (0..<3).map { slot -> TouchEvent.Kind in
        let position = Point(x: 120 + 20 * Double(slot), y: 60 + Double(step))
        return step == 0 ? .touchDown(slot: slot, position) : .touchMotion(slot: slot, position)
      }
      for kind in kinds + [.touchFrame] { Self.play(&recognition, 20_000 + 10 * Int64(step), kind) }
    }
    #expect(recognition.restingContacts.map(\.since) == [1000, 20_200, 20_200, 20_200].map(Self.time))
    for slot in 0..<3 { Self.play(&recognition, 20_300, .touchUp(slot: slot)) }
    Self.play(&recognition, 20_300, .touchFrame)
    #expect(recognition.restingContacts.map(\.since) == [Self.time(1000)])
    Self.play(&recognition, 30_000, .touchUp(slot: 4), .touchFrame)
    #expect(recognition.restingContacts.isEmpty)
  }
}
