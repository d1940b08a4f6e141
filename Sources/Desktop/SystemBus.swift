internal import CSystemd
internal import Linux

/// The system bus (sd-bus(3)): methods called and signals listened to without ever waiting. What comes is handed over
/// by `dispatch`, which is to be called when `descriptor` is readable.
final class SystemBus {
  /// What is undone when it goes: a call that is not answered yet, a signal that is listened to. Its closure is called
  /// no more from then on, and is kept until it has returned.
  final class Slot {
    private let pointer: OpaquePointer

    fileprivate init(owning pointer: OpaquePointer) { self.pointer = pointer }
    deinit { _ = sdBus.slot_unref(pointer) }
  }

  /// An argument of a method.
  enum Argument {
    case text(String)
    case unsigned(UInt32)
  }

  /// Where the bus listens: DBUS_SYSTEM_BUS_ADDRESS, or what the D-Bus specification says.
  static var defaultAddress: String {
    Environment.value(of: "DBUS_SYSTEM_BUS_ADDRESS") ?? "unix:path=/run/dbus/system_bus_socket"
  }

  private let address: String
  /// The bus's own descriptor changes, wants to be read or written, and there are times it wants to be woken at: all of
  /// that is waited for in here, and the outside has one descriptor that stays the same.
  private var epoll: Epoll
  private let timer: TimerDescriptor
  private var connection: OpaquePointer?
  private var watched: (number: CInt, interest: Epoll.Interest)?
  private var armed: UInt64?

  /// Not connected yet.
  /// - Throws: `SystemError`.
  init(address: String) throws(SystemError) {
    self.address = address
    epoll = try Epoll()
    timer = try TimerDescriptor()
    try epoll.add(timer.number, token: 0)
  }

  deinit { disconnect() }

  /// Becomes readable when there is something to dispatch. It stays the same for this object's life.
  var descriptor: CInt { epoll.number }

  // MARK: Connecting

  /// Connects anew. Nothing is waited for: what is sent meanwhile is sent once the bus has let us in.
  /// - Parameter whenThere: whether a bus that is not there yet is no error, but connected to when it comes.
  /// - Throws: `SystemError`: ENOENT or ECONNREFUSED where there is no bus, ELIBACC where there is no sd-bus.
  func connect(whenThere: Bool) throws(SystemError) {
    try loadSDBus()
    disconnect()
    try check("sd_bus_new", sdBus.new(&connection))
    do {
      try check("sd_bus_set_address", sdBus.set_address(connection, address))
      try check("sd_bus_set_bus_client", sdBus.set_bus_client(connection, 1))
      try check("sd_bus_set_watch_bind", sdBus.set_watch_bind(connection, whenThere ? 1 : 0))
      try check("sd_bus_start", sdBus.start(connection), path: address)
      try watch()
    } catch {
      disconnect()
      throw error
    }
  }

  /// Leaves the bus: nothing is called or listened to any more.
  func disconnect() {
    guard connection != nil else { return }
    if let watched { try? epoll.remove(watched.number) }
    watched = nil
    // What is not sent yet is not waited for.
    _ = sdBus.close_unref(connection)
    connection = nil
  }

  /// Hands over what came.
  /// - Throws: `SystemError` where the connection is lost.
  func dispatch() throws(SystemError) {
    try timer.acknowledge()
    armed = nil
    guard connection != nil else { return }
    while try check("sd_bus_process", sdBus.process(connection, nil)) > 0 {}
    try watch()
  }

  /// Has `descriptor` wait for what the connection waits for now.
  private func watch() throws(SystemError) {
    let number = try check("sd_bus_get_fd", sdBus.get_fd(connection))
    let events = try check("sd_bus_get_events", sdBus.get_events(connection))
    // Linux has the same bits for poll(2) and epoll.
    let interest = Epoll.Interest(rawValue: UInt32(bitPattern: events))
    if watched?.number != number {
      if let watched { try? epoll.remove(watched.number) }
      watched = nil
      try epoll.add(number, token: 1, for: interest)
    } else if watched?.interest != interest {
      try epoll.modify(number, token: 1, for: interest)
    }
    watched = (number, interest)

    // In microseconds of CLOCK_MONOTONIC, as the timer's; the greatest is never.
    var deadline = UInt64.max
    try check("sd_bus_get_timeout", sdBus.get_timeout(connection, &deadline))
    guard deadline != armed else { return }
    if deadline == .max { try timer.disarm() } else { try timer.set(to: Int64(clamping: deadline)) }
    armed = deadline
  }

  // MARK: Calling and listening

  /// Calls `method`.
  /// - Parameter reply: called with what it is answered, unless the connection is lost before.
  /// - Returns: what keeps the call: it is given up when this goes.
  /// - Throws: `SystemError`: ENOTCONN where there is no connection.
  func call(
    _ method: BusMethod, _ arguments: [Argument] = [],
    reply: @escaping (Result<[BusValue], BusError>) -> Void
  ) throws(SystemError) -> Slot {
    var message: OpaquePointer?
    try check(
      "sd_bus_message_new_method_call",
      sdBus.message_new_method_call(
        connection, &message, method.destination, method.path, method.interface, method.member))
    defer { _ = sdBus.message_unref(message) }
    for argument in arguments {
      switch argument {
      case .text(let text):
        try check("sd_bus_message_append_basic", sdBus.message_append_basic(message, BusType.string, text))
      case .unsigned(var number):
        try check("sd_bus_message_append_basic", sdBus.message_append_basic(message, BusType.uint32, &number))
      }
    }
    return try slot("sd_bus_call_async") { slot, handler in
      sdBus.call_async(connection, slot, message, handOver, handler, 0)
    } receiving: { message in
      // Calls that the end of the connection leaves unanswered are told of by `dispatch`, once for all.
      guard sdBus.is_open(sdBus.message_get_bus(message)) > 0 else { return }
      if let error = sdBus.message_get_error(message)?.pointee {
        reply(.failure(BusError(name: text(error.name), message: text(error.message))))
      } else {
        reply(values(of: message).map { .success($0) } ?? .failure(.malformed))
      }
    }
  }

