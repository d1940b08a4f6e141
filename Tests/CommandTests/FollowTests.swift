import Glibc
import JSONLines
import Testing
import Trials

@Suite("sleight status --follow", .serialized)
struct FollowTests {
  private let rules = """
    rules:
      - {swipe: left, fingers: 3, name: resize, do: {mode: resize}}
      - {swipe: right, fingers: 3, name: note, when: {mode: resize}, do: touch acted}

    """

  /// A connection that follows the status.
  private func follower(of home: Home) throws -> Socket {
    let socket = try #require(Socket.connected(to: home.socket))
    socket.send("{\"command\": \"follow\"}\n")
    return socket
  }

  private func lines(of program: Program) -> [JSONValue] {
    // The last line may be incomplete.
    program.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().compactMap {
      try? JSONReader.read(String($0))
    }
  }

  @Test("prints the status at once and after each change, as JSON")
  func changes() async throws {
    let home = Home()
    home.writeRules(rules)
    let daemon = await home.daemon()
    let bar = home.start("status", "--follow", "--json")
    func shows(_ condition: (JSONValue) -> Bool) async -> Bool {
      await eventually { lines(of: bar).last.map(condition) ?? false }
    }
    #expect(await shows { $0["mode"]?.string == "default" && $0["rules"]?.integer == 2 && $0["last"] == .null })
    #expect(await home.sleight("mode", "resize").status == 0)
    #expect(await shows { $0["mode"]?.string == "resize" })
    #expect(await home.sleight("pause").status == 0)
    #expect(await shows { $0["paused"]?.bool == true })
    #expect(await home.sleight("resume").status == 0)
    #expect(await shows { $0["paused"]?.bool == false })
    #expect(await home.sleight("trigger", "note").status == 0)
    #expect(await shows { $0["last"]?["name"]?.string == "note" })
    home.writeRules("rules: [{swype: left, do: foot}]\n")
    #expect(await shows { $0["configError"]?.string?.contains("swype") == true })
    home.writeRules("rules: [{swipe: left, fingers: 3, do: foot}]\n")
    #expect(await shows { $0["rules"]?.integer == 1 && $0["configError"] == .null && $0["mode"]?.string == "default" })
    // The lines are those of 'status --json', except for ages.
    let now = try await home.status()
    let line = try #require(lines(of: bar).last)
    for member in ["ok", "pid", "config", "rules", "mode", "session", "devices"] {
      #expect(line[member] == now[member], "\(member)")
    }
    daemon.signal(SIGTERM)
    let result = await bar.result()
    #expect(result.status == 1 && result.errors == "sleight: error: the daemon has ended\n")
  }

