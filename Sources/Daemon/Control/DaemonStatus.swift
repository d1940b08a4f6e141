public import Engine
internal import JSONLines

/// The state of the daemon, as `sleight status` shows it.
public struct DaemonStatus: Hashable, Sendable {
  /// Its process id.
  public var pid: Int
  /// The rules file.
  public var config: String
  /// The number of rules in force.
  public var rules: Int
  /// The error of the last reload, with its source location; nil if there was none.
  public var configError: String?
  /// The names of the devices it reads.
  public var devices: [String]
  /// The names of touch devices that it cannot read.
  public var unreadable: [String]
  /// The contacts that are down and have not moved for long.
  public var stuckContacts: [StuckContact]
  /// The state of its session.
  public var session: SessionCondition
  /// The source of the knowledge that the session is locked; nil if it is not.
  public var lockedBy: LockSource?
  /// The pause, and the last rule that ran.
  public var acting: ActingStatus
  public var desktop: DesktopStatus

  /// A status with these properties.
  public init(
    pid: Int, config: String, rules: Int, configError: String?, devices: [String], unreadable: [String],
    stuckContacts: [StuckContact], session: SessionCondition, lockedBy: LockSource?, acting: ActingStatus,
    desktop: DesktopStatus
  ) {
    self.pid = pid
    self.config = config
    self.rules = rules
    self.configError = configError
    self.devices = devices
    self.unreadable = unreadable
    self.stuckContacts = stuckContacts
    self.session = session
    self.lockedBy = lockedBy
    self.acting = acting
    self.desktop = desktop
  }

  init(_ value: JSONValue) {
    func names(_ key: String) -> [String] { value[key]?.array?.compactMap(\.string) ?? [] }
    self.init(
      pid: value["pid"]?.integer ?? 0, config: value["config"]?.string ?? "", rules: value["rules"]?.integer ?? 0,
      configError: value["configError"]?.string, devices: names("devices"), unreadable: names("unreadable"),
      stuckContacts: value["stuckContacts"]?.array?.map(StuckContact.init) ?? [],
      session: value["session"]?.string.flatMap(SessionCondition.init) ?? .unknown,
      lockedBy: value["lockedBy"]?.string.flatMap(LockSource.init), acting: ActingStatus(value),
      desktop: DesktopStatus(value))
  }

  func write(to line: inout JSONLine) {
    line.add("pid", pid)
    line.add("config", config)
    line.add("rules", rules)
    line.add("configError", text(configError))
    line.add("devices", .array(devices.map { .string($0) }))
    line.add("unreadable", .array(unreadable.map { .string($0) }))
    line.add("stuckContacts", .array(stuckContacts.map(\.json)))
    line.add("session", session.rawValue)
    line.add("lockedBy", text(lockedBy?.rawValue))
    acting.write(to: &line)
    desktop.write(to: &line)
  }
}
