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
      // `✗ RestrictAddressFamilies=~AF_UNIX   Service may allocate local sockets   0.1`; the last one is without a
      // number where it does not apply.
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
        for file in "$HOME/probe" /tmp/probe /var/tmp/probe /etc/probe /dev/shm/probe "$XDG_RUNTIME_DIR/probe" \
          "$XDG_RUNTIME_DIR/systemd/units/probe" "$XDG_RUNTIME_DIR/sleight/probe"; do
          if (: >"$file") 2>/dev/null; then echo "$file"; fi
        done
        """
      // In its mounts, as root: permissions are not what prevents it.
      let process = "\(try unit.process())"
      let (home, runtime) = (Guest.user.home, Guest.user.runtime)
      let variables = ["env", "HOME=\(home)", "XDG_RUNTIME_DIR=\(runtime)"]
      #expect(try Program.run(arguments: variables + ["sh", "-c", script]).split(separator: "\n").count == 8)
      let inside = ["nsenter", "--target", process, "--mount", "--"] + variables + ["sh", "-c", script]
      #expect(try Program.run(arguments: inside) == "\(runtime)/sleight/probe\n")
      let folders = [
        home, runtime, "\(runtime)/systemd/units", "\(runtime)/sleight", "/tmp", "/var/tmp", "/etc", "/dev/shm",
      ]
      for folder in folders { unlink("\(folder)/probe") }
      try unit.stop()
    }

    @Test(
      "a program in the daemon's place starts nothing, writes nothing, reaches no bus and no other program",
      arguments: [false, true])
    func attacks(inside: Bool) throws {
      let folder = try Guest.folder()
      try Guest.write(Self.attacks, to: "\(folder)/attacks.py")
      let runtime = Guest.user.runtime
      // Programs of the user: one to attack, and one that listens at the sockets of others.
      let victim = try Program(["sleep", "600"])
      let listener = try Program(["python3", "-c", Self.listener, runtime] + Self.sockets)
      try listener.waitForLine(containing: "listening")
      let report = "\(runtime)/sleight/report"
      // The bus starts each of these when it is called, which leaves a mark.
      let marks = "\(folder)/marks"
      try Program.run("install", "-d", "-m", "777", marks)
      let services = Self.services.map { "/usr/share/dbus-1/services/\($0).service" }
      for (name, file) in zip(Self.services, services) {
        // A service that fails is not waited for.
        try Guest.write(
          "[D-BUS Service]\nName=\(name)\nExec=/bin/sh -c \"echo >>\(marks)/\(name); exit 1\"\n", to: file)
        try Program.run("touch", "\(marks)/\(name)", as: .user)
      }
      defer { for file in services { unlink(file) } }
      try Program.run(arguments: ["busctl", "--user", "call"] + Self.busDriver + ["ReloadConfig"], as: .user)
      let addresses =
        inside
        ? ["\(runtime)/sleight-session-bus.sock", "\(runtime)/sleight-system-bus.sock"]
        : ["\(runtime)/bus", "/run/dbus/system_bus_socket"]
      let command =
        ["/usr/bin/python3", "\(folder)/attacks.py", report, "\(victim.process)", marks] + addresses
        + [Self.services.joined(separator: ","), Self.sockets.joined(separator: ",")]
      try Program.run("install", "-d", "-m", "700", "\(runtime)/sleight", as: .user)
      if inside {
        let drops = "\(UserUnit.configuration)/../systemd/user/sleight.service.d"
        try Program.run("install", "-d", drops, as: .user)
        try Guest.write(
          """
          [Service]
          Type=oneshot
          Restart=no
          ExecStart=
          ExecStart=\(command.joined(separator: " "))

          """, to: "\(drops)/attack.conf")
        defer { _ = try? Program.run("rm", "-r", drops) }
        try Program.run("systemctl", "--user", "daemon-reload", as: .user)
        try Program.run("systemctl", "--user", "start", "sleight", as: .user)
      } else {
        try Program.run(arguments: command, as: .user)
      }
      let lines = try #require(Guest.read(report)).split(separator: "\n").map(String.init)
      unlink(report)
      let done = lines.filter { $0.hasSuffix(": done") }.map { String($0.dropLast(6)) }
      #expect(lines.count > 40 && lines.allSatisfy { $0.contains(": ") }, "\(lines)")
      // Outside, all of them are possible: they are real attacks.
      let permitted = ["the bus is asked for an owner", "the bus of the system is asked for an owner"]
      if inside { #expect(done == permitted, "\(lines)") } else { #expect(done.count == lines.count, "\(lines)") }
      victim.signal(SIGKILL)
      listener.signal(SIGKILL)
      try Program.run("systemctl", "--user", "daemon-reload", as: .user)
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
      // Since systemd 256, sd-bus holds a descriptor of the process at the other end of its socket.
      let kinds = ["[eventpoll]", "inotify", "[timerfd]", "[signalfd]", "[pidfd]"]
      #expect(others.isSubset(of: kinds.map { "anon_inode:\($0)" }))
      let known = [
        "netlink", "\(Guest.user.runtime)/sleight/sleight.sock", "\(Guest.user.runtime)/sleight-commands.sock",
        "\(Guest.user.runtime)/sleight-system-bus.sock", "/run/systemd/journal/stdout",
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

    private static let busDriver = ["org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus"]

    /// Services of the session's bus: portals, gvfs, and others that start programs or keep secrets.
    private static let services = [
      "org.freedesktop.portal.Desktop", "org.freedesktop.portal.Documents", "org.freedesktop.portal.Flatpak",
      "org.freedesktop.impl.portal.PermissionStore", "org.gtk.vfs.Daemon", "org.gtk.vfs.mountpoint_http",
      "org.freedesktop.secrets", "org.a11y.Bus", "org.freedesktop.Notifications",
    ]

    /// Sockets of other programs in the runtime directory.
    private static let sockets = [
      "gnupg/S.gpg-agent", "keyring/control", "gcr/ssh", "ssh-agent.socket", "pulse/native", "pipewire-0",
      "at-spi/bus_0",
      "podman/podman.sock", "docker.sock", "emacs/server", "doc/file", "gvfs/file", "app/file", ".flatpak/file",
    ]

    /// Listens at sockets, until it is killed.
    private static let listener = """
      import os, socket, sys
      kept = []
      for name in sys.argv[2:]:
          path = f"{sys.argv[1]}/{name}"
          os.makedirs(os.path.dirname(path), exist_ok=True)
          if os.path.exists(path): os.unlink(path)
          kept.append(socket.socket(socket.AF_UNIX))
          kept[-1].bind(path)
          kept[-1].listen()
      print("listening", flush=True)
      while True: kept[0].accept()
      """

    /// Attacks, each with a line in the report that says whether it was done.
    private static let attacks = #"""
      import ctypes, glob, os, signal, socket, subprocess, sys
      report, victim, marks, session, system, services, sockets = sys.argv[1:]
      services, sockets = services.split(","), sockets.split(",")
      victim, runtime, lines = int(victim), os.environ["XDG_RUNTIME_DIR"], []
      libc = ctypes.CDLL(None, use_errno=True)

      def attack(name, act):
          try: result = "done" if act() is not False else "refused"
          except (OSError, subprocess.SubprocessError) as error: result = f"refused ({error})"
          lines.append(f"{name}: {result}")

      def write(path):
          with open(path, "w") as file: file.write("x")
          os.unlink(path)
      for path in [f"{os.environ['HOME']}/attack", "/tmp/attack", "/var/tmp/attack", "/dev/shm/attack",
                   f"{runtime}/attack", f"{runtime}/systemd/units/attack"]:
          attack(f"write {path}", lambda: write(path))
      def make(path):
          os.makedirs(path, exist_ok=True)
          write(f"{path}/attack.service")
      for folder in ["systemd/user", "systemd/user.control", "systemd/transient", "systemd/generator",
                     "systemd/user/sleight-commands.service.d", "dbus-1/services"]:
          attack(f"unit in {folder}", lambda: make(f"{runtime}/{folder}"))

      def connect(path):
          client = socket.socket(socket.AF_UNIX)
          client.connect(path)
      for path in [f"{runtime}/bus", f"{runtime}/systemd/private", "/run/dbus/system_bus_socket"] + [
              f"{runtime}/{name}" for name in sockets]:
          attack(f"connect {path}", lambda: connect(path))

      def call(address, *arguments):
          result = subprocess.run(["busctl", f"--address=unix:path={address}", "call", *arguments],
                                  stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, timeout=60)
          if result.returncode: raise OSError(result.stderr.strip())
      bus = ["org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus"]
      manager = ["org.freedesktop.systemd1", "/org/freedesktop/systemd1", "org.freedesktop.systemd1.Manager"]
      attack("the bus is asked for an owner", lambda: call(session, *bus, "GetNameOwner", "s", manager[0]))
      attack("the bus of the system is asked for an owner", lambda: call(system, *bus, "GetNameOwner", "s", manager[0]))
      for arguments in [
              ["Reload"], ["SetEnvironment", "as", "1", "ATTACK=1"], ["UnsetEnvironment", "as", "1", "ATTACK"],
              ["StartUnit", "ss", "sleight-commands.socket", "replace"],
              ["StartTransientUnit", "ssa(sv)a(sa(sv))", "attack.service", "replace", "1", "ExecStart", "a(sasb)", "1",
               "/bin/true", "1", "/bin/true", "false", "0"]]:
          attack(f"manager, {arguments[0]}", lambda: call(session, *manager, *arguments))
      for arguments in [
              ["ListNames"], ["GetConnectionCredentials", "s", manager[0]], ["RequestName", "su", "a.b", "0"],
              ["UpdateActivationEnvironment", "a{ss}", "1", "ATTACK", "1"], ["AddMatch", "s", "eavesdrop='true'"],
              ["AddMatch", "s", "type='signal',interface='org.freedesktop.systemd1.Manager',path='/',member='JobNew'"],
              ["StartServiceByName", "su", manager[0], "0"]]:
          attack(f"bus, {arguments[0]}", lambda: call(session, *bus, *arguments))
      attack("properties of the manager", lambda: call(
          session, *manager[:2], "org.freedesktop.DBus.Properties", "GetAll", "s", manager[2]))
      # What portals and gvfs mount.
      for folder in ["doc", "gvfs"]:
          attack(f"list {folder}", lambda: os.listdir(f"{runtime}/{folder}"))
          attack(f"write in {folder}", lambda: write(f"{runtime}/{folder}/attack"))
      # The bus starts a service for its caller, whatever is called: its own method, or one that is permitted for another.
      def start(name, *arguments):
          def starts(): return os.path.getsize(f"{marks}/{name}")
          before = starts()
          try: call(session, name, *arguments)
          except OSError: pass
          return starts() > before
      for name in services:
          attack(f"service {name}", lambda: start(
              name, "/" + name.replace(".", "/"), name, "OpenURI", "ssa{sv}", "", "file:///bin/true", "0"))
          attack(f"service {name}, by the way of another", lambda: start(
              name, "/ScreenSaver", "org.freedesktop.ScreenSaver", "GetActive"))
      login = ["org.freedesktop.login1", "/org/freedesktop/login1", "org.freedesktop.login1.Manager"]
      # Calls that need no password: without polkit, newer versions refuse Inhibit, CanPowerOff and Lock to everybody.
      attack("logind, sessions", lambda: call(system, *login, "ListSessions"))
      attack("logind, inhibitors", lambda: call(system, *login, "ListInhibitors"))
      attack("the system's manager", lambda: call(system, *manager, "GetDefaultTarget"))

      def trace():
          # PTRACE_SEIZE and PTRACE_DETACH, which needs a stopped process.
          if libc.ptrace(0x4206, victim, 0, 0) != 0: raise OSError(ctypes.get_errno(), "ptrace")
      attack("memory", lambda: os.close(os.open(f"/proc/{victim}/mem", os.O_RDWR)))
      attack("environment", lambda: open(f"/proc/{victim}/environ").read())
      attack("root", lambda: os.listdir(f"/proc/{victim}/root/"))
      attack("descriptors", lambda: os.readlink(f"/proc/{victim}/fd/1"))
      def copy():
          if libc.syscall(438, os.pidfd_open(victim), 1, 0) < 0: raise OSError(ctypes.get_errno(), "pidfd_getfd")
      attack("descriptor", copy)
      attack("signal", lambda: os.kill(victim, signal.SIGCONT))
      attack("signal by its descriptor", lambda: signal.pidfd_send_signal(os.pidfd_open(victim), signal.SIGCONT))
      attack("trace", trace)
      attack("terminals", lambda: os.stat("/dev/pts/ptmx"))
      def unshare():
          if libc.unshare(0x10000000) != 0: raise OSError(ctypes.get_errno(), "unshare")
      attack("namespace", unshare)
      with open(report, "w") as file: file.write("\n".join(lines) + "\n")
      """#

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
