import FlyingFox
import FlyingSocks
import Foundation
import Synchronization

/// Listens on the loopback addresses, on one port that the kernel chooses.
///
/// On both of them, where the machine has both: browsers try either for a name below `localhost`, and on a free one
/// another user could answer.
struct Listener {
  private let gate: Gate
  private let handler: ClosureHTTPHandler

  init(_ gate: Gate, _ respond: @escaping @Sendable (HTTPRequest) async -> HTTPResponse) {
    self.gate = gate
    handler = ClosureHTTPHandler(respond)
  }

  /// Returns when it listens, and goes on.
  /// - Throws: `SocketError`, also if another program has the same port on the other address: the next try gets
  /// another.
  func listen() async throws {
    let first = server(on: try sockaddr_in.inet(ip4: "127.0.0.1", port: 0))
    try await start(first)
    guard case .ip4(_, let port)? = await first.listeningAddress else { throw SocketError.unsupportedAddress }
    gate.port.store(port, ordering: .relaxed)
    do {
      try await start(server(on: try sockaddr_in6.inet6(ip6: "::1", port: port)))
    } catch SocketError.failed(_, let code, _) where [EADDRNOTAVAIL, EAFNOSUPPORT].contains(code) {
      // This machine has no IPv6.
    }
  }

  private func server(on address: some SocketAddress) -> HTTPServer {
    let timeout = Double(Connections.longestRequest.components.seconds)
    return HTTPServer(address: address, timeout: timeout, logger: .disabled, handler: handler)
  }

  /// Starts a server, and waits until it listens.
  private func start(_ server: HTTPServer) async throws {
    let (started, report) = AsyncThrowingStream<Void, any Error>.makeStream()
    Task {
      do {
        try await server.run()
      } catch {
        report.finish(throwing: error)
        // Without descriptors for connections, for example.
        if await server.isListening { exit(1) }
      }
    }
    Task {
      try await server.waitUntilListening()
      report.yield()
    }
    for try await _ in started { return }
  }
}
