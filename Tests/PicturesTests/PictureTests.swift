import Rules
import Testing
import Touch

@Suite("A recording's picture: where fingers went, what was recognised there, and how far it had to go")
struct PictureTests {
  private static let twoFingers = [(x: 20.0, y: 20.0), (x: 20.0, y: 30.0)]
  private static let swipeRight = """
    rules:
      - swipe: right
        name: next
        fingers: 2
        do: next
    """

  @Test("a swipe is marked on the way of the fingers' middle, where it had come its distance")
  func markOnTheWay() throws {
    let recording = RecordingText.screen + RecordingText.swipe(from: Self.twoFingers, by: (40, 0))
    let document = try Document(picture(of: recording, rules: Self.swipeRight))
    let landings = document.all("circle", "landing").prefix(2)
    let lifts = document.all("circle", "lift").prefix(2)
    #expect(landings.count == 2 && lifts.count == 2)
    let start = landings.map { $0.number("cx") }.reduce(0, +) / 2
    let end = lifts.map { $0.number("cx") }.reduce(0, +) / 2
    let height = landings.map { $0.number("cy") }.reduce(0, +) / 2
    let mark = try #require(document.all("circle", "mark").first { $0.number("r") < 5 })
    #expect(abs(mark.number("cx") - (start + (end - start) * 12 / 40)) < 0.3)
    #expect(abs(mark.number("cy") - height) < 0.3)
    #expect(document.words.contains("swipe right, 2 fingers, 12 mm at 200 mm/s, after 60 ms"))
    #expect(document.words.contains("rules.yml:2 'next': what it does"))
  }

  @Test("what the swipe had to reach is a part of a circle about where it began, as wide as directions are")
  func distance() throws {
    let recording = RecordingText.screen + RecordingText.swipe(from: Self.twoFingers, by: (40, 0))
    let document = try Document(picture(of: recording, rules: Self.swipeRight))
    let pixels = document.all("circle", "lift")[0].number("cx") - document.all("circle", "landing")[0].number("cx")
    let limit = try #require(document.all("path", "limit").first?.attributes["d"])
    let radius = try #require(limit.firstMatch(of: #/A([\d.]+) /#).flatMap { Double($0.1) })
    #expect(abs(radius - 12 * pixels / 40) < 0.2)
    #expect(document.words.contains("right 12 mm"))
  }

  @Test("a device is drawn in its proportions, and an edge that rules ask for as wide as it counts")
  func edge() throws {
    let rules = """
      rules:
        - swipe: right
          fingers: 1
          edge: left
          device: touchscreen
          do: back
      """
    let recording = RecordingText.screen + RecordingText.swipe(from: [(2, 25)], by: (40, 0))
    let document = try Document(picture(of: recording, rules: rules))
    let device = try #require(document.all("rect", "outline").first)
    #expect(abs(device.number("width") / device.number("height") - 2) < 0.01)
    let region = try #require(document.all("rect", "region").first)
    #expect(abs(region.number("width") / device.number("width") - 0.06) < 0.002)
    #expect(abs(region.number("height") - device.number("height")) < 0.2)
    #expect(abs(region.number("x") - device.number("x")) < 0.2)
    #expect(document.words.contains("start region of a rule"))
  }

  @Test("where only a part of the device is drawn, a map shows which, and the key what that is; elsewhere neither does")
  func map() throws {
    func maps(onScreenOf width: Int) throws -> Int {
      let screen = RecordingText.screen.replacing("\"width\": 100", with: "\"width\": \(width)")
      let recording = screen + RecordingText.swipe(from: Self.twoFingers, by: (8, 0))
      let document = try Document(picture(of: recording, rules: Self.swipeRight))
      let maps = document.all("rect", "map").count
      #expect(document.words.contains("part of the device that is drawn") == (maps > 0))
      return maps
    }
    #expect(try maps(onScreenOf: 300) == 2)
    #expect(try maps(onScreenOf: 100) == 0)
  }

