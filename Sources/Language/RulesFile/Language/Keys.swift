internal import Desktop
package import Diagnostics
package import Gestures
internal import JSONLines
package import Rules
package import Touch
package import YAML

/// The keys of the language, each declared once. `Vocabulary` has them in the order of the documentation.

// MARK: The file

extension Word {
  package static let rules = Key(
    "rules", in: .file, .node("list", .reference("rules")),
    "The rules, in order: the first that matches a gesture acts.")
  package static let settings = Key(
    "settings", in: .file, .mapping(.settings) { $1.value }, "What holds for all rules.")
  package static let include = Key("include", in: .file, .node("paths", .oneOrMore(.plain)), "Other files to read.")
  package static let devices = Key(
    "devices", in: .file, .node("mapping", .deviceStatements), "What one device is like.")
  package static let strokes = Key("strokes", in: .file, .node("mapping", .strokes), "Shapes of your own, by name.")
  package static let gestures = Key(
    "gestures", in: .file, .node("mapping", .gestures), "Gestures of your own, by name.")
}

// MARK: A rule

extension Word {
  package static let tap = Key(
    .tap,
    Codec("count", examples: Vocabulary.names(in: .tap), ["anyOf": [.reference(.tap), .tapCount]]) { $0.tapCount($1) },
    "Fingers touch for a moment, once or several times.")
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
  package static let stroke = Key(
    .stroke,
    Codec("name", examples: Vocabulary.names(in: .stroke), ["anyOf": [.reference(.stroke), .plain]]) { $0.stroke($1) },
    "Fingers draw a shape.")
  package static let press = Key<PressPattern.Force>(
    .press, .word(.press, "click"), "Fingers press the button under a touchpad, or press firmly.")
  package static let tipTap = Key(
    .tipTap, .words(.tipTap, "places") { TipTapSides(words: $0) },
    "Fingers rest, and another one taps beside them; 'fingers' counts those that rest.")
  package static let touch = Key<AnyTouch>(.touch, .word(.touch, "any"), "Fingers are down, whatever they do.")

