internal import Diagnostics
internal import Foreign
internal import Rules
internal import RulesFile
internal import YAML

/// Writes a draft as a rules file.
struct ImportWriter {
  let source: ImportSource
  let kind: ImportKind
  let desktop: ImportDesktop?
  let keyNames: KeyNames?

  /// A rule to write.
  private struct Entry {
    var rule: ImportedRule
    /// The reason why it is written as a comment; nil if it is in force.
    var objection: String?
  }

  /// Writes the file for `draft`. Each rule with an error, and each that can never act, becomes a comment and a remark.
  /// - Throws: `ImportError` if the file exceeds a limit of rules files.
  func write(_ draft: ImportDraft) throws(ImportError) -> ImportResult {
    var entries = draft.rules.map { Entry(rule: $0) }
    if firstError(in: text(entries, draft, draft.remarks)) != nil {
      for index in entries.indices {
        let lines = settings([entries[index]]) + strokes(draft) + ["rules:"] + body([entries[index]]).lines
        entries[index].objection = firstError(in: lines.joined(separator: "\n") + "\n")
      }
    }
    var remarks = draft.remarks + markIdleRules(&entries, draft)
    for entry in entries {
      if let objection = entry.objection { remarks.append(.init(.leftOut, line: entry.rule.line, objection)) }
    }
    let readers = entries.filter { $0.objection == nil && $0.rule.conditions.contains(where: \.readsKeyboards) }
    if let line = readers.map(\.rule.line).min() {
      remarks.append(.init(.changed, line: line, "requires 'read-keyboards: true', which is set"))
    }
    remarks.sortByLine()
    let text = text(entries, draft, remarks)
    if let error = firstError(in: text) { throw ImportError("this makes no valid rules file: \(error)") }
    let rules = entries.filter { $0.objection == nil }.map(\.rule)
    return ImportResult(
      text: text, remarks: remarks, ruleCount: rules.count, bindingCount: rules.reduce(0) { $0 + $1.bindingCount })
  }

  private func check(_ text: String) -> [Diagnostic] {
    RulesFile.check(text: text, name: "rules.yml", keyNames: keyNames).diagnostics
  }

  /// The message of the first error in a rules file; nil if it is valid.
  private func firstError(in text: String) -> String? { check(text).first { $0.severity == .error }?.message }

  /// Objects to each valid rule that can never act, by itself or because another one precedes it.
  /// - Returns: remarks on the other warnings.
  private func markIdleRules(_ entries: inout [Entry], _ draft: ImportDraft) -> [ImportRemark] {
    var remarks: [ImportRemark] = []
    let start = beforeRules(entries, draft).count
    let (lines, starts) = body(entries)
    let text = (beforeRules(entries, draft) + lines).joined(separator: "\n") + "\n"
    func entry(at line: Int?) -> Int? { line.flatMap { line in starts.last { $0.line + start <= line }?.entry } }
    for diagnostic in check(text) where diagnostic.severity == .warning {
      guard let index = entry(at: diagnostic.span?.start.line), entries[index].objection == nil else { continue }
      guard let id = MessageID(rawValue: diagnostic.id), [.neverActs, .hiddenRule].contains(id) else {
        remarks.append(.init(.changed, line: entries[index].rule.line, diagnostic.message))
        continue
      }
      let other = diagnostic.notes.first?.span.flatMap { entry(at: $0.start.line) }
      entries[index].objection =
        other.map { "the rule for line \(entries[$0].rule.line) always acts first" } ?? diagnostic.message
    }
    return remarks
  }

  // MARK: Parts of the file

  private func text(_ entries: [Entry], _ draft: ImportDraft, _ remarks: [ImportRemark]) -> String {
    (beforeRules(entries, draft) + body(entries).lines + footer(remarks)).joined(separator: "\n") + "\n"
  }

  private func beforeRules(_ entries: [Entry], _ draft: ImportDraft) -> [String] {
    let isEmpty = entries.allSatisfy { $0.objection != nil }
    return header(draft) + settings(entries) + strokes(draft) + [isEmpty ? "rules: []" : "rules:"]
  }

