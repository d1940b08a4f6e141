import Testing
import Touch

/// Recordings of touchscreens without slots.
@Suite("Kernel events without slots")
struct UnslottedTouchTests {
  /// A file of evemu-record. Each frame is a list of contacts, each of which is its position and, where there is one,
  /// its tracking id; the frames are 10 ms apart.
  private static func evemu(_ frames: [[(x: Int, y: Int, id: Int?)]], endsContacts: Bool = true) -> String {
    var text = """
      # EVEMU 1.3
      N: Old Screen
      P: 02 00 00 00 00 00 00 00
      A: 35 0 1000 0 0 10
      A: 36 0 1000 0 0 10

      """
    for (number, frame) in frames.enumerated() {
      let time = "E: \(Double(number) / 100)"
      for contact in frame {
        if let id = contact.id { text += "\(time) 0003 0039 \(id)\n" }
        text += "\(time) 0003 0035 \(contact.x)\n\(time) 0003 0036 \(contact.y)\n"
        text += "\(time) 0000 0002 0\n"
      }
      if frame.isEmpty { text += endsContacts ? "\(time) 0000 0002 0\n" : "\(time) 0001 014a 0\n" }
      text += "\(time) 0000 0000 0\n"
    }
    return text
  }

  /// Two contacts that move and lift one after another.
  static let two = evemu([
    [(100, 200, nil), (250, 200, nil)], [(370, 200, nil), (220, 200, nil)], [(340, 200, nil)], [],
  ])

  private static func kinds(_ text: String) -> [TouchEvent.Kind] {
    let recording = read(text)
    #expect(recording.problems == [])
    return Array(recording.kinds.dropFirst())
  }

