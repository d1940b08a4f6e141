internal import Diagnostics
internal import Rules
internal import RulesFile
internal import YAML

/// Writes a draft as a rules file.
struct ImportWriter {
  let source: ImportSource
  let kind: ImportKind
  let desktop: ImportDesktop?
  let keyNames: KeyNames?

  /// The maximum width of comments in characters.
  private static let width = 110

  /// A rule to write.
  private struct Entry {
    var rule: ImportedRule
    /// The reason why it is written as a comment; nil if it is in force.
    var objection: String?
  }

  /// Writes the file for `draft`. Each rule with an error becomes a comment and a remark.
  /// - Throws: `ImportError` if the file exceeds a limit of rules files.
  func write(_ draft: ImportDraft) throws(ImportError) -> ImportResult {
    var remarks = draft.remarks
    var entries = draft.rules.map { Entry(rule: $0) }
    var text = text(entries, draft, remarks)
    if error(in: text) != nil {
      for index in entries.indices {
        let lines = settings([entries[index]]) + ["rules:"] + body([entries[index]])
        guard let objection = error(in: lines.joined(separator: "\n") + "\n") else { continue }
        entries[index].objection = objection
        remarks.append(ImportRemark(.leftOut, line: entries[index].rule.line, objection))
      }
      remarks = remarks.enumerated().sorted { ($0.element.line, $0.offset) < ($1.element.line, $1.offset) }
        .map(\.element)
      text = self.text(entries, draft, remarks)
      if let error = error(in: text) { throw ImportError("this makes no rules file: \(error)") }
    }
    let rules = entries.filter { $0.objection == nil }.map(\.rule)
    return ImportResult(
      text: text, remarks: remarks, ruleCount: rules.count, bindingCount: rules.reduce(0) { $0 + $1.bindingCount })
  }

  /// The first error in the text of a rules file; nil if it is valid.
  private func error(in text: String) -> String? {
    RulesFile.check(text: text, name: "rules.yml", keyNames: keyNames).diagnostics
      .first { $0.severity == .error }?.message
  }

  // MARK: Parts of the file

  private func text(_ entries: [Entry], _ draft: ImportDraft, _ remarks: [ImportRemark]) -> String {
    var lines = header(draft) + settings(entries)
    if entries.contains(where: { $0.objection == nil }) {
      lines.append("rules:")
    } else {
      lines.append("rules: []")
    }
    return (lines + body(entries) + footer(remarks)).joined(separator: "\n") + "\n"
  }

  private func settings(_ entries: [Entry]) -> [String] {
    let requiresModifiers = entries.contains { entry in
      entry.objection == nil && entry.rule.conditions.contains { $0.word == "modifiers" }
    }
    return requiresModifiers
      ? ["settings:", "  # To know which modifiers are held.", "  read-keyboards: true", ""] : []
  }

  /// The lines of the rules. Consecutive rules with the same conditions form a group.
  private func body(_ entries: [Entry]) -> [String] {
    var lines: [String] = []
    var index = 0
    while index < entries.count {
      let conditions = entries[index].rule.conditions
      let count = entries[index...].prefix { $0.objection == nil && $0.rule.conditions == conditions }.count
      if count > 1, !conditions.isEmpty {
        if index > 0, lines.last != "" { lines.append("") }
        lines += ["  - \(ImportedRuleText.when(conditions))", "    rules:"]
        for (offset, entry) in entries[index..<index + count].enumerated() {
          lines += self.lines(of: entry, hasSpace: offset > 0, isInGroup: true)
        }
        index += count
        // Separates the group from the next rule.
        if index < entries.count { lines.append("") }
      } else {
        lines += self.lines(of: entries[index], hasSpace: index > 0 && lines.last != "", isInGroup: false)
        index += 1
      }
    }
    return lines
  }

  private func hasComments(_ entry: Entry) -> Bool {
    !entry.rule.comments.isEmpty || !entry.rule.notes.isEmpty || entry.objection != nil
  }

  private func lines(of entry: Entry, hasSpace: Bool, isInGroup: Bool) -> [String] {
    let indent = isInGroup ? "      " : "  "
    var lines: [String] = []
    let comments = (entry.rule.comments + entry.rule.notes).flatMap { wrapped($0) }
    // Separates a rule with comments from the previous one.
    if hasSpace, hasComments(entry) { lines.append("") }
    lines += comments.map { "\(indent)# \($0)" }
    let rule = ImportedRuleText.lines(of: entry.rule, isInGroup: isInGroup)
    if let objection = entry.objection {
      lines += wrapped("\(source.shortName):\(entry.rule.line) \(objection):").map { "\(indent)# \($0)" }
      lines += rule.map { "\(indent)#   \(YAMLText.comment($0))" }
    } else {
      lines += rule.map { $0.isEmpty ? "" : indent + $0 }
    }
    return lines
  }

  private func header(_ draft: ImportDraft) -> [String] {
    var paragraphs = [
      "Sleight's rules, made by 'sleight import' from \(source.shortName), a configuration of \(kind.toolName)."
    ]
    paragraphs += draft.explanations
    if draft.droppedCommentCount > 0 {
      paragraphs.append(
        "\(draft.droppedCommentCount) line\(draft.droppedCommentCount == 1 ? "" : "s") of comments that stood at no gesture "
          + "\(draft.droppedCommentCount == 1 ? "is" : "are") not kept.")
    }
    return paragraphs.flatMap { wrapped($0) }.map { "# \($0)" } + [""]
  }

  private func footer(_ remarks: [ImportRemark]) -> [String] {
    var lines: [String] = []
    let titles: [(ImportRemark.Kind, String)] = [
      (.leftOut, "Not carried over:"), (.changed, "Not exactly as it was:"),
      (.ignored, "Not needed, or without effect:"),
    ]
    for (kind, title) in titles {
      let ofKind = remarks.filter { $0.kind == kind }
      guard !ofKind.isEmpty else { continue }
      lines += ["", "# \(title)"]
      for remark in ofKind {
        lines += wrapped("\(source.shortName):\(remark.line) \(remark.message)").enumerated().map { index, line in
          index == 0 ? "#   \(line)" : "#     \(line)"
        }
      }
    }
    return lines
  }

  /// `text` in lines of at most `width` characters, broken at spaces.
  private func wrapped(_ text: String) -> [String] {
    var lines: [String] = []
    for paragraph in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let clean = YAMLText.comment(String(paragraph))
      guard clean.count > Self.width else {
        lines.append(clean)
        continue
      }
      var line = ""
      for word in clean.split(separator: " ", omittingEmptySubsequences: false) {
        if !line.isEmpty, line.count + word.count + 1 > Self.width {
          lines.append(line)
          line = String(word)
        } else {
          line += line.isEmpty ? String(word) : " \(word)"
        }
      }
      lines.append(line)
    }
    return lines
  }
}
