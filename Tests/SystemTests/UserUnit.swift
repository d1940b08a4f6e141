internal import Glibc
internal import JSONLines
internal import Linux
internal import Testing

/// The installed user unit, running in the session of the ordinary user, with a touchpad and rules that show when they
/// act.
final class UserUnit {
  /// The user's folder for rules.
  static let configuration = "\(Guest.user.home)/.config/sleight"

  let touchpad: Surface
  /// The user's rules file.
  let rulesFile = "\(configuration)/rules.yml"
  private let actsFile: String

  /// Writes the user's rules file and starts the unit.
  /// - Parameters:
  ///   - toolTypes: the frames in which the touchpad reports tool types; nil if it reports none.
  ///   - rules: more rules, each as one line of the list.
  init(_ toolTypes: Surface.ToolTypes? = nil, adding rules: [String] = []) throws {
    actsFile = "\(try Guest.folder())/acts"
    try Program.run("install", "-d", Self.configuration, as: .user)
    try Guest.write(
      """
      rules:
        - {swipe: left, fingers: 3, do: echo 'swipe' >>\(actsFile)}
        - {swipe: left, fingers: 3, when: {locked: true}, do: echo 'behind the lock' >>\(actsFile)}
        - pan: right
          fingers: 4
          begin: {hold: alt}
          do: none
          end: echo 'ended' >>\(actsFile)
          cancel: echo 'cancelled' >>\(actsFile)

      """ + rules.map { "  - \($0)\n" }.joined(), to: rulesFile)
    var model = Surface.Model.touchpad
    model.toolTypes = toolTypes
    touchpad = try Surface(model)
    // `enable --now` as in the manual; the other commands for a unit that was started often, or is running already.
    try Program.run("systemctl", "--user", "enable", "--now", "sleight", as: .user)
    try Program.run("systemctl", "--user", "reset-failed", "sleight", as: .user)
    try Program.run("systemctl", "--user", "restart", "sleight", as: .user)
    try waitUntilReading()
  }

  /// Waits until the daemon reads the touchpad.
  func waitUntilReading() throws {
    let node = try #require(touchpad.node)
    try wait(otherwise: { "the unit does not read \(node)" }) {
      Program.openFiles(of: try process()).contains(node) ? () : nil
    }
  }

  /// The process of a unit of the user's.
  func process(of unit: String = "sleight") throws -> pid_t {
    let text = try Program.run("systemctl", "--user", "show", "-P", "MainPID", unit, as: .user)
    return try #require(pid_t(text.filter { !$0.isWhitespace }))
  }

  /// Triggers a rule by name or location.
  func trigger(_ rule: String) throws { try Program.run(Guest.sleight, "trigger", rule, as: .user) }

  /// Waits until `number` more rules have acted than `count`; returns those.
  func waitForActs(after count: Int, _ number: Int = 1) throws -> [String] {
    try wait(otherwise: { "acted \(self.acts)" }) { acts.count >= count + number ? () : nil }
    return Array(acts.dropFirst(count))
  }

  /// The names of the rules that acted, in order.
  var acts: [String] { (Guest.read(actsFile) ?? "").split(separator: "\n").map(String.init) }

  /// Swipes three fingers to the left; returns the rules that acted, once no more are due.
  func swipe() throws -> [String] {
    let before = acts.count
    try Moves.swipe(Moves.mainDirections[0], fingers: 3, on: touchpad)
    return Array(acts.dropFirst(before))
  }

  /// Waits until the daemon reports this state of its session.
  /// - Parameter source: the source of the lock state.
  func waitUntilSession(is session: String, lockedBy source: String? = nil) throws {
    var line = ""
    try wait(otherwise: { "the session is not \(session): \(line)" }) {
      line = try Program.run(Guest.sleight, "status", "--json", as: .user)
      let status = try JSONReader.read(Array(line.utf8)[...])
      return status["session"]?.string == session && status["lockedBy"]?.string == source ? () : nil
    }
  }

  /// Stops the unit, and expects a clean exit.
  func stop() throws {
    try Program.run("systemctl", "--user", "stop", "sleight", as: .user)
    let result = try Program.run("systemctl", "--user", "show", "-P", "Result", "sleight", as: .user)
    #expect(result == "success\n")
  }
}

/// The user's login session, as kept by logind.
enum LoginSession {
  /// Its id.
  static func id() throws -> String {
    try Program.run("loginctl", "show-user", Guest.user.name, "-P", "Display").filter { !$0.isWhitespace }
  }

  /// Requests to lock or to unlock it, as a key or an idle daemon does.
  static func ask(to what: String) throws { try Program.run("loginctl", "\(what)-session", id()) }

  /// Switches to a console, as Ctrl+Alt and a function key do.
  static func show(console number: Int) throws {
    try Program.run(
      "busctl", "call", "org.freedesktop.login1", "/org/freedesktop/login1/seat/seat0", "org.freedesktop.login1.Seat",
      "SwitchTo", "u", "\(number)")
  }

  /// Sets the locked hint, as a lock screen that supports logind does.
  static func hint(isLocked: Bool) throws {
    let path = try Program.run(
      "busctl", "call", "org.freedesktop.login1", "/org/freedesktop/login1", "org.freedesktop.login1.Manager",
      "GetSession", "s", id()
    ).split(separator: "\"")
    try Program.run(
      "busctl", "call", "org.freedesktop.login1", String(try #require(path.dropFirst().first)),
      "org.freedesktop.login1.Session", "SetLockedHint", "b", "\(isLocked)", as: .user)
  }
}
