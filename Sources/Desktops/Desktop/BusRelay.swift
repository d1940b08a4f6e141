internal import CSystemd
internal import Glibc
public import Linux
internal import Time

/// Relays a message bus to processes of the same user that run in a sandbox, as far as `BusPermissions` permit. Other
/// calls are refused with an error.
///
///     daemon ── call ──▶ relay ── permitted ──▶ bus
///                          └──── org.freedesktop.DBus.Error.AccessDenied ──▶ daemon
///     daemon ◀────────── relay ◀── replies, signals ── bus
///
/// Each client gets a connection of its own to the bus, with this process as its owner. sd-bus reads and writes all
/// messages: what is examined is what is sent.
public final class BusRelay {
  /// The bus of the session, or that of the system.
  public enum Bus: Sendable { case session, system }

  /// The maximum number of clients: a daemon has one connection to the bus of the session, and two to that of the
  /// system.
  static let maxClients = 16

  private let listener: Descriptor
  private let permissions: BusPermissions
  private let address: String?
  private let admits: (borrowing Descriptor) -> Bool
  private let report: (String) -> Void
  /// The number of refusals that can still be reported: a client that makes thousands does not fill the log.
  private var reportsLeft = 20
  private var epoll: Epoll
  private var ready: [Epoll.Ready] = []
  private var clients: [UInt64: RelayedClient] = [:]
  private static let listenerToken: UInt64 = 0
  private var nextToken: UInt64 = 1

  /// - Parameters:
  ///   - listener: a non-blocking listening socket.
  ///   - admits: true for the connections of processes that may use the bus, besides being the user's.
  ///   - report: logs a refused call, which contains text of the client.
  /// - Throws: `SystemError`.
  public convenience init(
    _ bus: Bus, listener: consuming Descriptor, admits: @escaping (borrowing Descriptor) -> Bool,
    report: @escaping (String) -> Void
  ) throws(SystemError) {
    let (permissions, address): (BusPermissions, String?) =
      switch bus {
      case .session: (.session, MessageBus.sessionAddress)
      case .system: (.system, MessageBus.systemAddress)
      }
    try self.init(permissions, at: address, listener: listener, admits: admits, report: report)
  }

  init(
    _ permissions: BusPermissions, at address: String?, listener: consuming Descriptor,
    admits: @escaping (borrowing Descriptor) -> Bool, report: @escaping (String) -> Void
  ) throws(SystemError) {
    self.permissions = permissions
    self.address = address
    self.admits = admits
    self.report = report
    epoll = try Epoll()
    try epoll.add(listener.number, token: Self.listenerToken)
    self.listener = listener
  }

  /// The descriptor to wait for; call `dispatch` when it is readable.
  public var descriptor: CInt { epoll.number }

  /// True if there are no clients.
  public var isIdle: Bool { clients.isEmpty }

  /// Relays pending messages, without waiting.
  /// - Throws: `SystemError` if no clients can be accepted.
  public func dispatch() throws(SystemError) {
    try epoll.wait(into: &ready, timeout: .zero)
    for event in ready {
      if event.token == Self.listenerToken {
        while let socket = try UnixSocket.accept(from: listener) { add(socket) }
      } else if let client = clients[event.token] {
        do throws(SystemError) { try client.dispatch() } catch { drop(event.token) }
      }
    }
  }

  /// Adds a client. It is disconnected at once if it is not admitted, or if there is no bus.
  private func add(_ socket: consuming Descriptor) {
    guard let address, let peer = try? UnixSocket.peer(of: socket), peer.uid == getuid(), admits(socket),
      clients.count < Self.maxClients,
      let client = try? RelayedClient(
        socket, to: address, permissions, refused: { [unowned self] in reportRefusal(of: $0) })
    else { return }
    guard (try? epoll.add(client.descriptor, token: nextToken)) != nil else { return }
    clients[nextToken] = client
    nextToken += 1
  }

  private func reportRefusal(of call: String) {
    guard reportsLeft > 0 else { return }
    reportsLeft -= 1
    report("the relay of the message bus refuses \(call)\(reportsLeft == 0 ? "; further refusals are not logged" : "")")
  }

  private func drop(_ token: UInt64) {
    guard let client = clients.removeValue(forKey: token) else { return }
    try? epoll.remove(client.descriptor)
  }
}

/// A client of the relay, with its connection to the bus.
private final class RelayedClient {
  private let permissions: BusPermissions
  private let refused: (String) -> Void
  private var client: OpaquePointer?
  private var bus: OpaquePointer?
  private let clientWatch: BusWatch
  private let busWatch: BusWatch
  private var epoll: Epoll
  /// True until the bus has answered that the client is registered. A refusal must not arrive before.
  private var isRegistering = false

