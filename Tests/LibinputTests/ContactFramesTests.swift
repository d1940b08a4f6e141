import CLinux
@testable import Libinput
import Testing
import Time
import Touch

@Suite("A touchpad's contacts")
struct ContactFramesTests {
  /// A touchpad of 100 mm by 70 mm with 20 units a millimetre, and the events that it reports: frames as the kernel
  /// sends them, 10 ms apart, and the touch events in words.
  struct Pad {
    var frames: ContactFrames
    var time = Timestamp.zero

    init(
      slots: Int = 5, pressure: ContactSurface.Axis? = nil, size: Size? = Size(width: 100, height: 70),
      isClickpad: Bool = true, hasTouchSize: Bool = false, quirks: [String: String] = [:],
      in state: ContactFrames.State? = nil
    ) {
      let surface = ContactSurface(
        x: .init(minimum: 0, maximum: 2000), y: .init(minimum: 0, maximum: 1400), pressure: pressure, size: size,
        slots: slots, hasTouchSize: hasTouchSize, hasTouchKey: true,
        reports: ContactReports(
          slots: slots, fingers: 5, hasPositions: slots > 0, hasPressure: pressure != nil, isClickpad: isClickpad))
      frames = ContactFrames(
        surface, ContactLimits(surface, quirks: .init(texts: quirks)), of: DeviceID(3),
        in: state ?? .init(slots: Array(repeating: .init(), count: slots)))
    }

    /// Sends a frame of axes and keys after `milliseconds`, and returns what it reports.
    mutating func send(_ events: (code: CInt, value: Int32)..., after milliseconds: Int64 = 10) -> String {
      time = time + .milliseconds(milliseconds)
      for event in events {
        frames.handle(
          type: UInt16(event.code >= BTN_MISC ? EV_KEY : EV_ABS), code: UInt16(event.code), value: event.value, at: time
        ) { _ in }
      }
      var words: [String] = []
      let time = time
      frames.handle(type: UInt16(EV_SYN), code: UInt16(SYN_REPORT), value: 0, at: time) {
        #expect($0.device == DeviceID(3) && $0.time == time)
        words.append(Self.word($0.kind))
      }
      return words.joined(separator: ", ")
    }

    /// Ends the reading, or loses events.
    mutating func lose(to state: ContactFrames.State? = nil) -> String {
      var words: [String] = []
      if let state {
        frames.cancel(in: state, at: time) { words.append(Self.word($0.kind)) }
      } else {
        frames.end(at: time) { words.append(Self.word($0.kind)) }
      }
      return words.joined(separator: ", ")
    }

    private static func word(_ kind: TouchEvent.Kind) -> String {
      switch kind {
      case .touchDown(let slot, let position): "down \(slot) \(position.x) \(position.y)"
      case .touchMotion(let slot, let position): "move \(slot) \(position.x) \(position.y)"
      case .touchUp(let slot): "up \(slot)"
      case .touchCancel(let slot): "cancel \(slot)"
      case .touchPressure(let slot, let pressure): "press \(slot) \(pressure)"
      case .fingerCount(let count): "\(count) fingers"
      case .button(let isPressed): isPressed ? "pressed" : "released"
      case .touchFrame: "."
      default: "\(kind)"
      }
    }
  }

