internal import Glibc
public import Linux

/// The state of the user's login session as logind reports it, which determines whether gestures may act.
///
/// The state is received as signals, so that gestures never wait for it. It is kept while logind restarts or the bus is
/// lost, until another state is reported: a lock screen survives both.
public final class Session {
  /// A report of `dispatch`.
  public enum Report: Sendable {
    case changed(SessionState)
    /// The state is unknown, for this reason; reported once.
    case unknown(Unknown)
  }

  /// The reason for which the session's state is unknown.
  public enum Unknown: Hashable, Sendable, CustomStringConvertible {
    /// The system bus does not answer.
    case noBus(String)
    /// logind is not on the bus.
    case noLogind(String)
    /// logind knows no session of this user at a seat.
    case noSession

    /// The reason, for people.
    public var description: String {
      let reason =
        switch self {
        case .noBus(let reason): "cannot connect to the system bus (\(reason))"
        case .noLogind(let reason): "logind does not answer (\(reason))"
        case .noSession: "logind has no session of this user on a seat"
        }
      return "\(reason): the lock and the activity of the session are unknown, and rules act"
    }
  }

  private struct FollowedSession {
    var path: String
    var state: SessionState
    var slots: [MessageBus.Slot]
  }

  /// The session's state; nil if unknown.
  public private(set) var state: SessionState?
  private let bus: MessageBus
  private let uid: UInt32
  private let environmentID: String?

  /// True if the bus has answered on this connection.
  private var hasBusAnswered = false
  private var hasReportedUnknown = false
  private var reports: [Report] = []

  private var ownerSlots: [MessageBus.Slot] = []
  private var owner = ""
  private var managerSlots: [MessageBus.Slot] = []
  private var userSlots: [MessageBus.Slot] = []
  /// The pending call; a new one replaces it.
  private var pendingCall: MessageBus.Slot?
  private var followed: FollowedSession?
  /// The session that is being examined. Its signals are received already.
  private var examined: FollowedSession?

  /// Finds the session; `dispatch` reports the results. If there is no bus yet, the connection is made when it starts.
  /// - Throws: `SystemError` if a descriptor cannot be created, but not if there is no bus or no logind.
  public convenience init() throws(SystemError) {
    try self.init(
      busAddress: MessageBus.systemAddress, uid: getuid(), environmentID: Environment.value(of: "XDG_SESSION_ID"))
  }

  init(busAddress: String, uid: UInt32, environmentID: String?) throws(SystemError) {
    self.uid = uid
    self.environmentID = environmentID
    bus = try MessageBus(address: busAddress)
    do {
      try connect(waitingForBus: false)
    } catch {
      reportUnknown(.noBus("\(error)"))
      reconnect()
    }
  }

  /// The descriptor to wait for; call `dispatch` when it is readable. It does not change.
  public var descriptor: CInt { bus.descriptor }

  /// Handles the messages since the last call and reports the changes, in order.
  public func dispatch(_ body: (Report) -> Void) {
    do {
      try bus.dispatch()
    } catch {
      handleDisconnection(error)
    }
    let reports = reports
    self.reports = []
    reports.forEach(body)
  }

  /// Forgets a request to lock, since a program that can observe the lock screen reports that it is gone. `dispatch`
  /// reports the change.
  public func forgetLockRequest() { apply(.unlock, to: nil) }

  // MARK: The bus

  private func connect(waitingForBus: Bool) throws(SystemError) {
    hasBusAnswered = false
    try bus.connect(waitingForBus: waitingForBus)
    ownerSlots = [
      try bus.listen(to: BusDriver.nameOwnerChanged(of: Logind.name)) { [unowned self] arguments in
        guard arguments.count == 3, let owner = arguments[2].text else { return }
        follow(owner)
      }
    ]
    pendingCall = try bus.call(BusDriver.getNameOwner, [.text(Logind.name)]) { [unowned self] reply in
      hasBusAnswered = true
      switch reply {
      case .success(let values): follow(values.first?.text ?? "")
      case .failure(let error): reportUnknown(.noLogind("\(error)"))
      }
    }
  }

  private func handleDisconnection(_ error: SystemError) {
    if !hasBusAnswered { reportUnknown(.noBus("\(error)")) }
    owner = ""
    ownerSlots = []
    dropLogind()
    bus.reconnect(hasAnswered: hasBusAnswered) { [unowned self] in reconnect() }
  }

  private func reconnect() {
    do {
      try connect(waitingForBus: true)
    } catch {
      bus.disconnect()
      reportUnknown(.noBus("\(error)"))
    }
  }

  /// Sends a call or starts to listen. If that fails, the connection is lost, which `dispatch` detects.
  private func attempt(_ body: () throws(SystemError) -> Void) {
    do {
      try body()
    } catch {
      reportUnknown(.noBus("\(error)"))
    }
  }

