internal import Desktop
internal import Diagnostics
internal import Foreign
internal import Gestures
internal import Rules
internal import YAML

/// Makes messages of what the decoder found. Advisors tell what was probably meant by a mismatch, and what was probably
/// not meant by a valid value: for each kind of value an ordered list, of which the first that knows something counts.
///
/// Only here suggestions are made. A suggestion that is more than a word is decoded before it is made.
struct RulesAdviser {
  let keyNames: KeyNames?
  /// The names that the decoder accepted.
  let names: RulesDecoder.Names
  /// The texts of all files, for parts that the YAML nodes leave out.
  let sources: SourceFiles?
  /// The places in them of entries that were decoded in earlier ones.
  let places: Places
  /// The running compositor, if that decides which commands it accepts; nil if unknown.
  let release: CompositorRelease?
  /// The names of the connected devices; empty if unknown.
  let deviceNames: [String]
  /// The content of the files, for trials of suggestions.
  let content: FileContent
  /// True if it tries a suggestion: then it seeks no further ones.
  let isTrial: Bool
  var messages = Messages()
  /// The parts of the present rule that something unknown was probably meant as.
  private var meant: Set<Advice.Part> = []
  private var rule = 0
  /// True if the present rule was reported to have no gesture.
  private var lacksGesture = false
  /// True if an unknown key of the file was probably meant for its rules.
  private var hasRules = false
  let similarKeys = SimilarKeys()
  /// The commands that were judged so far.
  var judged = JudgedCommands()
  /// The number of names and patterns that are searched for another tool's syntax: a search takes half a millisecond.
  private static let mostPatterns = 1_000
  private var searchedPatterns = 0

  /// The doubt about a name or pattern, while few enough were searched.
  mutating func doubt(aboutPattern text: String, for key: String, isElement: Bool) -> Doubt? {
    guard searchesPatterns else { return nil }
    searchedPatterns += 1
    return PatternDoubt.find(text, for: key, isElement: isElement)
  }

  var searchesPatterns: Bool { searchedPatterns < Self.mostPatterns }

  /// The results of searches for mistyped key names: a search through all names is slow.
  final class SimilarKeys {
    static let most = 50
    var byName: [String: String?] = [:]
    /// The names to search; nil until the first search.
    var candidates: [String]?
  }

  init(
    _ content: FileContent, keyNames: KeyNames?, names: RulesDecoder.Names, sources: SourceFiles? = nil,
    places: Places = Places(), release: CompositorRelease? = nil, deviceNames: [String] = [],
    isTrial: Bool = false
  ) {
    self.content = content
    self.keyNames = keyNames
    self.names = names
    self.sources = sources
    self.places = places
    self.release = release
    self.deviceNames = deviceNames
    self.isTrial = isTrial
  }

  /// Makes the messages of all findings.
  /// - Parameter time: the time that is left; when it is over, messages have no more advice, and an error says so.
  mutating func advise(on findings: [Finding], within time: ReadingTime? = nil) {
    for (index, finding) in findings.enumerated() {
      // Valid values take longest.
      if case .valid(let value) = finding, index % 16 == 0, !messages.isFull, time?.isOver() == true {
        return messages.add(Diagnostic(.tooSlow, MessageID.tooSlowText, at: value.span))
      }
      switch finding {
      case .message(let message): messages.add(message)
      case .mismatch(let mismatch): advise(on: mismatch)
      case .valid(let value): if !messages.isFull { advise(on: value) }
      }
    }
  }

  private mutating func advise(on mismatch: Mismatch) {
    if mismatch.rule != rule { (rule, meant, lacksGesture) = (mismatch.rule, [], false) }
    switch mismatch.found {
    case .noGesture:
      if meant.contains(.gesture) { return }
      lacksGesture = true
    case .noAction: if meant.contains(.action) || lacksGesture { return }
    case .noRules: if hasRules { return }
    case .ruleInFile: hasRules = true
    case .key(let key) where key.context == .file && hasRules && key.isOfRule: return
    case .chord(let text, let parts):
      guard let advice = advice(onChord: text) else {
        for part in parts { advise(on: part) }
        return
      }
      return add(mismatch, advice)
    default: break
    }
    guard let advice = messages.isFull ? nil : advice(on: mismatch) else { return add(mismatch) }
    meant.formUnion(advice.meant)
    if case .key(let key) = mismatch.found, key.context == .file, advice.meant.contains(.rules) { hasRules = true }
    add(mismatch, advice)
  }

