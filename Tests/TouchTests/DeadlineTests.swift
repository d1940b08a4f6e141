import Testing
import Touch

@Suite("Recordings of other programs that take too long")
struct DeadlineTests {
  private static let evemu =
    "# EVEMU 1.3\nN: Screen\nP: 02 00 00 00 00 00 00 00\nA: 2f 0 9 0 0 0\nA: 35 0 799 0 0 0\nA: 36 0 479 0 0 0\n"
    + "A: 39 0 65535 0 0 0\nE: 0.0 0003 0039 0001\nE: 0.0 0003 0035 0100\nE: 0.0 0003 0036 0100\nE: 0.0 0000 0000 0000\n"
  private static let screen =
    "-event1   DEVICE_ADDED         Screen       seat0 default group1  cap:t  size 300x200mm calib\n"
  private static let pad = """
    # libinput record
    ndevices: 1
    devices:
    - node: /dev/input/event1
      evdev:
        name: "Pad"
      udev:
        properties:
        - ID_INPUT_TOUCHPAD=1
      libinput:
        size: [100, 70]
      events:

    """

  /// The beginning of a recording, and the line that it repeats.
  private static let recordings = [
    (evemu, "E: 1.0 0003 0035 0200\nE: 1.0 0000 0000 0000\n"),
    (screen, " event1   TOUCH_DOWN +0.100s  1 (1) 27.75/63.75 (222.00/306.00mm)\n"),
    (pad, "  - libinput:\n    - {time: 1.0, type: GESTURE_SWIPE_BEGIN, nfingers: 3}\n"),
  ]

  @Test("are read up to the end of the time, which names the line", arguments: recordings)
  func overdue(head: String, line: String) {
    let bytes = Array((head + String(repeating: line, count: 1_000)).utf8)
    let whole = Recording.read(bytes)
    #expect(whole.isWhole && !whole.events.isEmpty, "\(whole.problems)")
    var asked = 0
    let part = Recording.read(bytes) {
      asked += 1
      return asked > 2
    }
    let problem = part.problems.last
    #expect(problem?.message == "the file takes too long to read; it is read up to there")
    #expect(problem.map { (512...1_024).contains($0.line) } == true, "\(part.problems)")
    #expect(!part.isWhole)
    #expect(part.events.count < whole.events.count)
    #expect(Array(whole.events.prefix(part.events.count - 1)) == Array(part.events.dropLast()))
  }

  @Test("own recordings take as long as their size permits")
  func own() {
    let head = #"{"sleight": 1, "devices": [{"id": 0, "name": "p", "kind": "touchscreen", "width": 9, "height": 9}]}"#
    let frame = #"{"t": 1, "device": 0, "event": "touch-frame"}"#
    let text = ([head] + Array(repeating: frame, count: 2_000)).joined(separator: "\n") + "\n"
    let recording = Recording.read(Array(text.utf8)) { true }
    #expect(recording.isWhole && recording.events.count == 2_001)
  }
}
