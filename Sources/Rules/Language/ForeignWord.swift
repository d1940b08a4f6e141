/// A word that people bring along from other tools, and what to write instead.
struct ForeignWord {
  /// What is written here instead, where one word can take its place.
  var suggestion: String?
  /// What to do, where it is more than another word.
  var help: String?

  /// What to say to `word` in `place`; nil where nothing is known of it.
  static func find(_ word: String, in place: Word.Place) -> ForeignWord? {
    let folded = String(word.lowercased().map { $0 == "_" || $0 == " " ? "-" : $0 })
    return table[place]?[folded] ?? (place == .rule ? gestureWithDirection(folded) : nil)
  }

  /// `swipe_left:` and the like: the direction is the gesture's value.
  private static func gestureWithDirection(_ word: String) -> ForeignWord? {
    for (gesture, place) in [("swipe", Word.Place.swipe), ("pinch", .pinch)] where word.hasPrefix(gesture + "-") {
      let direction = String(word.dropFirst(gesture.count + 1))
      guard Vocabulary.word(direction, in: place) != nil else { continue }
      return ForeignWord(help: "the direction is the gesture's value: '\(gesture): \(direction)'")
    }
    return nil
  }

  private static let table: [Word.Place: [String: ForeignWord]] = [
    .file: ["gestures": .init(suggestion: "rules"), "rule": .init(suggestion: "rules"), "<<": merge],
    .rule: keys,
    .action: actions,
    .swipe: directions.merging(["in": isPinch, "out": isPinch]) { first, _ in first },
    .pinch: pinches,
    .device: devices,
    .modifier: modifiers,
  ]

  private static let merge = ForeignWord(help: "merging mappings with '<<' is not read: write the keys out")
  private static let gestureIsKey = ForeignWord(help: "the gesture itself is the key: 'swipe: left'")
  private static let directionIsValue = ForeignWord(help: "the direction is the gesture's value: 'swipe: left'")
  private static let isPinch = ForeignWord(help: "'in' and 'out' are directions of a pinch")
  private static let isSwipe = ForeignWord(help: "a pinch goes 'in' or 'out'")

  private static let keys: [String: ForeignWord] = {
    var keys: [String: ForeignWord] = [
      "type": gestureIsKey, "gesture": gestureIsKey, "kind": gestureIsKey, "event": gestureIsKey,
      "direction": directionIsValue, "directions": directionIsValue,
      "hold": .init(suggestion: "long-press"), "press": .init(suggestion: "long-press"),
      "finger": .init(suggestion: "fingers"), "finger-count": .init(suggestion: "fingers"),
      "action": .init(suggestion: "do"), "actions": .init(suggestion: "do"), "command": .init(suggestion: "do"),
      "exec": .init(suggestion: "do"), "shell": .init(suggestion: "do"),
      "run": .init(help: "actions stand under 'do': 'do: {run: [program, argument]}'"),
      "keys": .init(help: "actions stand under 'do': 'do: {keys: super+Page_Down}'"),
      "sendkey": .init(help: "actions stand under 'do': 'do: {keys: super+Page_Down}'"),
      "shortcut": .init(help: "actions stand under 'do': 'do: {keys: super+Page_Down}'"),
      "threshold": .init(suggestion: "distance"), "timeout": .init(suggestion: "within"),
      "time": .init(suggestion: "within"), "interval": .init(help: "no rule repeats yet"),
      "description": .init(suggestion: "name"), "comment": .init(suggestion: "name"), "<<": merge,
    ]
    for direction in Vocabulary.names(in: .swipe) {
      keys[direction] = .init(help: "the direction is the gesture's value: 'swipe: \(direction)'")
    }
    for direction in ["in", "out"] {
      keys[direction] = .init(help: "the direction is the gesture's value: 'pinch: \(direction)'")
    }
    return keys
  }()

  private static let actions: [String: ForeignWord] = {
    let shell = ForeignWord(help: "a shell command is text without a key: 'do: playerctl play-pause'")
    let chord = ForeignWord(suggestion: "keys")
    return [
      "command": shell, "shell": shell, "exec": shell, "sh": shell, "spawn": shell,
      "key": chord, "sendkey": chord, "shortcut": chord, "chord": chord, "press": chord, "hotkey": chord,
      "argv": .init(suggestion: "run"), "program": .init(suggestion: "run"),
    ]
  }()

  private static let directions: [String: ForeignWord] = {
    let other: [String: String] = [
      "l": "left", "r": "right", "u": "up", "d": "down", "north": "up", "south": "down", "west": "left",
      "east": "right", "all": "any", "both": "any", "left-up": "up-left", "right-up": "up-right",
      "left-down": "down-left", "right-down": "down-right", "leftright": "horizontal", "updown": "vertical",
      "lu": "up-left", "ru": "up-right", "ld": "down-left", "rd": "down-right",
    ]
    return other.mapValues { ForeignWord(suggestion: $0) }
  }()

  private static let pinches: [String: ForeignWord] = {
    var words: [String: ForeignWord] = [
      "spread": .init(suggestion: "out"), "open": .init(suggestion: "out"), "outwards": .init(suggestion: "out"),
      "close": .init(suggestion: "in"), "inwards": .init(suggestion: "in"), "both": .init(suggestion: "any"),
      "all": .init(suggestion: "any"),
      "clockwise": .init(help: "turning is a gesture of its own, 'rotate', and not supported yet"),
      "counterclockwise": .init(help: "turning is a gesture of its own, 'rotate', and not supported yet"),
    ]
    for direction in Vocabulary.names(in: .swipe) where direction != "any" { words[direction] = isSwipe }
    return words
  }()

  private static let devices: [String: ForeignWord] = {
    var words: [String: ForeignWord] = [:]
    for pad in ["trackpad", "pad", "clickpad"] { words[pad] = .init(suggestion: "touchpad") }
    for screen in ["touch", "screen", "display"] { words[screen] = .init(suggestion: "touchscreen") }
    for any in ["any", "all"] { words[any] = .init(help: "without 'device' a rule acts on every device") }
    return words
  }()

  private static let modifiers: [String: ForeignWord] = {
    var words: [String: ForeignWord] = [:]
    for name in ["control", "ctl", "c", "control-l", "ctrl-l"] { words[name] = .init(suggestion: "ctrl") }
    for name in ["meta", "win", "windows", "logo", "cmd", "command", "mod4", "mod", "hyper", "super-l"] {
      words[name] = .init(suggestion: "super")
    }
    for name in ["option", "opt", "mod1", "alt-l"] { words[name] = .init(suggestion: "alt") }
    for name in ["alt-gr", "iso-level3-shift", "mod5", "alt-r", "ralt"] { words[name] = .init(suggestion: "altgr") }
    for name in ["shift-l", "lshift"] { words[name] = .init(suggestion: "shift") }
    return words
  }()
}