  // MARK: logind

  /// Uses logind at the unique name of its connection; empty if it has ended, and may come back.
  private func follow(_ owner: String) {
    guard owner != self.owner else { return }
    self.owner = owner
    dropLogind()
    guard !owner.isEmpty else { return }
    // A logind that has ended does not report that the machine woke up.
    apply(.prepareForSleep(false), to: nil)
    attempt { () throws(SystemError) in
      managerSlots = [
        try bus.listen(to: Logind.prepareForSleep(from: owner)) { [unowned self] arguments in
          guard let isStarting = arguments.first?.boolean else { return }
          apply(.prepareForSleep(isStarting), to: nil)
        },
        try bus.listen(to: Logind.userNew(from: owner)) { [unowned self] _ in findUser() },
      ]
    }
    findUser()
  }

  private func dropLogind() {
    managerSlots = []
    userSlots = []
    pendingCall = nil
    examined = nil
    followed?.slots = []
    // A lock screen does not end with logind.
    followed?.state.apply(.forgotten)
  }

  // MARK: The user

  private func findUser() {
    attempt { () throws(SystemError) in
      pendingCall = try bus.call(Logind.getUser(at: owner), [.unsigned(uid)]) { [unowned self] reply in
        guard let path = value(of: reply)?.text else { return }
        // Listens to the coming and going of the user's sessions.
        attempt { () throws(SystemError) in
          let changed = BusProperties.changed(of: path, from: owner, on: Logind.userInterface)
          userSlots = [try bus.listen(to: changed) { [unowned self] _ in findSession(of: path) }]
        }
        findSession(of: path)
      }
    }
  }

  private func findSession(of user: String) {
    attempt { () throws(SystemError) in
      let getAll = BusProperties.getAll(of: user, at: owner)
      pendingCall = try bus.call(getAll, [.text(Logind.userInterface)]) { [unowned self] reply in
        guard let user = value(of: reply) else { return }
        examine(Logind.sessions(of: user, environmentID: environmentID)[...])
      }
    }
  }

  /// The value of logind's reply about the user. A user without sessions may be unknown to it.
  private func value(of reply: Result<[BusValue], BusError>) -> BusValue? {
    switch reply {
    case .success(let values): return values.first
    case .failure(let error):
      if Logind.isUnknown(error) { followNone() } else { reportUnknown(.noLogind("\(error)")) }
      return nil
    }
  }

  // MARK: The session

  /// Examines sessions in order and follows the first one at a seat.
  private func examine(_ paths: ArraySlice<String>) {
    examined = nil
    guard let path = paths.first else { return followNone() }
    // The state of the same session is kept: a request to lock is not repeated.
    var state = SessionState()
    if let followed, followed.path == path { state = followed.state }
    attempt { () throws(SystemError) in
      let changed = BusProperties.changed(of: path, from: owner, on: Logind.sessionInterface)
      let slots = [
        try bus.listen(to: changed) { [unowned self] arguments in
          if arguments.count == 3 { apply(.properties(arguments[1]), to: path) }
        },
        try bus.listen(to: Logind.lock(of: path, from: owner)) { [unowned self] _ in apply(.lock, to: path) },
        try bus.listen(to: Logind.unlock(of: path, from: owner)) { [unowned self] _ in apply(.unlock, to: path) },
      ]
      examined = FollowedSession(path: path, state: state, slots: slots)
      let getAll = BusProperties.getAll(of: path, at: owner)
      pendingCall = try bus.call(getAll, [.text(Logind.sessionInterface)]) { [unowned self] reply in
        guard case .success(let values) = reply, let properties = values.first, Logind.isOnSeat(properties) else {
          return examine(paths.dropFirst())
        }
        apply(.properties(properties), to: path)
        followed = examined
        examined = nil
        reportChange()
      }
    }
  }

  /// Handles that the user has no session at a seat: it has ended, or none was ever known. In the first case the seat
  /// may belong to another user now.
  private func followNone() {
    examined = nil
    followed = nil
    if state == nil { reportUnknown(.noSession) } else { reportChange() }
  }

  /// Applies a change.
  /// - Parameter path: the session that it concerns; nil for each.
  private func apply(_ change: SessionState.Change, to path: String?) {
    if path == nil || examined?.path == path { examined?.state.apply(change) }
    if followed != nil, path == nil || followed?.path == path {
      followed?.state.apply(change)
      reportChange()
    }
  }

  // MARK: Reporting

  private func reportChange() {
    let new = followed?.state ?? SessionState()
    guard new != state else { return }
    state = new
    reports.append(.changed(new))
  }

  private func reportUnknown(_ reason: Unknown) {
    guard state == nil, !hasReportedUnknown else { return }
    hasReportedUnknown = true
    reports.append(.unknown(reason))
  }
}
