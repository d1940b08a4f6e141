import Testing
import Time
import Touch

@Suite("Recordings with errors: each unreadable line is reported")
struct JSONRecordingTests {
  /// The problems of a recording with one line after the header.
  private func problem(_ line: String) -> [String] { problems("\(header)\n\(line)\n") }

  @Test("an empty file, and a file of blank lines")
  func empty() {
    #expect(problems("") == ["1: the file is empty"])
    #expect(problems("\n \n\r\n\t\n") == ["1: the file is empty"])
  }

  @Test("a file of another format")
  func somethingElse() {
    let message =
      "1: this is not a recording of 'sleight record', 'libinput debug-events' or 'libinput record'"
    #expect(problems("#!/bin/sh\necho hello\n") == [message])
    #expect(problems("event\n") == [message])
    #expect(problems(String(repeating: "[", count: 10_000)) == [message])
    var generator = Generator(seed: 7)
    let bytes = (0..<100_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
    #expect(Recording.read(bytes).problems.map(\.text) == [message])
    #expect(Recording.read([0x7f] + Array("ELF".utf8) + [0, 0, 0]).problems.map(\.text) == [message])
    #expect(Recording.read([UInt8](repeating: 0, count: 100_000)).problems.map(\.text) == [message])
  }

  @Test("a header that is missing or of another version")
  func headers() {
    #expect(
      problems("{\"t\": 0}\n{\"t\": 1}\n") == ["1: a recording starts with {\"sleight\": 1, \"devices\": […]}"])
    let version = "1: this recording is of version 2; this program reads version 1"
    #expect(problems("{\"sleight\": 2, \"devices\": []}\n{\"t\": 0}\n") == [version])
    #expect(
      problems("{\"sleight\": \"1\", \"devices\": []}")
        == ["1: this recording is of version \"1\"; this program reads version 1"])
    #expect(problems("{\"sleight\": 1}") == ["1: 'devices' must be a list of devices"])
    #expect(problems("{\"sleight\": 1, \"devices\": {}}") == ["1: 'devices' must be a list of devices"])
    let pad = "{\"id\": 3, \"name\": \"a\", \"kind\": \"touchpad\"}"
    #expect(problems("{\"sleight\": 1, \"devices\": [\(pad), \(pad)]}") == ["1: two devices have the id 3"])
    #expect(problems("\n\n{\"sleight\": 1, \"devices\": [3]}") == ["3: 'id' must be a whole number from 0 to 1000000"])
  }

  @Test(
    "an impossible device",
    arguments: [
      (#""name": "a", "kind": "mouse""#, #"a device's 'kind' must be "touchpad" or "touchscreen""#),
      (#""name": 3, "kind": "touchpad""#, "a device's 'name' must be a string"),
      (#""name": "a", "kind": "touchpad", "width": 100"#, "a device has a width and a height, or null for both"),
      (
        #""name": "a", "kind": "touchpad", "width": 0, "height": 70"#,
        "a device of 0.0 x 70.0 mm: sizes go from 0 to 10 m"
      ),
      (
        #""name": "a", "kind": "touchpad", "width": 1e300, "height": 70"#,
        "a device of 1e+300 x 70.0 mm: sizes go from 0 to 10 m"
      ),
      (#""name": "a", "kind": "touchpad", "width": "w", "height": 70"#, "'width' must be a number or null"),
    ])
  func devices(members: String, message: String) {
    #expect(problems("{\"sleight\": 1, \"devices\": [{\"id\": 0, \(members)}]}") == ["1: \(message)"])
    #expect(problem("{\"t\": 0, \"device\": 5, \"event\": \"device-added\", \(members)}") == ["2: \(message)"])
  }

  @Test("events days after the others, or at the end of time, end the reading")
  func otherTimes() {
    let header = #"{"sleight": 1, "devices": [{"id": 0, "name": "a", "kind": "touchscreen", "width": 9, "height": 7}]}"#
    func read(_ times: [String]) -> Recording {
      let lines = times.map { #"{"t": \#($0), "device": 0, "event": "touch-frame"}"# }
      return Recording.read(Array(([header] + lines + [""]).joined(separator: "\n").utf8))
    }
    // A pause of a day, on a clock that has run for months.
    #expect(read(["8000000000000", "8086400000000"]).problems.isEmpty)
    let later = read(["5", "86400000006", "7"])
    #expect(later.events.count == 2)
    #expect(later.problems.map(\.line) == [3])
    #expect(
      later.problems.map(\.message)
        == ["this is more than a day after what is above it; it and what follows is not read"])
    // A day apart each, up to the end of time.
    let days = read((1...12_000).map { "\($0 * 86_400)000000" })
    #expect(days.events.last.map { $0.time < Timestamp.latest - .seconds(86_400) } == true)
    #expect(days.problems.map(\.message) == ["no clock shows this time; it and what follows is not read"])
    #expect(read(["1e300"]).problems.map(\.message) == ["no clock shows this time; it and what follows is not read"])
  }

  @Test(
    "a line without a meaning",
    arguments: [
      (#"{"t": 0, "device": 0, "event": "touch-sideways"}"#, "2: unknown event 'touch-sideways'"),
      (#"{"t": 0, "device": 0}"#, "2: 'event' must be the name of an event"),
      (#"{"t": 0, "device": 0, "event": 3}"#, "2: 'event' must be the name of an event"),
      (
        #"{"t": 0, "device": 7, "event": "touch-frame"}"#,
        "2: device 7 is neither among the devices of the first line nor was it added"
      ),
      (#"{"t": "now", "device": 0, "event": "touch-frame"}"#, "2: 't' must be a number"),
      (#"{"device": 0, "event": "touch-frame"}"#, "2: 't' must be a number"),
      (#"{"t": NaN, "device": 0, "event": "touch-frame"}"#, "2:7: expected a value"),
      (#"{"t": 1e999, "device": 0, "event": "touch-frame"}"#, "2:7: a number out of range"),
      (#"{"t": 0, "device": -1, "event": "touch-frame"}"#, "2: 'device' must be a whole number from 0 to 1000000"),
      (#"{"t": 0, "device": 0.5, "event": "touch-frame"}"#, "2: 'device' must be a whole number from 0 to 1000000"),
      (
        #"{"t": 0, "device": 0, "event": "touch-up", "slot": -1}"#, "2: 'slot' must be a whole number from 0 to 1000000"
      ),
      (
        #"{"t": 0, "device": 0, "event": "touch-up", "slot": 1e18}"#,
        "2: 'slot' must be a whole number from 0 to 1000000"
      ),
      (#"{"t": 0, "device": 0, "event": "touch-down", "slot": 0, "x": "3", "y": 1}"#, "2: 'x' must be a number"),
      (#"{"t": 0, "device": 0, "event": "touch-down", "slot": 0, "x": 3, "y": null}"#, "2: 'y' must be a number"),
      (
        #"{"t": 0, "device": 0, "event": "swipe-begin", "fingers": true}"#,
        "2: 'fingers' must be a whole number from 0 to 1000000"
      ),
      (
        #"{"t": 0, "device": 0, "event": "swipe-end", "fingers": 3, "cancelled": 0}"#,
        "2: 'cancelled' must be true or false"
      ),
      (#"{"t": 0, "device": 0, "event": "scroll", "dx": "3"}"#, "2: 'dx' must be a number or null"),
      (#"{"t": 0, "device": 0, "event": "tap", "lasted": 1}"#, "2: 'fingers' must be a whole number from 0 to 1000000"),
      (
        #"{"t": 0, "device": 0, "event": "tap", "fingers": 2}"#,
        "2: 'lasted' must be a number of microseconds, 0 or more"
      ),
      (
        #"{"t": 0, "device": 0, "event": "tap", "fingers": 2, "lasted": -1}"#,
        "2: 'lasted' must be a number of microseconds, 0 or more"
      ),
      ("[]", "2:1: a recording has one JSON object a line"),
      ("17", "2:1: a recording has one JSON object a line"),
      ("hello", "2:1: expected a value"),
      (#"{"t": 0, "device": 0, "event": "touch-frame"} {}"#, "2:47: something behind the value"),
      (header, "2: another recording starts here; it and what follows is not read"),
    ])
  func lines(line: String, message: String) {
    #expect(problem(line) == [message])
  }

  @Test("the lines around an unreadable one are read")
  func around() {
    let frame = #"{"t": 1, "device": 0, "event": "touch-frame"}"#
    let recording = read("\(header)\n\(frame)\nhello\n\(frame)\n{}\n\(frame)\n")
    #expect(recording.kinds.dropFirst() == [.touchFrame, .touchFrame, .touchFrame])
    #expect(recording.problems.map(\.text) == ["3:1: expected a value", "5: 't' must be a number"])
  }

  @Test("endless nesting is refused at a depth")
  func nesting() {
    let deep = String(repeating: "[", count: 10_000)
    #expect(problems("{\"sleight\": \(deep)\n") == ["1:44: nested deeper than 32 levels"])
    #expect(problem("{\"t\": \(deep)") == ["2:38: nested deeper than 32 levels"])
  }

  @Test("a file that ends in the middle of a line is reported, and the rest counts")
  func truncated() {
    let frame = #"{"t": 1, "device": 0, "event": "touch-frame"}"#
    let recording = read("\(header)\n\(frame)\n\(frame.dropLast(10))")
    #expect(recording.kinds.count == 2)
    #expect(recording.problems.map(\.text) == ["3:36: the recording breaks off in the middle of the line"])
    // Only the line feed is missing: no event is lost.
    #expect(read("\(header)\n\(frame)").problems == [])
  }

  @Test("bytes that are not UTF-8 are reported with their line")
  func notText() {
    let bytes = Array("\(header)\n".utf8) + [0x22, 0xff, 0xfe, 0x22, 0x0a]
    #expect(Recording.read(bytes).problems.map(\.text) == ["2: the line is not UTF-8 text"])
  }

  @Test("lines may end as on Windows and have any length")
  func lineEnds() {
    let frame = #"{"t": 1, "device": 0, "event": "touch-frame"}"#
    #expect(read("\(header)\r\n\(frame)\r\n\r\n").problems == [])
    #expect(read("\(header)\r\n\(frame)\r\n").kinds.count == 2)
    let long = "{\"t\": 1, \(String(repeating: " ", count: 300_000))\"device\": 0, \"event\": \"touch-frame\"}"
    #expect(read("\(header)\n\(long)\n").problems == [])
  }

  @Test("absurd numbers are clamped, or kept where they do no harm")
  func absurd() {
    func event(_ time: String) -> Int64? {
      read("\(header)\n{\"t\": \(time), \"device\": 0, \"event\": \"touch-frame\"}\n").times.last
    }
    #expect(event("-5") == 0)
    #expect(event("-1e300") == 0)
    #expect(event("1.9") == 1)
    let far = read(
      "\(header)\n{\"t\": 0, \"device\": 0, \"event\": \"touch-down\", \"slot\": 0, \"x\": 1e300, \"y\": -1e300}\n")
    #expect(far.kinds.last == .touchDown(slot: 0, Point(x: 1e300, y: -1e300)))
  }

  @Test("time that runs backwards is read as it is; Recognition handles it")
  func backwards() {
    let lines = [500, 100, 900].map { "{\"t\": \($0), \"device\": 0, \"event\": \"touch-frame\"}\n" }.joined()
    #expect(read("\(header)\n\(lines)").times == [0, 500, 100, 900])
    #expect(read("\(header)\n\(lines)").problems == [])
  }
}
