import Testing

@Suite("A picture is well-formed, the same each time, and of bounded size, whatever is in the recording")
struct BoundsTests {
  @Test("the same recording gives the same bytes")
  func deterministic() {
    let recording = RecordingText.screen + RecordingText.swipe(from: [(20, 20), (20, 30), (22, 40)], by: (40, 5))
    #expect(picture(of: recording) == picture(of: recording))
  }

  @Test("a recording without a touch says so", arguments: ["", RecordingText.screen, RecordingText.pad])
  func empty(_ recording: String) throws {
    let document = try Document(picture(of: recording))
    #expect(document.words.contains("The recording contains no touches."))
    #expect(document.all("rect", "panel").isEmpty)
  }

  @Test("a screen of unknown size is drawn at its assumed size, and the picture says so")
  func unknownSize() throws {
    let header = RecordingText.header(name: "Screen", kind: "touchscreen", size: #""width": null, "height": null"#)
    let document = try Document(picture(of: header + RecordingText.swipe(from: [(0.2, 0.5)], by: (0.6, 0))))
    #expect(document.words.contains("touchscreen Screen: size unknown, drawn as 151 × 94 mm"))
    let device = try #require(document.all("rect", "outline").first)
    #expect(abs(device.number("width") / device.number("height") - 151.0 / 94) < 0.01)
  }

  @Test(
    "names are text and nothing else",
    arguments: [
      #"</text><script>alert(1)</script>"#, #"a\" onload=\"alert(1)"#, "&lt;&#0;]]>", #"\u0000\u001b[31m\uffff\u202e"#,
      "\u{fffe}\u{1f9d1}\u{200d}\u{1f680}", String(repeating: "W", count: 5_000),
    ])
  func hostileNames(_ name: String) throws {
    let header = RecordingText.header(name: name, kind: "touchscreen", size: #""width": 100, "height": 50"#)
    let svg = picture(of: header + RecordingText.tap(at: 0, x: 10, y: 10), name: name)
    let document = try Document(svg)
    #expect(!document.all.contains { $0.name == "script" || $0.attributes["onload"] != nil })
    #expect(svg.utf8.count < 40_000)
  }

  @Test("ten thousand movements of a finger are a line of a few hundred points")
  func longPath() throws {
    var recording = RecordingText.screen
    recording +=
      RecordingText.line(0, "touch-down", "\"slot\": 0, \"x\": 0, \"y\": 0") + RecordingText.line(0, "touch-frame")
    for step in 1...10_000 {
      let (x, y) = (step % 100, (step * 7) % 50)
      recording += RecordingText.line(step * 8, "touch-motion", "\"slot\": 0, \"x\": \(x), \"y\": \(y)")
      recording += RecordingText.line(step * 8, "touch-frame")
    }
    let svg = picture(of: recording)
    _ = try Document(svg)
    #expect(svg.utf8.count < 60_000)
  }

  @Test("of a thousand touches the first are drawn, and the others counted")
  func manyTouches() throws {
    let taps = (0..<1_000).map { RecordingText.tap(at: $0 * 1_000, x: Double($0 % 90), y: Double($0 % 45)) }
    let svg = picture(of: RecordingText.screen + taps.joined())
    let document = try Document(svg)
    #expect(document.all("rect", "panel").count == 24)
    #expect(document.words.contains("Not shown: 976 touch sequences from 24.000 s on."))
    #expect(svg.utf8.count < 200_000)
  }

  @Test("fingers that never lift, are somewhere else entirely, or come by the hundred, are drawn as far as they can be")
  func hostileFingers() throws {
    var recording = RecordingText.screen
    for slot in 0..<300 {
      recording += RecordingText.line(
        slot, "touch-down", "\"slot\": \(slot), \"x\": \(slot * 1_000_000), \"y\": -1e300")
      recording += RecordingText.line(slot, "touch-frame")
    }
    let svg = picture(of: recording)
    _ = try Document(svg)
    #expect(!svg.contains("nan") && !svg.contains("inf"))
    #expect(svg.utf8.count < 60_000)
  }
}
