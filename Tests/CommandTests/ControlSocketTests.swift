import Glibc
import Testing

@Suite("Clients of the daemon's socket that mean ill, or are broken")
struct ControlSocketTests {
  /// A daemon that answers.
  private func daemon(in home: Home) async -> Program {
    home.writeRules("rules: [{swipe: left, fingers: 3, do: foot}]\n")
    let daemon = home.start("run")
    #expect(await eventually { Socket.connected(to: home.socket) != nil }, "\(daemon.errors)")
    return daemon
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
    let unknown = "{\"ok\": false, \"error\": \"unknown request; known are 'status', 'reload'\"}\n"
    #expect(try answer("{\"command\": \"explode\"}\n") == unknown)
    #expect(try answer("status\n") == unknown)
    #expect(try answer("\n") == unknown)
    #expect(try answer("\u{0}\u{1}\u{2}\n") == unknown)
    #expect(try answer(String(repeating: "[", count: 10_000) + "\n") == unknown)
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

    // Asks and does not stay for the answer.
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
    #expect(await eventually { access(path, F_OK) == 0 }, "\(daemon.errors)")
    let silent = (0..<60).compactMap { _ in Socket.connected(to: path) }
    #expect(silent.count == 60)
    #expect(await home.sleight("status").status == 0)
    withExtendedLifetime(silent) {}
    #expect(daemon.isRunning)
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
    // It hangs up.
    client = nil
    #expect(
      await asking.result()
        == .init(
          status: 1, errors: "sleight: error: the daemon that listens at \(home.socket) does not answer\n"))
  }
}
