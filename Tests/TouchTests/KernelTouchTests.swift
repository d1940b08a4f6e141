import Glibc
import Testing
import Touch

/// Recordings of the kernel's events alone, which are enough for touchscreens, and tell the contacts of touchpads.
@Suite("Kernel events")
struct KernelTouchTests {
  /// A file of evemu-record: two fingers land, one moves and lifts, a palm is detected.
  static let evemu = """
    # EVEMU 1.3
    # Input device name: "Some Screen"
    N: Some Screen
    I: 0018 0000 0000 0000
    P: 02 00 00 00 00 00 00 00
    B: 00 0b 00 00 00 00 00 00 00
    A: 2f 0 9 0 0 0
    A: 35 0 3439 0 0 10
    A: 36 100 2039 0 0 10
    A: 39 0 65535 0 0 0
    E: 1338280551.000000 0003 0039 7	# EV_ABS / ABS_MT_TRACKING_ID   7
    E: 1338280551.000000 0003 0035 1000	# EV_ABS / ABS_MT_POSITION_X    1000
    E: 1338280551.000000 0003 0036 600	# EV_ABS / ABS_MT_POSITION_Y    600
    E: 1338280551.000000 0000 0000 0	# ------------ SYN_REPORT (0) ---------- +0ms
    E: 1338280551.010000 0003 002f 1	# EV_ABS / ABS_MT_SLOT          1
    E: 1338280551.010000 0003 0039 8	# EV_ABS / ABS_MT_TRACKING_ID   8
    E: 1338280551.010000 0003 0035 2000	# EV_ABS / ABS_MT_POSITION_X    2000
    E: 1338280551.010000 0003 0036 700	# EV_ABS / ABS_MT_POSITION_Y    700
    E: 1338280551.010000 0000 0000 0	# ------------ SYN_REPORT (0) ---------- +10ms
    E: 1338280551.020000 0001 014a 1	# EV_KEY / BTN_TOUCH            1
    E: 1338280551.020000 0000 0000 0	# ------------ SYN_REPORT (0) ---------- +10ms
    E: 1338280551.030000 0003 002f 0	# EV_ABS / ABS_MT_SLOT          0
    E: 1338280551.030000 0003 0035 1005	# EV_ABS / ABS_MT_POSITION_X    1005
    E: 1338280551.030000 0000 0000 0	# ------------ SYN_REPORT (0) ---------- +10ms
    E: 1338280551.040000 0003 0039 -1	# EV_ABS / ABS_MT_TRACKING_ID   -1
    E: 1338280551.040000 0003 002f 1	# EV_ABS / ABS_MT_SLOT          1
    E: 1338280551.040000 0003 0037 2	# EV_ABS / ABS_MT_TOOL_TYPE     2
    E: 1338280551.040000 0000 0000 0	# ------------ SYN_REPORT (0) ---------- +10ms

    """

  @Test("events of evemu without the description of their device say what is missing")
  func withoutDescription() {
    let events = Self.evemu.split(separator: "\n", omittingEmptySubsequences: false).filter { $0.hasPrefix("E:") }
    for (head, line) in [("", 1), ("# EVEMU 1.3\nN: Atmel maXTouch Touchscreen\n", 3)] {
      let found = problems(head + events.joined(separator: "\n") + "\n")
      #expect(found.count == 1)
      #expect(found.first?.hasPrefix("\(line): the description of the device is missing") == true)
      #expect(found.first?.contains("'evemu-describe'") == true)
    }
  }

