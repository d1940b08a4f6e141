import Testing
import Touch

@Suite("Files of libinput record")
struct LibinputRecordTests {
  @Test("a touchpad, in the form of libinput 1.22")
  func touchpad() {
    let recording = Recording.read(PackageResources.touchpad_yml)
    #expect(recording.problems == [])
    #expect(
      recording.kinds == [
        .deviceAdded(
          Device(id: DeviceID(0), name: "Test Touchpad", kind: .touchpad, size: Size(width: 100, height: 70))),
        .swipeBegin(fingers: 3), .swipeUpdate(fingers: 3, delta: movement(-10.52, 0)),
        .swipeUpdate(fingers: 3, delta: movement(-10.52, 0)), .swipeEnd(fingers: 3, cancelled: false),
        .pinchBegin(fingers: 2), .pinchUpdate(fingers: 2, delta: .zero, scale: 1.05, rotation: 0.08),
        .pinchUpdate(fingers: 2, delta: movement(0, 0.13), scale: 1.1, rotation: 0.03),
        .pinchEnd(fingers: 2, cancelled: false),
        .scroll(dx: 0, dy: movement(0, 8.41).dy), .scroll(dx: 0, dy: 0),
        .deviceRemoved,
      ])
    #expect(recording.times.prefix(4) == [0, 22_170, 22_170, 36_418])
    #expect(recording.times.suffix(2) == [6_648_638, 6_648_638])
  }

  @Test("a touchscreen of unknown size: shares of its extent")
  func touchscreen() {
    let recording = Recording.read(PackageResources.touchscreen_yml)
    #expect(recording.problems == [])
    #expect(
      recording.kinds == [
        .deviceAdded(Device(id: DeviceID(0), name: "Atmel maXTouch Touchscreen", kind: .touchscreen, size: nil)),
        .touchDown(slot: 0, Point(x: 0.6738, y: 0.3479)), .touchFrame,
        .touchDown(slot: 1, Point(x: 0.2775, y: 0.6375)), .touchFrame,
        .touchMotion(slot: 0, Point(x: 0.6688, y: 0.3688)), .touchFrame,
        .touchMotion(slot: 0, Point(x: 0.6688, y: 0.375)), .touchMotion(slot: 1, Point(x: 0.285, y: 0.6625)),
        .touchFrame,
        .touchUp(slot: 1), .touchFrame, .touchUp(slot: 0), .touchFrame,
      ])
  }

  /// The part of a file for one device.
  private func device(_ name: String, property: String, events: [String]) -> String {
    """
    - node: /dev/input/event1
      evdev:
        name: "\(name)"
      udev:
        properties:
        - ID_INPUT=1
        - \(property)=1
      libinput:
        size: [100, 70]
      events:
      - libinput:
        - {type: DEVICE_ADDED, seat: seat0, logical_seat: default}

    """ + events.map { "    - \($0)\n" }.joined()
  }

  private let head = "# libinput record\nversion: 1\nndevices: 3\n"

  @Test("several devices follow one another in the file but overlap in time; keyboards and mice are ignored")
  func devices() {
    let text =
      head
      + device(
        "Keyboard", property: "ID_INPUT_KEYBOARD",
        events: ["{time: 0.100000, type: KEYBOARD_KEY, key: 30, state: pressed}"])
      + device(
        "Pad", property: "ID_INPUT_TOUCHPAD",
        events: [
          "{time: 0.300000, type: GESTURE_SWIPE_BEGIN, nfingers: 3, delta: [0.00, 0.00], unaccel: [0.00, 0.00]}",
          "{time: 0.400000, type: GESTURE_SWIPE_END, nfingers: 3, delta: [0.00, 0.00], unaccel: [0.00, 0.00]}",
        ])
      + device(
        "Mouse", property: "ID_INPUT_MOUSE",
        events: ["{time: 0.100000, type: POINTER_AXIS, axes: [0.00, 15.00], discrete: [0, 1], source: wheel}"])
      + device(
        "Screen", property: "ID_INPUT_TOUCHSCREEN",
        events: [
          "{time: 0.350000, type: TOUCH_DOWN, slot: -1, seat_slot: 0, point: [ 50.00,  35.00], transformed: [ 50.00,  50.00]}",
          "{time: 0.350000, type: TOUCH_FRAME}",
        ])
    let recording = read(text)
    #expect(recording.problems == [])
    func added(_ id: Int, _ name: String, _ kind: Device.Kind) -> TouchEvent.Kind {
      .deviceAdded(Device(id: DeviceID(id), name: name, kind: kind, size: Size(width: 100, height: 70)))
    }
    #expect(
      recording.kinds == [
        added(0, "Pad", .touchpad), added(1, "Screen", .touchscreen), .swipeBegin(fingers: 3),
        .touchDown(slot: 0, Point(x: 50, y: 35)), .touchFrame, .swipeEnd(fingers: 3, cancelled: false),
      ])
    #expect(recording.events.map(\.device.number) == [0, 1, 0, 1, 1, 0])
  }

  /// A file of a clickpad on which two fingers land, one of them presses like a palm, and the other one lifts.
  private func contacts(withLibinput: Bool) -> String {
    func events(_ milliseconds: Int, _ events: [(Int, Int, Int)], _ libinput: String? = nil) -> String {
      "  - evdev:\n"
        + (events + [(0, 0, 0)]).map { type, code, value in
          "    - [  0, \(milliseconds * 1000), \(type), \(code), \(value)] # a comment\n"
        }.joined()
        + (withLibinput ? libinput.map { "    libinput:\n    - {\($0)}\n" } ?? "" : "")
    }
    return """
      # libinput record
      version: 1
      ndevices: 1
      devices:
      - node: /dev/input/event1
        evdev:
          name: "Pad"
          id: [3, 4617, 1, 1]
          codes:
            1: [272, 325, 328, 330, 333, 334, 335] # EV_KEY
            3: [0, 1, 47, 53, 54, 57, 58] # EV_ABS
          absinfo:
            47: [0, 4, 0, 0, 0]
            53: [-1000, 1000, 0, 0, 20]
            54: [0, 1400, 0, 0, 20]
            57: [0, 65535, 0, 0, 0]
            58: [0, 255, 0, 0, 0]
          properties: [0, 2]
        udev:
          properties:
          - ID_INPUT_TOUCHPAD=1
        quirks:
        - AttrPalmPressureThreshold=100
        libinput:
          size: [100, 70]
        events:

      """ + (withLibinput ? "  - libinput:\n    - {type: DEVICE_ADDED, seat: seat0, logical_seat: default}\n" : "")
        + events(
          10,
          [
            (3, 47, 0), (3, 57, 5), (3, 53, -800), (3, 54, 200), (3, 58, 60), (3, 47, 1), (3, 57, 6), (3, 53, 200),
            (3, 54, 200), (3, 58, 60), (1, 330, 1), (1, 333, 1),
          ]) + events(20, [(3, 47, 0), (3, 53, -790), (3, 47, 1), (3, 58, 101)])
        + events(
          30, [(3, 47, 0), (3, 57, -1), (3, 47, 1), (3, 57, -1), (1, 330, 0), (1, 333, 0)],
          "time: 0.030100, type: GESTURE_HOLD_END, nfingers: 2, cancelled: true")
  }

  @Test("the contacts of a touchpad precede libinput's gestures, by libinput's limits for the device")
  func contacts() {
    let recording = read(contacts(withLibinput: true))
    #expect(recording.problems == [])
    let reports = ContactReports(slots: 5, fingers: 5, hasPositions: true, hasPressure: true, isClickpad: true)
    let size = Size(width: 100, height: 70)
    #expect(
      recording.kinds == [
        .deviceAdded(Device(id: DeviceID(0), name: "Pad", kind: .touchpad, size: size, contacts: reports)),
        .touchDown(slot: 0, Point(x: 10, y: 10)), .touchPressure(slot: 0, 0.2353),
        .touchDown(slot: 1, Point(x: 60, y: 10)), .touchPressure(slot: 1, 0.2353), .fingerCount(2), .touchFrame,
        .touchMotion(slot: 0, Point(x: 10.5, y: 10)), .touchCancel(slot: 1), .fingerCount(1), .touchFrame,
        .touchUp(slot: 0), .fingerCount(0), .touchFrame, .holdEnd(fingers: 2, cancelled: true),
      ])
    #expect(recording.times.suffix(4) == [30_000, 30_000, 30_000, 30_100])
  }

  @Test("without libinput's events, a touchpad has its contacts alone, and a message")
  func contactsAlone() {
    let recording = read(contacts(withLibinput: false))
    #expect(recording.kinds == read(contacts(withLibinput: true)).kinds.dropLast())
    #expect(
      recording.problems.map(\.text) == [
        "1: this recording has no libinput events, only the contacts of a touchpad: it was made without 'libinput "
          + "record --with-libinput'"
      ])
  }

  @Test("events that a later release may write: holds, cancelled gestures, duplicate scrolling")
  func later() {
    let text =
      head
      + device(
        "Pad", property: "ID_INPUT_TOUCHPAD",
        events: [
          "{time: 0.100000, type: GESTURE_HOLD_BEGIN, nfingers: 3}",
          "{time: 0.200000, type: GESTURE_HOLD_END, nfingers: 3, cancelled: true}",
          "{time: 0.300000, type: POINTER_SCROLL_FINGER, axes: [0.00, 10.52], source: finger}",
          "{time: 0.300000, type: POINTER_AXIS, axes: [0.00, 10.52], discrete: [0, 0], source: finger}",
        ])
    #expect(
      read(text).kinds.dropFirst() == [
        .holdBegin(fingers: 3), .holdEnd(fingers: 3, cancelled: true), .scroll(dx: 0, dy: movement(0, 10.52).dy),
      ])
  }

  @Test("a file without libinput's events is reported with the command to make one")
  func onlyEvdev() {
    let text =
      "# libinput record\nndevices: 1\n- node: /dev/input/event1\n  events:\n  - evdev:\n    - [  0,      0,   3,  57,       1] # EV_ABS\n"
    #expect(
      problems(text) == [
        "1: this recording has no libinput events: it was made without 'libinput record --with-libinput'"
      ])
  }

  @Test("unreadable lines are reported, the rest is read")
  func mistakes() {
    let text =
      head
      + device(
        "Pad", property: "ID_INPUT_TOUCHPAD",
        events: [
          "{time: 0.300000, type: GESTURE_SWIPE_BEGIN}", "{type: GESTURE_SWIPE_BEGIN, nfingers: 3}",
          "{time: 0.300000, type: GESTURE_SWIPE_UPDATE, nfingers: 3, delta: [0.00, 0.00], unaccel: [nan, 0.00]}",
          "{time: 0.300000, type: GESTURE_SWIPE_BEGIN, nfingers: 4}", "{time: 0.31000",
        ]
      ).dropLast()
    let recording = read(text)
    #expect(
      recording.problems.map(\.text) == [
        "16: cannot read the numbers of this GESTURE_SWIPE_BEGIN",
        "17: cannot read the time of this GESTURE_SWIPE_BEGIN",
        "18: cannot read the numbers of this GESTURE_SWIPE_UPDATE",
        "20: the recording breaks off in the middle of the line",
      ])
    #expect(recording.kinds.dropFirst() == [.swipeBegin(fingers: 4)])
  }
}
