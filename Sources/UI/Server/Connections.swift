import FlyingFox
import Foundation
import Synchronization

/// Ends connections that send more than any request has, or that take too long, and those beyond a number: the library
/// keeps the head of a request, however long it is, waits for its end, and accepts all connections.
///
/// The kernel tells how much each connection has received since its last answer; so there is no second parser, and a
/// sender that is faster than the library is noticed as well.
enum Connections {
  /// The time between two looks, in seconds. What a sender can send meanwhile adds to the limit.
  private static let interval = 0.05
  /// The largest head, as of common servers.
  private static let largestHead: UInt64 = 64 << 10

  /// The most connections at once that are not of the user's pages.
  private static let most = 100
  /// The time that each has to show that it is of one.
  private static let youth = Duration.seconds(1)

  /// The longest time from the beginning of a request to its answer.
  static let longestRequest = Duration.seconds(30)

  /// The bytes of a connection when it was last answered.
  private struct Count {
    var answered: UInt64
    var received: UInt64
    /// The last time at which no request had begun.
    var idle = ContinuousClock.now
    /// The first look at it.
    var since = ContinuousClock.now
    /// The port of its peer.
    var port: UInt16
  }

  /// The ports of the peers that have the cookie.
  private static let admitted = Mutex<Set<UInt16>>([])

  /// Notes that a request is of the user's page, and so its connection.
  static func admit(_ request: HTTPRequest) {
    switch request.remoteAddress {
    case .ip4(_, let port), .ip6(_, let port): admitted.withLock { _ = $0.insert(port) }
    case .unix, nil: break
    }
  }

  /// Looks at all connections until the process ends, on a thread of its own: those of tasks may all be at work on a
  /// head.
  static func watch() {
    Thread.detachNewThread {
      var counts: [Int32: Count] = [:]
      while true {
        counts = look(counts)
        Thread.sleep(forTimeInterval: interval)
      }
    }
  }

  /// Ends connections that are over a limit.
  /// - Parameter counts: the counts at the last answer of each.
  /// - Returns: the same for the connections that there are now.
  private static func look(_ counts: [Int32: Count]) -> [Int32: Count] {
    let known = admitted.withLock { $0 }
    var present: [Int32: Count] = [:]
    for name in (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? [] {
      guard let descriptor = Int32(name), let now = count(of: descriptor) else { continue }
      let new = Count(answered: 0, received: 0, port: now.port)
      var last = counts[descriptor] ?? new
      // Another connection with the same number.
      if now.port != last.port || now.answered < last.answered { last = new }
      let isRequested = now.answered == last.answered && now.received > last.received
      var next = isRequested ? last : now
      next.since = last.since
      let isTooLarge = now.received - next.received > UInt64(Gate.largestBody) + largestHead
      if isTooLarge || next.idle.duration(to: now.idle) > longestRequest { end(descriptor) }
      present[descriptor] = next
    }
    for descriptor in excess(of: present.filter { !known.contains($0.value.port) }) { end(descriptor) }
    let gone = known.subtracting(present.values.map(\.port))
    admitted.withLock { $0.subtract(gone) }
    return present
  }

  /// The connections that are the longest there, beyond the number that may be at once.
  private static func excess(of counts: [Int32: Count]) -> some Sequence<Int32> {
    let young = ContinuousClock.now - youth
    let excess = counts.sorted { $0.value.since > $1.value.since }.dropFirst(most)
    return excess.filter { $0.value.since < young }.map(\.key)
  }

  /// Ends a connection, with what was received and not read.
  private static func end(_ descriptor: Int32) {
    shutdown(descriptor, Int32(SHUT_RDWR))
    var rest = [UInt8](repeating: 0, count: 1 << 16)
    while recv(descriptor, &rest, rest.count, Int32(MSG_DONTWAIT)) > 0 {}
  }

  /// The bytes that a connection has sent and received; nil for a descriptor that is none.
  private static func count(of descriptor: Int32) -> Count? {
    // `struct tcp_info` of linux/tcp.h: tcpi_bytes_acked and tcpi_bytes_received, since Linux 4.1.
    var info = [UInt64](repeating: 0, count: 32)
    var size = socklen_t(info.count * 8)
    guard getsockopt(descriptor, Int32(IPPROTO_TCP), TCP_INFO, &info, &size) == 0, size >= 136 else { return nil }
    var peer = sockaddr_in6()
    size = socklen_t(MemoryLayout.size(ofValue: peer))
    let isKnown = withUnsafeMutablePointer(to: &peer) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(descriptor, $0, &size) == 0 }
    }
    // The port is at the same place in addresses of both kinds.
    return isKnown ? Count(answered: info[15], received: info[16], port: UInt16(bigEndian: peer.sin6_port)) : nil
  }
}
