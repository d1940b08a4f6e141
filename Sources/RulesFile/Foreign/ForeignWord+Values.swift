/// Values of other tools: directions, regions, moments, devices, buttons and modifiers.
extension ForeignWord {
  static let directions: [String: ForeignWord] = {
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

  static let pinches: [String: ForeignWord] = {
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

  static let taps: [String: ForeignWord] = {
    let other = [
      "1x": "single", "2x": "double", "3x": "triple", "x1": "single", "x2": "double", "x3": "triple",
      "once": "single", "twice": "double", "thrice": "triple", "one": "single", "two": "double", "three": "triple",
    ]
    let longer = Vocabulary.names(in: .tap).map { ($0 + "-tap", $0) }
    let more = (4...10).flatMap { [("\($0)x", "\($0)"), ("x\($0)", "\($0)")] }
    let named = [("quadruple", "4"), ("quintuple", "5")]
    return other.merging(longer + more + named) { first, _ in first }.mapValues { ForeignWord(suggestion: $0) }
  }()

  static let rotations: [String: ForeignWord] = {
    let other = [
      "cw": "clockwise", "right": "clockwise", "ccw": "counterclockwise", "left": "counterclockwise",
      "anticlockwise": "counterclockwise", "anti-clockwise": "counterclockwise",
      "counter-clockwise": "counterclockwise",
      "both": "any", "all": "any",
    ]
    return other.mapValues { ForeignWord(suggestion: $0) }
  }()

  static let edges: [String: ForeignWord] = {
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

  static let corners: [String: ForeignWord] = {
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

  static let strokes: [String: ForeignWord] = {
    let other = [
      "o": "circle", "ring": "circle", "tick": "check", "checkmark": "check", "check-mark": "check", "^": "caret",
      "[": "left-bracket", "]": "right-bracket", "square": "rectangle", "loop": "pigtail", "w": "zigzag",
    ]
    return other.mapValues { ForeignWord(suggestion: $0) }
  }()

  static let moments: [String: ForeignWord] = {
    var words: [String: ForeignWord] = [:]
    for start in ["start", "beginning", "once", "threshold"] { words[start] = .init(suggestion: "begin") }
    for end in ["lift", "release", "finish", "up"] { words[end] = .init(suggestion: "end") }
    return words
  }()

  static let devices: [String: ForeignWord] = {
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

  static let deviceProperties: [String: ForeignWord] = {
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

  static let injectors: [String: ForeignWord] = [
    "evdev": .init(suggestion: "uinput"), "kernel": .init(suggestion: "uinput"), "ydotool": .init(suggestion: "uinput"),
    "dotool": .init(suggestion: "uinput"), "wtype": .init(suggestion: "wayland"),
    "wlroots": .init(suggestion: "wayland"), "virtual-keyboard": .init(suggestion: "wayland"),
    "auto": .init(help: "without 'inject', it is chosen automatically"),
  ]

  static let desktopSwipes: [String: ForeignWord] = [
    "off": .init(suggestion: "disabled"), "no": .init(suggestion: "disabled"), "false": .init(suggestion: "disabled"),
    "none": .init(suggestion: "disabled"), "disable": .init(suggestion: "disabled"),
    "on": .init(suggestion: "enabled"), "yes": .init(suggestion: "enabled"), "true": .init(suggestion: "enabled"),
    "enable": .init(suggestion: "enabled"), "all": .init(suggestion: "enabled"),
    "taken": .init(suggestion: "unless-taken"), "auto": .init(suggestion: "unless-taken"),
  ]

  static let deviceOrientations: [String: ForeignWord] = {
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
  static let buttons: [String: ForeignWord] = {
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

  static let modifiers: [String: ForeignWord] = {
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

  static let workspaces: [String: ForeignWord] = {
    let otherWords = [
      "prev": "previous", "left": "previous", "up": "previous", "backward": "previous", "backwards": "previous",
      "right": "next", "down": "next", "forward": "next", "forwards": "next", "following": "next",
      "next-on-output": "next", "prev-on-output": "previous", "e-1": "previous", "m-1": "previous", "r-1": "previous",
      "-1": "previous", "next-workspace": "next", "previous-workspace": "previous", "begin": "first", "start": "first",
      "end": "last", "back-and-forth": "back", "back-and-forward": "back", "recent": "back", "last-used": "back",
      "one": "1", "two": "2", "three": "3", "four": "4", "five": "5",
    ]
    // A plus is read as a hyphen, see `find`.
    return otherWords.mapValues { ForeignWord(suggestion: $0) }
  }()

  static let functions: [String: ForeignWord] = {
    let otherWords = [
      "activities": "overview", "expose": "overview", "mission-control": "overview", "task-view": "overview",
      "toggle-overview": "overview", "spread": "overview", "scale": "overview", "present-windows": "overview",
      "apps": "launcher", "applications": "launcher", "app-grid": "launcher", "appgrid": "launcher",
      "menu": "launcher", "start": "launcher", "start-menu": "launcher", "app-drawer": "launcher", "run": "launcher",
      "show": "show-desktop", "showdesktop": "show-desktop", "desktop": "show-desktop", "peek": "show-desktop",
      "minimize-all": "show-desktop", "lock-screen": "lock", "lockscreen": "lock", "lock-session": "lock",
      "notification": "notifications", "message-tray": "notifications", "calendar": "notifications",
      "screen-shot": "screenshot", "print": "screenshot", "print-screen": "screenshot", "capture": "screenshot",
    ]
    var words = otherWords.mapValues { ForeignWord(suggestion: $0) }
    for word in ["next", "previous", "first", "last", "back"] {
      words[word] = .init(help: "workspaces have a key of their own: {workspace: \(word)}")
    }
    return words
  }()

  static let windowChanges: [String: ForeignWord] = {
    let otherWords = [
      "kill": "close", "quit": "close", "killactive": "close", "exit": "close", "minimise": "minimize",
      "hide": "minimize", "iconify": "minimize", "maximise": "maximize", "maximized": "maximize", "zoom": "maximize",
      "restore": "maximize", "full-screen": "fullscreen", "toggle-fullscreen": "fullscreen", "float": "floating",
      "togglefloating": "floating", "toggle-floating": "floating", "tile": "floating", "prev": "previous",
      "switch": "next", "cycle": "next", "cyclenext": "next", "to-workspace": "to-next-workspace",
      "next-workspace": "to-next-workspace", "move-to-next-workspace": "to-next-workspace",
      "to-prev-workspace": "to-previous-workspace", "previous-workspace": "to-previous-workspace",
      "prev-workspace": "to-previous-workspace", "move-to-previous-workspace": "to-previous-workspace",
      "to-output": "to-next-output", "next-output": "to-next-output", "to-next-monitor": "to-next-output",
      "to-next-screen": "to-next-output", "next-monitor": "to-next-output", "next-screen": "to-next-output",
      "above": "always-on-top", "on-top": "always-on-top", "keep-above": "always-on-top", "pin": "always-on-top",
      "sticky": "always-on-top",
    ]
    return otherWords.mapValues { ForeignWord(suggestion: $0) }
  }()
}
