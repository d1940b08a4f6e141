internal import RulesFile
internal import YAML

/// Reads Fusuma's config.yml: gestures, fingers, directions and moments as nested keys, in any number of documents, each
/// of which may be for certain programs.
struct FusumaImport {
  private var rules: FusumaRules
  /// What is being read.
  private var occasion = FusumaBinding.Occasion(gesture: "")
  private var direction: String?
  private var status: FusumaBinding.Status?
  private var bindings: [FusumaBinding] = []
  /// Why nothing of a document can be carried over.
  private var objection: String?
  private let source: ImportSource

  private static let gestures: Set = ["swipe", "pinch", "rotate", "hold", "tap"]
  private static let directions: [String: Set<String>] = [
    "swipe": ["left", "right", "up", "down"], "pinch": ["in", "out"], "rotate": ["clockwise", "counterclockwise"],
  ]
  /// What a gesture can do.
  static let actions = ["command", "sendkey", "workspace", "window", "shortcut"]
  private static let settings: Set = ["threshold", "interval", "accel", "clearmodifiers", "distance", "keypress"]
  /// More bindings than anybody has: aliases of aliases can stand for a billion.
  private static let mostBindings = 5_000

  /// Everything that `source` says.
  /// - Throws: `ImportError` where it is not YAML.
  static func read(_ source: ImportSource, _ translator: CommandTranslator) throws(ImportError) -> ImportHarvest {
    var reader = FusumaImport(source, rules: FusumaRules(translator))
    reader.rules.harvest.comments = YAMLComments.read(source)
    for document in documents(of: source) {
      let root: Node?
      do {
        root = try Node.parse(Array(document.text.utf8))
      } catch {
        throw ImportError(error.message, line: error.span?.start.line, column: error.span?.start.column ?? 1)
      }
      if let root { reader.read(document: root) }
    }
    reader.rules.settleDrags()
    return reader.rules.harvest
  }

  private init(_ source: ImportSource, rules: FusumaRules) {
    self.source = source
    self.rules = rules
  }

  /// The documents, each with empty lines in place of the others.
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
    occasion.applications = []
    objection = nil
    if let context = entries.last(where: { $0.key.text == "context" })?.value { read(context: context) }
    rules.thresholds = numbers(entries, "threshold")
    rules.intervals = numbers(entries, "interval")
    if let plugins = entries.last(where: { $0.key.text == "plugin" })?.value { readPipes(plugins) }
    bindings = []
    for entry in entries { readTop(entry) }
    rules.add(bindings)
  }

  private mutating func read(context: Node) {
    if let name = context.text { objection = "it is for \(Phrase.quote(name)), which no rule can ask for" }
    for entry in context.lastEntries {
      switch entry.key.text {
      case "application":
        switch entry.value.content {
        case .scalar(let name, _): occasion.applications = [name]
        case .sequence(let names): occasion.applications = names.compactMap(\.text)
        case .mapping: objection = "its programs are told in a way that is not understood"
        }
      case "plugin_defaults": break
      case let name?: objection = "it is for \(Phrase.quote(name)), which no rule can ask for"
      case nil: break
      }
    }
  }

  /// `executors: {server_executor: {pipe: /run/user/1000/fusuma_fifo}}`
  private mutating func readPipes(_ plugins: Node) {
    for executor in plugins.lastEntries.first(where: { $0.key.text == "executors" })?.value.lastEntries ?? [] {
      guard let name = executor.key.text, name.hasSuffix("_executor"),
        let pipe = executor.value.lastEntries.first(where: { $0.key.text == "pipe" })?.value.text,
        pipe.wholeMatch(of: /[\w\/.$~{}-]+/) != nil
      else { continue }
      rules.pipes[String(name.dropLast("_executor".count))] = pipe
    }
  }

  /// Numbers for gestures: `threshold: {swipe: 0.5}`.
  private func numbers(_ entries: [Node.Entry], _ key: String) -> [String: Double] {
    var numbers: [String: Double] = [:]
    for entry in entries.last(where: { $0.key.text == key })?.value.lastEntries ?? [] {
      if let name = entry.key.text { numbers[name] = entry.value.text.flatMap(ImportedQuantity.number) }
    }
    return numbers
  }

  private mutating func readTop(_ entry: Node.Entry) {
    guard let name = entry.key.text else { return }
    let line = entry.key.place.start.line
    if Self.gestures.contains(name) {
      occasion.gesture = name
      walk(entry.value, from: line)
    } else if name == "application" {
      // As it was before version 2: the programs' names are keys.
      let outer = occasion.applications
      for program in entry.value.lastEntries {
        occasion.applications = program.key.text.map { [$0] } ?? []
        for gesture in program.value.lastEntries { readTop(gesture) }
      }
      occasion.applications = outer
    } else if ["remap", "thumbsense"].contains(name) {
      rules.harvest.remark(.ignored, line: line, "'\(name)' makes other keys of keys, which is no gesture")
    } else if !["threshold", "interval", "plugin", "plugins", "context"].contains(name) {
      // A template for others, which nothing does by itself, has an action in it.
      let isTemplate = entry.value.lastEntries.contains { $0.key.text.map(Self.actions.contains) ?? false }
      if !isTemplate { rules.harvest.remark(.ignored, line: line, "Fusuma knows no gesture \(Phrase.quote(name))") }
    }
  }

  // MARK: Gestures

  private mutating func walk(_ node: Node, from line: Int) {
    guard case .mapping = node.content else { return }
    var properties: [String: Node] = [:]
    for entry in node.lastEntries {
      guard let name = entry.key.text else { continue }
      let line = entry.key.place.start.line
      if let fingers = Int(name) {
        let outer = occasion.fingers
        occasion.fingers = fingers
        walk(entry.value, from: line)
        occasion.fingers = outer
      } else if Self.directions[occasion.gesture]?.contains(name) == true {
        let outer = direction
        direction = name
        walk(entry.value, from: line)
        direction = outer
      } else if let moment = FusumaBinding.Status(rawValue: name) {
        let outer = status
        status = moment
        walk(entry.value, from: line)
        status = outer
      } else if name == "keypress" {
        for key in entry.value.lastEntries {
          occasion.heldKeys = key.key.text
          walk(key.value, from: key.key.place.start.line)
        }
        occasion.heldKeys = nil
      } else {
        readProperty(entry, name, into: &properties)
      }
    }
    let isBound = properties.keys.contains { !Self.settings.contains($0) }
    if isBound { bind(properties, from: line, to: endOfComments(behind: node)) }
  }

  private mutating func readProperty(_ entry: Node.Entry, _ name: String, into properties: inout [String: Node]) {
    let line = entry.key.place.start.line
    if case .mapping(let entries) = entry.value.content, !Self.actions.contains(name) {
      // `drag: &drag` and the like are templates for aliases.
      let isTemplate = occasion.fingers == nil && direction == nil
      if !isTemplate, !entries.isEmpty {
        rules.harvest.remark(.ignored, line: line, "Fusuma knows no \(Phrase.quote(name)) here")
      }
    } else if !entry.value.isNull {
      properties[name] = entry.value
    }
  }

  /// The last line of the comments that stand behind the entries of a mapping, in their column or to the right of it.
  private func endOfComments(behind node: Node) -> Int {
    let end = node.place.end.line
    guard let column = node.lastEntries.first?.key.place.start.column else { return end }
    let comments = source.lines.dropFirst(end).prefix { line in
      line.bare.hasPrefix("#") && line.prefix(while: \.isWhitespace).count + 1 >= column
    }
    return end + comments.count
  }

  private mutating func bind(_ properties: [String: Node], from line: Int, to end: Int) {
    guard bindings.count < Self.mostBindings else { return }
    if let objection {
      rules.harvest.remark(.leftOut, line: line, objection)
      return
    }
    bindings.append(
      FusumaBinding(
        occasion: occasion, direction: direction, status: status, properties: properties,
        lines: line...max(line, end)))
  }
}

