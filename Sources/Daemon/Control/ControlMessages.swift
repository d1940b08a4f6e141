public import JSONLines

/// A request to a running daemon, one JSON object on a line: `{"command": "status"}`.
public enum ControlRequest: Hashable, Sendable {
  /// Report the status.
  case status
  /// Report the status, and again after each change, until the client closes the connection.
  case follow
  /// Report the status, then each gesture, action and change of the mode, the pause and the session, until the client
  /// closes the connection; with the gesture that fingers are nearest to while they move:
  /// `{"command": "events", "progress": true}`.
  case events(progress: Bool)
  /// Reload the rules.
  case reload
  /// Run no actions for this time, or until `resume` if it is nil: `{"command": "pause", "for": 600000}`.
  case pause(milliseconds: Int?)
  /// Pause as `pause` does, or resume if actions are paused: `{"command": "pause", "toggle": true}`.
  case togglePause(milliseconds: Int?)
  /// Run actions again.
  case resume
  /// Set the mode, for this time or, if it is nil, until it is set again: `{"command": "mode", "mode": "resize"}`.
  case mode(String, milliseconds: Int?)
  /// Run a rule, given by its name or its source location: `{"command": "trigger", "rule": "next workspace"}`.
  case trigger(rule: String)
  /// Report the last touch sequences: see `TouchReport`.
  case touches
  /// Forget the last touch sequences.
  case forget

  /// The possible values of a request's `command`.
  public static let commands = [
    "status", "follow", "events", "reload", "pause", "resume", "mode", "trigger", "touches", "forget",
  ]

  /// The encoded request, without a line feed.
  public var line: String {
    var line = JSONLine()
    switch self {
    case .status: line.add("command", "status")
    case .follow: line.add("command", "follow")
    case .events(let progress):
      line.add("command", "events")
      if progress { line.add("progress", true) }
    case .reload: line.add("command", "reload")
    case .pause(let milliseconds):
      line.add("command", "pause")
      if let milliseconds { line.add("for", milliseconds) }
    case .togglePause(let milliseconds):
      line.add("command", "pause")
      line.add("toggle", true)
      if let milliseconds { line.add("for", milliseconds) }
    case .resume: line.add("command", "resume")
    case .mode(let mode, let milliseconds):
      line.add("command", "mode")
      line.add("mode", mode)
      if let milliseconds { line.add("for", milliseconds) }
    case .trigger(let rule):
      line.add("command", "trigger")
      line.add("rule", rule)
    case .touches: line.add("command", "touches")
    case .forget: line.add("command", "forget")
    }
    return line.text
  }

  /// Decodes a request.
  /// - Returns: nil if it is invalid.
  public init?(line: ArraySlice<UInt8>) {
    guard let value = try? JSONReader.read(line) else { return nil }
    let time = value["for"]?.integer
    if value["for"] != nil, (time ?? 0) <= 0 { return nil }
    switch value["command"]?.string {
    case "status": self = .status
    case "follow": self = .follow
    case "events": self = .events(progress: value["progress"]?.bool ?? false)
    case "reload": self = .reload
    case "pause":
      let toggles = value["toggle"]?.bool ?? false
      self = toggles ? .togglePause(milliseconds: time) : .pause(milliseconds: time)
    case "resume": self = .resume
    case "mode":
      guard let mode = value["mode"]?.string else { return nil }
      self = .mode(mode, milliseconds: time)
    case "trigger":
      guard let rule = value["rule"]?.string else { return nil }
      self = .trigger(rule: rule)
    case "touches": self = .touches
    case "forget": self = .forget
    default: return nil
    }
  }
}

/// The daemon's reply, one JSON object on a line, after which it closes the connection, except after
/// `ControlRequest.follow`.
public enum ControlReply: Hashable, Sendable {
  /// Success, with the status afterwards.
  case done(DaemonStatus)
  /// A failure, and the reason.
  case failed(String)

  /// The encoded reply, without a line feed.
  public var line: String {
    var line = JSONLine()
    switch self {
    case .done(let status):
      line.add("ok", true)
      status.write(to: &line)
    case .failed(let reason):
      line.add("ok", false)
      line.add("error", reason)
    }
    return line.text
  }

  /// Decodes a reply.
  /// - Throws: `JSONError` if it is invalid.
  public init(line: ArraySlice<UInt8>) throws(JSONError) {
    let value = try JSONReader.read(line)
    switch value["ok"]?.bool {
    case true?: self = .done(DaemonStatus(value))
    case false?: self = .failed(value["error"]?.string ?? "")
    case nil: throw JSONError(column: 1, reason: "the reply has no 'ok'")
    }
  }
}

/// The socket at which a session's daemon listens.
public enum ControlSocket {
  /// The maximum length of a line in either direction, in bytes.
  public static let longestLine = 65_536

  /// The socket's path, in a directory of its own, the only one that the daemon's unit may write to; nil if the session
  /// has no runtime directory (XDG_RUNTIME_DIR).
  public static func path(runtimeDirectory: String?) -> String? {
    directory(runtimeDirectory: runtimeDirectory).map { $0 + "/sleight.sock" }
  }

  /// The directory of the socket; nil if the session has no runtime directory.
  public static func directory(runtimeDirectory: String?) -> String? {
    guard let directory = runtimeDirectory, directory.hasPrefix("/") else { return nil }
    return directory + "/sleight"
  }

  /// The path that versions up to 0.2 listened at; nil if the session has no runtime directory.
  public static func oldPath(runtimeDirectory: String?) -> String? {
    directory(runtimeDirectory: runtimeDirectory).map { $0 + ".sock" }
  }
}
