import Glibc
import HeadlessSway
import JSONLines
import Testing
import TmuxWindow

@Suite("sleight doctor, in broken situations, and after the fixes that it shows")
struct DoctorTests {
  /// A finding of doctor's.
  private struct Finding {
    var state: String
    var reason: String
    var remedy: [String]

    init(_ value: JSONValue) {
      state = value["state"]?.string ?? ""
      reason = value["reason"]?.string ?? ""
      remedy = value["remedy"]?.array?.compactMap(\.string) ?? []
    }
  }

  /// A PATH on which remedies find `sleight`, and a `sudo` that executes its arguments, for root.
  private static func tools(of home: Home) -> String {
    mkdir("\(home.path)/bin", 0o755)
    symlink(Program.sleight, "\(home.path)/bin/sleight")
    home.write("bin/sudo", "#!/bin/sh\nexec \"$@\"\n", mode: 0o755)
    return "PATH=\(home.path)/bin:/usr/bin:/bin"
  }

  /// The findings about `subject`, worst first, after a shell has run `commands`.
  private func findings(
    _ subject: String, in home: Home, after commands: [String] = [], environment: [String] = []
  ) async throws -> [Finding] {
    let script = (commands + ["exec sleight doctor --json"]).joined(separator: "\n")
    let program = Program(["/bin/sh", "-c", script], in: home, environment: [Self.tools(of: home)] + environment)
    let result = await program.result()
    #expect(result.errors == "")
    let all = try result.output.split(separator: "\n").map { try JSONReader.read(String($0)) }
    #expect(result.status == (all.contains { $0["state"]?.string == "wrong" } ? 1 : 0))
    let order = ["wrong", "note", "good"]
    return all.filter { $0["subject"]?.string == subject }.map { Finding($0) }
      .sorted { (order.firstIndex(of: $0.state) ?? 0) < (order.firstIndex(of: $1.state) ?? 0) }
  }

  private let good = "rules:\n  - {swipe: left, fingers: 3, do: foot}\n"

  @Test("no rules file")
  func noRules() async throws {
    let home = Home()
    let broken = try #require(await findings("rules", in: home).first)
    #expect(broken.state == "wrong")
    #expect(broken.reason == "the rules file \(home.rules) does not exist")
    #expect(broken.remedy == ["sleight init"])
    let fixed = try #require(await findings("rules", in: home, after: broken.remedy.map { "\($0) >/dev/null" }).first)
    #expect(fixed.state == "good", "\(fixed)")
  }

  @Test("bad rules")
  func badRules() async throws {
    let home = Home()
    home.writeRules("rules:\n  - {swype: left, fingers: 3, do: foot}\n")
    home.write("editor", "#!/bin/sh\nsed -i \"${1#+}s/swype/swipe/\" \"$2\"\n", mode: 0o755)
    let editor = "EDITOR=\(home.path)/editor"
    let broken = try #require(await findings("rules", in: home).first)
    #expect(broken.state == "wrong")
    #expect(broken.reason == "\(home.rules):2:6: unknown gesture 'swype'; did you mean 'swipe'?")
    let fixed = try await findings("rules", in: home, after: broken.remedy, environment: [editor])
    #expect(fixed.map(\.state) == ["good"], "\(fixed)")
  }

  @Test("a rules file that others may write")
  func unsafeRules() async throws {
    let home = Home()
    home.writeRules(good)
    chmod(home.rules, 0o666)
    let broken = try #require(await findings("rules", in: home).first)
    #expect(broken.state == "wrong")
    #expect(broken.reason == "\(home.rules): others may write the file, and so run programs in your name")
    #expect(broken.remedy == ["chmod go-w \(home.rules)"])
    #expect(try await findings("rules", in: home, after: broken.remedy).map(\.state) == ["good"])
  }

  @Test("a rules file of another user", .enabled(if: getuid() == 0, "only root can give a file away"))
  func foreignRules() async throws {
    let home = Home()
    home.writeRules(good)
    chown(home.rules, 4711, 4711)
    let broken = try #require(await findings("rules", in: home).first)
    #expect(broken.state == "wrong")
    #expect(broken.reason.hasPrefix("\(home.rules): the file belongs to user 4711"))
    #expect(broken.remedy == ["sudo chown 0 \(home.rules)"])
    #expect(try await findings("rules", in: home, after: broken.remedy).map(\.state) == ["good"])
  }

