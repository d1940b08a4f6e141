internal import JSONLines

/// What a daemon knows of the desktop, as conditions of rules ask about it. What is nil is not known.
public struct DesktopStatus: Hashable, Sendable {
  /// A touchscreen.
  public struct Touchscreen: Hashable, Sendable {
    /// Its name.
    public var name: String
    /// The output that it lies over; nil where that is not known.
    public var output: String?
    /// Which way it is turned, by the words of the rules file, with `mirrored-` in front where left and right are
    /// exchanged besides.
    public var orientation: String

    /// A touchscreen.
    public init(name: String, output: String?, orientation: String) {
      self.name = name
      self.output = output
      self.orientation = orientation
    }
  }

  /// Something that rules ask about and nobody here can tell.
  public struct Unknown: Hashable, Sendable {
    /// The condition's word.
    public var condition: String
    /// Why it is not known.
    public var reason: String
    /// Where the rules stand that ask about it: the first of them.
    public var rules: [String]
    /// How many they are.
    public var count: Int

    /// Something unknown.
    public init(condition: String, reason: String, rules: [String], count: Int) {
      self.condition = condition
      self.reason = reason
      self.rules = rules
      self.count = count
    }
  }

  /// The mode that is on.
  public var mode = ""
  /// In how many milliseconds it ends by itself; nil where it does not.
  public var modeEndsIn: Int?
  /// The compositor whose own socket is listened to, and its version.
  public var compositor: String?
  /// Who tells which window has the focus.
  public var windowSource: String?
  /// The application that has the focus.
  public var app: String?
  /// The title of its window.
  public var title: String?
  /// Whether that covers its output.
  public var isFullscreen: Bool?
  /// The output that has the focus.
  public var output: String?
  /// How that stands, by the rules file's words.
  public var orientation: String?
  /// The modifiers that are held, by their words.
  public var modifiers: [String]?
  /// What keys are pressed by, in the words of the setting `inject`; nil where no rule presses any, or nothing can.
  public var keys: String?
  /// The same of the pointer.
  public var pointer: String?
  /// The touchscreens that are read.
  public var touchscreens: [Touchscreen] = []
  /// What rules ask about and nobody can tell.
  public var unknown: [Unknown] = []

  /// Nothing is known.
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
    output = text("output")
    orientation = text("orientation")
    modifiers = value["modifiers"]?.array?.compactMap(\.string)
    keys = text("keys")
    pointer = text("pointer")
    touchscreens = (value["touchscreens"]?.array ?? []).map {
      Touchscreen(
        name: $0["name"]?.string ?? "", output: $0["output"]?.string, orientation: $0["orientation"]?.string ?? "")
    }
    unknown = (value["unknown"]?.array ?? []).map {
      Unknown(
        condition: $0["condition"]?.string ?? "", reason: $0["reason"]?.string ?? "",
        rules: $0["rules"]?.array?.compactMap(\.string) ?? [], count: $0["count"]?.integer ?? 0)
    }
  }

  func write(to line: inout JSONLine) {
    func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
    func texts(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
    line.add("mode", mode)
    line.add("modeEndsIn", modeEndsIn.map { .number(Double($0)) } ?? .null)
    line.add("compositor", text(compositor))
    line.add("windowSource", text(windowSource))
    line.add("app", text(app))
    line.add("title", text(title))
    line.add("fullscreen", isFullscreen.map { .bool($0) } ?? .null)
    line.add("output", text(output))
    line.add("orientation", text(orientation))
    line.add("modifiers", modifiers.map(texts) ?? .null)
    line.add("keys", text(keys))
    line.add("pointer", text(pointer))
    line.add(
      "touchscreens",
      .array(
        touchscreens.map {
          .object([
            .init("name", .string($0.name)), .init("output", text($0.output)),
            .init("orientation", .string($0.orientation)),
          ])
        }))
    line.add(
      "unknown",
      .array(
        unknown.map {
          .object([
            .init("condition", .string($0.condition)), .init("reason", .string($0.reason)),
            .init("rules", texts($0.rules)), .init("count", .number(Double($0.count))),
          ])
        }))
  }
}
