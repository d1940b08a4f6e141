import Glibc
import JSONLines
import Testing

/// These tests hold on any machine: with readable touch devices, with unreadable ones, and with none.
@Suite("The commands that read touch devices")
struct LiveTests {
  @Test("devices lists them, or says that there are none")
  func devices() async throws {
    let home = Home()
    let result = await home.sleight("devices")
    let json = await home.sleight("devices", "--json")
    #expect(json.status == result.status)
    let lines = try json.output.split(separator: "\n").map { try JSONReader.read(String($0)) }
    let readable = lines.count { $0["readable"]?.bool == true }
    #expect(result.status == (readable > 0 ? 0 : 1))
    if lines.isEmpty {
      #expect(result == .init(status: 1, errors: "sleight: no touchpad or touchscreen is connected\n"))
    } else {
      #expect(result.output.split(separator: "\n").count { $0.hasPrefix("/dev/input/event") } == lines.count)
      #expect(lines.allSatisfy { ["touchpad", "touchscreen"].contains($0["kind"]?.string) })
    }
  }

  @Test("monitor shows gestures until it is interrupted", arguments: [SIGINT, SIGTERM])
  func monitor(signal: CInt) async {
    let home = Home()
    let monitor = home.start("monitor")
    #expect(await eventually { monitor.errors.contains("device") || monitor.errors.contains("reading") })
    // Without a device, the next step is named.
    if !monitor.errors.contains("reading ") {
      #expect(
        await eventually {
          monitor.errors.contains(
            "sleight: no touch device is readable; waiting for one ('sleight doctor' shows the fix)\n")
        })
    }
    monitor.signal(signal)
    let result = await monitor.result()
    #expect(result.status == 0)
    #expect(result.output == "")
    #expect(
      result.errors.hasPrefix(
        "sleight: \(home.rules) does not exist: gestures are shown without rules ('sleight init' writes a starter file)\n"
      ))
  }

  @Test("monitor does not start with rules that have mistakes")
  func monitorBadRules() async {
    let home = Home()
    home.writeRules("rules: 3\n")
    let result = await home.sleight("monitor")
    #expect(result.status == 1)
    #expect(result.errors.hasPrefix("\(home.rules):1:8: error: "))
  }

  @Test("a recording has nothing but its lines, also where standard error is closed")
  func recordClosed() async {
    let home = Home()
    let record = Program(["/bin/sh", "-c", "exec \"$SLEIGHT\" record hand.jsonl 2>&-"], in: home)
    #expect(await eventually { home.content(of: "hand.jsonl").hasSuffix("]}\n") })
    record.signal(SIGINT)
    #expect(await record.result().status == 0)
    #expect(home.content(of: "hand.jsonl").split(separator: "\n").allSatisfy { $0.hasPrefix("{") })
  }

  @Test(
    "record has its first line at once, ends when it is interrupted, and what it wrote is replayed",
    arguments: [SIGINT, SIGTERM])
  func record(signal: CInt) async throws {
    let home = Home()
    let record = home.start("record", "hand.jsonl")
    #expect(await eventually { home.content(of: "hand.jsonl").hasSuffix("]}\n") })
    // The file is complete even if the machine stops now.
    let first = try JSONReader.read(home.content(of: "hand.jsonl"))
    #expect(first["sleight"]?.integer == 1)
    #expect(first["devices"]?.array != nil)
    record.signal(signal)
    #expect(await record.result().status == 0)
    let replay = await home.sleight("replay", "hand.jsonl")
    #expect(replay.status == 0)
    #expect(replay.output == "")
  }

  @Test("record writes to standard output where it is asked to")
  func recordToOutput() async {
    let home = Home()
    let record = home.start("record", "-")
    #expect(await eventually { record.output.hasPrefix("{\"sleight\": 1, \"devices\": [") })
    record.signal(SIGINT)
    #expect(await record.result().status == 0)
  }

  @Test("record waits for who reads a pipe no longer than until it is interrupted")
  func recordToPipe() async throws {
    let home = Home()
    mkfifo("\(home.path)/pipe", 0o600)
    let record = home.start("record", "pipe")
    try await Task.sleep(for: .milliseconds(300))
    #expect(record.isRunning)
    record.signal(SIGINT)
    #expect(await record.result().status == 128 + SIGINT)
  }

  @Test("a recording that cannot be written is an error")
  func recordNowhere() async {
    let home = Home()
    #expect(
      await home.sleight("record", "no/such/place")
        == .init(status: 1, errors: "sleight: error: open no/such/place: No such file or directory\n"))
    // The error is noticed without any touch.
    let result = await home.sleight("record", "/dev/full")
    #expect(result.status == 1)
    #expect(result.errors.hasSuffix("sleight: error: write /dev/full: No space left on device\n"))
  }

  @Test("without a session's directory there is no daemon to be asked")
  func noRuntimeDirectory() async {
    let home = Home()
    #expect(
      await home.shell("env -u XDG_RUNTIME_DIR \"$SLEIGHT\" status")
        == .init(
          status: 1,
          errors: "sleight: error: XDG_RUNTIME_DIR is not set: it names the directory of the daemon's socket\n"))
  }
}
