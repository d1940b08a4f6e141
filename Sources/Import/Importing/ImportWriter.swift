internal import Diagnostics
internal import Foreign
internal import Rules
internal import RulesFile
internal import YAML

/// Writes a draft as a rules file.
struct ImportWriter {
  let source: ImportSource
  let kind: ImportKind
  let keyNames: KeyNames?
  /// The time that is left.
  let time: ReadingTime

  /// A rule to write.
  private struct Entry {
    var rule: ImportedRule
    /// The reason why it is written as a comment; nil if it is in force.
    var objection: ImportText?
  }

  /// Writes the file for `draft`. Each rule with an error, and each that can never act, becomes a comment and a remark.
  /// - Throws: `ImportError` if the file exceeds a limit of rules files, or the time is over.
  func write(_ draft: ImportDraft) throws(ImportError) -> ImportResult {
    var entries = draft.rules.map { Entry(rule: $0, objection: $0.objection) }
    var remarks = draft.remarks + (try object(to: &entries, draft))
    for entry in entries {
      if let objection = entry.objection { remarks.append(.init(.leftOut, line: entry.rule.line, objection)) }
    }
    let readers = entries.filter { $0.objection == nil && $0.rule.readsKeyboards }
    if let line = readers.map(\.rule.line).min() {
      remarks.append(.init(.note, line: line, "requires 'read-keyboards: true', which is set"))
    }
    remarks.sortByLine()
    try checkTime(draft)
    let located = remarks.map { ImportRemark($0, in: source) }
    let text = text(entries, draft, located)
    let file = RulesFile.check(text: text, name: "rules.yml", keyNames: keyNames, time: time)
    if let error = file.diagnostics.first(where: { $0.severity == .error }) {
      try checkTime(draft)
      throw ImportError("this makes no valid rules file: \(error.message)")
    }
    return ImportResult(text: text, remarks: located, ruleCount: entries.count { $0.objection == nil })
  }

  /// The bindings of a draft that is not finished, each as a rules file of its own.
  /// - Throws: `ImportError` if the time is over.
  func bindings(of draft: ImportDraft, for desktop: DesktopKind?) throws(ImportError) -> ImportedBindings {
    var all: [ImportedBindings.Binding] = []
    for rule in draft.rules.prefix(ImportedBindings.most) {
      var alone = draft
      (alone.rules, alone.remarks, alone.comments) = ([rule], [], [])
      alone.finish(source, for: desktop)
      let text = text(alone.rules.map { Entry(rule: $0) }, alone, [])
      all.append(.init(rule: alone.rules.first ?? rule, text: text))
      try checkTime(draft)
    }
    return ImportedBindings(all: all, kind: kind, source: source, keyNames: keyNames)
  }

  /// - Throws: `ImportError` if the time is over, with the line of the last rule.
  func checkTime(_ draft: ImportDraft) throws(ImportError) {
    guard time.isOver() else { return }
    throw ImportError("this takes too long to read", line: draft.rules.map(\.line).max())
  }

  /// Objects to each rule with an error, and to each that can never act, by itself or because another one precedes it.
  /// - Returns: remarks on the other warnings.
  /// - Throws: `ImportError` if the time is over.
  private func object(to entries: inout [Entry], _ draft: ImportDraft) throws(ImportError) -> [ImportDraft.Remark] {
    var messages = messages(about: entries, draft)
    // The number of messages is limited, and rules are compared only if there is no error.
    while messages.contains(where: { $0.message.severity == .error }) {
      try checkTime(draft)
      for (entry, _, message) in messages where message.severity == .error && entries[entry].objection == nil {
        entries[entry].objection = ImportText(message.message)
      }
      messages = self.messages(about: entries, draft)
    }
    var remarks: [ImportDraft.Remark] = []
    for (entry, other, message) in messages where entries[entry].objection == nil {
      let id = MessageID(rawValue: message.id)
      // Notes on where the rule does not act, or the desktop acts as well: in the other tool, it was not so.
      guard message.severity == .warning || id == .touchscreenOnly || id == .desktopGesture else { continue }
      guard let id, [.neverActs, .hiddenRule].contains(id) else {
        let kind = id.flatMap { Self.kind(of: $0, draft) } ?? .changed
        remarks.append(.init(kind, line: entries[entry].rule.line, ImportText(message.message)))
        continue
      }
      entries[entry].objection =
        other.map { "the rule for \(line: entries[$0].rule.line) always acts first" } ?? ImportText(message.message)
    }
    return remarks
  }

