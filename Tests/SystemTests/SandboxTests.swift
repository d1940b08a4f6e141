internal import CUinput
internal import Glibc
internal import Linux
internal import Testing

extension InASession {
  /// The sandbox of the unit's daemon, which does not apply to the commands that its rules start.
  @Suite struct TheSandbox {
    @Test("systemd calls it exposed to at most 3.0 of 10, and the unit explains each exposure")
    func exposure() throws {
      let unit = try UserUnit()
      let text = try Program.run("systemd-analyze", "--user", "--no-pager", "security", "sleight.service", as: .user)
      let last = try #require(text.split(separator: "\n").last)
      let exposure = try #require(last.split(separator: " ").compactMap { Double($0) }.first)
      print("figure: exposure of the daemon's unit \(exposure), at most 3.0")
      #expect(exposure <= 3.0, "\(last)")
      // `✗ RestrictAddressFamilies=~AF_UNIX   Service may allocate local sockets   0.1`; the last one is without a number
      // where it does not apply.
      let open = text.split(separator: "\n").dropFirst().dropLast(1).compactMap { line -> Substring? in
        let words = line.split(separator: " ")
        guard words.first != "\u{2713}", words.last.map({ Double($0) != nil }) == true else { return nil }
        return words.dropFirst().first.map { $0.prefix { $0 != "=" } }
      }
      #expect(open.count > 5, "\(text)")
      let file = try Program.run("systemctl", "--user", "cat", "sleight.service", as: .user)
      for name in open { #expect(file.contains(name), "\(name) is not explained") }
      try unit.stop()
    }

    @Test("the daemon itself can write no file of the user's, and none that is not its own")
    func readOnly() throws {
      let unit = try UserUnit()
      let script = """
        for file in "$HOME/probe" /tmp/probe /var/tmp/probe /etc/probe "$XDG_RUNTIME_DIR/probe"; do
          if (: >"$file") 2>/dev/null; then echo "$file"; fi
        done
        """
      // In its mounts, as root: permissions are not what prevents it.
      let process = "\(try unit.process())"
      let (home, runtime) = (Guest.user.home, Guest.user.runtime)
      let variables = ["env", "HOME=\(home)", "XDG_RUNTIME_DIR=\(runtime)"]
      #expect(try Program.run(arguments: variables + ["sh", "-c", script]).split(separator: "\n").count == 5)
      let inside = ["nsenter", "--target", process, "--mount", "--"] + variables + ["sh", "-c", script]
      #expect(try Program.run(arguments: inside) == "\(runtime)/probe\n")
      for folder in [home, runtime, "/tmp", "/var/tmp", "/etc"] { unlink("\(folder)/probe") }
      try unit.stop()
    }

    @Test("a command that a gesture started is as free as one of a terminal, and may write the user's files")
    func freeCommands() throws {
      let file = "\(Guest.user.home)/seen"
      // The same, run by a program that was never in a sandbox.
      let script = "\(try Guest.folder())/look"
      try Guest.write(
        """
        #!/bin/sh
        exec >\(file).new
        grep -hE '^(NoNewPrivs|Seccomp|CapBnd):' /proc/self/status
        readlink /proc/self/ns/mnt /proc/self/ns/user /proc/self/ns/uts /proc/self/fd/0
        umask; pwd; cat /proc/self/oom_score_adj
        mv \(file).new \(file)

        """, to: script, mode: 0o755)
      let unit = try UserUnit(adding: ["{swipe: right, fingers: 3, do: \(script)}"])
      try Moves.swipe(Moves.mainDirections[1], fingers: 3, on: unit.touchpad)
      let seen = try wait(otherwise: { "no \(file)" }) { Guest.read(file) }.split(separator: "\n").map(String.init)
      try system("unlink", path: file) { unlink(file) }
      try Program.run("systemd-run", "--user", "--wait", "--quiet", script, as: .user)
      let free = try #require(Guest.read(file)).split(separator: "\n").map(String.init)
      try #require(seen.count == free.count)
      #expect(seen == free)
      #expect(seen.contains("NoNewPrivs:\t0") && seen.contains("Seccomp:\t0"))
      let daemon = "/proc/\(try unit.process())"
      #expect(seen[3] != (try Program.run("readlink", "\(daemon)/ns/mnt")).dropLast())
      try unit.stop()
    }

    @Test("only the daemon's unit may start commands by the service: other programs of the user are not heard")
    func strangers() throws {
      let unit = try UserUnit()
      let script = """
        import socket, sys
        client = socket.socket(socket.AF_UNIX)
        client.connect(sys.argv[1])
        client.settimeout(20)
        # The first request: an environment.
        content = b"\\x01\\x00PATH=/bin\\x00"
        try:
            client.sendall(len(content).to_bytes(4, "little") + content)
            print("closed" if client.recv(1) == b"" else "answered")
        except (ConnectionResetError, BrokenPipeError): print("closed")
        except TimeoutError: print("accepted")
        """
      let socket = "\(Guest.user.runtime)/sleight-commands.sock"
      for command in [["python3"], ["systemd-run", "--user", "--pipe", "--quiet", "--wait", "python3"]] {
        let output = try Program.run(arguments: command + ["-c", script, socket], as: .user)
        #expect(output == "closed\n", "\(command)")
      }
      // The daemon itself is heard.
      try unit.trigger("rules.yml:2")
      _ = try unit.waitForActs(after: 0)
      try unit.stop()
    }

    @Test("the user's other programs read which executable it is: so KWin finds the entry that grants it input")
    func identity() throws {
      let unit = try UserUnit()
      let daemon = "/proc/\(try unit.process())"
      let namespaces = try ["/proc/self", daemon].map { try Program.run("readlink", "\($0)/ns/user") }
      #expect(namespaces[0] != namespaces[1])
      let started = try Program.run("systemctl", "--user", "show", "-P", "ExecStart", "sleight", as: .user)
      let executable = try Program.run("readlink", "\(daemon)/exe", as: .user).dropLast()
      #expect(executable.hasSuffix("/bin/sleight") && started.contains("path=\(executable) "), "\(started)")
      try unit.stop()
    }

    @Test("what it has open is what the manual says: touch devices and no keyboard, the sockets that it names, no file")
    func openFiles() throws {
      let letters = (KEY_ESC...KEY_D).map { CInt($0) }
      let keyboard = try VirtualDevice(name: "Virtual Keyboard", keys: letters, axes: [], properties: [])
      let touchscreen = try Surface(.touchscreen)
      let unit = try UserUnit()
      let nodes = [try #require(unit.touchpad.node), try #require(touchscreen.node)]
      let pid = try unit.process()
      try wait(otherwise: { "\(nodes) are not read" }) { Program.openFiles(of: pid).contains(nodes[1]) ? () : nil }
      // The first start has effects that later ones do not.
      try unit.trigger("rules.yml:2")
      _ = try unit.waitForActs(after: 0)

      let open = Program.openFiles(of: pid)
      let files = Set(open.filter { $0.hasPrefix("/") })
      #expect(files == Set(nodes + ["/dev/null", "/dev/uinput", Guest.user.runtime]))
      #expect(!files.contains(keyboard.node))
      let others = Set(open.filter { !$0.hasPrefix("/") && !$0.hasPrefix("socket:") })
      #expect(others.isSubset(of: ["[eventpoll]", "inotify", "[timerfd]", "[signalfd]"].map { "anon_inode:\($0)" }))
      let known = [
        "netlink", "\(Guest.user.runtime)/sleight/sleight.sock", "\(Guest.user.runtime)/sleight-commands.sock",
        "/run/dbus/system_bus_socket", "/run/systemd/journal/stdout",
      ]
      let sockets = try Program.run("python3", "-c", Self.peers, "\(pid)").split(separator: "\n").map(String.init)
      #expect(sockets.count == open.count { $0.hasPrefix("socket:") })
      #expect(Set(sockets) == Set(known))
      let status = try #require(Guest.read("/proc/\(pid)/status"))
      for line in ["NoNewPrivs:\t1", "Seccomp:\t2", "CapBnd:\t0000000000000000", "CapEff:\t0000000000000000"] {
        #expect(status.contains("\n\(line)\n"))
      }
      try unit.stop()
    }

    @Test("commands go on when the daemon is restarted and stopped, and when the service that started them is")
    func outliving() throws {
      let folder = try Guest.folder()
      let unit = try UserUnit(adding: ["{swipe: right, fingers: 3, do: echo $$ >>\(folder)/pids; exec sleep 300}"])
      for count in 1...2 {
        try unit.trigger("rules.yml:10")
        try wait(otherwise: { "no command" }) { Tail("\(folder)/pids").lines().count == count ? () : nil }
        try Program.run("systemctl", "--user", "restart", "sleight", as: .user)
      }
      try Program.run("systemctl", "--user", "restart", "sleight-commands.socket", as: .user)
      try unit.stop()
      try Program.run("systemctl", "--user", "stop", "sleight-commands.socket", as: .user)
      let pids = Tail("\(folder)/pids").lines().compactMap { pid_t($0) }
      #expect(pids.count == 2)
      for pid in pids {
        #expect(kill(pid, 0) == 0)
        kill(pid, SIGKILL)
      }
    }

    @Test("a service that was killed is there again for the next gesture, and what it had started goes on")
    func serviceKilled() throws {
      let folder = try Guest.folder()
      let unit = try UserUnit(adding: ["{swipe: right, fingers: 3, do: echo $$ >>\(folder)/pids; exec sleep 300}"])
      try unit.trigger("rules.yml:10")
      let pid = try wait(otherwise: { "no command" }) { Tail("\(folder)/pids").lines().first.flatMap { pid_t($0) } }
      let service = try unit.process(of: "sleight-commands")
      kill(service, SIGKILL)
      try Moves.swipe(Moves.mainDirections[0], fingers: 3, on: unit.touchpad)
      #expect(try unit.waitForActs(after: 0) == ["swipe"])
      let next = try unit.process(of: "sleight-commands")
      #expect(next != 0 && next != service)
      #expect(kill(pid, 0) == 0)
      kill(pid, SIGKILL)
      let wanted = "the service that starts commands has ended; the exit status of its command is unknown\n"
      try wait(otherwise: { "it is not said that the service has ended" }) {
        try Self.journal(of: "sleight").contains(wanted) ? () : nil
      }
      try unit.stop()
    }

    @Test("a program that is missing, and one that fails, are reported with the rule's location")
    func failures() throws {
      // The program stays for a moment: the journal attributes a line by asking the process that wrote it, if that
      // still exists.
      let unit = try UserUnit(adding: [
        "{swipe: right, fingers: 3, do: no-such-program --help}",
        "{swipe: up, fingers: 3, do: echo heard; sleep 3; exit 3}",
      ])
      // Its failure is told in time, so it is that of the command.
      #expect(throws: TimedOut.self) { try unit.trigger("rules.yml:10") }
      try unit.trigger("rules.yml:11")
      let wanted = [
        "rules.yml:10: cannot start 'no-such-program' of 'no-such-program --help': No such file or directory",
        "rules.yml:11: 'echo heard; sleep 3; exit 3' ended with exit status 3",
      ]
      try wait(otherwise: { "\(wanted) are not said" }) {
        let said = try Self.journal(of: "sleight")
        return wanted.allSatisfy { said.contains($0) } ? () : nil
      }
      // A command's output is in the journal, as the manual says.
      try wait(otherwise: { "the journal has nothing of the command" }) {
        try Self.journal(of: "sleight-commands").contains("heard\n") ? () : nil
      }
      try unit.stop()
    }

    @Test("a rules file of root's is taken, one of another user's is refused, as outside of the sandbox")
    func owners() throws {
      let unit = try UserUnit()
      try system("chown") { chown(unit.rulesFile, 0, 0) }
      try Program.run(Guest.sleight, "reload", as: .user)
      try system("chown") { chown(unit.rulesFile, 33, 33) }
      let refused = try Program([Guest.sleight, "reload"])
      #expect(try refused.waitForExit() == 1)
      #expect(refused.text(.errors).contains("the file belongs to user 33, who could run programs in your name"))
      #expect(try unit.swipe() == ["swipe"])
      try unit.stop()
      try Program.run("rm", unit.rulesFile)
    }

    @Test("a user's own command that says whether the session is locked is asked outside of the sandbox, too")
    func lockProbe() throws {
      let folder = try Guest.folder()
      let unit = try UserUnit()
      let probe = "\(folder)/is-locked"
      let script = "#!/bin/sh\ngrep -q 'NoNewPrivs:.1' /proc/self/status && exit 0\ntest -e \(folder)/lock\n"
      try Guest.write(script, to: probe, mode: 0o755)
      let rules = try #require(Guest.read(unit.rulesFile))
      try Guest.write("settings: {locked-if: \(probe)}\n\(rules)", to: unit.rulesFile)
      try Program.run(Guest.sleight, "reload", as: .user)
      #expect(try unit.swipe() == ["swipe"])
      try Guest.write("", to: "\(folder)/lock")
      // An answer is valid for a second.
      rest(for: .seconds(1))
      #expect(try unit.swipe() == ["behind the lock"])
      try unit.stop()
    }

    /// The journal of a unit of the user's.
    private static func journal(of unit: String) throws -> String {
      try Program.run("journalctl", "--quiet", "-o", "cat", "_SYSTEMD_USER_UNIT=\(unit).service")
    }

    /// Prints the peers and addresses of a process's sockets, by duplicating them: pidfd_getfd(2).
    private static let peers = """
      import ctypes, os, socket, sys
      process = f"/proc/{sys.argv[1]}/fd"
      handle = os.pidfd_open(int(sys.argv[1]))
      for name in os.listdir(process):
          if not os.readlink(f"{process}/{name}").startswith("socket:"): continue
          copy = socket.socket(fileno=ctypes.CDLL(None).syscall(438, handle, int(name), 0))
          if copy.family == socket.AF_NETLINK:
              print("netlink")
              continue
          try:
              print(copy.getpeername())
          except OSError:
              print(copy.getsockname())
      """
  }
}
