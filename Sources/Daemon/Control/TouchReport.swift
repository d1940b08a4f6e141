public import Engine
public import JSONLines
public import Rules
public import Time
public import Touch

/// The last touch sequences of a daemon: the reply to `ControlRequest.touches`.
///
/// The message is a line of JSON, followed by the events of all touches, each in `KeptEvent.size` bytes: the daemon
/// copies them, and its reader computes everything else.
public struct TouchReports: Sendable {
  /// The daemon's rules file.
  public var config: String
  /// The touches, the latest first.
  public var touches: [TouchReport]
}

/// A touch sequence that the daemon keeps, with what acted on it.
public struct TouchReport: Sendable {
  /// The device as it reports itself.
  public var device: Device
  /// The events of the device; without positions and movements if `hasPositions` is false.
  public var events: [TouchEvent] = []
  /// The state of the desktop when the first finger landed.
  public var situation: Situation
  /// The panel under a touchscreen; nil if unknown.
  public var panel: Panel?
  /// The rules that acted, in order.
  public var deeds: [KeptTouch.Deed]
  public var fingers: Int
  /// The time since its end, in milliseconds.
  public var ago: Int
  /// True if the positions were kept.
  public var hasPositions: Bool
  /// True if a rule would have acted, had nobody typed.
  public var isHeldBack: Bool
  /// True if other rules are in force by now.
  public var isOutdated: Bool
  /// True if its end is missing: it was longer than what is kept.
  public var isCut: Bool
}

extension TouchReports {
  /// The reply of a daemon.
  /// - Parameters:
  ///   - config: its rules file.
  ///   - panel: the panel under a device.
  public static func message(
    _ touches: [(touch: KeptTouch, events: [KeptEvent])], config: String, at now: Timestamp, panel: (Device) -> Panel?
  ) -> [UInt8] {
    var line = JSONLine()
    line.add("ok", true)
    line.add("config", config)
    line.add("eventSize", KeptEvent.size)
    line.add(
      "touches",
      .array(
        touches.map { touch, events -> JSONValue in
          let ago = max(0, (now - touch.end).wholeMicroseconds / 1000)
          return .object([
            .init("device", .string(RecordingWriter().header([touch.device]))),
            .init("events", .number(Double(events.count))), .init("situation", touch.situation.json),
            .init("panel", panel(touch.device)?.json ?? .null), .init("acted", .array(touch.deeds.map(\.json))),
            .init("fingers", .number(Double(touch.fingers))),
            .init("ago", .number(Double(ago))),
            .init("positions", .bool(touch.hasPositions)), .init("outdated", .bool(touch.isOutdated)),
            .init("cut", .bool(touch.isCut)), .init("typing", .bool(touch.isHeldBack)),
          ])
        }))
    return Array("\(line.text)\n".utf8) + touches.flatMap { KeptEvent.bytes(of: $0.events) }
  }

  /// Reads the reply of a daemon.
  /// - Throws: the reason for people, if there is none.
  public static func read(_ reply: [UInt8]) throws(ControlError) -> TouchReports {
    let end = reply.firstIndex(of: UInt8(ascii: "\n")) ?? reply.endIndex
    guard let value = try? JSONReader.read(reply[..<end]) else { throw ControlError(reason: "the reply is not JSON") }
    if let reason = value["error"]?.string { throw ControlError(reason: reason) }
    guard let touches = value["touches"]?.array, value["eventSize"]?.integer == KeptEvent.size else {
      throw ControlError(reason: "the daemon is of another version: restart it")
    }
    var rest = reply[min(end + 1, reply.endIndex)...]
    let reports = touches.compactMap { value -> TouchReport? in
      let length = max(0, value["events"]?.integer ?? 0) * KeptEvent.size
      defer { rest = rest.dropFirst(length) }
      guard var report = TouchReport(value) else { return nil }
      report.events = KeptEvent.read(rest.prefix(length))
      return report
    }
    return TouchReports(config: value["config"]?.string ?? "", touches: reports)
  }
}

extension TouchReport {
  /// The events of a device.
  public init(device: Device, events: [TouchEvent], in situation: Situation = Situation(), over panel: Panel? = nil) {
    (self.device, self.events, self.situation, self.panel) = (device, events, situation, panel)
    (deeds, fingers, ago) = ([], 0, 0)
    (hasPositions, isOutdated, isCut, isHeldBack) = (true, false, false, false)
  }

  /// The touch as a recording. Its first line also has the situation, without the titles of windows, and the panel.
  /// - Parameter members: more members of the first line.
  public func recording(adding members: [JSONValue.Member] = []) -> String {
    var writer = RecordingWriter()
    var situation = situation
    situation.title = nil
    situation.touched?.title = ""
    var known: [JSONValue.Member] = []
    if case .object(let members)? = try? JSONReader.read(writer.header([device])) { known = members }
    let header = JSONValue.object(
      known + [.init("situation", situation.json), .init("panel", panel?.json ?? .null)] + members)
    return ([header.text] + events.map { writer.line(for: $0) }).map { "\($0)\n" }.joined()
  }

  /// Reads a recording of one device.
  /// - Parameter header: its first line.
  public init?(recording bytes: [UInt8], _ header: JSONValue) {
    let recording = Recording.read(bytes)
    guard case .deviceAdded(let device)? = recording.events.first?.kind, recording.isWhole else { return nil }
    self.init(device: device, events: Array(recording.events.dropFirst()))
    let desktop = RecordedDesktop(header)
    (situation, panel) = (desktop.situation, desktop.panel)
  }

