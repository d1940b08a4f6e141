public import JSONLines

/// What one asks a running daemon, one JSON object on a line: `{"command": "status"}`.
public enum ControlRequest: String, Hashable, Sendable, CaseIterable {
  /// What it is doing.
  case status
  /// To read its rules anew.
  case reload

  /// The request's line, without a line feed.
  public var line: String {
    var line = JSONLine()
    line.add("command", rawValue)
    return line.text
  }

  /// Reads a request's line.
  /// - Returns: nil where it is none.
  public init?(line: ArraySlice<UInt8>) {
    guard let value = try? JSONReader.read(line), let command = value["command"]?.string else { return nil }
    self.init(rawValue: command)
  }
}

/// What the daemon answers, one JSON object on a line, before it closes the connection.
public enum ControlReply: Hashable, Sendable {
  /// It was done; what there is to say of it.
  case done(DaemonStatus)
  /// It was not, and why.
  case failed(String)

  /// The reply's line, without a line feed.
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

  /// Reads a reply's line.
  /// - Throws: `JSONError` where it is none.
  public init(line: ArraySlice<UInt8>) throws(JSONError) {
    let value = try JSONReader.read(line)
    switch value["ok"]?.bool {
    case true?: self = .done(DaemonStatus(value))
    case false?: self = .failed(value["error"]?.string ?? "")
    case nil: throw JSONError(column: 1, reason: "the daemon's answer has no 'ok'")
    }
  }
}

/// Whether the session that a daemon runs in lets it act.
public enum SessionCondition: String, Hashable, Sendable {
  /// It does.
  case active
  /// Its screen is locked.
  case locked
  /// Another session is in front, it is over, or the machine is about to sleep.
  case inactive
  /// That cannot be known, and nothing holds the daemon back.
  case unknown
}

/// How a daemon is.
public struct DaemonStatus: Hashable, Sendable {
  /// Its process.
  public var pid: Int
  /// The rules file.
  public var config: String
  /// How many rules are in force.
  public var rules: Int
  /// What was wrong with the file when it was read last; nil where nothing was.
  public var configError: String?
  /// The names of the devices it reads.
  public var devices: [String]
  /// The names of touch devices that it cannot read.
  public var unreadable: [String]
  /// Whether its session lets it act.
  public var session: SessionCondition

  /// A status.
  public init(
    pid: Int, config: String, rules: Int, configError: String?, devices: [String], unreadable: [String],
    session: SessionCondition
  ) {
    self.pid = pid
    self.config = config
    self.rules = rules
    self.configError = configError
    self.devices = devices
    self.unreadable = unreadable
    self.session = session
  }

  init(_ value: JSONValue) {
    func names(_ key: String) -> [String] { value[key]?.array?.compactMap(\.string) ?? [] }
    self.init(
      pid: value["pid"]?.integer ?? 0, config: value["config"]?.string ?? "", rules: value["rules"]?.integer ?? 0,
      configError: value["config_error"]?.string, devices: names("devices"), unreadable: names("unreadable"),
      session: value["session"]?.string.flatMap(SessionCondition.init) ?? .unknown)
  }

  func write(to line: inout JSONLine) {
    line.add("pid", pid)
    line.add("config", config)
    line.add("rules", rules)
    line.add("config_error", configError.map { .string($0) } ?? .null)
    line.add("devices", .array(devices.map { .string($0) }))
    line.add("unreadable", .array(unreadable.map { .string($0) }))
    line.add("session", session.rawValue)
  }
}

/// Where a session's daemon listens.
public enum ControlSocket {
  /// The longest line that either side reads, in bytes.
  public static let longestLine = 65_536

  /// The socket's path, or nil where the session has no directory for such things (XDG_RUNTIME_DIR).
  public static func path(runtimeDirectory: String?) -> String? {
    guard let directory = runtimeDirectory, directory.hasPrefix("/") else { return nil }
    return directory + "/sleight.sock"
  }
}
