import Pictures
import Testing

@Suite("The live picture: where fingers are, what the recognisers make of it, and which rule acts")
struct LivePictureTests {
  private static let swipeRight = """
    rules:
      - swipe: right
        name: next
        fingers: 2
        do: next
    """
  private static let twoFingers = [(x: 20.0, y: 15.0), (x: 20.0, y: 35.0)]
  private static let swipe = RecordingText.screen + RecordingText.swipe(from: twoFingers, by: (40, 0))

  @Test("a swipe while the fingers are down: each where it is, its way behind it, the numbers, and the rule")
  func swipe() {
    var live = LiveReplay(Self.swipe, rules: Self.swipeRight)
    #expect(
      live.text(at: 190) == """
        touchscreen 'Screen', 100 × 50 mm                                        q quits
        ┌────────────────────────────────────────┐ fingers   2        duration  0.19 s
        │                                        │ distance  38 mm    speed     200 mm/s
        │                                        │ scale     1.00     angle     0°
        │                                        │ direction right
        │        ⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉1                │
        │                                        │ tap         failed
        │                                        │ long-press  failed
        │        ⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀2                │ swipe       recognized
        │                                        │ pan         failed
        │                                        │ pinch       failed
        │                                        │ rotate      failed
        └────────────────────────────────────────┘ circle      -
                                                   stroke      -


        rules.yml:2 'next' acts: what it does
        gesture: swipe right, 2 fingers

        swipe recognized
        """)
  }

  @Test("the same in the smallest terminal that there is room in, and where there is ASCII only")
  func smallest() {
    var live = LiveReplay(Self.swipe, rules: Self.swipeRight)
    #expect(
      live.text(at: 190, columns: 60, rows: 20, repertoire: .ascii) == """
        touchscreen 'Screen', 100 x 50 mm                    q quits
        +--------------------+ fingers   2        duration  0.19 s
        |                    | distance  38 mm    speed     200 mm/s
        |    .......1        | scale     1.00     angle     0 deg
        |                    | direction right
        |    '''''''2        |
        |                    | tap         failed
        +--------------------+ long-press  failed
                               swipe       recognized
                               pan         failed
                               pinch       failed
                               rotate      failed
                               circle      -
        rules.yml:2 'next' acts: what it does
        gesture: swipe right, 2 fingers

        swipe recognized
        """)
  }

  @Test("what is too small says so, however small it is", arguments: [(59, 24), (80, 19), (10, 2), (1, 1), (0, 0)])
  func tooSmall(columns: Int, rows: Int) {
    var live = LiveReplay(Self.swipe, rules: Self.swipeRight)
    let lines = live.lines(at: 190, columns: columns, rows: rows)
    #expect(lines.count == rows)
    #expect(lines.first.map { $0.isEmpty || "needs 60 × 20".hasPrefix($0.filter { $0 != "…" }) } ?? true)
  }

  @Test("a device has its own proportions on every terminal", arguments: [(60, 20), (80, 24), (100, 60), (220, 50)])
  func proportions(columns: Int, rows: Int) throws {
    var live = LiveReplay(Self.swipe, rules: Self.swipeRight)
    let lines = live.lines(at: 0, columns: columns, rows: rows)
    let height = lines.count { $0.contains("│") }
    let top = try #require(lines.first { $0.contains("┌") })
    let width = top.count { $0 == "─" }
    // A cell is twice as high as wide, and the device twice as wide as high.
    #expect(abs(width - 4 * height) <= 2)
  }

  @Test("fingers that have lifted fade, dot by dot, and are gone within a second; the numbers stay")
  func fading() {
    var live = LiveReplay(Self.swipe, rules: Self.swipeRight)
    func dots(_ lines: [String]) -> Int {
      lines.joined().unicodeScalars.reduce(0) { sum, scalar in
        (0x2800...0x28ff).contains(scalar.value) ? sum + Int(scalar.value - 0x2800).nonzeroBitCount : sum
      }
    }
    var counts: [Int] = []
    for time in [210, 400, 600, 800, 1_200] as [Int64] { counts.append(dots(live.lines(at: time))) }
    #expect(counts == counts.sorted(by: >) && counts[0] > counts[2] && counts[4] == 0)
    #expect(live.lines(at: 1_200).contains { $0.contains("distance  40 mm") })
  }

  @Test("it says when it will look otherwise, and after that nothing changes any more")
  func changes() {
    var live = LiveReplay(Self.swipe, rules: Self.swipeRight)
    live.advance(to: 300)
    var now: Int64 = 300
    var count = 0
    while let next = live.nextChange(after: now), count < 1_000 {
      #expect(next > now)
      #expect(live.lines(at: next - 1) == live.lines(at: now))
      now = next
      count += 1
    }
    #expect(count > 10 && count < 1_000 && now < 1_200)
    #expect(live.lines(at: now) == live.lines(at: 1_000_000))
  }

  @Test("fingers that rest change nothing, and are seen for as long as they are down")
  func resting() {
    let landing =
      RecordingText.line(0, "touch-down", #""slot": 0, "x": 50, "y": 25"#) + RecordingText.line(0, "touch-frame")
    var live = LiveReplay(RecordingText.screen + landing)
    live.advance(to: 10_000)
    #expect(live.nextChange(after: 10_000) == nil)
    #expect(live.lines(at: 10_000).contains { $0.contains("│") && $0.prefix(42).contains("1") })
  }

  @Test("a swipe that is too short names the rule that it came near to, and what it lacks")
  func tooShort() {
    var live = LiveReplay(
      RecordingText.screen + RecordingText.swipe(from: Self.twoFingers, by: (8, 0)), rules: Self.swipeRight)
    #expect(live.lines(at: 30).contains("no rule yet"))
    let lines = live.lines(at: 2_000)
    let verdict = [
      "no rule acted; nearest:", "  rules.yml:2 'next': swipe right, 2 fingers",
      "  8 mm of 12 mm (default of 'distance')",
    ]
    #expect(lines.suffix(8).starts(with: verdict))
  }

  @Test("a tap where a double tap is asked for waits for the second one before it says that no rule acts")
  func waiting() {
    let rules = "rules:\n  - tap: double\n    fingers: 1\n    device: touchscreen\n    do: twice\n"
    var live = LiveReplay(RecordingText.screen + RecordingText.tap(at: 0, x: 20, y: 20), rules: rules)
    #expect(live.lines(at: 200).contains("no rule yet"))
    let lines = live.lines(at: 2_000)
    #expect(lines.contains("  1 of 2 taps ('tap', line 2)"))
  }

  @Test("a hold that libinput takes back is decided once, also while the taps before it still wait for more")
  func interruptedHold() {
    let rules = "rules:\n  - {tap: double, fingers: 2, gap: 2s, device: touchpad, do: twice}\n"
    let recording =
      RecordingText.line(60, "tap", #""fingers": 2, "lasted": 60000"#)
      + RecordingText.line(200, "hold-begin", #""fingers": 2"#)
      + RecordingText.line(300, "hold-end", #""fingers": 2, "cancelled": true"#)
    var live = LiveReplay(RecordingText.pad + recording, rules: rules)
    live.advance(to: 300)
    // The hold may turn into a swipe for 400 ms.
    #expect(live.deadline == 700)
    #expect(live.lines(at: 800).contains("no rule yet"))
    #expect(live.deadline == nil)
    #expect(live.lines(at: 4_000).contains("no rule acted; cancelled by the device"))
    #expect(live.deadline == nil)
  }

  @Test("a touchpad's fingers start side by side in its middle, and turn and part as it says")
  func touchpad() {
    var recording = RecordingText.pad + RecordingText.line(0, "pinch-begin", "\"fingers\": 2")
    for step in 1...10 {
      let scale = 1 + Double(step) * 0.1
      recording += RecordingText.line(
        10 * step, "pinch-update", "\"fingers\": 2, \"dx\": 0, \"dy\": 0, \"scale\": \(scale), \"rotation\": 9")
    }
    var live = LiveReplay(recording)
    func position(of finger: Character, _ lines: [String]) -> (column: Int, row: Int)? {
      for (row, line) in lines.enumerated().dropFirst() {
        if let column = Array(line.prefix(42)).firstIndex(of: finger) { return (column, row) }
      }
      return nil
    }
    let before = live.lines(at: 0)
    #expect(position(of: "1", before)?.row == position(of: "2", before)?.row)
    let after = live.lines(at: 100)
    #expect(position(of: "1", after)?.column == position(of: "2", after)?.column)
    #expect(after.contains { $0.contains("scale     2.00     angle     90°") })
    #expect(after.contains { $0.contains("no positions reported") })
  }

  @Test("the finger that moves the pointer leaves what was told of the last gesture, unless a rule is for one finger")
  func pointing() {
    let pointing = RecordingText.line(2_000, "hold-begin", "\"fingers\": 1")
    let swipe =
      RecordingText.line(0, "swipe-begin", "\"fingers\": 3")
      + (1...10).map { RecordingText.line(10 * $0, "swipe-update", "\"fingers\": 3, \"dx\": 2, \"dy\": 0") }.joined()
      + RecordingText.line(110, "swipe-end", "\"fingers\": 3, \"cancelled\": false")
    var live = LiveReplay(RecordingText.pad + swipe + pointing)
    #expect(live.lines(at: 2_100).contains { $0.contains("fingers   3 ") })
    let rules = "rules:\n  - long-press: 500ms\n    fingers: 1\n    do: press\n"
    var other = LiveReplay(RecordingText.pad + swipe + pointing, rules: rules)
    #expect(other.lines(at: 2_100).contains { $0.contains("fingers   1 ") })
  }

  @Test("a device's name does nothing to the terminal, and what is told of devices is shown")
  func names() {
    let header = RecordingText.header(name: "Pad\\u001b[2J", kind: "touchpad", size: #""width": 100, "height": 70"#)
    var live = LiveReplay(header + RecordingText.line(0, "hold-begin", "\"fingers\": 1"))
    live.warn("'Pad\u{1b}[2J' is gone")
    let lines = live.lines(at: 10)
    #expect(lines[0].hasPrefix("touchpad 'Pad␛[2J', 100 × 70 mm"))
    #expect(lines.contains("'Pad␛[2J' is gone"))
  }

  @Test("a warning that holds is in the last line, below later notes, until it is over")
  func standing() {
    let rules = "rules:\n  - tap: single\n    fingers: 1\n    do: press\n"
    let taps = (0..<20).map { tap in
      let start = 1000 * tap
      return RecordingText.line(start, "touch-down", #""slot": 0, "x": 50, "y": 25"#)
        + RecordingText.line(start, "touch-frame") + RecordingText.line(start + 50, "touch-up", #""slot": 0"#)
        + RecordingText.line(start + 50, "touch-frame")
    }
    var live = LiveReplay(RecordingText.screen + taps.joined(), rules: rules)
    live.stand("stuck contact")
    let lines = live.lines(at: 20_000)
    #expect(lines.last == "stuck contact")
    #expect(lines.dropLast().last == "tap recognized")
    live.stand(nil)
    #expect(live.lines(at: 20_000).last == "tap recognized")
  }

  @Test("a finger that goes on for minutes is still drawn where it is, and its touch told from the landing on")
  func longTouch() {
    var recording = RecordingText.screen + RecordingText.line(0, "touch-down", #""slot": 0, "x": 1, "y": 25"#)
    for step in 1...9_000 {
      recording += RecordingText.line(10 * step, "touch-motion", "\"slot\": 0, \"x\": \(1 + step % 90), \"y\": 25")
      recording += RecordingText.line(10 * step, "touch-frame")
    }
    var live = LiveReplay(recording)
    let lines = live.lines(at: 90_000)
    #expect(lines.contains { $0.contains("duration  90.00 s") })
    #expect(lines.contains { $0.prefix(5).contains("1") && $0.hasPrefix("│") })
  }
}
