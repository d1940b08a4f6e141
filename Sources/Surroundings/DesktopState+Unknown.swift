internal import Desktop
public import Rules

extension DesktopState {
  /// Why it is not known what conditions ask about, for people; nil where it is known.
  /// - Parameter desktop: what the desktop calls itself (XDG_CURRENT_DESKTOP).
  public func trouble(with subject: Condition.Subject, desktop: String?) -> String? {
    guard !situation.knows(subject) else { return nil }
    switch subject {
    case .app, .title: return windowTrouble(desktop)
    case .fullscreen:
      guard let windowSource else { return windowTrouble(desktop) }
      return "\(windowSource.name) does not tell whether a window covers its output"
    case .output: return outputTrouble("which output has the focus")
    case .orientation:
      guard let output else { return outputTrouble("which output has the focus, nor how it stands") }
      return waylandTrouble ?? "the compositor tells no size of the output '\(output)'"
    case .modifiers: return keyboardTrouble
    case .mode, .locked: return nil
    }
  }

  /// The same of all of `subjects`, but for those that are known.
  public func troubles(with subjects: Set<Condition.Subject>) -> [Condition.Subject: String] {
    var troubles: [Condition.Subject: String] = [:]
    for subject in subjects { troubles[subject] = trouble(with: subject, desktop: nil) }
    return troubles
  }

  private func windowTrouble(_ desktop: String?) -> String {
    if let compositorTrouble { return compositorTrouble }
    if let compositor { return "\(compositor.kind.name) has not told which window has the focus" }
    if let waylandTrouble { return "no compositor tells which window has the focus: \(waylandTrouble)" }
    return """
      no compositor here tells which window has the focus\(desktop.map { ": \($0) does not" } ?? ""); sway, Hyprland, \
      niri and those with zwlr_foreign_toplevel_manager_v1 do
      """
  }

  private func outputTrouble(_ what: String) -> String {
    if let compositorTrouble { return compositorTrouble }
    if let waylandTrouble, compositor == nil { return "no compositor tells \(what): \(waylandTrouble)" }
    return screens.isEmpty ? "there is no output" : "there are several outputs, and no compositor here tells \(what)"
  }
}

extension DesktopState.WindowSource {
  /// For people: who it is.
  public var name: String {
    switch self {
    case .compositor(let kind): kind.name
    case .windowList: "zwlr_foreign_toplevel_manager_v1"
    }
  }
}

/// What rules ask about and nobody can tell.
public struct UnknownSubject: Hashable {
  /// What.
  public var subject: Condition.Subject
  /// Why, for people.
  public var reason: String
  /// Where the rules stand that ask about it, in the file's order.
  public var places: [String]

  /// For people: `'app' is not known: …; 2 rules ask for it: rules.yml:12, rules.yml:20`.
  public var text: String {
    let shown = places.prefix(3).joined(separator: ", ")
    let rest = places.count > 3 ? " and \(places.count - 3) more" : ""
    let ask = places.count == 1 ? "1 rule asks" : "\(places.count) rules ask"
    return "'\(subject.rawValue)' is not known: \(reason); \(ask) for it: \(shown)\(rest)"
  }

  /// What `rules` ask about and `desktop` cannot tell.
  /// - Parameter name: what the desktop calls itself.
  public static func all(of rules: RuleSet, on desktop: DesktopState, called name: String?) -> [UnknownSubject] {
    Condition.Subject.allCases.compactMap { subject in
      guard rules.subjects.contains(subject), let reason = desktop.trouble(with: subject, desktop: name) else {
        return nil
      }
      return UnknownSubject(
        subject: subject, reason: reason, places: rules.rules(askingAbout: subject).map(\.place))
    }
  }
}