  fileprivate init?(_ value: JSONValue) {
    let header = Recording.read(Array((value["device"]?.string ?? "").utf8))
    guard case .deviceAdded(let device)? = header.events.first?.kind else { return nil }
    self.device = device
    situation = Situation(value["situation"] ?? .null)
    panel = value["panel"].flatMap(Panel.init)
    deeds = value["acted"]?.array?.compactMap(KeptTouch.Deed.init) ?? []
    fingers = value["fingers"]?.integer ?? 0
    ago = value["ago"]?.integer ?? 0
    hasPositions = value["positions"]?.bool ?? false
    isOutdated = value["outdated"]?.bool ?? false
    isCut = value["cut"]?.bool ?? false
    isHeldBack = value["typing"]?.bool ?? false
  }
}

/// The state of the desktop during a recording, as its first line has it if `TouchReport` wrote it.
public struct RecordedDesktop: Hashable, Sendable {
  /// The situation, without the titles of windows; nothing is known in another recording.
  public let situation: Situation
  /// The panel under the touchscreen; nil if unknown.
  public let panel: Panel?

  /// Reads the first line of a recording.
  public init(_ header: JSONValue) {
    situation = Situation(header["situation"] ?? .null)
    panel = header["panel"].flatMap(Panel.init)
  }
}

/// The reason why a request has no result.
public struct ControlError: Error {
  /// The reason for people.
  public let reason: String
}

extension KeptTouch.Deed {
  /// The rule and its gesture, for programs.
  public var json: JSONValue {
    .object([
      .init("rule", .string(rule)), .init("name", name.map { .string($0) } ?? .null),
      .init("gesture", .string(gesture)), .init("direction", direction.map { .string($0) } ?? .null),
      .init("fingers", .number(Double(fingers))), .init("failure", failure.map { .string($0) } ?? .null),
    ])
  }

  /// Reads what `json` wrote; nil if it is something else.
  public init?(_ value: JSONValue) {
    guard let rule = value["rule"]?.string else { return nil }
    self.init(
      rule: rule, name: value["name"]?.string, gesture: value["gesture"]?.string ?? "",
      direction: value["direction"]?.string, fingers: value["fingers"]?.integer ?? 0,
      failure: value["failure"]?.string)
  }
}

extension Situation {
  fileprivate var json: JSONValue {
    .object(
      [
        .init("app", text(app)), .init("title", text(title)),
        .init("fullscreen", isFullscreen.map { .bool($0) } ?? .null), .init("output", text(output)),
        .init("orientation", text(orientation?.rawValue)),
        .init("modifiers", modifiers.map { .array($0.map { .string($0.rawValue) }) } ?? .null),
        .init("mode", .string(mode)),
        .init("under", touched.json),
      ] + facts.members + (connections.texts.map { [.init("connected", .array($0.map { .string($0) }))] } ?? []))
  }

  fileprivate init(_ value: JSONValue) {
    self.init(
      app: value["app"]?.string, title: value["title"]?.string, isFullscreen: value["fullscreen"]?.bool,
      output: value["output"]?.string, orientation: value["orientation"]?.string.flatMap(Orientation.init),
      modifiers: value["modifiers"]?.array.map { Set($0.compactMap { $0.string.flatMap(Chord.Modifier.init) }) },
      mode: value["mode"]?.string ?? Self.defaultMode,
      touched: value["under"].flatMap { TouchedWindow($0) })
    facts = Facts(value)
    if let texts = value["connected"]?.array { connections = Connections(named: texts.compactMap(\.string)) }
  }
}

extension Facts {
  /// The known values for programs.
  var members: [JSONValue.Member] {
    Fact.allCases.compactMap { fact in self[fact].map { .init(fact.rawValue, .bool($0)) } }
  }

  /// Reads what `members` wrote.
  init(_ value: JSONValue) {
    self.init()
    for fact in Fact.allCases { self[fact] = value[fact.rawValue]?.bool }
  }
}

extension TouchedWindow? {
  /// The window for programs; null if it is unknown.
  public var json: JSONValue {
    guard let window = self else { return .null }
    return .object(
      [
        .init("app", .string(window.app)), .init("title", .string(window.title)),
        .init("fullscreen", window.isFullscreen.map { .bool($0) } ?? .null),
      ] + (window.isMaximized.map { [.init(Fact.maximized.rawValue, .bool($0))] } ?? []))
  }
}

extension WindowAnswer {
  /// The window for programs, null if it is unknown; nil if it was not asked for.
  public var json: JSONValue? {
    switch self {
    case .notAsked: nil
    case .unknown: .null
    case .known(let window): Optional(window).json
    }
  }

  /// Reads what `json` wrote.
  public init(_ value: JSONValue?) { self = value.map { Self(TouchedWindow($0)) } ?? .notAsked }
}

extension TouchedWindow {
  /// Reads what `json` wrote; nil if the window is unknown.
  public init?(_ value: JSONValue) {
    guard let app = value["app"]?.string else { return nil }
    self.init(
      app: app, title: value["title"]?.string ?? "", isFullscreen: value["fullscreen"]?.bool,
      isMaximized: value[Fact.maximized.rawValue]?.bool)
  }
}

extension Panel {
  fileprivate var json: JSONValue {
    .object([
      .init("output", .string(output)), .init("orientation", .string(turn.orientation.rawValue)),
      .init("mirrored", .bool(turn.isMirrored)),
    ])
  }

  fileprivate init?(_ value: JSONValue) {
    guard let output = value["output"]?.string,
      let orientation = value["orientation"]?.string.flatMap(Device.Orientation.init)
    else { return nil }
    self.init(
      output: output, size: nil, turn: SurfaceTurn(orientation, isMirrored: value["mirrored"]?.bool ?? false))
  }
}
