internal import Diagnostics
internal import YAML

/// What the keys of the file hold.
struct FileContent {
  /// The rules that have no mistake.
  var rules: [CheckedRule] = []
  /// The layout of `settings`.
  var keyboard: KeyboardLayout?
  /// What `devices` says.
  var devices: [DeviceStatement] = []
  /// How long fingers take to land together, where `settings` say so.
  var settling: Duration?
}

extension RulesReader {
  /// Reads the whole document.
  mutating func file(_ root: Node?) -> FileContent {
    var content = FileContent()
    guard let root, !root.isNull else {
      report(
        .noRules, "there are no rules in it", at: nil,
        help: "rules stand in a list under 'rules:'; 'sleight init' writes a starter file")
      return content
    }
    guard case .mapping(let entries) = root.content else {
      let isList = if case .sequence = root.content { true } else { false }
      report(
        .wrongShape, "a rules file is a mapping, not \(Phrase.shape(of: root))", at: root.span.firstCharacter,
        help: isList ? "put 'rules:' in a line above the list" : "write 'rules:' and the list of rules below it")
      return content
    }

    let fields = fields(of: entries, in: .file)
    var couldBeRules = false
    for entry in fields.unknown {
      let isMeant = reportUnknown(entry, in: .file)
      couldBeRules = couldBeRules || isMeant
    }
    if let settings = fields["settings"] { self.settings(settings.value, into: &content) }
    if let devices = fields["devices"] { content.devices = deviceStatements(devices.value) }
    if let strokes = fields["strokes"] { self.strokes(strokes.value) }
    if let rules = fields["rules"] {
      content.rules = self.rules(rules.value)
    } else if !couldBeRules {
      report(
        .noRules, "there are no rules in it: 'rules' is missing", at: nil,
        help: "rules stand in a list under 'rules:'; 'sleight init' writes a starter file")
    }
    return content
  }
}
