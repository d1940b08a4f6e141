internal import Desktop
internal import Diagnostics
internal import Gestures
internal import JSONLines
package import Rules
internal import Touch
internal import YAML

/// The keys of actions.
extension Word {
  package static let run = Key(
    "run", in: .action,
    Codec(
      "list", examples: ["[playerctl, play-pause]"],
      .merged(.list(of: .anyText), ["examples": [["playerctl", "play-pause"]]])
    ) { $0.arguments($1).map { Action.run($0) } },
    "Starts a program without a shell.")
  package static let feed = Key(
    "feed", in: .action,
    Codec("command", examples: ["brightness-slider"], .merged(.anyText, ["minLength": 1, "pattern": "\\S"])) {
      $0.shellCommand($1, example: "brightness-slider").map { Action.feed($0) }
    },
    "Starts a command that reads the gesture as lines of JSON.")
  package static let keys = Key(
    "keys", in: .action,
    Codec(
      "chords", examples: ["super+Page_Down"], .merged(.oneOrMore(.chord), ["examples": ["super+Page_Down"]])
    ) { $0.chords($1).map { Action.keys($0) } },
    "Presses and releases keys.")
  package static let hold = Key(
    "hold", in: .action,
    Codec("chord", examples: ["alt"], .merged(.chord, ["examples": ["alt"]])) {
      $0.chord($1.value, for: $1.name, example: "alt").map { Action.hold($0) }
    },
    "Holds keys until the gesture ends.")
  package static let type = Key(
    "type", in: .action, Codec("text", .anyText) { $0.typed($1).map { Action.type($0) } }, "Types text.")
  package static let click = Key(
    "click", in: .action,
    Codec("buttons", examples: ["left"], .oneOrMore(.reference(.button), .click)) { decoder, field in
      decoder.clicks(field).map { Action.click($0, at: decoder.entry.position) }
    },
    "Clicks a button.")
  package static let scroll = Key(
    "scroll", in: .action,
    Codec("scroll", examples: ["down"], ["anyOf": [.reference(.scroll), .steps]]) {
      $0.scroll($1).map { Action.scroll($0) }
    },
    "Turns the wheel, or scrolls with the fingers.")
  package static let drag = Key<Action>(
    "drag", in: .action, .init(.click) { .drag($1, at: $0.entry.position, speed: $0.entry.speed) },
    "Holds a button until the gesture ends, and moves the pointer.")
  package static let pointer = Key(
    "pointer", in: .action,
    Codec("fingers", examples: ["fingers"], .reference(.pointer)) { decoder, field in
      decoder.word(field.value, for: field.name, in: .pointer).map { _ in Action.pointer(speed: decoder.entry.speed) }
    },
    "Moves the pointer with the fingers.")
  package static let plasmaShortcut = Key(
    "plasma-shortcut", in: .action,
    Codec(
      "text", examples: ["kwin,Window Close"],
      .merged(.anyText, ["pattern": "^[^,]+,.+$", "examples": ["kwin,Window Close"]])
    ) { $0.plasmaShortcut($1) },
    "Performs a global shortcut of Plasma, by its component and its name.")
  package static let workspace = Key(
    .workspace, in: .workspace, "workspace", "Shows another workspace, on every desktop.")
  package static let desktop = Key(
    .desktop, in: .desktop, "function", "Opens a function of the desktop, on every desktop.")
  package static let window = Key(
    .window, in: .window, "change", "Changes the focused window, or the focus, on every desktop.")
  static let compositors = DesktopKind.withSocket.map { kind in
    Key(
      kind.rawValue, in: .action,
      Codec("command", .anyText) { $0.command($1, for: kind).map { Action.compositor(kind, $0) } },
      "Tells \(kind.name) a command.")
  }
  static let setMode = Key(
    "mode", in: .action,
    Codec(
      "mode", examples: ["resize"], ["anyOf": [.plain, .merged(.mapping(.modeChange), .required(.modeName))]]
    ) { $0.modeChange($1) },
    "Changes the mode.")
  package static let wait = Key<Action>(
    "wait", in: .action, .init(.duration(.duration.with("200ms"))) { .wait($1) }, "Waits before what comes next.")
  package static let position = Key<Action.Position>(
    "at", in: .actionOption, .word(.position, "position"), usual: "fingers",
    "The position of a click, of the beginning of a drag, of the window that is changed, or of the output.")
  package static let pointerSpeed = Key("speed", in: .actionOption, .factor(), "The multiple of the pointer's speed.")
  static let modeName = Key(
    "name", in: .modeChange, Codec("text", .anyText) { $0.mode($1.value, for: $1.name, isSet: true) },
    "The mode's name.")
  static let lasting = Key("for", in: .modeChange, .duration(), "How long it is on.")
}
