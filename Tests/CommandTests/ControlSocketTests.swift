import Glibc
import Testing
import Waiting

// Serialized: each daemon takes several of the inotify instances that a user may have.
@Suite("Clients of the daemon's socket that mean ill, or are broken", .serialized)
struct ControlSocketTests {
  /// A daemon that answers.
  private func daemon(in home: Home) async -> Program {
    home.writeRules("rules: [{swipe: left, fingers: 3, do: foot}]\n")
    return await home.daemon()
  }

  @Test("the socket is for its user alone")
  func permissions() async {
    let home = Home()
    let daemon = await daemon(in: home)
    var status = stat()
    #expect(stat(home.socket, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
    #expect(daemon.isRunning)
  }

  @Test("a question is a line, and so is its answer")
  func words() async throws {
    let home = Home()
    let daemon = await daemon(in: home)
    func answer(_ question: String) throws -> String {
      let socket = try #require(Socket.connected(to: home.socket))
      socket.send(question)
      return socket.received()
    }
    #expect(try answer("{\"command\": \"status\"}\n").hasPrefix("{\"ok\": true, \"pid\": \(daemon.pid), "))
    let known =
      "'status', 'follow', 'events', 'reload', 'pause', 'resume', 'mode', 'trigger', 'touches', 'forget'"
    let unknown = "{\"ok\": false, \"error\": \"unknown request; known requests: \(known)\"}\n"
    #expect(try answer("{\"command\": \"explode\"}\n") == unknown)
    #expect(try answer("{\"command\": \"pause\", \"for\": -1}\n") == unknown)
    #expect(try answer("{\"command\": \"pause\", \"for\": \"10m\"}\n") == unknown)
    #expect(try answer("{\"command\": \"trigger\"}\n") == unknown)
    #expect(try answer("status\n") == unknown)
    #expect(try answer("\n") == unknown)
    #expect(try answer("\u{0}\u{1}\u{2}\n") == unknown)
    #expect(try answer(String(repeating: "[", count: 10_000) + "\n") == unknown)
    #expect(daemon.isRunning)
  }

  @Test("a client that has ended its side of the connection receives an answer that takes a while")
  func halfClosed() async throws {
    let home = Home()
    let daemon = await daemon(in: home)
    for _ in 0..<20 {
      let socket = try #require(Socket.connected(to: home.socket))
      socket.send("{\"command\": \"reload\"}\n")
      socket.endSending()
      try #require(socket.received().hasPrefix("{\"ok\": true, "))
    }
    // One that is gone is forgotten.
    let gone = Socket.connected(to: home.socket)
    gone?.send("{\"command\": \"reload\"}\n")
    withExtendedLifetime(gone) {}
    #expect(await home.sleight("status").status == 0)
    #expect(daemon.isRunning)
  }

  @Test("none of them keeps it from answering others")
  func hostile() async throws {
    let home = Home()
    let daemon = await daemon(in: home)
    func answers() async -> Bool { await home.sleight("status").status == 0 }

    let silent = try #require(Socket.connected(to: home.socket))
    #expect(await answers())

    let endless = try #require(Socket.connected(to: home.socket))
    endless.send([UInt8](repeating: UInt8(ascii: "x"), count: 1_000_000))
    #expect(endless.received() == "")
    #expect(await answers())

    var generator = SystemRandomNumberGenerator()
    let garbage = try #require(Socket.connected(to: home.socket))
    garbage.send((0..<10_000).map { _ in UInt8.random(in: 0...255, using: &generator) })
    #expect(await answers())

    // Closes the connection before the answer.
    for _ in 0..<50 {
      let hasty = try #require(Socket.connected(to: home.socket))
      hasty.send("{\"command\": \"status\"}\n")
    }
    #expect(await answers())

    withExtendedLifetime((silent, garbage)) {}
    #expect(daemon.isRunning)
  }

