import Glibc
import Linux
import Testing

@Suite("sleight replay --svg: a recording as a picture")
struct ReplayPictureTests {
  @Test("the picture in README is what the program makes of its recording")
  func shipped() async throws {
    let home = Home()
    #expect(await home.sleight("init", "--desktop", "sway").status == 0)
    let result = await home.sleight("replay", "--svg", "-", "--animate", project("Tests/Recordings/two-swipes.jsonl"))
    #expect(result.status == 0 && result.errors == "")
    if Environment.value(of: "SLEIGHT_WRITE_PICTURE") != nil {
      try replaceFile(at: project("man/replay.svg"), with: Array(result.output.utf8))
    }
    #expect(result.output == text(of: project("man/replay.svg")))
  }

  @Test("a picture is written to a file; nothing is listed, and no action is performed")
  func file() async {
    let home = Home()
    home.writeRules(Recordings.rules)
    home.write("screen.jsonl", Recordings.screen)
    #expect(await home.sleight("replay", "--svg", "hand.svg", "screen.jsonl") == .init(status: 0))
    let picture = home.content(of: "hand.svg")
    #expect(picture.hasPrefix("<svg ") && picture.hasSuffix("</svg>\n"))
    #expect(picture.contains("rules.yml:2 'next'"))
    #expect(!home.exists("log"))
    // It shows where a touchscreen was touched.
    var status = stat()
    #expect(stat(home.path + "/hand.svg", &status) == 0 && status.st_mode & 0o777 == 0o600)
  }

  @Test("in an animated picture, a circle moves for each finger, in a loop as long as all touches; else nothing moves")
  func animated() async throws {
    let home = Home()
    home.writeRules(Recordings.rules)
    home.write("screen.jsonl", Recordings.screen)
    let still = await home.sleight("replay", "--svg", "-", "screen.jsonl").output
    #expect(!still.contains("<animate "))
    let moving = await home.sleight("replay", "--svg", "-", "--animate", "screen.jsonl").output
    let paths = moving.matches(
      of: /<animate attributeName="cx" dur="([0-9.]+)s" [^>]*keyTimes="([^"]*)" values="([^"]*)"/)
    let fingers = moving.matches(of: #/class="landing /#).count
    // One of them is in the key.
    #expect(fingers > 1 && paths.count == fingers - 1)
    for path in paths {
      let shares = path.2.split(separator: ";").compactMap { Double($0) }
      #expect(shares.first == 0 && shares.last == 1 && shares == shares.sorted(), "\(path.2)")
      #expect(path.3.split(separator: ";").count == shares.count)
      #expect(path.1 == paths[0].1)
    }
  }

  @Test("of a file that is no recording, there is no picture, and one that exists stays")
  func noRecording() async {
    let home = Home()
    home.writeRules(Recordings.rules)
    home.write("notes.txt", "not a recording\n")
    home.write("hand.svg", "mine")
    let result = await home.sleight("replay", "--svg", "hand.svg", "--force", "notes.txt")
    #expect(result.status == 1 && result.errors.hasPrefix("notes.txt:1: error: this is not a recording"))
    #expect(home.content(of: "hand.svg") == "mine")
  }

  @Test("what cannot be read is named, what can is drawn")
  func broken() async {
    let home = Home()
    home.writeRules(Recordings.rules)
    home.write("screen.jsonl", Recordings.screen + "not a line\n")
    let result = await home.sleight("replay", "--svg", "hand.svg", "screen.jsonl")
    #expect(result.status == 1)
    #expect(result.errors.contains("screen.jsonl:"))
    #expect(home.content(of: "hand.svg").contains("swipe right"))
  }

  @Test("a file that cannot be written is named")
  func unwritable() async {
    let home = Home()
    home.writeRules(Recordings.rules)
    home.write("screen.jsonl", Recordings.screen)
    let result = await home.sleight("replay", "--svg", "nowhere/hand.svg", "screen.jsonl")
    #expect(result.status == 1)
    #expect(result.errors.contains("nowhere/hand.svg"))
  }

  @Test("it excludes --json and --act", arguments: ["--json", "--act"])
  func usage(_ flag: String) async {
    let result = await Home().sleight("replay", "--svg", "-", flag, "hand.jsonl")
    #expect(result.status == 64)
    #expect(result.errors.contains("--svg excludes --json and --act"))
  }

  @Test("the pictures of README exist; the moving one is small, and its frames follow each other in time")
  func pictures() {
    let names = text(of: project("README.md")).matches(of: /!\[[^\]]+\]\(([^)]+)\)/).map { String($0.1) }
    #expect(names == ["config/appstream/hand.png", "config/appstream/hint.png", "man/replay.svg"])
    let bytes = bytes(of: project(names[0]))
    #expect(bytes.count < 300_000)
    #expect(bytes.starts(with: [0x89] + "PNG\r\n\u{1a}\n".utf8))
    var chunks: [(kind: String, data: ArraySlice<UInt8>)] = []
    var rest = bytes.dropFirst(8)
    while rest.count >= 12 {
      let size = Self.number(rest.prefix(4))
      chunks.append((String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self), rest.dropFirst(8).prefix(size)))
      rest = rest.dropFirst(12 + size)
    }
    #expect(rest.isEmpty && chunks.last?.kind == "IEND")
    let frames = chunks.filter { $0.kind == "fcTL" }
    #expect(frames.count > 50)
    #expect(chunks.first { $0.kind == "acTL" }.map { Self.number($0.data.prefix(4)) } == frames.count)
    let numbers = chunks.filter { ["fcTL", "fdAT"].contains($0.kind) }.map { Self.number($0.data.prefix(4)) }
    #expect(numbers == Array(0..<numbers.count))
  }

  /// A number in network order.
  private static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 + Int($1) } }

  @Test("the hand of the moving picture makes the gestures of the rules that it shows")
  func hand() async {
    let home = Home()
    let script = project("config/appstream/film")
    #expect(await home.shell("python3 '\(script)' --hand rules.yml hand.jsonl") == .init(status: 0))
    let replayed = await home.sleight("replay", "--json", "--config", "rules.yml", "hand.jsonl")
    #expect(replayed.status == 0 && replayed.errors == "", "\(replayed)")
    let actions = replayed.output.split(separator: "\n").filter { $0.contains(#""action": "#) && !$0.contains("wait") }
    let expected = [#"{"workspace": "next"}"#, #"{"drag": "left", "#, #"{"workspace": "previous"}"#]
    #expect(actions.count == 3, "\(actions)")
    for (action, text) in zip(actions, expected) { #expect(action.contains(text)) }
    #expect(home.content(of: "rules.yml").contains("pan: any, fingers: 3, device: touchpad, drag: left"))
  }
}
