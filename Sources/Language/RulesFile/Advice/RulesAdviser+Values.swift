internal import Diagnostics
internal import Foreign
internal import Gestures
internal import Rules
internal import Text
internal import Touch
internal import YAML

/// A whole number with a decimal point.
private let wholeNumber = WholePattern(#"[0-9]+\.0*"#)
/// A condition and its value without a colon.
private let twoWords = WholePattern("([A-Za-z-]+) +([^ ]+)")
/// `app == firefox`, `app is not firefox`.
private let writtenComparison = WholePattern(
  #"\[?\$?([A-Za-z_-]+)\s*(=~|~=|!~|==?|!=|:|is not|is|contains|matches|not in|in)\s*["']?(.+)"#)
/// The end of the same.
private let comparisonEnd = TextPattern(#"["']?\s*\]?$"#)
/// A single word.
private let singleWord = WholePattern("[A-Za-z_-]+")

// MARK: Numbers and truth values
extension RulesAdviser {
  /// The number or range that is probably meant by something else: a word, or another notation of a range.
  static func fingers(meantBy text: String) -> String? {
    let words = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
    if let index = words.firstIndex(of: text.lowercased()) { return "\(index + 1)" }
    if ["any", "all", "*"].contains(text.lowercased()) { return "1-\(Trigger.handFingers)" }
    let parts = text.split { !($0.isASCII && $0.isNumber) }.map(String.init)
    // The 0 of 3.0 is not a number of fingers.
    let numbers = (text.wholeMatch(of: wholeNumber) == nil ? parts : Array(parts.prefix(1))).compactMap { Int($0) }
    guard numbers.allSatisfy({ (1...Trigger.mostFingers).contains($0) }) else { return nil }
    switch numbers.count {
    case 1:
      let most = numbers[0] < Trigger.handFingers ? Trigger.handFingers : Trigger.mostFingers
      return text.hasSuffix("+") && numbers[0] < most ? "\(numbers[0])-\(most)" : "\(numbers[0])"
    case 2 where numbers[0] < numbers[1]: return "\(numbers[0])-\(numbers[1])"
    default: return nil
    }
  }

  /// The number that is probably meant by a word, as the value of `anchor` or `taps`.
  static func number(meantBy text: String, for key: String) -> String? {
    let words =
      key == .anchor
      ? ["one": "1", "true": "1", "yes": "1"]
      : ["one": "1", "single": "1", "two": "2", "double": "2", "three": "3", "triple": "3"]
    return words[text.lowercased()]
  }

  /// A word for yes, no, or both.
  static func flag(meantBy text: String, for key: String) -> Advice? {
    switch text.lowercased() {
    case "yes", "on", "1", "y", "true": Advice(suggestion: "true")
    case "no", "off", "0", "n", "false": Advice(suggestion: "false")
    case "any", "both", "either", "all": Advice(help: "without '\(key)', both are meant")
    default: nil
    }
  }
}

// MARK: Devices
extension RulesAdviser {
  static func device(meantBy text: String, everyDevice: String, _ mismatch: Mismatch) -> Advice? {
    if text.first == "!" {
      // All kinds but one.
      let others = Device.Kind.allCases.filter { "!" + $0.rawValue != text }
      let meant = others.count < Device.Kind.allCases.count ? others.first?.rawValue : nil
      return Advice(
        message: "'!' negates nothing in the name of a device", suggestion: meant,
        help: meant == nil ? "write the devices that are meant; 'sleight devices' lists their names" : nil)
    }
    if let foreign = ForeignWord.find(text, in: .device) {
      return Advice(suggestion: foreign.suggestion, help: foreign.suggestion == nil ? everyDevice : mismatch.help)
    }
    return Suggestion.nearest(to: text, among: Vocabulary.names(in: .device)).map {
      Advice(suggestion: $0, help: mismatch.help)
    }
  }

  /// The mapping that is probably meant by a value without its key.
  static func properties(meantBy text: String) -> String? {
    if ["ignore", "ignored", "off", "disabled"].contains(text.lowercased()) { return "{ignore: true}" }
    if Device.Orientation(rawValue: text) != nil { return "{orientation: \(text)}" }
    return WrittenSize(text).flatMap(\.suggestion).map { "{size: \($0)}" }
  }

  static func advice(onUnit side: Quantity, of size: WrittenSize, _ mismatch: Mismatch) -> Advice {
    let isInches = ["in", "inch", "inches", "\"", "''", "″"].contains(side.unit.lowercased())
    return Advice(
      suggestion: size.suggestion,
      help: isInches
        ? "\(mismatch.help ?? ""); an inch is 25.4mm" : size.suggestion == nil ? mismatch.help : nil)
  }
}

// MARK: Regions
extension RulesAdviser {
  /// An edge and a zone: a rectangle that is a part of the edge, and one that names both.
  static func advice(onRegions one: Field, _ other: Field) -> Advice? {
    func text(of key: Word) -> String? { [one, other].first { $0.word == key }.map { $0.value.text ?? "" } }
    guard let edge = text(of: .edge), let zone = text(of: .zone) else { return nil }
    let along = ["left": "0%-50%", "right": "50%-100%", "top": "0%-50%", "bottom": "50%-100%", "center": "25%-75%"]
    let across = ["left": "x: 0mm-6mm", "right": "x: 95%-100%", "top": "y: 0mm-6mm", "bottom": "y: 95%-100%"]
    guard let strip = across[edge], let part = along[zone] else { return nil }
    let isBeside = edge == "left" || edge == "right"
    guard zone == "center" || isBeside == (zone == "top" || zone == "bottom") else { return nil }
    let range = "\((isBeside ? Word.y : Word.x).name): \(part)"
    return Advice(
      help: "for a part of the edge, write the rectangle: 'zone: {\(isBeside ? strip : range), "
        + "\(isBeside ? range : strip)}'", keepsNotes: true)
  }
}

// MARK: Conditions
extension RulesAdviser {
  /// The condition that is probably meant by text: `app == firefox`, `app is not firefox`, `locked`, `firefox`.
  static func condition(meantBy text: String) -> String? {
    guard text.utf8.count <= 200 else { return nil }
    if text.hasPrefix("not "), let inner = condition(meantBy: text.dropFirst(4).trimmed) { return "{not: \(inner)}" }
    if let match = text.wholeMatch(of: twoWords), let name = match[1], let value = match[2],
      let word = Vocabulary.word(String(name), in: .condition),
      ![.not, .any, .under].contains(word), !Word.flags.contains(word)
    {
      return "{\(word.name): \(YAMLText.element(String(value)))}"
    }
    guard let match = text.wholeMatch(of: writtenComparison), let name = match[1].map(String.init),
      let comparison = match[2], let compared = match[3]?.trimmed, let end = compared.firstMatch(of: comparisonEnd)
    else {
      if let word = Vocabulary.word(text, in: .condition) {
        return Word.flags.contains(word) ? "{\(word.name): true}" : nil
      }
      return text.wholeMatch(of: singleWord) == nil ? nil : "{app: \(text)}"
    }
    guard let word = Vocabulary.word(name, in: .condition)?.name ?? ForeignWord.find(name, in: .condition)?.suggestion
    else { return nil }
    var part = compared[..<end.range.lowerBound]
    var value = YAMLText.element(String(part))
    switch comparison {
    case "=~", "~=", "!~", "contains", "matches":
      if part.count > 2, part.first == "/", part.last == "/" { part = part.dropFirst().dropLast() }
      // Other expressions have no counterpart.
      guard part.allSatisfy({ $0.isLetter || $0.isNumber || " -_*".contains($0) }) else { return nil }
      value = YAMLText.element("*\(part.replacing(".*", with: "*"))*".replacing("**", with: "*"))
    case "in", "not in":
      let names = part.split { (character: Character) -> Bool in "[](){},\"' ".contains(character) }.map {
        String($0)
      }
      guard !names.isEmpty else { return nil }
      value = YAMLText.list(names)
    default: break
    }
    let clause = "{\(word): \(value)}"
    return ["!=", "!~", "is not", "not in"].contains(comparison) ? "{not: \(clause)}" : clause
  }

  /// A mapping in place of a text with wildcards: `{contains: fire}`.
  static func advice(onPattern entry: Node.Entry, of key: String) -> Advice? {
    guard let name = entry.key.text?.lowercased(), let text = entry.value.text else { return nil }
    let wildcards = [
      "contains": "*\(text)*", "includes": "*\(text)*", "starts-with": "\(text)*", "startswith": "\(text)*",
      "prefix": "\(text)*", "ends-with": "*\(text)", "endswith": "*\(text)", "suffix": "*\(text)",
      "equals": text, "is": text, "exact": text, "name": text, "glob": text,
    ]
    let isNegation = ["not", "except", "is-not", "isnt", "not-equals"].contains(name)
    return Advice(
      suggestion: wildcards[name].map { YAMLText.element($0) },
      help: isNegation
        ? "write 'not: {\(key): \(YAMLText.element(text))}'"
        : wildcards[name] == nil ? "write 'app: firefox'; the wildcards are '*' and '?'" : nil)
  }
}

// MARK: Others
extension RulesAdviser {
  func advice(onStroke name: String, _ names: [String]) -> Advice? {
    let foreign = ForeignWord.find(name, in: .stroke)
    return (foreign == nil ? nearest(to: name, among: names) : foreign?.suggestion).map { Advice(suggestion: $0) }
  }

  /// A shell command under `run`.
  static func advice(onArguments value: Node, _ mismatch: Mismatch) -> Advice? {
    guard let text = value.text.map(ShellText.init), text.isSimple, let words = text.words, !words.isEmpty else {
      return nil
    }
    return Advice(suggestion: YAMLText.list(words), help: mismatch.help)
  }

  /// Text in place of a rule.
  static func advice(onRule node: Node) -> Advice? {
    guard let text = node.text else { return nil }
    if let colon = text.firstRange(of: "\u{ff1a}") {
      return Advice(
        message: LookAlike.explanation(of: Unicode.Scalar("\u{ff1a}")),
        help: "write '\(text[..<colon.lowerBound].trimmed): \(text[colon.upperBound...].trimmed)'")
    }
    return gluedKey(text, in: .rule).map { Advice(help: "a space is missing after '\($0):'") }
  }

  /// Text in place of a file.
  static func advice(onFile node: Node) -> Advice? {
    guard node.text?.contains("\u{ff1a}") == true else { return nil }
    return Advice(
      message: LookAlike.explanation(of: Unicode.Scalar("\u{ff1a}")), help: "write ':' and a space after each key")
  }

  func advice(onPath path: String, _ name: String, _ names: [String]) -> Advice? {
    let meant = names.isEmpty ? nil : nearest(to: name, among: names)
    for home in ["$HOME/", "${HOME}/"] where path.hasPrefix(home) {
      return Advice(help: "'include' expands no variables: write '~/\(path.dropFirst(home.count))'")
    }
    if path.contains("$") { return Advice(help: "'include' expands no variables, only '~/'") }
    if path.contains("://") { return Advice(message: "'include' takes the path of a file, not an address") }
    let isHome = path.hasPrefix("~") && !path.hasPrefix("~/")
    guard meant != nil || isHome else { return nil }
    return Advice(
      suggestion: meant.map { path.dropLast(name.count) + $0 }, help: isHome ? "'~/' is the home directory" : nil)
  }
}
