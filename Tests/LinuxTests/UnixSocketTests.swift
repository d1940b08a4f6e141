import Glibc
@testable import Linux
import Testing

@Suite("Unix sockets")
struct UnixSocketTests {
  @Test("a client is accepted, data is sent in both directions, and both ends know their peer")
  func talk() throws {
    let scratch = Scratch()
    let path = "\(scratch.path)/socket"
    let listening = try UnixSocket.listen(at: path)
    #expect(try isNothing(UnixSocket.accept(from: listening)))

    let client = try UnixSocket.connect(to: path, nonblocking: false)
    guard let server = try UnixSocket.accept(from: listening) else {
      Issue.record("nobody waits to be accepted")
      return
    }
    #expect(try server.read(upTo: 100) == nil)
    try client.write(Array("hello".utf8))
    #expect(try server.read(upTo: 100) == Array("hello".utf8))
    try server.write(Array("you too".utf8))
    #expect(try client.read(upTo: 100) == Array("you too".utf8))

    let peer = try UnixSocket.peer(of: server)
    #expect(peer == .init(pid: getpid(), uid: getuid()))
  }

  @Test("the socket is accessible only to the user, whatever the umask, and is not inherited")
  func mode() throws {
    let scratch = Scratch()
    let path = "\(scratch.path)/socket"
    let listening = try UnixSocket.listen(at: path)
    let client = try UnixSocket.connect(to: path, nonblocking: true)
    var status = stat()
    #expect(lstat(path, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
    #expect(fcntl(listening.number, F_GETFD) == FD_CLOEXEC)
    #expect(fcntl(client.number, F_GETFD) == FD_CLOEXEC)
    #expect(fcntl(listening.number, F_GETFL) & O_NONBLOCK != 0)
    #expect(fcntl(client.number, F_GETFL) & O_NONBLOCK != 0)
    guard let server = try UnixSocket.accept(from: listening) else {
      Issue.record("nobody waits to be accepted")
      return
    }
    #expect(fcntl(server.number, F_GETFD) == FD_CLOEXEC)
    #expect(fcntl(server.number, F_GETFL) & O_NONBLOCK != 0)
  }

