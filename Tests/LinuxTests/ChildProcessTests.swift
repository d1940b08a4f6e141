import Glibc
import Linux
import Testing
import Time
import Waiting

@Suite("Child processes")
struct ChildProcessTests {
  let environment = ["PATH=/usr/bin:/bin", "GREETING=hello"]

  @Test(
    "a child has its own session, /dev/null as standard input, no blocked or ignored signals and no descriptors of its parent"
  )
  func circumstances() throws {
    let scratch = Scratch()
    let result = "\(scratch.path)/result"
    var blocked = sigset_t()
    sigemptyset(&blocked)
    sigaddset(&blocked, SIGUSR1)
    sigaddset(&blocked, SIGTERM)
    pthread_sigmask(SIG_BLOCK, &blocked, nil)
    defer { unblock([SIGUSR1, SIGTERM]) }
    signal(SIGHUP, SIG_IGN)
    defer { signal(SIGHUP, SIG_DFL) }
    let ours = try Descriptor.open(scratch.write("ours", ""), O_RDONLY)

    // The shell itself blocks signals while it starts a program, so the program must report its mask.
    let script = """
      { readlink /proc/$$/fd/0; ls -l /proc/$$/fd | grep -c ours; cut -d ' ' -f 6 /proc/$$/stat; echo $$
        grep -E '^Sig(Blk|Ign)' /proc/self/status; echo $GREETING; } > \(result).new
      mv \(result).new \(result)
      """
    let pid = try ChildProcess.spawn(["sh", "-c", script], environment: environment)
    #expect(try waitForEnd(of: pid) == .exited(0))
    let lines = text(of: result).split(separator: "\n").map(String.init)
    try #require(lines.count == 7)
    #expect(lines[0] == "/dev/null")
    #expect(lines[1] == "0")
    #expect(fcntl(ours.number, F_GETFD) != -1)
    #expect(lines[2] == "\(pid)")
    #expect(lines[3] == "\(pid)")
    #expect(lines[4] == "SigBlk:\t0000000000000000")
    // Signals 32 and 33 belong to the C library, which ignores them in every child it starts.
    let ignored = lines[5].split(separator: "\t").last.flatMap { UInt64($0, radix: 16) }
    #expect(ignored.map { $0 & ~0x1_8000_0000 } == 0)
    #expect(lines[6] == "hello")
  }

  @Test("the output of a silent child is discarded")
  func silent() throws {
    let script = "test $(readlink /proc/$$/fd/1) = /dev/null && test $(readlink /proc/$$/fd/2) = /dev/null"
    let pid = try ChildProcess.spawn(["sh", "-c", script], environment: environment, isSilent: true)
    #expect(try waitForEnd(of: pid) == .exited(0))
  }

  @Test("exit statuses are described in words")
  func statuses() throws {
    let cases: [(String, ChildProcess.ExitStatus, String)] = [
      ("exit 0", .exited(0), "exit status 0"),
      ("exit 3", .exited(3), "exit status 3"),
      ("kill -TERM $$", .signaled(SIGTERM), "killed by SIGTERM"),
      ("kill -KILL $$", .signaled(SIGKILL), "killed by SIGKILL"),
      ("kill -35 $$", .signaled(35), "killed by signal 35"),
    ]
    for (script, status, words) in cases {
      let pid = try ChildProcess.spawn(["sh", "-c", script], environment: environment)
      #expect(try waitForEnd(of: pid) == status)
      #expect(status.description == words)
    }
  }

  @Test("a running child is not reaped, and a reaped one cannot be reaped again")
  func running() throws {
    let pid = try ChildProcess.spawn(["sleep", "60"], environment: environment)
    #expect(try ChildProcess.reap(pid) == nil)
    kill(pid, SIGTERM)
    #expect(try waitForEnd(of: pid) == .signaled(SIGTERM))
    #expect(throws: SystemError("waitpid", code: ECHILD)) { try ChildProcess.reap(pid) }
  }

  @Test("waiting for a child ends with the child, or with the timeout")
  func waiting() throws {
    let short = try ChildProcess.spawn(["sh", "-c", "sleep 0.1; exit 3"], environment: environment)
    let start = Timestamp.now
    #expect(try ChildProcess.reap(short, within: .seconds(60)) == .exited(3))
    #expect(Timestamp.now - start < .seconds(45))
    let long = try ChildProcess.spawn(["sleep", "60"], environment: environment)
    #expect(try ChildProcess.reap(long, within: .milliseconds(20)) == nil)
    kill(long, SIGKILL)
    #expect(try ChildProcess.reap(long, within: .seconds(60)) == .signaled(SIGKILL))
    #expect(throws: SystemError("pidfd_open", code: ESRCH)) { try ChildProcess.reap(long, within: .zero) }
  }

  @Test("a program is searched in the child's own PATH, in order, skipping files that are not executable")
  func path() throws {
    let first = Scratch()
    let second = Scratch()
    first.write("greet", "#!/bin/sh\nexit 4\n", mode: 0o600)
    second.write("greet", "#!/bin/sh\nexit 5\n", mode: 0o700)
    let pid = try ChildProcess.spawn(["greet"], environment: ["PATH=/nonexistent:\(first.path):\(second.path)"])
    #expect(try waitForEnd(of: pid) == .exited(5))
  }

  @Test("an error names a program that does not exist or is not executable")
  func missing() throws {
    let scratch = Scratch()
    scratch.write("greet", "#!/bin/sh\n", mode: 0o600)
    #expect(throws: SystemError("posix_spawn", path: "greet", code: ENOENT)) {
      try ChildProcess.spawn(["greet"], environment: environment)
    }
    #expect(throws: SystemError("posix_spawn", path: "greet", code: EACCES)) {
      try ChildProcess.spawn(["greet"], environment: ["PATH=\(scratch.path)"])
    }
    #expect(throws: SystemError("posix_spawn", path: "/nonexistent/greet", code: ENOENT)) {
      try ChildProcess.spawn(["/nonexistent/greet"], environment: environment)
    }
    #expect(throws: SystemError("posix_spawn", code: EINVAL)) { try ChildProcess.spawn([], environment: []) }
    #expect(throws: SystemError("posix_spawn", path: "echo", code: EINVAL)) {
      try ChildProcess.spawn(["echo", "a\0b"], environment: environment)
    }
  }

  @Test("a script without an interpreter line is run by the shell")
  func script() throws {
    let scratch = Scratch()
    let file = scratch.write("greet", "exit $1\n", mode: 0o700)
    let pid = try ChildProcess.spawn([file, "6"], environment: environment)
    #expect(try waitForEnd(of: pid) == .exited(6))
  }
}

@Suite("Errors of system calls")
struct SystemErrorTests {
  @Test("an error names the call, the path and the reason")
  func words() {
    let error = #expect(throws: SystemError.self) { _ = try Descriptor.open("/nonexistent", O_RDONLY) }
    #expect(error?.description == "open /nonexistent: No such file or directory")
    #expect(error?.isMissing == true)
    #expect(error?.isPermission == false)
    #expect(SystemError("read", code: EACCES).description == "read: Permission denied")
  }

  @Test("a call that a signal interrupts is repeated")
  func interrupted() throws {
    var calls = 0
    let result = try system("read") {
      calls += 1
      errno = EINTR
      return calls < 3 ? -1 : 7
    }
    #expect(result == 7)
    #expect(calls == 3)
  }
}
