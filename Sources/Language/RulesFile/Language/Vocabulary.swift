internal import Diagnostics
internal import Foreign
internal import Gestures
internal import Rules

/// All words of the rules file's language.
public enum Vocabulary {
  /// All words, in the order of the documentation.
  public static let words: [Word] = keys + values

  /// The word `name` in `context`, or nil.
  public static func word(_ name: String, in context: Word.Context) -> Word? { byContext[context]?[name] }

  /// The names of the words in `context`, in order.
  public static func names(in context: Word.Context) -> [String] { understood[context] ?? [] }

  /// The words in `context` as a phrase: `'left', 'right' or 'up'`.
  static func list(of context: Word.Context) -> String { Phrase.list(names(in: context)) }

  /// An example of a mapping with the first word of `context`, for help.
  /// - Parameter kind: the gesture whose limits these are.
  static func example(of context: Word.Context, _ kind: Gesture.Kind?) -> String {
    guard let word = words.first(where: { $0.context == context }) else { return "{}" }
    return "{\(word.name): \(word.form?.examples(kind).first ?? "…")}"
  }

  /// The keys of the kinds of gesture.
  package static let gestures: [Word] = stepGestures + [.touch]

  private static let stepKeys: [Word] =
    [.gesture.copy(in: .step, "Another gesture of your own."), .follows, .sameTouch, .ways]
    + (stepGestures + Word.ofSteps).map { $0.copy(in: .step) }

  private static let stepGestures: [Word] = [
    .tap, .longPress, .swipe, .pan, .pinch, .rotate, .circle, .stroke, .press, .tipTap,
  ]

  private static let byContext: [Word.Context: [String: Word]] = Dictionary(grouping: words, by: \.context)
    .mapValues { Dictionary($0.map { ($0.name, $0) }) { first, _ in first } }

  private static let understood: [Word.Context: [String]] = Dictionary(
    grouping: words, by: \.context
  ).mapValues { $0.map(\.name) }

  /// The variables of commands (`CommandEnvironment`).
  package static let variables = [
    "RULE", "NAME", "GESTURE", "PHASE", "FINGERS", "DIRECTION", "TAPS", "STROKE", "STEPS", "DX", "DY", "SCALE",
    "ROTATION", "SPEED", "VX", "VY", "X", "Y", "X_SHARE", "Y_SHARE", "POSITIONS", "POSITION_SHARES", "FINGER_PHASES",
    "PRESSURES", "SCALE_SPEED",
    "ROTATION_SPEED", "PROJECTED_DX", "PROJECTED_DY", "PROJECTED_SCALE", "PROJECTED_ROTATION", "DEVICE", "MODE", "APP",
    "TITLE", "UNDER_APP",
    "UNDER_TITLE", "COMMANDS",
  ].map { "SLEIGHT_" + $0 }

  /// All keys, in the order of the documentation.
  private static let keys = ruleKeys + stepKeys + otherKeys

  private static let ruleKeys: [Word] =
    [
      .rules, .settings, .include, .devices, .strokes, .gestures,
      .tap, .longPress, .swipe, .pan, .pinch, .rotate, .circle, .stroke, .press, .tipTap, .touch, .gesture,
      .fingers, .device, .distance, .within, .after, .speed, .movement, .gap, .taps, .moved, .drawnFrom, .anchor, .edge,
      .corner,
      .margin, .zone, .apart, .when, .ask, .question, .answerTime,
      .act, .begin, .every, .back, .end, .cancel, .at, .projected, .resume, .lift, .edgeSpeed, .also, .keep, .shown,
      .shownFingers,
      .shownSpeed, .name, .dragging, .enabled,
    ] + Word.ties + [
      .rules.copy(in: .rule, "The rules of a group."),
      .rules.copy(in: .group, "The rules of the group, in order."), .when.copy(in: .group), .fingers.copy(in: .group),
      .device.copy(in: .group), .name.copy(in: .group),
      .enabled.copy(in: .group, "If false, the rules of the group are checked and not used."),
    ]