  @Test("a swipe that is too short shows how far it came, and the rules that it did not fulfil")
  func tooShort() throws {
    let recording = RecordingText.screen + RecordingText.swipe(from: Self.twoFingers, by: (8, 0))
    let document = try Document(picture(of: recording, rules: Self.swipeRight))
    #expect(document.words.contains("pan right, 2 fingers, 8 mm, after 50 ms"))
    #expect(document.words.contains("no rule"))
    #expect(document.words.contains("Nearest rule: rules.yml:2 'next': 8 mm of 12 mm"))
    #expect(document.words.contains("Requires swipe right, 2 fingers, 12 mm within 800 ms."))
    #expect(document.all("path", "missed").count == 1)
    #expect(document.words.contains("right 12 mm"))
    #expect(document.words.contains("required by a rule, not reached"))
    #expect(document.all("path", "limit").isEmpty)
  }

  @Test("fingers of which nothing was recognised show how far they came")
  func nothing() throws {
    let pad =
      RecordingText.pad + RecordingText.line(0, "swipe-begin", "\"fingers\": 3")
      + RecordingText.line(10, "swipe-update", "\"fingers\": 3, \"dx\": 2, \"dy\": 0")
      + RecordingText.line(20, "swipe-end", "\"fingers\": 3, \"cancelled\": false")
    let rules = "rules:\n  - swipe: right\n    fingers: 3\n    do: next\n"
    let document = try Document(picture(of: pad, rules: rules))
    #expect(document.words.contains("No gesture was recognised."))
    #expect(document.words.contains("The centre of the fingers moved at most 2 mm."))
    #expect(document.words.contains("Nearest rule: rules.yml:2: 2 mm of 12 mm"))
  }

  @Test("a touchpad with two slots that counts four fingers shows two of them, and says that there are four")
  func counted() throws {
    func line(_ time: Int, _ fingers: Int) -> String {
      RecordingText.line(time, "finger-count", "\"fingers\": \(fingers)") + RecordingText.line(time, "touch-frame")
    }
    func down(_ slot: Int) -> String {
      RecordingText.line(0, "touch-down", "\"slot\": \(slot), \"x\": \(30 + 20 * slot), \"y\": 30")
    }
    let lifts = (0..<2).map { RecordingText.line(90, "touch-up", "\"slot\": \($0)") }.joined()
    let recording = RecordingText.counting + down(0) + down(1) + line(0, 2) + line(10, 4) + lifts + line(90, 0)
    let rules = "rules:\n  - {tap: double, fingers: 4, do: next}\n"
    let document = try Document(picture(of: recording, rules: rules))
    #expect(document.words.contains { $0.hasPrefix("1. 4 fingers at ") }, "\(document.words)")
    #expect(document.words.contains("2 more fingers without a position"))
    #expect(document.words.contains("Nearest rule: rules.yml:2: 1 of 2 taps"))
    #expect(document.all("circle", "landing").count == 3)
  }

  @Test("a gesture that no rule asks for says so")
  func noRule() throws {
    let document = try Document(
      picture(of: RecordingText.screen + RecordingText.swipe(from: Self.twoFingers, by: (0, 20))))
    #expect(document.words.contains("swipe down, 2 fingers, 18 mm at 200 mm/s, after 100 ms"))
    #expect(document.words.contains("no rule"))
    #expect(!document.words.contains { $0.hasPrefix("Nearest rule: ") })
  }

