internal import Desktop
internal import Diagnostics
package import Gestures
internal import JSONLines
package import Rules
package import Touch
package import YAML

/// The keys of the language, each declared once. `Vocabulary` has them in the order of the documentation.

// MARK: The file

extension Word {
  package static let rules = Key(
    "rules", in: .file, .node("list", RulesSchema.reference("rules")),
    "The rules, in order: the first that matches a gesture acts.")
  package static let settings = Key("settings", in: .file, .mapping(.settings), "What holds for all rules.")
  package static let include = Key(
    "include", in: .file, .node("paths", RulesSchema.oneOrMore(RulesSchema.plain)), "Other files to read.")
  package static let devices = Key(
    "devices", in: .file, .node("mapping", RulesSchema.deviceStatements), "What one device is like.")
  package static let strokes = Key(
    "strokes", in: .file, .node("mapping", RulesSchema.strokes), "Shapes of your own, by name.")
}

// MARK: A rule

extension Word {
  package static let tap = Key(.tap, .tapCount, "Fingers touch for a moment, once or several times.")
  package static let longPress = Key(.longPress, .duration(), "Fingers rest this long.")
  package static let swipe = Key(
    .swipe, .path, "Fingers move one way, or several ways one after another; acts once, on the way.")
  package static let pan = Key(.pan, .directions, "Fingers move, and go on moving.")
  package static let pinch = Key(
    .pinch, .words(.pinch, "directions") { PinchDirections(words: $0) }, "Fingers come together or part.")
  package static let rotate = Key(
    .rotate, .words(.rotate, "directions") { RotationDirections(words: $0) }, "Fingers turn.")
  package static let circle = Key(
    .circle, .words(.rotate, "directions") { RotationDirections(words: $0) }, "Fingers go round, and go on going round."
  )
  package static let stroke = Key(.stroke, .stroke, "Fingers draw a shape.")
  package static let press = Key<PressPattern.Force>(
    .press, .word(.press, "click"), "Fingers press the button under a touchpad, or press firmly.")
  package static let tipTap = Key(
    .tipTap, .words(.tipTap, "places") { TipTapSides(words: $0) },
    "Fingers rest, and another one taps beside them; 'fingers' counts those that rest.")
  package static let touch = Key<AnyTouch>(.touch, .word(.touch, "any"), "Fingers are down, whatever they do.")

  private static let everyKind = Gesture.Kind.allCases
  /// The sizes of steps, of the gestures that make some.
  static let steps = LimitRanges(
    .panStep, of: [],
    but: [
      .longPress: .repetition, .press: .repetition, .pan: .panStep, .pinch: .spread, .rotate: .turn,
      .circle: .turn.with("30°", "90°"),
    ])
  private static let continuous = steps.kinds + [.touch]
  private static let turning: [Gesture.Kind] = [.pan, .pinch, .rotate, .circle]

  package static let fingers = Key(
    "fingers", .fingers, usual: { .number(Double($0.usualFingers)) }, "How many fingers.")
  package static let device = Key("device", .devices, with: everyKind, "On which devices.")
  package static let distance = Key<Double>(
    "distance",
    .init(
      .length, of: [.tap, .swipe, .pan],
      but: [.pinch: .pinch, .rotate: .turn, .circle: .turn.with("180°", "90°", "360°")]),
    "How far the fingers must move, or may move from one tap to the next.")
  package static let within = Key<Double>(
    "within", .init(.duration.with("500ms", "80ms", "200ms", "400ms", "1s"), of: [.tap, .swipe, .pinch]),
    "The longest time from the first movement to the distance, or that a tap may take.")
  package static let after = Key<Double>(
    "after", .init(.duration.with("500ms", "100ms"), of: [.swipe, .pinch]),
    "The shortest time from the first movement to the distance.")
  package static let speed = Key<ClosedRange<Double>>(
    "speed", .init(.speed, of: [.swipe, .pan]), "How fast the fingers must move there.")
  package static let movement = Key<Double>(
    "movement", .init(.length, of: [.tap, .longPress]), "How far resting fingers may move.")
  package static let gap = Key<Double>(
    "gap", .init(.duration, of: [.tap]), "The longest time from one tap to the next.")
  package static let taps = Key(
    "taps", .taps, with: [.longPress, .pan], "How many taps come right before, with the same fingers.")
  package static let moved = Key(
    "moved", .path, with: [.longPress], "Which way the fingers moved, in the same touch, before they rest.")
  package static let anchor = Key("anchor", .anchor, with: [.pan], "How many fingers rest beside those that move.")
  package static let edge = Key("edge", .regions(.edge, "edges"), with: everyKind, "The edge that the touch starts at.")
  package static let corner = Key(
    "corner", .regions(.corner, "corners"), with: everyKind, "The corner that the touch starts in.")
  package static let margin = Key<Double>(
    "margin", .init(.length, of: everyKind), "How near the edge or corner it starts.")
  package static let zone = Key(
    "zone", .zone, with: everyKind, "The part of the device that the touch starts in.")
  package static let apart = Key(
    "apart", .lengths, with: everyKind.filter { $0 != .tipTap && $0 != .touch },
    "How far from each other the two outermost fingers land.")
  package static let when = Key("when", .condition, "What else must be so.")

