import CLinux
import Glibc
@testable import Linux
import Testing
import Time
import Waiting

@Suite("Waiting for descriptors")
struct WaitingTests {
  @Test("an expired timer is reported with its token, until it is acknowledged")
  func timer() throws {
    var epoll = try Epoll()
    let timer = try TimerDescriptor()
    try epoll.add(timer.number, token: 0xdead_beef_0000_0001)
    var ready: [Epoll.Ready] = []
    try epoll.wait(into: &ready, timeout: .zero)
    #expect(ready.isEmpty)

    let deadline = Timestamp.now + .milliseconds(20)
    try timer.set(to: deadline)
    try epoll.wait(into: &ready, timeout: .seconds(10))
    #expect(Timestamp.now >= deadline)
    #expect(ready == [.init(token: 0xdead_beef_0000_0001, isReadable: true, isWritable: false, isClosed: false)])

    #expect(try timer.acknowledge())
    #expect(try !timer.acknowledge())
    try epoll.wait(into: &ready, timeout: .zero)
    #expect(ready.isEmpty)
  }

  @Test("a past deadline fires at once, even one before the clock's zero")
  func pastDeadline() throws {
    for deadline in [Timestamp.now - .microseconds(1), .zero, Timestamp(microseconds: -5)] {
      var epoll = try Epoll()
      let timer = try TimerDescriptor()
      try timer.set(to: deadline)
      try epoll.add(timer.number, token: 1)
      var ready: [Epoll.Ready] = []
      try epoll.wait(into: &ready, timeout: .seconds(10))
      #expect(ready.count == 1)
    }
  }

  @Test("a disarmed timer does not fire")
  func disarmed() throws {
    var epoll = try Epoll()
    let timer = try TimerDescriptor()
    try epoll.add(timer.number, token: 1)
    try timer.set(to: Timestamp.now + .milliseconds(5))
    try timer.disarm()
    var ready: [Epoll.Ready] = []
    try epoll.wait(into: &ready, timeout: .milliseconds(30))
    #expect(ready.isEmpty)
  }

  @Test("a timeout below a millisecond still waits")
  func shortTimeout() throws {
    var epoll = try Epoll()
    var ready: [Epoll.Ready] = []
    let start = Timestamp.now
    try epoll.wait(into: &ready, timeout: .microseconds(200))
    #expect(Timestamp.now - start >= .microseconds(200))
  }

  @Test("events are reported as descriptors are added, modified and removed")
  func interest() throws {
    var epoll = try Epoll()
    let sockets = try Pair()
    var ready: [Epoll.Ready] = []

    try epoll.add(sockets.left.number, token: 7, for: [.readable, .writable])
    try epoll.wait(into: &ready, timeout: .zero)
    #expect(ready == [.init(token: 7, isReadable: false, isWritable: true, isClosed: false)])

    try epoll.modify(sockets.left.number, token: 8, for: .readable)
    try epoll.wait(into: &ready, timeout: .zero)
    #expect(ready.isEmpty)

    try sockets.right.write([1])
    try epoll.wait(into: &ready, timeout: .zero)
    #expect(ready == [.init(token: 8, isReadable: true, isWritable: false, isClosed: false)])

    try epoll.remove(sockets.left.number)
    try epoll.wait(into: &ready, timeout: .zero)
    #expect(ready.isEmpty)
    #expect(throws: SystemError("epoll_ctl", code: ENOENT)) { try epoll.remove(sockets.left.number) }
  }

  @Test("a closed connection is reported, and data that was sent before is readable")
  func closed() throws {
    var epoll = try Epoll()
    let sockets = try Pair()
    try epoll.add(sockets.left.number, token: 1)
    try sockets.right.write([42])
    shutdown(sockets.right.number, CInt(SHUT_RDWR))
    var ready: [Epoll.Ready] = []
    try epoll.wait(into: &ready, timeout: .seconds(10))
    #expect(ready == [.init(token: 1, isReadable: true, isWritable: false, isClosed: true)])
    #expect(try sockets.left.read(upTo: 10) == [42])
    #expect(try sockets.left.read(upTo: 10) == [])
  }

  @Test("writing to a closed connection is an error, and does not end the process")
  func brokenPipe() throws {
    let sockets = try Pair()
    ignoreBrokenPipes()
    defer { signal(SIGPIPE, SIG_DFL) }
    shutdown(sockets.right.number, CInt(SHUT_RDWR))
    #expect(throws: SystemError("write", code: EPIPE)) { try sockets.left.write([1]) }
  }