  /// Connects to the bus at `address` for the client at the other end of `socket`.
  /// - Parameter refused: called with each refused call, as text.
  /// - Throws: `SystemError`.
  init(
    _ socket: consuming Descriptor, to address: String, _ permissions: BusPermissions,
    refused: @escaping (String) -> Void
  ) throws(SystemError) {
    self.permissions = permissions
    self.refused = refused
    clientWatch = try BusWatch()
    busWatch = try BusWatch()
    epoll = try Epoll()
    try epoll.add(clientWatch.descriptor, token: 0)
    try epoll.add(busWatch.descriptor, token: 1)
    try loadSDBus()
    // Neither side passes descriptors, and the client itself registers at the bus (Hello).
    try checkBus("sd_bus_new", sdBus.new(&bus))
    try checkBus("sd_bus_negotiate_fds", sdBus.negotiate_fds(bus, 0))
    try checkBus("sd_bus_set_address", sdBus.set_address(bus, address))
    try checkBus("sd_bus_start", sdBus.start(bus), path: address)
    try checkBus("sd_bus_new", sdBus.new(&client))
    try checkBus("sd_bus_negotiate_fds", sdBus.negotiate_fds(client, 0))
    let number = socket.release()
    do throws(SystemError) { try checkBus("sd_bus_set_fd", sdBus.set_fd(client, number, number)) } catch {
      close(number)
      throw error
    }
    var random = SystemRandomNumberGenerator()
    try checkBus(
      "sd_bus_set_server", sdBus.set_server(client, 1, sd_id128_t(qwords: (random.next(), random.next()))))
    try checkBus("sd_bus_start", sdBus.start(client))
    try dispatch()
  }

  deinit {
    clientWatch.stop()
    busWatch.stop()
    if client != nil { _ = sdBus.close_unref(client) }
    if bus != nil { _ = sdBus.close_unref(bus) }
  }

  /// The descriptor to wait for; call `dispatch` when it is readable.
  var descriptor: CInt { epoll.number }

  /// Relays pending messages.
  /// - Throws: `SystemError` if a connection is lost.
  func dispatch() throws(SystemError) {
    try clientWatch.acknowledge()
    try busWatch.acknowledge()
    while true {
      let hasAsked = try relayRequest()
      let isAnswered = try relayAnswer()
      if !hasAsked, !isAnswered { break }
    }
    if isRegistering { clientWatch.stop() } else { try clientWatch.update(for: client) }
    try busWatch.update(for: bus)
  }

  /// Handles the next message of the client.
  /// - Returns: false if there is none.
  private func relayRequest() throws(SystemError) -> Bool {
    guard !isRegistering else { return false }
    var message: OpaquePointer?
    let result = try checkBus("sd_bus_process", sdBus.process(client, &message))
    guard let message else { return result > 0 }
    defer { _ = sdBus.message_unref(message) }
    var type: UInt8 = 0
    try checkBus("sd_bus_message_get_type", sdBus.message_get_type(message, &type))
    // The daemon has no objects and sends no signals: it only calls.
    guard type == UInt8(SD_BUS_MESSAGE_METHOD_CALL) else { return true }
    let call = Call(message)
    if permissions.permits(call.method, argument: call.argument) {
      try checkBus("sd_bus_send", sdBus.send(bus, message, nil))
      isRegistering = call.method.member == BusDriver.hello.member
    } else {
      refused("\(call)")
      var refusal: OpaquePointer?
      try checkBus(
        "sd_bus_message_new_method_errno", sdBus.message_new_method_errno(message, &refusal, EACCES, nil))
      defer { _ = sdBus.message_unref(refusal) }
      try checkBus("sd_bus_send", sdBus.send(client, refusal, nil))
    }
    return true
  }

  /// Passes on the next message of the bus.
  /// - Returns: false if there is none.
  private func relayAnswer() throws(SystemError) -> Bool {
    var message: OpaquePointer?
    let result = try checkBus("sd_bus_process", sdBus.process(bus, &message))
    guard let message else { return result > 0 }
    defer { _ = sdBus.message_unref(message) }
    // sd-bus makes a signal of its own when the connection ends.
    if let path = sdBus.message_get_path(message), String(cString: path) == "/org/freedesktop/DBus/Local" {
      throw SystemError("sd_bus_process", code: ECONNRESET)
    }
    try checkBus("sd_bus_send", sdBus.send(client, message, nil))
    isRegistering = false
    return true
  }
}

/// The part of a client's call that is judged.
private struct Call: CustomStringConvertible {
  let method: BusMethod
  /// The first argument, if it is a text.
  let argument: String?

  /// Reads `message`. What it lacks is empty, which nothing permits.
  init(_ message: OpaquePointer) {
    func text(_ pointer: UnsafePointer<CChar>?) -> String { pointer.map { String(cString: $0) } ?? "" }
    method = BusMethod(
      destination: text(sdBus.message_get_destination(message)), path: text(sdBus.message_get_path(message)),
      interface: text(sdBus.message_get_interface(message)), member: text(sdBus.message_get_member(message)))
    var first: UnsafePointer<CChar>?
    let hasText = sdBus.message_read_basic(message, CChar(UInt8(ascii: "s")), &first) > 0
    argument = hasText ? text(first) : nil
  }

  /// For the log: `org.freedesktop.DBus.AddMatch at /org/freedesktop/DBus ("type='signal'")`.
  var description: String {
    "\(method.interface).\(method.member) at \(method.path)\(argument.map { " (\"\($0)\")" } ?? "")"
  }
}
