/// The names of logind on the bus (org.freedesktop.login1(5)).
enum Logind {
  /// Its well-known name.
  static let name = "org.freedesktop.login1"
  static let userInterface = "org.freedesktop.login1.User"
  static let sessionInterface = "org.freedesktop.login1.Session"
  static let path = "/org/freedesktop/login1"
  private static let managerInterface = "org.freedesktop.login1.Manager"

  /// (uid) -> the user's object
  static func getUser(at owner: String) -> BusMethod {
    BusMethod(destination: owner, path: path, interface: managerInterface, member: "GetUser")
  }

  /// (uid, the user's object): a user without sessions has got one.
  static func userNew(from owner: String) -> BusSignal {
    BusSignal(sender: owner, path: path, interface: managerInterface, member: "UserNew")
  }

  /// (true) before the machine sleeps, (false) after.
  static func prepareForSleep(from owner: String) -> BusSignal {
    BusSignal(sender: owner, path: path, interface: managerInterface, member: "PrepareForSleep")
  }

  /// (): a request to lock a session's screen.
  static func lock(of session: String, from owner: String) -> BusSignal {
    BusSignal(sender: owner, path: session, interface: sessionInterface, member: "Lock")
  }

  /// (): a request to unlock a session's screen.
  static func unlock(of session: String, from owner: String) -> BusSignal {
    BusSignal(sender: owner, path: session, interface: sessionInterface, member: "Unlock")
  }

  /// True if the object does not exist, rather than that logind cannot answer.
  static func isUnknown(_ error: BusError) -> Bool {
    ["org.freedesktop.login1.NoSuchUser", "org.freedesktop.DBus.Error.UnknownObject"].contains(error.name)
  }

  /// The objects of a user's sessions in order of preference: first the one in which this process was started
  /// (`environmentID`, XDG_SESSION_ID, which a user unit does not have, and which may be of a session that has ended,
  /// since environments are inherited); then the one that logind considers the user's main session; then the others.
  /// - Parameter user: the properties of the user's object.
  static func sessions(of user: BusValue, environmentID: String?) -> [String] {
    // Each is its id and its object.
    let sessions = (user["Sessions"]?.elements ?? []).map(\.elements).filter { $0.count == 2 }
    let own = sessions.first { environmentID != nil && $0[0].text == environmentID }
    let display = user["Display"].map(\.elements).flatMap { display in sessions.first { $0 == display } }
    var paths: [String] = []
    for session in [own, display].compactMap({ $0 }) + sessions {
      if let path = session[1].text, !paths.contains(path) { paths.append(path) }
    }
    return paths
  }

  /// True for a session at a seat, which is neither remote nor a service, and which has not ended. A session that has
  /// ended exists until the last of its processes ends.
  /// - Parameter session: the properties of its object.
  static func isOnSeat(_ session: BusValue) -> Bool {
    let seat = session["Seat"]?.elements.first?.text ?? ""
    return !seat.isEmpty && session["State"]?.text != "closing"
  }
}