  package static let gesture = Key(
    "gesture",
    Codec("name", .plain) {
      $0.text(of: $1.value, for: $1.name, expected: "the name of a gesture", example: "corner-code")
    }, role: .gesture, usual: { _ in nil }, "A gesture of your own, from 'gestures'.")

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
    "fingers",
    Codec("numbers", examples: ["3"] + (1...Trigger.mostFingers).filter { $0 != 3 }.map(String.init), .fingers) {
      $0.fingers($1)
    },
    role: .qualifier(everyKind),
    usual: { Gesture.Kind(rawValue: $0).map { .number(Double($0.usualFingers)) } }, "How many fingers.")
  package static let device = Key(
    "device",
    Codec("devices", examples: Vocabulary.names(in: .device), .oneOrMore(.reference(.device), .plain)) {
      $0.devices($1)
    }, with: everyKind, "On which devices.")
  package static let distance = Key(
    "distance",
    .quantity(
      .length, of: [.tap, .swipe, .pan],
      but: [.pinch: .pinch, .rotate: .turn, .circle: .turn.with("180°", "90°", "360°")]),
    "How far the fingers must move, or may move from one tap to the next.")
  package static let within = Key(
    "within",
    .quantity(
      .duration.with("500ms", "80ms", "200ms", "400ms", "1s"),
      of: [.tap, .swipe, .pan, .pinch, .rotate, .circle, .stroke, .press]),
    "The longest time from the first movement to the distance, or that a tap or a shape may take.")
  package static let after = Key(
    "after", .quantity(.duration.with("500ms", "100ms"), of: [.swipe, .pinch]),
    "The shortest time from the first movement to the distance.")
  package static let speed = Key(
    "speed", .speed(of: [.swipe, .pan, .circle], but: [.pinch: .rate, .rotate: .angularSpeed]),
    "How fast the fingers must move there.")
  package static let movement = Key(
    "movement", .quantity(.length, of: [.tap, .longPress]), "How far resting fingers may move.")
  package static let gap = Key("gap", .quantity(.duration, of: [.tap]), "The longest time from one tap to the next.")
  package static let taps = Key(
    "taps", Codec("number", examples: ["1", "2"], .tapCount) { $0.taps($1) },
    with: [.longPress, .swipe, .pan, .pinch, .rotate, .circle, .stroke],
    "How many taps come right before, with the same fingers.")
  package static let moved = Key(
    "moved", .path, with: [.longPress], "Which way the fingers moved, in the same touch, before they rest.")
  package static let drawnFrom = Key<StrokeSide>(
    "drawn-from", .word(.side, "side"), with: [.stroke], "At which side of the shape the drawing begins.")
  package static let anchor = Key(
    "anchor", Codec("number", examples: ["1"], ["enum": [1, "1"]]) { $0.anchor($1) }, with: [.pan],
    "How many fingers rest beside those that move.")
  package static let edge = Key("edge", .regions(.edge, "edges"), with: everyKind, "The edge that the touch starts at.")
  package static let corner = Key(
    "corner", .regions(.corner, "corners"), with: everyKind, "The corner that the touch starts in.")
  package static let margin = Key("margin", .quantity(.length, of: everyKind), "How near the edge or corner it starts.")
  package static let zone = Key(
    "zone",
    Codec(
      "zone", examples: Vocabulary.names(in: .zone),
      ["anyOf": [.reference(.zone), .mapping(.area, isNeverEmpty: true)]]
    ) { $0.zone($1) }, with: everyKind, "The part of the device that the touch starts in.")
  package static let apart = Key(
    "apart",
    Codec(
      "span", examples: ["20mm-130mm", "0mm-60mm", "60mm-130mm"],
      .quantity([[.length], [.length]], "a range of lengths", "20mm-130mm")
    ) { $0.lengths($1.value, for: $1.name) }, with: everyKind.filter { $0 != .tipTap && $0 != .touch },
    "How far from each other the two outermost fingers land.")
  package static let when = Key("when", .condition, "What else must be so.")
  package static let ask = Key(
    "ask",
    Codec(
      "command", examples: ["pgrep -x mpv"],
      ["anyOf": [.anyText, .merged(.mapping(.question), .required(.question))]]
    ) { $0.question($1) }, "A shell command whose exit status is 0 if the gesture may begin.")

  package static let ties: [Key<[(tie: Tie, span: Span)]>] = [
    tie(.unless, "The rules or gestures for which it waits, and after which it is not made."),
    tie(.before, "The rules or gestures that it precedes, wherever they stand."),
    tie(.with, "The rules or gestures that may be made by the same fingers."),
  ]

  private static func tie(_ kind: Tie.Kind, _ meaning: String) -> Key<[(tie: Tie, span: Span)]> {
    Key(
      kind.rawValue,
      Codec("names", .oneOrMore(.plain)) { decoder, field in
        guard !field.value.isMapping else {
          decoder.mismatch(
            .wrongShape, "'\(field.name)' takes the name of a rule, not a mapping", at: field.value.span,
            help: kind == .unless
              ? "what must not be so stands under 'when', such as 'when: {not: {app: firefox}}'" : nil)
          return nil
        }
        return decoder.elements(of: field.value, for: field.name, expected: "a rule's name", example: "back")?
          .compactMap {
            element in
            decoder.text(of: element, for: field.name, expected: "a rule's name", example: "back")
              .map { (Tie(kind, $0), element.span) }
          }
      }, meaning)
  }

  package static let act = Key("do", .actions, "What the rule does.")
  package static let begin = Key("begin", .actions, with: continuous, "What to do when the gesture begins.")
  package static let every = Key("every", .quantity(steps, "step"), "How far it is from one step to the next.")
  package static let back = Key("back", .actions, with: turning, "What to do for a step the other way.")
  package static let end = Key("end", .actions, with: continuous, "What to do when the fingers lift.")
  package static let cancel = Key("cancel", .actions, with: continuous, "What to do when the gesture is broken off.")
  package static let at = Key<Moment>(
    "at", .word(.moment, "moment"), with: continuous + [.swipe], usual: "begin", "At which moment 'do' is done.")
  /// The ways to where fingers come to rest, of the gestures that have some.
  static let projections = LimitRanges(.length, of: [.pan], but: [.pinch: .spread, .rotate: .turn])
  package static let projected = Key(
    "projected", .quantity(projections, "amount"),
    "How far from the landing the fingers must come to rest, in their direction, for 'end' and not 'cancel'.")
  package static let resume = Key(
    "resume",
    Codec(
      "duration", examples: Limits.resume.examples,
      .merged(.quantity([[.duration]], "a duration or 'true'", "500ms"), ["type": ["boolean", "string"]])
    ) { $0.resume($1) }, with: steps.kinds, "How long fingers may be gone and come back to go on.")
  /// The gestures that one finger can go on with.
  private static let following: [Gesture.Kind] = [.longPress, .pan, .circle]
  static let lift = Key<Lift>(
    "lift", .word(.lift, "lift"), with: following, "Whether the first or the last finger that lifts ends the gesture.")
  static let edgeSpeed = Key(
    "edge-speed", .quantity(.speedBound.with("50mm/s", "100mm/s", "0mm/s"), of: [.longPress, .pan]),
    "How fast the gesture goes on while the fingers rest at the touchpad's edge.")
  package static let also = Key("also", .flag, usual: false, "Whether other gestures may go on beside it.")
  static let keep = Key("keep", .flag, usual: false, "Whether the desktop sees the gesture, too.")
  package static let shown = Key(
    "as", .mapping(.shownHand) { $1.value }, with: [.swipe] + turning,
    "As what the desktop sees the gesture: on an owned touchpad, or of a touchscreen on a virtual touchpad.")
  package static let shownFingers = Key(
    "fingers", in: .shownHand, Codec("number", .shownFingers) { $0.shownFingers($1) },
    "With how many fingers the desktop sees the hand.")
  static let shownSpeed = Key(
    "speed", in: .shownHand, .factor(of: "the hand's speed"), "The multiple of the hand's speed, on a touchscreen.")
  package static let name = Key(
    "name",
    Codec("text", .anyText) { $0.text(of: $1.value, for: $1.name, expected: "text", example: "next workspace") },
    "What to call the rule in messages.")
  package static let dragging = Key(
    "drag", .click, with: [.longPress, .pan],
    "The button to drag with: it is held, and the pointer moves with the fingers.")
  package static let enabled = Key("enabled", .flag, "If false, the rule is checked and not used.")

  private static let span = Codec(
    "span", .quantity([[.length, .percentage], [.length, .percentage]], "a range of positions", "0%-50%")
  ) { $0.positions($1.value, for: $1.name) }
  package static let x = Key("x", in: .area, span, "From where to where, counted from the left edge.")
  package static let y = Key("y", in: .area, span, "From where to where, counted from the top edge.")
  package static let all = Key(
    "all", in: .atOnce,
    Codec(
      form: Form(
        types: ["corners"], examples: { _ in [] },
        schema: { .merged(.list(of: .reference($1)), ["minItems": 2]) })
    ) { $1.value }, "Each of them has a finger.")

  static let follows = Key(
    "after", in: .step, .duration(), "How long after the step before it the first finger may land.")
  static let sameTouch = Key(
    "same-touch", in: .step, .flag, usual: false, "Whether the fingers of the step before it make it, still down.")
  static let ways = Key(
    "any", in: .step, .node("list", .list(of: .reference("definition"))), "Of which one must be made.")
  /// The keys of a rule that a step has as well, besides its gesture.
  static let ofSteps: [Word] = [
    fingers, device, distance, within, speed, movement, gap, taps, moved, anchor, edge, corner, margin, zone, apart,
  ]

  /// The keys that have actions, in the order in which these run.
  package static let phases: [Key<[LocatedAction]>] = [begin, act, back, end, cancel]
  /// The keys that state where a gesture starts.
  static let starts: [Word] = [edge, corner, zone]
}

