import Glibc
import Testing

@Suite("What the kernel refuses the daemon")
struct CallFaultTests {
  private static let rules = """
    rules:
      - {name: n, swipe: left, fingers: 3, do: [/bin/true, echo acts >>acts]}

    """

  @Test(
    "a call that fails: the daemon goes on, or leaves with a message that says which call and why",
    .enabled(if: access("/usr/bin/strace", X_OK) == 0, "needs strace"),
    arguments: CallFault.atTheStart + CallFault.atWork.filter { !$0.isSanitizers })
  func refused(fault: CallFault) async {
    let home = Home()
    home.writeRules(Self.rules)
    let daemon =
      switch fault.moment {
      case .start: await started(under: fault, in: home)
      case .work: await worked(under: fault, in: home)
      }
    guard daemon.isRunning else {
      let result = await daemon.result()
      let words = result.errors.split(separator: "\n").last.map(String.init) ?? ""
      print("\(fault.testDescription): leaves, \(words)")
      guard case .leaves(let expected) = fault.outcome else {
        Issue.record("it leaves: \(result)")
        return
      }
      #expect(result.status == 1)
      #expect(words.contains(expected))
      return
    }
    guard case .goesOn(let expected) = fault.outcome else {
      Issue.record("it goes on: \(daemon.errors)")
      return
    }
    print("\(fault.testDescription): goes on\(expected.map { ", \($0)" } ?? "")")
    if let expected { #expect(daemon.errors.contains(expected), "\(daemon.errors)") }
    // Once the call succeeds, the daemon works again.
    unlink("\(home.path)/acts")
    #expect(await home.sleight("trigger", "n").status == 0)
    #expect(await eventually { home.exists("acts") }, "\(daemon.errors)")
    daemon.signal(SIGTERM)
    #expect(await daemon.result().status == 0)
  }

  /// A daemon that started while the call failed, once it answers or has ended.
  private func started(under fault: CallFault, in home: Home) async -> Program {
    // With -D, strace runs as the child and the daemon keeps the process id.
    let daemon = Program(
      ["strace", "-D", "-qq", "-o", "\(home.path)/trace"] + fault.options + [Program.sleight, "run"], in: home)
    _ = await home.daemonAnswers { !daemon.isRunning }
    if let tracer = daemon.tracer {
      kill(tracer, SIGTERM)
      await eventually { daemon.tracer == nil }
    }
    return daemon
  }

  /// A daemon that has handled every request while the call failed.
  private func worked(under fault: CallFault, in home: Home) async -> Program {
    let daemon = await home.daemon()
    let tracer = Program(
      // The rules file is read on another thread.
      ["strace", "-p", "\(daemon.pid)", "-qq"] + (fault.calls == "openat" ? ["-f"] : []) + ["-o", "\(home.path)/trace"]
        + fault.options, in: home)
    #expect(await eventually { daemon.tracer != nil || !daemon.isRunning }, "\(tracer.errors)")
    // A daemon that cannot answer never does, so a short time suffices.
    let limit = fault.isAnswered ? 60 : 0.5
    func ask(_ command: String) async { _ = await home.shell("timeout \(limit) \"$SLEIGHT\" \(command)") }
    await ask("trigger n")
    home.writeRules(Self.rules + "# saved\n")
    // The daemon reads the file by itself meanwhile. If it is slower, the reload reads it, under the same fault.
    try? await Task.sleep(for: .milliseconds(150))
    await ask("reload")
    await ask("status")
    tracer.signal(SIGTERM)
    _ = await tracer.result()
    return daemon
  }
}

extension Program {
  /// The process that traces it; nil if none does.
  fileprivate var tracer: pid_t? {
    let line = text(of: "/proc/\(pid)/status").split(separator: "\n").first { $0.hasPrefix("TracerPid:") }
    let tracer = line?.split(whereSeparator: \.isWhitespace).last.flatMap { pid_t($0) }
    return tracer == 0 ? nil : tracer
  }
}
