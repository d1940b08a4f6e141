/// A word from another tool's language, and its replacement.
package struct ForeignWord {
  /// The replacement, if a single word can replace it.
  package var suggestion: String?
  /// Advice, if another word is not enough.
  var help: String?

  /// The advice for `word` in `context`; nil if it is unknown.
  package static func find(_ word: String, in context: Word.Context) -> ForeignWord? {
    let folded = String(word.lowercased().map { $0 == "_" || $0 == " " || $0 == "+" ? "-" : $0 })
    if let known = table[context]?[folded] { return known }
    if let fingers = fingers(folded, in: context) { return fingers }
    if context == .rule { return gestureWithDirection(folded) }
    // The limits in `settings` are those of rules.
    guard context.rawValue.hasSuffix("-defaults"),
      let meant = keys[folded]?.suggestion ?? RulesReader.limit(folded)?.key,
      Vocabulary.word(meant, in: context) != nil
    else { return nil }
    return ForeignWord(suggestion: meant)
  }

  /// The button of the pointer that another tool calls `name`; nil if there is none.
  static func button(_ name: String) -> String? {
    let folded = name.lowercased().replacing("_", with: "-")
    guard
      folded.contains(
        /^(btn|button|mouse|mb|pointer-button|mouse:|lmb|rmb|mmb|left-?(click|button)|right-?(click|button)|middle-?(click|button))/
      )
    else { return nil }
    return table[.button]?[folded]?.suggestion
  }

  /// A number of fingers as the value of a gesture: `swipe: 3`, `tap: three-fingers`.
  private static func fingers(_ word: String, in context: Word.Context) -> ForeignWord? {
    let examples: [Word.Context: String] = [
      .direction: "left", .tap: "single", .pinch: "in", .rotate: "clockwise", .stroke: "circle", .press: "click",
      .tipTap: "left",
    ]
    guard let example = examples[context],
      let number = word.wholeMatch(of: /(one|two|three|four|five|[1-5])(?:-?fingers?)?/)?.1
        ?? word.wholeMatch(of: /(?:[a-z-]*-)?(one|two|three|four|five|[1-5])-fingers?(?:-[a-z-]*)?/)?.1
    else { return nil }
    let names = ["one", "two", "three", "four", "five"]
    let fingers = names.firstIndex(of: String(number)).map { $0 + 1 } ?? Int(number) ?? 1
    return ForeignWord(
      help: "write the number of fingers as 'fingers: \(fingers)', beside a value such as '\(example)'")
  }

  /// Words such as `swipe_left:`, where the direction belongs in the gesture's value.
  private static func gestureWithDirection(_ word: String) -> ForeignWord? {
    let gestures: [(String, Word.Context)] = [
      ("swipe", .direction), ("pan", .direction), ("pinch", .pinch), ("rotate", .rotate), ("tap", .tap),
    ]
    if let parts = word.wholeMatch(of: /(one|two|three|four|five|[1-5])-?fingers?-(.+)/)?.output {
      let names = ["one", "two", "three", "four", "five"]
      let fingers = names.firstIndex(of: String(parts.1)).map { $0 + 1 } ?? Int(parts.1) ?? 1
      let gesture = gestures.map(\.0).first { parts.2.hasPrefix($0) } ?? "swipe"
      return ForeignWord(help: "write the gesture as the key, and 'fingers: \(fingers)' below it: '\(gesture): …'")
    }
    if let start = word.wholeMatch(of: /(edge|corner|zone)-(swipe|pan|tap)|(swipe|pan|tap)-(edge|corner|zone)/)?.output
    {
      let region = String(start.1 ?? start.4 ?? "edge")
      let gesture = String(start.2 ?? start.3 ?? "swipe")
      let example = gesture == "tap" ? "tap: single" : "\(gesture): right"
      return ForeignWord(
        help: "write where the touch starts beside the gesture: '\(example)' and '\(region): "
          + "\(region == "corner" ? "top-left" : "left")'")
    }
    for taps in Vocabulary.names(in: .tap) where word == taps + "-tap" {
      return ForeignWord(help: "write the number of taps as the gesture's value: 'tap: \(taps)'")
    }
    for (gesture, context) in gestures where word.hasPrefix(gesture + "-") {
      let direction = String(word.dropFirst(gesture.count + 1))
      guard Vocabulary.word(direction, in: context) != nil else { continue }
      return ForeignWord(help: "write the direction as the gesture's value: '\(gesture): \(direction)'")
    }
    return nil
  }

  private static let table: [Word.Context: [String: ForeignWord]] = [
    .file: [
      "gestures": .init(suggestion: "rules"), "rule": .init(suggestion: "rules"),
      "import": .init(suggestion: "include"), "imports": .init(suggestion: "include"),
      "source": .init(suggestion: "include"),
    ],
    .rule: keys,
    .group: ["if": .init(suggestion: "when"), "match": .init(suggestion: "when")],
    .condition: conditions,
    .action: actions,
    .settings: settings,
    .tap: taps,
    .tipTap: ["center", "centre", "between", "inside"].reduce(into: [:]) { $0[$1] = .init(suggestion: "middle") },
    .direction: directions.merging(["in": isPinch, "out": isPinch, "inward": isPinch, "outward": isPinch]) {
      first, _ in first
    },
    .pinch: pinches,
    .rotate: rotations,
    .edge: edges,
    .corner: corners,
    .zone: edges.merging(["middle": .init(suggestion: "center"), "centre": .init(suggestion: "center")]) { $1 },
    .moment: moments,
    .stroke: strokes,
    .device: devices,
    .deviceProperty: deviceProperties,
    .deviceOrientation: deviceOrientations,
    .injector: injectors, .desktopSwipes: desktopSwipes,
    .modifier: modifiers,
    .button: buttons,
    .orientation: ["vertical": .init(suggestion: "portrait"), "horizontal": .init(suggestion: "landscape")],
    .modeChange: ["lasting", "lasts", "duration", "time", "timeout"].reduce(into: [:]) {
      $0[$1] = .init(suggestion: "for")
    },
  ]

  private static let gestureIsKey = ForeignWord(help: "write the gesture as the key: 'swipe: left'")
  private static let directionIsValue = ForeignWord(help: "write the direction as the gesture's value: 'swipe: left'")
  private static let isPinch = ForeignWord(help: "'in' and 'out' are directions of a pinch")
  private static let isSwipe = ForeignWord(help: "the directions of a pinch are 'in' and 'out'")

  private static let isScrolling = ForeignWord(
    help: "two fingers that scroll are a gesture with 'fingers: 2' and 'device: touchpad', such as 'pan: up'")
  private static let atLift = ForeignWord(
    help: "to act when the fingers lift, write 'at: end'; a continuous gesture also has actions under 'end'")
  private static let actsOnce = ForeignWord(
    help: "a rule acts once for each gesture; only with 'every' does it act several times")
  private static let otherCase = ForeignWord(
    help: "write a rule below this one, with the same gesture and without its 'when'")

  private static let isRotation = ForeignWord(help: "rotation is a gesture of its own: 'rotate: clockwise'")

  private static let keys: [String: ForeignWord] = {
    var keys: [String: ForeignWord] = [
      "type": gestureIsKey, "gesture": gestureIsKey, "kind": gestureIsKey, "event": gestureIsKey,
      "direction": directionIsValue, "directions": directionIsValue,
      "hold": .init(suggestion: "long-press"), "press": .init(suggestion: "long-press"),
      "tiptap": .init(suggestion: "tip-tap"),
      "tip_tap": .init(suggestion: "tip-tap"),
      "finger": .init(suggestion: "fingers"), "finger-count": .init(suggestion: "fingers"),
      "action": .init(suggestion: "do"), "actions": .init(suggestion: "do"), "command": .init(suggestion: "do"),
      "exec": .init(suggestion: "do"), "shell": .init(suggestion: "do"),
      "run": .init(help: "write actions under 'do': 'do: {run: [program, argument]}'"),
      "keys": .init(help: "write actions under 'do': 'do: {keys: super+Page_Down}'"),
      "sendkey": .init(help: "write actions under 'do': 'do: {keys: super+Page_Down}'"),
      "shortcut": .init(help: "write actions under 'do': 'do: {keys: super+Page_Down}'"),
      "threshold": .init(suggestion: "distance"), "timeout": .init(suggestion: "within"),
      "time": .init(suggestion: "within"), "interval": .init(suggestion: "every"), "step": .init(suggestion: "every"),
      "repeat": .init(suggestion: "every"), "start": .init(suggestion: "begin"), "update": .init(suggestion: "every"),
      "finish": .init(suggestion: "end"), "release": .init(suggestion: "end"), "velocity": .init(suggestion: "speed"),
      "drag-lock": .init(suggestion: "resume"), "simultaneous": .init(suggestion: "also"),
      "rotation": .init(suggestion: "rotate"), "turn": .init(suggestion: "rotate"), "click": .init(suggestion: "tap"),
      "zoom": .init(suggestion: "pinch"), "spread": .init(suggestion: "pinch"), "flick": .init(suggestion: "swipe"),
      "shape": .init(suggestion: "stroke"), "draw": .init(suggestion: "stroke"),
      "doubletap": .init(help: "write the number of taps as the gesture's value: 'tap: double'"),
      "tap-and-hold": .init(help: "for a tap and then a press, write 'long-press: 500ms' and 'taps: 1'"),
      "if": .init(suggestion: "when"), "conditions": .init(suggestion: "when"), "condition": .init(suggestion: "when"),
      "app": .init(help: "write conditions under 'when': 'when: {app: firefox}'"),
      "application": .init(help: "write conditions under 'when': 'when: {app: firefox}'"),
      "mode": .init(help: "write conditions under 'when': 'when: {mode: resize}'"),
      "description": .init(suggestion: "name"), "comment": .init(suggestion: "name"), "id": .init(suggestion: "name"),
      "label": .init(suggestion: "name"), "title": .init(suggestion: "name"), "desc": .init(suggestion: "name"),
      "touches": .init(suggestion: "fingers"), "contacts": .init(suggestion: "fingers"),
      "num-fingers": .init(suggestion: "fingers"), "number-of-fingers": .init(suggestion: "fingers"),
      "reverse": .init(suggestion: "back"), "opposite": .init(suggestion: "back"), "then": .init(suggestion: "do"),
      "on-begin": .init(suggestion: "begin"), "on-start": .init(suggestion: "begin"),
      "on-end": .init(suggestion: "end"), "on-finish": .init(suggestion: "end"),
      "on-cancel": .init(suggestion: "cancel"),
      "abort": .init(suggestion: "cancel"), "where": .init(suggestion: "zone"), "area": .init(suggestion: "zone"),
      "region": .init(suggestion: "zone"), "border": .init(suggestion: "edge"), "devices": .init(suggestion: "device"),
      "duration": .init(help: "the time of a swipe is 'within', that of a long press its value: 'long-press: 500ms'"),
      "disabled": .init(help: "to disable a rule, write 'enabled: false'"),
      "disable": .init(help: "to disable a rule, write 'enabled: false'"),
      "active": .init(help: "to disable a rule, write 'enabled: false'"),
      "window": .init(help: "write conditions under 'when': 'when: {app: firefox}'"),
      "class": .init(help: "write conditions under 'when': 'when: {app: firefox}'"),
      "output": .init(help: "write conditions under 'when': 'when: {output: eDP-1}'"),
      "monitor": .init(help: "write conditions under 'when': 'when: {output: eDP-1}'"),
      "locked": .init(help: "write conditions under 'when': 'when: {locked: true}'"),
      "fullscreen": .init(help: "write conditions under 'when': 'when: {fullscreen: true}'"),
      "modifiers": .init(help: "write conditions under 'when': 'when: {modifiers: ctrl}'"),
      "modifier": .init(help: "write conditions under 'when': 'when: {modifiers: ctrl}'"),
      "priority": .init(help: "the order of the rules decides: an earlier one precedes"),
      "from": .init(help: "write where the touch starts as 'edge: left', 'corner: top-left' or 'zone: left'"),
      "start-edge": .init(suggestion: "edge"), "from-edge": .init(suggestion: "edge"),
      "wheel": isScrolling, "scroll": isScrolling, "two-finger-scroll": isScrolling,
      "sensitivity": .init(suggestion: "distance"), "angle": .init(suggestion: "distance"),
      "scale": .init(suggestion: "distance"),
      "edge-size": .init(suggestion: "margin"), "edge-width": .init(suggestion: "margin"),
      "edge-margin": .init(suggestion: "margin"), "edge-distance": .init(suggestion: "margin"),
      "on-release": atLift, "on-lift": atLift, "on-up": atLift, "on-touch-up": atLift,
      "else": otherCase, "otherwise": otherCase,
      "once": actsOnce, "oneshot": actsOnce, "one-shot": actsOnce, "cooldown": actsOnce, "debounce": actsOnce,
      "throttle": actsOnce, "rate-limit": actsOnce,
      "natural": .init(help: "directions are those of the fingers: to reverse one, exchange 'left' and 'right'"),
    ]
    for direction in Vocabulary.names(in: .direction) {
      keys[direction] = .init(help: "write the direction as the gesture's value: 'swipe: \(direction)'")
    }
    for shape in Vocabulary.names(in: .stroke) {
      keys[shape] = .init(help: "write the shape as the gesture's value: 'stroke: \(shape)'")
    }
    for direction in ["in", "out"] {
      keys[direction] = .init(help: "write the direction as the gesture's value: 'pinch: \(direction)'")
    }
    return keys
  }()

  private static let conditions: [String: ForeignWord] = {
    var words: [String: ForeignWord] = [:]
    for name in ["application", "app-id", "appid", "class", "wm-class", "window", "window-class", "program"] {
      words[name] = .init(suggestion: "app")
    }
    for name in ["window-title", "name", "caption"] { words[name] = .init(suggestion: "title") }
    for name in ["monitor", "screen", "display"] { words[name] = .init(suggestion: "output") }
    for name in ["maximized", "full-screen"] { words[name] = .init(suggestion: "fullscreen") }
    for name in ["rotation", "transform"] { words[name] = .init(suggestion: "orientation") }
    for name in ["modifier", "mods", "keys"] { words[name] = .init(suggestion: "modifiers") }
    for name in ["all", "and"] { words[name] = .init(help: "all conditions of one mapping must hold") }
    for name in ["or", "one-of"] { words[name] = .init(suggestion: "any") }
    for name in ["none", "unless", "except"] { words[name] = .init(suggestion: "not") }
    // States that only other programs know.
    let state = ForeignWord(
      help: "no program is asked during a gesture, but one can set a mode beforehand: 'sleight mode night', and here "
        + "'when: {mode: night}'")
    for name in [
      "command", "exec", "shell", "script", "run", "test", "env", "file", "process", "running", "time", "hour", "day",
      "weekday", "date", "battery", "charging", "power", "wifi", "network", "docked", "tablet", "tablet-mode", "laptop",
      "lid",
    ] {
      words[name] = state
    }
    for name in ["mouse", "keyboard", "host", "hostname", "user", "stylus", "pen", "charger", "sound", "music"] {
      words[name] = state
    }
    for name in ["floating", "tiled", "tiling", "layout", "minimized", "pinned", "pid", "role", "geometry", "size"] {
      words[name] = .init(help: "this is not reported: write a condition on 'app', 'title', 'fullscreen' or 'output'")
    }
    for name in ["touchpad", "touchscreen"] {
      words[name] = .init(help: "write 'device: \(name)' beside the gesture, not under 'when'")
    }
    for name in ["compositor", "session", "wm"] { words[name] = state }
    for name in ["workspace", "desktop", "tag"] {
      words[name] = .init(help: "workspaces are not reported: write a condition on 'app', 'title' or 'output'")
    }
    return words
  }()

  private static let settings: [String: ForeignWord] = {
    let desktop = ForeignWord(help: "this is a setting of the desktop, which sends input to programs")
    var words: [String: ForeignWord] = [
      "log-level": .init(help: "it is an option of the daemon: 'sleight run --log-level debug'"),
      "layout": .init(suggestion: "keyboard"), "keymap": .init(suggestion: "keyboard"),
      "xkb": .init(suggestion: "keyboard"), "backend": .init(suggestion: "inject"),
      "injector": .init(suggestion: "inject"), "injection": .init(suggestion: "inject"),
    ]
    for name in ["verbose", "debug", "log", "logging"] { words[name] = words["log-level"] }
    for name in ["lock", "locker", "lockscreen", "lock-screen", "screenlock", "lock-command", "locked"] {
      words[name] = .init(help: "write the command that checks for the lock: 'locked-if: pgrep -x swaylock'")
    }
    for name in [
      "tap-to-click", "tapping", "natural", "natural-scroll", "natural-scrolling", "acceleration", "accel", "dwt",
      "disable-while-typing", "palm-detection", "middle-emulation", "click-method",
    ] {
      words[name] = desktop
    }
    return words
  }()

  private static let actions: [String: ForeignWord] = {
    let shell = ForeignWord(help: "write a shell command without a key: 'do: playerctl play-pause'")
    let chord = ForeignWord(suggestion: "keys")
    let condition = ForeignWord(
      help: "conditions are under 'when' of a rule: write one rule for each case, the most specific first")
    let desktop = ForeignWord(
      help: "press the desktop's shortcut for it, such as {keys: super+d}, or use {sway: …}, {hyprland: …} or {niri: …}"
    )
    let sleight = ForeignWord(help: "this is a command: 'do: sleight pause --toggle', 'do: sleight reload'")
    let bus = ForeignWord(help: "run a program that calls it: 'do: busctl --user call …'")
    return [
      "command": shell, "shell": shell, "exec": shell, "sh": shell, "spawn": shell,
      "key": chord, "sendkey": chord, "shortcut": chord, "chord": chord, "press": chord, "hotkey": chord,
      "argv": .init(suggestion: "run"), "program": .init(suggestion: "run"),
      "text": .init(suggestion: "type"), "write": .init(suggestion: "type"), "string": .init(suggestion: "type"),
      "sleep": .init(suggestion: "wait"), "delay": .init(suggestion: "wait"), "pause": .init(suggestion: "wait"),
      "button": .init(suggestion: "click"), "mouse": .init(suggestion: "click"),
      "mouse-click": .init(suggestion: "click"), "wheel": .init(suggestion: "scroll"),
      "move": .init(suggestion: "pointer"), "cursor": .init(suggestion: "pointer"),
      "swaymsg": .init(suggestion: "sway"), "i3": .init(suggestion: "sway"), "hyprctl": .init(suggestion: "hyprland"),
      "none": .init(help: "to do nothing, write 'do: none'"),
      "if": condition, "when": condition, "then": condition, "else": condition, "unless": condition,
      "workspace": desktop, "desktop": desktop, "window": desktop, "gnome": desktop, "kde": desktop, "plasma": desktop,
      "kwin": desktop, "cosmic": desktop, "xfce": desktop, "overview": desktop, "close": desktop, "maximize": desktop,
      "minimize": desktop, "fullscreen": desktop,
      "volume": .init(help: "press the key for it: {keys: XF86AudioRaiseVolume}"),
      "brightness": .init(help: "press the key for it: {keys: XF86MonBrightnessUp}"),
      "mute": .init(help: "press the key for it: {keys: XF86AudioMute}"),
      "media": .init(help: "press the key for it: {keys: XF86AudioPlay}"),
      "play": .init(help: "press the key for it: {keys: XF86AudioPlay}"),
      "keyboard": chord, "keypress": chord, "key-press": chord, "send-keys": chord, "sendkeys": chord,
      "send-key": chord, "combo": chord, "keystroke": chord, "keybinding": chord, "keybind": chord,
      "input": .init(help: "actions on the keyboard and pointer are 'keys', 'hold', 'type', 'click' and 'scroll'"),
      "double-click": .init(help: "write '{click: [left, left]}'"),
      "doubleclick": .init(help: "write '{click: [left, left]}'"),
      "left-click": .init(help: "write '{click: left}'"), "right-click": .init(help: "write '{click: right}'"),
      "middle-click": .init(help: "write '{click: middle}'"),
      "screenshot": .init(help: "press the key for it: {keys: Print}"),
      "reload": sleight, "resume": sleight, "toggle": sleight,
      "dbus": bus, "d-bus": bus, "busctl": bus, "gdbus": bus, "qdbus": bus,
      "close-window": desktop, "kill": desktop, "killactive": desktop, "show-desktop": desktop, "expose": desktop,
      "switch-workspace": desktop, "next-workspace": desktop, "previous-workspace": desktop, "launcher": desktop,
      "toggle-fullscreen": desktop, "move-window": desktop, "switch-window": desktop, "app-switcher": desktop,
      "notify": shell, "launch": shell, "open": shell, "start": shell, "app": shell, "application": shell,
      "for": .init(help: "write the duration of a mode beside its name: 'mode: {name: resize, for: 5s}'"),
    ]
  }()

  private static let directions: [String: ForeignWord] = {
    let other: [String: String] = [
      "l": "left", "r": "right", "u": "up", "d": "down", "north": "up", "south": "down", "west": "left",
      "east": "right", "all": "any", "both": "any", "left-up": "up-left", "right-up": "up-right",
      "left-down": "down-left", "right-down": "down-right", "updown": "vertical",
      "lu": "up-left", "ru": "up-right", "ld": "down-left", "rd": "down-right",
      "leftup": "up-left", "upleft": "up-left", "rightup": "up-right", "upright": "up-right",
      "leftdown": "down-left", "downleft": "down-left", "rightdown": "down-right", "downright": "down-right",
      "ul": "up-left", "ur": "up-right", "dl": "down-left", "dr": "down-right", "top": "up", "bottom": "down",
      "upward": "up", "upwards": "up", "downward": "down", "downwards": "down", "leftward": "left",
      "leftwards": "left", "rightward": "right", "rightwards": "right", "leftright": "horizontal",
      "left-right": "horizontal", "up-down": "vertical", "sideways": "horizontal", "every": "any",
      "n": "up", "s": "down", "w": "left", "e": "right", "nw": "up-left", "ne": "up-right", "sw": "down-left",
      "se": "down-right", "north-west": "up-left", "north-east": "up-right", "south-west": "down-left",
      "south-east": "down-right", "northwest": "up-left", "northeast": "up-right", "southwest": "down-left",
      "southeast": "down-right", "lr": "right", "rl": "left", "du": "up", "ud": "down",
      "left-to-right": "right", "right-to-left": "left", "top-to-bottom": "down", "bottom-to-top": "up",
      "up-to-down": "down", "down-to-up": "up", "top-down": "down", "bottom-up": "up", "←": "left", "→": "right",
      "↑": "up", "↓": "down", "↖": "up-left", "↗": "up-right", "↙": "down-left", "↘": "down-right", "⇐": "left",
      "⇒": "right", "⇑": "up", "⇓": "down", "↔": "horizontal", "↕": "vertical", "links": "left", "rechts": "right",
      "hoch": "up", "runter": "down", "oben": "up", "unten": "down", "gauche": "left", "droite": "right",
      "haut": "up", "bas": "down", "izquierda": "left", "derecha": "right", "arriba": "up", "abajo": "down",
    ]
    var words = other.mapValues { ForeignWord(suggestion: $0) }
    let diagonals = "up-left, up-right, down-left, down-right"
    words["diagonal"] = .init(help: "write the directions that are meant, as a list: [\(diagonals)]")
    words["diagonally"] = words["diagonal"]
    for (edge, inwards) in [("left", "right"), ("right", "left"), ("top", "down"), ("bottom", "up")] {
      for word in ["\(edge)-edge", "edge-\(edge)", "from-\(edge)", "from-\(edge)-edge", "from-the-\(edge)"] {
        words[word] = .init(
          help: "write where the touch starts as 'edge: \(edge)', beside the direction: 'swipe: \(inwards)'")
      }
    }
    return words
  }()

  private static let pinches: [String: ForeignWord] = {
    var words: [String: ForeignWord] = [
      "spread": .init(suggestion: "out"), "open": .init(suggestion: "out"), "outwards": .init(suggestion: "out"),
      "outward": .init(suggestion: "out"), "apart": .init(suggestion: "out"), "expand": .init(suggestion: "out"),
      "zoom-in": .init(suggestion: "out", help: "to zoom in, the fingers move apart"),
      "zoom-out": .init(suggestion: "in", help: "to zoom out, the fingers move together"),
      "close": .init(suggestion: "in"), "inwards": .init(suggestion: "in"), "inward": .init(suggestion: "in"),
      "together": .init(suggestion: "in"), "shrink": .init(suggestion: "in"), "both": .init(suggestion: "any"),
      "all": .init(suggestion: "any"),
      "clockwise": isRotation, "counterclockwise": isRotation,
    ]
    for direction in Vocabulary.names(in: .direction) where direction != "any" { words[direction] = isSwipe }
    return words
  }()

  private static let taps: [String: ForeignWord] = {
    let other = [
      "1x": "single", "2x": "double", "3x": "triple", "x1": "single", "x2": "double", "x3": "triple",
      "once": "single", "twice": "double", "thrice": "triple", "one": "single", "two": "double", "three": "triple",
    ]
    let longer = Vocabulary.names(in: .tap).map { ($0 + "-tap", $0) }
    var words = other.merging(longer) { first, _ in first }.mapValues { ForeignWord(suggestion: $0) }
    for number in 1...5 {
      let names = ["single", "double", "triple"]
      let fingers = number == 1 ? "one finger" : "\(number) fingers"
      words["\(number)"] = ForeignWord(
        suggestion: number <= 3 ? names[number - 1] : nil,
        help: "for a tap of \(fingers), write 'tap: single' and 'fingers: \(number)'")
    }
    return words
  }()

  private static let rotations: [String: ForeignWord] = {
    let other = [
      "cw": "clockwise", "right": "clockwise", "ccw": "counterclockwise", "left": "counterclockwise",
      "anticlockwise": "counterclockwise", "anti-clockwise": "counterclockwise",
      "counter-clockwise": "counterclockwise",
      "both": "any", "all": "any",
    ]
    return other.mapValues { ForeignWord(suggestion: $0) }
  }()

  private static let edges: [String: ForeignWord] = {
    var words: [String: ForeignWord] = [:]
    for (word, edge) in [
      ("up", "top"), ("upper", "top"), ("down", "bottom"), ("lower", "bottom"), ("l", "left"), ("r", "right"),
      ("t", "top"), ("u", "top"), ("b", "bottom"), ("d", "bottom"), ("west", "left"), ("east", "right"),
      ("north", "top"), ("south", "bottom"), ("w", "left"), ("e", "right"), ("n", "top"), ("s", "bottom"),
    ] {
      words[word] = .init(suggestion: edge)
    }
    for edge in Vocabulary.names(in: .edge) where edge != "any" {
      for word in ["\(edge)-edge", "\(edge)edge", "edge-\(edge)", "\(edge)-side", "\(edge)most", "\(edge)-half"] {
        words[word] = .init(suggestion: edge)
      }
    }
    for corner in Vocabulary.names(in: .corner) where corner != "any" {
      words[corner] = .init(help: "this is a corner: 'corner: \(corner)'")
    }
    return words
  }()

  private static let corners: [String: ForeignWord] = {
    var words: [String: ForeignWord] = [:]
    for side in ["left", "right"] {
      for (word, corner) in [("top", "top"), ("up", "top"), ("upper", "top")] + [
        ("bottom", "bottom"), ("down", "bottom"), ("lower", "bottom"),
      ] {
        words["\(side)-\(word)"] = .init(suggestion: "\(corner)-\(side)")
        if word != corner { words["\(word)-\(side)"] = .init(suggestion: "\(corner)-\(side)") }
      }
    }
    for (word, corner) in [
      ("tl", "top-left"), ("tr", "top-right"), ("bl", "bottom-left"), ("br", "bottom-right"), ("nw", "top-left"),
      ("ne", "top-right"), ("sw", "bottom-left"), ("se", "bottom-right"), ("lt", "top-left"), ("rt", "top-right"),
      ("lb", "bottom-left"), ("rb", "bottom-right"), ("topleft", "top-left"), ("topright", "top-right"),
      ("bottomleft", "bottom-left"), ("bottomright", "bottom-right"),
    ] {
      words[word] = .init(suggestion: corner)
    }
    for edge in Vocabulary.names(in: .edge) where edge != "any" {
      words[edge] = .init(help: "this is an edge: 'edge: \(edge)'")
    }
    return words
  }()

  private static let strokes: [String: ForeignWord] = {
    let other = [
      "o": "circle", "ring": "circle", "tick": "check", "checkmark": "check", "check-mark": "check", "^": "caret",
      "[": "left-bracket", "]": "right-bracket", "square": "rectangle", "loop": "pigtail", "w": "zigzag",
    ]
    return other.mapValues { ForeignWord(suggestion: $0) }
  }()

  private static let moments: [String: ForeignWord] = {
    var words: [String: ForeignWord] = [:]
    for start in ["start", "beginning", "once", "threshold"] { words[start] = .init(suggestion: "begin") }
    for end in ["lift", "release", "finish", "up"] { words[end] = .init(suggestion: "end") }
    return words
  }()

  private static let devices: [String: ForeignWord] = {
    var words: [String: ForeignWord] = [:]
    for pad in ["trackpad", "pad", "clickpad"] { words[pad] = .init(suggestion: "touchpad") }
    for screen in ["touch", "screen", "display"] { words[screen] = .init(suggestion: "touchscreen") }
    // sway's criteria.
    for kind in ["touchpad", "touchscreen"] { words["type:" + kind] = .init(suggestion: kind) }
    words["type:touch"] = .init(suggestion: "touchscreen")
    // The word for every device depends on the context, so the caller reports it.
    for any in ["any", "all"] { words[any] = ForeignWord() }
    return words
  }()

  private static let deviceProperties: [String: ForeignWord] = {
    let size = ForeignWord(help: "write width and height together: 'size: 344mm x 194mm'")
    let turned = ForeignWord(suggestion: "orientation")
    let calibration = ForeignWord(
      help: "use 'orientation' to turn and 'size' to scale; for other matrices, set the udev property "
        + "LIBINPUT_CALIBRATION_MATRIX, which applies here too")
    return [
      "width": size, "height": size, "resolution": size, "dimensions": .init(suggestion: "size"),
      "rotation": turned, "rotate": turned, "rotation-angle": turned, "transform": turned, "turned": turned,
      "calibration-matrix": calibration, "matrix": calibration,
      "monitor": .init(suggestion: "output"), "screen": .init(suggestion: "output"),
      "display": .init(suggestion: "output"), "map-to-output": .init(suggestion: "output"),
      "grab": .init(suggestion: "own"), "owned": .init(suggestion: "own"), "exclusive": .init(suggestion: "own"),
      "ignored": .init(suggestion: "ignore"), "disable": .init(suggestion: "ignore"),
      "disabled": .init(suggestion: "ignore"), "off": .init(suggestion: "ignore"),
      "enabled": .init(help: "all devices are read except those with 'ignore: true'"),
    ]
  }()

  private static let injectors: [String: ForeignWord] = [
    "evdev": .init(suggestion: "uinput"), "kernel": .init(suggestion: "uinput"), "ydotool": .init(suggestion: "uinput"),
    "dotool": .init(suggestion: "uinput"), "wtype": .init(suggestion: "wayland"),
    "wlroots": .init(suggestion: "wayland"), "virtual-keyboard": .init(suggestion: "wayland"),
    "auto": .init(help: "without 'inject', it is chosen automatically"),
  ]

  private static let desktopSwipes: [String: ForeignWord] = [
    "off": .init(suggestion: "disabled"), "no": .init(suggestion: "disabled"), "false": .init(suggestion: "disabled"),
    "none": .init(suggestion: "disabled"), "disable": .init(suggestion: "disabled"),
    "on": .init(suggestion: "enabled"), "yes": .init(suggestion: "enabled"), "true": .init(suggestion: "enabled"),
    "enable": .init(suggestion: "enabled"), "all": .init(suggestion: "enabled"),
    "taken": .init(suggestion: "unless-taken"), "auto": .init(suggestion: "unless-taken"),
  ]

  private static let deviceOrientations: [String: ForeignWord] = {
    let side = ForeignWord(
      help: "'left': the top edge of the device is on the left as seen by the user; 'right': on the right")
    return [
      "0": .init(suggestion: "normal"), "none": .init(suggestion: "normal"), "0°": .init(suggestion: "normal"),
      "180": .init(suggestion: "inverted"), "180°": .init(suggestion: "inverted"),
      "upside-down": .init(suggestion: "inverted"), "flipped": .init(suggestion: "inverted"),
      "bottom-up": .init(suggestion: "inverted"), "counterclockwise": .init(suggestion: "left"),
      "ccw": .init(suggestion: "left"), "clockwise": .init(suggestion: "right"), "cw": .init(suggestion: "right"),
      "90": side, "270": side, "90°": side, "270°": side, "-90": side, "portrait": side, "left-up": side,
      "right-up": side, "landscape": side,
    ]
  }()

  /// Buttons by their numbers in X, and by their evdev names.
  private static let buttons: [String: ForeignWord] = {
    var words: [String: ForeignWord] = ["double": .init(help: "write a double click as a list: [left, left]")]
    let other = [
      "left": [
        "1", "primary", "btn-left", "button1", "lmb", "mouse1", "mb1", "mouse:272", "272", "0x110", "pointer-button1",
        "leftclick", "left-click", "left-button", "mouse-left", "mouseleft", "leftdown", "leftup", "left-down",
        "left-up",
      ],
      "middle": [
        "2", "btn-middle", "button2", "wheel", "mmb", "mouse:274", "274", "0x112", "pointer-button2", "middleclick",
        "middle-click", "middle-button", "mouse-middle", "mouse3", "centre", "center",
      ],
      "right": [
        "3", "secondary", "btn-right", "button3", "rmb", "menu", "mouse2", "mb2", "mouse:273", "273", "0x111",
        "pointer-button3", "rightclick", "right-click", "right-button", "mouse-right", "mouseright", "context",
      ],
      "back": ["8", "btn-side", "button8", "btn-back", "mouse4", "mouse:275", "275", "mouse8"],
      "forward": ["9", "btn-extra", "button9", "btn-forward", "mouse5", "mouse:276", "276", "mouse9"],
    ]
    for (button, names) in other { for name in names { words[name] = .init(suggestion: button) } }
    return words
  }()

  private static let modifiers: [String: ForeignWord] = {
    var words: [String: ForeignWord] = [:]
    for name in [
      "control", "ctl", "c", "control-l", "ctrl-l", "leftctrl", "rightctrl", "ctrl-r", "control-r", "strg", "lctrl",
      "rctrl",
      "lcontrol", "rcontrol", "^",
    ] {
      words[name] = .init(suggestion: "ctrl")
    }
    for name in [
      "meta", "win", "windows", "logo", "cmd", "command", "mod4", "mod", "$mod", "hyper", "super-l", "leftmeta",
      "rightmeta", "gui", "super-r", "meta-l", "meta-r", "lsuper", "rsuper", "lwin", "rwin", "lmeta", "rmeta",
      "leftsuper", "win-l", "kernel-super",
    ] {
      words[name] = .init(suggestion: "super")
    }
    for name in ["option", "opt", "mod1", "alt-l", "leftalt", "lalt"] { words[name] = .init(suggestion: "alt") }
    for name in ["alt-gr", "iso-level3-shift", "mod5", "alt-r", "ralt", "rightalt"] {
      words[name] = .init(suggestion: "altgr")
    }
    for name in [
      "shift-l", "lshift", "leftshift", "rightshift", "shift-r", "rshift", "umschalt", "maj", "mayus", "mayús",
    ] { words[name] = .init(suggestion: "shift") }
    return words
  }()
}
