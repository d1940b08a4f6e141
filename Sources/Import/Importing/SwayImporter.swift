internal import Desktop
internal import Diagnostics
internal import Foreign
internal import Gestures
internal import Rules
internal import RulesFile
internal import Text
internal import YAML

/// Reads the `bindgesture` lines of sway's configuration.
///
/// Their semantics are those of swaywm/sway: sway/sway.5.scd, sway/commands/gesture.c, common/gesture.c and
/// sway/input/seatop_default.c.
struct SwayImporter {
  private var draft: ImportDraft
  private var variables = ImportedVariables()
  /// The blocks that contain the current line, by their first words.
  private var blocks: [[String]] = []
  /// The bindings; nil for one that was removed.
  private var bindings: [Bound?] = []
  /// The index of the binding in force for each gesture.
  private var indices: [Bound.Key: Int] = [:]
  /// The pinches that are left out because they also move or turn.
  private var narrowPinches: [(line: Int, fingers: Int?, directions: Set<String>)] = []

  private static let pinchDirections: Set = [
    "up", "down", "left", "right", "inward", "outward", "clockwise", "counterclockwise",
  ]

  static func read(_ source: ImportSource, _ translator: CommandTranslator) -> ImportDraft {
    var reader = SwayImporter(draft: ImportDraft(.sway, translator))
    // sway replaces its variables also in a command that it is sent.
    reader.draft.reportsVariables = translator.desktop ?? .sway != .sway
    reader.draft.isStatement = { text in ["bindgesture", "bindsym"].contains { text.lowercased().hasPrefix($0) } }
    var statement = ""
    var first = 1
    for (index, line) in source.lines.enumerated() {
      if statement.isEmpty { first = index + 1 }
      // A line that ends in a backslash continues on the next one, except a comment.
      if line.hasSuffix("\\"), !(statement + line).trimmed.hasPrefix("#") {
        statement += line.dropLast()
        continue
      }
      reader.read((statement + line).trimmed, lines: first...index + 1)
      statement = ""
    }
    reader.dropHiddenBindings()
    reader.remarkNarrowPinches()
    reader.explain()
    return reader.draft
  }

  private init(draft: ImportDraft) { self.draft = draft }

  private mutating func explain() {
    guard !draft.rules.isEmpty else { return }
    draft.explain("Remove the 'bindgesture' lines from sway's configuration: otherwise both act.")
    draft.explainLift()
    if draft.rules.contains(where: { $0.gesture == .longPress }) {
      draft.explain("A hold acts after 500ms; sway waits for the lift.")
    }
  }

  // MARK: Lines

  private mutating func read(_ line: String, lines: ClosedRange<Int>) {
    if line.hasPrefix("#") {
      draft.comments.append(SourceComment(line: lines.lowerBound, marked: line))
      return
    }
    if line.hasPrefix("}") {
      if !blocks.isEmpty { blocks.removeLast() }
      return
    }
    if line.hasSuffix("{") {
      draft.openers.insert(lines.lowerBound)
      var words = Array(variables.expanded(String(line.dropLast())).words.prefix(4))
      if let name = words.first { words[0] = name.lowercased() }
      if blocks.count < 100 { blocks.append(words) }
      return
    }
    var words = line.words
    // Bindings in a block: `bindgesture { swipe:left workspace next }`.
    if blocks.last?.first == "bindgesture", !words.isEmpty {
      words = (blocks.last ?? []) + words
    }
    // The names of commands ignore case (find_handler in commands.c).
    guard let name = words.first?.lowercased() else { return }
    if name == "set", words.count > 2, words[1].hasPrefix("$") {
      variables.set(words[1], words.dropFirst(2).joined(separator: " "))
      return
    }
    if name == "include", words.count > 1 {
      draft.remark(include: words.dropFirst().joined(separator: " "), by: "include", line: lines.lowerBound)
      return
    }
    guard ["bindgesture", "unbindgesture"].contains(name) else { return }
    let text = variables.expanded(words.dropFirst().joined(separator: " "))
    if name == "bindgesture" { bind(text, lines) } else { unbind(text, lines) }
  }

  // MARK: Bindings

  /// The options and the gesture of a binding.
  private struct Bound {
    var rule: ImportedRule
    /// The words after the gesture.
    var command: [String]
    /// True for `--exact`.
    var isExact: Bool
    /// True for `--input-device` without a wildcard.
    var isSpecific: Bool

    /// A gesture, in sway's sense: it has one binding.
    struct Key: Hashable {
      var trigger: [YAMLValue.Entry]
      var isExact: Bool
    }