  /// The kind of the remark for a message on what the desktop does beside a rule, or with the same command before; nil
  /// for other messages.
  private static func kind(of message: MessageID, _ draft: ImportDraft) -> ImportRemark.Kind? {
    switch message {
    case .desktopGesture, .desktopClicks, .pointerMoves: draft.tool.hidesGestures ? .both : .note
    case .touchscreenOnly: .note
    // The compositor may have commands of its own, as one that is made from sway.
    case .malformedCommand where [.hyprland, .sway].contains(draft.kind): .note
    default: nil
    }
  }

  /// The messages about the entries that are in force: each with the index of its entry, and that of the entry to which
  /// its first note refers.
  private func messages(
    about entries: [Entry], _ draft: ImportDraft
  ) -> [(entry: Int, other: Int?, message: Diagnostic)] {
    let indices = entries.indices.filter { entries[$0].objection == nil }
    let rules = indices.map { YAMLValue.mapping(entries[$0].rule.entries(isInGroup: false)) }
    func entry(_ span: Span?) -> Int? {
      span.flatMap { indices.indices.contains($0.start.line - 1) ? indices[$0.start.line - 1] : nil }
    }
    return RulesFile.check(rules, with: otherKeys(entries, draft), keyNames: keyNames, time: time).compactMap {
      message in
      entry(message.span).map { ($0, entry(message.notes.first?.span), message) }
    }
  }

  // MARK: Parts of the file

  private func text(_ entries: [Entry], _ draft: ImportDraft, _ remarks: [ImportRemark]) -> String {
    (beforeRules(entries, draft) + body(entries) + footer(remarks)).joined(separator: "\n") + "\n"
  }

  private func beforeRules(_ entries: [Entry], _ draft: ImportDraft) -> [String] {
    let isEmpty = entries.allSatisfy { $0.objection != nil }
    return header(draft)
      + otherKeys(entries, draft).flatMap { key -> [String] in
        guard case .mapping(let entries) = key.value else { return [] }
        let comment = key.key == .settings ? ["  # For conditions on modifiers."] : []
        return ["\(key.key):"] + comment + entries.map { "  \(YAMLText.scalar($0.key)): \($0.value.flow)" } + [""]
      } + [isEmpty ? "rules: []" : "rules:"]
  }

  /// The keys before the rules, whose values are mappings.
  private func otherKeys(_ entries: [Entry], _ draft: ImportDraft) -> [YAMLValue.Entry] {
    let strokes = draft.strokes.map { YAMLValue.Entry($0.name, YAMLValue($0.drawings)) }
    let readsKeyboards = entries.contains { $0.objection == nil && $0.rule.readsKeyboards }
    return (readsKeyboards ? [.init(.settings, .mapping([.init(.readKeyboards, .word("true"))]))] : [])
      + (draft.ignoredDevices.isEmpty ? [] : [.init(.devices, .mapping(draft.ignoredDevices))])
      + (strokes.isEmpty ? [] : [.init(.strokes, .mapping(strokes))])
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
        lines += ["  - when: \(YAMLValue.mapping(conditions).flow)", "    rules:"]
        for offset in 0..<count {
          lines += self.lines(of: entries[index + offset], hasSpace: offset > 0, isInGroup: true)
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

  private func lines(of entry: Entry, hasSpace: Bool, isInGroup: Bool) -> [String] {
    let indent = isInGroup ? "      " : "  "
    var lines: [String] = []
    let notes = entry.rule.notes.map { $0.located(in: source) }
    let comments = (entry.rule.comments + notes).flatMap { commentLines($0) }
    // Separates a rule with comments from the previous one.
    if hasSpace, !comments.isEmpty || entry.objection != nil { lines.append("") }
    lines += comments.map { "\(indent)# \($0)" }
    let rule = entry.rule.lines(isInGroup: isInGroup)
    if let objection = entry.objection {
      let remark = ImportDraft.Remark(.leftOut, line: entry.rule.line, objection)
      lines += commentLines(place(ImportRemark(remark, in: source))).map { "\(indent)# \($0)" }
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
      (.leftOut, "Left out:"), (.kept, "Left to the compositor:"), (.changed, "Changed:"), (.better, "Better:"),
      (.both, "The desktop acts as well:"), (.note, "Note:"),
      (.ignored, "Ignored, not needed or without effect:"),
    ]
    return titles.flatMap { kind, title in
      let lines = remarks.filter { $0.kind == kind }.flatMap {
        commentLines(place($0)).map { "#   \($0)" }
      }
      return lines.isEmpty ? [] : ["", "# \(title)"] + lines
    }
  }

  /// A remark behind its file and line.
  private func place(_ remark: ImportRemark) -> String {
    "\(remark.file?.lastComponent ?? source.shortName):\(remark.line): \(remark.message)"
  }

  /// The lines of `text`, without characters that YAML rejects in comments.
  private func commentLines(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { YAMLText.comment(String($0)) }
  }
}
