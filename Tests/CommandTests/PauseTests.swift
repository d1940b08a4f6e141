import Glibc
import JSONLines
import Testing

@Suite("Pausing", .serialized)
struct PauseTests {
  private let rules = "rules: [{swipe: left, fingers: 3, name: leaf, do: touch acted}]\n"

  @Test("nothing acts until it is resumed, and the status says so")
  func pause() async throws {
    let home = Home()
    home.writeRules(rules)
    let daemon = await home.daemon()
    #expect(try await home.status()["paused"]?.bool == false)
    #expect(await home.sleight("pause") == .init(status: 0, output: "paused until 'sleight resume'\n"))
    let status = try await home.status()
    #expect(status["paused"]?.bool == true)
    #expect(status["pauseEndsIn"] == .null)
    #expect(await home.sleight("status").output.contains("\npaused until 'sleight resume'; no rule acts\n"))
    #expect(
      await home.sleight("trigger", "leaf")
        == .init(status: 1, errors: "sleight: error: sleight is paused; 'sleight resume' ends the pause\n"))

    #expect(await home.sleight("resume") == .init(status: 0))
    #expect(try await home.status()["paused"]?.bool == false)
    #expect(await home.sleight("resume") == .init(status: 0))
    #expect(!home.exists("acted"))
    #expect(await home.sleight("trigger", "leaf") == .init(status: 0))
    #expect(await eventually { home.exists("acted") })
    #expect(daemon.errors.contains("sleight: paused until 'sleight resume': no rule acts\nsleight: resumed\n"))
  }

  @Test("--toggle pauses, and resumes the next time")
  func toggle() async throws {
    let home = Home()
    home.writeRules(rules)
    let daemon = await home.daemon()
    #expect(await home.sleight("pause", "--toggle") == .init(status: 0, output: "paused until 'sleight resume'\n"))
    #expect(try await home.status()["paused"]?.bool == true)
    #expect(await home.sleight("pause", "--toggle") == .init(status: 0, output: "resumed\n"))
    #expect(try await home.status()["paused"]?.bool == false)
    #expect(await home.sleight("pause", "--toggle", "--for", "10m").output.hasPrefix("paused until "))
    #expect(try #require(try await home.status()["pauseEndsIn"]?.integer) > 500_000)
    #expect(await home.sleight("pause", "--toggle", "--for", "10m") == .init(status: 0, output: "resumed\n"))
    #expect(daemon.isRunning)
  }

  @Test("the time at which it ends stays the same while it passes")
  func end() async {
    let home = Home()
    home.writeRules(rules)
    let daemon = await home.daemon()
    var (before, after) = (timespec(), timespec())
    repeat {
      clock_gettime(CLOCK_REALTIME, &before)
      #expect(await home.sleight("pause", "--for", "10m").status == 0)
      clock_gettime(CLOCK_REALTIME, &after)
      // An end close to a whole second may be either: messages take their time.
    } while before.tv_sec != after.tv_sec || before.tv_nsec < 100_000_000 || after.tv_nsec > 600_000_000
    var ends: Set<Substring> = []
    // Time must pass: more than a second, within which a second of the clock begins.
    var answers = 0
    while answers < 12 {
      let asked = ContinuousClock.now
      let shown = await home.sleight("status").output.split(separator: "\n").filter { $0.hasPrefix("paused until") }
      // On a busy machine, the rest of the pause may be old when it is added to the time of day.
      if ContinuousClock.now - asked < .milliseconds(300) {
        ends.formUnion(shown)
        answers += 1
      }
      usleep(100_000)
    }
    #expect(ends.count == 1, "\(ends)")
    #expect(daemon.isRunning)
  }

  @Test("with a time, it ends by itself")
  func time() async throws {
    let home = Home()
    home.writeRules(rules)
    let daemon = await home.daemon()
    let answer = await home.sleight("pause", "--for", "10m")
    #expect(answer.output.wholeMatch(of: /paused until \d\d:\d\d:\d\d or 'sleight resume'\n/) != nil, "\(answer)")
    #expect(daemon.errors.contains("sleight: paused for 10m: no rule acts\n"))
    let left = try #require(try await home.status()["pauseEndsIn"]?.integer)
    #expect(left > 500_000 && left <= 600_000)

    // A repeated pause replaces the time.
    #expect(await home.sleight("pause", "--for", "400ms").status == 0)
    #expect(await eventually { daemon.errors.contains("sleight: resumed") })
    #expect(try await home.status()["paused"]?.bool == false)
    #expect(await home.sleight("trigger", "leaf") == .init(status: 0))
  }

  @Test("it outlasts a reload, and not the daemon")
  func reload() async throws {
    let home = Home()
    home.writeRules(rules)
    let daemon = await home.daemon()
    #expect(await home.sleight("pause").status == 0)
    #expect(await home.sleight("reload").status == 0)
    #expect(try await home.status()["paused"]?.bool == true)
    daemon.signal(SIGTERM)
    #expect(await daemon.result().status == 0)
    let next = await home.daemon()
    #expect(try await home.status()["paused"]?.bool == false)
    #expect(next.isRunning)
  }

  @Test("what a rule has not come to yet is left undone")
  func underWay() async {
    let home = Home()
    home.writeRules(
      """
      rules:
        - {swipe: left, fingers: 3, name: slow, do: [touch first, {wait: 3s}, touch second]}
        - {swipe: right, fingers: 3, name: next, do: [{wait: 3s}, touch third]}

      """)
    let daemon = await home.daemon()
    #expect(await home.sleight("trigger", "slow") == .init(status: 0))
    #expect(await eventually { home.exists("first") })
    #expect(await home.sleight("pause").status == 0)
    #expect(await home.sleight("resume").status == 0)
    // Started later with the same wait, so it ends after the time of the second command.
    #expect(await home.sleight("trigger", "next") == .init(status: 0))
    #expect(await eventually { home.exists("third") })
    #expect(!home.exists("second"))
    #expect(daemon.isRunning)
  }
}
