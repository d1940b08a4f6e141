internal import Diagnostics
internal import Rules
internal import RulesFile
internal import Surroundings

/// The rules file.
extension Examination {
  var rulesFindings: [Finding] {
    let argument = isNamed ? " --config \(path.shellWord)" : ""
    guard file.rules != nil else { return [invalidRulesFinding(argument)] }
    let count = counted(rules.rules.count, "rule")
    let warnings = file.diagnostics.count { $0.severity == .warning }
    guard warnings > 0 else { return [Finding(.rules, .good, "\(count) from \(path), no errors")] }
    let reason = "\(count) from \(path), with \(counted(warnings, "warning"))"
    return [Finding(.rules, .note, reason, remedy: ["sleight check" + argument])]
  }

  /// The rules whose command cannot start.
  var programFindings: [Finding] {
    guard !missingPrograms.isEmpty else { return [] }
    func text(_ programs: [String]) -> String {
      let others = programs.dropFirst()
      return programs[0]
        + (others.isEmpty ? "" : " (\(others.count) more: \(others.prefix(5).joined(separator: ", ")))")
    }
    let named = missingPrograms.map { "'\($0.name.legible)' of \($0.location)" }
    let explanation = "no directory in PATH has the program"
    return [
      Finding(
        .commands, .note, "\(explanation) \(text(named))",
        reported: "\(explanation) of \(text(missingPrograms.map(\.location)))")
    ]
  }

  private func invalidRulesFinding(_ argument: String) -> Finding {
    func error(_ ids: MessageID...) -> Diagnostic? {
      file.diagnostics.first { diagnostic in
        diagnostic.severity == .error && ids.contains { $0.rawValue == diagnostic.id }
      }
    }
    if file.isMissing {
      return Finding(
        .rules, .wrong, "the rules file \(path) does not exist", remedy: ["sleight init" + argument])
    }
    let reason = file.firstError ?? "\(path) has errors"
    // The help of these messages is a command.
    if let unsafe = error(.unsafeOwner, .unsafePermissions, .unreadable), let help = unsafe.help {
      return Finding(.rules, .wrong, "\(file.sources[unsafe.file].name): \(unsafe.message)", remedy: [help])
    }
    if let refusal = error(.unreadable, .isDirectory, .beingWritten), refusal.span == nil {
      return Finding(.rules, .wrong, reason)
    }
    let errors = file.diagnostics.filter { $0.severity == .error }
    let line = errors.first?.span.map { "+\($0.start.line) " } ?? ""
    let name = errors.first.map { file.sources[$0.file].name } ?? path
    let others = errors.count > 1 ? " (\(counted(errors.count - 1, "more error")))" : ""
    return Finding(.rules, .wrong, reason + others, remedy: ["${EDITOR:-vi} \(line)\(name.shellWord)"])
  }

  /// The gestures of rules that the desktop itself acts on.
  var clashFindings: [Finding] {
    let clashes = file.diagnostics.filter { $0.id == MessageID.desktopGesture.rawValue }
    guard let first = clashes.first else {
      guard let desktopWithGestures, file.rules != nil else { return [] }
      return [Finding(.clashes, .good, "no rule conflicts with the gestures of \(desktopWithGestures)")]
    }
    let line = first.span.map { ":\($0.start.line)" } ?? ""
    let check = "sleight check" + (isNamed ? " \(path.shellWord)" : "")
    let others = clashes.count > 1 ? " (\(clashes.count - 1) more: see '\(check)')" : ""
    return [Finding(.clashes, .note, "\(file.sources[first.file].name)\(line): \(first.message)\(others)")]
  }
}