  @Test("a gesture whose rule has an unmet condition names the condition")
  func condition() throws {
    let rules = """
      rules:
        - swipe: right
          fingers: 2
          when: {app: firefox}
          do: next
      """
    let events = Recording.read(
      Array((RecordingText.screen + RecordingText.swipe(from: Self.twoFingers, by: (40, 0))).utf8)
    ).events
    let words = try Document(picture(of: events, rules: rules, in: Situation(app: "foot"))).words
    #expect(
      words.joined(separator: " ").contains(
        "Nearest rule: rules.yml:2: condition 'app: firefox' not met: app is 'foot'"))
  }

  @Test("two taps in a row are one series; a touch on which a rule acts has no nearest rule")
  func reasonsOfTaps() throws {
    let rules = """
      rules:
        - tap: triple
          fingers: 1
          device: touchscreen
          do: thrice
      """
    func reasons(_ taps: Int) throws -> [String] {
      let recording = (0..<taps).map { RecordingText.tap(at: 200 * $0, x: 20, y: 20) }.joined()
      let words = try Document(picture(of: RecordingText.screen + recording, rules: rules)).words
      return words.filter { $0.hasPrefix("Nearest rule: ") }
    }
    #expect(try reasons(1) == ["Nearest rule: rules.yml:2: 1 of 3 taps"])
    #expect(try reasons(2) == ["Nearest rule: rules.yml:2: 2 of 3 taps"])
    #expect(try reasons(3) == [])
  }

  @Test("a tap and a swipe that follow each other closely have a panel and a reason each")
  func reasonsOfTwo() throws {
    let rules = """
      rules:
        - {tap: double, fingers: 1, device: touchscreen, do: twice}
        - {swipe: right, fingers: 3, device: touchscreen, do: next}
      """
    let recording =
      RecordingText.tap(at: 0, x: 20, y: 20) + RecordingText.swipe(at: 150, from: Self.twoFingers, by: (40, 0))
    let words = try Document(picture(of: RecordingText.screen + recording, rules: rules)).words
    #expect(
      words.filter { $0.hasPrefix("Nearest rule: ") } == [
        "Nearest rule: rules.yml:2: 1 of 2 taps", "Nearest rule: rules.yml:3: 2 of 3 fingers",
      ])
    let tap = try #require(words.firstIndex { $0.hasPrefix("single tap, 1 finger") })
    let second = try #require(words.firstIndex { $0.hasPrefix("2. 2 fingers at 0.150 s") })
    #expect(tap < second)
  }

  @Test("the hold before a slow swipe on a touchpad is no touch of its own")
  func interruptedHold() throws {
    let rules = "rules:\n  - {swipe: right, fingers: 3, do: next}\n"
    var recording = RecordingText.pad + RecordingText.line(0, "hold-begin", "\"fingers\": 3")
    recording += RecordingText.line(300, "hold-end", "\"fingers\": 3, \"cancelled\": true")
    let hold = try Document(picture(of: recording, rules: rules)).words
    #expect(hold.contains("Cancelled by the device."))
    recording += RecordingText.line(450, "swipe-begin", "\"fingers\": 3")
    for step in 1...10 {
      recording += RecordingText.line(450 + 10 * step, "swipe-update", "\"fingers\": 3, \"dx\": 2, \"dy\": 0")
    }
    recording += RecordingText.line(560, "swipe-end", "\"fingers\": 3, \"cancelled\": false")
    let swipe = try Document(picture(of: recording, rules: rules)).words
    #expect(!swipe.contains { $0 == "Cancelled by the device." || $0.hasPrefix("Nearest rule: ") })
    #expect(swipe.contains { $0.hasPrefix("rules.yml:2: ") })
  }

  @Test("the bar of one finger on a touchpad says so")
  func oneFinger() throws {
    let recording =
      RecordingText.pad + RecordingText.line(0, "hold-begin", "\"fingers\": 1")
      + RecordingText.line(1500, "hold-end", "\"fingers\": 1, \"cancelled\": false")
    let rules = "rules:\n  - {long-press: 500ms, fingers: 1, do: menu}\n"
    #expect(try Document(picture(of: recording, rules: rules)).words.contains("1 finger: rest"))
  }

  @Test("a drag is drawn through until its fingers lift, dashed while it waits for them, and ends when it ends")
  func drag() throws {
    let rules = """
      rules:
        - pan: any
          fingers: 3
          device: touchscreen
          drag: left
          resume: 500ms
      """
    let fingers = [(x: 20.0, y: 10.0), (x: 20.0, y: 20.0), (x: 20.0, y: 30.0)]
    var recording = RecordingText.screen + RecordingText.swipe(from: fingers, by: (20, 0))
    recording += RecordingText.swipe(at: 300, from: fingers, by: (20, 0))
    // One finger lands before the drag ends: it is another touch.
    recording += RecordingText.swipe(at: 700, from: [(x: 80, y: 20)], by: (0, 20))
    let document = try Document(picture(of: recording, rules: rules))
    #expect(document.all("rect", "panel").count == 2)
    #expect(document.words.joined(separator: " ").contains("pan right, 3 fingers, 40 mm, from 20 ms to 800 ms"))
    func ends(_ path: Document.Element) -> (from: Double, to: Double)? {
      guard let found = path.attributes["d"]?.firstMatch(of: #/^M([\d.]+) [\d.]+l([\d.]+) 0$/#) else { return nil }
      guard let from = Double(found.1), let way = Double(found.2) else { return nil }
      return (from, from + way)
    }
    let waits = document.all("path", "waiting").compactMap(ends).prefix(2)
    let bars = document.all.filter { $0.name == "rect" && $0.has("f0") && $0.number("height") == 12 }.prefix(2)
    try #require(waits.count == 2 && bars.count == 2)
    // From the first lift to the second landing, and from the second lift to the end.
    #expect(abs(waits[0].from - (bars[0].number("x") + bars[0].number("width"))) < 0.2)
    #expect(abs(waits[0].to - bars[1].number("x")) < 0.2)
    #expect(abs(waits[1].from - (bars[1].number("x") + bars[1].number("width"))) < 0.2)
    let end = document.all("rect", "mark").first { abs($0.number("x") + 4 - waits[1].to) < 0.2 }
    #expect(end != nil)
    #expect(document.words.contains("gesture waits for the fingers to return"))
  }

  @Test("each dotted sector has its direction and distance beside it")
  func sectors() throws {
    let rules = """
      rules:
        - {swipe: left, fingers: 2, device: touchscreen, do: a}
        - {swipe: up, fingers: 2, device: touchscreen, distance: 20mm, do: b}
        - {swipe: 10°-40°, fingers: 2, device: touchscreen, distance: 9mm, do: c}
      """
    let recording = RecordingText.screen + RecordingText.swipe(from: Self.twoFingers, by: (8, 0))
    let document = try Document(picture(of: recording, rules: rules))
    #expect(document.all("path", "missed").count == 3)
    #expect(
      document.all("text", "halo").map { $0.text.replacing("\u{a0}", with: " ") } == [
        "left 12 mm", "up 20 mm", "10°-40° 9 mm",
      ])
  }

  @Test("the taps of a double tap are one panel; other landings have their own")
  func doubleTap() throws {
    let rules = """
      rules:
        - tap: double
          fingers: 1
          device: touchscreen
          do: twice
      """
    let recording =
      RecordingText.screen + RecordingText.tap(at: 0, x: 20, y: 20) + RecordingText.tap(at: 200, x: 21, y: 20)
      + RecordingText.tap(at: 3_000, x: 80, y: 20)
    let document = try Document(picture(of: recording, rules: rules))
    #expect(document.all("rect", "panel").count == 2)
    #expect(document.words.contains { $0.hasPrefix("double tap, 1 finger") })
    #expect(document.words.contains { $0.hasPrefix("single tap, 1 finger") })
  }

  @Test("a pan's steps are on its way, those back are hollow, and its end is marked")
  func steps() throws {
    let rules = """
      rules:
        - pan: right
          fingers: 3
          every: 10mm
          do: {keys: Right}
          back: {keys: Left}
      """
    var recording = RecordingText.pad + RecordingText.line(0, "swipe-begin", "\"fingers\": 3")
    for (index, dx) in (Array(repeating: 2.0, count: 17) + Array(repeating: -2.0, count: 7)).enumerated() {
      recording += RecordingText.line(10 * index + 10, "swipe-update", "\"fingers\": 3, \"dx\": \(dx), \"dy\": 0")
    }
    recording += RecordingText.line(300, "swipe-end", "\"fingers\": 3, \"cancelled\": false")
    let document = try Document(picture(of: recording, rules: rules))
    #expect(document.words.contains("pan right, 3 fingers, 20 mm, 3 steps, 1 back, from 20 ms to 300 ms"))
    // Once each on the device and on the time line, and once in the key.
    #expect(document.all("path", "back").count == 3)
    #expect(document.all("path", "mark").count == 7)
    #expect(document.words.contains("gesture ends"))
  }

  @Test("on a touchpad two fingers stand for those that part, from its middle")
  func pinch() throws {
    var recording = RecordingText.pad + RecordingText.line(0, "pinch-begin", "\"fingers\": 2")
    for step in 1...10 {
      let scale = 1 + Double(step) * 0.05
      recording += RecordingText.line(
        10 * step, "pinch-update", "\"fingers\": 2, \"dx\": 0, \"dy\": 0, \"scale\": \(scale), \"rotation\": 0")
    }
    recording += RecordingText.line(120, "pinch-end", "\"fingers\": 2, \"cancelled\": false")
    let rules = "rules:\n  - pinch: out\n    fingers: 2\n    do: larger\n"
    let document = try Document(picture(of: recording, rules: rules))
    let landings = document.all("circle", "landing").prefix(2).map { ($0.number("cx"), $0.number("cy")) }
    let device = try #require(document.all("rect", "outline").first)
    let middle = device.number("x") + device.number("width") / 2
    #expect(abs((landings[0].0 + landings[1].0) / 2 - middle) < 0.3)
    #expect(document.all("path", "pair").count >= 2)
    #expect(document.words.contains("pinch out, 2 fingers, to 150 %, from 20 ms to 120 ms"))
    #expect(document.words.contains { $0.hasPrefix("Touchpads report no positions") })
  }

  @Test("the contacts of a touchpad are drawn where they are, and what libinput reports of them is no touch of its own")
  func contacts() throws {
    let rules = "rules:\n  - {swipe: right, fingers: 3, do: next}\n"
    let fingers = [(x: 20.0, y: 20.0), (x: 35.0, y: 14.0), (x: 50.0, y: 63.0)]
    var recording = RecordingText.contacts
    for line in RecordingText.swipe(from: fingers, by: (40, 0)).split(separator: "\n") {
      recording += line + "\n"
      guard line.contains("touch-frame"), let time = line.firstMatch(of: #/"t": (\d+)000,/#).flatMap({ Int($0.1) })
      else { continue }
      if time == 40 { recording += RecordingText.line(time, "swipe-begin", "\"fingers\": 3") }
      if time > 40, time <= 200 {
        recording += RecordingText.line(time, "swipe-update", "\"fingers\": 3, \"dx\": 2, \"dy\": 0")
      }
    }
    recording += RecordingText.line(210, "swipe-end", "\"fingers\": 3, \"cancelled\": false")
    let document = try Document(picture(of: recording, rules: rules))
    let device = try #require(document.all("rect", "outline").first)
    func positions(_ part: String) -> [(x: Double, y: Double)] {
      document.all("circle", part).prefix(3).map {
        (
          100 * ($0.number("cx") - device.number("x")) / device.number("width"),
          70 * ($0.number("cy") - device.number("y")) / device.number("height")
        )
      }
    }
    #expect(positions("landing").count == 3 && positions("lift").count == 3)
    for ((finger, landing), lift) in zip(zip(fingers, positions("landing")), positions("lift")) {
      #expect(abs(landing.x - finger.x) < 0.3 && abs(landing.y - finger.y) < 0.3, "\(landing)")
      #expect(abs(lift.x - finger.x - 40) < 0.3 && abs(lift.y - finger.y) < 0.3, "\(lift)")
    }
    #expect(document.words.contains { $0.hasPrefix("swipe right, 3 fingers, ") }, "\(document.words)")
    #expect(!document.words.contains { $0.hasPrefix("Touchpads report no positions") })
    // One touch.
    #expect(!document.words.contains { $0.hasPrefix("2. ") }, "\(document.words)")
  }
}
