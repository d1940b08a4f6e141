internal import Rules

/// Keys of other tools: of rules, conditions, settings and actions.
extension ForeignWord {
  static let gestureIsKey = ForeignWord(help: "write the gesture as the key: 'swipe: left'")
  static let directionIsValue = ForeignWord(help: "write the direction as the gesture's value: 'swipe: left'")
  static let isPinch = ForeignWord(help: "'in' and 'out' are directions of a pinch")
  static let isSwipe = ForeignWord(help: "the directions of a pinch are 'in' and 'out'")

  static let isScrolling = ForeignWord(
    help: "two fingers that scroll are a gesture with 'fingers: 2' and 'device: touchpad', such as 'pan: up'")
  static let atLift = ForeignWord(
    help: "to act when the fingers lift, write 'at: end'; a continuous gesture also has actions under 'end'")
  static let actsOnce = ForeignWord(
    help: "a rule acts once for each gesture; only with 'every' does it act several times")
  static let otherCase = ForeignWord(
    help: "write a rule below this one, with the same gesture and without its 'when'")

  static let isRotation = ForeignWord(help: "rotation is a gesture of its own: 'rotate: clockwise'")

  static let keys: [String: ForeignWord] = {
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
      "tap-and-drag": .init(help: "for a tap and then a drag, write 'pan: any' and 'taps: 1'"),
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
      "window": .init(
        help: "write actions under 'do': 'do: {window: close}', and conditions under 'when': 'when: {app: firefox}'"),
      "workspace": .init(help: "write actions under 'do': 'do: {workspace: next}'"),
      "desktop": .init(help: "write actions under 'do': 'do: {desktop: overview}'"),
      "overview": .init(help: "write actions under 'do': 'do: {desktop: overview}'"),
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

  static let conditions: [String: ForeignWord] = {
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
    for name in ["desktop", "de", "session-type"] { words[name] = state }
    for name in ["workspace", "tag"] {
      words[name] = .init(help: "workspaces are not reported: write a condition on 'app', 'title' or 'output'")
    }
    return words
  }()

  static let settings: [String: ForeignWord] = {
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

  static let actions: [String: ForeignWord] = {
    let shell = ForeignWord(help: "write a shell command without a key: 'do: playerctl play-pause'")
    let chord = ForeignWord(suggestion: "keys")
    let condition = ForeignWord(
      help: "conditions are under 'when' of a rule: write one rule for each case, the most specific first")
    let desktop = ForeignWord(
      help: "the actions of the desktop are the same on every one: {workspace: next}, {desktop: overview}, "
        + "{window: close}")
    let sleight = ForeignWord(help: "this is a command: 'do: sleight pause --toggle', 'do: sleight reload'")
    let ofRule = ["begin", "every", "back", "end", "cancel", "also", "resume", "keep"].map { key in
      (key, ForeignWord(help: "'\(key)' is a key of the rule: write it beside 'do'"))
    }
    let bus = ForeignWord(help: "run a program that calls it: 'do: busctl --user call …'")
    let words: [String: ForeignWord] = [
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
      "gnome": desktop, "kde": desktop, "plasma": desktop, "kwin": desktop, "cosmic": desktop, "xfce": desktop,
      "workspaces": .init(suggestion: "workspace"), "virtual-desktop": .init(suggestion: "workspace"),
      "tag": .init(suggestion: "workspace"), "windows": .init(suggestion: "window"),
      "toplevel": .init(suggestion: "window"),
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
      "reload": sleight, "toggle": sleight,
      "dbus": bus, "d-bus": bus, "busctl": bus, "gdbus": bus, "qdbus": bus,
      "notify": shell, "launch": shell, "open": shell, "start": shell, "app": shell, "application": shell,
      "for": .init(help: "write the duration of a mode beside its name: 'mode: {name: resize, for: 5s}'"),
    ]
    return words.merging(ofRule) { word, _ in word }.merging(operations) { word, _ in word }
  }()

  /// Words for actions of the desktop that other tools have as keys.
  private static let operations: [String: ForeignWord] = {
    let operations: [(DesktopOperation, [String])] = [
      (.workspace(.next), ["next-workspace", "workspace-next", "switch-workspace", "change-desktop", "next-desktop"]),
      (
        .workspace(.previous),
        ["previous-workspace", "prev-workspace", "workspace-previous", "workspace-prev", "previous-desktop"]
      ),
      (.desktop(.overview), ["overview", "expose", "activities", "mission-control", "toggle-overview"]),
      (.desktop(.launcher), ["launcher", "applications", "app-grid", "apps", "app-drawer", "menu"]),
      (.desktop(.showDesktop), ["show-desktop", "showdesktop"]),
      (.desktop(.lock), ["lock", "lock-screen", "lockscreen", "lock-session"]),
      (.desktop(.notifications), ["notifications", "notification", "message-tray"]),
      (.desktop(.screenshot), ["screenshot", "screen-shot"]),
      (.window(.close), ["close", "close-window", "window-close", "kill", "killactive"]),
      (.window(.minimize), ["minimize", "minimise", "minimize-window", "iconify"]),
      (.window(.maximize), ["maximize", "maximise", "maximize-window", "maximize-restore-window"]),
      (.window(.fullscreen), ["fullscreen", "full-screen", "toggle-fullscreen", "fullscreen-window"]),
      (.window(.floating), ["floating", "float", "toggle-floating", "togglefloating"]),
      (.window(.next), ["switch-window", "app-switcher", "next-window", "cyclenext", "alt-tab"]),
      (.window(.previous), ["previous-window", "prev-window"]),
      (.window(.toNextWorkspace), ["move-window", "move-to-workspace", "movetoworkspace"]),
      (.window(.toNextOutput), ["move-to-output", "move-to-monitor"]),
      (.window(.alwaysOnTop), ["always-on-top", "keep-above"]),
    ]
    var words: [String: ForeignWord] = [:]
    for (operation, names) in operations {
      for name in names { words[name] = .init(help: "write '{\(operation.text)}'") }
    }
    return words
  }()
}
