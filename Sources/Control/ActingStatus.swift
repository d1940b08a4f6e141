internal import JSONLines

/// What a daemon does for the hands it watches: whether it was told to do nothing, and what a rule did last.
public struct ActingStatus: Hashable, Sendable {
  /// What a rule did last.
  public struct Last: Hashable, Sendable {
    /// Where the rule stands.
    public var rule: String
    /// What its author calls it.
    public var name: String?
    /// The kind of gesture.
    public var gesture: String
    /// Which way it went; nil for one that goes no way.
    public var direction: String?
    /// With how many fingers.
    public var fingers: Int
    /// Whether nobody made it, and the rule was asked for by name.
    public var isTriggered: Bool
    /// How many milliseconds ago that was.
    public var ago: Int

    /// What a rule did.
    public init(
      rule: String, name: String?, gesture: String, direction: String?, fingers: Int, isTriggered: Bool, ago: Int
    ) {
      self.rule = rule
      self.name = name
      self.gesture = gesture
      self.direction = direction
      self.fingers = fingers
      self.isTriggered = isTriggered
      self.ago = ago
    }
  }

  /// Whether it was told to do nothing.
  public var isPaused = false
  /// In how many milliseconds that ends by itself; nil where it does not.
  public var pauseEndsIn: Int?
  /// What a rule did last; nil where none has done anything yet.
  public var last: Last?

  /// Nothing was done yet.
  public init() {}
}

extension ActingStatus {
  init(_ value: JSONValue) {
    isPaused = value["paused"]?.bool ?? false
    pauseEndsIn = value["pauseEndsIn"]?.integer
    guard let last = value["last"], let rule = last["rule"]?.string else { return }
    self.last = Last(
      rule: rule, name: last["name"]?.string, gesture: last["gesture"]?.string ?? "",
      direction: last["direction"]?.string, fingers: last["fingers"]?.integer ?? 0,
      isTriggered: last["triggered"]?.bool ?? false, ago: last["ago"]?.integer ?? 0)
  }

  func write(to line: inout JSONLine) {
    func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
    line.add("paused", isPaused)
    line.add("pauseEndsIn", pauseEndsIn.map { .number(Double($0)) } ?? .null)
    let last = last.map { last in
      JSONValue.object([
        .init("rule", .string(last.rule)), .init("name", text(last.name)), .init("gesture", .string(last.gesture)),
        .init("direction", text(last.direction)), .init("fingers", .number(Double(last.fingers))),
        .init("triggered", .bool(last.isTriggered)), .init("ago", .number(Double(last.ago))),
      ])
    }
    line.add("last", last ?? .null)
  }
}