  @Test("a hundred at once that say nothing, and each of forty that ask is answered")
  func crowd() async throws {
    let home = Home()
    let daemon = await daemon(in: home)
    let sockets = Program(
      [
        "/bin/sh", "-c",
        "for i in $(seq 40); do \"$SLEIGHT\" status --json > answer-$i & done; wait; cat answer-*",
      ], in: home)
    let result = await sockets.result()
    #expect(result.output.split(separator: "\n").count { $0.hasPrefix("{\"ok\": true, ") } == 40)

    let path = home.socket
    let silent = (0..<100).compactMap { _ in Socket.connected(to: path) }
    #expect(silent.count == 100)
    #expect(await home.sleight("status").status == 0)
    withExtendedLifetime(silent) {}
    #expect(daemon.isRunning)
  }

  @Test("more of them than the daemon may have descriptors make room for the next")
  func descriptors() async throws {
    let home = Home()
    home.writeRules("rules: [{swipe: left, fingers: 3, do: foot}]\n")
    let daemon = Program(["/bin/sh", "-c", "ulimit -n 40; exec \"$SLEIGHT\" run"], in: home)
    let path = home.socket
    #expect(await eventually { Socket.connected(to: path) != nil }, "\(daemon.errors)")
    let silent = (0..<60).compactMap { _ in Socket.connected(to: path) }
    #expect(silent.count == 60)
    #expect(await home.sleight("status").status == 0)
    withExtendedLifetime(silent) {}
    #expect(daemon.isRunning)
  }

  @Test("one that says nothing is let go after two seconds, and the daemon rests again")
  func patience() async throws {
    let home = Home()
    let daemon = await daemon(in: home)
    let silent = try #require(Socket.connected(to: home.socket))
    let slow = try #require(Socket.connected(to: home.socket))
    slow.send("{\"command\": ")
    #expect(await eventually { silent.isClosed && slow.isClosed })
    #expect(daemon.isRunning)
  }

  @Test("one that never reads its answers is answered nonetheless, and forgotten")
  func unread() async throws {
    let home = Home()
    let daemon = await daemon(in: home)
    let before = names(in: "/proc/\(daemon.pid)/fd").count
    let clients = (0..<200).compactMap { _ in
      let client = Socket.connected(to: home.socket)
      client?.send("{\"command\": \"status\"}\n")
      return client
    }
    #expect(clients.count == 200)
    #expect(await home.sleight("status").status == 0)
    #expect(await eventually { names(in: "/proc/\(daemon.pid)/fd").count <= before })
    withExtendedLifetime(clients) {}
  }

  @Test("without a descriptor for anybody, the daemon does not turn in circles, and answers when it has one again")
  func noDescriptors() async throws {
    let home = Home()
    let daemon = await daemon(in: home)
    let used = Set(names(in: "/proc/\(daemon.pid)/fd").compactMap { Int($0) })
    let free = try #require((0...).first { !used.contains($0) })
    #expect(await home.shell("prlimit --pid \(daemon.pid) --nofile=\(free):").status == 0)
    let waiting = try #require(Socket.connected(to: home.socket))
    let ticks = daemon.ticks
    // Processor time is measured, over a fixed time: an endless loop would take 70 ticks of it.
    try await Task.sleep(for: .milliseconds(700))
    #expect(daemon.ticks - ticks < 20)
    #expect(await home.shell("prlimit --pid \(daemon.pid) --nofile=1024:").status == 0)
    #expect(await home.sleight("status").status == 0)
    withExtendedLifetime(waiting) {}
  }

