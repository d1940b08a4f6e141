internal import CSystemd
internal import Linux
internal import Time

/// A connection to the system bus or the session's (sd-bus(3)) that calls methods and listens to signals without
/// waiting. Call `dispatch` when `descriptor` is readable; it handles replies and signals.
final class MessageBus {
  /// A registration that ends with this object: a pending call or a subscription to a signal. Its closure is not called
  /// afterwards, and is kept until it has returned.
  final class Slot {
    private let pointer: OpaquePointer
    fileprivate let handler: Handler

    fileprivate init(owning pointer: OpaquePointer, _ handler: Handler) {
      (self.pointer, self.handler) = (pointer, handler)
    }
    deinit { _ = sdBus.slot_unref(pointer) }

    /// True for a call until its reply is handled.
    var isAwaited: Bool { handler.isAwaited }
  }

  /// An argument of a method.
  enum Argument {
    case text(String)
    /// A text in a variant, as the value of a property
    case textVariant(String)
    case unsigned(UInt32)
    case unsigned64(UInt64)
    case boolean(Bool)
    case number(Double)
    case integer(Int32)
    /// An empty array of elements with this signature.
    case empty(String)
  }

  /// The address of the system bus: that of its relay (`BusRelay`), if the unit names one, DBUS_SYSTEM_BUS_ADDRESS, or
  /// the default of the D-Bus specification.
  static var systemAddress: String {
    if let relay = Environment.value(of: "SLEIGHT_SYSTEM_BUS") { return relay }
    return Environment.value(of: "DBUS_SYSTEM_BUS_ADDRESS") ?? "unix:path=/run/dbus/system_bus_socket"
  }

  /// The address of the session's bus: that of its relay (`BusRelay`), if the unit names one, DBUS_SESSION_BUS_ADDRESS,
  /// or the one that systemd's user instance provides; nil without all.
  static var sessionAddress: String? {
    if let relay = Environment.value(of: "SLEIGHT_SESSION_BUS") { return relay }
    if let address = Environment.value(of: "DBUS_SESSION_BUS_ADDRESS"), !address.isEmpty { return address }
    return Environment.value(of: "XDG_RUNTIME_DIR").map { "unix:path=\($0)/bus" }
  }

  private let address: String
  private let watch: BusWatch
  private var connection: OpaquePointer?
  private var connectionTime = Timestamp.now
  /// The attempt to connect again after a refusal, and its time.
  private var retry: (time: Timestamp, connect: () -> Void)?
  /// The time from the next refusal to the attempt after it.
  private var retryDelay = firstRetryDelay
  private static let firstRetryDelay = Duration.seconds(1)
  private static let longestRetryDelay = Duration.seconds(600)

  /// Creates an object that is not connected.
  /// - Throws: `SystemError`.
  init(address: String) throws(SystemError) {
    self.address = address
    watch = try BusWatch()
  }

  deinit { disconnect() }

  /// The descriptor to wait for; call `dispatch` when it is readable. It does not change.
  var descriptor: CInt { watch.descriptor }

  // MARK: Connecting

  /// Connects again, without waiting: messages are sent after the bus has accepted the connection.
  /// - Parameter waitingForBus: true to wait for a bus that does not exist yet, instead of failing.
  /// - Throws: `SystemError`: ENOENT or ECONNREFUSED if there is no bus, ELIBACC if sd-bus is not installed.
  func connect(waitingForBus: Bool) throws(SystemError) {
    try loadSDBus()
    disconnect()
    connectionTime = .now
    try checkBus("sd_bus_new", sdBus.new(&connection))
    do {
      try checkBus("sd_bus_set_address", sdBus.set_address(connection, address))
      try checkBus("sd_bus_set_bus_client", sdBus.set_bus_client(connection, 1))
      try checkBus("sd_bus_set_watch_bind", sdBus.set_watch_bind(connection, waitingForBus ? 1 : 0))
      try checkBus("sd_bus_start", sdBus.start(connection), path: address)
      try watch.update(for: connection)
    } catch {
      disconnect()
      throw error
    }
  }

  /// Disconnects: nothing is called or received any more.
  func disconnect() {
    retry = nil
    guard connection != nil else { return }
    watch.stop()
    // Unsent messages are discarded.
    _ = sdBus.close_unref(connection)
    connection = nil
  }

  /// Connects again after the connection was lost: at once if the bus had answered on it, and it lasted. Otherwise the
  /// bus is starting, or refuses this user or one of its requests, and would do so again and again: the delay doubles
  /// each time.
  /// - Parameter connect: calls `connect(waitingForBus:)`; called now, or by a later `dispatch`.
  func reconnect(hasAnswered: Bool, _ connect: @escaping () -> Void) {
    disconnect()
    if hasAnswered, Timestamp.now - connectionTime >= Self.firstRetryDelay {
      retryDelay = Self.firstRetryDelay
      return connect()
    }
    let time = Timestamp.now + retryDelay
    retryDelay = min(retryDelay * 2, Self.longestRetryDelay)
    // Without the timer there is no other attempt.
    guard (try? watch.wake(at: time)) != nil else { return }
    retry = (time, connect)
  }

