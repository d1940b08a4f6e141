@testable import Actions
import Engine
import Gestures
import Glibc
import Launching
import Linux
import Testing
import Time
import Waiting

/// A named pipe, removed with its test.
private final class NamedPipe {
  let path: String

  init() throws {
    var template = Array("/tmp/sleight-test-XXXXXX".utf8CString)
    path = try #require(mkdtemp(&template).map { String(cString: $0) }) + "/pipe"
    mkfifo(path, 0o600)
  }

  deinit {
    unlink(path)
    rmdir(String(path.dropLast("/pipe".count)))
  }
}

@Suite("Running commands")
struct CommandsTests {
  @Test("the end of each command is reported with its rule, words and status")
  func statuses() throws {
    let commands = try Commands()
    for (location, line) in [("a:1", "exit 3"), ("a:2", "kill -TERM $$"), ("a:3", "true")] {
      _ = commands.start(CommandStart(line, location: location))
    }
    #expect(commands.runningCount == 3)
    let finished = try commands.finish().sorted { $0.location < $1.location }
    #expect(finished.map(\.status) == [.exited(3), .signaled(SIGTERM), .exited(0)])
    #expect(
      finished.map(\.description) == [
        "a:1: 'exit 3' ended with exit status 3", "a:2: 'kill -TERM $$' was killed by SIGTERM",
        "a:3: 'true' ended with exit status 0",
      ])
    #expect(commands.changes().isEmpty)
  }

  @Test("a child of other code is not reaped")
  func foreign() throws {
    let commands = try Commands()
    let pid = try ChildProcess.spawn(["/bin/sh", "-c", "exit 7"], environment: [])
    let status = try wait(otherwise: { "it does not end" }) {
      #expect(commands.changes().isEmpty)
      return try ChildProcess.reap(pid)
    }
    #expect(status == .exited(7))
  }

  @Test("a running command is not waited for")
  func running() throws {
    let pipe = try NamedPipe()
    let commands = try Commands()
    _ = commands.start(CommandStart("cat \(pipe.path)"))
    #expect(commands.changes().isEmpty)
    #expect(commands.runningCount == 1)
    // Waits until the command reads, and ends it.
    _ = try Descriptor.open(pipe.path, O_WRONLY)
    _ = try commands.finish()
    #expect(commands.runningCount == 0)
  }

  @Test("a missing program is reported by name")
  func missing() throws {
    let commands = try Commands()
    let failure = commands.start(CommandStart("no-such-program --help"))
    #expect(
      failure?.description
        == "a:1: cannot start 'no-such-program' of 'no-such-program --help': No such file or directory")
    #expect(commands.runningCount == 0)
  }

  @Test("a program that the shell cannot find or execute is reported as that, unlike a program's own status 127")
  func notFoundByTheShell() throws {
    let commands = try Commands(by: DirectStarter(environment: ["PATH=/bin:/usr/bin"]))
    _ = commands.start(CommandStart("no-such-program 2>/dev/null; exit $?"))
    _ = commands.start(CommandStart("/etc/passwd 2>/dev/null; exit $?", location: "a:2"))
    _ = commands.start(
      CommandStart(
        id: CommandID(number: 3), arguments: ["sh", "-c", "exit 127"], command: "sh", isShell: false,
        context: ActionContext(location: "a:3", gesture: .swipe, device: "")))
    #expect(
      try commands.finish().sorted { $0.location < $1.location }.map(\.description) == [
        "a:1: 'no-such-program 2>/dev/null; exit $?' ended with exit status 127: the shell did not find a program",
        "a:2: '/etc/passwd 2>/dev/null; exit $?' ended with exit status 126: the shell is not permitted to execute a program",
        "a:3: 'sh' ended with exit status 127",
      ])
  }

  @Test("commands up to the limit run at once, and there is room again when they have ended")
  func manyAtOnce() throws {
    let file = try NamedPipe()
    let pipe = file.path
    let commands = try Commands()
    for number in 1...Performer.commandLimit {
      #expect(commands.start(CommandStart("cat \(pipe)", number: number)) == nil)
    }
    #expect(commands.runningCount == Performer.commandLimit)
    // The commands wait for a writer.
    var changes = commands.changes()
    try wait(otherwise: { "\(commands.runningCount) commands run" }) {
      // Unblocks commands that have reached the pipe by now: no event shows that.
      if let late = try? Descriptor.open(pipe, O_WRONLY | O_NONBLOCK) { _ = consume late }
      changes += commands.changes()
      return commands.runningCount == 0 ? () : nil
    }
    let ended = changes.compactMap { if case .ended(let id, let one) = $0, one.status.isSuccess { id } else { nil } }
    #expect(Set(ended) == Set((1...Performer.commandLimit).map { CommandID(number: $0) }))
    _ = commands.start(CommandStart("true"))
    #expect(try commands.finish().count == 1)
  }

  @Test("a command that leaves a background process has ended")
  func background() throws {
    let pipe = try NamedPipe()
    let commands = try Commands()
    _ = commands.start(CommandStart("cat \(pipe.path) >/dev/null 2>&1 &"))
    #expect(try commands.finish().map(\.status) == [.exited(0)])
    // The background process waits for a writer: opening the pipe ends it.
    _ = try Descriptor.open(pipe.path, O_WRONLY)
  }

  @Test("arguments that exceed the system's limit are refused")
  func tooLong() throws {
    let commands = try Commands()
    let long = String(repeating: "x", count: 200_000)
    let failure = commands.start(CommandStart("cat \(long)"))
    #expect(failure?.description.hasPrefix("a:1: cannot start 'cat' of 'cat xxx") == true)
    #expect(failure?.description.hasSuffix("xxx': Argument list too long") == true)
    #expect(commands.runningCount == 0)
  }

  private func start(fed line: String, of commands: Commands) {
    var start = CommandStart(line)
    start.isFed = true
    _ = commands.start(start)
  }

  private let id = CommandID(number: 1)

  @Test(
    "a command that ends before its gesture is reported, whatever its exit status", arguments: ["exit 0", "exit 3"])
  func endsEarly(line: String) throws {
    let commands = try Commands()
    start(fed: line, of: commands)
    #expect(commands.feed("begin", to: id, isLast: false) == nil)
    let finished = try commands.finish()
    #expect(
      finished.map(\.description) == [
        "a:1: '\(line)' ended with exit status \(line.suffix(1)), before its gesture ended"
      ])
    #expect(finished.map(\.isEarly) == [true])
    #expect(commands.feed("end", to: id, isLast: true) == nil)
  }

  @Test("a command that closes its input early and runs on is reported once, when its gesture ends")
  func closesInput() throws {
    let pipe = try NamedPipe()
    let gate = try Descriptor.open(pipe.path, O_RDWR)
    let closed = "\(pipe.path).closed"
    defer { unlink(closed) }
    let starter = try DirectStarter(environment: CommandEnvironment.shared())
    let commands = Commands(by: starter)
    let line = "exec <\(pipe.path); : >\(closed); read open"
    start(fed: line, of: commands)
    _ = try wait(otherwise: { "it does not close its input" }) { access(closed, F_OK) == 0 ? () : nil }
    #expect(commands.feed("amount", to: id, isLast: false) == nil)
    // A process that another test starts has the pipe, too, until it executes its program.
    var ready = pollfd(fd: starter.descriptor, events: Int16(POLLIN), revents: 0)
    _ = try wait(otherwise: { "its closed input is not noticed" }) { poll(&ready, 1, 0) > 0 ? () : nil }
    #expect(commands.changes().isEmpty)
    #expect(
      commands.feed("end", to: id, isLast: true)?.description
        == "a:1: '\(line)' closed its standard input before its gesture ended")
    try gate.write(Array("open\n".utf8))
    #expect(try commands.finish().map(\.isEarly) == [false])
  }

  @Test("a command that reads to the end is not reported")
  func readsAll() throws {
    let commands = try Commands()
    start(fed: "cat >/dev/null", of: commands)
    #expect(commands.feed("begin", to: id, isLast: false) == nil)
    #expect(commands.feed("end", to: id, isLast: true) == nil)
    #expect(try commands.finish().map(\.isEarly) == [false])
  }
}
