/// logind on the bus (org.freedesktop.login1(5)).
enum Logind {
  /// Its well-known name.
  static let name = "org.freedesktop.login1"
  static let userInterface = "org.freedesktop.login1.User"
  static let sessionInterface = "org.freedesktop.login1.Session"
  private static let path = "/org/freedesktop/login1"
  private static let managerInterface = "org.freedesktop.login1.Manager"

  /// (uid) -> the user's object
  static func getUser(at owner: String) -> BusMethod {
    BusMethod(destination: owner, path: path, interface: managerInterface, member: "GetUser")
  }

  /// (uid, the user's object): a user who had no session has one.
  static func userNew(from owner: String) -> BusSignal {
    BusSignal(sender: owner, path: path, interface: managerInterface, member: "UserNew")
  }

  /// (true) before the machine sleeps, (false) after.
  static func prepareForSleep(from owner: String) -> BusSignal {
    BusSignal(sender: owner, path: path, interface: managerInterface, member: "PrepareForSleep")
  }

  /// (): a session's screen is to be locked.
  static func lock(of session: String, from owner: String) -> BusSignal {
    BusSignal(sender: owner, path: session, interface: sessionInterface, member: "Lock")
  }

  /// (): a session's screen is to be unlocked.
  static func unlock(of session: String, from owner: String) -> BusSignal {
    BusSignal(sender: owner, path: session, interface: sessionInterface, member: "Unlock")
  }

  /// Whether logind says that what it was asked about is not there, rather than that it cannot say.
  static func saysNone(_ error: BusError) -> Bool {
    ["org.freedesktop.login1.NoSuchUser", "org.freedesktop.DBus.Error.UnknownObject"].contains(error.name)
  }

  /// The objects of a user's sessions in the order they are to be looked at: first the one this process was started
  /// in, which a user unit has none of (`environmentID`, XDG_SESSION_ID; it may be one that is long over, for
  /// environments are passed on); then the one logind takes for the user's main one; then the others.
  /// - Parameter user: the properties of the user's object.
  static func sessions(of user: BusValue, environmentID: String?) -> [String] {
    // Each is its id and its object.
    let sessions = (user["Sessions"]?.elements ?? []).map(\.elements).filter { $0.count == 2 }
    let mine = sessions.first { environmentID != nil && $0[0].text == environmentID }
    let display = user["Display"].map(\.elements).flatMap { display in sessions.first { $0 == display } }
    var paths: [String] = []
    for session in [mine, display].compactMap({ $0 }) + sessions {
      if let path = session[1].text, !paths.contains(path) { paths.append(path) }
    }
    return paths
  }

  /// Whether a session is one that a hand can be in: it has a seat, so it did not come over the network and is no
  /// service, and it is not over. One that is over stays until the last program that was started in it ends.
  /// - Parameter session: the properties of its object.
  static func isOnSeat(_ session: BusValue) -> Bool {
    let seat = session["Seat"]?.elements.first?.text ?? ""
    return !seat.isEmpty && session["State"]?.text != "closing"
  }
}
