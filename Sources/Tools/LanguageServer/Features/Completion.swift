internal import Desktop
internal import JSONLines
internal import Rules
internal import RulesFile
internal import Text
internal import YAML

/// An entry that a client offers while somebody types.
struct CompletionItem: Hashable {
  /// The numbers of the protocol.
  enum Kind: Int {
    case property = 10
    case value = 12
    case snippet = 15
    case file = 17
    case reference = 18
    case word = 20
  }

  var label: String
  var kind: Kind
  /// A few words beside it.
  var detail = ""
  /// The text from the manual.
  var documentation = ""
  /// The text that it inserts.
  var text: String
  /// True if the text has places to fill in.
  var isSnippet = false
  /// The text by which it is found; nil for the label.
  var filter: String?
}

/// The texts that a place can have.
struct Completion {
  let place: CursorPlace
  /// The names of the file, and of those that belong to it; empty if the place takes none.
  let names: [NameIndex]
  let machine: ServerMachine
  let walk = SchemaWalk()

  /// All entries, those of the language first.
  var items: [CompletionItem] {
    let schemas = walk.schemas(at: place.path)
    if place.isKey { return keys(of: schemas) + rules }
    var items = values(of: schemas) + known
    // A mapping may stand where a value is missing.
    if !place.isInFlow || place.prefix.isEmpty { items += keys(of: schemas, asValue: true) }
    return items + rules
  }

  // MARK: Keys

  private func keys(of schemas: [JSONValue], asValue: Bool = false) -> [CompletionItem] {
    let present = Set(place.path.node.keyNames)
    let needsBraces = asValue && !place.startsLine
    let end = place.hasColon ? "" : ": "
    return SchemaWalk.keys(of: schemas).filter { !present.contains($0.name) }.map { name, schema in
      CompletionItem(
        label: name, kind: .property, detail: "key", documentation: schema["description"]?.string ?? "",
        text: needsBraces ? "{\(name): }" : name + end)
    }
  }

  // MARK: Values

  private func values(of schemas: [JSONValue]) -> [CompletionItem] {
    let words = SchemaWalk.words(of: schemas)
    let known = Set(words.map(\.name))
    let usual = schemas.compactMap { $0["default"] }.first
    let examples = schemas.flatMap { $0["examples"]?.array ?? [] }
    // A text may look like a number or a truth value.
    let flags: [JSONValue] =
      schemas.contains { Self.types($0).contains("boolean") && !Self.types($0).contains("number") }
      ? [.bool(true), .bool(false)] : []
    let remark = schemas.compactMap { $0["description"]?.string }.first ?? ""
    var items = words.map {
      CompletionItem(label: $0.name, kind: .word, documentation: $0.meaning, text: $0.name)
    }
    for value in [usual].compactMap({ $0 }) + examples + flags + units(of: schemas).map(JSONValue.string) {
      guard let label = Self.text(value), !known.contains(label), !items.contains(where: { $0.label == label }) else {
        continue
      }
      items.append(
        CompletionItem(
          label: label, kind: .value, detail: value == usual ? "default" : "", documentation: remark,
          text: value.string.map(YAMLText.element) ?? label))
    }
    return items
  }

  /// The text of a value that is no mapping and no list.
  private static func text(_ value: JSONValue) -> String? {
    switch value {
    case .string(let text): text
    case .number, .bool: value.text
    case .array, .object, .null: nil
    }
  }

  private static func types(_ schema: JSONValue) -> [String] {
    schema["type"]?.array?.compactMap(\.string) ?? schema["type"]?.string.map { [$0] } ?? []
  }

  /// The number that was typed with each unit that the value may have.
  private func units(of schemas: [JSONValue]) -> [String] {
    let digits = place.prefix.prefix { $0.isNumber || $0 == "." }
    guard !digits.isEmpty else { return [] }
    return schemas.flatMap { schema -> [String] in
      // Each pattern ends with the units of its quantity.
      guard let pattern = schema["pattern"]?.string else { return [] }
      return Unit.all.map(\.name).filter { name in
        [("(", ")"), ("(", "|"), ("|", ")"), ("|", "|")].contains { pattern.contains($0.0 + name + $0.1) }
      }.map { digits + $0 }
    }
  }

  // MARK: Names

  /// True if the values of a key are names of the file.
  static func hasNames(_ key: String?) -> Bool {
    ([.mode, .gesture, .stroke] + Word.ties).contains { $0.name == key }
  }

