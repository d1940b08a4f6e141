import Glibc
@testable import Launching
import Linux
import Testing
import Waiting

@Suite("The service that starts programs")
struct LaunchServiceTests {
  @Test("it pauses for a moment if connections cannot be accepted, as without descriptors")
  func noDescriptors() throws {
    // accept(2) fails on a socket that does not listen, which is always ready.
    let socket = Descriptor(owning: Glibc.socket(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_NONBLOCK.rawValue), 0))
    let service = try LaunchService(listener: socket)
    for _ in 0..<2 {
      #expect(isReadable(service.descriptor, within: 10_000))
      try service.dispatch()
      // The timer of the pause is handled first.
      if isReadable(service.descriptor, within: 0) { try service.dispatch() }
      #expect(!isReadable(service.descriptor, within: 300))
    }
  }

  @Test("a program that ends after its client is reaped also if nothing has told that the client is gone")
  func clientGone() throws {
    let scene = try Scene()
    try scene.endService()
    let service = try LaunchService(listener: UnixSocket.listen(at: scene.socket), environment: []) { _ in true }
    let pipe = scene.makePipe()
    do {
      var client = FrameStream(try UnixSocket.connect(to: scene.socket, nonblocking: true))
      let program = LaunchRequest.start(StartID(number: 1), arguments: ["cat", pipe], variables: .init())
      for request in [.open(environment: ["PATH=/usr/bin:/bin"], isSilent: true), program] {
        #expect(try client.send(request.frame))
      }
      try wait(otherwise: { "no program was started" }) {
        try service.dispatch()
        return service.runningCount == 1 ? () : nil
      }
    }
    // The end of the input ends the program.
    _ = try Descriptor.open(pipe, O_WRONLY)
    try wait(otherwise: { "the program is not reaped" }) {
      service.reap()
      return service.runningCount == 0 ? () : nil
    }
    #expect(service.isIdle)
  }
}