    /// The gestures among which sway selects: the number of fingers is irrelevant to it.
    struct Rivals: Hashable {
      var gesture: Gesture.Kind
      var value: String
      var device: String?
    }

    var key: Key { Key(trigger: rule.trigger, isExact: isExact) }
    var rivals: Rivals { Rivals(gesture: rule.gesture, value: rule.value, device: rule[.device]) }

    /// True if sway prefers it to `other`, which is for the same gesture and comes later. Of equals the last one wins,
    /// except that the search ends at the first exact match of a device's own (gesture_binding_match).
    func precedes(_ other: Bound) -> Bool {
      isExact != other.isExact ? isExact : isSpecific && [.swipe, .longPress].contains(rule.gesture)
    }
  }

  private mutating func bind(_ text: String, _ lines: ClosedRange<Int>) {
    if let mode = blocks.first(where: { $0.first == "mode" }) {
      let name = (mode.dropFirst().first { !$0.hasPrefix("-") } ?? "").filter { $0 != "\"" && $0 != "'" }
      return draft.leaveOut(lines.lowerBound, "no condition corresponds to sway's mode \(Phrase.quote(name))")
    }
    guard var binding = binding(text, lines) else { return }
    let command = binding.command.joined(separator: " ")
    guard !command.isEmpty else { return draft.leaveOut(lines.lowerBound, "the command is missing") }
    binding.rule.act = actions(of: command)
    // The same gesture again replaces the binding in its place.
    guard let index = indices[binding.key], let old = bindings[index] else {
      indices[binding.key] = bindings.count
      bindings.append(binding)
      return
    }
    draft.ignore(old.rule.line, replacedBy: lines.lowerBound)
    bindings[index] = binding
  }

  /// Drops the bindings that never act, because sway prefers others.
  private mutating func dropHiddenBindings() {
    let bindings = bindings.compactMap(\.self)
    let groups = Dictionary(grouping: bindings.indices) { bindings[$0].rivals }
    for (index, binding) in bindings.enumerated() {
      let rival = groups[binding.rivals]?.last { other in
        other != index && bindings[other].rule.fingers.contains(binding.rule.fingers)
          && (other < index ? bindings[other].precedes(binding) : !binding.precedes(bindings[other]))
      }
      if let rival {
        draft.ignore(binding.rule.line, replacedBy: bindings[rival].rule.line)
      } else {
        draft.rules.append(binding.rule)
      }
    }
  }

  /// Remarks on pinches that also act where sway prefers one that is left out, which has more directions.
  private mutating func remarkNarrowPinches() {
    for rule in draft.rules where rule.gesture.motion == .turn {
      let own = Self.pinchDirections.filter { ImportKind.sway.value($0, of: rule.gesture) == rule.value }
      let narrow = narrowPinches.first { pinch in
        pinch.directions.isSuperset(of: own) && pinch.fingers.map { rule.fingers.contains($0) } ?? true
      }
      guard let narrow else { continue }
      draft.note(substitute: rule.line, forLeftOut: narrow.line)
    }
  }

  /// Removes the rule of a binding. A later `bindgesture` may bind the gesture again.
  private mutating func unbind(_ text: String, _ lines: ClosedRange<Int>) {
    guard let binding = binding(text, lines) else { return }
    if let index = indices.removeValue(forKey: binding.key) { bindings[index] = nil }
  }

  private mutating func binding(_ text: String, _ lines: ClosedRange<Int>) -> Bound? {
    let line = lines.lowerBound
    var words = text.words[...]
    guard let (device, isExact) = takeOptions(from: &words, line) else { return nil }
    guard let gesture = words.popFirst() else { return draft.leaveOut(line, "the gesture is missing") }
    var parts = gesture.split(separator: ":", omittingEmptySubsequences: false).map(String.init)[...]
    let kind = parts.popFirst() ?? ""
    var fingers: Int?
    if let first = parts.first, first.count == 1, let number = Int(first) {
      fingers = number
      parts.removeFirst()
    }
    let directions = parts.first?.split(separator: "+").map(String.init).filter { $0 != "any" } ?? []
    guard parts.count < 2, let pattern = Self.pattern(kind, directions) else {
      let isPinch = parts.count < 2 && kind == "pinch" && directions.allSatisfy(Self.pinchDirections.contains)
      if isPinch, narrowPinches.count < 100 { narrowPinches.append((line, fingers, Set(directions))) }
      return draft.leaveOut(
        line,
        isPinch ? "a pinch that also moves or turns has no counterpart" : "unknown gesture \(Phrase.quote(gesture))")
    }
    guard var rule = draft.rule(Binding(lines, pattern, fingers: fingers, device: device.flatMap(Self.device)))
    else { return nil }
    // min_rotation in gesture_tracker_end
    if rule.gesture == .rotate { rule[.distance] = "5°" }
    let isSpecific = device.map { $0 != "*" } ?? false
    // The binding of a device precedes those of all, then one with a direction precedes one without.
    rule.rank = (isSpecific ? 0 : 2) + (pattern.value == "any" ? 1 : 0)
    // A swipe ends in one direction, and a pinch always has one beside its own (gesture_tracker_end).
    if isExact, kind == "pinch" || kind == "swipe" && directions.count != 1 {
      return draft.leaveOut(line, "with '--exact', sway never recognises this gesture")
    }
    if kind == "swipe", directions.count > 1 {
      draft.remark(.better, line: line, "sway recognises no diagonal swipe: this never acted")
    }
    return Bound(rule: rule, command: Array(words), isExact: isExact, isSpecific: isSpecific)
  }

