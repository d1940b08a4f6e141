internal import Gestures
internal import RulesFile
internal import YAML

/// Reads libinput-gestures.conf: one `gesture` a line, with a command that is started without a shell.
///
/// What it means is as bulletmark/libinput-gestures has it, in libinput-gestures and libinput-gestures.conf.
struct LibinputGesturesImport {
  private var harvest = ImportHarvest()
  private let translator: CommandTranslator
  /// What `swipe_threshold` and `timeout` say: they hold for the whole file, wherever they stand.
  private var distance: String?
  private var within: String?

  /// Everything that `source` says.
  static func read(_ source: ImportSource, _ translator: CommandTranslator) -> ImportHarvest {
    var reader = LibinputGesturesImport(translator: translator)
    let lines = NixText.content(of: source).lines
    for (index, line) in lines.enumerated() { reader.readSetting(line.bare, line: index + 1) }
    for (index, line) in lines.enumerated() { reader.readLine(line.bare, line: index + 1) }
    reader.explain()
    return reader.harvest
  }

  private init(translator: CommandTranslator) { self.translator = translator }

  private mutating func explain() {
    if harvest.rules.contains(where: { $0.gesture == "swipe" }) {
      harvest.explain(
        "libinput-gestures acts when the fingers lift. These rules act on the way, as soon as the fingers have come far "
          + "enough; 'at: end' makes a swipe wait for the lift.")
    }
    if harvest.rules.contains(where: { $0.gesture == "long-press" }) {
      harvest.explain(
        "A hold acts when its time is over, while the fingers rest; libinput-gestures waits until they lift.")
    }
  }

  // MARK: Lines

  /// The first word of a line, without the colon of older files, and the rest.
  private static func split(_ line: String) -> (key: String, rest: String) {
    let key = line.prefix { !$0.isWhitespace }
    let rest = line.dropFirst(key.count).bare
    return (String(key.hasSuffix(":") ? key.dropLast() : key), rest)
  }

  private mutating func readSetting(_ line: String, line number: Int) {
    let (key, rest) = Self.split(line)
    switch key {
    case "swipe_threshold":
      guard let units = ImportedQuantity.number(rest), units > 0 else { return }
      let length = ImportedQuantity.length(units / ImportedQuantity.unitsPerMillimetre)
      distance = length
      harvest.explain(
        "'swipe_threshold \(rest)' counts libinput's units, of which a slow finger makes 10.52 in a millimetre: "
          + "'distance: \(length)'.")
    case "timeout":
      // From the first event to the lift; 1.5 s where it says nothing (DEFAULT_TIMEOUT).
      guard let seconds = ImportedQuantity.number(rest), seconds >= 0, seconds != 1.5 else { return }
      let duration = ImportedQuantity.duration(seconds == 0 ? 60 : seconds)
      within = duration
      harvest.explain("'timeout \(rest)' is the time that a swipe or a pinch may take: 'within: \(duration)'.")
    default: break
    }
  }

  private mutating func readLine(_ line: String, line number: Int) {
    guard !line.isEmpty else { return }
    guard !line.hasPrefix("#") else {
      harvest.comments.append(SourceComment(line: number, text: String(line.drop { $0 == "#" }).bare))
      return
    }
    let (key, rest) = Self.split(line)
    switch key {
    case "gesture": readGesture(rest, line: number)
    case "device":
      guard rest != "all" else { return }
      harvest.remark(
        .ignored, line: number,
        "Sleight reads every touchpad; a rule that is for this one alone has 'device: \(YAMLText.element(rest))'")
    case "swipe_threshold", "timeout":
      if ImportedQuantity.number(rest) == nil {
        harvest.remark(.ignored, line: number, "'\(key)' takes a number, not \(Phrase.quote(rest))")
      }
    default: harvest.remark(.ignored, line: number, "libinput-gestures knows no \(Phrase.quote(key))")
    }
  }

  private mutating func readGesture(_ text: String, line: Int) {
    var words = text.words
    guard words.count > 2 else {
      harvest.remark(.leftOut, line: line, "a gesture, its direction and a command are needed")
      return
    }
    let (gesture, motion) = (words[0].lowercased(), words[1].lowercased())
    words.removeFirst(2)
    var fingers: Int?
    if words[0].count == 1, let number = Int(words[0]) {
      fingers = number
      words.removeFirst()
    }
    let command = Self.behind(text, words: fingers == nil ? 2 : 3)
    guard let pattern = Self.pattern(gesture, motion) else {
      harvest.remark(.leftOut, line: line, "there is no gesture '\(gesture) \(motion)'")
      return
    }
    guard !command.isEmpty else {
      harvest.remark(.leftOut, line: line, "there is no command")
      return
    }
    if let fingers, !(1...Trigger.mostFingers).contains(fingers) {
      harvest.remark(.leftOut, line: line, "no gesture has \(fingers) fingers")
      return
    }
    var rule = ImportedRule(
      lines: line...line, gesture: pattern.gesture, value: pattern.value,
      fingers: fingers.map { $0...$0 } ?? Self.anyFingers[pattern.gesture] ?? 2...4)
    switch pattern.gesture {
    case "swipe":
      rule["distance"] = distance
      rule["within"] = within
    case "pinch": rule["within"] = within
    // ROTATE_ANGLE
    case "rotate": rule["distance"] = "15°"
    default: break
    }
    // It knows nothing of touchscreens, where one and two fingers mean something to programs.
    if rule.fingers.lowerBound <= 2 { rule["device"] = "touchpad" }
    guard translate(command, into: &rule, line: line) else { return }
    harvest.rules.append(rule)
  }