  /// Names of the file and of the machine.
  private var known: [CompletionItem] {
    func own(_ kind: NameUse.Kind, _ detail: String, definedOnly: Bool = true) -> [CompletionItem] {
      Set(names.flatMap { $0.names(kind, definedOnly: definedOnly) }).sorted().map {
        CompletionItem(label: $0, kind: .reference, detail: detail, text: YAMLText.element($0))
      }
    }
    func found(_ kind: MachineNames) -> [CompletionItem] {
      machine.names(kind).map {
        CompletionItem(
          label: $0.name, kind: .value, detail: $0.meaning, text: YAMLText.element($0.name),
          filter: "\($0.name) \($0.meaning)")
      }
    }
    let isProperty = if case .name(Word.devices.name)? = place.path.steps.first?.key { true } else { false }
    switch place.path.key {
    case Word.mode.name: return own(.mode, "mode of this file", definedOnly: false)
    case Word.gesture.name: return own(.gesture, "gesture of this file")
    case Word.stroke.name: return own(.shape, "shape of this file")
    case let key? where Word.ties.contains { $0.name == key }:
      return own(.rule, "rule of this file") + own(.gesture, "gesture of this file")
    case Word.app.name: return found(.applications)
    case Word.title.name: return found(.titles)
    case Word.output.name: return found(.outputs)
    case Word.device.name where !isProperty: return found(.devices)
    case Word.keys.name, Word.hold.name: return chords
    case let key?: return DesktopKind(rawValue: key).map { commands(of: $0) } ?? []
    case nil: return []
    }
  }

  /// The commands of a compositor.
  private func commands(of compositor: DesktopKind) -> [CompletionItem] {
    CompositorCommands.choices(for: compositor).map {
      CompletionItem(label: $0, kind: .value, detail: compositor.name, text: YAMLText.element($0))
    }
  }

  /// Modifiers and keys, behind the part of a chord that was typed.
  private var chords: [CompletionItem] {
    let head = place.prefix.lastIndex(of: "+").map { String(place.prefix[...$0]) } ?? ""
    let modifiers = Vocabulary.words.filter { $0.context == .modifier }
      .map {
        CompletionItem(
          label: $0.name, kind: .word, documentation: $0.meaning, text: "\(head)\($0.name)+",
          filter: "\(head)\($0.name)")
      }
    // Of two thousand keys, those that may be meant: by their name or their character.
    let part = place.prefix.dropFirst(head.count).lowercased()
    return modifiers
      + machine.names(.keys).filter { $0.name.lowercased().hasPrefix(part) || $0.meaning.lowercased() == part }.map {
        CompletionItem(
          label: $0.name, kind: .value, detail: $0.meaning, text: head + $0.name,
          filter: head + ($0.meaning.isEmpty ? $0.name : "\($0.name) \($0.meaning)"))
      }
  }

  // MARK: Rules

  /// Whole rules where an entry of `rules` begins: one for each gesture, and the recipes.
  private var rules: [CompletionItem] {
    guard let rule = place.path.rule, rule.steps.count == place.path.steps.count, !place.isInFlow,
      rule.node.entries.count <= 1
    else { return [] }
    let gestures = Vocabulary.gestures.map { gesture in
      let value = gesture.form?.examples(nil).first ?? ""
      return CompletionItem(
        label: "\(gesture.name) …", kind: .snippet, detail: "rule", documentation: gesture.meaning,
        text: "\(gesture.name): ${1:\(value)}\n  fingers: ${2:3}\n  do: ${3:command}$0", isSnippet: true,
        filter: gesture.name)
    }
    let recipes = machine.recipes().map { recipe in
      CompletionItem(
        label: recipe.title, kind: .snippet, detail: "recipe",
        documentation: ([recipe.remark, "```yaml\n" + recipe.lines.joined(separator: "\n") + "\n```"]).joined(
          separator: "\n\n"),
        text: Self.continuation(recipe.lines), filter: ([recipe.title] + recipe.wishes).joined(separator: " "))
    }
    return gestures + recipes
  }

  /// The lines of entries behind a dash that is there already.
  private static func continuation(_ lines: [String]) -> String {
    let text = lines.joined(separator: "\n")
    return text.hasPrefix("- ") ? String(text.dropFirst(2)) : text
  }
}
