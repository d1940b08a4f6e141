import Testing
import Time
import Touch

@Suite("Writing recordings")
struct RecordingWriterTests {
  private let screen = Device(
    id: DeviceID(0), name: "Atmel \"maXTouch\"", kind: .touchscreen, size: Size(width: 344.5, height: 194))
  private let pad = Device(id: DeviceID(1), name: "パッド", kind: .touchpad, size: nil)

  private func event(_ time: Int64, _ kind: TouchEvent.Kind, on device: Int = 1) -> TouchEvent {
    TouchEvent(time: Timestamp(microseconds: time), device: DeviceID(device), kind: kind)
  }

  @Test("the text of a small recording")
  func text() {
    let events = [
      event(5_000_000, .touchDown(slot: 0, Point(x: 31.5, y: 80.25)), on: 0),
      event(5_000_000, .touchFrame, on: 0),
      event(5_007_041, .touchMotion(slot: 0, Point(x: 31.56789, y: 80)), on: 0),
      event(5_009_000, .touchUp(slot: 0), on: 0),
      event(5_020_000, .swipeUpdate(fingers: 3, delta: Vector(dx: -1.00001, dy: 0.00004))),
      event(5_030_000, .swipeEnd(fingers: 3, cancelled: true)),
      event(5_040_000, .scroll(dx: nil, dy: 0)),
      event(5_045_000, .tap(fingers: 2, lasted: .milliseconds(85))),
      event(5_050_000, .deviceRemoved),
      event(6_000_000, .deviceAdded(pad)),
    ]
    #expect(
      written(events, devices: [screen, pad]) == #"""
        {"sleight": 1, "devices": [{"id": 0, "name": "Atmel \"maXTouch\"", "kind": "touchscreen", "width": 344.5, "height": 194}, {"id": 1, "name": "パッド", "kind": "touchpad", "width": null, "height": null}]}
        {"t": 0, "device": 0, "event": "touch-down", "slot": 0, "x": 31.5, "y": 80.25}
        {"t": 0, "device": 0, "event": "touch-frame"}
        {"t": 7041, "device": 0, "event": "touch-motion", "slot": 0, "x": 31.5679, "y": 80}
        {"t": 9000, "device": 0, "event": "touch-up", "slot": 0}
        {"t": 20000, "device": 1, "event": "swipe-update", "fingers": 3, "dx": -1, "dy": 0}
        {"t": 30000, "device": 1, "event": "swipe-end", "fingers": 3, "cancelled": true}
        {"t": 40000, "device": 1, "event": "scroll", "dy": 0}
        {"t": 45000, "device": 1, "event": "tap", "fingers": 2, "lasted": 85000}
        {"t": 50000, "device": 1, "event": "device-removed"}
        {"t": 1000000, "device": 1, "event": "device-added", "name": "パッド", "kind": "touchpad", "width": null, "height": null}

        """#)
  }

  @Test("a recording that begins with a tap starts at its landing")
  func tapFirst() {
    let tap = event(5_085_000, .tap(fingers: 3, lasted: .milliseconds(85)))
    #expect(
      written([tap], devices: []).hasSuffix(
        "\n{\"t\": 85000, \"device\": 1, \"event\": \"tap\", \"fingers\": 3, \"lasted\": 85000}\n"))
  }

  /// One event of each kind, with more decimals than a recording keeps.
  private static let kinds: [TouchEvent.Kind] = [
    .touchDown(slot: 0, Point(x: 31.123456, y: 80.2)), .touchMotion(slot: 9, Point(x: -0.00001, y: 0.1 + 0.2)),
    .touchUp(slot: 0), .touchCancel(slot: 9), .touchFrame,
    .swipeBegin(fingers: 3), .swipeUpdate(fingers: 4, delta: Vector(dx: -1 / 3, dy: 2 / 3)),
    .swipeEnd(fingers: 4, cancelled: false), .swipeEnd(fingers: 4, cancelled: true),
    .pinchBegin(fingers: 2),
    .pinchUpdate(fingers: 2, delta: Vector(dx: 1e-9, dy: -1e-9), scale: 1.0 / 7, rotation: -12.345678),
    .pinchEnd(fingers: 2, cancelled: false), .pinchEnd(fingers: 5, cancelled: true),
    .holdBegin(fingers: 1), .holdEnd(fingers: 1, cancelled: false), .holdEnd(fingers: 1, cancelled: true),
    .scroll(dx: 1.23456789, dy: nil), .scroll(dx: nil, dy: -0.00004), .scroll(dx: 0, dy: 0), .scroll(dx: nil, dy: nil),
    .tap(fingers: 1, lasted: .zero), .tap(fingers: 3, lasted: .nanoseconds(123_456_789)),
    .tap(fingers: 3, lasted: .seconds(Int64.max)),
    .deviceRemoved, .eventsLost, .fingersLeft(LeftFingers(.movement)), .fingersLeft(LeftFingers(.late, amount: 12_345)),
    .fingersLeft(LeftFingers(.spent, amount: 8001)), .fingersLeft(LeftFingers(.opposed, amount: 8)),
    .deviceAdded(
      Device(
        id: DeviceID(1), name: "a \\ \"b\"\n\u{1}é 👋", kind: .touchscreen,
        size: Size(width: 256.4375, height: 0.125))),
    .deviceAdded(Device(id: DeviceID(1), name: "", kind: .touchpad, size: nil)),
  ]

  @Test("every kind of event is read as written, rounded", arguments: kinds)
  func roundTrip(kind: TouchEvent.Kind) throws {
    let events = [event(0, kind), event(1_234_567, kind)]
    let text = written(events, devices: [pad])
    let recording = read(text)
    #expect(recording.problems == [])
    #expect(recording.events.first?.kind == .deviceAdded(pad))
    #expect(Array(recording.events.dropFirst()) == events.map(\.rounded))
    // Written again, the recording is identical, and so is one of rounded events.
    #expect(written(Array(recording.events.dropFirst()), devices: [pad]) == text)
    #expect(written(events.map(\.rounded), devices: [pad]) == text)
  }

  @Test("numbers rounded to 0 have no sign, live as in a recording: an angle would show it")
  func negativeZero() {
    let live = event(0, .swipeUpdate(fingers: 3, delta: Vector(dx: -0.00001, dy: -0.0))).rounded
    guard case .swipeUpdate(_, let delta) = live.kind else { return #expect(Bool(false), "\(live)") }
    #expect(delta.dx.sign == .plus && delta.dy.sign == .plus)
  }

  @Test("time starts at 0 with the first event; an earlier event after it has time 0 too")
  func start() {
    let events = [event(900, .touchFrame), event(800, .touchFrame), event(1000, .touchFrame)]
    #expect(read(written(events, devices: [pad])).times == [0, 0, 0, 100])
  }

  @Test("an empty recording can be read")
  func nothing() {
    #expect(written([], devices: []) == "{\"sleight\": 1, \"devices\": []}\n")
    #expect(read(written([], devices: [])).events == [] && problems(written([], devices: [])) == [])
  }
}