  private mutating func add(_ mismatch: Mismatch) {
    messages.add(
      Diagnostic(
        mismatch.id, mismatch.message, at: mismatch.span, help: mismatch.help,
        notes: mismatch.notes))
  }

  private mutating func add(_ mismatch: Mismatch, _ advice: Advice) {
    messages.add(
      Diagnostic(
        advice.id ?? mismatch.id, advice.message ?? mismatch.message,
        at: (advice.span ?? mismatch.span), suggestion: advice.suggestion, help: advice.help,
        notes: advice.keepsNotes ? mismatch.notes : []))
  }

  private func advice(on mismatch: Mismatch) -> Advice? {
    switch mismatch.found {
    case .key(let key): advice(on: key, mismatch)
    case .action(let entry, let moment, let isAlone): advice(onAction: entry, of: moment, isAlone: isAlone)
    case .word(let text, let key, let context, let isElement):
      advice(on: FoundWord(text: text, key: key, context: context, isElement: isElement))
    case .quantity(let text, let key, let limits):
      advice(on: FoundQuantity(text: text, key: key, limits: limits), mismatch)
    case .range(let halves, let unit): advice(onRange: halves, unit: unit, mismatch)
    case .angle(let angle): advice(onAngle: angle, mismatch)
    case .fingers(let text): Self.fingers(meantBy: text).map { Advice(suggestion: $0, help: mismatch.help) }
    case .number(let text, let key):
      Self.number(meantBy: text, for: key).map { Advice(suggestion: $0, help: mismatch.help) }
    case .regions(let one, let other): Self.advice(onRegions: one, other)
    case .region(let name):
      Suggestion.nearest(to: name, among: [Word.all.name]).map { Advice(suggestion: $0, help: mismatch.help) }
    case .flag(let text, let key): Self.flag(meantBy: text, for: key)
    case .modifier(let part, let isOfChord): advice(onModifier: part, isOfChord: isOfChord)
    case .keyName(let part): advice(onKey: part)
    case .noModifiers: Advice(suggestion: "[]")
    case .device(let text, let everyDevice): Self.device(meantBy: text, everyDevice: everyDevice, mismatch)
    case .deviceProperties(let value):
      value.text.flatMap { Self.properties(meantBy: $0) }.map { Advice(suggestion: $0, help: mismatch.help) }
    case .size(let size): Advice(suggestion: size.suggestion, help: mismatch.help)
    case .unit(let side, let size): Self.advice(onUnit: side, of: size, mismatch)
    case .stroke(let name, let names): advice(onStroke: name, names)
    case .name(let name, let names): nearest(to: name, among: names).map { Advice(suggestion: $0) }
    case .condition(let value):
      value.text.flatMap { Self.condition(meantBy: $0) }.map { Advice(suggestion: $0, help: mismatch.help) }
    case .pattern(let entry, let key): Self.advice(onPattern: entry, of: key)
    case .scroll(let direction): Advice(suggestion: direction, help: mismatch.help)
    case .steps(let quantity): Advice(suggestion: quantity.digits)
    case .shownHand(let value):
      value.text.flatMap { Int($0) }.flatMap { Trigger.showableFingers.contains($0) ? value.text : nil }
        .map { Advice(suggestion: "{fingers: \($0)}", help: mismatch.help) }
    case .arguments(let value): Self.advice(onArguments: value, mismatch)
    case .rule(let node): Self.advice(onRule: node)
    case .file(let node): Self.advice(onFile: node)
    case .path(let path, let name, let names): advice(onPath: path, name, names)
    case .chord, .noGesture, .noAction, .noRules, .ruleInFile, nil: nil
    }
  }

  /// The candidate most like `word`; nil if there is none, or if suggestions are not searched for any more.
  func nearest(to word: String, among candidates: @autoclosure () -> [String]) -> String? {
    messages.seeksSuggestions ? Suggestion.nearest(to: word, among: candidates()) : nil
  }