  @Test("one contact lands, moves and lifts once", arguments: [true, false])
  func one(endsContacts: Bool) {
    let text = Self.evemu([[(100, 200, nil)], [(120, 200, nil)], [(120, 200, nil)], []], endsContacts: endsContacts)
    #expect(
      Self.kinds(text) == [
        .touchDown(slot: 0, Point(x: 10, y: 20)), .touchFrame, .touchMotion(slot: 0, Point(x: 12, y: 20)), .touchFrame,
        .touchUp(slot: 0), .touchFrame,
      ])
  }

  @Test("contacts are followed by position, in whatever order a frame lists them")
  func byPosition() {
    // Two fingers 15 mm apart move by 12 mm a frame: the nearest old contact is the other finger's.
    let frames: [[(x: Int, y: Int, id: Int?)]] = [
      [(100, 200, nil), (250, 200, nil)], [(370, 200, nil), (220, 200, nil)], [(340, 200, nil), (490, 200, nil)],
      // The left one lifts, then another lands.
      [(600, 200, nil)], [(100, 900, nil), (700, 200, nil)], [],
    ]
    #expect(
      Self.kinds(Self.evemu(frames)) == [
        .touchDown(slot: 0, Point(x: 10, y: 20)), .touchDown(slot: 1, Point(x: 25, y: 20)), .touchFrame,
        .touchMotion(slot: 0, Point(x: 22, y: 20)), .touchMotion(slot: 1, Point(x: 37, y: 20)), .touchFrame,
        .touchMotion(slot: 0, Point(x: 34, y: 20)), .touchMotion(slot: 1, Point(x: 49, y: 20)), .touchFrame,
        .touchUp(slot: 0), .touchMotion(slot: 1, Point(x: 60, y: 20)), .touchFrame,
        .touchDown(slot: 0, Point(x: 10, y: 90)), .touchMotion(slot: 1, Point(x: 70, y: 20)), .touchFrame,
        .touchUp(slot: 0), .touchUp(slot: 1), .touchFrame,
      ])
  }

  @Test("contacts with tracking ids are followed by these")
  func byID() {
    let frames: [[(x: Int, y: Int, id: Int?)]] = [
      [(100, 200, 7), (250, 200, 8)], [(250, 200, 7), (100, 200, 8)], [(250, 200, 7)], [(250, 200, 9)], [],
    ]
    #expect(
      Self.kinds(Self.evemu(frames)) == [
        .touchDown(slot: 0, Point(x: 10, y: 20)), .touchDown(slot: 1, Point(x: 25, y: 20)), .touchFrame,
        .touchMotion(slot: 0, Point(x: 25, y: 20)), .touchMotion(slot: 1, Point(x: 10, y: 20)), .touchFrame,
        .touchUp(slot: 1), .touchFrame,
        .touchUp(slot: 0), .touchDown(slot: 1, Point(x: 25, y: 20)), .touchFrame,
        .touchUp(slot: 1), .touchFrame,
      ])
  }

  @Test("a palm is cancelled")
  func palm() {
    let text = Self.evemu([[(100, 200, nil)], []])
    let palm = "E: 0.01 0003 0035 100\nE: 0.01 0003 0036 200\nE: 0.01 0003 0037 2\n"
    let rolled = text.replacing("E: 0.01 0000 0002 0", with: palm + "E: 0.01 0000 0002 0")
    #expect(
      Self.kinds(rolled).suffix(2) == [.touchCancel(slot: 0), .touchFrame])
  }

  /// A screen with one contact, as resistive ones are.
  static let single = """
    N: ADS7846 Touchscreen
    P: 02 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 04 00 00 00 00 00 00
    A: 00 0 999 0 0 0
    A: 01 0 499 0 0 0
    A: 18 0 255 0 0 0
    E: 0.000000 0001 014a 1
    E: 0.000000 0003 0000 500
    E: 0.000000 0003 0001 250
    E: 0.000000 0003 0018 99
    E: 0.000000 0000 0000 0
    E: 0.010000 0003 0018 98
    E: 0.010000 0000 0000 0
    E: 0.020000 0003 0000 750
    E: 0.020000 0000 0000 0
    E: 0.030000 0001 014a 0
    E: 0.030000 0000 0000 0
    E: 0.040000 0003 0000 600
    E: 0.040000 0000 0000 0

    """

  @Test("a screen with ABS_X, ABS_Y and BTN_TOUCH alone has one contact", arguments: ["02", "00"])
  func singleTouch(properties: String) {
    let text = Self.single.replacing("P: 02", with: "P: \(properties)")
    #expect(
      Self.kinds(text) == [
        .touchDown(slot: 0, Point(x: 0.5, y: 0.5)), .touchFrame, .touchMotion(slot: 0, Point(x: 0.75, y: 0.5)),
        .touchFrame, .touchUp(slot: 0), .touchFrame,
      ])
    // With the key of a pen, it is a tablet.
    let pen = text.replacing("B: 01 00 04 00", with: "B: 01 01 04 00")
    #expect(problems(pen).count == 1 && read(pen).events.isEmpty)
  }

  @Test("so has one in a file of libinput record")
  func singleTouchRecord() {
    let recording = read(
      """
      # libinput record
      devices:
      - node: /dev/input/event3
        evdev:
          name: "ADS7846 Touchscreen"
          codes:
            0: [0, 1, 3] # EV_SYN
            1: [330] # EV_KEY
            3: [0, 1, 24] # EV_ABS
          absinfo:
            0: [0, 999, 0, 0, 0]
            1: [0, 499, 0, 0, 0]
          properties: [1]
        udev:
          properties:
          - ID_INPUT_TOUCHSCREEN=1
        events:
        - evdev:
          - [  0,      0,   1, 330,       1] # EV_KEY / BTN_TOUCH 1
          - [  0,      0,   3,   0,     500] # EV_ABS / ABS_X 500
          - [  0,      0,   3,   1,     250] # EV_ABS / ABS_Y 250
          - [  0,      0,   0,   0,       0] # SYN_REPORT
        - evdev:
          - [  0,  50000,   1, 330,       0] # EV_KEY / BTN_TOUCH 0
          - [  0,  50000,   0,   0,       0] # SYN_REPORT

      """)
    #expect(recording.problems == [])
    #expect(
      recording.kinds.dropFirst() == [
        .touchDown(slot: 0, Point(x: 0.5, y: 0.5)), .touchFrame, .touchUp(slot: 0), .touchFrame,
      ])
  }
}