  private func strokes(_ draft: ImportDraft) -> [String] {
    guard !draft.strokes.isEmpty else { return [] }
    let lines = draft.strokes.map { name, drawings in
      "  \(YAMLText.scalar(name)): "
        + (drawings.count == 1
          ? "\"\(drawings[0])\"" : "[" + drawings.map { "\"\($0)\"" }.joined(separator: ", ") + "]")
    }
    return ["strokes:"] + lines + [""]
  }

  private func settings(_ entries: [Entry]) -> [String] {
    let requiresModifiers = entries.contains { entry in
      entry.objection == nil && entry.rule.conditions.contains(where: \.readsKeyboards)
    }
    return requiresModifiers
      ? ["settings:", "  # For conditions on modifiers.", "  read-keyboards: true", ""] : []
  }

  /// The lines of the rules, and at which of them, counted from 1, each entry begins. Consecutive rules with the same
  /// conditions form a group.
  private func body(_ entries: [Entry]) -> (lines: [String], starts: [(line: Int, entry: Int)]) {
    var lines: [String] = []
    var starts: [(line: Int, entry: Int)] = []
    var index = 0
    while index < entries.count {
      let conditions = entries[index].rule.conditions
      let count = entries[index...].prefix { $0.objection == nil && $0.rule.conditions == conditions }.count
      if count > 1, !conditions.isEmpty {
        if index > 0, lines.last != "" { lines.append("") }
        lines += ["  - \(ImportedRuleText.when(conditions))", "    rules:"]
        for offset in 0..<count {
          starts.append((lines.count + 1, index + offset))
          lines += self.lines(of: entries[index + offset], hasSpace: offset > 0, isInGroup: true)
        }
        index += count
        // Separates the group from the next rule.
        if index < entries.count { lines.append("") }
      } else {
        starts.append((lines.count + 1, index))
        lines += self.lines(of: entries[index], hasSpace: index > 0 && lines.last != "", isInGroup: false)
        index += 1
      }
    }
    return (lines, starts)
  }

  private func hasComments(_ entry: Entry) -> Bool {
    !entry.rule.comments.isEmpty || !entry.rule.notes.isEmpty || entry.objection != nil
  }

  private func lines(of entry: Entry, hasSpace: Bool, isInGroup: Bool) -> [String] {
    let indent = isInGroup ? "      " : "  "
    var lines: [String] = []
    let comments = (entry.rule.comments + entry.rule.notes).flatMap { commentLines($0) }
    // Separates a rule with comments from the previous one.
    if hasSpace, hasComments(entry) { lines.append("") }
    lines += comments.map { "\(indent)# \($0)" }
    let rule = ImportedRuleText.lines(of: entry.rule, isInGroup: isInGroup)
    if let objection = entry.objection {
      lines += commentLines("\(source.shortName):\(entry.rule.line): \(objection)").map { "\(indent)# \($0)" }
      lines += rule.map { "\(indent)#   \(YAMLText.comment($0))" }
    } else {
      lines += rule.map { $0.isEmpty ? "" : indent + $0 }
    }
    return lines
  }

  private func header(_ draft: ImportDraft) -> [String] {
    var lines = ["Rules made by 'sleight import' from \(source.shortName), a configuration of \(kind.toolName)."]
    lines += draft.explanations
    if draft.droppedCommentCount > 0 {
      lines.append("Comment lines that belong to no rule and are left out: \(draft.droppedCommentCount).")
    }
    return lines.flatMap { commentLines($0) }.map { "# \($0)" } + [""]
  }

  private func footer(_ remarks: [ImportRemark]) -> [String] {
    let titles: [(ImportRemark.Kind, String)] = [
      (.leftOut, "Left out:"), (.changed, "Changed:"), (.ignored, "Ignored, not needed or without effect:"),
    ]
    return titles.flatMap { kind, title in
      let lines = remarks.filter { $0.kind == kind }.flatMap {
        commentLines("\(source.shortName):\($0.line): \($0.message)").map { "#   \($0)" }
      }
      return lines.isEmpty ? [] : ["", "# \(title)"] + lines
    }
  }

  /// The lines of `text`, without characters that YAML rejects in comments.
  private func commentLines(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { YAMLText.comment(String($0)) }
  }
}