  /// What libinput reports on touchpads.
  private static let anyFingers = ["swipe": 3...4, "pinch": 2...4, "rotate": 2...4, "long-press": 1...4]

  /// The rest of `text` behind so many words, as it is written.
  private static func behind(_ text: String, words: Int) -> String {
    var rest = text[...]
    for _ in 0..<words { rest = rest.drop { $0.isWhitespace }.drop { !$0.isWhitespace } }
    return rest.bare
  }

  private static func pattern(_ gesture: String, _ motion: String) -> (gesture: String, value: String)? {
    switch gesture {
    case "swipe": return directions[motion].map { ("swipe", $0) }
    case "pinch":
      switch motion {
      case "in", "out": return ("pinch", motion)
      case "clockwise": return ("rotate", motion)
      case "anticlockwise": return ("rotate", "counterclockwise")
      default: return nil
      }
    case "hold":
      // Any hold that is lifted again without moving. As it acts at the lift there and on the way here, it takes longer.
      if motion == "on" { return ("long-press", "500ms") }
      guard motion.hasPrefix("on+"), let seconds = ImportedQuantity.number(String(motion.dropFirst(3))) else {
        return nil
      }
      // On top of the time after which libinput tells of it.
      return ("long-press", ImportedQuantity.duration(max(seconds, 0) + ImportedQuantity.holdDelay(fingers: 3...3)))
    default: return nil
    }
  }

  /// Its directions, in our words.
  static let directions = [
    "left": "left", "right": "right", "up": "up", "down": "down", "left_up": "up-left", "right_up": "up-right",
    "left_down": "down-left", "right_down": "down-right",
  ]

  // MARK: Commands

  private mutating func translate(_ command: String, into rule: inout ImportedRule, line: Int) -> Bool {
    let words = command.words
    if words.first == "_internal" { return workspace(words.dropFirst(), command, into: &rule, line: line) }
    let translation = translator.translate(command, hasShell: false)
    rule.act = translation.actions
    if let note = translation.note { rule.notes.append(note) }
    if let change = translation.change { harvest.remark(.changed, line: line, change) }
    return true
  }

  /// `_internal [-w] [--cols N] ws_up`: to another workspace, by wmctrl.
  private mutating func workspace(
    _ words: ArraySlice<String>, _ command: String, into rule: inout ImportedRule, line: Int
  ) -> Bool {
    var options: [String: Int] = [:]
    var option: String?
    var action: String?
    for word in words.flatMap({ $0.split(separator: "=").map(String.init) }) {
      if let name = option {
        options[name] = Int(word) ?? 1
        option = nil
      } else if ["-c", "--cols", "--col", "--row"].contains(word) {
        option = word == "-c" ? "--cols" : word
      } else if !word.hasPrefix("-") {
        action = word
      }
    }
    // In their legacy form, up and down were left and right in a grid that was told by its rows.
    let isLegacyRow = options["--row"] != nil
    let columns = options["--cols"] ?? (options["--col"] ?? 0 > 1 ? 2 : 1)
    let way = action.flatMap { Self.ways[$0] }.map { isLegacyRow ? (x: $0.x + $0.y, y: 0) : $0 }
    let deed = way.flatMap { Self.deed($0, isLegacyRow ? 2 : columns) }
    guard let done = deed?.action(on: translator.desktop) else {
      harvest.remark(.leftOut, line: line, "\(Phrase.quote(command)) is no way to a workspace")
      return false
    }
    set(done, command, into: &rule)
    return true
  }

  private mutating func set(_ action: ImportedAction, _ command: String, into rule: inout ImportedRule) {
    rule.act = [action]
    rule.notes.append("was '\(command)'")
    harvest.explain(DesktopDeed.explanation(translator.desktop))
  }

  /// How far each goes in the grid of workspaces, to the right and downwards.
  private static let ways: [String: (x: Int, y: Int)] = [
    "ws_up": (0, 1), "ws_down": (0, -1), "ws_left": (1, 0), "ws_right": (-1, 0),
  ]

  /// In one column, which is what there is without `--cols`, up and down are all there is.
  private static func deed(_ way: (x: Int, y: Int), _ columns: Int) -> DesktopDeed? {
    guard columns > 1 else { return .workspace(way.x + way.y > 0 ? .next : .previous) }
    if way.x != 0 { return .workspace(way.x > 0 ? .right : .left) }
    return .workspace(way.y > 0 ? .down : .up)
  }
}

/// A configuration that stands as a text in a file of the Nix language.
enum NixText {
  /// The lines between `''` and `''` where there are such; all of them where there are none.
  static func content(of source: ImportSource) -> ImportSource {
    guard source.shortName.hasSuffix(".nix"),
      let start = source.lines.firstIndex(where: { $0.bare.hasSuffix("= ''") }),
      let end = source.lines[(start + 1)...].firstIndex(where: { $0.bare.hasPrefix("''") }), end > start + 1
    else { return source }
    return source.keeping(start + 2...end)
  }
}