  /// Reports characters that nobody sees, unless a message on the same line explains them, or they are written as
  /// escapes.
  mutating func warn(ofInvisible texts: [(scalar: Unicode.Scalar, span: Span)]) {
    for (scalar, span) in texts where !messages.isFull {
      let place = places.place(span)
      let lines = (place.start.line...max(place.start.line, place.end.line)).lazy
        .compactMap { [sources] in sources?[place.file].line($0) }
      // A file of one line would be searched again for each of its texts.
      let isWritten = lines.contains {
        $0.count > Self.longestLine || String(decoding: $0, as: UTF8.self).unicodeScalars.contains(scalar)
      }
      guard isWritten else { continue }
      let words = LookAlike.explanation(of: scalar)
      let isExplained = messages.all.contains {
        $0.span?.start.line == span.start.line && $0.file == span.file && ($0.message == words || $0.help == words)
      }
      if !isExplained {
        report(.lookAlike, words, at: span, help: "delete it, or write it as an escape in double quotes")
      }
    }
  }

  /// Adds a message about a valid value.
  mutating func report(
    _ id: MessageID, _ message: String, at span: Span?, suggestion: String? = nil, help: String? = nil
  ) {
    messages.add(
      Diagnostic(id, message, at: span, suggestion: suggestion, help: help))
  }
}

// MARK: Trials
extension RulesAdviser {
  /// The largest mapping that is looked through, or decoded again, for a suggestion. No rule has as many keys.
  static let mostEntries = 50

  /// True if `text` is an action without a mistake.
  func checks(_ text: String) -> Bool {
    guard messages.seeksSuggestions, let node = try? Node.parse(Array(text.utf8)) else { return false }
    var decoder = RulesDecoder(names)
    let actions = decoder.actions(node, of: Word.act.name)
    return actions.count == 1 && trial(of: decoder).all.isEmpty
  }

  func firstThatChecks(_ candidates: [String]) -> String? { candidates.first { checks($0) } }

  /// True if `name` as the key of `entry` makes the rule that consists of `rule` better.
  func checks(_ name: String, insteadOf entry: Node.Entry, in rule: [Node.Entry]) -> Bool {
    guard messages.seeksSuggestions else { return false }
    guard !isTrial, rule.count <= Self.mostEntries else { return true }
    let changed = rule.map { other -> Node.Entry in
      guard other.key == entry.key else { return other }
      var entry = entry
      entry.key.content = .scalar(name, isPlain: true)
      return entry
    }
    return errors(in: changed) < errors(in: rule)
  }

  /// The number of errors in a rule.
  private func errors(in entries: [Node.Entry]) -> Int {
    guard var node = entries.first?.key else { return 0 }
    node.content = .mapping(entries)
    var decoder = RulesDecoder(names)
    decoder.content.defaults = content.defaults
    decoder.content.strokes = content.strokes
    decoder.content.gestures = content.gestures
    _ = decoder.rules(of: node, in: GroupContext())
    return trial(of: decoder).errorCount
  }

  /// The messages about what `decoder` found.
  private func trial(of decoder: RulesDecoder) -> Messages {
    var adviser = RulesAdviser(decoder.content, keyNames: keyNames, names: names, isTrial: true)
    adviser.advise(on: decoder.findings)
    return adviser.messages
  }
}

extension RulesDecoder.Names {
  /// Without a list of keys, every well-formed name is one, except those that mean a modifier, a button or another key.
  init(_ keys: KeyNames?) {
    if let keys {
      let folded = FoldedKeys(keys)
      key = { folded.keysym($0) }
    } else {
      key = { name in
        let isKey =
          name.isKeyName && RulesAdviser.modifier(insteadOfKey: name) == nil && ForeignWord.button(name) == nil
          && Int(name) == nil && RulesAdviser.alias(of: name) == nil
        return isKey ? name : nil
      }
    }
    isDevice = { name in
      name.first != "!" && ForeignWord.find(name, in: .device) == nil
        && Suggestion.nearest(to: name, among: Vocabulary.names(in: .device)) == nil
    }
  }
}
