import Foundation

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

  /// The most connections at a look. A browser has six for each host.
  private static let most = 100

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
    /// The last time at which it was answered, and not refused, which ends a connection: it is of the user's page.
    var lastAnswer: ContinuousClock.Instant?
  }

  /// Looks at all connections until the process ends, on a thread of its own: those of tasks may all be at work on a head.
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
    var present: [Int32: Count] = [:]
    for name in (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? [] {
      guard let descriptor = Int32(name), let now = count(of: descriptor) else { continue }
      var last = counts[descriptor] ?? Count(answered: 0, received: 0)
      // Another connection with the same number.
      if now.answered < last.answered { last = Count(answered: 0, received: 0) }
      let isRequested = now.answered == last.answered && now.received > last.received
      var next = isRequested ? last : now
      next.since = last.since
      // The first byte may be the handshake's.
      next.lastAnswer = now.answered > max(last.answered, 1) ? now.since : last.lastAnswer
      let isTooLarge = now.received - next.received > UInt64(Gate.largestBody) + largestHead
      if isTooLarge || next.idle.duration(to: now.idle) > longestRequest { end(descriptor) }
      present[descriptor] = next
    }
    for descriptor in excess(of: present) { end(descriptor) }
    return present
  }

  /// The connections beyond the number that may be at once: those that were never answered go first, the oldest of them
  /// before the others, then those whose answer is the longest ago.
  private static func excess(of counts: [Int32: Count]) -> some Sequence<Int32> {
    let longAgo = ContinuousClock.now - .seconds(1_000_000_000)
    return counts.sorted {
      ($0.value.lastAnswer ?? longAgo, $0.value.since) > ($1.value.lastAnswer ?? longAgo, $1.value.since)
    }.dropFirst(most).map(\.key)
  }

  /// Ends a connection, with what was received and not read.
  private static func end(_ descriptor: Int32) {
    shutdown(descriptor, Int32(SHUT_RDWR))
    var rest = [UInt8](repeating: 0, count: 1 << 16)
    while recv(descriptor, &rest, rest.count, Int32(MSG_DONTWAIT)) > 0 {}
  }

  /// The bytes that a connection has sent and received; nil for a descriptor that is none, such as one that listens.
  private static func count(of descriptor: Int32) -> Count? {
    // `struct tcp_info` of linux/tcp.h: tcpi_state, tcpi_bytes_acked and tcpi_bytes_received, since Linux 4.1.
    var info = [UInt64](repeating: 0, count: 32)
    var size = socklen_t(info.count * 8)
    guard getsockopt(descriptor, Int32(IPPROTO_TCP), TCP_INFO, &info, &size) == 0, size >= 136,
      // As the kernel lays it out, the state is the first byte.
      info.withUnsafeBytes({ $0[0] }) != UInt8(TCP_LISTEN)
    else { return nil }
    return Count(answered: info[15], received: info[16])
  }
}