/// Something that Fusuma does at a moment of a gesture.
struct FusumaBinding {
  /// What it depends on: bindings that agree in this belong to one gesture.
  struct Occasion: Hashable {
    /// `swipe`, `pinch`, `rotate`, `hold`, `tap`
    var gesture: String
    /// nil is any number.
    var fingers: Int?
    /// A key that must be held, as Fusuma calls it: `LEFTSHIFT`.
    var heldKeys: String?
    /// The programs one of which must be in front; none is all.
    var applications: [String] = []
  }

  /// When in the gesture.
  enum Status: String {
    case begin
    case update
    case end
    case cancelled
  }

  var occasion: Occasion
  var direction: String?
  /// nil is once, as soon as the gesture is certain.
  var status: Status?
  /// `command`, `sendkey`, `threshold` and so on.
  var properties: [String: Node]
  var lines: ClosedRange<Int>
}

/// The comments of a YAML text, as far as they can be told line by line.
enum YAMLComments {
  static func read(_ source: ImportSource) -> [SourceComment] {
    source.lines.enumerated().compactMap { index, line in
      guard let start = start(in: line) else { return nil }
      let text = String(line[start...].drop { $0 == "#" }).bare
      return SourceComment(line: index + 1, text: text, isTrailing: !line[..<start].bare.isEmpty)
    }
  }

  private static func start(in line: String) -> String.Index? {
    var quote: Character?
    var previous: Character = " "
    for index in line.indices {
      let character = line[index]
      if let open = quote {
        if character == open { quote = nil }
      } else if character == "#", previous.isWhitespace {
        return index
      } else if character == "\"" || character == "'", previous.isWhitespace || "{[,".contains(previous) {
        quote = character
      }
      previous = character
    }
    return nil
  }
}

extension Node {
  /// The entries of a mapping; of several entries of one name the last, in the place of the first, as Ruby has it.
  var lastEntries: [Entry] {
    guard case .mapping(let entries) = content else { return [] }
    var result: [Entry] = []
    var places: [String: Int] = [:]
    for entry in entries {
      guard let name = entry.key.text else { continue }
      if let place = places[name] {
        result[place] = entry
      } else {
        places[name] = result.count
        result.append(entry)
      }
    }
    return result
  }
}
