internal import Diagnostics
internal import Rules
internal import YAML

/// What the keys of the file hold.
struct FileContent {
  /// The rules that have no mistake.
  var rules: [CheckedRule] = []
  /// The layout of `settings`.
  var keyboard: KeyboardLayout?
  /// What keys go by, where `settings` say so.
  var injection: Injection?
  /// What `devices` says.
  var devices: [DeviceStatement] = []
  /// The command of `settings` that says whether the session is locked.
  var lockProbe: String?
  /// How long fingers take to land together, where `settings` say so.
  var settling: Duration?
}

extension RulesReader {
  /// The keys of a file; nil where it has none.
  mutating func keys(of root: Node?, number: Int) -> Fields? {
    let isMain = number == 0
    guard let root, !root.isNull else {
      if isMain { reportNoRules("there are no rules in it") }
      return nil
    }
    guard case .mapping(let entries) = root.content else {
      let isList = if case .sequence = root.content { true } else { false }
      report(
        .wrongShape, "a rules file is a mapping, not \(Phrase.shape(of: root))", at: root.span.firstCharacter,
        help: isList ? "put 'rules:' in a line above the list" : "write 'rules:' and the list of rules below it")
      return nil
    }
    let fields = fields(of: entries, in: .file)
    var couldBeRules = false
    for entry in fields.unknown where !(couldBeRules && isOfRule(entry)) && !Self.isForAnchors(entry) {
      if fields["rules"] == nil, isOfRule(entry), !entry.value.isMapping {
        report(
          .wrongShape, "a rule stands in the list under 'rules'", at: entry.key.place,
          help: "write 'rules:' in a line above it, and '- ' in front of its first key")
        couldBeRules = true
        continue
      }
      let isMeant = reportUnknown(entry, in: .file)
      // What holds a list or a mapping was meant for the rules, whatever it is called.
      couldBeRules = couldBeRules || isMeant || entry.value.isMapping || entry.value.isSequence
    }
    if case .mapping(let settings)? = fields["settings"]?.value.content {
      couldBeRules = couldBeRules || settings.contains { $0.key.text == "rules" }
    }
    // What is included may have them.
    if isMain, fields["rules"] == nil, fields["include"] == nil, !couldBeRules {
      reportNoRules("there are no rules in it: 'rules' is missing")
    }
    return fields
  }

  /// Whether it is the author's own key, as for anchors of what several rules share: nothing is read there.
  private static func isForAnchors(_ entry: Node.Entry) -> Bool { entry.key.text?.hasPrefix("x-") == true }

  /// Reads what all files say. What a file says goes before what those say that it includes.
  mutating func content(of documents: [RulesDocument], shortNames: [String]) -> FileContent {
    var content = FileContent()
    // Before any rule, because they hold for all of them; the main file's last, so that they have the last word.
    for fields in documents.reversed().map(\.fields) {
      if let settings = fields["settings"] { self.settings(settings.value, into: &content) }
      // Of what is said of a device, the first counts.
      if let devices = fields["devices"] { content.devices = deviceStatements(devices.value) + content.devices }
      if let strokes = fields["strokes"] { self.strokes(strokes.value) }
    }
    let include = documents.first?.fields["include"]
    isAlone = include == nil
    for document in documents {
      guard let rules = document.fields["rules"] else { continue }
      fileName = shortNames[document.number]
      content.rules += self.rules(rules.value)
    }
    if let include, content.rules.isEmpty, errorCount == 0 {
      let message = "there are no rules here or in what is included"
      if documents.contains(where: { $0.fields["rules"] != nil }) {
        report(.emptyRules, "\(message): nothing will act", at: include.span)
      } else {
        // Files that are being put in place one after another must not switch everything off.
        report(.noRules, message, at: include.span, help: "where none are wanted, write 'rules: []'")
      }
    }
    return content
  }

  private mutating func reportNoRules(_ message: String) {
    report(
      .noRules, message, at: nil, help: "rules stand in a list under 'rules:'; 'sleight init' writes a starter file")
  }

  /// Whether a key of the file is one of a rule.
  private func isOfRule(_ entry: Node.Entry) -> Bool {
    entry.key.text.flatMap { Vocabulary.word($0, in: .rule) } != nil
  }
}
