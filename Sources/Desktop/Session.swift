internal import Glibc
public import Linux

/// The user's login session as logind tells of it: whether gestures may act in it.
///
/// It is listened to and never asked while a hand waits. What is known stands while logind is restarted or the bus is
/// lost, until something else is known: a lock screen does not go with them.
public final class Session {
  /// What `dispatch` hands over.
  public enum Report: Sendable {
    /// The state is another one now.
    case changed(SessionState)
    /// Nothing can be known, for a reason; told once.
    case unknown(Unknown)
  }

  /// Why nothing is known of the session.
  public enum Unknown: Hashable, Sendable, CustomStringConvertible {
    /// There is no system bus that answers.
    case noBus(String)
    /// Nobody on the bus keeps account of sessions.
    case noLogind(String)
    /// logind knows no session of this user that is on a seat.
    case noSession

    /// For people.
    public var description: String {
      let reason =
        switch self {
        case .noBus(let reason): "the system bus cannot be reached (\(reason))"
        case .noLogind(let reason): "logind does not answer (\(reason))"
        case .noSession: "logind knows of no session of this user on a seat"
        }
      return "\(reason): whether the session is locked, or another one is in front, cannot be known; "
        + "gestures act all the same"
    }
  }

  private struct Followed {
    var path: String
    var state: SessionState
    var slots: [SystemBus.Slot]
  }

  /// What is known; nil where nothing is.
  public private(set) var state: SessionState?
  private let bus: SystemBus
  private let uid: UInt32
  private let environmentID: String?

  /// Whether the bus has ever answered since it was connected to.
  private var wasAnswered = false
  private var hasToldUnknown = false
  private var reports: [Report] = []

  private var ownerSlots: [SystemBus.Slot] = []
  private var owner = ""
  private var managerSlots: [SystemBus.Slot] = []
  private var userSlots: [SystemBus.Slot] = []
  /// The one question that is being asked; a new one takes its place.
  private var question: SystemBus.Slot?
  private var followed: Followed?
  /// The one that is being looked at, and listened to meanwhile.
  private var candidate: Followed?

  /// Looks for the session; `dispatch` hands over what there is to say of it. A bus that is not there yet is connected
  /// to when it comes.
  /// - Throws: `SystemError` where the kernel has nothing to wait with, but not for there being no bus or no logind.
  public convenience init() throws(SystemError) {
    try self.init(
      busAddress: SystemBus.defaultAddress, uid: getuid(), environmentID: Environment.value(of: "XDG_SESSION_ID"))
  }

  init(busAddress: String, uid: UInt32, environmentID: String?) throws(SystemError) {
    self.uid = uid
    self.environmentID = environmentID
    bus = try SystemBus(address: busAddress)
    do {
      try connect(whenThere: false)
    } catch {
      tellUnknown(.noBus("\(error)"))
      reconnect()
    }
  }

  /// Becomes readable when there is something to dispatch. It stays the same for this object's life.
  public var descriptor: CInt { bus.descriptor }

  /// Takes in what logind said since the last call and hands over what changed by it, in order.
  public func dispatch(_ body: (Report) -> Void) {
    do {
      try bus.dispatch()
    } catch {
      lose(error)
    }
    let reports = reports
    self.reports = []
    reports.forEach(body)
  }

  /// Somebody who can see the lock screen says that it is gone: that it was once asked to lock counts no more.
  /// `dispatch` hands over what changes by it.
  public func forgetLockRequest() { apply(.unlock, to: nil) }

  // MARK: The bus

  private func connect(whenThere: Bool) throws(SystemError) {
    wasAnswered = false
    try bus.connect(whenThere: whenThere)
    ownerSlots = [
      try bus.listen(to: BusDriver.nameOwnerChanged(of: Logind.name)) { [unowned self] arguments in
        guard arguments.count == 3, let owner = arguments[2].text else { return }
        follow(owner)
      }
    ]
    question = try bus.call(BusDriver.getNameOwner, [.text(Logind.name)]) { [unowned self] reply in
      wasAnswered = true
      switch reply {
      case .success(let values): follow(values.first?.text ?? "")
      case .failure(let error): tellUnknown(.noLogind("\(error)"))
      }
    }
  }

