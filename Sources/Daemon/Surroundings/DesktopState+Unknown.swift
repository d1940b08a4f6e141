internal import Desktop
internal import Gestures
internal import Wayland
public import Rules

extension DesktopState {
  /// The reason why a subject of conditions is unknown, for people; nil if it is known.
  /// - Parameter desktop: the desktop's name for people.
  public func reasonUnknown(_ subject: Condition.Subject, desktop: String?) -> String? {
    guard subject == .under || !situation.knows(subject) else { return nil }
    switch subject {
    case .app, .title: return windowReason(desktop)
    case .fullscreen:
      guard let windowSource else { return windowReason(desktop) }
      return "\(windowSource.name) does not report whether a window is fullscreen"
    case .maximized:
      guard let windowSource else { return windowReason(desktop) }
      return "\(windowSource.name) does not report whether a window is maximized"
    case .overview:
      return "\(compositor?.kind.name ?? desktop ?? "the desktop") does not report whether its overview is open"
    case .connected: return machine.problems[.connected] ?? waylandProblem ?? "it is not read"
    case .tabletMode, .onBattery, .penNear: return machine.problems[subject] ?? "it is not read"
    case .output: return outputReason("the focused output")
    case .orientation:
      guard let output else { return outputReason("the focused output and its orientation") }
      return waylandProblem ?? "the compositor does not report the size of output '\(output)'"
    case .modifiers: return keyboardProblem
    case .under: return touchedReason(desktop)
    case .mode, .locked: return nil
    }
  }

  /// The reasons for those of `subjects` that are unknown.
  public func reasonsUnknown(_ subjects: Set<Condition.Subject>) -> [Condition.Subject: String] {
    var reasons: [Condition.Subject: String] = [:]
    for subject in subjects { reasons[subject] = reasonUnknown(subject, desktop: nil) }
    return reasons
  }

  /// The window under the fingers is asked for at each touch: a desktop that answers has no reason.
  private func touchedReason(_ desktop: String?) -> String? {
    switch windowSource {
    case .compositor(let kind)?:
      kind.socket?.reportsWindowPlaces == true ? nil : "\(kind.name) does not report where all windows are"
    case .shellExtension?, .windowList(WaylandGlobal.plasmaWindows.interface)?: nil
    case .windowList?: "\(desktop ?? "the compositor") does not report where windows are"
    case nil: windowReason(desktop)
    }
  }

  private func windowReason(_ desktop: String?) -> String {
    if let compositorProblem { return compositorProblem }
    if let compositor { return "\(compositor.kind.name) has not reported the focused window" }
    if let waylandProblem { return "no compositor reports the focused window: \(waylandProblem)" }
    return """
      \(desktop ?? "the compositor") does not report the focused window; \
      \(DesktopKind.withSocket.map(\.name).joined(separator: ", ")) and compositors with zwlr_foreign_toplevel_manager_v1 do
      """
  }

  /// - Parameter what: the unknown property of the output, for people.
  private func outputReason(_ what: String) -> String {
    if let compositorProblem { return compositorProblem }
    if let waylandProblem, compositor == nil { return "no compositor reports \(what): \(waylandProblem)" }
    return outputs.isEmpty ? "there is no output" : "with several outputs, the compositor does not report \(what)"
  }
}

extension DesktopState.WindowSource {
  /// False if it reports where all windows are, and not where the pointer is.
  fileprivate var reportsPointer: Bool {
    switch self {
    case .compositor(let kind): kind.socket.map { $0.reportsPointer || !$0.reportsWindowPlaces } ?? true
    case .windowList(let interface): interface != WaylandGlobal.plasmaWindows.interface
    case .shellExtension: true
    }
  }

  /// The name for people.
  public var name: String {
    switch self {
    case .compositor(let kind): kind.name
    case .shellExtension: "Sleight's extension of GNOME Shell"
    case .windowList(let interface): interface
    }
  }
}

/// A subject that conditions of rules use and that is unknown.
public struct UnknownSubject: Hashable {
  /// The subject.
  public var subject: Condition.Subject
  /// The reason, for people.
  public var reason: String
  /// The source locations of the rules that use it, in the file's order.
  public var locations: [String]

  /// The message for people: `condition 'app' is unknown: …; required by 2 rules: rules.yml:12, rules.yml:20`.
  public var text: String {
    let shown = locations.prefix(3).joined(separator: ", ")
    let rest = locations.count > 3 ? " and \(locations.count - 3) more" : ""
    let ask = locations.count == 1 ? "1 rule" : "\(locations.count) rules"
    return "condition '\(subject.rawValue)' is unknown: \(reason); required by \(ask): \(shown)\(rest)"
  }

  /// The subjects that `rules` use and that are unknown on `desktop`.
  /// - Parameter name: the desktop's name for people.
  public static func all(of rules: RuleSet, on desktop: DesktopState, called name: String?) -> [UnknownSubject] {
    Condition.Subject.allCases.compactMap { subject in
      if subject == .under, let one = ofTouchpads(in: rules, on: desktop) { return one }
      guard rules.subjects.contains(subject), let reason = desktop.reasonUnknown(subject, desktop: name) else {
        return nil
      }
      return UnknownSubject(
        subject: subject, reason: reason, locations: rules.rules(askingAbout: subject).map(\.location))
    }
  }

  /// The window under the pointer, if rules for touchpads depend on it and only the one under fingers on a touchscreen
  /// is known; else nil.
  private static func ofTouchpads(in rules: RuleSet, on desktop: DesktopState) -> UnknownSubject? {
    let locations = rules.rules(askingAbout: .under).filter(\.trigger.devices.areTouchpads).map(\.location)
    guard let source = desktop.windowSource, !source.reportsPointer, !locations.isEmpty else { return nil }
    return UnknownSubject(
      subject: .under, reason: "\(source.name) does not report where the pointer is", locations: locations)
  }
}
