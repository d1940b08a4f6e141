import Glibc
import Testing

@Suite("A daemon whose commands another process starts")
struct CommandServiceTests {
  /// Listens for the service and then executes it, as systemd does. The socket is renamed to its path once it listens.
  /// A connection that the service itself inherits keeps it from exiting after ten idle seconds, which a busy machine
  /// may take to start the next program.
  private static let activation = """
    import os, socket, sys
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(sys.argv[1] + ".new")
    listener.listen()
    connection = socket.socket(socket.AF_UNIX)
    connection.connect(sys.argv[1] + ".new")
    connection.set_inheritable(True)
    os.rename(sys.argv[1] + ".new", sys.argv[1])
    os.dup2(listener.fileno(), 3)
    os.set_inheritable(3, True)
    os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS="1")
    os.execv(sys.argv[2], ["sleight", "start-commands"])
    """

  private func service(in home: Home) async -> Program {
    let socket = "\(home.path)/commands.sock"
    let program = Program(["/usr/bin/python3", "-c", Self.activation, socket, Program.sleight], in: home)
    #expect(await eventually { access(socket, F_OK) == 0 }, "\(program.errors)")
    return program
  }

  private func daemon(in home: Home) async -> Program {
    await home.daemon(environment: ["SLEIGHT_COMMANDS=\(home.path)/commands.sock", "OF=the session"])
  }

  @Test("commands are the service's children, with the daemon's environment and the gesture's")
  func commands() async {
    let home = Home()
    let command = "echo $PPID $OF $SLEIGHT_GESTURE >seen.new; mv seen.new seen"
    home.writeRules("rules: [{swipe: left, fingers: 3, do: \(command)}]\n")
    let service = await service(in: home)
    let daemon = await daemon(in: home)
    #expect(await home.sleight("trigger", "rules.yml:1") == .init(status: 0))
    #expect(await eventually { home.exists("seen") }, "\(daemon.errors)\(service.errors)")
    #expect(home.content(of: "seen") == "\(service.pid) the session swipe\n")
  }

  @Test("how they end is told as if the daemon had started them")
  func endings() async {
    let home = Home()
    home.writeRules(
      """
      rules:
        - {swipe: left, fingers: 3, do: exit 3}
        - {swipe: up, fingers: 3, do: no-such-program -v}

      """)
    let service = await service(in: home)
    let daemon = await daemon(in: home)
    #expect(await home.sleight("trigger", "rules.yml:2") == .init(status: 0))
    #expect(
      await home.sleight("trigger", "rules.yml:3")
        == .init(
          status: 1,
          errors: """
            sleight: error: rules.yml:3: cannot start 'no-such-program' of 'no-such-program -v': \
            No such file or directory

            """))
    for words in [
      "warning: rules.yml:2: 'exit 3' ended with exit status 3\n",
      "error: rules.yml:3: cannot start 'no-such-program' of 'no-such-program -v': No such file or directory\n",
    ] {
      #expect(await eventually { daemon.errors.contains(words) }, "\(daemon.errors)\(service.errors)")
    }
  }

  @Test("without the service the daemon runs, and reports for each command why it is not started, and the fix")
  func absent() async {
    let home = Home()
    home.writeRules("rules: [{swipe: left, fingers: 3, do: touch seen}]\n")
    let daemon = await daemon(in: home)
    #expect(await home.sleight("trigger", "rules.yml:1").status == 1)
    let words = """
      sleight: error: rules.yml:1: cannot start 'touch seen': the service that starts commands does not answer \
      (connect \(home.path)/commands.sock: No such file or directory); 'systemctl --user restart \
      sleight-commands.socket' restarts it

      """
    #expect(await eventually { daemon.errors.contains(words) }, "\(daemon.errors)")
    let service = await service(in: home)
    #expect(await home.sleight("trigger", "rules.yml:1") == .init(status: 0))
    #expect(await eventually { home.exists("seen") }, "\(daemon.errors)\(service.errors)")
  }

  @Test(
    "a service that is another user's is told nothing, and starts nothing",
    .enabled(if: geteuid() == 0, "only root can be another user"))
  func stranger() async {
    let home = Home()
    home.writeRules("rules: [{swipe: left, fingers: 3, do: touch seen}]\n")
    // The sticky bit: the other user can add the socket, and not replace the rules file.
    chmod(home.path, 0o1777)
    let script = """
      import os, socket, sys
      os.setuid(54321)
      listener = socket.socket(socket.AF_UNIX)
      listener.bind("new.sock")
      listener.listen()
      os.rename("new.sock", "commands.sock")
      while True:
          client, _ = listener.accept()
          print("told", client.recv(100), flush=True)
      """
    let other = Program(["/usr/bin/python3", "-c", script], in: home)
    #expect(await eventually { home.exists("commands.sock") }, "\(other.errors)")
    let daemon = await daemon(in: home)
    #expect(await home.sleight("trigger", "rules.yml:1").status == 1)
    let words = "connect \(home.path)/commands.sock: Operation not permitted"
    #expect(await eventually { daemon.errors.contains(words) }, "\(daemon.errors)")
    #expect(await eventually { !other.output.isEmpty })
    #expect(other.output.split(separator: "\n").allSatisfy { $0 == "told b''" }, "\(other.output)")
    #expect(!home.exists("seen"))
  }

  @Test(
    "the service starts nothing for another user, even where the file's mode would let him in",
    .enabled(if: geteuid() == 0, "only root can be another user"))
  func strangersDaemon() async {
    let home = Home()
    let service = await service(in: home)
    chmod(home.path, 0o755)
    chmod("\(home.path)/commands.sock", 0o666)
    // The owner of a file, which it answers without further input.
    let asking = """
      import socket
      s = socket.socket(socket.AF_UNIX)
      s.connect("\(home.path)/commands.sock")
      request = b"\\x04/etc/passwd\\0"
      try: s.sendall(len(request).to_bytes(4, "little") + request)
      except BrokenPipeError: pass
      try: print(len(s.recv(100)) > 0)
      except ConnectionResetError: print(False)
      """
    let script = ["python3", "-c", asking]
    #expect(await Program(script, in: home).result() == .init(status: 0, output: "True\n"))
    let other = ["setpriv", "--reuid=54321", "--clear-groups"]
    #expect(await Program(other + script, in: home).result() == .init(status: 0, output: "False\n"))
    #expect(service.isRunning)
  }

  @Test("typed by hand the service says who runs it")
  func byHand() async {
    let result = await Home().sleight("start-commands")
    #expect(result.status == 1)
    #expect(
      result.errors
        == "sleight: error: start-commands requires the socket of sleight-commands.socket; it is run by systemd\n")
  }
}