  private func lose(_ error: SystemError) {
    if !wasAnswered { tellUnknown(.noBus("\(error)")) }
    owner = ""
    ownerSlots = []
    forgetLogind()
    // A bus that sends us away at once would do so again and again.
    if wasAnswered { reconnect() } else { bus.disconnect() }
  }

  private func reconnect() {
    do {
      try connect(whenThere: true)
    } catch {
      bus.disconnect()
      tellUnknown(.noBus("\(error)"))
    }
  }

  /// Sends off a question or starts to listen. Where that fails the connection is lost, which `dispatch` is told of.
  private func attempt(_ body: () throws(SystemError) -> Void) {
    do {
      try body()
    } catch {
      tellUnknown(.noBus("\(error)"))
    }
  }

  // MARK: logind

  /// Turns to logind by the unique name of its connection; empty where it is gone, in which case it may come back.
  private func follow(_ owner: String) {
    guard owner != self.owner else { return }
    self.owner = owner
    forgetLogind()
    guard !owner.isEmpty else { return }
    // A logind that ended in between does not say any more that the machine woke up.
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

  private func forgetLogind() {
    managerSlots = []
    userSlots = []
    question = nil
    candidate = nil
    followed?.slots = []
    // A lock screen does not go with it.
    followed?.state.apply(.forgotten)
  }

  // MARK: The user

  private func findUser() {
    attempt { () throws(SystemError) in
      question = try bus.call(Logind.getUser(at: owner), [.unsigned(uid)]) { [unowned self] reply in
        guard let path = found(reply)?.text else { return }
        // The user's sessions come and go.
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
      question = try bus.call(getAll, [.text(Logind.userInterface)]) { [unowned self] reply in
        guard let user = found(reply) else { return }
        look(at: Logind.sessions(of: user, environmentID: environmentID)[...])
      }
    }
  }

  /// What logind answers about the user, who may have no session and be nobody to it.
  private func found(_ reply: Result<[BusValue], BusError>) -> BusValue? {
    switch reply {
    case .success(let values): return values.first
    case .failure(let error):
      if Logind.saysNone(error) { followNone() } else { tellUnknown(.noLogind("\(error)")) }
      return nil
    }
  }

  // MARK: The session

  /// Looks at sessions in order and follows the first that a hand can be in.
  private func look(at paths: ArraySlice<String>) {
    candidate = nil
    guard let path = paths.first else { return followNone() }
    // What was learnt of the same one stays learnt: nobody says twice that a lock was asked for.
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
      candidate = Followed(path: path, state: state, slots: slots)
      let getAll = BusProperties.getAll(of: path, at: owner)
      question = try bus.call(getAll, [.text(Logind.sessionInterface)]) { [unowned self] reply in
        guard case .success(let values) = reply, let properties = values.first, Logind.isOnSeat(properties) else {
          return look(at: paths.dropFirst())
        }
        apply(.properties(properties), to: path)
        followed = candidate
        candidate = nil
        publish()
      }
    }
  }

  /// The user has no session on a seat: none that ended, or none that was ever known. In the first case whatever is on
  /// the seat now is somebody else's.
  private func followNone() {
    candidate = nil
    followed = nil
    if state == nil { tellUnknown(.noSession) } else { publish() }
  }

  /// - Parameter path: the session it is told of; nil for each.
  private func apply(_ change: SessionState.Change, to path: String?) {
    if path == nil || candidate?.path == path { candidate?.state.apply(change) }
    if followed != nil, path == nil || followed?.path == path {
      followed?.state.apply(change)
      publish()
    }
  }

  // MARK: Telling

  private func publish() {
    let new = followed?.state ?? SessionState()
    guard new != state else { return }
    state = new
    reports.append(.changed(new))
  }

  private func tellUnknown(_ reason: Unknown) {
    guard state == nil, !hasToldUnknown else { return }
    hasToldUnknown = true
    reports.append(.unknown(reason))
  }
}