extension Word {
  package static let question = Key(
    "execute", in: .question, Codec("command", .anyText) { $0.shellCommand($1) }, "The command.")
  package static let answerTime = Key(
    "within", in: .question, .duration(.answer), usual: .string("200ms"),
    "The longest time from the landing for which the gesture waits for it.")
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
  package static let maximized = fact(.maximized, "Whether that window is maximized.")
  package static let overview = fact(.overview, "Whether the desktop's overview is open.")
  package static let tabletMode = fact(.tabletMode, "Whether the machine serves as a tablet, by its switch.")
  package static let onBattery = fact(.onBattery, "Whether the machine runs on its battery.")
  package static let penNear = fact(.penNear, "Whether a pen is near a tablet or screen.")
  package static let connected = Key(
    "connected", in: .condition,
    .patterns(example: "mouse") { Condition.Clause.connected($0.map { Connection($0) }) },
    "An input device or an output that is connected: 'mouse', 'external-output', or its name.")
  /// The conditions with `true` or `false`.
  static let flags: [Word] = [fullscreen, maximized, overview, tabletMode, onBattery, penNear, locked]

  private static func fact(_ fact: Fact, _ meaning: String) -> Key<Condition.Clause> {
    Key(fact.rawValue, in: .condition, .init(.flag) { .fact(fact, $1) }, meaning)
  }

