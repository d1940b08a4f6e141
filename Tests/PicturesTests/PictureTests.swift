import Testing

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
    #expect(document.words.contains("12 mm"))
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
    #expect(document.words.contains("where touches begin that rules wait for"))
  }

  @Test("where only a part of the device is drawn, a map shows which, and the key what that is; elsewhere neither does")
  func map() throws {
    func maps(onScreenOf width: Int) throws -> Int {
      let screen = RecordingText.screen.replacing("\"width\": 100", with: "\"width\": \(width)")
      let recording = screen + RecordingText.swipe(from: Self.twoFingers, by: (8, 0))
      let document = try Document(picture(of: recording, rules: Self.swipeRight))
      let maps = document.all("rect", "map").count
      #expect(document.words.contains("which part of the device is drawn") == (maps > 0))
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
    #expect(document.words.contains("Rules for 2 fingers that move:"))
    #expect(document.words.contains("rules.yml:2 'next': swipe right, 2 fingers; 12 mm within 800 ms"))
    #expect(document.all("path", "missed").count == 1)
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
    #expect(document.words.contains("no gesture was recognised"))
    #expect(document.words.contains("The middle of the fingers came 2 mm at most."))
    #expect(document.words.contains("Rules for 3 fingers that move:"))
  }

  @Test("a gesture that no rule asks for says so")
  func noRule() throws {
    let document = try Document(
      picture(of: RecordingText.screen + RecordingText.swipe(from: Self.twoFingers, by: (0, 20))))
    #expect(document.words.contains("swipe down, 2 fingers, 18 mm at 200 mm/s, after 100 ms"))
    #expect(document.words.contains("no rule"))
    #expect(document.words.contains("No rule is for 2 fingers that move on a touchscreen."))
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
    #expect(document.words.contains("it ends"))
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
    #expect(document.words.contains { $0.hasPrefix("A touchpad does not tell where fingers are") })
  }
}