@Suite("The directory of the daemon's socket")
struct RuntimeDirectoryTests {
  @Test("one that others may write in is refused, with the fix")
  func writable() async {
    let home = Home()
    home.writeRules("rules: [{swipe: left, fingers: 3, do: foot}]\n")
    chmod(home.runtime, 0o777)
    let result = await home.sleight("run")
    #expect(result.status == 1)
    #expect(
      result.errors == """
        sleight: error: other users may write in \(home.runtime) (XDG_RUNTIME_DIR) and could replace the daemon's socket; \
        set XDG_RUNTIME_DIR to a directory that only you may write

        """)
    #expect(await home.shell("chmod go-w \(home.runtime)").status == 0)
    _ = await home.daemon()
  }

  @Test("one of another user's is refused", .enabled(if: geteuid() == 0, "only root can give a directory away"))
  func foreign() async {
    let home = Home()
    home.writeRules("rules: [{swipe: left, fingers: 3, do: foot}]\n")
    chown(home.runtime, 54321, 54321)
    let result = await home.sleight("run")
    #expect(result.status == 1)
    #expect(result.errors.contains("belongs to user 54321, who could replace the daemon's socket"))
    let doctor = await home.sleight("doctor")
    #expect(doctor.output.contains("belongs to user 54321: no daemon starts there"), "\(doctor.output)")
  }

  @Test(
    "a program of another user that listens there is not told anything",
    .enabled(if: geteuid() == 0, "only root can be another user"))
  func stranger() async {
    let home = Home()
    let script = """
      import os, socket, sys, time
      os.setuid(54321)
      listener = socket.socket(socket.AF_UNIX)
      listener.bind(sys.argv[1] + ".new")
      listener.listen()
      os.rename(sys.argv[1] + ".new", sys.argv[1])
      time.sleep(60)
      """
    chmod(home.path, 0o755)
    chmod(home.runtime, 0o777)
    chmod("\(home.runtime)/sleight", 0o777)
    let other = Program(["/usr/bin/python3", "-c", script, home.socket], in: home)
    #expect(await eventually { access(home.socket, F_OK) == 0 }, "\(other.errors)")
    let result = await home.sleight("status")
    #expect(result.status == 1)
    #expect(result.errors == "sleight: error: the program that listens at \(home.socket) belongs to another user\n")
  }
}
