internal import Diagnostics
internal import Foreign
internal import Gestures
internal import RulesFile
internal import YAML

/// Reads libinput-gestures.conf: one `gesture` per line, with a command that is started without a shell.
///
/// Its semantics are those of bulletmark/libinput-gestures: libinput-gestures and libinput-gestures.conf.
struct LibinputGesturesImporter {
  private var draft: ImportDraft
  /// The values of `swipe_threshold` and `timeout`, which apply to the whole file, including preceding lines.
  private var distance: String?
  private var within: String?

  /// Reads a configuration.
  static func read(_ source: ImportSource, _ translator: CommandTranslator) -> ImportDraft {
    var reader = LibinputGesturesImporter(draft: ImportDraft(.libinputGestures, translator))
    reader.draft.isStatement = { text in
      let words = text.words
      return words.count > 2 && ["gesture", "gesture:"].contains(words[0])
    }
    let lines = source.lines
    for line in lines { reader.readSetting(line.trimmed) }
    for (index, line) in lines.enumerated() { reader.readLine(line.trimmed, line: index + 1) }
    reader.explain()
    return reader.draft
  }

  private init(draft: ImportDraft) { self.draft = draft }

  private mutating func explain() {
    if draft.rules.contains(where: { $0.gesture == .swipe }) {
      draft.explainLift()
    }
    if draft.rules.contains(where: { $0.gesture == .longPress }) {
      draft.explain(
        "A hold acts once its time is over; libinput-gestures waits for the lift.")
    }
  }

  // MARK: Lines

  /// The first word of a line, without the colon of older files, and the rest.
  private static func split(_ line: String) -> (key: String, rest: String) {
    let key = line.prefix { !$0.isWhitespace }
    let rest = line.dropFirst(key.count).trimmed
    return (String(key.hasSuffix(":") ? key.dropLast() : key), rest)
  }

  private mutating func readSetting(_ line: String) {
    let (key, rest) = Self.split(line)
    switch key {
    case "swipe_threshold":
      guard let units = ImportedQuantity.number(rest), units >= 0 else { return }
      let stated = ImportedQuantity.length(units / ImportedQuantity.unitsPerMillimetre)
      // Any movement is a swipe that libinput reports: the least with a direction.
      let length = units > 0 ? stated : ImportedQuantity.readableSwipe(stated) ?? stated
      distance = length
      draft.explain(
        "'swipe_threshold \(rest)' is in libinput's units, 10.52 per mm: 'distance: \(length)'.")
    case "timeout":
      // The time from the first event to the lift, default 1.5 s (DEFAULT_TIMEOUT).
      guard let seconds = ImportedQuantity.number(rest), seconds >= 0, seconds != 1.5 else { return }
      let duration = ImportedQuantity.duration(seconds == 0 ? 60 : seconds)
      within = duration
      draft.explain("'timeout \(rest)' limits the duration of swipes and pinches: 'within: \(duration)'.")
    default: break
    }
  }

  private mutating func readLine(_ line: String, line number: Int) {
    guard !line.isEmpty else { return }
    guard !line.hasPrefix("#") else {
      draft.comments.append(SourceComment(line: number, marked: line))
      return
    }
    let (key, rest) = Self.split(line)
    switch key {
    case "gesture": readGesture(rest, line: number)
    case "device":
      guard rest != "all" else { return }
      draft.ignore(number, "rules apply to all touchpads; 'device: \(YAMLText.element(rest))' restricts a rule")
    case "swipe_threshold", "timeout":
      if ImportedQuantity.number(rest).map({ $0 >= 0 }) != true {
        draft.ignore(number, "'\(key)' requires a number of 0 or more, not \(Phrase.quote(rest))")
      }
    default: draft.ignore(number, "unknown keyword \(Phrase.quote(key))")
    }
  }

