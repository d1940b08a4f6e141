internal import Diagnostics
internal import Foreign
internal import Text
internal import YAML

/// A name after a sign or word that negates it.
private let negatedName = WholePattern(#"(!=|!~|<>|!|-|not[ :-])\s*(.*\S.*)"#)
/// A name after a sign of comparison.
private let comparedName = WholePattern(#"(==?|=~)\s*(.+)"#)
/// A regular expression between slashes.
private let slashedExpression = WholePattern("/(.+)/[a-z]*")
/// A name in parentheses.
private let nameInParentheses = WholePattern(#"\(([A-Za-z0-9._-]+)\)"#)
/// A regular expression after a word that says so.
private let regexWord = WholePattern(#"regexp?:(\S.*)"#)
/// The same in kitty's and others' short form. A title may start with these letters.
private let re = WholePattern(#"re:(\S*[$\[|+^].*|\S*\.\*.*)"#)
/// A word and whatever follows.
private let wordAndAnything = WholePattern(#"[A-Za-z]{4,}\.\*"#)
/// A class of characters.
private let characterClass = TextPattern(#"\[[A-Za-z0-9^-]+\]"#)
/// A class of two letters.
private let letterPair = TextPattern(#"\[([A-Za-z])([A-Za-z])\]"#)

/// Names and patterns that were probably written in another tool's syntax.
enum PatternDoubt {
  /// The reason to doubt `text` as the value of `key`, a name with wildcards; nil if there is none.
  /// - Parameter isElement: true for an element of a list, which cannot be replaced by a list.
  static func find(_ text: String, for key: String, isElement: Bool) -> Doubt? {
    guard text.utf8.count <= longest else { return nil }
    guard isStrange(text) else { return text.utf8.count > 10 ? nil : word(text, key) }
    let trimmed = text.trimmed
    return quotes(trimmed) ?? negation(trimmed, key) ?? comparison(trimmed, key) ?? path(trimmed, key)
      ?? alternatives(trimmed, key, isElement) ?? expression(trimmed, key) ?? word(trimmed, key)
  }

  /// The longest text that is searched, in bytes. No name is as long.
  private static let longest = 200

  /// True if the text has more than the characters of nearly all names, which need no further look.
  private static func isStrange(_ text: String) -> Bool {
    var previous: UInt8 = 0
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "?"):
        previous = byte
      case UInt8(ascii: "*") where previous != UInt8(ascii: "."): previous = byte
      default: return true
      }
    }
    return text.hasSuffix(".desktop") || text.utf8.first == UInt8(ascii: "-")
  }

  private static func doubt(_ message: String, suggestion: String? = nil, help: String? = nil) -> Doubt {
    Doubt(.patternSyntax, message, suggestion: suggestion.map { YAMLText.element($0) }, help: help)
  }

  /// Curly quotes around the whole text.
  private static func quotes(_ text: String) -> Doubt? {
    let marks: Set<Unicode.Scalar> = ["\u{201c}", "\u{201d}", "\u{201e}", "\u{2018}", "\u{2019}", "\u{201a}", "«", "»"]
    guard let first = text.unicodeScalars.first, let last = text.unicodeScalars.last, text.count > 2,
      marks.contains(first), marks.contains(last)
    else { return nil }
    return Doubt(
      .lookAlike, "YAML reads curly quotes as part of the text",
      suggestion: YAMLText.element(String(text.dropFirst().dropLast())))
  }

  /// `!firefox`, `not firefox`, `!= firefox`
  private static func negation(_ text: String, _ key: String) -> Doubt? {
    guard text.first.map({ "!<-n".contains($0) }) == true,
      let match = text.wholeMatch(of: negatedName), let sign = match[1], let rest = match[2],
      sign != "-" || rest.startIndex == sign.endIndex && rest.first.map({ $0.isASCII && $0.isLetter }) == true
    else { return nil }
    // An exclamation mark may start a window's title, with a space behind it.
    if key == .title, sign == "-" || sign == "!" && text.dropFirst().first?.isWhitespace == true {
      return nil
    }
    let name = YAMLText.element(String(rest).unquoted)
    let help =
      key == .device
      ? "'device' takes the devices that are meant, such as 'touchpad'" : "write 'not: {\(key): \(name)}'"
    return doubt("\(Phrase.quote(sign.trimmed)) is part of the name and negates nothing", help: help)
  }

  /// The properties of windows in other tools, with a value.
  private static let properties = WholePattern(
    #"""
    \[?\s*\$?(app_id|app-id|appid|class|instance|con_mark|window_class|windowclass|initial[cC]lass|initial[tT]itle\#
    |wm_class|window|name|title|app|output|monitor)\s*([:=~]+|is\s)\s*(.*)
    """#)

  /// `class:firefox`, `app_id="firefox"`, `== firefox`
  private static func comparison(_ text: String, _ key: String) -> Doubt? {
    guard text.contains(where: { ":=~".contains($0) }) || text.contains(" is") else { return nil }
    let property = text.wholeMatch(of: properties)?[3].map { $0.last == "]" ? $0.dropLast() : $0 }
    guard let match = property ?? text.wholeMatch(of: comparedName)?[2] else { return nil }
    let value = String(match).unquoted
    // A title may start with such a word.
    guard !value.isEmpty, key != Word.title.name || !text.contains(": ") else { return nil }
    let meant = regex(value).flatMap { $0.count == 1 ? $0[0] : nil } ?? value
    return doubt("\(Phrase.quote(text)) is taken as the name itself", suggestion: meant)
  }

  private static func path(_ text: String, _ key: String) -> Doubt? {
    guard key == Word.app.name else { return nil }
    if text.hasSuffix(".desktop") {
      return doubt("the name of an application has no '.desktop'", suggestion: String(text.dropLast(8)))
    }
    guard text.first == "/", text.last != "/", text.dropFirst().contains("/"), !text.contains("*"),
      let name = text.split(separator: "/").last
    else { return nil }
    return doubt("an application is known by its app id, not by its path", suggestion: String(name))
  }

  /// `firefox|chromium`, `firefox, chromium`, `{firefox,chromium}`
  private static func alternatives(_ text: String, _ key: String, _ isElement: Bool) -> Doubt? {
    let expression = text.contains("|") ? text.wholeMatch(of: slashedExpression)?[1] : nil
    var bare = expression.map(String.init) ?? text
    for (start, end) in [("{", "}"), ("(", ")"), ("^(", ")$")]
    where bare.hasPrefix(start) && bare.hasSuffix(end) && bare.count > start.count + end.count {
      bare = String(bare.dropFirst(start.count).dropLast(end.count))
    }
    var parts = bare.split(separator: "|").map(\.trimmed)
    // In titles, bars and commas are common.
    if key == .title, text.contains(" | ") { return nil }
    if parts.count < 2, key != Word.title.name {
      parts = bare.split { $0 == "," || $0 == ";" }.map(\.trimmed)
      if parts.count < 2 { parts = bare.replacing(" or ", with: "|").split(separator: "|").map(\.trimmed) }
    }
    // A name may contain commas, in front of spaces.
    let areNames = key == .device ? parts.allSatisfy { Vocabulary.word($0, in: .device) != nil } : true
    guard parts.count > 1, areNames || bare.contains("|"), parts.allSatisfy({ !$0.isEmpty }),
      bare.contains("|") || parts.allSatisfy({ !$0.contains(" ") })
    else { return nil }
    // Each part of `/firefox|chrom.*/` matches anywhere.
    let names = parts.flatMap { regex(expression == nil ? $0.unquoted : "/\($0)/") ?? [$0.unquoted] }
    let list = YAMLText.list(names)
    return Doubt(
      .patternSyntax, "\(Phrase.quote(text)) is a single name; several names are a list",
      suggestion: isElement ? nil : list, help: isElement ? "write each name as an element of the list" : nil)
  }

  /// Regular expressions and the wildcards of other tools.
  private static func expression(_ text: String, _ key: String) -> Doubt? {
    if key != Word.title.name, let name = text.wholeMatch(of: nameInParentheses)?[1] {
      return doubt("the parentheses are part of the name", suggestion: String(name))
    }
    guard let meant = regex(text) else {
      guard text.count > 2, text.first == "%", text.last == "%" else { return nil }
      return doubt("the wildcards are '*' and '?'", suggestion: "*\(text.dropFirst().dropLast())*")
    }
    return doubt(
      "\(Phrase.quote(text)) is not a regular expression here: the wildcards are '*' and '?'",
      suggestion: meant.count == 1 ? meant[0] : nil)
  }

  /// The texts with wildcards that a regular expression means, one at most; empty if that is unknown. Nil if `text` is
  /// no regular expression.
  private static func regex(_ text: String) -> [String]? {
    var body = text
    var isExpression = false
    if text.first == "/" || text.hasPrefix("re"),
      let match = text.wholeMatch(of: slashedExpression)?[1] ?? text.wholeMatch(of: regexWord)?[1]
        // A title may start with the two letters.
        ?? text.wholeMatch(of: re)?[1]
    {
      (body, isExpression) = (String(match), true)
    }
    if body.hasPrefix("(?i)") { (body, isExpression) = (String(body.dropFirst(4)), true) }
    let isAnchored = (start: body.hasPrefix("^"), end: body.hasSuffix("$") && !body.hasSuffix("\\$"))
    if isAnchored.start { body = String(body.dropFirst()) }
    if isAnchored.end { body = String(body.dropLast()) }
    isExpression = isExpression || isAnchored.start || isAnchored.end && body.count > 0
    if body.hasPrefix("("), body.hasSuffix(")"), isExpression { body = String(body.dropFirst().dropLast()) }
    // `org.gnome.*` is a name with a wildcard.
    let hasStar =
      body.hasPrefix(".*") || body.contains(".+")
      || body.wholeMatch(of: wordAndAnything) != nil
    guard isExpression || hasStar || body.contains("\\.") || body.contains(characterClass)
    else { return nil }
    // An expression matches anywhere, unless it is anchored.
    if isExpression, !isAnchored.start, !body.hasPrefix(".*") { body = ".*" + body }
    if isExpression, !isAnchored.end, !body.hasSuffix(".*") { body += ".*" }
    body = body.replacing(".*", with: "*").replacing(".+", with: "?*").replacing("\\.", with: ".")
      .replacing("\\-", with: "-")
    // Case makes no difference: [Ff] is f.
    body = body.replacing(letterPair) { match in
      match[1]?.lowercased() == match[2]?.lowercased() ? match[1]?.lowercased() ?? "?" : "?"
    }
    return body.contains { "\\[](){}+^$|".contains($0) } || body.isEmpty ? [] : [body]
  }

  /// Words for everything and for nothing.
  private static func word(_ text: String, _ key: String) -> Doubt? {
    let word = text.lowercased()
    switch key {
    case Word.app.name, Word.title.name, Word.output.name:
      if ["any", "all", "everything", "every"].contains(word) {
        return doubt("\(Phrase.quote(text)) is taken as a name", help: "without '\(key)', the rule acts for all")
      }
      if ["none", "nothing", "null", "no"].contains(word), key != Word.title.name {
        return doubt(
          "\(Phrase.quote(text)) is taken as a name", help: "for a desktop without a window, write '\(key): \"\"'")
      }
      guard key == Word.output.name else { return nil }
      let roles = ["primary", "internal", "external", "laptop", "builtin", "built-in", "current", "focused", "main"]
      guard roles.contains(word) || Int(word) != nil else { return nil }
      return doubt(
        "\(Phrase.quote(text)) is taken as an output's name", help: "outputs have names such as eDP-1 and HDMI-A-1")
    default: return nil
    }
  }
}

extension String {
  /// The text without straight quotes around it.
  fileprivate var unquoted: String {
    let text = trimmed
    guard let first = text.first, first == "\"" || first == "'", text.last == first, text.count > 1 else { return text }
    return String(text.dropFirst().dropLast())
  }
}
