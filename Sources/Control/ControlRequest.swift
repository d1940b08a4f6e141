internal import JSONLines

/// A request to a running daemon, one JSON object on a line: `{"command": "status"}`.
public enum ControlRequest: Hashable, Sendable {
  /// Report the status.
  case status
  /// Reload the rules.
  case reload
  /// Run no actions for this time, or until `resume` if it is nil: `{"command": "pause", "for": 600000}`.
  case pause(milliseconds: Int?)
  /// Run actions again.
  case resume
  /// Run a rule, given by its name or its source location: `{"command": "trigger", "rule": "next workspace"}`.
  case trigger(rule: String)

  /// The possible values of a request's `command`.
  public static let commands = ["status", "reload", "pause", "resume", "trigger"]

  /// The encoded request, without a line feed.
  public var line: String {
    var line = JSONLine()
    switch self {
    case .status: line.add("command", "status")
    case .reload: line.add("command", "reload")
    case .pause(let milliseconds):
      line.add("command", "pause")
      if let milliseconds { line.add("for", milliseconds) }
    case .resume: line.add("command", "resume")
    case .trigger(let rule):
      line.add("command", "trigger")
      line.add("rule", rule)
    }
    return line.text
  }

  /// Decodes a request.
  /// - Returns: nil if it is invalid.
  public init?(line: ArraySlice<UInt8>) {
    guard let value = try? JSONReader.read(line) else { return nil }
    switch value["command"]?.string {
    case "status": self = .status
    case "reload": self = .reload
    case "pause":
      guard let time = value["for"] else {
        self = .pause(milliseconds: nil)
        return
      }
      guard let milliseconds = time.integer, milliseconds > 0 else { return nil }
      self = .pause(milliseconds: milliseconds)
    case "resume": self = .resume
    case "trigger":
      guard let rule = value["rule"]?.string else { return nil }
      self = .trigger(rule: rule)
    default: return nil
    }
  }
}