  private mutating func readGesture(_ text: String, line: Int) {
    var words = text.words
    guard words.count > 2 else { return draft.leaveOut(line, "requires a gesture, a direction and a command") }
    let (gesture, motion) = (words[0].lowercased(), words[1].lowercased())
    words.removeFirst(2)
    var fingers: Int?
    if words[0].count == 1, let number = Int(words[0]) {
      fingers = number
      words.removeFirst()
    }
    let command = Self.remainder(of: text, afterWords: fingers == nil ? 2 : 3)
    guard let pattern = Self.pattern(gesture, motion) else {
      return draft.leaveOut(line, "unknown gesture '\(gesture) \(motion)'")
    }
    guard !command.isEmpty else { return draft.leaveOut(line, "the command is missing") }
    guard var rule = draft.rule(Binding(line...line, pattern, fingers: fingers)) else { return }
    switch pattern.gesture {
    case .swipe:
      rule[.distance] = distance
      rule[.within] = within
    case .pinch: rule[.within] = within
    // ROTATE_ANGLE
    case .rotate: rule[.distance] = "15°"
    case .tap, .longPress, .pan, .circle, .stroke, .press, .tipTap, .touch: break
    }
    guard translate(command, into: &rule, line: line) else { return }
    draft.rules.append(rule)
  }

  /// The rest of `text` after a number of words, as written.
  private static func remainder(of text: String, afterWords count: Int) -> String {
    var rest = text[...]
    for _ in 0..<count { rest = rest.drop { $0.isWhitespace }.drop { !$0.isWhitespace } }
    return rest.trimmed
  }

  private static func pattern(_ gesture: String, _ motion: String) -> Tool.Pattern? {
    switch gesture {
    case "swipe": return ImportKind.libinputGestures.pattern(motion, of: .swipe)
    case "pinch": return ImportKind.libinputGestures.pattern(motion, of: .pinch, .rotate)
    case "hold":
      // Any hold, at the lift. The rule acts before the lift, so it requires a longer hold.
      if motion == "on" { return (.longPress, "500ms") }
      guard motion.hasPrefix("on+"), let seconds = ImportedQuantity.number(String(motion.dropFirst(3))) else {
        return nil
      }
      // The time counts from the moment at which libinput reports the hold.
      return (.longPress, ImportedQuantity.duration(max(seconds, 0) + ImportedQuantity.holdDelay(fingers: 3...3)))
    default: return nil
    }
  }

  // MARK: Commands

  /// Adds the actions of a command to `rule`; returns false, with a remark, if there is no counterpart.
  private mutating func translate(_ command: String, into rule: inout ImportedRule, line: Int) -> Bool {
    let words = command.words
    if words.first == "_internal" { return workspace(words.dropFirst(), command, into: &rule, line: line) }
    rule.act = draft.actions(of: command, in: &rule)
    return true
  }

  /// Translates `_internal [-w] [--cols N] ws_up`, which switches workspaces by wmctrl.
  private mutating func workspace(
    _ words: ArraySlice<String>, _ command: String, into rule: inout ImportedRule, line: Int
  ) -> Bool {
    var options: [String: Int] = [:]
    var option: String?
    var name: String?
    for word in words.flatMap({ $0.split(separator: "=").map(String.init) }) {
      if let key = option {
        options[key] = Int(word) ?? 1
        option = nil
      } else if ["-c", "--cols", "--col", "--row"].contains(word) {
        option = word == "-c" ? "--cols" : word
      } else if !word.hasPrefix("-") {
        name = word
      }
    }
    // The legacy option `--row` defines a grid by rows: up and down become left and right.
    let isLegacyRow = options["--row"] != nil
    let columns = options["--cols"] ?? (options["--col"] ?? 0 > 1 ? 2 : 1)
    let offset = name.flatMap { Self.offsets[$0] }.map { isLegacyRow ? (x: $0.x + $0.y, y: 0) : $0 }
    let desktopAction = offset.flatMap { Self.desktopAction($0, isLegacyRow ? 2 : columns) }
    guard let action = desktopAction.flatMap({ draft.action(for: $0) }) else {
      draft.leaveOut(line, "\(Phrase.quote(command)) has no counterpart")
      return false
    }
    rule.act = [action]
    rule.notes.append("was '\(command)'")
    return true
  }

  /// The offsets in the grid of workspaces, to the right and downwards.
  private static let offsets: [String: (x: Int, y: Int)] = [
    "ws_up": (0, 1), "ws_down": (0, -1), "ws_left": (1, 0), "ws_right": (-1, 0),
  ]

  /// The desktop action for an offset in the grid. In one column, the default, workspaces only have an order.
  private static func desktopAction(_ offset: (x: Int, y: Int), _ columns: Int) -> DesktopAction? {
    guard columns > 1 else { return .workspace(isNext: offset.x + offset.y > 0) }
    if offset.x != 0 { return .neighbour(offset.x > 0 ? .right : .left, movesWindow: false) }
    return .neighbour(offset.y > 0 ? .down : .up, movesWindow: false)
  }
}
