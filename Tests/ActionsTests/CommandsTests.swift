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
    let commands = Commands()
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
    let commands = Commands()
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
    let commands = Commands()
    _ = commands.start(CommandStart("cat \(pipe.path)"))
    #expect(commands.changes().isEmpty)
    #expect(commands.runningCount == 1)
    // Waits until the command reads, and ends it.
    _ = try Descriptor.open(pipe.path, O_WRONLY)
    _ = try commands.finish()
    #expect(commands.runningCount == 0)
  }

  @Test("a missing program is reported by name")
  func missing() {
    let commands = Commands()
    let failure = commands.start(CommandStart("no-such-program --help"))
    #expect(
      failure?.description
        == "a:1: cannot start 'no-such-program' of 'no-such-program --help': No such file or directory")
    #expect(commands.runningCount == 0)
  }

  @Test("a program that the shell cannot find or execute is reported as that, unlike a program's own status 127")
  func notFoundByTheShell() throws {
    let commands = Commands(by: DirectStarter(environment: ["PATH=/bin:/usr/bin"]))
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
    let commands = Commands()
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
    let commands = Commands()
    _ = commands.start(CommandStart("cat \(pipe.path) >/dev/null 2>&1 &"))
    #expect(try commands.finish().map(\.status) == [.exited(0)])
    // The background process waits for a writer: opening the pipe ends it.
    _ = try Descriptor.open(pipe.path, O_WRONLY)
  }

  @Test("arguments that exceed the system's limit are refused")
  func tooLong() {
    let commands = Commands()
    let long = String(repeating: "x", count: 200_000)
    let failure = commands.start(CommandStart("cat \(long)"))
    #expect(failure?.description.hasPrefix("a:1: cannot start 'cat' of 'cat xxx") == true)
    #expect(failure?.description.hasSuffix("xxx': Argument list too long") == true)
    #expect(commands.runningCount == 0)
  }
}