  /// Takes the options of a binding; nil if one is unknown.
  private mutating func takeOptions(
    from words: inout ArraySlice<String>, _ line: Int
  ) -> (device: String?, isExact: Bool)? {
    var device: String?
    var isExact = false
    while let option = words.first, option.hasPrefix("--") {
      if option.hasPrefix("--input-device=") {
        device = String(option.dropFirst("--input-device=".count).filter { $0 != "\"" && $0 != "'" })
      } else if option == "--exact" {
        isExact = true
      } else if option != "--no-warn" {
        return draft.leaveOut(line, "unknown option \(Phrase.quote(option)): sway rejects this line")
      }
      words.removeFirst()
    }
    return (device, isExact)
  }

  private static func pattern(_ kind: String, _ directions: [String]) -> Tool.Pattern? {
    switch kind {
    case "hold": return directions.isEmpty ? (.longPress, "500ms") : nil
    case "swipe":
      guard directions.count < 3, directions.allSatisfy(["up", "down", "left", "right"].contains) else { return nil }
      let vertical = directions.filter { ["up", "down"].contains($0) }
      let horizontal = directions.filter { ["left", "right"].contains($0) }
      guard vertical.count < 2, horizontal.count < 2 else { return nil }
      return (.swipe, directions.isEmpty ? "any" : (vertical + horizontal).joined(separator: "-"))
    case "pinch":
      if directions.isEmpty { return (.pinch, "any") }
      return directions.count == 1 ? ImportKind.sway.pattern(directions[0], of: .pinch, .rotate) : nil
    default: return nil
    }
  }

  /// The `device` for one of sway's identifiers, `1739:32382:DELL07E6:00_Touchpad`, in which other characters than
  /// letters and digits became '_'; nil for a wildcard.
  private static func device(_ identifier: String) -> String? {
    guard identifier != "*" else { return nil }
    if identifier == "type:touchpad" { return "touchpad" }
    let name = identifier.split(separator: ":", maxSplits: 2).last.map(String.init) ?? identifier
    let pattern = name.replacing("_", with: "?").filter { $0 != "\"" && $0 != "\\" }
    // A single word without a wildcard would be a kind of device.
    return pattern.contains("?") ? pattern : "\(pattern)*"
  }

  // MARK: Commands

  /// The actions of a command of sway: a shell command for `exec`, or else the command itself.
  private mutating func actions(of command: String) -> [ImportedAction] {
    let words = command.words
    if ["exec", "exec_always"].contains(words[0].lowercased()) {
      let rest = words.dropFirst().drop { $0 == "--no-startup-id" }.joined(separator: " ")
      // Outside of quotes ';' and ',' separate commands of sway.
      let isOne = !Self.hasSeparator(rest)
      let isQuoted = isOne && rest.count > 1 && ["\"", "'"].contains(rest.first) && rest.first == rest.last
      let text = isQuoted ? String(rest.dropFirst().dropLast()) : rest
      let isSways = !draft.reportsVariables && !ImportedVariables.missing(in: text).isEmpty
      if !text.isEmpty, isOne, !isSways { return draft.translator.translate(text).actions }
    }
    return [draft.action(of: command, for: .sway, words.map { $0.lowercased() })]
  }

  /// True if the text has a `;` or `,` outside of quotes, as sway reads them.
  private static func hasSeparator(_ text: String) -> Bool {
    var quote: Character?
    var isEscaped = false
    for character in text {
      switch character {
      case _ where isEscaped: isEscaped = false
      case "\\": isEscaped = true
      case quote: quote = nil
      case "\"" where quote == nil, "'" where quote == nil: quote = character
      case ";" where quote == nil, "," where quote == nil: return true
      default: break
      }
    }
    return false
  }
}
