internal import Diagnostics

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
    var lines: [String]
    /// Why it is written as a comment; nil where it is a rule.
    var objection: String?
    /// Whether it waits for a word that is not understood yet.
    var isWaiting = false
  }

  /// The file for `harvest`. What `check` would refuse of it becomes a comment and a remark.
  /// - Throws: `ImportError` where there is too much of it for a rules file.
  func write(_ harvest: ImportHarvest) throws(ImportError) -> Import {
    var remarks = harvest.remarks
    var entries = harvest.rules.map { rule in
      let planned = rule.plannedWords
      var entry = Entry(rule: rule, lines: ImportedRuleText.lines(of: rule))
      if !planned.isEmpty {
        entry.objection = "needs \(Phrase.list(planned)), which is not understood yet"
        entry.isWaiting = true
      }
      return entry
    }
    var text = text(entries, harvest, remarks)
    if mistake(in: text) != nil {
      for index in entries.indices where entries[index].objection == nil {
        let lines = entries[index].lines.map { "  \($0)\n" }.joined()
        guard let objection = mistake(in: "rules:\n" + lines) else { continue }
        entries[index].objection = objection
        remarks.append(ImportRemark(.leftOut, line: entries[index].rule.line, objection))
      }
      remarks = remarks.enumerated().sorted { ($0.element.line, $0.offset) < ($1.element.line, $1.offset) }
        .map(\.element)
      text = self.text(entries, harvest, remarks)
      if let mistake = mistake(in: text) { throw ImportError("this makes no rules file: \(mistake)") }
    }
    return Import(
      text: text, remarks: remarks, ruleCount: entries.count { $0.objection == nil },
      waitingCount: entries.count(where: \.isWaiting))
  }

  /// What `check` has against a rules file; nil where it has nothing.
  private func mistake(in text: String) -> String? {
    RulesFile.check(text: text, name: "rules.yml", keyNames: keyNames).diagnostics
      .first { $0.severity == .error }?.message
  }

  // MARK: The file

  private func text(_ entries: [Entry], _ harvest: ImportHarvest, _ remarks: [ImportRemark]) -> String {
    var lines = header(harvest)
    if entries.contains(where: { $0.objection == nil }) {
      lines.append("rules:")
    } else {
      lines.append("rules: []")
    }
    for (index, entry) in entries.enumerated() {
      let comments = (entry.rule.comments + entry.rule.notes).flatMap { wrapped($0) }
      // An empty line in front of what has something to say, so that it is plain what that is about.
      if index > 0, !comments.isEmpty || entry.objection != nil { lines.append("") }
      lines += comments.map { "  # \($0)" }
      if let objection = entry.objection {
        lines += wrapped("\(source.shortName):\(entry.rule.line) \(objection):").map { "  # \($0)" }
        lines += entry.lines.map { "  #   \(YAMLText.comment($0))" }
      } else {
        lines += entry.lines.map { "  \($0)" }
      }
    }
    lines += footer(remarks)
    return lines.joined(separator: "\n") + "\n"
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