  /// Handles pending messages.
  /// - Throws: `SystemError` if the connection is lost.
  func dispatch() throws(SystemError) {
    try watch.acknowledge()
    if let retry, retry.time <= .now {
      self.retry = nil
      return retry.connect()
    }
    guard connection != nil else { return }
    while try checkBus("sd_bus_process", sdBus.process(connection, nil)) > 0 {}
    try watch.update(for: connection)
  }

  // MARK: Calling and listening

  /// Calls `method`.
  /// - Parameter reply: called with the reply, unless the connection is lost before.
  /// - Returns: the registration: the call is cancelled when it is released.
  /// - Throws: `SystemError`: ENOTCONN if there is no connection.
  func call(
    _ method: BusMethod, _ arguments: [Argument] = [],
    reply: @escaping (Result<[BusValue], BusError>) -> Void
  ) throws(SystemError) -> Slot {
    let message = try message(calling: method, arguments)
    defer { _ = sdBus.message_unref(message) }
    let call = try slot("sd_bus_call_async") { slot, handler in
      sdBus.call_async(connection, slot, message, callHandler, handler, 0)
    } receiving: { message in
      // When the connection ends, sd-bus reports an error for each pending call; `dispatch` reports it once for all.
      guard sdBus.is_open(sdBus.message_get_bus(message)) > 0 else { return }
      if let error = sdBus.message_get_error(message)?.pointee {
        reply(.failure(BusError(name: text(error.name), message: text(error.message))))
      } else {
        reply(values(of: message).map { .success($0) } ?? .failure(.malformed))
      }
    }
    call.handler.isAwaited = true
    return call
  }

  /// Calls `method` without requesting a reply. Calls arrive in order.
  /// - Throws: `SystemError`: ENOTCONN if there is no connection, ENOBUFS if the bus does not read.
  func send(_ method: BusMethod, _ arguments: [Argument]) throws(SystemError) {
    let message = try message(calling: method, arguments)
    defer { _ = sdBus.message_unref(message) }
    try checkBus("sd_bus_message_set_expect_reply", sdBus.message_set_expect_reply(message, 0))
    try checkBus("sd_bus_send", sdBus.send(connection, message, nil))
    // The rest is sent when the socket is writable.
    try watch.update(for: connection)
  }

  private func message(calling method: BusMethod, _ arguments: [Argument]) throws(SystemError) -> OpaquePointer? {
    var message: OpaquePointer?
    try checkBus(
      "sd_bus_message_new_method_call",
      sdBus.message_new_method_call(
        connection, &message, method.destination, method.path, method.interface, method.member))
    do {
      for argument in arguments { try append(argument, to: message) }
    } catch {
      _ = sdBus.message_unref(message)
      throw error
    }
    return message
  }

  private func append(_ argument: Argument, to message: OpaquePointer?) throws(SystemError) {
    if case .textVariant(let text) = argument {
      try checkBus("sd_bus_message_open_container", sdBus.message_open_container(message, BusType.variant, "s"))
      try append(.text(text), to: message)
      try checkBus("sd_bus_message_close_container", sdBus.message_close_container(message))
      return
    }
    if case .empty(let signature) = argument {
      try checkBus(
        "sd_bus_message_open_container", sdBus.message_open_container(message, BusType.array, signature))
      try checkBus("sd_bus_message_close_container", sdBus.message_close_container(message))
      return
    }
    let result: CInt =
      switch argument {
      case .text(let text), .textVariant(let text): sdBus.message_append_basic(message, BusType.string, text)
      case .unsigned64(var number): sdBus.message_append_basic(message, BusType.uint64, &number)
      case .unsigned(var number): sdBus.message_append_basic(message, BusType.uint32, &number)
      case .number(var number): sdBus.message_append_basic(message, BusType.double, &number)
      case .boolean(let flag):
        withUnsafePointer(to: CInt(flag ? 1 : 0)) { sdBus.message_append_basic(message, BusType.boolean, $0) }
      case .integer(var number): sdBus.message_append_basic(message, BusType.int32, &number)
      case .empty: 0
      }
    try checkBus("sd_bus_message_append_basic", result)
  }

  /// Listens to `signal`. Signals that arrive before the reply to a later call are handled before it.
  /// - Parameter body: called with the arguments of each.
  /// - Returns: the registration: listening ends when it is released.
  /// - Throws: `SystemError`: ENOTCONN if there is no connection.
  func listen(to signal: BusSignal, _ body: @escaping ([BusValue]) -> Void) throws(SystemError) -> Slot {
    try slot("sd_bus_add_match_async") { slot, handler in
      // Without a callback for its installation, a refusal ends the connection.
      sdBus.add_match_async(connection, slot, signal.rule, callHandler, nil, handler)
    } receiving: { message in
      guard text(sdBus.message_get_sender(message)) == signal.sender, let values = values(of: message) else { return }
      body(values)
    }
  }

