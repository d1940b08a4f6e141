import Control
import Glibc
import Linux
import Surroundings
import Testing
import Time

@testable import Daemon

@Suite("The server of the control socket")
struct ControlServerTests {
  @Test("a client that has ended its side and does not read a long reply does not wake the loop")
  func halfClosed() throws {
    var template = Array("/tmp/sleight-control-XXXXXX".utf8CString)
    let folder = mkdtemp(&template).map { String(cString: $0) } ?? ""
    defer { rmdir(folder) }
    let loop = try TouchLoop(signals: [], handlers: .init { _ in })
    defer { loop.handlers = .init { _ in } }
    let server = try ControlServer(
      at: "\(folder)/socket", in: folder, on: loop,
      touches: { Array(repeating: UInt8(ascii: "x"), count: 4 << 20) }
    ) { _, _ in nil }
    defer { server.close() }
    let client = try UnixSocket.connect(to: "\(folder)/socket", nonblocking: true)
    try client.write(Array("\(ControlRequest.touches.line)\n".utf8))
    shutdown(client.number, CInt(SHUT_WR))
    let end = Timestamp.now + .milliseconds(300)
    var wakeups = 0
    loop.handlers.deadline = {
      wakeups += 1
      return end
    }
    loop.handlers.expire = { _ in loop.stop() }
    try loop.run()
    #expect(wakeups < 20)
    #expect(try client.read(upTo: 10)?.count == 10)
  }
}
