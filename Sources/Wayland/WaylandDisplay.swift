internal import CWayland
internal import Glibc
internal import Linux

/// A connection to a compositor (wl_display). Nothing in it waits but `roundTrip`: what is wanted is asked for, and
/// what the compositor says is handed over by `dispatch` when it comes.
///
/// `Outputs`, `SeatKeyboard`, `Toplevels`, `VirtualKeyboard` and `VirtualPointer` are made on it and keep it open for as
/// long as they are kept. When the connection has ended they stay as they were, and say nothing any more.
public final class WaylandDisplay {
  /// Becomes readable when there is something to dispatch.
  public let descriptor: CInt
  /// What the connection ended by; nil while it stands.
  public private(set) var failure: WaylandError?
  /// Whether the compositor has told all it offers, which is right after it first answers.
  public private(set) var isReady = false
  /// Told after every attempt to send whether anything is left that the socket had no room for.
  var flushed: ((Bool) -> Void)?

  private let pointer: OpaquePointer
  private var registry: Registry?
  private var ready: SyncCallback?
  private var unsent = Unsent()

  /// Connects to the compositor that listens at the path `socket`. Nothing is waited for: `isReady` is true, and
  /// `offers` has something to tell, after the compositor's answer was dispatched.
  /// - Throws: `WaylandError.unreachable`, `.failed`.
  public init(at socket: String) throws(WaylandError) {
    let connected: Descriptor
    do {
      // libwayland's own connect would wait for a compositor that does not accept.
      connected = try UnixSocket.connect(to: socket, nonblocking: true)
    } catch {
      throw .unreachable(error)
    }
    LibraryLog.begin()
    // It closes the descriptor, also where it fails.
    guard let pointer = wl_display_connect_to_fd(connected.release()) else {
      throw .noMemory(for: "wl_display")
    }
    self.pointer = pointer
    descriptor = wl_display_get_fd(pointer)
    registry = Registry(of: pointer)
    ready = SyncCallback(pointer) { [unowned self] in
      isReady = true
      ready = nil
    }
    try flush()
  }

  deinit {
    ready = nil
    registry = nil
    wl_display_disconnect(pointer)
  }

  // MARK: What is offered

  /// Whether the compositor offers `global`. It is known of once `isReady`.
  public func offers(_ global: WaylandGlobal) -> Bool { first(global) != nil }

  /// The one of that kind that the compositor has offered for longest.
  func first(_ kind: WaylandGlobal) -> Registry.Global? { registry?.globals.first { $0.kind == kind } }

  /// Tells `user` of what is offered already, and of all that comes and goes for as long as it is there.
  func tell(_ user: any GlobalUser) { registry?.add(user) }

  /// Binds `global`.
  /// - Throws: `WaylandError`: `.missing` where it is nil.
  func bind(_ global: Registry.Global?, as kind: WaylandGlobal) throws(WaylandError) -> OpaquePointer {
    guard let global else { throw .missing(kind) }
    var pointer: OpaquePointer?
    try request { pointer = registry?.bind(global) }
    guard let pointer else { throw .noMemory(for: kind.interface) }
    return pointer
  }

  /// Asks to be told when the compositor has done all it was asked for before; that is told for as long as what this
  /// gives is kept. Nil where there is no memory.
  func sync(_ done: @escaping () -> Void) -> SyncCallback? { SyncCallback(pointer, done) }

  // MARK: Reading and writing

  /// Takes in what the compositor said since the last call, and sends what it is to be told. Never waits.
  /// - Throws: `WaylandError` where the connection has ended; again at every call from then on.
  public func dispatch() throws(WaylandError) {
    if let failure { throw failure }
    LibraryLog.begin()
    while wl_display_prepare_read(pointer) != 0 {
      try check(wl_display_dispatch_pending(pointer))
    }
    // Reads what there is, without waiting, into a buffer of 4 KiB: the rest is read by the next call.
    try check(wl_display_read_events(pointer))
    try check(wl_display_dispatch_pending(pointer))
    registry?.settle()
    try flush()
  }