  private func slot(
    _ call: String, _ make: (UnsafeMutablePointer<OpaquePointer?>, UnsafeMutableRawPointer) -> CInt,
    receiving body: @escaping (OpaquePointer) -> Void
  ) throws(SystemError) -> Slot {
    let handler = Handler(body)
    let retained = Unmanaged.passRetained(handler)
    var pointer: OpaquePointer?
    let result = make(&pointer, retained.toOpaque())
    guard result >= 0, let pointer else {
      retained.release()
      throw SystemError(call, code: -result)
    }
    // sd-bus holds the slot while it calls the handler, so that a closure may release its own slot.
    _ = sdBus.slot_set_destroy_callback(pointer) { data in
      if let data { Unmanaged<Handler>.fromOpaque(data).release() }
    }
    return Slot(owning: pointer, handler)
  }
}

/// The closure behind sd-bus's callback data.
private final class Handler {
  let body: (OpaquePointer) -> Void
  /// `MessageBus.Slot.isAwaited`
  var isAwaited = false
  init(_ body: @escaping (OpaquePointer) -> Void) { self.body = body }
}

private func callHandler(
  _ message: OpaquePointer?, _ data: UnsafeMutableRawPointer?, _: UnsafeMutablePointer<sd_bus_error>?
) -> CInt {
  guard let message, let data else { return 0 }
  let handler = Unmanaged<Handler>.fromOpaque(data).takeUnretainedValue()
  handler.isAwaited = false
  handler.body(message)
  return 0
}

private func text(_ pointer: UnsafePointer<CChar>?) -> String { pointer.map { String(cString: $0) } ?? "" }

// MARK: Reading messages

/// The letters of D-Bus signatures (sd_bus_message_read_basic(3), sd_bus_message_peek_type(3)).
private enum BusType {
  static let boolean = CChar(UInt8(ascii: "b"))
  static let string = CChar(UInt8(ascii: "s"))
  static let path = CChar(UInt8(ascii: "o"))
  static let signature = CChar(UInt8(ascii: "g"))
  static let int32 = CChar(UInt8(ascii: "i"))
  static let uint32 = CChar(UInt8(ascii: "u"))
  static let uint64 = CChar(UInt8(ascii: "t"))
  static let double = CChar(UInt8(ascii: "d"))
  static let array = CChar(UInt8(ascii: "a"))
  static let variant = CChar(UInt8(ascii: "v"))
  static let structure = CChar(UInt8(ascii: "r"))
  static let entry = CChar(UInt8(ascii: "e"))
}

/// A message's arguments; nil if they do not match its signature.
private func values(of message: OpaquePointer) -> [BusValue]? {
  do {
    return try rest(of: message)
  } catch {
    return nil
  }
}

/// The remaining values of the current container, or of the message.
private func rest(of message: OpaquePointer) throws(SystemError) -> [BusValue] {
  var values: [BusValue] = []
  while let value = try next(of: message) { values.append(value) }
  return values
}

/// The next value; nil at the end of the container. The recursion is bounded: D-Bus allows 64 levels.
private func next(of message: OpaquePointer) throws(SystemError) -> BusValue? {
  var type: CChar = 0
  var contents: UnsafePointer<CChar>?
  guard try checkBus("sd_bus_message_peek_type", sdBus.message_peek_type(message, &type, &contents)) > 0 else {
    return nil
  }
  switch type {
  case BusType.boolean:
    var flag: CInt = 0
    try checkBus("sd_bus_message_read_basic", sdBus.message_read_basic(message, type, &flag))
    return .boolean(flag != 0)
  case BusType.uint32:
    var number: UInt32 = 0
    try checkBus("sd_bus_message_read_basic", sdBus.message_read_basic(message, type, &number))
    return .unsigned(number)
  case BusType.double:
    var number = 0.0
    try checkBus("sd_bus_message_read_basic", sdBus.message_read_basic(message, type, &number))
    return .number(number)
  case BusType.string, BusType.path, BusType.signature:
    var pointer: UnsafePointer<CChar>?
    try checkBus("sd_bus_message_read_basic", sdBus.message_read_basic(message, type, &pointer))
    return .text(text(pointer))
  case BusType.array, BusType.variant, BusType.structure, BusType.entry:
    try checkBus("sd_bus_message_enter_container", sdBus.message_enter_container(message, type, contents))
    let elements = try rest(of: message)
    try checkBus("sd_bus_message_exit_container", sdBus.message_exit_container(message))
    if type == BusType.variant { return elements.first ?? .other }
    return type == BusType.array ? .array(elements) : .structure(elements)
  default:
    try checkBus("sd_bus_message_skip", sdBus.message_skip(message, [type, 0]))
    return .other
  }
}
