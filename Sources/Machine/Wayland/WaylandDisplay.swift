internal import CWayland
internal import Glibc
internal import Linux
internal import Text
internal import Time

/// A connection to a compositor (wl_display). Only `roundTrip` waits; otherwise requests are queued, and `dispatch`
/// handles the events that have arrived.
///
/// `Outputs`, `SeatKeyboard`, `Toplevels`, `VirtualKeyboard` and `VirtualPointer` are created on it and keep it open
/// while they exist. After the connection has ended, they keep their state and report nothing any more.
public final class WaylandDisplay {
  /// The descriptor to wait for; call `dispatch` when it is readable.
  public let descriptor: CInt
  /// The reason for which the connection ended; nil while it is open.
  public private(set) var failure: WaylandError?
  /// True once the compositor has announced all its globals, with its first answer.
  public private(set) var isReady = false
  /// Called after every attempt to send: true if nothing remains for which the socket had no room.
  var onFlush: ((Bool) -> Void)?

  private let pointer: OpaquePointer
  private var registry: Registry?
  private var ready: SyncCallback?
  private var newKeyboard: SyncCallback?
  private var unsent = UnsentRequests()

  /// Connects to the compositor that listens at the path `socket`, without waiting: `isReady` becomes true, and
  /// `offers` valid, when the compositor's answer is dispatched.
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
    // libwayland closes the descriptor, also if the call fails.
    guard let pointer = wl_display_connect_to_fd(connected.release()) else {
      throw .noMemory(for: "wl_display")
    }
    self.pointer = pointer
    descriptor = wl_display_get_fd(pointer)
    registry = Registry(of: pointer)
    ready = SyncCallback(pointer, of: nil) { [unowned self] in
      isReady = true
      ready = nil
    }
    try flush()
  }

  deinit {
    ready = nil
    newKeyboard = nil
    registry = nil
    wl_display_disconnect(pointer)
  }

  // MARK: Globals

  /// True if the compositor offers `global`; valid after `isReady`.
  public func offers(_ global: WaylandGlobal) -> Bool { first(global) != nil }

  /// The global of that kind that was announced first.
  func first(_ kind: WaylandGlobal) -> Registry.Global? { registry?.globals.first { $0.kind == kind } }

  /// Reports the current globals to `observer`, and then all that come and go. `observer` is not retained.
  func addObserver(_ observer: any GlobalObserver) { registry?.addObserver(observer) }

  /// Binds `global`.
  /// - Throws: `WaylandError`: `.missing` if it is nil.
  func bind(_ global: Registry.Global?, as kind: WaylandGlobal) throws(WaylandError) -> OpaquePointer {
    guard let global else { throw .missing(kind) }
    var pointer: OpaquePointer?
    try request { pointer = registry?.bind(global) }
    guard let pointer else { throw .noMemory(for: kind.interface) }
    return pointer
  }

  /// Requests an answer after the compositor has handled all earlier requests.
  /// - Parameter done: called with the answer, unless the result was released before.
  /// - Returns: nil if there is no memory.
  func sync(_ done: @escaping () -> Void) -> SyncCallback? { SyncCallback(pointer, of: self, done) }

  /// True while the compositor may not have handled the requests for a new virtual keyboard: until then, it may send
  /// programs a keymap that is neither the user's nor the one requested.
  var isMakingKeyboard: Bool { newKeyboard != nil }

  /// Makes `isMakingKeyboard` true until the compositor has handled all earlier requests.
  func awaitNewKeyboard() {
    newKeyboard = SyncCallback(pointer, of: nil) { [unowned self] in newKeyboard = nil }
  }

  /// The number of keymaps that the compositor has sent for keyboards of the seat and that are none of this program's.
  private(set) var otherKeymaps = 0

  /// Counts such a keymap.
  func noteOtherKeymap() { otherKeymaps += 1 }

  // MARK: Reading and writing

  /// Handles the events that have arrived since the last call, and sends pending requests, without waiting.
  /// - Throws: `WaylandError` if the connection has ended, also at each later call.
  public func dispatch() throws(WaylandError) {
    if let failure { throw failure }
    LibraryLog.begin()
    while wl_display_prepare_read(pointer) != 0 {
      try check(wl_display_dispatch_pending(pointer))
    }
    // Reads what is available, without waiting, into a buffer of 4 KiB: the next call reads the rest.
    try check(wl_display_read_events(pointer))
    try check(wl_display_dispatch_pending(pointer))
    registry?.reportChanges()
    try flush()
  }

  /// Sends pending requests.
  /// - Returns: false if the socket has no room for all of them: call it again when the socket is writable.
  /// - Throws: `WaylandError` if the connection has ended.
  @discardableResult
  public func flush() throws(WaylandError) -> Bool {
    if let failure { throw failure }
    var isComplete = true
    if wl_display_flush(pointer) < 0 {
      switch Glibc.errno {
      case EAGAIN: isComplete = false
      // A final error event may still be unread: reading finds the end.
      case EPIPE, ECONNRESET: break
      default: throw fail()
      }
    }
    if isComplete { unsent = UnsentRequests() }
    onFlush?(isComplete)
    return isComplete
  }

  /// Waits until the compositor has handled all requests, and its events are dispatched. For tests and short commands.
  /// - Throws: `WaylandError.unanswered` after `limit`; another reason for which the connection ended.
  public func roundTrip(within limit: Duration = .seconds(2)) throws(WaylandError) {
    if let failure { throw failure }
    var isDone = false
    let callback = SyncCallback(pointer, of: self) { isDone = true }
    defer { withExtendedLifetime(callback) {} }
    let end = Timestamp.now + limit
    while true {
      let isComplete = try flush()
      try dispatch()
      if isDone { return }
      let left = end - Timestamp.now
      guard left > .zero else { throw .unanswered(limit) }
      var waiting = pollfd(fd: descriptor, events: Int16(isComplete ? POLLIN : POLLIN | POLLOUT), revents: 0)
      _ = poll(&waiting, 1, left.milliseconds)
    }
  }

  // MARK: Requests

  /// Makes a request, to be sent by the next `flush`.
  /// - Parameters:
  ///   - bytes: its maximum size on the wire.
  ///   - descriptors: the number of descriptors that are sent with it.
  /// - Throws: `WaylandError.full` if it was not made for lack of room; the reason for which the connection ended.
  func request(_ bytes: Int = 64, descriptors: Int = 0, _ body: () -> Void) throws(WaylandError) {
    if let failure { throw failure }
    // libwayland ends the connection if its own buffer and the socket are full.
    if !unsent.hasRoom(for: bytes, descriptors: descriptors) {
      guard try flush() else { throw .full }
    }
    body()
    unsent.add(bytes, descriptors: descriptors)
  }

  // MARK: The end of the connection

  private func check(_ result: CInt) throws(WaylandError) {
    if result < 0 { throw fail() }
  }

  /// Records and returns the reason for which the connection has ended.
  private func fail() -> WaylandError {
    let failure = WaylandError(endOf: pointer)
    self.failure = failure
    return failure
  }
}

/// The size of the requests that may be unsent. The limits are below those of libwayland's buffers, 4096 bytes and 28
/// descriptors: destructors are not counted, and the rest has room for a hundred of them.
private struct UnsentRequests {
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
  /// The reason for which the connection `display` has ended.
  fileprivate init(endOf display: OpaquePointer) {
    let code = wl_display_get_error(display)
    var type: UnsafePointer<wl_interface>?
    var id: UInt32 = 0
    let number = wl_display_get_protocol_error(display, &type, &id)
    let line = LibraryLog.line
    if code == EPROTO || type != nil {
      let interface = type.map { String(cString: $0.pointee.name) } ?? "a deleted object"
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
