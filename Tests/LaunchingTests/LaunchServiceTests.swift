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
}