  package static let act = Key("do", .actions, "What the rule does.")
  package static let begin = Key("begin", .actions, with: continuous, "What to do when the gesture begins.")
  package static let every = Key("every", steps, type: "step", "How far it is from one step to the next.")
  package static let back = Key("back", .actions, with: turning, "What to do for a step the other way.")
  package static let end = Key("end", .actions, with: continuous, "What to do when the fingers lift.")
  package static let cancel = Key("cancel", .actions, with: continuous, "What to do when the gesture is broken off.")
  package static let at = Key<Moment>(
    "at", .word(.moment, "moment"), with: continuous + [.swipe], usual: "begin", "At which moment 'do' is done.")
  package static let resume = Key(
    "resume", .resume, with: steps.kinds, "How long fingers may be gone and come back to go on.")
  package static let also = Key("also", .flag, usual: false, "Whether other gestures may go on beside it.")
  package static let keep = Key(
    "keep", .flag, usual: false, "Whether the desktop sees the gesture on an owned device, too.")
  package static let shown = Key(
    "as", .mapping(.shownHand), with: [.swipe] + turning,
    "As what the desktop sees the gesture: on an owned touchpad, or of a touchscreen on a virtual touchpad.")
  package static let shownFingers = Key(
    "fingers", in: .shownHand, .shownFingers, "With how many fingers the desktop sees the hand.")
  package static let shownSpeed = Key(
    "speed", in: .shownHand, .factor(of: "the hand's speed"), "The multiple of the hand's speed, on a touchscreen.")
  package static let name = Key("name", .text(example: "next workspace"), "What to call the rule in messages.")
  package static let dragging = Key(
    "drag", .click, with: [.longPress, .pan],
    "The button to drag with: it is held, and the pointer moves with the fingers.")
  package static let enabled = Key("enabled", .flag, "If false, the rule is checked and not used.")

  package static let x = Key("x", in: .area, .span, "From where to where, counted from the left edge.")
  package static let y = Key("y", in: .area, .span, "From where to where, counted from the top edge.")
  package static let all = Key("all", in: .atOnce, .regionsAtOnce, "Each of them has a finger.")

  /// The keys that have actions, in the order in which these run.
  package static let phases: [Key<[LocatedAction]>] = [begin, act, back, end, cancel]
  /// The keys that state where a gesture starts.
  package static let starts: [Word] = [edge, corner, zone]
}

// MARK: Conditions

