import Glibc
import JSONLines
import Testing

@Suite("sleight why", .serialized)
struct WhyTests {
  private let rules = "rules: [{swipe: left, fingers: 3, name: leaf, do: touch acted}]\n"

  private func why(_ arguments: [String], in home: Home) async -> Program.Result {
    await Program([Program.sleight, "why"] + arguments, in: home, input: "/dev/null", environment: []).result()
  }

  @Test("without touches, it says so; a number and a file then have none")
  func nothing() async {
    let home = Home()
    home.writeRules(rules)
    let daemon = await home.daemon()
    #expect(await home.sleight("why") == .init(status: 0, output: "no touch is kept yet\n"))
    #expect(await home.sleight("why", "--json") == .init(status: 0))
    for arguments in [["1"], ["--svg", "picture.svg"], ["--save", "touch.jsonl"]] {
      #expect(
        await why(arguments, in: home) == .init(status: 1, errors: "sleight: error: no touch is kept yet\n"))
    }
    #expect(!home.exists("picture.svg") && !home.exists("touch.jsonl"))
    #expect(await home.sleight("pause", "--forget").status == 0)
    #expect(daemon.isRunning)
  }

  @Test("the options exclude each other where they must, and without a daemon it is an error")
  func usage() async {
    let home = Home()
    for (arguments, message) in [
      (["--svg", "a.svg", "--json"], "--svg and --save exclude --json"),
      (["--force"], "--force requires --svg or --save"),
    ] {
      let result = await why(arguments, in: home)
      #expect(result.status == 64 && result.errors.contains(message), "\(result)")
    }
    #expect(await home.sleight("why").errors.hasPrefix("sleight: error: no daemon is running "))
  }

  @Test("a client that does not read the reply of touches blocks nobody")
  func silent() async throws {
    let home = Home()
    home.writeRules(rules)
    let daemon = await home.daemon()
    let socket = try #require(Socket.connected(to: home.socket))
    socket.send("{\"command\": \"touches\"}\n")
    #expect(await home.sleight("status").status == 0)
    #expect(daemon.isRunning)
    let line = try JSONReader.read(socket.received().split(separator: "\n").first.map(String.init) ?? "")
    #expect(line["touches"] == .array([]))
    #expect(line["config"]?.string == home.rules)
  }

  @Test("the distance in the list is that of the reason beside it")
  func distances() async throws {
    let home = Home()
    home.writeRules("rules: [{swipe: left, fingers: 3, do: foot}]\n")
    let distances =
      stride(from: 301, to: 1200, by: 7).map { Double($0) / 100 }
      + stride(from: 31, to: 120, by: 1).map { Double($0) / 10 }
    let touches = KeptTouches(config: home.rules, touches: distances.map { .init(distance: $0) })
    let list = await touches.sleight(["why"], in: home)
    let pattern = /3 fingers, (\S+) mm left on the touchscreen: rules.yml:1 did not act: (\S+) mm.*/
    let lines = list.output.split(separator: "\n").map { $0.split(separator: " ago: ").last ?? "" }
    #expect(lines.count == distances.count, "\(list)")
    for (line, distance) in zip(lines, distances) {
      let match = try #require(try pattern.wholeMatch(in: line), "\(line)")
      #expect(match.1 == match.2, "\(distance): \(line)")
      #expect(!line.contains("of 12 mm") || match.2 != "12", "\(line)")
    }
  }

  @Test("an action that failed or changed nothing says so beside the rule that acted")
  func unchanged() async {
    let home = Home()
    home.writeRules("rules: [{swipe: left, fingers: 3, do: {workspace: next}}]\n")
    let acted =
      #"{"rule": "rules.yml:1", "name": null, "gesture": "swipe", "direction": "left", "fingers": 3, "#
      + #""failure": "cannot perform 'workspace: next': there is no other workspace"}"#
    let touches = KeptTouches(config: home.rules, touches: [.init(distance: 40, acted: acted)])
    let reason = "cannot perform 'workspace: next': there is no other workspace"
    let list = await touches.sleight(["why"], in: home)
    #expect(list.output.contains("rules.yml:1 acted, but: \(reason)\n"), "\(list)")
    let one = await touches.sleight(["why", "1"], in: home)
    #expect(one.output.contains("\nacted: rules.yml:1 (swipe left, 3 fingers)\n  \(reason)\n"), "\(one)")
  }

  @Test("a recording has the situation, in which replay evaluates conditions")
  func saved() async {
    let home = Home()
    home.writeRules("rules: [{swipe: left, fingers: 3, when: {app: foot, mode: resize}, do: [foot, {mode: resize}]}]\n")
    let touches = KeptTouches(
      config: home.rules,
      touches: [.init(distance: 40, situation: #"{"app": "foot", "title": "private", "mode": "resize"}"#)])
    #expect(await touches.sleight(["why", "--save", "touch.jsonl"], in: home) == .init(status: 0))
    let replay = await home.sleight("replay", "touch.jsonl")
    #expect(replay.status == 0 && replay.output.contains(": rules.yml:1: foot"), "\(replay)")
    #expect(!home.content(of: "touch.jsonl").contains("private"))
  }

  @Test("each touch has a time that names it, whatever its number is by now")
  func times() async throws {
    let home = Home()
    home.writeRules(rules)
    let touches = KeptTouches(
      config: home.rules, touches: [.init(distance: 10, start: 9_000_000), .init(distance: 8, start: 5_000_000)])
    let list = await touches.sleight(["why", "--json"], in: home).output.split(separator: "\n")
    #expect(try list.map { try JSONReader.read(String($0))["time"]?.integer } == [9_000_000, 5_000_000])
    let later = KeptTouches(config: home.rules, touches: [.init(distance: 30, start: 12_000_000)] + touches.touches)
    let one = await later.sleight(["why", "--json", "5000000"], in: home).output.split(separator: "\n")
    let line = try JSONReader.read(String(one.first ?? ""))
    #expect(line["number"]?.integer == 3)
    #expect(line["nearest"]?.array?.first?["reasons"]?.array?.first?["message"]?.string == "8 mm of 12 mm")
    let none = await later.sleight(["why", "6000000"], in: home)
    #expect(none == .init(status: 1, errors: "sleight: error: there is no touch 6000000: 3 touches are kept\n"))
  }
}
