import Glibc
@testable import Launching
import Linux
import Testing

@Suite("Programs started by a service")
struct RemoteStarterTests {
  /// Explicit environments, independent of the one that the tests run in.
  private static let path = "PATH=/usr/bin:/bin"

  @Test("a program gets its arguments, the shared environment and its own variables, and its end is reported")
  func starts() throws {
    let scene = try Scene()
    let starter = try scene.starter(environment: [Self.path, "A=shared", "JOURNAL_STREAM=1:2"])
    let script = "test \"$A $B $1\" = 'shared of its own two words' && test \"$JOURNAL_STREAM\" = 3:4 && exit 7"
    var variables = EnvironmentVariables()
    variables.set("B", to: "of its own")
    let id = try starter.start(["sh", "-c", script, "sh", "two words"], adding: variables)
    #expect(try scene.news(of: starter) == [StartNews(id: id, kind: .ended(.exited(7)))])
  }

  @Test("a program that does not exist or is not executable is reported with its name and the reason")
  func refused() throws {
    let scene = try Scene()
    let starter = try scene.starter()
    let missing = try starter.start(["no-such-program"], adding: .init())
    #expect(try scene.news(of: starter) == [.init(id: missing, kind: .refused(error("no-such-program", ENOENT)))])
    let plain = try starter.start(["/etc/passwd"], adding: .init())
    #expect(try scene.news(of: starter) == [.init(id: plain, kind: .refused(error("/etc/passwd", EACCES)))])
  }

