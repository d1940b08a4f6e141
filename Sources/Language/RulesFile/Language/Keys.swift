internal import Desktop
package import Diagnostics
package import Gestures
internal import JSONLines
package import Rules
package import Touch
package import YAML

/// The keys of the language, each declared once: here those of the file and of a rule. `Vocabulary` has them in the
/// order of the documentation.

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
  private static let continuous = Gesture.Kind.allCases.filter(\.isContinuous)
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

/// A value of `at` beside a gesture.
package enum Moment: String { case begin, end }

/// A value of `lift`.
package enum Lift: String { case first, last }

/// The value of `touch`.
package enum AnyTouch: String { case any }