  private static let otherKeys: [Word] =
    [
      .app, .title, .fullscreen, .maximized, .overview, .output, .orientation, .tabletMode, .onBattery, .connected,
      .penNear, .modifiers, .mode, .locked, .under,
      .app.copy(in: .under, "The application of that window."), .title.copy(in: .under, "The title of that window."),
      .fullscreen.copy(in: .under), .maximized.copy(in: .under), .not, .any,
      .run, .feed, .keys, .hold, .type, .click, .scroll, .drag, .pointer, .workspace, .desktop, .window,
    ] + Word.compositors + [
      .plasmaShortcut, .setMode, .wait, .position, .pointerSpeed, .modeName, .lasting,
      .keyboard, .layout, .variant, .model, .options, .inject, .usualSpeed, .desktopSwipes, .person,
    ] + Word.defaults.map(\.key) + [
      .settle, .usualResume, .readKeyboards, .contacts, .keepPositions, .whileTyping, .whilePenNear, .keepsFingers,
      .panic,
      .notifications, .hint, .hintMisses, .hintFullscreen, .lockedIf,
    ] + Word.defaults.dropLast().flatMap(\.limits) + [
      .all, .x, .y, .size, .turn, .panel, .ignore, .own, .keepsDevice, .bounce,
    ]

  private static let deviceOrientations = [
    Word("normal", in: .deviceOrientation, "It lies as it is seen."),
    Word("left", in: .deviceOrientation, "Its own top edge is on the left."),
    Word("right", in: .deviceOrientation, "Its own top edge is on the right."),
    Word("inverted", in: .deviceOrientation, "Its own top edge is at the bottom."),
  ]

  private static let operations = [
    Word("next", in: .workspace, "The following workspace."),
    Word("previous", in: .workspace, "The preceding workspace."),
    Word("first", in: .workspace, "The first workspace."),
    Word("last", in: .workspace, "The last workspace."),
    Word("back", in: .workspace, "The workspace that was shown before."),
    Word(
      "next-or-new", in: .workspace,
      "The following workspace; after the last one a new one, where the desktop makes them as needed."),
    Word("overview", in: .desktop, "Opens or closes the overview of windows."),
    Word("launcher", in: .desktop, "Opens or closes the list of applications."),
    Word("show-desktop", in: .desktop, "Hides all windows, or shows them again."),
    Word("lock", in: .desktop, "Locks the session."),
    Word("notifications", in: .desktop, "Opens or closes the list of notifications."),
    Word("screenshot", in: .desktop, "Opens the desktop's tool for screenshots."),
    Word("close", in: .window, "Asks the window to close."),
    Word("minimize", in: .window, "Hides the window."),
    Word("maximize", in: .window, "Maximizes the window, or restores it."),
    Word("fullscreen", in: .window, "Makes the window fullscreen, or restores it."),
    Word("floating", in: .window, "Takes the window out of the tiling, or puts it back."),
    Word("next", in: .window, "Focuses the next window."),
    Word("previous", in: .window, "Focuses the previous window."),
    Word("to-next-workspace", in: .window, "Moves the window to the next workspace, and follows it."),
    Word(
      "to-previous-workspace", in: .window,
      "Moves the window to the previous workspace, and follows it."),
    Word("to-next-output", in: .window, "Moves the window to the next output."),
    Word("to-left-output", in: .window, "Moves the window to the output on the left."),
    Word("to-right-output", in: .window, "Moves the window to the output on the right."),
    Word("always-on-top", in: .window, "Keeps the window above others, or ends that."),
    Word("tile-left", in: .window, "Puts the window on the left half of the output."),
    Word("tile-right", in: .window, "Puts the window on the right half of the output."),
    Word("activate", in: .window, "Focuses the window under the fingers."),
  ]

