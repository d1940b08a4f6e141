public import Libinput
public import Linux
public import Time

/// The event loop of a program that reads touch devices: it sleeps until a device, a signal, a deadline or another
/// descriptor is ready, and calls its handler. All handlers run on one thread, and nothing wakes it while nothing
/// happens.
public final class TouchLoop: EventLoop {
  /// The handlers, called one at a time.
  public struct Handlers {
    /// Called with each report of the touch devices.
    public var report: (consuming TouchDevices.Report) -> Void
    /// Called after input of the devices was read, also of fingers that only point.
    public var inputRead: () -> Void = {}
    /// Called with each signal.
    public var signal: (CInt) -> Void = { _ in }
    /// Returns the time to call `expire`; called after each event.
    public var deadline: () -> Timestamp? = { nil }
    /// Called when that time has come.
    public var expire: (Timestamp) -> Void = { _ in }
    /// Handlers for the devices' reports only.
    public init(report: @escaping (consuming TouchDevices.Report) -> Void) { self.report = report }
  }

  /// The devices that are read.
  public let devices: TouchDevices
  /// The handlers; to be set before `run`.
  public var handlers: Handlers

  private let timer: TimerDescriptor
  /// The time that the timer is set to; nil if it is off.
  private var armed: Timestamp?
  private var isStopping = false

  /// A loop over the touch devices and `signals`, which arrive through it from now on.
  /// - Throws: `SystemError`.
  public init(signals: [CInt], handlers: Handlers) throws(SystemError) {
    self.handlers = handlers
    // First, so that a signal that comes now is not lost.
    let signals = try SignalDescriptor(signals)
    devices = try TouchDevices()
    timer = try TimerDescriptor()
    try super.init(signals)
    try epoll.add(devices.inputDescriptor, token: Token.input)
    try epoll.add(devices.changeDescriptor, token: Token.changes)
    try epoll.add(timer.number, token: Token.timer)
    // The devices never outlive the loop, and closing a descriptor takes it out of the set.
    devices.awaitInput = { [unowned self] descriptor throws(SystemError) in
      try epoll.add(descriptor, token: Token.contacts + UInt64(descriptor))
    }
  }

  /// Takes over and gives back devices, after the answers of `devices.wantsOwner` may have changed.
  public func updateOwners() { devices.updateOwners(handlers.report) }

  /// Gives all owned devices back at once.
  public func releaseOwned() { devices.releaseOwned(handlers.report) }

  /// Gives back all fingers that are taken without a grab, and takes none until `updateContacts`.
  public func releaseTaken() { devices.releaseTaken(handlers.report) }

  /// Reads the devices' reports so far, including those on the devices that are there.
  /// - Throws: `SystemError`.
  public func poll() throws(SystemError) { try devices.dispatch(handlers.report) }

  /// Opens and closes the contacts of touchpads, after the answers of `devices.wantsContacts` may have changed.
  public func updateContacts() { devices.updateContacts(handlers.report) }

  /// Ends `run` after the events at hand are handled.
  public func stop() { isStopping = true }

  /// Runs until `stop`.
  /// - Throws: `SystemError` if waiting or reading fails.
  public func run() throws(SystemError) {
    try poll()
    // Held in a local constant: from the property each handler would be retained for its call.
    let handlers = handlers
    var ready: [Epoll.Ready] = []
    while !isStopping {
      try arm(expireDeadline(handlers))
      // Stopped by what was due: no event may follow that would end the wait.
      if isStopping { return }
      try epoll.wait(into: &ready)
      // libinput and the contacts of a touchpad are usually ready together, and are read together.
      var isInputRead = false
      for event in ready {
        switch event.token {
        case Token.input, Token.contacts...:
          if isInputRead { continue }
          isInputRead = true
          for event in ready where event.token >= Token.contacts {
            devices.markReady(CInt(event.token - Token.contacts))
          }
          try devices.dispatchInput(onlyReady: true, handlers.report)
          handlers.inputRead()
        case Token.changes: try poll()
        case Token.signals:
          while let signal = try signals.next() { handlers.signal(signal) }
          devices.updateClaims(handlers.report)
        // Input that came before the deadline is handled before it.
        case Token.timer:
          try timer.acknowledge()
          armed = nil
          try devices.dispatchInput(handlers.report)
        default:
          added[event.token]?(event)
          devices.updateClaims(handlers.report)
        }
      }
    }
  }

  /// Calls `expire` if the deadline has passed.
  /// - Returns: the next deadline.
  private func expireDeadline(_ handlers: Handlers) -> Timestamp? {
    guard let deadline = handlers.deadline() else { return nil }
    // A deadline that the timer is set to was in the future at that time: no need to read the clock.
    if deadline == armed { return deadline }
    let now = Timestamp.now
    guard deadline <= now else { return deadline }
    handlers.expire(now)
    devices.updateClaims(handlers.report)
    return handlers.deadline()
  }

  private func arm(_ deadline: Timestamp?) throws(SystemError) {
    guard deadline != armed else { return }
    if let deadline { try timer.set(to: deadline) } else { try timer.disarm() }
    armed = deadline
  }
}
