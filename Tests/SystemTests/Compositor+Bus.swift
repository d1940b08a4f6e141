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
    let rest = result.dropFirst("(true, ".count)
    // The quotation marks are others around a text that has apostrophes.
    guard result.hasPrefix("(true, "), let quote = rest.first, "'\"".contains(quote),
      let end = rest.lastIndex(of: quote)
    else { throw TimedOut(description: "GNOME Shell refuses \(expression): \(result)") }
    return String(rest[rest.index(after: rest.startIndex)..<end])
  }

  /// Waits until a JavaScript expression in GNOME Shell has a value.
  func waitUntil(_ expression: String, is expected: String) throws {
    try waitForEvaluation(expression) { $0 == expected }
  }

  /// Waits until the value of a JavaScript expression in GNOME Shell is the expected one.
  func waitForEvaluation(_ expression: String, _ isExpected: (String) -> Bool) throws {
    var last = ""
    try wait(otherwise: { "\(expression) is \(last)" }) {
      last = try evaluate(expression)
      return isExpected(last) ? () : nil
    }
  }
}