  private static let values =
    [
      Word("single", in: .tap, "One tap."),
      Word("double", in: .tap, "Two taps."),
      Word("triple", in: .tap, "Three taps."),
      Word("left", in: .direction, "To the left."),
      Word("right", in: .direction, "To the right."),
      Word("up", in: .direction, "Away from the hand."),
      Word("down", in: .direction, "Towards the hand."),
      Word("up-left", in: .direction, "Between up and left."),
      Word("up-right", in: .direction, "Between up and right."),
      Word("down-left", in: .direction, "Between down and left."),
      Word("down-right", in: .direction, "Between down and right."),
      Word("horizontal", in: .direction, "To the left or to the right."),
      Word("vertical", in: .direction, "Up or down."),
      Word("any", in: .direction, "Any of the eight."),
      Word("in", in: .pinch, "The fingers come together."),
      Word("out", in: .pinch, "The fingers part."),
      Word("any", in: .pinch, "Either."),
      Word("clockwise", in: .rotate, "As a clock's hands turn."),
      Word("counterclockwise", in: .rotate, "The other way."),
      Word("any", in: .rotate, "Either."),
      Word("click", in: .press, "The button."),
      Word("firm", in: .press, "Harder than the fingers rest, or than they click."),
      Word("left", in: .tipTap, "Left of the fingers that rest."),
      Word("right", in: .tipTap, "Right of the fingers that rest."),
      Word("middle", in: .tipTap, "Between the fingers that rest."),
      Word("any", in: .tipTap, "Any of the three."),
      Word("any", in: .touch, "Any touch."),
      Word("left", in: .edge, "The left edge."),
      Word("right", in: .edge, "The right edge."),
      Word("top", in: .edge, "The edge away from the hand."),
      Word("bottom", in: .edge, "The edge next to the hand."),
      Word("any", in: .edge, "Any of the four."),
      Word("top-left", in: .corner, "Where the top and the left edge meet."),
      Word("top-right", in: .corner, "Where the top and the right edge meet."),
      Word("bottom-left", in: .corner, "Where the bottom and the left edge meet."),
      Word("bottom-right", in: .corner, "Where the bottom and the right edge meet."),
      Word("any", in: .corner, "Any of the four."),
      Word("left", in: .zone, "The left half."),
      Word("right", in: .zone, "The right half."),
      Word("top", in: .zone, "The half away from the hand."),
      Word("bottom", in: .zone, "The half next to the hand."),
      Word("center", in: .zone, "All but the outer quarters."),
      Word("begin", in: .moment, "As soon as the gesture is certain."),
      Word("end", in: .moment, "When the fingers lift."),
      Word("first", in: .lift, "The first finger that lifts, if too few stay."),
      Word("last", in: .lift, "The last finger that lifts."),
      Word("touchpad", in: .device, "Every touchpad."),
      Word("touchscreen", in: .device, "Every touchscreen."),
      Word("landscape", in: .orientation, "Wider than high."),
      Word("portrait", in: .orientation, "Higher than wide."),
      Word("left", in: .button, "The first button."),
      Word("right", in: .button, "The second button, for menus."),
      Word("middle", in: .button, "The wheel."),
      Word("back", in: .button, "The thumb's button for where one came from."),
      Word("forward", in: .button, "The thumb's other button."),
      Word("uinput", in: .injector, "Input devices that the kernel makes."),
      Word("wayland", in: .injector, "The compositor's virtual keyboard and pointer."),
      Word("gnome", in: .injector, "Sleight's extension of GNOME Shell."),
      Word("enabled", in: .desktopSwipes, "All swipes of the desktop."),
      Word("unless-taken", in: .desktopSwipes, "Those in directions in which no active rule acts."),
      Word("disabled", in: .desktopSwipes, "None."),
      Word("top", in: .side, "At the top."),
      Word("bottom", in: .side, "At the bottom."),
      Word("left", in: .side, "On the left."),
      Word("right", in: .side, "On the right."),
      Word("tremor", in: .person, "A hand that trembles or is slow."),
      Word("up", in: .scroll, "Towards the beginning."),
      Word("down", in: .scroll, "Towards the end."),
      Word("left", in: .scroll, "Towards the left."),
      Word("right", in: .scroll, "Towards the right."),
      Word("fingers", in: .scroll, "As far as the fingers go, until the gesture ends."),
      Word("fingers", in: .position, "Under the fingers, on a touchscreen."),
      Word("pointer", in: .position, "At the pointer."),
      Word("fingers", in: .pointer, "With the fingers, until the gesture ends."),
    ] + deviceOrientations + operations
    + BuiltInStroke.allCases.map { Word($0.name, in: .stroke, $0.meaning) }
    + Chord.Modifier.allCases.map {
      Word($0.rawValue, in: .modifier, "A key held while the last is pressed.")
    }
}

extension BuiltInStroke {
  /// A description of the shape.
  fileprivate var meaning: String {
    switch self {
    case .circle: "A circle, either way round."
    case .check: "A check mark, the short leg first."
    case .caret: "An upward angle, from either end."
    case .v: "A downward angle, from either end."
    case .leftBracket: "An opening square bracket, from either end."
    case .rightBracket: "A closing square bracket, from either end."
    case .zigzag: "Four to six legs up and down, from either end."
    case .triangle: "A triangle, either way round."
    case .rectangle: "A rectangle, either way round."
    case .star: "A star of five points in one line, either way round."
    case .pigtail: "A loop with its ends crossing."
    }
  }
}
