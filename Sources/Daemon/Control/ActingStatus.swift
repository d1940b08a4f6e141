internal import JSONLines

/// The part of the status about actions: the pause, and the last rule that ran.
public struct ActingStatus: Hashable, Sendable {
  /// The last run of a rule.
  public struct Last: Hashable, Sendable {
    /// The rule's source location.
    public var rule: String
    /// The rule's name; nil if it has none.
    public var name: String?
    /// The kind of gesture, as in rules: `swipe`.
    public var gesture: String
    /// Its direction, as in rules; nil if it has none.
    public var direction: String?
    public var fingers: Int
    /// True if the rule was run by its name, without a gesture.
    public var isTriggered: Bool
    /// The age in milliseconds.
    public var ago: Int
    /// The reason why an action of this run failed, for people; nil if none is known to have failed.
    public var error: String?

    /// A run with these properties.
    public init(
      rule: String, name: String?, gesture: String, direction: String?, fingers: Int, isTriggered: Bool, ago: Int,
      error: String? = nil
    ) {
      self.rule = rule
      self.name = name
      self.gesture = gesture
      self.direction = direction
      self.fingers = fingers
      self.isTriggered = isTriggered
      self.ago = ago
      self.error = error
    }
  }

  /// True if the daemon is paused.
  public var isPaused = false
  /// The remaining duration of the pause in milliseconds; nil if it does not end by itself.
  public var pauseEndsIn: Int?
  /// True if resting fingers gave the owned devices back, until a resume.
  public var isGivenBack = false
  /// The last run of a rule; nil if none has run yet.
  public var last: Last?

  /// The status before any rule has run.
  public init() {}
}

extension ActingStatus {
  init(_ value: JSONValue) {
    isPaused = value["paused"]?.bool ?? false
    pauseEndsIn = value["pauseEndsIn"]?.integer
    isGivenBack = value["givenBack"]?.bool ?? false
    guard let last = value["last"], let rule = last["rule"]?.string else { return }
    self.last = Last(
      rule: rule, name: last["name"]?.string, gesture: last["gesture"]?.string ?? "",
      direction: last["direction"]?.string, fingers: last["fingers"]?.integer ?? 0,
      isTriggered: last["triggered"]?.bool ?? false, ago: last["ago"]?.integer ?? 0,
      error: last["error"]?.string)
  }

  func write(to line: inout JSONLine) {
    line.add("paused", isPaused)
    line.add("pauseEndsIn", pauseEndsIn.map { .number(Double($0)) } ?? .null)
    line.add("givenBack", isGivenBack)
    let last = last.map { last in
      JSONValue.object([
        .init("rule", .string(last.rule)), .init("name", text(last.name)), .init("gesture", .string(last.gesture)),
        .init("direction", text(last.direction)), .init("fingers", .number(Double(last.fingers))),
        .init("triggered", .bool(last.isTriggered)), .init("ago", .number(Double(last.ago))),
        .init("error", text(last.error)),
      ])
    }
    line.add("last", last ?? .null)
  }
}