  package static let output = Key(
    "output", in: .condition, .patterns(example: "eDP-1") { .output($0) }, "The output that has the focus.")
  package static let orientation = Key(
    "orientation", in: .condition,
    .words(.orientation, "orientations") { words in
      Condition.Clause.orientation(Set(words.compactMap { Situation.Orientation(rawValue: $0) }))
    }, "How that output stands.")
  package static let modifiers = Key(
    "modifiers", in: .condition, Codec("modifiers", .heldModifiers) { $0.modifiers($1) },
    "The modifiers that are held, and no others.")
  package static let mode = Key(
    "mode", in: .condition, Codec("names", .oneOrMore(.plain)) { $0.modes($1) }, "The mode that is on.")
  package static let locked = Key(
    "locked", in: .condition, Codec("boolean", examples: ["true", "false"], .flag) { $0.locked($1) },
    "Whether the session is locked.")
  package static let under = Key(
    "under", in: .condition,
    .mapping(.under) { Condition.Clause.under($0.condition($1.value, for: $1.name, in: .under)) },
    "The window under the fingers; on a touchpad, the one under the pointer.")
  package static let not = Key<Condition.Clause>(
    "not", in: .condition, .init(.condition) { .not($1) }, "What must not be so.")
  package static let any = Key(
    "any", in: .condition, Codec("list", .list(of: .reference(.condition))) { $0.any($1) }, "Of which one must be so.")
}

// MARK: Actions

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

// MARK: Settings and devices