  @Test("a stale socket is replaced")
  func stale() throws {
    let scratch = Scratch()
    let path = "\(scratch.path)/socket"
    _ = try UnixSocket.listen(at: path)
    #expect(throws: SystemError("connect", path: path, code: ECONNREFUSED)) {
      _ = try UnixSocket.connect(to: path, nonblocking: true)
    }
    let listening = try UnixSocket.listen(at: path)
    _ = try UnixSocket.connect(to: path, nonblocking: true)
    #expect(try !isNothing(UnixSocket.accept(from: listening)))
    #expect(scratch.entries == ["socket"])
  }

  @Test("a client that connects between bind and listen waits")
  func early() async throws {
    let scratch = Scratch()
    let path = "\(scratch.path)/socket"
    let directory = try Descriptor.open(scratch.path, O_RDONLY | O_DIRECTORY)
    #expect(flock(directory.number, LOCK_EX) == 0)
    let listening = try socket(SOCK_STREAM, boundTo: path)
    let client = Task.detached { _ = try UnixSocket.connect(to: path, nonblocking: true, isStarting: true) }
    // No event shows that the client tries again, which it does for a second. One that begins later has nothing to wait
    // for.
    usleep(50_000)
    // A daemon holds the lock until it ends.
    #expect(listen(listening.number, 4) == 0)
    try await client.value
    #expect(flock(directory.number, LOCK_UN) == 0)
  }

  @Test("a socket with a listener is not replaced")
  func alive() throws {
    let scratch = Scratch()
    let path = "\(scratch.path)/socket"
    let first = try UnixSocket.listen(at: path)
    #expect(throws: SystemError("bind", path: path, code: EADDRINUSE)) { _ = try UnixSocket.listen(at: path) }
    // The check for a listener connected as a client, which is accepted first.
    _ = try UnixSocket.accept(from: first)
    let client = try UnixSocket.connect(to: path, nonblocking: false)
    try client.write([1])
    guard let server = try UnixSocket.accept(from: first) else {
      Issue.record("nobody waits to be accepted")
      return
    }
    #expect(try server.read(upTo: 1) == [1])
  }

  @Test("a file that is not a socket is not replaced")
  func file() throws {
    let scratch = Scratch()
    let path = scratch.write("socket", "precious")
    #expect(throws: SystemError("bind", path: path, code: EADDRINUSE)) { _ = try UnixSocket.listen(at: path) }
    #expect(text(of: path) == "precious")
  }

  @Test("links are not followed: to a file, to a stale socket, to nothing", arguments: ["file", "left", "nothing"])
  func link(target: String) throws {
    let scratch = Scratch()
    scratch.write("file", "precious")
    _ = try UnixSocket.listen(at: "\(scratch.path)/left")
    let path = "\(scratch.path)/socket"
    symlink(target, path)
    #expect(throws: SystemError("bind", path: path, code: EADDRINUSE)) { _ = try UnixSocket.listen(at: path) }
    #expect(scratch.entries.sorted() == ["file", "left", "socket"])
    #expect(text(of: "\(scratch.path)/file") == "precious")
    #expect(UnixSocket.file(at: path) == nil)
  }

  @Test("a path that is too long is refused, and the error contains it")
  func tooLong() throws {
    let path = "/tmp/" + String(repeating: "x", count: 103)
    #expect(throws: SystemError("bind", path: path, code: ENAMETOOLONG)) { _ = try UnixSocket.listen(at: path) }
    #expect(throws: SystemError("connect", path: path, code: ENAMETOOLONG)) {
      _ = try UnixSocket.connect(to: path, nonblocking: false)
    }
    // A path that is one byte shorter is short enough, and only missing.
    #expect(throws: SystemError("connect", path: String(path.dropLast()), code: ENOENT)) {
      _ = try UnixSocket.connect(to: String(path.dropLast()), nonblocking: false)
    }
  }

  @Test("the service manager is notified at a path and at an abstract address")
  func notify() throws {
    let scratch = Scratch()
    for address in ["\(scratch.path)/notify", "@sleight-test-\(getpid())"] {
      let supervisor = try socket(SOCK_DGRAM, boundTo: address)
      #expect(try notifySupervisor("READY=1\nSTATUS=3 rules", at: address))
      #expect(try supervisor.read(upTo: 100) == Array("READY=1\nSTATUS=3 rules".utf8))
    }
  }

  @Test("without a service manager nothing is sent, and one that has ended is an error")
  func noSupervisor() throws {
    #expect(try !notifySupervisor("READY=1", at: nil))
    #expect(try !notifySupervisor("READY=1", at: ""))
    #expect(throws: SystemError("sendto", path: "/nonexistent", code: ENOENT)) {
      try notifySupervisor("READY=1", at: "/nonexistent")
    }
  }

  private func isNothing(_ descriptor: consuming Descriptor?) -> Bool { descriptor == nil }

  /// A socket of `type`, bound to `address`.
  private func socket(_ type: __socket_type, boundTo address: String) throws -> Descriptor {
    let socket = Descriptor(owning: try system("socket") { Glibc.socket(AF_UNIX, CInt(type.rawValue), 0) })
    let number = socket.number
    var target = sockaddr_un()
    target.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(address.utf8)
    withUnsafeMutableBytes(of: &target.sun_path) { path in
      path.copyBytes(from: bytes)
      if address.hasPrefix("@") { path[0] = 0 }
    }
    let size = socklen_t(2 + bytes.count)
    try system("bind", path: address) {
      withUnsafePointer(to: target) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(number, $0, size) }
      }
    }
    return socket
  }
}
