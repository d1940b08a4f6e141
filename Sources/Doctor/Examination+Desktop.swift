internal import Actions
internal import Desktop
internal import Libinput
internal import Rules
internal import Surroundings

/// The compositor: what it reports, its commands, and injection.
extension Examination {
  /// True if rules use conditions that only a compositor can evaluate.
  private var usesCompositor: Bool {
    !rules.subjects.isDisjoint(with: [.app, .title, .fullscreen, .output, .orientation])
  }

  var compositorFindings: [Finding] {
    var findings: [Finding] = []
    let own = desktop.compositor?.text
    let source = desktop.windowSource.map { "; which window has the focus is told by \($0.name)" }
    if let problem = desktop.waylandProblem {
      let isRequired = usesCompositor && own == nil || !input.missingCapabilities.isEmpty
      findings.append(
        Finding(
          .compositor, isRequired ? .wrong : .note, "there is no connection to a Wayland compositor: \(problem)",
          remedy: displayRemedy.map { [$0] } ?? []))
    } else {
      findings.append(
        Finding(.compositor, .good, "\(own ?? desktopName ?? "a Wayland compositor") answers\(source ?? "")"))
      if source == nil, !usesCompositor, let reason = desktop.reasonUnknown(.app, desktop: desktopName) {
        findings.append(Finding(.compositor, .note, "\(reason); no rule asks for it"))
      }
    }
    return findings + compositorCommands
  }

  /// The findings on commands of rules for compositors that are not running.
  private var compositorCommands: [Finding] {
    CompositorKind.allCases.compactMap { compositor in
      let places = rules.rules.filter { rule in
        rule.reaction.all.contains { if case .compositor(compositor, _) = $0 { true } else { false } }
      }.map(\.place)
      guard let absence = absences[compositor], let first = places.first else { return nil }
      let others = places.count > 1 ? " and \(places.count - 1) more" : ""
      return Finding(.compositor, .wrong, "\(absence), for the commands of \(first)\(others)")
    }
  }

  var inputFindings: [Finding] {
    let isRequired = rules.needsKeyboard || rules.needsPointer
    var findings = input.missingCapabilities.map { Finding(.input, .wrong, $0.reason, remedy: $0.commands) }
    if findings.isEmpty {
      let means = [
        input.keys.map { "keys can be pressed by \($0.rawValue)" },
        input.pointer.map { "the pointer can be moved by \($0.rawValue)" },
      ].compactMap { $0 }
      let need = isRequired ? "" : "; no rule needs it"
      findings.append(
        means.isEmpty
          ? Finding(.input, .note, "neither keys nor pointer can be used\(need)")
          : Finding(.input, .good, means.joined(separator: " and ") + need))
    }
    if let error = input.keymapError {
      findings.append(Finding(.keymap, rules.needsKeyboard ? .wrong : .note, "\(error)"))
    } else if !input.layouts.isEmpty {
      let layouts = input.layouts.joined(separator: ", ")
      findings.append(Finding(.keymap, .good, "keys are looked up on '\(layouts)', by \(input.keymapSource)"))
    }
    return findings
  }

  var conditionFindings: [Finding] {
    let unknown = UnknownSubject.all(of: rules, on: desktop, called: desktopName)
    if unknown.isEmpty, rules.subjects.isDisjoint(with: Self.reported) { return [] }
    guard !unknown.isEmpty else {
      return [Finding(.conditions, .good, "all that the rules' conditions ask for is known")]
    }
    return unknown.map { one in
      let isRefused = one.subject == .modifiers && rules.mayReadKeyboards
      return Finding(
        .conditions, .wrong, one.text, remedy: isRefused ? [Keyboards.Refusal.command] : [])
    }
  }

  /// The subjects that depend on the desktop.
  private static let reported: Set<Condition.Subject> = [.app, .title, .fullscreen, .output, .orientation, .modifiers]
}
