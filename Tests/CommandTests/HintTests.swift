import Glibc
import HeadlessSway
import Linux
import ScreenPicture
import Testing
import Time
import Waiting

/// `sleight-hint` in sway, which is photographed by grim(1).
@Suite("Hints on the screen", .serialized)
struct HintTests {
  /// The program in a compositor of its own, and the lines that it reads.
  private final class Scene {
    let sway: HeadlessSway
    let hint: Client
    private let input: Descriptor
    private var pictures = 0
    /// The place of its bar on an output of 800 x 600, at the bottom.
    static let bar = (left: 236, width: 328, row: 600 - 48 - 64 + 48)

    init(_ options: String = "--edge bottom", config: String = "") throws {
      sway = try HeadlessSway(
        config: "output HEADLESS-1 mode 800x600\noutput * background #000000 solid_color\n\(config)")
      let pipe = "\(sway.folder.path)/lines"
      guard mkfifo(pipe, 0o600) == 0 else { throw SystemError.last("mkfifo") }
      chown(pipe, HeadlessSway.user, HeadlessSway.user)
      hint = try sway.client([
        "env", "WAYLAND_DEBUG=1", "sh", "-c", "exec \(Program.sleight)-hint \(options) <\(pipe)",
      ])
      input = try Descriptor.open(pipe, O_RDWR)
      try say(#"{"ok": true, "mode": "default"}"#)
      let hint = hint
      try wait(otherwise: { hint.output }) { hint.output.contains("zwlr_layer_shell_v1") ? () : nil }
    }

    func say(_ line: String) throws { try input.write(Array("\(line)\n".utf8)) }

    func progress(_ reached: Double, of limit: Double = 12, at place: (x: Double, y: Double)? = nil) throws {
      let position = place.map { #""desktop_x": \#($0.x), "desktop_y": \#($0.y), "# } ?? ""
      try say(
        #"{"t": 1, "progress": "swipe", "fingers": 3, "reached": \#(reached), "limit": \#(limit), "unit": "mm", \#(position)"#
          + #""device": "Test", "rule": "rules.yml:2", "name": "next workspace", "does": "keys alt+Left"}"#)
    }

    func gesture(_ phase: String, _ kind: String = "swipe", _ more: String = "") throws {
      try say(
        #"{"t": 2, "gesture": "\#(kind)", "phase": "\#(phase)", "fingers": 3, \#(more)"rule": "rules.yml:2", "#
          + #""name": "next workspace"}"#)
    }

    /// The picture of an output.
    func picture(of output: String = "HEADLESS-1") throws -> ScreenPicture {
      pictures += 1
      let path = "\(sway.folder.path)/picture-\(pictures)"
      let grim = try sway.client(["grim", "-t", "ppm", "-o", output, path])
      try wait(otherwise: { "grim does not end: \(grim.output)" }) { grim.isOver ? () : nil }
      defer { unlink(path) }
      guard let picture = ScreenPicture(ppm: try Descriptor.open(path, O_RDONLY).readToEnd()) else {
        throw TimedOut(description: "no picture: \(grim.output)")
      }
      return picture
    }

    /// Waits until so many pixels of the bar have a colour, give or take the round ends. A hint that disappears by
    /// itself is renewed before each picture: on a busy machine it may be gone before that is taken.
    @discardableResult
    func expect(
      _ count: Int, _ colour: [UInt8], row: Int = Scene.bar.row, left: Int = Scene.bar.left,
      width: Int = Scene.bar.width, on output: String = "HEADLESS-1", renewing: () throws -> Void = {}
    ) throws -> ScreenPicture {
      var seen = -1
      return try wait(otherwise: { "\(seen) pixels instead of \(count): \(hint.output.suffix(2000))" }) {
        try renewing()
        let picture = try picture(of: output)
        seen = picture.count(of: colour, inRow: row, left..<left + width)
        return abs(seen - count) <= 4 ? picture : nil
      }
    }

    /// The red of a line of pixels through the title, above the bar.
    func title() throws -> [UInt8] {
      let picture = try picture()
      return (0..<160).map { picture.colour(x: Scene.bar.left + $0, y: Scene.bar.row - 22)[0] }
    }

    func isBlack() throws -> Bool { try picture().isBlack }

    /// Waits until nothing is shown.
    func expectNothing() throws { try wait(otherwise: { "the hint stays" }) { try isBlack() ? () : nil } }

    /// The lines of libwayland's log with a request or an event, and their times in milliseconds.
    func log(_ message: String) -> [Double] {
      hint.output.split(separator: "\n").filter { $0.contains(message) }.compactMap {
        $0.firstMatch(of: /\[\s*(\d+\.\d+)\]/).flatMap { Double($0.1) }
      }
    }

    /// A value of the process, summed over its threads: they are one.
    func status(_ key: String) -> String {
      contents(of: "/proc/\(hint.pid)/status").split(separator: "\n").filter { $0.contains(key) }.joined()
    }

    /// The processor time, in ticks of 10 ms.
    var time: Int {
      contents(of: "/proc/\(hint.pid)/stat").split(separator: " ").dropFirst(13).prefix(2).compactMap { Int($0) }
        .reduce(0, +)
    }
  }

  private static let (blue, green, orange): ([UInt8], [UInt8], [UInt8]) = (
    [53, 132, 228], [46, 194, 126], [255, 120, 0]
  )

  @Test("the bar fills from nothing to the limit, is green when the rule acts, and is gone after that")
  func filling() throws {
    let scene = try Scene()
    #expect(try scene.isBlack())
    for reached in [3.0, 6, 9] {
      try scene.expect(Int(328 * reached / 12), Self.blue) { try scene.progress(reached) }
    }
    try wait(otherwise: { "no white title" }) {
      try scene.progress(9)
      return try scene.title().contains { $0 > 200 } ? () : nil
    }
    try scene.gesture("began")
    try scene.expect(328, Self.green)
    try scene.gesture("ended")
    try scene.expectNothing()
    // From the line to the frame that shows it, without a surface at first.
    let begin = try #require(scene.log("get_layer_surface").first)
    let shown = try #require(scene.log(".done(").first { $0 > begin })
    print("figure: the first picture of a hint was shown \(Int(shown - begin)) ms after the line")
    #expect(scene.hint.output.contains("set_exclusive_zone(-1)"))
    #expect(scene.hint.output.contains("set_keyboard_interactivity(0)"))
  }

  @Test("nothing near any more: it disappears; why a rule did not act: orange, with the share that was reached")
  func missing() throws {
    let scene = try Scene()
    try scene.progress(9)
    try scene.expect(246, Self.blue) { try scene.progress(9) }
    try scene.expect(246, Self.orange) {
      try scene.progress(9)
      try scene.say(#"{"t": 3, "progress": null, "device": "Test", "lifted": true}"#)
      try scene.say(
        #"{"missed": {"nearest": [{"rule": "rules.yml:2", "name": "next workspace", "#
          + #""reasons": [{"kind": "distance", "message": "9 mm of 12 mm"}]}]}}"#)
    }
    try scene.expectNothing()
    try scene.progress(6)
    try scene.expect(164, Self.blue) { try scene.progress(6) }
    try scene.say(#"{"t": 3, "progress": null, "device": "Test", "lifted": true}"#)
    try scene.expectNothing()
  }

  @Test(
    "it looks as in the stored picture",
    .enabled(if: access(font, R_OK) == 0, "the stored pictures have the font DejaVu Sans"),
    arguments: HintScene.drawn + [.light])
  func looks(hint: HintScene) throws {
    let scene = try Scene("--font 'DejaVu Sans 11'" + (hint == .light ? " --light" : ""))
    let photograph = try scene.expect(hint.filled, hint.colour) { for line in hint.lines { try scene.say(line) } }
    let difference = hint.difference(from: photograph, left: Scene.bar.left - 16, top: Scene.bar.row - 48)
    let most = try #require(difference)
    print("figure: the hint '\(hint)' in sway differs by \(most) from its stored picture")
    #expect(most <= HintScene.mostDifference)
    let stored = try #require(hint.stored)
    for other in HintScene.drawn + [.light] where other != hint && !ScreenPicture.areStored {
      // Each is another picture.
      #expect(try #require(other.difference(from: stored)) > HintScene.mostDifference)
    }
  }

  private static let font = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"

  @Test("behind a lock it is silent; at another edge it is there; a mode is shown as it changes")
  func places() throws {
    let scene = try Scene("--edge top")
    try scene.say(#"{"t": 1, "session": "locked"}"#)
    try scene.progress(9)
    #expect(try scene.isBlack())
    #expect(scene.log("get_layer_surface").isEmpty)
    try scene.say(#"{"t": 1, "session": "active"}"#)
    try scene.progress(6)
    try scene.expect(164, Self.blue, row: 48 + 48) { try scene.progress(6) }
    try scene.say(#"{"t": 3, "progress": null, "device": "Test", "lifted": true}"#)
    try scene.expectNothing()
    try wait(otherwise: { "no mode" }) {
      try scene.say(#"{"t": 4, "mode": "resize"}"#)
      return try scene.isBlack() ? nil : ()
    }
    try wait(otherwise: { "the mode stays" }) { try scene.isBlack() ? () : nil }
  }

  @Test("on a touchscreen it is above the fingers, follows them, and is below them at the upper edge, on their output")
  func atFingers() throws {
    let scene = try Scene(config: "output HEADLESS-1 position 0 0\noutput HEADLESS-2 mode 800x600 position 800 0")
    for (x, y, left, row) in [(0.5, 0.5, 220, 188), (0.75, 0.6, 420, 248), (1, 1, 440, 487), (0, 0.05, 0, 78)] {
      let place = (x: min(x, 0.999), y: min(y, 0.999))
      try scene.expect(164, Self.blue, row: row + 48, left: left + 16) { try scene.progress(6, at: place) }
    }
    // It moves: its surface stays. On a busy machine it may disappear between two lines, and comes back on a new one.
    try wait(otherwise: { "each place has a surface of its own: \(scene.hint.output.suffix(2000))" }) {
      try scene.expect(164, Self.blue, row: 188 + 48, left: 220 + 16) { try scene.progress(6, at: (0.5, 0.5)) }
      let surfaces = scene.log("get_layer_surface").count
      try scene.expect(164, Self.blue, row: 78 + 48, left: 16) { try scene.progress(6, at: (0, 0.05)) }
      return scene.log("get_layer_surface").count == surfaces ? () : nil
    }
    try scene.progress(6, at: (0, 0.05))
    try scene.gesture("began")
    try scene.expect(328, Self.green, row: 78 + 48, left: 16)
    try scene.gesture("ended")
    try scene.expectNothing()
    try scene.sway.tell("create_output")
    try scene.expect(164, Self.blue, row: 188 + 48, left: 220 + 16, on: "HEADLESS-2") {
      try scene.progress(6, at: (0.75, 0.5))
    }
    #expect(try scene.isBlack())
    try scene.expect(164, Self.blue) { try scene.progress(6) }
  }

  @Test("on an output of twice as many pixels, or one and a half, it is as large as windows are", arguments: [2, 1.5])
  func scales(scale: Double) throws {
    let scene = try Scene(config: "output HEADLESS-1 scale \(scale)")
    func pixels(_ length: Double) -> Int { Int(length * scale) }
    let (left, top) = ((800 / scale - 360) / 2, 600 / scale - 48 - 64)
    try scene.expect(pixels(246), Self.blue, row: pixels(top + 48), left: pixels(left + 16), width: pixels(328)) {
      try scene.progress(9)
    }
  }

  @Test("light: dark texts on a light ground")
  func light() throws {
    let scene = try Scene("--light --font 'Sans Bold 12'")
    try scene.expect(246, Self.blue) { try scene.progress(9) }
    try wait(otherwise: { "no dark title on a light ground" }) {
      try scene.progress(9)
      let title = try scene.title()
      return title.contains { $0 < 60 } && title.contains { $0 > 220 } ? () : nil
    }
  }

  @Test("above a fullscreen window it is silent if that is asked for, and there again after it")
  func fullscreen() throws {
    let scene = try Scene("--no-fullscreen")
    try scene.say(#"{"t": 1, "fullscreen": true}"#)
    try scene.progress(9)
    #expect(try scene.isBlack())
    #expect(scene.log("get_layer_surface").isEmpty)
    try scene.say(#"{"t": 2, "fullscreen": false}"#)
    try scene.expect(246, Self.blue) { try scene.progress(9) }
    try scene.say(#"{"t": 3, "fullscreen": true}"#)
    try scene.expectNothing()
  }

  @Test("a pan of three seconds: a picture a frame at most; then it rests without a wake-up")
  func cost() throws {
    let scene = try Scene()
    let before = scene.time
    try scene.gesture("began", "pan", #""dx": 3.0, "dy": 0.0, "#)
    for step in 1...375 {
      // The pace of a touchpad, 125 Hz: the time itself is what is measured.
      usleep(8000)
      try scene.gesture("changed", "pan", #""dx": \#(3 + Double(step) / 10), "dy": 0.0, "#)
    }
    try scene.gesture("ended", "pan", #""dx": 41.0, "dy": 0.0, "#)
    try scene.expectNothing()
    let (commits, frames) = (scene.log(".commit()").count, scene.log(".done(").count)
    print("figure: a pan of 3 s took the hint \((scene.time - before) * 10) ms, with \(commits) pictures")
    #expect(commits <= frames + 2 && commits < 300 && commits > 20, "\(commits) pictures, \(frames) frames")
    let switches = scene.status("ctxt_switches")
    // That nothing wakes it can only be seen over a time.
    usleep(2_000_000)
    #expect(scene.status("ctxt_switches") == switches)
    #expect(!scene.hint.isOver)
  }
}