  /// Listens to `signal`. Signals that come before a later call's answer are handed over before it.
  /// - Parameter body: called with the arguments of each.
  /// - Returns: what keeps listening, until it goes.
  /// - Throws: `SystemError`: ENOTCONN where there is no connection.
  func listen(to signal: BusSignal, _ body: @escaping ([BusValue]) -> Void) throws(SystemError) -> Slot {
    try slot("sd_bus_add_match_async") { slot, handler in
      // Without a callback of its own for that, a refusal ends the connection.
      sdBus.add_match_async(connection, slot, signal.rule, handOver, nil, handler)
    } receiving: { message in
      guard text(sdBus.message_get_sender(message)) == signal.sender, let values = values(of: message) else { return }
      body(values)
    }
  }

  private func slot(
    _ call: String, _ make: (UnsafeMutablePointer<OpaquePointer?>, UnsafeMutableRawPointer) -> CInt,
    receiving body: @escaping (OpaquePointer) -> Void
  ) throws(SystemError) -> Slot {
    let handler = Unmanaged.passRetained(Handler(body))
    var pointer: OpaquePointer?
    let result = make(&pointer, handler.toOpaque())
    guard result >= 0, let pointer else {
      handler.release()
      throw SystemError(call, code: -result)
    }
    // sd-bus holds the slot while it calls the handler, so that a closure may let go of its own slot.
    _ = sdBus.slot_set_destroy_callback(pointer) { data in
      if let data { Unmanaged<Handler>.fromOpaque(data).release() }
    }
    return Slot(owning: pointer)
  }
}

/// What sd-bus's callback data leads to.
private final class Handler {
  let body: (OpaquePointer) -> Void
  init(_ body: @escaping (OpaquePointer) -> Void) { self.body = body }
}

private func handOver(
  _ message: OpaquePointer?, _ data: UnsafeMutableRawPointer?, _: UnsafeMutablePointer<sd_bus_error>?
) -> CInt {
  if let message, let data { Unmanaged<Handler>.fromOpaque(data).takeUnretainedValue().body(message) }
  return 0
}

/// sd-bus's answer where it is not below zero.
@discardableResult
private func check(_ call: String, _ result: CInt, path: String? = nil) throws(SystemError) -> CInt {
  guard result >= 0 else { throw SystemError(call, path: path, code: -result) }
  return result
}

private func text(_ pointer: UnsafePointer<CChar>?) -> String { pointer.map { String(cString: $0) } ?? "" }

// MARK: Reading messages

/// The letters of D-Bus signatures (sd_bus_message_read_basic(3), sd_bus_message_peek_type(3)).
private enum BusType {
  static let boolean = CChar(UInt8(ascii: "b"))
  static let string = CChar(UInt8(ascii: "s"))
  static let path = CChar(UInt8(ascii: "o"))
  static let signature = CChar(UInt8(ascii: "g"))
  static let uint32 = CChar(UInt8(ascii: "u"))
  static let array = CChar(UInt8(ascii: "a"))
  static let variant = CChar(UInt8(ascii: "v"))
  static let structure = CChar(UInt8(ascii: "r"))
  static let entry = CChar(UInt8(ascii: "e"))
}

/// A message's arguments; nil where they are not what its signature says.
private func values(of message: OpaquePointer) -> [BusValue]? {
  do {
    return try rest(of: message)
  } catch {
    return nil
  }
}

/// What is left of the container that is being read, or of the whole.
private func rest(of message: OpaquePointer) throws(SystemError) -> [BusValue] {
  var values: [BusValue] = []
  while let value = try next(of: message) { values.append(value) }
  return values
}

/// The next value; nil at the end of the container. The recursion ends: D-Bus allows 64 levels.
private func next(of message: OpaquePointer) throws(SystemError) -> BusValue? {
  var type: CChar = 0
  var contents: UnsafePointer<CChar>?
  guard try check("sd_bus_message_peek_type", sdBus.message_peek_type(message, &type, &contents)) > 0 else {
    return nil
  }
  switch type {
  case BusType.boolean:
    var flag: CInt = 0
    try check("sd_bus_message_read_basic", sdBus.message_read_basic(message, type, &flag))
    return .boolean(flag != 0)
  case BusType.string, BusType.path, BusType.signature:
    var pointer: UnsafePointer<CChar>?
    try check("sd_bus_message_read_basic", sdBus.message_read_basic(message, type, &pointer))
    return .text(text(pointer))
  case BusType.array, BusType.variant, BusType.structure, BusType.entry:
    try check("sd_bus_message_enter_container", sdBus.message_enter_container(message, type, contents))
    let elements = try rest(of: message)
    try check("sd_bus_message_exit_container", sdBus.message_exit_container(message))
    if type == BusType.variant { return elements.first ?? .other }
    return type == BusType.array ? .array(elements) : .structure(elements)
  default:
    try check("sd_bus_message_skip", sdBus.message_skip(message, [type, 0]))
    return .other
  }
}