extension Word {
  package static let app = Key(
    "app", in: .condition, .patterns(example: "firefox") { .app($0) }, "The application whose window has the focus.")
  package static let title = Key(
    "title", in: .condition, .patterns(example: "*YouTube*") { .title($0) },
    "The title of the window that has the focus.")
  package static let fullscreen = Key<Condition.Clause>(
    "fullscreen", in: .condition, .init(.flag) { .fullscreen($1) }, "Whether that window covers its output.")
  package static let output = Key(
    "output", in: .condition, .patterns(example: "eDP-1") { .output($0) }, "The output that has the focus.")
  package static let orientation = Key(
    "orientation", in: .condition,
    .words(.orientation, "orientations") { words in
      Condition.Clause.orientation(Set(words.compactMap { Situation.Orientation(rawValue: $0) }))
    }, "How that output stands.")
  package static let modifiers = Key(
    "modifiers", in: .condition, .modifiers, "The modifiers that are held, and no others.")
  package static let mode = Key("mode", in: .condition, .modes, "The mode that is on.")
  package static let locked = Key("locked", in: .condition, .locked, "Whether the session is locked.")
  package static let under = Key(
    "under", in: .condition, .under, "The window under the fingers; on a touchpad, the one under the pointer.")
  package static let not = Key<Condition.Clause>(
    "not", in: .condition, .init(.condition) { .not($1) }, "What must not be so.")
  package static let any = Key("any", in: .condition, .any, "Of which one must be so.")
}

// MARK: Actions

extension Word {
  package static let run = Key("run", in: .action, .arguments, "Starts a program without a shell.")
  package static let keys = Key("keys", in: .action, .chords, "Presses and releases keys.")
  package static let hold = Key("hold", in: .action, .chord, "Holds keys until the gesture ends.")
  package static let type = Key("type", in: .action, .typed, "Types text.")
  package static let click = Key("click", in: .action, .clicks, "Clicks a button.")
  package static let scroll = Key("scroll", in: .action, .scroll, "Turns the wheel, or scrolls with the fingers.")
  package static let drag = Key(
    "drag", in: .action, .drag, "Holds a button until the gesture ends, and moves the pointer.")
  package static let pointer = Key("pointer", in: .action, .pointer, "Moves the pointer with the fingers.")
  package static let workspace = Key(
    .workspace, in: .workspace, "workspace", "Shows another workspace, on every desktop.")
  package static let desktop = Key(
    .desktop, in: .desktop, "function", "Opens a function of the desktop, on every desktop.")
  package static let window = Key(
    .window, in: .window, "change", "Changes the focused window, or the focus, on every desktop.")
  static let compositors = DesktopKind.withSocket.map { kind in
    Key(kind.rawValue, in: .action, .command(kind), "Tells \(kind.name) a command.")
  }
  package static let setMode = Key("mode", in: .action, .modeChange, "Changes the mode.")
  package static let wait = Key("wait", in: .action, .wait, "Waits before what comes next.")
  package static let position = Key<Action.Position>(
    "at", in: .actionOption, .word(.position, "position"), usual: "fingers",
    "The position of a click, of the beginning of a drag, or of the window that is changed.")
  package static let pointerSpeed = Key(
    "speed", in: .actionOption, .factor(), "The multiple of the pointer's speed.")
  package static let modeName = Key("name", in: .modeChange, .mode, "The mode's name.")
  package static let lasting = Key("for", in: .modeChange, .duration(), "How long it is on.")
}

// MARK: Settings and devices

extension Word {
  package static let keyboard = Key(
    "keyboard", in: .settings, .keyboard, "The keyboard layout that 'keys' looks keys up in.")
  package static let layout = Key(
    "layout", in: .keyboard, .layout(example: "de"), "The layout, such as de, or several, such as us,ru.")
  package static let variant = Key(
    "variant", in: .keyboard, .layout(example: "neo"), "The layout's variant, such as neo.")
  package static let model = Key(
    "model", in: .keyboard, .layout(example: "pc105"), "The keyboard's model, such as pc105.")
  package static let options = Key(
    "options", in: .keyboard, .layout(example: "compose:caps"), "Options, such as compose:caps.")
  package static let inject = Key<Injection>(
    "inject", in: .settings, .word(.injector, "injector"), "What keys, buttons and wheels go by to the desktop.")
  package static let usualSpeed = Key(
    "pointer-speed", in: .settings, .factor(), "The speed of 'drag' and 'pointer' that do not state it.")
  package static let desktopSwipes = Key<DesktopSwipes>(
    "desktop-swipes", in: .settings, .word(.desktopSwipes, "state"),
    "The desktop's own swipes on touchpads that stay enabled, on GNOME.")
  package static let settle = Key(
    "settle", in: .settings, .duration(.settling), usual: .duration(Recognition.settling),
    "How long after one finger the next one of the same gesture may land or lift.")
  package static let usualResume = Key(
    "resume", in: .settings, .duration(.resume), usual: .duration(Defaults().resume), "What 'resume: true' means.")
  package static let readKeyboards = Key(
    "read-keyboards", in: .settings, .flag, usual: false,
    "Whether keyboards may be read, to know which modifiers are held and when somebody types.")
  package static let contacts = Key(
    "contacts", in: .settings, .flag, usual: true, "Whether the contacts of touchpads may be read.")
  package static let keepPositions = Key(
    "keep-positions", in: .settings, .flag, usual: false,
    "Whether the daemon keeps the positions of the last touches on touchscreens for 'sleight why'.")
  package static let whileTyping = Key(
    "while-typing", in: .settings, .flag, usual: false, "Whether rules act on touchpads while somebody types.")
  package static let panic = Key(
    "panic", in: .settings, .duration(.panic), usual: .duration(RuleSet.panicTime),
    "How long five fingers rest on an owned device to give all devices back.")
  package static let lockedIf = Key(
    "locked-if", in: .settings, .lockProbe, "A shell command whose exit status is 0 while the session is locked.")