  @Test("descriptors beyond the capacity of one wait are reported by the next")
  func capacity() throws {
    var epoll = try Epoll(capacity: 2)
    let first = try TimerDescriptor()
    let second = try TimerDescriptor()
    let third = try TimerDescriptor()
    try epoll.add(first.number, token: 0)
    try epoll.add(second.number, token: 1)
    try epoll.add(third.number, token: 2)
    try first.set(to: .zero)
    try second.set(to: .zero)
    try third.set(to: .zero)
    // Timers of 0 are due at once; the kernel needs a moment to say so.
    for timer in [first.number, second.number, third.number] { #expect(isReadable(timer, within: 60_000)) }
    var seen: Set<UInt64> = []
    var ready: [Epoll.Ready] = []
    for _ in 0..<2 {
      try epoll.wait(into: &ready, timeout: .zero)
      #expect(ready.count == 2)
      seen.formUnion(ready.map(\.token))
    }
    #expect(seen == [0, 1, 2])
  }

  @Test("a signal is read in order with other events, and repeated ones count once")
  func signals() throws {
    let signals = try SignalDescriptor([SIGUSR1, SIGUSR2])
    defer { unblock([SIGUSR1, SIGUSR2]) }
    var epoll = try Epoll()
    try epoll.add(signals.number, token: 1)
    #expect(try signals.next() == nil)

    raise(SIGUSR2)
    raise(SIGUSR1)
    raise(SIGUSR1)
    var ready: [Epoll.Ready] = []
    try epoll.wait(into: &ready, timeout: .seconds(10))
    #expect(ready.map(\.token) == [1])
    var seen: [CInt] = []
    while let signal = try signals.next() { seen.append(signal) }
    #expect(seen.sorted() == [SIGUSR1, SIGUSR2])
  }
}

/// Two connected sockets.
private struct Pair: ~Copyable {
  let left: Descriptor
  let right: Descriptor

  init() throws {
    var numbers: [CInt] = [0, 0]
    try system("socketpair") { socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &numbers) }
    left = Descriptor(owning: numbers[0])
    right = Descriptor(owning: numbers[1])
  }
}

/// Unblocks signals that `SignalDescriptor` blocked in this thread, which later tests run on.
func unblock(_ signals: [CInt]) {
  var set = sigset_t()
  sigemptyset(&set)
  for signal in signals { sigaddset(&set, signal) }
  pthread_sigmask(SIG_UNBLOCK, &set, nil)
}

@Suite("Reconnection")
struct ReconnectionTests {
  private func moment(_ microseconds: Int64) -> Timestamp { Timestamp(microseconds: microseconds) }

  @Test("a server that refuses is tried at growing intervals, until a limit or a new socket")
  func refused() {
    var reconnection = Reconnection(
      refused: .init(first: .microseconds(10), longest: .microseconds(40), limit: 4),
      stableLifetime: .microseconds(1000))
    for expected in [110, 120, 140, 140, nil, nil] as [Int64?] {
      reconnection.attemptFailed(.refused, at: moment(100))
      #expect(reconnection.deadline == expected.map(moment))
    }
    reconnection.socketCreated(at: moment(200))
    #expect(reconnection.deadline == moment(200))
    #expect(!reconnection.isDue(at: moment(199)))
    #expect(reconnection.isDue(at: moment(200)))
    // A connection that ends early continues the delays; one that lasted starts them again.
    reconnection.attemptFailed(.refused, at: moment(200))
    reconnection.connectionEnded(after: .microseconds(999), at: moment(200))
    #expect(reconnection.deadline == moment(220))
    reconnection.connectionEnded(after: .microseconds(1000), at: moment(200))
    #expect(reconnection.deadline == moment(210))
    reconnection.attemptFailed(.missing, at: moment(200))
    #expect(reconnection.deadline == nil)
  }

  @Test("connections that end have delays of their own, a restart has none")
  func ended() {
    var reconnection = Reconnection(
      refused: .init(first: .microseconds(10), longest: .microseconds(40), limit: 1),
      ended: .init(first: .microseconds(100), longest: .microseconds(400)), stableLifetime: .microseconds(1000))
    for expected in [100, 200, 400, 400] as [Int64] {
      reconnection.connectionEnded(after: .microseconds(10), at: moment(0))
      #expect(reconnection.deadline == moment(expected))
      reconnection.attemptFailed(.refused, at: moment(0))
      #expect(reconnection.deadline == moment(10))
    }
    reconnection.attemptFailed(.busy, at: moment(0))
    #expect(reconnection.deadline == moment(400))
    reconnection.connectionEnded(after: .microseconds(10), isRestart: true, at: moment(5))
    #expect(reconnection.deadline == moment(5))
    reconnection.connectionEnded(after: .microseconds(10), at: moment(0))
    #expect(reconnection.deadline == moment(100))
    for _ in 0..<100 { reconnection.connectionEnded(after: .microseconds(10), at: moment(0)) }
    #expect(reconnection.deadline == moment(400))
  }
}