  /// Sends what the compositor is to be told.
  /// - Returns: false where the socket has no room for all of it: to be called again when it is writable.
  /// - Throws: `WaylandError` where the connection has ended.
  @discardableResult
  public func flush() throws(WaylandError) -> Bool {
    if let failure { throw failure }
    var isComplete = true
    if wl_display_flush(pointer) < 0 {
      switch Glibc.errno {
      case EAGAIN: isComplete = false
      // Its last words may still be to be read: reading finds the end.
      case EPIPE, ECONNRESET: break
      default: throw fail()
      }
    }
    if isComplete { unsent = Unsent() }
    flushed?(isComplete)
    return isComplete
  }

  /// Waits until the compositor has done all it was asked for and what it said is handed over. For tests and for
  /// commands that end soon.
  /// - Throws: `WaylandError.unanswered` after `limit`; what else the connection ended by.
  public func roundTrip(within limit: Duration = .seconds(2)) throws(WaylandError) {
    if let failure { throw failure }
    var isDone = false
    let callback = SyncCallback(pointer) { isDone = true }
    defer { withExtendedLifetime(callback) {} }
    let end = monotonicNow() + limit.microseconds
    while true {
      let isComplete = try flush()
      try dispatch()
      if isDone { return }
      let left = (end - monotonicNow() + 999) / 1000
      guard left > 0 else { throw .unanswered(limit) }
      var waiting = pollfd(fd: descriptor, events: Int16(isComplete ? POLLIN : POLLIN | POLLOUT), revents: 0)
      _ = poll(&waiting, 1, CInt(clamping: left))
    }
  }

  // MARK: Requests

  /// Makes a request, to be sent by the next `flush`.
  /// - Parameters:
  ///   - bytes: how long it is at most on the wire.
  ///   - descriptors: how many go with it.
  /// - Throws: `WaylandError.full` where it was not made for want of room; what the connection ended by.
  func request(_ bytes: Int = 64, descriptors: Int = 0, _ body: () -> Void) throws(WaylandError) {
    if let failure { throw failure }
    // libwayland ends the connection where its own buffer and the socket are full.
    if !unsent.hasRoom(for: bytes, descriptors: descriptors) {
      guard try flush() else { throw .full }
    }
    body()
    unsent.add(bytes, descriptors: descriptors)
  }

  // MARK: Ending

  private func check(_ result: CInt) throws(WaylandError) {
    if result < 0 { throw fail() }
  }

  /// What the connection has ended by, now that it has.
  private func fail() -> WaylandError {
    let failure = WaylandError(endOf: pointer)
    self.failure = failure
    return failure
  }
}

extension Duration {
  /// It on the clock of `monotonicNow`.
  var microseconds: Int64 { components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000 }
}

/// What may not be sent yet: less than libwayland's buffer of 4096 bytes and 28 descriptors. Destructors are not
/// counted; there is room for a hundred of them besides.
private struct Unsent {
  private var bytes = 0
  private var descriptors = 0

  func hasRoom(for bytes: Int, descriptors: Int) -> Bool {
    self.bytes + bytes <= 3072 && self.descriptors + descriptors <= 20
  }

  mutating func add(_ bytes: Int, descriptors: Int) {
    self.bytes += bytes
    self.descriptors += descriptors
  }
}

extension WaylandError {
  /// What the connection `display` has ended by.
  fileprivate init(endOf display: OpaquePointer) {
    let code = wl_display_get_error(display)
    var type: UnsafePointer<wl_interface>?
    var id: UInt32 = 0
    let number = wl_display_get_protocol_error(display, &type, &id)
    let line = LibraryLog.line
    if code == EPROTO || type != nil {
      let interface = type.map { String(cString: $0.pointee.name) } ?? "an object of the past"
      // zwp_virtual_keyboard_v1@5: error 0: Cannot send a keypress before defining a keymap
      let message = line.split(separator: ": ", maxSplits: 2).dropFirst(2).first.map(String.init)
      self = .refused(interface: interface, code: number, message: message ?? "no reason is given")
    } else if code == EPIPE || code == ECONNRESET {
      self = .closed
    } else {
      self = .malformed(line.isEmpty ? String(cString: strerror(code)) : line)
    }
  }
}
