internal import JSONLines

/// What one asks a running daemon, one JSON object on a line: `{"command": "status"}`.
public enum ControlRequest: Hashable, Sendable {
  /// What it is doing.
  case status
  /// To read its rules anew.
  case reload
  /// To do nothing for so many milliseconds, or until `resume` where that is nil: `{"command": "pause", "for": 600000}`.
  case pause(milliseconds: Int?)
  /// To act again.
  case resume
  /// To do what a rule says, by its name or its place: `{"command": "trigger", "rule": "next workspace"}`.
  case trigger(rule: String)

  /// The words that a request's `command` may be.
  public static let commands = ["status", "reload", "pause", "resume", "trigger"]

  /// The request's line, without a line feed.
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

  /// Reads a request's line.
  /// - Returns: nil where it is none.
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