  @Test(
    "another user is not answered, even where the file's mode would let him in",
    .enabled(if: geteuid() == 0, "only root can be another user"))
  func otherUser() async {
    let home = Home()
    let daemon = await daemon(in: home)
    for (name, mode) in [("", 0o755), ("/run", 0o755), ("/run/sleight", 0o755), ("/run/sleight/sleight.sock", 0o666)] {
      chmod(home.path + name, mode_t(mode))
    }
    let other = ["setpriv", "--reuid=54321", "--clear-groups"]
    // Nor does the client query it: the socket could be anybody's.
    #expect(
      await Program(other + [Program.sleight, "status"], in: home).result()
        == .init(
          status: 1, errors: "sleight: error: the program that listens at \(home.socket) belongs to another user\n"))
    let asking = """
      import socket
      s = socket.socket(socket.AF_UNIX)
      s.connect("\(home.socket)")
      try: s.sendall(b'{"command": "status"}\\n')
      except BrokenPipeError: pass
      try: print(s.recv(100))
      except ConnectionResetError: print(b"")
      """
    #expect(
      await Program(other + ["python3", "-c", asking], in: home).result() == .init(status: 0, output: "b''\n"))
    #expect(await home.sleight("status").status == 0)
    #expect(daemon.isRunning)
  }

  @Test("somebody who keeps its directory locked does not keep the daemon from starting")
  func locked() async {
    let home = Home()
    let lock = open(home.runtime, O_RDONLY | O_DIRECTORY)
    defer { close(lock) }
    #expect(flock(lock, LOCK_EX) == 0)
    let daemon = await daemon(in: home)
    #expect(await home.sleight("status").status == 0)
    #expect(daemon.isRunning)
  }

  @Test("a second daemon learns the first one's process even while that is stopped, and does not wait for it")
  func stopped() async {
    let home = Home()
    let daemon = await daemon(in: home)
    daemon.signal(SIGSTOP)
    let second = await home.start("run").result()
    #expect(second.status == 1)
    #expect(
      second.errors.hasSuffix("sleight: error: sleight is already running in this session (pid \(daemon.pid))\n"))
    daemon.signal(SIGCONT)
    #expect(await home.sleight("status").status == 0)
  }

  @Test("a daemon that is stopped, or somebody who hangs up, is said not to answer")
  func noAnswer() async {
    let home = Home()
    let listener = Socket.listening(at: home.socket)
    let asking = home.start("status")
    var client: Socket?
    #expect(
      await eventually {
        client = client ?? listener.accepted()
        return client != nil
      })
    // Closes the connection.
    client = nil
    #expect(
      await asking.result()
        == .init(
          status: 1, errors: "sleight: error: the daemon at \(home.socket) does not answer\n"))
  }

  @Test("a second daemon does not start, also if the socket's file, or its directory, was deleted")
  func lock() async {
    let home = Home()
    rmdir("\(home.runtime)/sleight")
    let first = await daemon(in: home)
    for deletion in [{}, { _ = unlink(home.socket) }, { _ = rmdir("\(home.runtime)/sleight") }] {
      deletion()
      let second = await home.sleight("run")
      #expect(second.status == 1)
      #expect(second.errors.contains("sleight is already running in this session"), "\(second)")
      #expect(second.errors.contains("(pid \(first.pid))"))
      #expect(first.isRunning)
    }
    first.signal(SIGKILL)
    _ = await first.result()
    let third = await daemon(in: home)
    #expect(third.isRunning && access(home.socket, F_OK) == 0)
  }

  @Test("a daemon of an earlier version, at its path, is named, with the fix")
  func earlierVersion() async {
    let home = Home()
    let path = "\(home.runtime)/sleight.sock"
    let listener = Socket.listening(at: path)
    #expect(
      await home.sleight("status")
        == .init(
          status: 1,
          errors: """
            sleight: error: the daemon that runs (it listens at \(path)) is of an earlier version; restart it: with its \
            unit, 'systemctl --user restart sleight'

            """))
    withExtendedLifetime(listener) {}
  }

  @Test("the descriptors that the daemon inherits do not reach the commands of rules")
  func inherited() async {
    let home = Home()
    home.writeRules("rules: [{swipe: left, fingers: 3, do: 'ls -l /proc/self/fd >open.new; mv open.new open'}]\n")
    let daemon = Program(["/bin/sh", "-c", "exec 9<config/sleight/rules.yml; exec \"$SLEIGHT\" run"], in: home)
    #expect(await home.daemonAnswers { !daemon.isRunning }, "\(daemon.errors)")
    #expect(await home.sleight("trigger", "rules.yml:1").status == 0)
    #expect(await eventually { home.exists("open") })
    let open = home.content(of: "open")
    #expect(open.contains(" 1 -> ") && !open.contains("rules.yml"), "\(open)")
  }
}

extension Program {
  /// The processor time used, in hundredths of a second.
  var ticks: Int {
    // The fields after the program's name, which may contain anything: proc_pid_stat(5).
    let words = text(of: "/proc/\(pid)/stat").split(separator: ")").last?.split(separator: " ") ?? []
    return words.count > 12 ? (Int(words[11]) ?? 0) + (Int(words[12]) ?? 0) : 0
  }
}