  @Test("no XDG_RUNTIME_DIR")
  func noRuntime() async throws {
    let home = Home()
    home.writeRules(good)
    let environment = ["TMPDIR=\(home.path)"]
    let unset = ["unset XDG_RUNTIME_DIR"]
    let broken = try #require(
      await findings("runtime", in: home, after: unset, environment: environment).first)
    #expect(broken.state == "wrong")
    #expect(broken.reason.hasPrefix("XDG_RUNTIME_DIR is not set"))
    #expect(broken.remedy.count == 1)
    #expect(
      try await findings("runtime", in: home, after: unset + broken.remedy, environment: environment).isEmpty)
  }

  @Test("a dead socket", .enabled(if: access("/run/systemd/system", F_OK) != 0, "systemd would start the user's own"))
  func deadSocket() async throws {
    let home = Home()
    home.writeRules(good)
    let daemon = await home.daemon()
    daemon.signal(SIGKILL)
    _ = await daemon.result()
    let broken = try #require(await findings("daemon", in: home).first)
    #expect(broken.state == "wrong")
    #expect(
      broken.reason == "the daemon has ended unexpectedly: nothing listens at its socket \(home.socket)")
    #expect(broken.remedy == ["sleight run"])
    let next = Program(["/bin/sh", "-c", "exec " + broken.remedy[0]], in: home, environment: [Self.tools(of: home)])
    #expect(await eventually { next.errors.contains("1 rule") })
    let fixed = try await findings("daemon", in: home)
    #expect(fixed.map(\.state) == ["good"])
    #expect(fixed.first?.reason == "running, pid \(next.pid), with 1 rule from \(home.rules)")
  }

  @Test("a second daemon that the first knows nothing of")
  func secondDaemon() async throws {
    let home = Home()
    home.writeRules(good)
    let first = await home.daemon()
    mkdir("\(home.path)/other", 0o700)
    let other = Program(
      ["/bin/sh", "-c", "XDG_RUNTIME_DIR=\(home.path)/other exec \"$SLEIGHT\" run"], in: home)
    #expect(await eventually { home.exists("other/sleight/sleight.sock") })
    let broken = try #require(await findings("daemon", in: home).first)
    #expect(broken.state == "wrong")
    #expect(broken.reason == "a second daemon is running (pid \(other.pid)): gestures act twice")
    #expect(broken.remedy == ["kill \(other.pid)"])
    #expect(await home.shell(broken.remedy[0]).status == 0)
    #expect(await other.result().status == 0)
    let fixed = try await findings("daemon", in: home)
    #expect(fixed.map(\.state) == ["good"], "\(fixed)")
    #expect(first.isRunning)
  }

  @Test("the watchdog of an owned device is no second daemon")
  func watchdog() async throws {
    let home = Home()
    home.writeRules(good)
    let daemon = await home.daemon()
    // Its command line is the daemon's, and its name is its own.
    mkdir("\(home.path)/other", 0o700)
    symlink("/bin/bash", "\(home.path)/other/sleight-watch")
    home.write("other/run", "while :; do /bin/sleep 1; done\n")
    let script = "cd \(home.path)/other && exec -a sleight ./sleight-watch run"
    let watchdog = Program(["/bin/bash", "-c", script], in: home)
    let pid = watchdog.pid
    #expect(
      await eventually {
        await home.shell("cat /proc/\(pid)/comm").output == "sleight-watch\n"
      })
    #expect(try await findings("daemon", in: home).map(\.state) == ["good"])
    #expect(daemon.isRunning && watchdog.isRunning)
    watchdog.signal(SIGKILL)
  }

  @Test(
    "a program that was replaced while its daemon runs",
    .enabled(if: access("/run/systemd/system", F_OK) != 0, "systemd would restart the user's own"))
  func replacedProgram() async throws {
    let home = Home()
    home.writeRules(good)
    // Not a link: the file is replaced.
    mkdir("\(home.path)/bin", 0o755)
    let install = "cp \(Program.sleight) \(home.path)/bin/new && mv \(home.path)/bin/new \(home.path)/bin/sleight"
    #expect(await home.shell(install).status == 0)
    let daemon = Program(["/bin/sh", "-c", "exec \(home.path)/bin/sleight run"], in: home)
    #expect(await eventually { daemon.errors.contains("1 rule") })
    #expect(try await findings("daemon", in: home).map(\.state) == ["good"])
    #expect(await home.shell(install).status == 0)
    let broken = try #require(await findings("daemon", in: home).first)
    #expect(broken.state == "note")
    #expect(broken.reason.hasSuffix("; its program was replaced since it started"))
    let next = Program(
      ["/bin/sh", "-c", broken.remedy.joined(separator: "\n")], in: home, environment: [Self.tools(of: home)])
    #expect(await daemon.result().status == 0)
    #expect(await eventually { next.errors.contains("1 rule") }, "\(broken)")
    let fixed = try await findings("daemon", in: home)
    #expect(fixed.map(\.state) == ["good"], "\(fixed)")
    // The shell's child.
    let pid = try #require(try await home.status()["pid"]?.integer)
    kill(pid_t(pid), SIGTERM)
    _ = await next.result()
  }

  @Test(
    "a session of GNOME or KDE without its compositor: nothing to install, nor to permit, in 'run' either",
    .enabled(if: access("/dev/uinput", W_OK) != 0, "nothing is missing where /dev/uinput may be used"),
    arguments: ["GNOME", "KDE"])
  func endedCompositor(desktop: String) async throws {
    let home = Home()
    home.writeRules("rules:\n  - {swipe: left, fingers: 3, do: {keys: a}}\n")
    let environment = ["XDG_CURRENT_DESKTOP=\(desktop)", "XDG_SESSION_TYPE=wayland"]
    let compositor = try #require(await findings("compositor", in: home, environment: environment).first)
    #expect(compositor.reason.hasSuffix("the compositor of this \(desktop) session has ended: log out and in"))
    #expect(compositor.remedy == [])
    let input = try #require(await findings("input", in: home, environment: environment).first)
    #expect(input.reason == "keys cannot be pressed: no Wayland compositor is running")
    #expect(input.remedy == [])
    let daemon = await home.daemon(environment: environment)
    #expect(await eventually { daemon.errors.contains("warning: \(input.reason)\n") }, "\(daemon.errors)")
    daemon.signal(SIGTERM)
    #expect(await daemon.result().status == 0)
    #expect(!daemon.errors.contains("uinput"))
  }

  @Test("a daemon that does not answer is not waited for long")
  func stoppedDaemon() async throws {
    let home = Home()
    home.writeRules(good)
    let daemon = await home.daemon()
    daemon.signal(SIGSTOP)
    // The wait has a limit: this returns.
    let broken = try #require(await findings("daemon", in: home).first)
    #expect(broken.state == "wrong")
    #expect(broken.reason == "the daemon at \(home.socket) does not answer")
    #expect(broken.remedy.first == "kill -KILL \(daemon.pid)")
  }

  @Test("no session: nobody tells whether the screen is locked")
  func noSession() async throws {
    let home = Home()
    home.writeRules(good)
    let nowhere = "DBUS_SYSTEM_BUS_ADDRESS=unix:path=\(home.path)/nowhere"
    let broken = try #require(await findings("session", in: home, environment: [nowhere]).first)
    #expect(broken.state == "note")
    #expect(broken.reason.hasPrefix("cannot connect to the system bus"))
    // One source suffices.
    home.writeRules("settings: {locked-if: pgrep swaylock}\n" + good)
    #expect(try await findings("session", in: home, environment: [nowhere]).map(\.state) == ["good"])
  }

  @Test("no compositor where the environment says, and there is one")
  func noCompositor() async throws {
    let home = Home()
    let sway = try HeadlessSway()
    home.writeRules(
      """
      settings: {inject: wayland}
      rules:
        - {swipe: left, fingers: 3, when: {output: HEADLESS-1}, do: {click: left}}

      """)
    let environment = ["XDG_RUNTIME_DIR=\(sway.folder.path)", "WAYLAND_DISPLAY=wayland-77"]
    let broken = try #require(await findings("compositor", in: home, environment: environment).first)
    #expect(broken.state == "wrong")
    #expect(broken.reason.hasPrefix("no connection to a Wayland compositor: connect "))
    #expect(broken.remedy == ["unset WAYLAND_DISPLAY"])
    for subject in ["compositor", "conditions", "input"] {
      let fixed = try await findings(subject, in: home, after: broken.remedy, environment: environment)
      #expect(fixed.first?.state == "good", "\(subject): \(fixed)")
    }
  }

  @Test("gestures that the desktop answers to itself")
  func clashes() async throws {
    let home = Home()
    home.writeRules(good)
    let gnome = ["XDG_CURRENT_DESKTOP=GNOME", "WAYLAND_DISPLAY=wayland-77"]
    let clash = try #require(await findings("clashes", in: home, environment: gnome).first)
    #expect(clash.state == "note")
    #expect(clash.reason.hasPrefix("\(home.rules):2: "), "\(clash)")
    home.writeRules("rules:\n  - {tap: single, fingers: 3, do: foot}\n")
    #expect(try await findings("clashes", in: home, environment: gnome).map(\.state) == ["good"])
    // Phosh uses GNOME's settings, and has no swipes of GNOME Shell.
    home.writeRules(good)
    let phosh = ["XDG_CURRENT_DESKTOP=Phosh:GNOME", "WAYLAND_DISPLAY=wayland-77"]
    #expect(try await findings("clashes", in: home, environment: phosh).isEmpty)
  }

  @Test("for people: a line for each finding, its commands below it, and the sum; no colours where no terminal is")
  func text() async throws {
    let home = Home()
    let result = await home.sleight("doctor")
    #expect(result.status == 1)
    #expect(
      result.output.hasPrefix("wrong  rules: the rules file \(home.rules) does not exist\n         sleight init\n"))
    #expect(result.output.split(separator: "\n").last?.wholeMatch(of: /\d+ problems? found/) != nil)
    #expect(!result.output.contains("\u{1b}"))
  }

  @Test("on a terminal, reasons are wrapped at its width between words, and commands are not")
  func wrapped() throws {
    let home = Home()
    let window = try TmuxWindow(columns: 50, rows: 80, in: home.path, environment: home.environment)
    try window.enter("clear; \"$SLEIGHT\" doctor --config a-file-that-does-not-exist.yml; echo end")
    let screen = try window.waitForScreen { $0.contains("end") }
    let text = screen.prefix { $0 != "end" }
    #expect(text.first == "wrong  rules: the rules file", "\(text)")
    #expect(
      text.dropFirst().prefix(2) == ["       a-file-that-does-not-exist.yml does not", "       exist"], "\(text)")
    // The terminal itself breaks a command that is too long.
    let command = text.drop { $0 != "         sleight init --config a-file-that-does-no" }
    #expect(command.dropFirst().first == "t-exist.yml", "\(text)")
  }

  @Test("a report is shown, and written only after a yes; it has no rules and no home directory unless requested")
  func report() async {
    let home = Home()
    home.writeRules("rules:\n  - {swipe: left, fingers: 3, do: a-private-command}\n")
    let refused = await home.shell("echo n | \"$SLEIGHT\" doctor --report report.md")
    #expect(refused.status == 1 && refused.errors == "sleight: error: report.md was not written\n", "\(refused.errors)")
    #expect(!home.exists("report.md"))

    let written = await home.shell("echo y | \"$SLEIGHT\" doctor --report report.md")
    #expect(written.status == 0, "\(written.errors)")
    let report = home.content(of: "report.md")
    #expect(written.output == report + "\nWrite this to report.md? [y/N] ")
    #expect(report.contains("good rules: ") && report.contains("| kernel | "), "\(report)")
    #expect(!report.contains("a-private-command") && !report.contains(home.path), "\(report)")

    let again = await home.shell("\"$SLEIGHT\" doctor --report report.md --rules </dev/null")
    #expect(again.status == 1 && again.output.hasSuffix("\nReplace report.md? [y/N] "), "\(again.output)")
    #expect(home.content(of: "report.md") == report)
    let whole = await home.shell("\"$SLEIGHT\" doctor --report - --rules")
    #expect(whole.output.contains("a-private-command"))
  }

  @Test(
    "an unsafe directory for sockets is replaced by another one, and its permissions are left alone",
    .enabled(if: getuid() == 0, "the directory must belong to the user"))
  func sharedRuntime() async throws {
    let home = Home()
    home.writeRules(good)
    mkdir("\(home.path)/shared", 0o777)
    chmod("\(home.path)/shared", 0o1777)
    let environment = ["TMPDIR=\(home.path)", "XDG_RUNTIME_DIR=\(home.path)/shared"]
    let broken = try #require(await findings("runtime", in: home, environment: environment).first)
    #expect(broken.state == "wrong")
    #expect(
      broken.reason
        == "other users may write in \(home.path)/shared (XDG_RUNTIME_DIR): no daemon starts there")
    #expect(broken.remedy.allSatisfy { $0.hasPrefix("export XDG_RUNTIME_DIR=") }, "\(broken)")
    #expect(try await findings("runtime", in: home, after: broken.remedy, environment: environment).isEmpty)
    var status = stat()
    #expect(stat("\(home.path)/shared", &status) == 0 && status.st_mode & 0o7777 == 0o1777)
    let daemon = await home.start("run", environment: environment).result()
    #expect(daemon.status == 1 && !daemon.errors.contains("chmod"), "\(daemon.errors)")
  }
}