  @Test("arguments that no program can be started with are refused at once")
  func impossible() throws {
    let scene = try Scene()
    let starter = try scene.starter()
    #expect(throws: StartError.refused(SystemError("posix_spawn", code: EINVAL))) {
      try starter.start([], adding: .init())
    }
    #expect(throws: StartError.refused(error("echo", EINVAL))) { try starter.start(["echo", "a\0b"], adding: .init()) }
    let huge = String(repeating: "x", count: 9 << 20)
    #expect(throws: StartError.refused(error("echo", E2BIG))) { try starter.start(["echo", huge], adding: .init()) }
  }

  @Test("arguments up to the system's limit arrive complete; longer ones are refused with the system's error")
  func long() throws {
    let scene = try Scene()
    let starter = try scene.starter()
    let words = (0..<15).map { _ in String(repeating: "x", count: 100_000) }
    let script = "test $# = 15 && test ${#9} = 100000"
    let id = try starter.start(["sh", "-c", script, "sh"] + words, adding: .init())
    #expect(try scene.news(of: starter) == [.init(id: id, kind: .ended(.exited(0)))])
    let long = try starter.start(["echo", String(repeating: "x", count: 200_000)], adding: .init())
    #expect(try scene.news(of: starter) == [.init(id: long, kind: .refused(error("echo", E2BIG)))])
  }

  @Test("killing a program kills its session")
  func killed() throws {
    let scene = try Scene()
    let starter = try scene.starter()
    let file = "\(scene.folder)/pid"
    let script = "sleep 60 & echo $! >\(file).new; mv \(file).new \(file); wait"
    let id = try starter.start(["sh", "-c", script], adding: .init())
    try scene.wait { access(file, F_OK) == 0 }
    starter.kill(id)
    #expect(try scene.news(of: starter) == [.init(id: id, kind: .ended(.signaled(SIGKILL)))])
    let bytes = try #require(try Descriptor.open(file, O_RDONLY).read(upTo: 100))
    let child = try #require(pid_t(String(decoding: bytes.dropLast(), as: UTF8.self)))
    // The child was reparented: if init does not reap, as in a container, it stays a zombie.
    try scene.wait { kill(child, 0) != 0 || isDead(child) }
  }

  @Test("when the service ends, running programs are lost, and the next start uses the new service")
  func serviceEnds() throws {
    let scene = try Scene()
    var said: [String] = []
    let starter = try scene.starter { said.append($0) }
    let pipe = scene.makePipe()
    let first = try starter.start(["cat", pipe], adding: .init())
    try scene.wait { scene.runningCount == 1 }
    try scene.endService()
    #expect(try scene.news(of: starter) == [.init(id: first, kind: .lost)])
    // Waits until the program opens it for reading, and then lets it end.
    _ = try Descriptor.open(pipe, O_WRONLY)
    #expect(
      said == ["the service that starts commands has ended; the exit status of its command is unknown"])
    #expect(throws: StartError.unreachable(SystemError("connect", path: scene.socket, code: ENOENT))) {
      try starter.start(["true"], adding: .init())
    }
    try scene.startService()
    let second = try starter.start(["true"], adding: .init())
    #expect(second != first)
    #expect(try scene.news(of: starter) == [.init(id: second, kind: .ended(.exited(0)))])
  }

  @Test("a service that does not read blocks nothing: requests without room are refused")
  func stuck() throws {
    let scene = try Scene()
    let starter = try scene.starter()
    let words = (0..<15).map { _ in String(repeating: "x", count: 100_000) }
    var taken = 0
    let failure = #expect(throws: StartError.self) {
      for _ in 0..<100 {
        _ = try starter.start(["true"] + words, adding: .init())
        taken += 1
      }
    }
    #expect(failure == .unreachable(SystemError("send", path: scene.socket, code: EAGAIN)))
    #expect((5...20).contains(taken))
    // Accepted requests are handled once the service reads again.
    #expect(try scene.news(of: starter, count: taken).allSatisfy { $0.kind == .ended(.exited(0)) })
  }

  @Test("programs outlive their client, and the service is idle after they have ended")
  func clientGoes() throws {
    let scene = try Scene()
    var starter: RemoteStarter? = try scene.starter()
    let file = "\(scene.folder)/done"
    let pipe = scene.makePipe()
    _ = try starter?.start(["sh", "-c", "cat \(pipe); : >\(file)"], adding: .init())
    try scene.wait { scene.runningCount == 1 }
    starter = nil
    #expect(access(file, F_OK) != 0)
    // Waits until the program opens it for reading, and then lets it end.
    _ = try Descriptor.open(pipe, O_WRONLY)
    try scene.wait { scene.isIdle }
    #expect(access(file, F_OK) == 0)
  }

  @Test("a client that sends invalid data, or a start before its environment, is disconnected")
  func nonsense() throws {
    let scene = try Scene()
    let start = LaunchRequest.start(StartID(number: 1), arguments: ["true"], variables: .init()).frame
    for bytes in [Array("GET / HTTP/1.1\r\n\r\n".utf8), [1, 0, 0, 0, 99], [0, 0, 0, 0], start] {
      let socket = try UnixSocket.connect(to: scene.socket, nonblocking: true)
      try socket.write(bytes)
      var rest: [UInt8]?
      try scene.wait {
        rest = try? socket.read(upTo: 10)
        return rest != nil
      }
      #expect(rest == [])
    }
  }

  @Test("the service reports the owner of a file")
  func owner() throws {
    let scene = try Scene()
    let path = scene.socket
    let answer = try scene.whileServing { try FileOwner.ask(about: "/etc/passwd", at: path) }
    #expect(answer?.user == 0)
    #expect(answer == FileOwner(at: "/etc/passwd"))
    #expect(try scene.whileServing { try FileOwner.ask(about: "/nonexistent", at: path) } == nil)
  }

  private func error(_ program: String, _ code: CInt) -> SystemError {
    SystemError("posix_spawn", path: program, code: code)
  }

  private func isDead(_ pid: pid_t) -> Bool {
    guard let bytes = try? Descriptor.open("/proc/\(pid)/stat", O_RDONLY).read(upTo: 1000) else { return true }
    return String(decoding: bytes, as: UTF8.self).contains(") Z ")
  }
}