  /// The keys of `settings` that have the defaults of limits, each with the keys that it takes.
  static let defaults: [(key: Key<Void>, limits: [Word])] = [
    defaults(tap, in: .tapDefaults, "taps") { $0.limits(LimitRows.tap, of: .tap, $1, into: &$2.tap) },
    defaults(longPress, in: .longPressDefaults, "long presses") {
      $0.limits(LimitRows.longPress, of: .longPress, $1, into: &$2.longPress)
    },
    defaults(swipe, in: .swipeDefaults, "swipes") { $0.limits($1, into: &$2.swipe) },
    defaults(pan, in: .panDefaults, "pans") { $0.limits(LimitRows.pan, of: .pan, $1, into: &$2.pan) },
    defaults(pinch, in: .pinchDefaults, "pinches") { $0.limits($1, into: &$2.pinch, LimitRows.pinch) },
    defaults(rotate, in: .rotateDefaults, "rotations") {
      $0.limits(LimitRows.rotate, of: .rotate, $1, into: &$2.rotate)
    },
    defaults(circle, in: .circleDefaults, "circles") {
      $0.limits(LimitRows.circle, of: .circle, $1, into: &$2.circle)
    },
    defaults(edge, in: .startDefaults, nil) { $0.limits(LimitRows.start, of: nil, $1, into: &$2.edge) },
    defaults(corner, in: .startDefaults, nil) { $0.limits(LimitRows.start, of: nil, $1, into: &$2.corner) },
  ]

  private static func defaults(
    _ key: Word, in context: Context, _ gestures: String?,
    _ read: @escaping @Sendable (inout RulesDecoder, Fields, inout Defaults) -> Void
  ) -> (Key<Void>, [Word]) {
    let meaning = gestures.map { "What holds for \($0)." } ?? "What holds where '\(key.name)' stands."
    return (
      Key(key.name, in: .settings, .defaults(context, read), meaning),
      LimitRows.keys(under: key).map { $0.copy(in: context) }
    )
  }

  package static let size = Key(
    "size", in: .deviceProperty, .size, "How large the surface is, as the device itself lies.")
  package static let turn = Key<Device.Orientation>(
    "orientation", in: .deviceProperty, .word(.deviceOrientation, "turn"),
    "Which way the device is turned against what is seen.")
  package static let panel = Key(
    "output", in: .deviceProperty, .output, "The output that a touchscreen lies over.")
  package static let ignore = Key("ignore", in: .deviceProperty, .flag, "Whether nothing that is done on it counts.")
  package static let own = Key("own", in: .deviceProperty, .flag, "Whether the desktop sees only what rules leave.")
}

extension JSONValue {
  fileprivate static func duration(_ value: Duration) -> JSONValue { .string(Phrase.milliseconds(value)) }
}

/// A value of `at` beside a gesture.
package enum Moment: String { case begin, end }

/// The value of `touch`.
package enum AnyTouch: String { case any }
