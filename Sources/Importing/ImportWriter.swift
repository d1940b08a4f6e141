internal import Diagnostics
internal import RulesFile
internal import YAML

/// Writes what was read from a configuration as a rules file.
struct ImportWriter {
  let source: ImportSource
  let kind: ImportKind
  let desktop: ImportDesktop?
  let keyNames: KeyNames?

  /// How wide the comments are.
  private static let width = 110

  /// A rule as it is to stand in the file.
  private struct Entry {
    var rule: ImportedRule
    /// Why it is written as a comment; nil where it is a rule.
    var objection: String?
  }

  /// The file for `harvest`. What `check` would refuse of it becomes a comment and a remark.
  /// - Throws: `ImportError` where there is too much of it for a rules file.
  func write(_ harvest: ImportHarvest) throws(ImportError) -> Import {
    var remarks = harvest.remarks
    var entries = harvest.rules.map { Entry(rule: $0) }
    var text = text(entries, harvest, remarks)
    if mistake(in: text) != nil {
      for index in entries.indices {
        let lines = settings([entries[index]]) + ["rules:"] + body([entries[index]])
        guard let objection = mistake(in: lines.joined(separator: "\n") + "\n") else { continue }
        entries[index].objection = objection
        remarks.append(ImportRemark(.leftOut, line: entries[index].rule.line, objection))
      }
      remarks = remarks.enumerated().sorted { ($0.element.line, $0.offset) < ($1.element.line, $1.offset) }
        .map(\.element)
      text = self.text(entries, harvest, remarks)
      if let mistake = mistake(in: text) { throw ImportError("this makes no rules file: \(mistake)") }
    }
    let rules = entries.filter { $0.objection == nil }.map(\.rule)
    return Import(
      text: text, remarks: remarks, ruleCount: rules.count, bindingCount: rules.reduce(0) { $0 + $1.bindingCount })
  }

  /// What `check` has against a rules file; nil where it has nothing.
  private func mistake(in text: String) -> String? {
    RulesFile.check(text: text, name: "rules.yml", keyNames: keyNames).diagnostics
      .first { $0.severity == .error }?.message
  }

  // MARK: The file

  private func text(_ entries: [Entry], _ harvest: ImportHarvest, _ remarks: [ImportRemark]) -> String {
    var lines = header(harvest) + settings(entries)
    if entries.contains(where: { $0.objection == nil }) {
      lines.append("rules:")
    } else {
      lines.append("rules: []")
    }
    return (lines + body(entries) + footer(remarks)).joined(separator: "\n") + "\n"
  }

  private func settings(_ entries: [Entry]) -> [String] {
    let asksForModifiers = entries.contains { entry in
      entry.objection == nil && entry.rule.conditions.contains { $0.word == "modifiers" }
    }
    return asksForModifiers
      ? ["settings:", "  # To know which modifiers are held.", "  read-keyboards: true", ""] : []
  }

  /// The rules; those that follow one another and ask for the same stand in a group.
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
        // What comes next is no part of it.
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
    // An empty line in front of what has something to say, so that it is plain what that is about.
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

  private func header(_ harvest: ImportHarvest) -> [String] {
    var paragraphs = [
      "Sleight's rules, made by 'sleight import' from \(source.shortName), a configuration of \(kind.toolName)."
    ]
    paragraphs += harvest.explanations
    if harvest.lostComments > 0 {
      paragraphs.append(
        "\(harvest.lostComments) line\(harvest.lostComments == 1 ? "" : "s") of comments that stood at no gesture "
          + "\(harvest.lostComments == 1 ? "is" : "are") not kept.")
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

  /// `text` in lines that fit, broken at spaces.
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
