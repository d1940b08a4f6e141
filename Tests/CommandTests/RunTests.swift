import Glibc
import JSONLines
import Testing

@Suite("sleight run, and how one speaks to it")
struct RunTests {
  private let one = "rules: [{swipe: left, fingers: 3, do: foot}]\n"
  private let two = "rules:\n  - {swipe: left, fingers: 3, do: foot}\n  - {swipe: right, fingers: 3, do: foot}\n"
  private let bad = "rules: [{swype: left, fingers: 3, do: foot}]\n"

  @Test(
    "starts whatever devices there are, answers, and leaves nothing behind when it is ended",
    arguments: [SIGTERM, SIGINT])
  func life(signal: CInt) async throws {
    let home = Home()
    home.writeRules(two)
    let daemon = await home.daemon()
    let status = try await home.status()
    #expect(status["ok"]?.bool == true)
    #expect(status["pid"]?.integer == Int(daemon.pid))
    #expect(status["config"]?.string == home.rules)
    #expect(status["rules"]?.integer == 2)
    #expect(status["configError"] == .null)
    #expect(status["devices"]?.array != nil && status["unreadable"]?.array != nil)
    let text = await home.sleight("status")
    #expect(text.status == 0)
    #expect(text.output.hasPrefix("running, pid \(daemon.pid)\n2 rules from \(home.rules)\n"))

    daemon.signal(signal)
    let result = await daemon.result()
    #expect(result.status == 0)
    #expect(result.output == "")
    #expect(!home.exists("run/sleight/sleight.sock"))
    #expect(
      await home.sleight("status")
        == .init(
          status: 1,
          errors:
            "sleight: error: no daemon is running (nothing listens at \(home.socket)); start it with 'sleight run'\n"))
  }

  @Test("the status has a path that is valid anywhere, and doctor knows the file by any of its paths")
  func relativePath() async throws {
    let home = Home()
    home.writeRules(two)
    let daemon = home.start("run", "--config", "config/sleight/rules.yml")
    #expect(await home.daemonAnswers())
    #expect(try await home.status()["config"]?.string == home.rules)
    for arguments in [[], ["--config", "./config/sleight/rules.yml"], ["--config", "config/sleight/rules.yml"]] {
      let doctor = await Program([Program.sleight, "doctor"] + arguments, in: home).result()
      #expect(doctor.output.contains("daemon: running, ") && !doctor.output.contains("not from"), "\(doctor)")
    }
    #expect(daemon.isRunning)
  }

  @Test("tells its supervisor when it is ready, when it reloads and when it stops")
  func supervisor() async {
    let home = Home()
    home.writeRules(one)
    let supervisor = Socket.datagrams(at: "\(home.path)/notify")
    let daemon = await home.daemon(environment: ["NOTIFY_SOCKET=\(home.path)/notify"])
    var messages: [String] = []
    func hears(_ word: String) async -> Bool {
      await eventually {
        while let message = supervisor.message() { messages.append(String(decoding: message, as: UTF8.self)) }
        return messages.contains { $0.split(separator: "\n").contains { $0.hasPrefix(word) } }
      }
    }
    #expect(await hears("READY=1"))
    #expect(await hears("STATUS="))
    messages = []
    daemon.signal(SIGHUP)
    #expect(await hears("READY=1"))
    #expect(messages.first?.hasPrefix("RELOADING=1\nMONOTONIC_USEC=") == true)
    daemon.signal(SIGTERM)
    #expect(await hears("STOPPING=1"))
    #expect(await daemon.result().status == 0)
  }

  @Test("ends as if asked to when its processor time is used up, with a reason, and so that its unit starts it again")
  func processorTime() async {
    let home = Home()
    home.writeRules(one)
    let daemon = await home.daemon()
    daemon.signal(SIGXCPU)
    let result = await daemon.result()
    #expect(result.status == 128 + SIGXCPU, "\(result)")
    #expect(
      result.errors.hasSuffix(
        "sleight: error: the limit of processor time is reached ('ulimit -t', or 'LimitCPU' of the unit)\n"))
    #expect(!home.exists("run/sleight/sleight.sock"))
  }

  @Test("tells nothing to the supervisor of another program that has started it")
  func foreignSupervisor() async {
    let home = Home()
    home.writeRules(one)
    let supervisor = Socket.datagrams(at: "\(home.path)/notify")
    let daemon = await home.daemon(environment: ["NOTIFY_SOCKET=\(home.path)/notify", "SYSTEMD_EXEC_PID=1"])
    daemon.signal(SIGHUP)
    #expect(await home.sleight("reload").status == 0)
    daemon.signal(SIGTERM)
    #expect(await daemon.result().status == 0)
    #expect(supervisor.message() == nil)
  }

  @Test("goes on where nobody reads what it has to say")
  func unread() async throws {
    let home = Home()
    home.writeRules(bad)
    // A reader that has stopped, with a full pipe.
    mkfifo("\(home.path)/messages", 0o600)
    let reader = open("\(home.path)/messages", O_RDONLY | O_NONBLOCK)
    let writer = open("\(home.path)/messages", O_WRONLY | O_NONBLOCK)
    defer { [reader, writer].forEach { close($0) } }
    while write(writer, [UInt8](repeating: 0x78, count: 4096), 4096) > 0 {}
    let daemon = Program(["/bin/sh", "-c", "exec \"$SLEIGHT\" run 2>messages"], in: home)
    #expect(await home.daemonAnswers())
    home.writeRules(one)
    #expect(await home.sleight("reload") == .init(status: 0, output: "1 rule from \(home.rules)\n"))
    daemon.signal(SIGTERM)
    #expect(await daemon.result().status == 0)
  }

  @Test("what stands where its socket belongs and is none is named, and stays")
  func socketTaken() async {
    let home = Home()
    home.writeRules(one)
    home.write("run/sleight/sleight.sock", "mine")
    #expect(
      await home.sleight("run")
        == .init(status: 1, errors: "sleight: error: bind \(home.socket): Address already in use\n"))
    #expect(home.content(of: "run/sleight/sleight.sock") == "mine")
  }

  @Test("a pipe as its rules file is not waited for, at the start or later")
  func pipe() async {
    let home = Home()
    mkfifo("\(home.path)/pipe", 0o600)
    let refused = "this is not a regular file, and reading it could block"
    #expect(
      await home.sleight("run", "--config", "pipe")
        == .init(status: 1, errors: "sleight: error: pipe: \(refused)\n"))

    home.writeRules(one)
    let daemon = await home.daemon()
    unlink(home.rules)
    mkfifo(home.rules, 0o600)
    #expect(
      await home.sleight("reload")
        == .init(
          status: 1,
          errors: "sleight: error: \(home.rules): \(refused) (still using the previous rules; see 'sleight check')\n"
        ))
    daemon.signal(SIGTERM)
    #expect(await daemon.result().status == 0)
  }

  @Test("a second one in the same session is refused, and the first goes on")
  func second() async throws {
    let home = Home()
    home.writeRules(one)
    let daemon = await home.daemon()
    let second = await home.sleight("run")
    #expect(second.status == 1)
    #expect(
      second.errors.hasSuffix("sleight: error: sleight is already running in this session (pid \(daemon.pid))\n"))
    #expect(try await home.status()["pid"]?.integer == Int(daemon.pid))
    daemon.signal(SIGTERM)
    #expect(await daemon.result().status == 0)
  }

  @Test("one whose socket was removed leaves alone the one that has come to listen in its place")
  func replaced() async {
    let home = Home()
    home.writeRules(one)
    let first = await home.daemon()
    unlink(home.socket)
    // Not another daemon: that does not start while the first one runs.
    let second = Socket.listening(at: home.socket)
    first.signal(SIGTERM)
    #expect(await first.result().status == 0)
    #expect(home.exists("run/sleight/sleight.sock"))
    withExtendedLifetime(second) {}
  }

  @Test("one that was killed does not keep the next from starting")
  func killed() async throws {
    let home = Home()
    home.writeRules(one)
    let first = await home.daemon()
    first.signal(SIGKILL)
    #expect(await first.result().status == 128 + SIGKILL)
    #expect(home.exists("run/sleight/sleight.sock"))
    let next = home.start("run")
    #expect(await eventually { next.errors.contains("1 rule") })
    #expect(await eventually { Socket.connected(to: home.socket) != nil })
    #expect(try await home.status()["pid"]?.integer == Int(next.pid))
  }

  @Test("a rules file that is not there does")
  func missingFile() async {
    let home = Home()
    let result = await home.sleight("run")
    #expect(result.status == 1)
    #expect(result.output == "")
    #expect(result.errors.hasPrefix("sleight: error: \(home.rules): there is no such file; "))
    #expect(result.errors.contains("'sleight init'"))
    #expect(!home.exists("run/sleight/sleight.sock"))
  }

  @Test("the log says as much as it is asked to")
  func logLevel() async {
    let home = Home()
    home.writeRules(one)
    let daemon = home.start("run", "--log-level", "error")
    #expect(await eventually { Socket.connected(to: home.socket) != nil })
    daemon.signal(SIGTERM)
    #expect(await daemon.result() == .init(status: 0))
  }

  @Test("signals that are meant for other programs, or that a timer sends, do not end it")
  func signals() async {
    let home = Home()
    home.writeRules("rules:\n  - {swipe: left, fingers: 3, do: foot}\n")
    let daemon = await home.daemon()
    let realTime = [__libc_current_sigrtmin(), __libc_current_sigrtmin() + 1, __libc_current_sigrtmax()]
    for signal in [SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGIO, SIGPWR, SIGSTKFLT, SIGXFSZ] + realTime {
      daemon.signal(signal)
      #expect(await home.sleight("status").status == 0, "signal \(signal)")
    }
    #expect(daemon.isRunning)
  }

  @Test("a command gets these signals as by default")
  func commandSignals() async {
    let home = Home()
    home.writeRules(
      "rules:\n  - {swipe: left, fingers: 3, name: a, do: grep SigIgn /proc/self/status > ignored; mv ignored done}\n")
    let daemon = await home.daemon()
    #expect(await home.sleight("trigger", "a").status == 0)
    #expect(await eventually { home.exists("done") }, "\(daemon.errors)")
    // posix_spawn(3) of glibc ignores its own two, 32 and 33.
    let ignored = home.content(of: "done").split(whereSeparator: \.isWhitespace).last.flatMap { UInt64($0, radix: 16) }
    #expect(ignored.map { $0 & ~(3 << 31) } == 0)
  }

  @Test(
    "a lock with the same inode on another file system is another user's",
    .enabled(if: getuid() == 0, "only root can mount"))
  func otherLock() async {
    let home = Home()
    home.writeRules("rules:\n  - {swipe: left, fingers: 3, do: foot}\n")
    // The root of each tmpfs has the inode 1, as the runtime directories of two users.
    let script = """
      mkdir one two; mount -t tmpfs -o mode=700 one one && mount -t tmpfs -o mode=700 two two || exit 9
      [ $(stat -c %i one) = $(stat -c %i two) ] || exit 8
      XDG_RUNTIME_DIR=$PWD/one "$SLEIGHT" run 2>first & first=$!
      until [ -S one/sleight/sleight.sock ]; do sleep 0.01; done
      # A backup program that has locked the directory.
      flock two sh -c 'XDG_RUNTIME_DIR=$PWD/two timeout -s INT 60 "$SLEIGHT" run 2>second & second=$!
        until [ -S two/sleight/sleight.sock ] || ! kill -0 $second 2>/dev/null; do sleep 0.01; done
        XDG_RUNTIME_DIR=$PWD/two "$SLEIGHT" status >answer 2>&1; echo "status $?"; kill $second; wait $second'
      kill $first; wait $first
      grep "already" second
      """
    let result = await Program(["unshare", "-m", "/bin/sh", "-c", script], in: home).result()
    guard result.status != 9 else { return }
    #expect(result.output == "status 0\n", "\(result) \(home.content(of: "second"))")
  }

}