  @Test("a finger lands, moves, presses the button and lifts, in millimetres")
  func finger() {
    var pad = Pad()
    #expect(
      pad.send(
        (ABS_MT_SLOT, 0), (ABS_MT_TRACKING_ID, 7), (ABS_MT_POSITION_X, 200), (ABS_MT_POSITION_Y, 140),
        (BTN_TOUCH, 1), (BTN_TOOL_FINGER, 1)) == "down 0 10.0 7.0, 1 fingers, .")
    #expect(pad.send((ABS_MT_POSITION_X, 201)) == "move 0 10.05 7.0, .")
    #expect(pad.send((ABS_X, 201)) == "")
    #expect(pad.send((BTN_LEFT, 1)) == "pressed, .")
    #expect(pad.send((BTN_LEFT, 0), (ABS_MT_POSITION_Y, 160)) == "move 0 10.05 8.0, released, .")
    #expect(pad.send((ABS_MT_TRACKING_ID, -1), (BTN_TOUCH, 0), (BTN_TOOL_FINGER, 0)) == "up 0, 0 fingers, .")
  }

  @Test("axes that did not change keep their values for the next finger in the slot")
  func kept() {
    var pad = Pad()
    _ = pad.send((ABS_MT_TRACKING_ID, 7), (ABS_MT_POSITION_X, 200), (ABS_MT_POSITION_Y, 140))
    _ = pad.send((ABS_MT_TRACKING_ID, -1))
    #expect(pad.send((ABS_MT_TRACKING_ID, 8), (ABS_MT_POSITION_X, 400)) == "down 0 20.0 7.0, 1 fingers, .")
    #expect(pad.send((ABS_MT_TRACKING_ID, -1), (ABS_MT_TRACKING_ID, 9)) == "up 0, down 0 20.0 7.0, .")
    #expect(pad.send((ABS_MT_TRACKING_ID, 10)) == "up 0, down 0 20.0 7.0, .")
  }

  @Test("positions are shares of the extent if the size is unknown")
  func noSize() {
    var pad = Pad(size: nil)
    let landing = pad.send((ABS_MT_TRACKING_ID, 7), (ABS_MT_POSITION_X, 500), (ABS_MT_POSITION_Y, 350))
    #expect(landing == "down 0 0.25 0.25, 1 fingers, .")
  }

  @Test("more fingers than slots are counted, palms are not")
  func counted() {
    var pad = Pad(slots: 2)
    #expect(
      pad.send(
        (ABS_MT_SLOT, 0), (ABS_MT_TRACKING_ID, 7), (ABS_MT_SLOT, 1), (ABS_MT_TRACKING_ID, 8), (BTN_TOUCH, 1),
        (BTN_TOOL_QUINTTAP, 1)) == "down 0 0.0 0.0, down 1 0.0 0.0, 5 fingers, .")
    #expect(pad.send((ABS_MT_TOOL_TYPE, MT_TOOL_PALM)) == "cancel 1, 4 fingers, .")
    #expect(pad.send((ABS_MT_POSITION_X, 10)) == "")
    #expect(
      pad.send((ABS_MT_TRACKING_ID, -1), (BTN_TOOL_QUINTTAP, 0), (BTN_TOOL_DOUBLETAP, 1)) == "2 fingers, .")
    // The tool stays that of the slot until the kernel says otherwise.
    #expect(pad.send((ABS_MT_TRACKING_ID, 9), (ABS_MT_TOOL_TYPE, MT_TOOL_FINGER)) == "down 1 0.5 0.0, .")
  }

  @Test("without slots only the number of fingers and the button are told")
  func semiMultitouch() {
    var pad = Pad(slots: 0)
    #expect(
      pad.send((ABS_MT_SLOT, 1), (ABS_MT_TRACKING_ID, 7), (BTN_TOUCH, 1), (BTN_TOOL_QUADTAP, 1)) == "4 fingers, .")
    // Some devices keep the key of one finger.
    #expect(pad.send((BTN_TOUCH, 0), (BTN_TOOL_QUADTAP, 0), (BTN_TOOL_FINGER, 1)) == "0 fingers, .")
    #expect(pad.send((BTN_RIGHT, 1)) == "pressed, .")
    #expect(pad.lose() == "released, .")
  }

  @Test("a palm that is known at once is never told, also if it is a finger later")
  func palm() {
    var pad = Pad()
    #expect(pad.send((ABS_MT_TOOL_TYPE, MT_TOOL_PALM), (ABS_MT_TRACKING_ID, 7), (BTN_TOOL_FINGER, 1)) == "")
    #expect(pad.send((ABS_MT_TOOL_TYPE, MT_TOOL_FINGER), (ABS_MT_POSITION_X, 100)) == "")
    #expect(pad.send((ABS_MT_TRACKING_ID, -1), (BTN_TOOL_FINGER, 0)) == "")
    _ = pad.send((ABS_MT_TRACKING_ID, 8))
    #expect(pad.send((ABS_MT_TOOL_TYPE, MT_TOOL_PALM), (ABS_MT_TRACKING_ID, -1)) == "cancel 0, 0 fingers, .")
  }

  @Test("pressure is a share of the range, and a finger lands at 12 % of it and lifts at 10 %")
  func pressure() {
    var pad = Pad(pressure: .init(minimum: 0, maximum: 200))
    #expect(pad.send((ABS_MT_TRACKING_ID, 7), (ABS_MT_PRESSURE, 23), (BTN_TOOL_FINGER, 1)) == "")
    #expect(pad.send((ABS_MT_PRESSURE, 24)) == "down 0 0.0 0.0, press 0 0.12, 1 fingers, .")
    #expect(pad.send((ABS_MT_PRESSURE, 50)) == "press 0 0.25, .")
    #expect(pad.send((ABS_MT_PRESSURE, 20)) == "press 0 0.1, .")
    #expect(pad.send((ABS_MT_PRESSURE, 19)) == "up 0, 0 fingers, .")
    #expect(pad.send((ABS_MT_PRESSURE, 131)) == "")
    #expect(pad.send((ABS_MT_PRESSURE, 40)) == "")
    _ = pad.send((ABS_MT_TRACKING_ID, -1), (BTN_TOOL_FINGER, 0))
    #expect(pad.send((ABS_MT_TRACKING_ID, 8)) == "down 0 0.0 0.0, press 0 0.2, 1 fingers, .")
    #expect(pad.send((ABS_MT_PRESSURE, 131)) == "cancel 0, 0 fingers, .")
  }

  @Test("a pressure with a unit is a force, which decides nothing")
  func force() {
    var pad = Pad(pressure: .init(minimum: 0, maximum: 1000, hasUnit: true))
    #expect(pad.send((ABS_MT_TRACKING_ID, 7)) == "down 0 0.0 0.0, press 0 0.0, 1 fingers, .")
    #expect(pad.send((ABS_MT_PRESSURE, 900)) == "press 0 0.9, .")
  }

  @Test(
    "the device's quirks decide instead",
    arguments: [
      (["AttrPressureRange": "30:25"], 29, ""), (["AttrPressureRange": "30:25"], 30, "down"),
      (["AttrPressureRange": "0:0"], 0, "down"), (["AttrPalmPressureThreshold": "180"], 180, "down"),
      (["AttrPalmPressureThreshold": "180"], 181, ""), (["AttrPalmPressureThreshold": "0"], 255, "down"),
      (["AttrEventCodeDisable": "ABS_MT_PRESSURE;ABS_PRESSURE;"], 255, "down"),
      (["AttrEventCode": "-ABS_MT_PRESSURE;-ABS_PRESSURE;"], 0, "down"),
    ])
  func quirks(quirks: [String: String], pressure: Int32, expected: String) {
    var pad = Pad(pressure: .init(minimum: 0, maximum: 255), quirks: quirks)
    #expect(pad.send((ABS_MT_TRACKING_ID, 7), (ABS_MT_PRESSURE, pressure)).hasPrefix(expected))
    #expect(pad.lose().isEmpty == expected.isEmpty)
  }

  @Test("a contact's size decides where the device has quirks for it")
  func size() {
    let quirks = ["AttrTouchSizeRange": "150:130", "AttrPalmSizeThreshold": "800", "AttrThumbSizeThreshold": "700"]
    var pad = Pad(hasTouchSize: true, quirks: quirks)
    #expect(pad.send((ABS_MT_TRACKING_ID, 7), (ABS_MT_TOUCH_MAJOR, 150), (ABS_MT_TOUCH_MINOR, 150)) == "")
    #expect(pad.send((ABS_MT_TOUCH_MAJOR, 151)) == "down 0 0.0 0.0, 1 fingers, .")
    #expect(pad.send((ABS_MT_TOUCH_MINOR, 130)) == "")
    #expect(pad.send((ABS_MT_TOUCH_MINOR, 129)) == "up 0, 0 fingers, .")
    #expect(pad.send((ABS_MT_TOUCH_MAJOR, 600), (ABS_MT_TOUCH_MINOR, 500)) == "down 0 0.0 0.0, 1 fingers, .")
    #expect(pad.send((ABS_MT_TOUCH_MAJOR, 801)) == "cancel 0, 0 fingers, .")
    // A thumb is long and narrow.
    #expect(
      pad.send((ABS_MT_SLOT, 1), (ABS_MT_TRACKING_ID, 8), (ABS_MT_TOUCH_MAJOR, 701), (ABS_MT_TOUCH_MINOR, 419)) == "")
    #expect(
      pad.send((ABS_MT_SLOT, 2), (ABS_MT_TRACKING_ID, 9), (ABS_MT_TOUCH_MAJOR, 701), (ABS_MT_TOUCH_MINOR, 421))
        == "down 2 0.0 0.0, 1 fingers, .")
  }

  @Test("a thumb that presses hard at the bottom is one, elsewhere it is a finger")
  func thumbPressure() {
    let pressure = ContactSurface.Axis(minimum: 0, maximum: 255)
    for (y, expected) in [(1288, "down 0 0.0 64.4, press 0 0.3529, 1 fingers, ."), (1289, "")] as [(Int32, String)] {
      var pad = Pad(pressure: pressure, quirks: ["AttrThumbPressureThreshold": "80"])
      #expect(pad.send((ABS_MT_TRACKING_ID, 7), (ABS_MT_POSITION_Y, y), (ABS_MT_PRESSURE, 90)) == expected)
    }
  }

  /// Lands one contact after another; `first` and `second` are their y.
  private func thumb(_ first: Int32, _ second: Int32, apart: Int64, isClickpad: Bool = true) -> String {
    var pad = Pad(isClickpad: isClickpad)
    _ = pad.send((ABS_MT_SLOT, 0), (ABS_MT_TRACKING_ID, 7), (ABS_MT_POSITION_Y, first))
    return pad.send((ABS_MT_SLOT, 1), (ABS_MT_TRACKING_ID, 8), (ABS_MT_POSITION_Y, second), after: apart)
  }

  @Test("a thumb that rests at the bottom while another finger lands is cancelled, and one that joins a finger there")
  func restingThumb() {
    #expect(thumb(1300, 600, apart: 100) == "down 1 0.0 30.0, cancel 0, .")
    #expect(thumb(600, 1300, apart: 100) == "down 1 0.0 65.0, cancel 1, .")
  }

  @Test("fingers that land together, side by side or above the bottom are fingers, and on a pad with buttons all are")
  func fingersAtTheBottom() {
    #expect(thumb(1300, 600, apart: 90) == "down 1 0.0 30.0, 2 fingers, .")
    #expect(thumb(1300, 810, apart: 200) == "down 1 0.0 40.5, 2 fingers, .")
    #expect(thumb(1280, 600, apart: 200) == "down 1 0.0 30.0, 2 fingers, .")
    #expect(thumb(1300, 600, apart: 200, isClickpad: false) == "down 1 0.0 30.0, 2 fingers, .")
  }

  @Test("a contact whose landing was not seen is counted and not told")
  func unseen() {
    var slots = Array(repeating: ContactFrames.Slot(), count: 5)
    slots[0].id = 7
    var state = ContactFrames.State(slots: slots)
    state.tools = 0b10
    state.isTouched = true
    var pad = Pad(in: state)
    #expect(pad.send((ABS_MT_POSITION_X, 40)) == "")
    #expect(
      pad.send((ABS_MT_SLOT, 1), (ABS_MT_TRACKING_ID, 8), (BTN_TOOL_FINGER, 0), (BTN_TOOL_DOUBLETAP, 1))
        == "down 1 0.0 0.0, 2 fingers, .")
    #expect(pad.send((ABS_MT_SLOT, 0), (ABS_MT_TRACKING_ID, -1), (BTN_TOOL_DOUBLETAP, 0)) == "1 fingers, .")
  }

  @Test("after lost events all contacts are cancelled, and those that stay are not told until they lift")
  func lost() {
    var pad = Pad()
    _ = pad.send((ABS_MT_SLOT, 0), (ABS_MT_TRACKING_ID, 7), (ABS_MT_SLOT, 1), (ABS_MT_TRACKING_ID, 8))
    var slots = Array(repeating: ContactFrames.Slot(), count: 5)
    slots[1].id = 8
    #expect(pad.lose(to: .init(slots: slots, current: 1)) == "cancel 0, cancel 1, 1 fingers, .")
    #expect(pad.send((ABS_MT_POSITION_X, 40)) == "")
    #expect(pad.send((ABS_MT_TRACKING_ID, -1)) == "0 fingers, .")
    #expect(pad.send((ABS_MT_TRACKING_ID, 9)) == "down 1 2.0 0.0, 1 fingers, .")
    #expect(pad.lose() == "cancel 1, 0 fingers, .")
  }

  @Test("the kernel releases the keys before it suspends a device: its contacts end without a lift")
  func suspended() {
    var pad = Pad()
    _ = pad.send((ABS_MT_TRACKING_ID, 7), (BTN_TOUCH, 1), (BTN_TOOL_FINGER, 1))
    #expect(pad.send((BTN_TOUCH, 0), (BTN_TOOL_FINGER, 0)) == "cancel 0, .")
    #expect(pad.send((ABS_MT_POSITION_X, 40)) == "")
    #expect(pad.send((ABS_MT_TRACKING_ID, -1)) == "0 fingers, .")
  }

  @Test("slots that the device does not have are ignored")
  func outOfRange() {
    var pad = Pad(slots: 2)
    #expect(pad.send((ABS_MT_SLOT, 2), (ABS_MT_TRACKING_ID, 7), (ABS_MT_SLOT, -1), (ABS_MT_TRACKING_ID, 7)) == "")
  }
}