  @Test("prints a line of text per change for people")
  func text() async {
    let home = Home()
    home.writeRules(rules)
    let daemon = await home.daemon()
    let bar = home.start("status", "--follow")
    #expect(await eventually { bar.output == "2 rules; mode default\n" }, "\(bar.output)")
    #expect(await home.sleight("mode", "resize").status == 0)
    #expect(await eventually { bar.output.hasSuffix("2 rules; mode resize\n") }, "\(bar.output)")
    #expect(await home.sleight("trigger", "note").status == 0)
    #expect(
      await eventually {
        bar.output.hasSuffix("2 rules; mode resize; last action: rules.yml:3 'note' (sleight trigger), 0 s ago\n")
      }, "\(bar.output)")
    #expect(daemon.isRunning)
  }

  @Test("ends without an error when its reader closes the pipe, before another change")
  func closedPipe() async {
    let home = Home()
    home.writeRules(rules)
    let daemon = await home.daemon()
    let before = names(in: "/proc/\(daemon.pid)/fd").count
    let result = await home.shell("\"$SLEIGHT\" status --follow --json | head -n 1 | cut -c 1-11; echo done")
    #expect(result == .init(status: 0, output: "{\"ok\": true\ndone\n"))
    #expect(await eventually { names(in: "/proc/\(daemon.pid)/fd").count == before })
  }

  @Test("a change that is taken back at once, or whose follower has gone, leaves the daemon at rest")
  func rest() async throws {
    let home = Home()
    home.writeRules(rules)
    let daemon = await home.daemon()
    let socket = try follower(of: home)
    #expect(await eventually { socket.message()?.isEmpty == false })
    // Within the shortest time between two lines, in which only the first change is sent.
    #expect(await home.shell("\"$SLEIGHT\" pause; \"$SLEIGHT\" resume; \"$SLEIGHT\" pause").status == 0)
    #expect(await home.sleight("resume").status == 0)
    var ticks = daemon.ticks
    // Processor time is measured, over a fixed time: an endless loop would take 50 ticks of it.
    try await Task.sleep(for: .milliseconds(500))
    #expect(daemon.ticks - ticks < 15)

    var gone: Socket? = try follower(of: home)
    #expect(await eventually { gone?.message()?.isEmpty == false })
    #expect(
      await home.shell("\"$SLEIGHT\" mode resize; \"$SLEIGHT\" mode default; \"$SLEIGHT\" mode resize").status == 0)
    // Closes the connection.
    gone = nil
    ticks = daemon.ticks
    try await Task.sleep(for: .milliseconds(500))
    #expect(daemon.ticks - ticks < 15)
    withExtendedLifetime(socket) {}
  }

  @Test("without a daemon it is an error")
  func noDaemon() async {
    let home = Home()
    let result = await home.sleight("status", "--follow")
    #expect(
      result
        == .init(
          status: 1,
          errors:
            "sleight: error: no daemon is running (nothing listens at \(home.socket)); start it with 'sleight run'\n"))
  }

  @Test("a follower that does not read blocks nobody, costs one line, and gets the present status once it reads")
  func slow() async throws {
    let home = Home()
    // The name of a mode makes the lines long: a socket has room for about 200 KB.
    let modes = ["a", "b"].map { $0 + String(repeating: "x", count: 15_000) }
    home.writeRules(
      "rules:\n" + modes.map { "  - {swipe: left, fingers: 3, when: {mode: \($0)}, do: foot}\n" }.joined())
    let daemon = await home.daemon()
    /// The lines received so far, by the first letter of their mode.
    final class Received {
      var text = ""
      var modes: [Character] {
        text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().compactMap {
          (try? JSONReader.read(String($0)))?["mode"]?.string?.first
        }
      }
      func read(_ socket: Socket) {
        while let bytes = socket.message(), !bytes.isEmpty { text += String(decoding: bytes, as: UTF8.self) }
      }
    }
    let (slow, fast) = (try follower(of: home), try follower(of: home))
    let seen = Received()
    func set(_ mode: String) async {
      #expect(await home.sleight("mode", mode).status == 0)
      #expect(
        await eventually {
          seen.read(fast)
          return seen.modes.last == mode.first
        })
      seen.text = ""
    }
    await set(modes[0])
    let before = try #require(daemon.memory)
    for _ in 0..<15 {
      await set(modes[1])
      await set(modes[0])
    }
    await set(modes[1])
    // A sanitizer keeps what was freed.
    #expect(try #require(daemon.memory) < before + 500 || isSanitized)
    let late = Received()
    #expect(
      await eventually {
        late.read(slow)
        return late.modes.last == "b"
      })
    #expect(late.modes.count < 30)
  }

  @Test("more followers than the limit are refused, and closed ones make room")
  func limit() async throws {
    let home = Home()
    home.writeRules(rules)
    let daemon = await home.daemon()
    var followers: [Socket] = []
    for _ in 0..<32 {
      let socket = try follower(of: home)
      #expect(await eventually { socket.message()?.isEmpty == false })
      followers.append(socket)
    }
    #expect(
      try follower(of: home).received() == "{\"ok\": false, \"error\": \"32 clients follow the status already\"}\n")
    followers.removeAll()
    #expect(
      await eventually {
        guard let socket = try? follower(of: home) else { return false }
        var text = ""
        await eventually {
          text += String(decoding: socket.message() ?? [], as: UTF8.self)
          return text.contains("\n")
        }
        return text.hasPrefix("{\"ok\": true")
      })
    #expect(daemon.isRunning)
  }
}

extension Program {
  /// The private memory in KiB; nil once it has ended.
  fileprivate var memory: Int? {
    text(of: "/proc/\(pid)/smaps_rollup").split(separator: "\n").first { $0.hasPrefix("Private_Dirty:") }
      .flatMap { Int($0.filter(\.isNumber)) }
  }
}
