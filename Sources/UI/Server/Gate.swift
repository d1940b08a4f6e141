import FlyingFox
import Synchronization

/// Decides who is served: the browser that has exchanged the secret for the cookie, from a page of this server.
///
/// The host is a random name below `localhost`, which browsers resolve to this machine by themselves. A browser sends
/// the cookies of 127.0.0.1 to each port of it, so also to servers of other users; those of this name it sends only
/// here.
actor Gate {
  /// The reason why a request is refused, as an HTTP status.
  enum Refusal: Error {
    /// Another host, another origin, or no cookie.
    case forbidden
    /// A body that is not JSON, as those of forms.
    case unsupportedType
    /// A body that is larger than a rules file can be, or of unknown size.
    case tooLarge
  }

  /// The largest body: a rules file of 1 MiB, as JSON.
  static let largestBody = 3 << 20

  /// The cookie's name.
  private static let cookie = "sleight-session"

  nonisolated private let name = "sleight-\(random(bytes: 8)).localhost"
  nonisolated private let session = random(bytes: 32)
  nonisolated private let secret = random(bytes: 32)
  /// The port, which is known once the server listens: until then, no request is for it.
  nonisolated let port = Atomic<UInt16>(0)
  private var isUsed = false
  private var entered: @Sendable () -> Void = {}

  nonisolated private var host: String { "\(name):\(port.load(ordering: .relaxed))" }

  /// The address with the secret, which a browser does not send: it is behind the mark of fragments.
  nonisolated var address: String { "http://\(host)/#\(secret)" }

  /// Calls `body` when the secret has been exchanged.
  func whenEntered(_ body: @escaping @Sendable () -> Void) {
    entered = body
    if isUsed { body() }
  }

  /// Checks where a request is from. Everything is subject to it, also what is no secret.
  nonisolated func checkSource(of request: HTTPRequest) throws(Refusal) {
    guard request.headers[.host] == host else { throw .forbidden }
    let origin = request.headers[HTTPHeader("Origin")]
    guard origin == "http://\(host)" || origin == nil && request.method == .GET else { throw .forbidden }
    let site = request.headers[HTTPHeader("Sec-Fetch-Site")]
    // The first page is opened by the user, from a file.
    let isPage = request.method == .GET && !request.target.path().hasPrefix("/api/")
    guard site == nil || site == "same-origin" || isPage else { throw .forbidden }
    guard request.headers[HTTPHeader("Upgrade")] == nil else { throw .forbidden }
    guard request.method != .GET else { return }
    guard request.headers[.contentType] == "application/json" else { throw .unsupportedType }
    guard let size = request.headers[.contentLength].flatMap({ Int($0) }), (0...Self.largestBody).contains(size) else {
      throw .tooLarge
    }
  }

  /// Checks that a request has the cookie.
  nonisolated func checkSession(of request: HTTPRequest) throws(Refusal) {
    let cookies = (request.headers[.cookie] ?? "").split(separator: ";").map { $0.drop { $0 == " " } }
    let isKnown = cookies.contains { $0.isSame(as: "\(Self.cookie)=\(session)") }
    guard isKnown else { throw .forbidden }
  }

  /// Exchanges the secret for the cookie, once.
  /// - Returns: the value of `Set-Cookie`.
  func enter(with text: String) throws(Refusal) -> String {
    guard !isUsed, text.isSame(as: secret) else { throw .forbidden }
    isUsed = true
    entered()
    return "\(Self.cookie)=\(session); Path=/; HttpOnly; SameSite=Strict"
  }

  /// Random bytes of the kernel, in hexadecimal.
  private static func random(bytes count: Int) -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in
      let byte = UInt8.random(in: .min ... .max, using: &generator)
      return String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
    }.joined()
  }
}

extension StringProtocol {
  /// True if both are equal. The time does not depend on where they differ.
  fileprivate func isSame(as other: String) -> Bool {
    let (own, others) = (Array(utf8), Array(other.utf8))
    guard own.count == others.count else { return false }
    return zip(own, others).reduce(0) { $0 | $1.0 ^ $1.1 } == 0
  }
}
