internal import JSONLines
public import Rules
public import Touch

/// The state of the desktop, as used by the conditions of rules. Unknown values are nil.
public struct DesktopStatus: Hashable, Sendable {
  /// A touchscreen, and the output that it covers.
  public struct Touchscreen: Hashable, Sendable {
    public var name: String
    /// The output that it covers; nil if unknown.
    public var output: String?
    /// Its orientation, in the terms of the rules file, with the prefix `mirrored-` if it is also mirrored.
    public var orientation: String

    /// A touchscreen with these properties.
    public init(name: String, output: String?, orientation: String) {
      self.name = name
      self.output = output
      self.orientation = orientation
    }
  }

  /// A condition that rules use and that cannot be evaluated.
  public struct Unknown: Hashable, Sendable {
    /// The condition's name.
    public var condition: String
    /// The reason for which it is unknown.
    public var reason: String
    /// The source locations of the first rules that use it.
    public var rules: [String]
    /// The number of rules that use it.
    public var count: Int

    /// An unknown condition with these properties.
    public init(condition: String, reason: String, rules: [String], count: Int) {
      self.condition = condition
      self.reason = reason
      self.rules = rules
      self.count = count
    }
  }

  /// The mode that rules have set, or the default one.
  public var mode = ""
  /// The remaining duration of the mode in milliseconds; nil if it does not end by itself.
  public var modeEndsIn: Int?
  /// The connected compositor and its version.
  public var compositor: String?
  /// The source of the focused window, for people.
  public var windowSource: String?
  /// The focused application.
  public var app: String?
  /// The title of the focused window.
  public var title: String?
  /// True if the focused window is fullscreen.
  public var isFullscreen: Bool?
  /// The other properties of the window, the desktop and the machine, as far as rules depend on them.
  public var facts = Facts()
  /// The devices and outputs that are connected, as the condition names them; nil if no rule depends on them, or they
  /// are unknown.
  public var connected: [String]?
  /// The name of the focused output: `eDP-1`.
  public var output: String?
  /// The orientation of that output, in the terms of the rules file.
  public var orientation: String?
  /// The window under the fingers of the last touch for which the desktop was asked.
  public var under = WindowAnswer.notAsked
  /// The modifiers that are held, in the terms of the rules file; nil if no keyboard is read.
  public var modifiers: [String]?
  /// The injector for keys, in the terms of the setting `inject`; nil if no rule presses keys, or none is available.
  public var keys: String?
  /// The injector for the pointer, likewise.
  public var pointer: String?
  /// The reason for the injector for keys, a clause for people.
  public var keysReason: String?
  /// The reason for the injector for the pointer, likewise.
  public var pointerReason: String?
  /// The reasons why keys or the pointer that rules require cannot be injected, for people.
  public var inputProblems: [String] = []
  /// The reason why keyboards are not read for typing as the rules file permits, for people; nil if they are.
  public var typingProblem: String?
  /// The touchscreens that are read.
  public var touchscreens: [Touchscreen] = []
  /// The touchpads whose fingers rules take without a grab.
  public var taking: [TakenHands] = []
  /// The conditions that rules use and that cannot be evaluated.
  public var unknown: [Unknown] = []

  /// A state of which nothing is known.
  public init() {}
}

extension DesktopStatus {
  init(_ value: JSONValue) {
    func text(_ key: String) -> String? { value[key]?.string }
    mode = text("mode") ?? ""
    modeEndsIn = value["modeEndsIn"]?.integer
    compositor = text("compositor")
    windowSource = text("windowSource")
    app = text("app")
    title = text("title")
    isFullscreen = value["fullscreen"]?.bool
    facts = Facts(value)
    connected = value["connected"]?.array?.compactMap(\.string)
    output = text("output")
    orientation = text("orientation")
    under = WindowAnswer(value["under"])
    modifiers = value["modifiers"]?.array?.compactMap(\.string)
    keys = text("keys")
    pointer = text("pointer")
    keysReason = text("keysReason")
    pointerReason = text("pointerReason")
    inputProblems = value["inputProblems"]?.array?.compactMap(\.string) ?? []
    typingProblem = text("typingProblem")
    touchscreens = (value["touchscreens"]?.array ?? []).map(Touchscreen.init)
    taking = (value["taking"]?.array ?? []).map(TakenHands.init)
    unknown = (value["unknown"]?.array ?? []).map(Unknown.init)
  }

  func write(to line: inout JSONLine) {
    line.add("mode", mode)
    line.add("modeEndsIn", modeEndsIn.map { .number(Double($0)) } ?? .null)
    line.add("compositor", text(compositor))
    line.add("windowSource", text(windowSource))
    line.add("app", text(app))
    line.add("title", text(title))
    line.add("fullscreen", isFullscreen.map { .bool($0) } ?? .null)
    for fact in facts.members { line.add(fact.name, fact.value) }
    if let connected { line.add("connected", texts(connected)) }
    line.add("output", text(output))
    line.add("orientation", text(orientation))
    if let under = under.json { line.add("under", under) }
    line.add("modifiers", modifiers.map(texts) ?? .null)
    line.add("keys", text(keys))
    line.add("pointer", text(pointer))
    line.add("keysReason", text(keysReason))
    line.add("pointerReason", text(pointerReason))
    line.add("inputProblems", texts(inputProblems))
    line.add("typingProblem", text(typingProblem))
    line.add("touchscreens", .array(touchscreens.map(\.json)))
    line.add("taking", .array(taking.map(\.json)))
    line.add("unknown", .array(unknown.map(\.json)))
  }
}

/// A text in JSON; null for none.
func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

private func texts(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }

extension DesktopStatus.Touchscreen {
  fileprivate init(_ value: JSONValue) {
    self.init(
      name: value["name"]?.string ?? "", output: value["output"]?.string,
      orientation: value["orientation"]?.string ?? "")
  }

  fileprivate var json: JSONValue {
    .object([.init("name", .string(name)), .init("output", text(output)), .init("orientation", .string(orientation))])
  }
}

extension TakenHands {
  fileprivate init(_ value: JSONValue) {
    self.init(
      name: value["name"]?.string ?? "", kept: value["kept"]?.integer ?? 0, returned: value["returned"]?.integer ?? 0,
      missed: value["missed"]?.integer ?? 0, longest: value["longest"]?.integer ?? 0)
  }

  fileprivate var json: JSONValue {
    .object([
      .init("name", .string(name)), .init("kept", .number(Double(kept))), .init("returned", .number(Double(returned))),
      .init("missed", .number(Double(missed))), .init("longest", .number(Double(longest))),
    ])
  }
}

extension DesktopStatus.Unknown {
  fileprivate init(_ value: JSONValue) {
    self.init(
      condition: value["condition"]?.string ?? "", reason: value["reason"]?.string ?? "",
      rules: value["rules"]?.array?.compactMap(\.string) ?? [], count: value["count"]?.integer ?? 0)
  }

  fileprivate var json: JSONValue {
    .object([
      .init("condition", .string(condition)), .init("reason", .string(reason)), .init("rules", texts(rules)),
      .init("count", .number(Double(count))),
    ])
  }
}
