internal import Diagnostics
internal import Foreign
internal import Gestures
internal import Text
internal import YAML

/// A key whose value has an anchor.
private let anchor = TextPattern(#":\s+&"#)
/// Reads Fusuma's config.yml: gestures, fingers, directions and phases as nested keys, in any number of documents, each
/// of which may be for some applications only.
struct FusumaImporter {
  private var rules: FusumaRules
  /// The scope of the current node.
  private var scope = FusumaBinding.Scope(gesture: "")
  /// True in a document with a context.
  private var isInContext = false
  private var direction: String?
  private var phase: ImportedRule.Phase?
  private var bindings: [FusumaBinding] = []
  /// The reason why bindings of the current document are left out; nil if they are not.
  private var objection: ImportText?
  private let source: ImportSource

  private static let gestures = ["swipe", "pinch", "rotate", "hold", "tap"]
  /// The directions of a gesture.
  static func directions(of gesture: String) -> [String] {
    Gesture.Kind(rawValue: gesture).flatMap { Tool.of(.fusuma).words[$0] }?.words ?? []
  }
  private static let phases: [String: ImportedRule.Phase] = [
    "begin": .begin, "update": .update, "end": .end, "cancelled": .cancel,
  ]
  static let actions = ["command", "sendkey", "workspace", "window", "shortcut"]
  /// The properties that have a counterpart, or none that could be missed.
  static let settings = ["threshold", "interval", "keypress"]
  private static let sections = ["threshold", "interval", "plugin", "context", "remap", "thumbsense", "application"]
  /// The keys below a gesture.
  private static let inGesture = (
    keys: gestures.flatMap(directions) + phases.keys + actions + ["keypress"], place: "below a gesture, such as 'swipe'"
  )
  /// The keys that can be expected in a comment.
  private static let keys = Set([gestures, Array(phases.keys), actions, settings, sections].joined())
    .union(gestures.flatMap(directions))
  /// The maximum number of bindings, against nested aliases that expand to a billion.
  private static let maxBindings = 5_000

  /// Reads a configuration.
  /// - Throws: `ImportError` if it is not YAML.
  static func read(_ source: ImportSource, _ translator: CommandTranslator) throws(ImportError) -> ImportDraft {
    var reader = FusumaImporter(source, rules: FusumaRules(translator))
    reader.rules.draft.comments = YAMLComments.read(source)
    reader.rules.draft.isStatement = { text in
      YAMLComments.key(in: text).map { keys.contains($0) || Int($0) != nil } ?? false
    }
    var roots: [Node] = []
    for document in documents(of: source) {
      if let root = try Node.read(document.text) { roots.append(root) }
    }
    // The thresholds of documents without a context apply to all (threshold in swipe_detector.rb, which is asked
    // without a context; the first document that states one counts).
    for root in roots where root.lastValue(of: "context") == nil {
      reader.rules.thresholds.merge(reader.numbers(root.lastEntries, "threshold")) { first, _ in first }
    }
    for root in roots { reader.read(document: root) }
    reader.rules.remarkPrecedence()
    reader.rules.letDragsRunAlongsideSwipes()
    return reader.rules.draft
  }

  private init(_ source: ImportSource, rules: FusumaRules) {
    self.source = source
    self.rules = rules
  }

  /// The documents, each with the other lines empty to preserve line numbers.
  private static func documents(of source: ImportSource) -> [ImportSource] {
    let marks = source.lines.indices.filter { source.lines[$0] == "---" || source.lines[$0].hasPrefix("--- ") }
    var start = 1
    var documents: [ImportSource] = []
    for end in marks.prefix(200).map({ $0 + 1 }) + [source.lines.count + 1] {
      if end > start { documents.append(source.keeping(start...end - 1)) }
      start = end + 1
    }
    return documents
  }

  // MARK: Documents

  private mutating func read(document: Node) {
    let entries = document.lastEntries
    scope.applications = []
    objection = nil
    let context = document.lastValue(of: "context")
    isInContext = context != nil
    if let context { read(context: context) }
    if isInContext, let section = entries.last(where: { $0.key.text == "threshold" }) { ignoreThreshold(section) }
    rules.intervals = numbers(entries, "interval")
    if let plugins = document.lastValue(of: "plugin") { readPlugins(plugins) }
    bindings = []
    for entry in entries { readTopLevel(entry) }
    rules.add(bindings)
  }

  private mutating func read(context: Node) {
    if let name = context.text { objection = Self.objection(to: name) }
    for entry in context.lastEntries {
      switch entry.key.text {
      case "application":
        if case .mapping = entry.value.content {
          objection = "the applications of its context are in an unknown form"
        } else {
          scope.applications = entry.value.texts
        }
      case "plugin_defaults": ignore(entry)
      case let name?: objection = Self.objection(to: name)
      case nil: break
      }
    }
  }

  private static func objection(to context: String) -> ImportText {
    "no condition corresponds to the context \(Phrase.quote(context))"
  }

  /// Remarks that a setting has no counterpart.
  private mutating func ignore(_ entry: Node.Entry) {
    rules.draft.ignore(entry.line, "\(Phrase.quote(entry.key.text ?? "")) has no counterpart")
  }

  /// Remarks on a threshold in a context.
  private mutating func ignoreThreshold(_ entry: Node.Entry) {
    rules.draft.ignore(entry.line, "'threshold' has no effect in a context: Fusuma takes that of the part without one")
  }

  /// Remarks on a key that Fusuma does not know.
  /// - Parameter places: the keys that it knows elsewhere.
  private mutating func reject(
    _ entry: Node.Entry, among words: some Sequence<String>, elsewhere places: [(keys: [String], place: String)]
  ) {
    guard let name = entry.key.text else { return }
    let isBinding = Self.isBinding(entry.value)
    rules.draft.remark(
      isBinding ? .leftOut : .ignored, line: entry.line,
      ImportDraft.unknownKey(name, among: words, elsewhere: places))
  }

  /// True if there is an action in `node`, a few levels deep at most.
  private static func isBinding(_ node: Node, depth: Int = 0) -> Bool {
    depth < 5
      && node.lastEntries.contains { entry in
        entry.key.text.map(actions.contains) ?? false || isBinding(entry.value, depth: depth + 1)
      }
  }

  /// Reads the settings of plugins. Only the pipes of executors have a counterpart:
  /// `executors: {server_executor: {pipe: /run/user/1000/fusuma_fifo}}`.
  private mutating func readPlugins(_ plugins: Node) {
    for entry in plugins.lastEntries {
      let executors = entry.value.lastEntries
      guard entry.key.text == "executors", !executors.isEmpty else {
        ignore(entry)
        continue
      }
      for executor in executors {
        guard let name = executor.key.text, name.hasSuffix("_executor"),
          let pipe = executor.value.lastValue(of: "pipe")?.text,
          // A path that the shell takes as one word.
          !pipe.isEmpty, pipe.allSatisfy({ $0.isLetter || $0.isNumber || "_/.$~{}-".contains($0) })
        else {
          ignore(executor)
          continue
        }
        rules.pipes[String(name.dropLast("_executor".count))] = pipe
        for other in executor.value.lastEntries where other.key.text != "pipe" { ignore(other) }
      }
    }
  }

  /// Numbers by gesture: `threshold: {swipe: 0.5}`.
  private mutating func numbers(_ entries: [Node.Entry], _ key: String) -> [String: Double] {
    var numbers: [String: Double] = [:]
    guard let section = entries.last(where: { $0.key.text == key }) else { return [:] }
    if section.value.text != nil, !section.value.isNull { ignore(section) }
    for entry in section.value.lastEntries {
      guard let name = entry.key.text else { continue }
      guard Self.gestures.contains(name) else {
        reject(entry, among: Self.gestures, elsewhere: [Self.inGesture])
        continue
      }
      numbers[name] = number(entry)
      if numbers[name] != nil, let reason = FusumaRules.objection(to: key, of: name) {
        rules.draft.ignore(entry.line, reason)
      }
    }
    return numbers
  }

  /// The number in an entry; nil, with a remark, if it has none.
  private mutating func number(_ entry: Node.Entry) -> Double? {
    if let number = entry.value.text.flatMap(ImportedQuantity.number), number >= 0 { return number }
    return rules.draft.ignore(entry.line, "\(Phrase.quote(entry.key.text ?? "")) is not a number of 0 or more")
  }

  private mutating func readTopLevel(_ entry: Node.Entry) {
    guard let name = entry.key.text else { return }
    let line = entry.line
    if Self.gestures.contains(name) {
      scope.gesture = name
      readGesture(entry.value, from: line)
    } else if name == "application" {
      // Before version 2, the names of applications are keys.
      let outer = scope.applications
      for program in entry.value.lastEntries {
        scope.applications = program.key.text.map { [$0] } ?? []
        for gesture in program.value.lastEntries { readTopLevel(gesture) }
      }
      scope.applications = outer
    } else if ["remap", "thumbsense"].contains(name) {
      rules.draft.ignore(line, "'\(name)' remaps keys and is not a gesture")
    } else if !Self.sections.contains(name), !isTemplate(entry) {
      reject(entry, among: Self.gestures + Self.sections, elsewhere: [Self.inGesture])
    }
  }

  /// True for an entry with an anchor: it is for aliases, and has no effect of its own.
  private func isTemplate(_ entry: Node.Entry) -> Bool {
    let line = entry.line
    return source.lines.indices.contains(line - 1) && source.lines[line - 1].contains(anchor)
  }

  // MARK: Gestures

  private mutating func readGesture(_ node: Node, from line: Int) {
    guard case .mapping = node.content, !node.lastEntries.isEmpty else {
      return rules.draft.ignore(line, "this has no action")
    }
    rules.draft.openers.insert(line)
    remarkRepeatedKeys(of: node)
    var properties: [String: Node] = [:]
    for entry in node.lastEntries {
      guard let name = entry.key.text else { continue }
      let line = entry.line
      if let fingers = Int(name) {
        let outer = scope.fingers
        scope.fingers = fingers
        readGesture(entry.value, from: line)
        scope.fingers = outer
      } else if Self.directions(of: scope.gesture).contains(name) {
        let outer = direction
        direction = name
        readGesture(entry.value, from: line)
        direction = outer
      } else if let parsedPhase = Self.phases[name] {
        let outer = phase
        phase = parsedPhase
        readGesture(entry.value, from: line)
        phase = outer
      } else if name == "keypress" {
        readKeys(entry)
      } else {
        readProperty(entry, name, into: &properties)
      }
    }
    let isBound = properties.keys.contains { !Self.settings.contains($0) }
    if isBound { return bind(properties, from: line, to: endOfComments(after: node)) }
    for (name, value) in properties.sorted(by: { $0.key < $1.key }) {
      rules.draft.ignore(value.line, "'\(name)' has no effect without an action beside it")
    }
  }

  /// Reads the actions below modifiers that are held.
  private mutating func readKeys(_ entry: Node.Entry) {
    if entry.value.lastEntries.isEmpty, !entry.value.isNull {
      rules.draft.ignore(entry.line, "'keypress' requires modifiers with actions below them")
    }
    for key in entry.value.lastEntries {
      scope.heldKeys = key.key.text
      readGesture(key.value, from: key.line)
    }
    scope.heldKeys = nil
  }

  private mutating func readProperty(_ entry: Node.Entry, _ name: String, into properties: inout [String: Node]) {
    if name == "accel" || name == "clearmodifiers" {
      ignore(entry)
    } else if case .mapping = entry.value.content, !Self.actions.contains(name), !rules.pipes.keys.contains(name) {
      let words = Self.directions(of: scope.gesture) + Self.phases.keys + Self.actions + Self.settings
      if !isTemplate(entry) {
        let top = (Self.gestures + Self.sections, "at the top level of the file, in the first column")
        reject(entry, among: words, elsewhere: [top])
      }
    } else if name == "threshold", isInContext {
      ignoreThreshold(entry)
    } else if name == "threshold" || name == "interval" {
      if number(entry) != nil {
        properties[name] = entry.value
        if let reason = FusumaRules.objection(to: name, of: scope.gesture) { rules.draft.ignore(entry.line, reason) }
      }
    } else if !entry.value.isNull {
      properties[name] = entry.value
    } else {
      rules.draft.ignore(entry.line, "'\(name)' has no value")
    }
  }

  /// Remarks on the keys of a mapping that a later one replaces.
  private mutating func remarkRepeatedKeys(of node: Node) {
    guard case .mapping(let entries) = node.content else { return }
    var last: [String: Int] = [:]
    for entry in entries { if let name = entry.key.text { last[name] = entry.line } }
    for entry in entries {
      let line = entry.line
      guard let name = entry.key.text, let other = last[name], other != line else { continue }
      rules.draft.ignore(line, "had no effect: \(line: other) has \(Phrase.quote(name)) again")
    }
  }

  /// The last line of the comments after the entries of a mapping, in the column of the entries or to the right of it.
  private func endOfComments(after node: Node) -> Int {
    let end = node.location.end.line
    guard let column = node.lastEntries.first?.key.location.start.column else { return end }
    let comments = source.lines.dropFirst(end).prefix { line in
      line.trimmed.hasPrefix("#") && line.prefix(while: \.isWhitespace).count + 1 >= column
    }
    return end + comments.count
  }

  private mutating func bind(_ properties: [String: Node], from line: Int, to end: Int) {
    guard bindings.count < Self.maxBindings else { return }
    if let objection { return rules.draft.leaveOut(line, objection) }
    bindings.append(
      FusumaBinding(
        scope: scope, direction: direction, phase: phase, properties: properties,
        lines: line...max(line, end)))
  }
}