  @Test("of evemu-record: in millimetres, from the first event on")
  func ofEvemu() {
    let recording = read(Self.evemu)
    #expect(recording.problems == [])
    #expect(
      recording.kinds == [
        .deviceAdded(
          Device(id: DeviceID(0), name: "Some Screen", kind: .touchscreen, size: Size(width: 343.9, height: 193.9))),
        .touchDown(slot: 0, Point(x: 100, y: 50)), .touchFrame,
        .touchDown(slot: 1, Point(x: 200, y: 60)), .touchFrame,
        .touchMotion(slot: 0, Point(x: 100.5, y: 50)), .touchFrame,
        .touchUp(slot: 0), .touchCancel(slot: 1), .touchFrame,
      ])
    #expect(recording.times == [0, 0, 0, 10_000, 10_000, 30_000, 30_000, 40_000, 40_000, 40_000])
  }

  @Test("of libinput record without --with-libinput: shares of a screen without a resolution")
  func libinputRecord() throws {
    let text = String(decoding: PackageResources.touchscreen_yml, as: UTF8.self)
    let lines = text.split(separator: "\n").filter { !$0.contains("{") && !$0.hasSuffix("libinput:") }
    let recording = read(lines.joined(separator: "\n") + "\n")
    #expect(recording.problems == [])
    #expect(
      recording.kinds == [
        .deviceAdded(Device(id: DeviceID(0), name: "Atmel maXTouch Touchscreen", kind: .touchscreen, size: nil)),
        .touchDown(slot: 0, Point(x: 0.6738, y: 0.3479)), .touchFrame,
        .touchDown(slot: 1, Point(x: 0.2775, y: 0.6375)), .touchFrame,
      ])
    #expect(recording.times.last == 60_586)
  }

  @Test(
    "real hands on a touchscreen: each finger lands and lifts",
    arguments: [
      ("one-finger-fast-taps", 9), ("two-finger-tap", 2), ("four-finger-drag-down", 4),
    ])
  func hands(name: String, fingers: Int) throws {
    let recording = Recording.read(try #require(Self.bytes(of: "atmel-maxtouch.\(name).events")))
    #expect(recording.problems == [])
    #expect(recording.kinds.count { if case .touchDown = $0 { true } else { false } } == fingers)
    #expect(recording.kinds.count { if case .touchUp = $0 { true } else { false } } == fingers)
  }

  @Test("those of touchpads tell the contacts, and lack the gestures of libinput")
  func touchpads() throws {
    // Two positions for three fingers, which are not theirs.
    let cypress = Recording.read(try #require(Self.bytes(of: "cypress-trackpad.three-finger-tap.events")))
    let reports = ContactReports(slots: 2, fingers: 5, hasPositions: false, hasPressure: false, isClickpad: true)
    #expect(
      cypress.kinds == [
        .deviceAdded(
          Device(
            id: DeviceID(0), name: "CyPS/2 Cypress Trackpad", kind: .touchpad, size: Size(width: 100, height: 60),
            contacts: reports)),
        .fingerCount(3), .touchFrame, .fingerCount(0), .touchFrame,
      ])
    #expect(
      cypress.problems.map(\.text) == [
        "122: this is a recording of evemu, which has only the contacts of a touchpad and no libinput events: record "
          + "with 'sleight record' or 'libinput record --with-libinput'"
      ])
    #expect(cypress.isWhole)
    // Of a size that it does not report, so it is the one that libinput assumes.
    let synaptics = Recording.read(try #require(Self.bytes(of: "synaptics.two-finger-vertical-scroll.events")))
    #expect(synaptics.kinds.count { if case .touchDown = $0 { true } else { false } } >= 2)
    #expect(synaptics.problems.count == 1)
  }

  @Test("damaged events are reported with their lines")
  func damaged() {
    #expect(problems(Self.evemu + "E: soon 0003 0035 1\n") == ["29: cannot read this event"])
    #expect(problems(Self.evemu + "E: 1338280551.1 0003 0035 1e300\n") == ["29: cannot read this event"])
    #expect(problems(Self.evemu + "E: 1338280551.1 00") == ["29: the recording breaks off in the middle of the line"])
    // A slot that no device has.
    let slots = Self.evemu + "E: 1338280551.1 0003 002f 99999\nE: 1338280551.1 0003 0039 5\nE: 1338280551.1 0 0 0\n"
    #expect(problems(slots) == [] && read(slots).kinds == read(Self.evemu).kinds)
  }

  /// The content of a file in Tests/Recordings.
  private static func bytes(of name: String) -> [UInt8]? {
    let folder = "/" + #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
    guard let stream = fopen("\(folder)/Recordings/\(name)", "r") else { return nil }
    defer { fclose(stream) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    return Array(bytes[..<fread(&bytes, 1, bytes.count, stream)])
  }
}
