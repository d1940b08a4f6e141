import Testing
import Touch

@Suite("Output of libinput debug-events")
struct DebugEventsTests {
  private let touchpad = Device(
    id: DeviceID(0), name: "Test Touchpad", kind: .touchpad, size: Size(width: 100, height: 70))

  @Test("a touchpad, in the form of libinput 1.22")
  func touchpad22() {
    let recording = Recording.read(PackageResources.touchpad_txt)
    #expect(recording.problems == [])
    #expect(
      recording.kinds == [
        .deviceAdded(touchpad),
        .swipeBegin(fingers: 3), .swipeUpdate(fingers: 3, delta: movement(-10.52, 0)),
        .swipeUpdate(fingers: 3, delta: movement(-10.52, 0)), .swipeEnd(fingers: 3, cancelled: false),
        .holdBegin(fingers: 3), .holdEnd(fingers: 3, cancelled: false),
        .holdBegin(fingers: 3), .holdEnd(fingers: 3, cancelled: true),
        .pinchBegin(fingers: 2),
        .pinchUpdate(fingers: 2, delta: .zero, scale: 1.05, rotation: 0.08),
        .pinchUpdate(fingers: 2, delta: movement(0, 0.13), scale: 1.1, rotation: 0.03),
        .pinchUpdate(fingers: 2, delta: movement(0, -0.13), scale: 1.15, rotation: 0.03),
        .pinchEnd(fingers: 2, cancelled: false),
        .scroll(dx: nil, dy: movement(0, 8.41).dy), .scroll(dx: nil, dy: movement(0, 8.41).dy), .scroll(dx: 0, dy: 0),
        .swipeBegin(fingers: 4), .swipeUpdate(fingers: 4, delta: movement(0, 10.52)),
        .swipeEnd(fingers: 4, cancelled: false),
        .deviceRemoved,
      ])
    #expect(recording.times.prefix(5) == [0, 21_000, 21_000, 35_000, 302_000])
    #expect(recording.times.suffix(2) == [9_071_000, 9_071_000])
  }

  @Test("a touchscreen of unknown size: shares of its extent")
  func touchscreen() {
    let recording = Recording.read(PackageResources.touchscreen_txt)
    #expect(recording.problems == [])
    #expect(
      recording.kinds == [
        .deviceAdded(Device(id: DeviceID(0), name: "Atmel maXTouch Touchscreen", kind: .touchscreen, size: nil)),
        .touchDown(slot: 0, Point(x: 0.6738, y: 0.3479)), .touchFrame,
        .touchDown(slot: 1, Point(x: 0.2775, y: 0.6375)), .touchFrame,
        .touchMotion(slot: 0, Point(x: 0.6688, y: 0.3688)), .touchFrame,
        .touchUp(slot: 1), .touchFrame, .touchUp(slot: 0), .touchFrame,
      ])
    #expect(recording.times == [0, 0, 0, 61_000, 61_000, 199_000, 199_000, 830_000, 830_000, 845_000, 845_000])
  }

  @Test("events before libinput's zero, which it reports as 50 days")
  func beforeZero() {
    let recording = read(
      """
      -event1   DEVICE_ADDED         Screen         seat0 default group1  cap:t  size 310x174mm ntouches 10 calib
       event1   TOUCH_DOWN           +4294967.285s\t0 (0) 44.19/43.12 (137.00/75.05mm)
       event1   TOUCH_FRAME          +4294967.285s\t
       event1   TOUCH_MOTION         +4294967.294s\t0 (0) 44.19/43.12 (137.00/76.05mm)
       event1   TOUCH_FRAME          +4294967.294s\t
       event1   TOUCH_UP             +0.916s\t0 (0)
       event1   TOUCH_FRAME          +0.916s\t
      """)
    #expect(recording.problems == [])
    #expect(recording.times == [0, 0, 0, 9_000, 9_000, 927_000, 927_000])
  }

  @Test("the form of newer releases: a count before the time, other columns, no dash")
  func counted() {
    let recording = read(
      """
      event16  DEVICE_ADDED                 Pad  seat0 default group7  cap:pg  size 100x70mm tap (dl off) left
      event16  GESTURE_PINCH_BEGIN          +110.015s 2
      event16  GESTURE_PINCH_UPDATE      23 +110.022s 2 -1.47/-1.23 (-10.52/-1.31 unaccelerated)  1.04 @ -0.48
      event16  GESTURE_PINCH_END         2  +111s\t2 cancelled
      """)
    #expect(recording.problems == [])
    #expect(
      recording.kinds.dropFirst() == [
        .pinchBegin(fingers: 2),
        .pinchUpdate(fingers: 2, delta: movement(-10.52, -1.31), scale: 1.04, rotation: -0.48),
        .pinchEnd(fingers: 2, cancelled: true),
      ])
    #expect(recording.times.dropFirst() == [110_015_000, 110_022_000, 111_000_000])
  }

  @Test("only devices with touch or gestures count, whatever their name")
  func devices() {
    let recording = read(
      """
      -event2   DEVICE_ADDED     Power Button                      seat0 default group1  cap:k
      -event9   DEVICE_ADDED     Pad in the back seat 2            seat0 default group7  cap:pg  size 97x53mm tap(dl off)
      -event8   DEVICE_ADDED     Wacom Pen and multitouch sensor Pen seat0 default group5  cap:T  size 309x174mm calib
      -event6   DEVICE_ADDED     Wacom Pen and multitouch sensor Finger seat0 default group5  cap:t  size 309x174mm ntouches 10 calib
      -event7   DEVICE_ADDED     USB Mouse                         seat0 default group6  cap:p left scroll-nat
       event7   POINTER_MOTION   +1.000s\t  3.00/  4.00 ( +3.00/ +4.00)
       event7   POINTER_SCROLL_WHEEL +1.000s\tvert 15.00/120.0* horiz 0.00/0.0 (wheel)
       event2   KEYBOARD_KEY     +1.100s\t*** (-1) pressed
       event9   POINTER_BUTTON   +1.200s\tBTN_LEFT (272) pressed, seat count: 1
       event9   GESTURE_HOLD_BEGIN +1.300s\t1
       event6   TOUCH_DOWN       +1.400s\t0 (0) 50.00/50.00 (154.50/87.00mm)
       event6   TOUCH_CANCEL     +1.500s\t0 (0)
       event8   TABLET_TOOL_AXIS +1.600s\t\t58.00*/20.00\tpressure: 0.1
      """)
    #expect(recording.problems == [])
    let pad = Device(
      id: DeviceID(0), name: "Pad in the back seat 2", kind: .touchpad, size: Size(width: 97, height: 53))
    let finger = Device(
      id: DeviceID(1), name: "Wacom Pen and multitouch sensor Finger", kind: .touchscreen,
      size: Size(width: 309, height: 174))
    #expect(
      recording.kinds == [
        .deviceAdded(pad), .deviceAdded(finger), .holdBegin(fingers: 1), .touchDown(slot: 0, Point(x: 154.5, y: 87)),
        .touchCancel(slot: 0), .touchFrame,
      ])
    #expect(recording.events.map(\.device.number) == [0, 1, 0, 1, 1, 1])
  }

  @Test("a removed device and an added one are two, with the time of the change")
  func comings() {
    func added(_ node: String) -> String {
      "-\(node)   DEVICE_ADDED  Pad  seat0 default group1  cap:pg  size 100x70mm\n"
    }
    let recording = read(
      added("event1") + added("event2") + " event1   GESTURE_HOLD_BEGIN +2.000s\t3\n"
        + " event1   DEVICE_REMOVED  Pad  seat0 default group1  cap:pg  size 100x70mm\n" + added("event3")
        + " event3   GESTURE_HOLD_BEGIN +3.000s\t3\n")
    #expect(recording.problems == [])
    #expect(recording.events.map(\.device.number) == [0, 1, 0, 0, 2, 2])
    #expect(recording.kinds[3] == .deviceRemoved)
    #expect(recording.times == [0, 0, 2_000_000, 2_000_000, 2_000_000, 3_000_000])
  }

  @Test("the one contact of a touchscreen without slots")
  func noSlots() {
    let recording = read(
      """
      -event1   DEVICE_ADDED  Old  seat0 default group1  cap:t  size 100x70mm
       event1   TOUCH_DOWN  +0.000s\t-1 (0) 50.00/50.00 (50.00/35.00mm)
       event1   TOUCH_UP    +0.100s\t-1 (0)
      """)
    #expect(
      recording.kinds.dropFirst()
        == [.touchDown(slot: 0, Point(x: 50, y: 35)), .touchUp(slot: 0), .touchFrame])
  }

  @Test("unreadable lines are reported, events of other releases ignored, the rest is read")
  func mistakes() {
    let text = """
      -event1   DEVICE_ADDED  Pad  seat0 default group1  cap:pg  size 100x70mm
       event1   GESTURE_SWIPE_UPDATE +0.021s\t3 -9.36/ 0.00 (-10.52
       event1   GESTURE_SWIPE_UPDATE +0.021s\t3 nan/ 0.00 (nan/ 0.00 unaccelerated)
       event1   GESTURE_SWIPE_BEGIN
       event1   GESTURE_SWIPE_BEGIN +nans\t3
       event1   GESTURE_SWIPE_BEGIN +0.1s\t99999999999999999999
       event1   GESTURE_TWIRL_BEGIN +0.1s\t3
       event4   GESTURE_SWIPE_BEGIN +0.1s\t3
       event4   GESTURE_SWIPE_UPDATE +0.1s\t3 1/2 (3/4 unaccelerated)
       event1   GESTURE_SWIPE_BEGIN +0.1s\t3
      """
    #expect(
      problems(text) == [
        "2: cannot read the numbers of this GESTURE_SWIPE_UPDATE",
        "3: cannot read the numbers of this GESTURE_SWIPE_UPDATE",
        "4: cannot read the time of this GESTURE_SWIPE_BEGIN",
        "5: cannot read the time of this GESTURE_SWIPE_BEGIN",
        "6: cannot read the numbers of this GESTURE_SWIPE_BEGIN",
      ])
    // The device of lines 8 and 9 is inferred.
    #expect(
      read(text).kinds.dropFirst() == [
        .deviceAdded(Device(id: DeviceID(1), name: "event4", kind: .touchpad, size: nil)), .swipeBegin(fingers: 3),
        .swipeUpdate(fingers: 3, delta: movement(3, 4)), .swipeBegin(fingers: 3),
      ])
    let bytes = Array(" event1   DEVICE_ADDED  Pad  seat0 default group1  cap:pg\n".utf8) + [0xff, 0x0a]
    #expect(Recording.read(bytes).problems.map(\.text) == ["2: the line is not UTF-8 text"])
  }

  @Test("a part of the output without its DEVICE lines: touches are a touchscreen, whose size follows from positions")
  func inferredTouchscreen() {
    let text = """
      -event5   TOUCH_MOTION         +1.021s\t0 (0) 10.00/20.00 (34.40/38.80mm)
       event5   TOUCH_FRAME          +1.021s
       event5   TOUCH_MOTION         +1.030s\t0 (0) 50.00/75.00 (172.00/145.50mm)
       event5   TOUCH_FRAME          +1.030s
       event5   TOUCH_UP             +1.040s\t0 (0)
      """
    let recording = read(text)
    #expect(recording.problems == [])
    #expect(
      recording.kinds == [
        .deviceAdded(
          Device(id: DeviceID(0), name: "event5", kind: .touchscreen, size: Size(width: 344, height: 194))),
        .touchMotion(slot: 0, Point(x: 34.4, y: 38.8)), .touchFrame,
        .touchMotion(slot: 0, Point(x: 172, y: 145.5)), .touchFrame, .touchUp(slot: 0), .touchFrame,
      ])
    #expect(recording.times.suffix(2) == [1_040_000, 1_040_000])
  }

  @Test("an inferred touchscreen without millimetres has no size, and its positions are shares")
  func inferredWithoutSize() {
    let recording = read(" event5   TOUCH_DOWN  +1.0s\t0 (0) 50.00/25.00 (0.00/0.00mm)\n")
    #expect(
      recording.kinds == [
        .deviceAdded(Device(id: DeviceID(0), name: "event5", kind: .touchscreen, size: nil)),
        .touchDown(slot: 0, Point(x: 0.5, y: 0.25)), .touchFrame,
      ])
  }

  @Test("events of a mouse without its DEVICE line are ignored")
  func mouse() {
    let recording = read(
      """
       event3   POINTER_MOTION  +1.0s\t  1.00/  0.00 ( +1.00/ +0.00)
       event5   GESTURE_SWIPE_BEGIN +1.1s\t3
      """)
    #expect(recording.problems == [])
    #expect(
      recording.kinds == [
        .deviceAdded(Device(id: DeviceID(0), name: "event5", kind: .touchpad, size: nil)), .swipeBegin(fingers: 3),
      ])
  }

  @Test(
    "scrolling in the words of libinput before 1.19, with and without its source",
    arguments: ["\tvert 10.52* horiz 0.00 (finger)", "\tvert 10.52* horiz 0.00"])
  func oldScrolling(numbers: String) {
    let pad = "-event4   DEVICE_ADDED     Pad     seat0 default group1  cap:pg size 100x70mm\n"
    let recording = read("\(pad) event4   POINTER_AXIS  +1.10s\(numbers)\n event4   POINTER_AXIS  +1.11s\(numbers)\n")
    #expect(recording.problems == [])
    #expect(recording.times.suffix(2) == [1_100_000, 1_110_000])
    guard case .scroll(nil, let dy?) = recording.kinds.last else {
      Issue.record("\(recording.kinds)")
      return
    }
    #expect(abs(dy - 1) < 0.01)
    // Once as much is reported in the new words, the old ones repeat it.
    let new = " event4   POINTER_SCROLL_FINGER   +1.09s\tvert 10.52/0.0* horiz 0.00/0.0 (finger)\n"
    #expect(read("\(pad)\(new) event4   POINTER_AXIS  +1.09s\(numbers)\n").kinds.count == 2)
    // Wheels do not scroll by fingers, nor do unknown devices.
    let mouse = "-event3   DEVICE_ADDED     Mouse     seat0 default group2  cap:p\n"
    #expect(read("\(mouse) event3   POINTER_AXIS  +1.10s\(numbers)\n").kinds == [])
    #expect(read("\(pad) event4   POINTER_AXIS  +1.10s\tvert 15.00* horiz 0.00 (wheel)\n").kinds.count == 1)
    #expect(
      read(" event3   POINTER_AXIS  +1.10s\(numbers)\n").kinds.count == (numbers.contains("finger") ? 2 : 0))
  }

  @Test(
    "recordings of other programs are named",
    arguments: [
      ("# EVEMU 1.3\n# Kernel: 6.1\nN: Pad\n", "evemu"),
      ("N: SynPS/2 Synaptics TouchPad\nI: 0011 0002 0007 01b1\nB: 00 0b 00 00 00\n", "evemu"),
      ("Input driver version is 1.0.1\n", "evtest"),
      ("Event: time 1.2, type 3 (EV_ABS), code 53 (ABS_MT_POSITION_X), value 1\n", "evtest"),
      ("R: 5 05 01 09 02 a1\nN: A Pad\n", "hid-recorder"),
    ])
  func otherPrograms(text: String, program: String) {
    #expect(
      problems(text) == [
        "1: this is a recording of \(program), which has no libinput events: record with 'sleight record' or "
          + "'libinput record --with-libinput'"
      ])
  }
}