extension Word {
  package static let keyboard = Key(
    "keyboard", in: .settings,
    Codec("layout", ["anyOf": [.anyText, .mapping(.keyboard)]]) { $0.keyboard($1) },
    "The keyboard layout that 'keys' looks keys up in.")
  package static let layout = Key(
    "layout", in: .keyboard, .layout(example: "de"), "The layout, such as de, or several, such as us,ru.")
  static let variant = Key("variant", in: .keyboard, .layout(example: "neo"), "The layout's variant, such as neo.")
  static let model = Key("model", in: .keyboard, .layout(example: "pc105"), "The keyboard's model, such as pc105.")
  package static let options = Key(
    "options", in: .keyboard, .layout(example: "compose:caps"), "Options, such as compose:caps.")
  package static let inject = Key<Injection>(
    "inject", in: .settings, .word(.injector, "injector"), "What keys, buttons and wheels go by to the desktop.")
  static let person = Key<Person>(
    "for", in: .settings, .word(.person, "person"), "Whose hands the defaults of distances and times suit.")
  static let usualSpeed = Key(
    "pointer-speed", in: .settings, .factor(), "The speed of 'drag' and 'pointer' that do not state it.")
  package static let desktopSwipes = Key<DesktopSwipes>(
    "desktop-swipes", in: .settings, .word(.desktopSwipes, "state"),
    "The desktop's own swipes on touchpads that stay enabled, on GNOME.")
  package static let settle = Key(
    "settle", in: .settings, .duration(.settling), usual: .duration(Recognition.settling),
    "How long after one finger the next one of the same gesture may land or lift.")
  static let usualResume = Key(
    "resume", in: .settings, .duration(.resume), usual: .duration(Defaults().resume), "What 'resume: true' means.")
  package static let readKeyboards = Key(
    "read-keyboards", in: .settings, .flag, usual: false,
    "Whether keyboards may be read, to know which modifiers are held and when somebody types.")
  package static let contacts = Key(
    "contacts", in: .settings, .flag, usual: true, "Whether the contacts of touchpads may be read.")
  static let keepPositions = Key(
    "keep-positions", in: .settings, .flag, usual: false,
    "Whether the daemon keeps the positions of the last touches on touchscreens for 'sleight why'.")
  static let notifications = Key(
    "notifications", in: .settings, .flag, usual: true,
    "Whether the desktop shows a notification when a saved rules file has errors.")
  static let whileTyping = Key(
    "while-typing", in: .settings, .flag, usual: false, "Whether rules act on touchpads while somebody types.")
  static let whilePenNear = Key(
    "while-pen-near", in: .settings, .flag, usual: true,
    "Whether rules act while a pen is near, also without a condition on it.")
  static let keepsFingers = Key(
    "keep", in: .settings, .flag, usual: .bool(RuleSet.keepsFingers),
    "Whether the desktop sees all that fingers do on touchpads that are not owned, also what rules act on.")
  package static let panic = Key(
    "panic", in: .settings, .duration(.panic), usual: .duration(RuleSet.panicTime),
    "How long five fingers rest on an owned device to give all devices back.")
  static let lockedIf = Key(
    "locked-if", in: .settings, Codec("command", .anyText) { $0.lockProbe($1) },
    "A shell command whose exit status is 0 while the session is locked.")

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
    defaults(stroke, in: .strokeDefaults, "shapes") {
      $0.limits(LimitRows.stroke, of: .stroke, $1, into: &$2.stroke)
    },
    defaults(press, in: .pressDefaults, "presses") { $0.limits(LimitRows.press, of: .press, $1, into: &$2.press) },
    defaults(edge, in: .startDefaults, nil) { $0.limits(LimitRows.start, of: nil, $1, into: &$2.edge) },
    defaults(corner, in: .startDefaults, nil) { $0.limits(LimitRows.start, of: nil, $1, into: &$2.corner) },
  ]

  private static func defaults(
    _ key: Word, in context: Context, _ gestures: String?,
    _ read: @escaping @Sendable (inout RulesDecoder, Fields, inout Defaults) -> Void
  ) -> (Key<Void>, [Word]) {
    let meaning = gestures.map { "What holds for \($0)." } ?? "What holds where '\(key.name)' stands."
    return (
      Key(
        key.name, in: .settings,
        .mapping(context) { decoder, field in
          guard let fields = decoder.defaults(field, in: context) else { return nil }
          var defaults = decoder.content.defaults
          read(&decoder, fields, &defaults)
          decoder.content.defaults = defaults
          return ()
        }, meaning),
      LimitRows.keys(under: key).map { $0.copy(in: context) }
    )
  }

  package static let size = Key(
    "size", in: .deviceProperty,
    Codec(
      "size", .quantity([[.length], [.length]], separator: " x ", "a width and a height", "344mm x 194mm")
    ) { $0.surfaceSize($1.value, for: $1.name) }, "How large the surface is, as the device itself lies.")
  package static let turn = Key<Device.Orientation>(
    "orientation", in: .deviceProperty, .word(.deviceOrientation, "turn"),
    "Which way the device is turned against what is seen.")
  package static let panel = Key(
    "output", in: .deviceProperty, Codec("name", .anyText) { $0.outputName($1) },
    "The output that a touchscreen lies over.")
  package static let ignore = Key("ignore", in: .deviceProperty, .flag, "Whether nothing that is done on it counts.")
  package static let own = Key("own", in: .deviceProperty, .flag, "Whether the desktop sees only what rules leave.")
  package static let keepsDevice = Key(
    "keep", in: .deviceProperty, .flag, "Whether the desktop sees all that fingers do on it, also what rules act on.")
  package static let bounce = Key(
    "bounce", in: .deviceProperty, .duration(.bounce), "The longest time for which it loses a finger that stays down.")
}

extension JSONValue {
  fileprivate static func duration(_ value: Duration) -> JSONValue { .string(Phrase.milliseconds(value)) }
}

/// A value of `at` beside a gesture.
package enum Moment: String { case begin, end }

/// A value of `lift`.
package enum Lift: String { case first, last }

/// The value of `touch`.
package enum AnyTouch: String { case any }
