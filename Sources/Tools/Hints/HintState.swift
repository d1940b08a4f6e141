internal import Diagnostics
public import JSONLines
public import Time

/// The hint that follows from the lines of `sleight follow --json --progress`, as a function of them and of time.
///
///     line     progress ──▶ progress ──▶ gesture ──▶ nothing near, or the end
///     hint     near ───────────────────▶ acted ── rest ──▶ fades ──▶ none
public struct HintState {
  /// The time in which it disappears.
  public static let fading = Duration.milliseconds(200)

  /// The hint; nil if there is none.
  public private(set) var hint: Hint?
  /// The moment at which it begins to disappear.
  public private(set) var fadeStart = Timestamp.zero
  private var mode = ""
  /// True while rules may act on an unlocked session.
  private var isActive = true
  /// True while the focused window is fullscreen.
  private var isFullscreen = false
  /// True to show nothing above a fullscreen window.
  private let sparesFullscreen: Bool
  /// The rule that fingers were near to, by its location, and its action in words.
  private var near: (rule: String, does: String)?
  /// The rule whose gesture goes on.
  private var acting: String?

  public init(sparesFullscreen: Bool = false) { self.sparesFullscreen = sparesFullscreen }

  private var isSilent: Bool { !isActive || (sparesFullscreen && isFullscreen) }

  /// How visible it is, from 0 to 1.
  public func opacity(at now: Timestamp) -> Double {
    guard hint != nil else { return 0 }
    return max(0, 1 - max(0, (now - fadeStart).inSeconds / Self.fading.inSeconds))
  }

  /// The first moment at which it is less visible; nil if it is already, or if there is none.
  public func deadline(at now: Timestamp) -> Timestamp? {
    hint != nil && now <= fadeStart ? fadeStart + .milliseconds(1) : nil
  }

  /// Forgets a hint that has disappeared.
  public mutating func expire(at now: Timestamp) { if opacity(at: now) == 0 { hint = nil } }

  /// Takes in a line.
  public mutating func handle(_ event: JSONValue, at now: Timestamp) {
    if let session = event["session"]?.string { isActive = session == "active" || session == "unknown" }
    if let covers = event["fullscreen"]?.bool { isFullscreen = covers }
    if isSilent { hint = nil }
    if event["ok"] != nil {
      mode = Self.shown(event["mode"])
    } else if event["progress"] != nil {
      handleProgress(event, at: now)
    } else if event["gesture"] != nil {
      handleGesture(event, at: now)
    } else if let action = event["action"], hint?.sign == .acted, hint?.title.isEmpty == true {
      hint?.title = action.words
    } else if let missed = event["missed"] {
      handleMiss(missed, at: now)
    } else if event["mode"] != nil {
      mode = Self.shown(event["mode"])
      if acting == nil { show(Hint(sign: .mode, title: "mode \(event["mode"]?.string ?? "")"), at: now) }
      if hint?.sign != .mode { hint?.mode = mode }
    }
  }

  private mutating func handleProgress(_ event: JSONValue, at now: Timestamp) {
    guard event["progress"]?.string != nil, let reached = event["reached"]?.number, let limit = event["limit"]?.number
    else {
      if hint?.sign == .near { fadeStart = min(fadeStart, now) }
      return
    }
    let rule = event["rule"]?.string ?? ""
    near = (rule, event["does"]?.string ?? "")
    let unit = event["unit"]?.string ?? ""
    show(
      Hint(
        sign: .near, title: title(of: event), detail: "\(reached.tenths) of \(limit.tenths) \(unit)",
        share: limit > 0 ? min(reached / limit, 1) : 1, place: Self.place(of: event)), at: now)
  }

  private mutating func handleGesture(_ event: JSONValue, at now: Timestamp) {
    guard let rule = event["rule"]?.string else { return }
    switch event["phase"]?.string {
    case "recognized", "began", "changed":
      acting = event["phase"]?.string == "recognized" ? nil : rule
      let title = event["phase"]?.string == "changed" ? hint?.title ?? "" : title(of: event)
      show(Hint(sign: .acted, title: title, detail: Self.value(of: event), share: 1), at: now)
    default:
      acting = nil
      fadeStart = min(fadeStart, now)
    }
  }

  private mutating func handleMiss(_ touch: JSONValue, at now: Timestamp) {
    guard let nearest = touch["nearest"]?.array?.first, let reason = nearest["reasons"]?.array?.first else { return }
    show(
      Hint(sign: .missed, title: title(of: nearest), detail: reason["message"]?.string ?? "", share: hint?.share ?? 0),
      at: now)
  }

  private mutating func show(_ hint: Hint, at now: Timestamp) {
    guard !isSilent else { return }
    let place = self.hint?.place
    self.hint = hint
    // The fingers were last seen there.
    if hint.sign != .near { self.hint?.place = place }
    if hint.sign != .mode { self.hint?.mode = mode }
    // A gesture that goes on with resting fingers has its end.
    fadeStart = now + (hint.sign == .acted && acting != nil ? .seconds(10) : hint.sign.rest)
  }

  /// The name of the rule, or what it does.
  private func title(of event: JSONValue) -> String {
    if let name = event["name"]?.string { return name }
    if let does = event["does"]?.string { return does }
    return near?.rule == event["rule"]?.string ? near?.does ?? "" : ""
  }

  /// The value of a gesture that goes on.
  private static func value(of event: JSONValue) -> String {
    guard event["phase"]?.string != "recognized" else { return "" }
    switch event["gesture"]?.string {
    case "pinch": return "\(((event["scale"]?.number ?? 1) * 100).rounded().tenths) %"
    case "rotate", "circle": return "\((event["rotation"]?.number ?? 0).rounded().tenths) °"
    case "pan":
      let (dx, dy) = (event["dx"]?.number ?? 0, event["dy"]?.number ?? 0)
      return "\((dx * dx + dy * dy).squareRoot().rounded().tenths) mm"
    default: return ""
    }
  }

  private static func place(of event: JSONValue) -> Hint.Place? {
    guard let x = event["desktop_x"]?.number, let y = event["desktop_y"]?.number else { return nil }
    return Hint.Place(x: x, y: y)
  }

  private static func shown(_ mode: JSONValue?) -> String {
    let mode = mode?.string ?? "default"
    return mode == "default" ? "" : mode
  }
}

extension Hint.Sign {
  /// The time for which a hint stays that nothing renews: of fingers that rest, nothing is reported.
  fileprivate var rest: Duration {
    switch self {
    case .near: .seconds(2)
    case .acted: .milliseconds(300)
    case .missed: .milliseconds(1500)
    case .mode: .milliseconds(800)
    }
  }
}
