extension Compositor {
  /// Calls a method of a service on the session's bus, and returns its results as text.
  /// - Parameter method: its interface and name.
  @discardableResult
  func call(_ service: String, _ path: String, _ method: String, _ arguments: String...) throws -> String {
    try Program.run(arguments: busCall(service, path, method) + arguments, as: .user, environment: environment)
  }

  /// The command that calls a method.
  func busCall(_ service: String, _ path: String, _ method: String, on bus: String = "--session") -> [String] {
    ["gdbus", "call", bus, "--dest", service, "--object-path", path, "--method", method]
  }

  /// The value of a JavaScript expression in GNOME Shell, as JSON.
  func evaluate(_ expression: String) throws -> String {
    let result = try call("org.gnome.Shell", "/org/gnome/Shell", "org.gnome.Shell.Eval", expression)
    guard result.hasPrefix("(true, '"), let end = result.lastIndex(of: "'") else {
      throw TimedOut(description: "GNOME Shell refuses \(expression): \(result)")
    }
    return String(result[result.index(result.startIndex, offsetBy: 8)..<end])
  }

  /// Waits until a JavaScript expression in GNOME Shell has a value.
  func waitUntil(_ expression: String, is expected: String) throws {
    var last = ""
    try wait(otherwise: { "\(expression) is \(last), not \(expected)" }) {
      last = try evaluate(expression)
      return last == expected ? () : nil
    }
  }
}
