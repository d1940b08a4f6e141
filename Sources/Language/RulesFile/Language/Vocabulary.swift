internal import Desktop
internal import Diagnostics
internal import Foreign
internal import Gestures
internal import Rules

/// All words of the rules file's language.
public enum Vocabulary {
  /// All words, in the order of the documentation.
  public static let words: [Word] =
    file + gestures + qualifiers + rule + group + conditions + actions + settings + values

  /// The word `name` in `context`, or nil.
  public static func word(_ name: String, in context: Word.Context) -> Word? { byContext[context]?[name] }

  /// The names of the words in `context`, in order.
  public static func names(in context: Word.Context) -> [String] { understood[context] ?? [] }

  /// The words in `context` as a phrase: `'left', 'right' or 'up'`.
  static func list(of context: Word.Context) -> String { Phrase.list(names(in: context)) }

  /// An example of a mapping with the first word of `context`, for help.
  static func example(of context: Word.Context) -> String {
    switch words.first(where: { $0.context == context }).map({ ($0.name, $0.value) }) {
    case (let name, .quantity(.duration))?: "{\(name): 300ms}"
    case (let name, .distance)? where context == .pinchDefaults: "{\(name): 15%}"
    case (let name, .distance)? where context == .rotateDefaults: "{\(name): 15°}"
    case (let name, .distance)? where context == .circleDefaults: "{\(name): 180°}"
    case (let name, _)?: "{\(name): 12mm}"
    case nil: "{}"
    }
  }

  private static let byContext: [Word.Context: [String: Word]] = Dictionary(grouping: words, by: \.context)
    .mapValues { Dictionary($0.map { ($0.name, $0) }) { first, _ in first } }

  private static let understood: [Word.Context: [String]] = Dictionary(
    grouping: words, by: \.context
  ).mapValues { $0.map(\.name) }

  /// The variables of commands (`CommandEnvironment`).
  package static let variables = [
    "RULE", "NAME", "GESTURE", "PHASE", "FINGERS", "DIRECTION", "TAPS", "STROKE", "STEPS", "DX", "DY", "SCALE",
    "ROTATION", "SPEED", "VX", "VY", "X", "Y", "X_SHARE", "Y_SHARE", "POSITIONS", "POSITION_SHARES", "SCALE_SPEED",
    "ROTATION_SPEED", "DEVICE", "MODE", "APP", "TITLE", "UNDER_APP",
    "UNDER_TITLE", "COMMANDS",
  ].map { "SLEIGHT_" + $0 }

  private static let file = [
    Word("rules", in: .file, takes: .rules, "The rules, in order: the first that matches a gesture acts."),
    Word("settings", in: .file, takes: .mapping(.settings), "What holds for all rules."),
    Word("include", in: .file, takes: .paths, "Other files to read."),
    Word("devices", in: .file, takes: .deviceStatements, "What one device is like."),
    Word("strokes", in: .file, takes: .strokes, "Shapes of your own, by name."),
  ]

  private static let gestures = [
    Word("tap", in: .rule, takes: .tapCount, role: .gesture, "Fingers touch for a moment, once or several times."),
    Word("long-press", in: .rule, takes: .quantity(.duration), role: .gesture, "Fingers rest this long."),
    Word(
      "swipe", in: .rule, takes: .path, role: .gesture,
      "Fingers move one way, or several ways one after another; acts once, on the way."),
    Word("pan", in: .rule, takes: .directions, role: .gesture, "Fingers move, and go on moving."),
    Word("pinch", in: .rule, takes: .words(.pinch), role: .gesture, "Fingers come together or part."),
    Word("rotate", in: .rule, takes: .words(.rotate), role: .gesture, "Fingers turn."),
    Word("circle", in: .rule, takes: .words(.rotate), role: .gesture, "Fingers go round, and go on going round."),
    Word("stroke", in: .rule, takes: .stroke, role: .gesture, "Fingers draw a shape."),
    Word(
      "press", in: .rule, takes: .word(.press), role: .gesture,
      "Fingers press the button under a touchpad, or press firmly."),
    Word(
      "tip-tap", in: .rule, takes: .words(.tipTap), role: .gesture,
      "Fingers rest, and another one taps beside them; 'fingers' counts those that rest."),
    Word("touch", in: .rule, takes: .word(.touch), role: .gesture, "Fingers are down, whatever they do."),
  ]

  private static let everyKind = Gesture.Kind.allCases
  private static let continuous: [Gesture.Kind] = stepped + [.touch]
  private static let stepped: [Gesture.Kind] = [.longPress, .pan, .pinch, .rotate, .circle, .press]

  private static let qualifiers = [
    Word("fingers", in: .rule, takes: .fingers, role: .qualifier(everyKind), "How many fingers."),
    Word("device", in: .rule, takes: .devices, role: .qualifier(everyKind), "On which devices."),
    Word(
      "distance", in: .rule, takes: .distance, role: .qualifier(LimitRows.kinds(with: "distance")),
      "How far the fingers must move, or may move from one tap to the next."),
    Word(
      "within", in: .rule, takes: .quantity(.duration), role: .qualifier(LimitRows.kinds(with: "within")),
      "The longest time from the first movement to the distance, or that a tap may take."),
    Word(
      "after", in: .rule, takes: .quantity(.duration), role: .qualifier(LimitRows.kinds(with: "after")),
      "The shortest time from the first movement to the distance."),
    Word(
      "speed", in: .rule, takes: .speed, role: .qualifier(LimitRows.kinds(with: "speed")),
      "How fast the fingers must move there."),
    Word(
      "movement", in: .rule, takes: .quantity(.length), role: .qualifier(LimitRows.kinds(with: "movement")),
      "How far resting fingers may move."),
    Word(
      "gap", in: .rule, takes: .quantity(.duration), role: .qualifier(LimitRows.kinds(with: "gap")),
      "The longest time from one tap to the next."),
    Word(
      "taps", in: .rule, takes: .taps, role: .qualifier([.longPress, .pan]),
      "How many taps come right before, with the same fingers."),
    Word(
      "moved", in: .rule, takes: .path, role: .qualifier([.longPress]),
      "Which way the fingers moved, in the same touch, before they rest."),
    Word(
      "anchor", in: .rule, takes: .anchor, role: .qualifier([.pan]), "How many fingers rest beside those that move."),
    Word("edge", in: .rule, takes: .regions(.edge), role: .qualifier(everyKind), "The edge that the touch starts at."),
    Word(
      "corner", in: .rule, takes: .regions(.corner), role: .qualifier(everyKind), "The corner that the touch starts in."
    ),
    Word(
      "margin", in: .rule, takes: .quantity(.length), role: .qualifier(everyKind),
      "How near the edge or corner it starts."),
    Word(
      "zone", in: .rule, takes: .zone, role: .qualifier(everyKind), "The part of the device that the touch starts in."),
    Word(
      "apart", in: .rule, takes: .lengths, role: .qualifier(everyKind.filter { $0 != .tipTap && $0 != .touch }),
      "How far from each other the two outermost fingers land."),
    Word("when", in: .rule, takes: .mapping(.condition), "What else must be so."),
  ]

  /// The keys that a group may have for its rules.
  private static let group =
    [Word("rules", in: .group, takes: .rules, "The rules of the group, in order.")]
    + ["when", "fingers", "device", "name"].compactMap { name in
      (qualifiers + rule).first { $0.name == name }.map { Word(name, in: .group, takes: $0.value, $0.meaning) }
    } + [Word("enabled", in: .group, takes: .flag, "If false, the rules of the group are checked and not used.")]

  private static let conditions = [
    Word("app", in: .condition, takes: .patterns, "The application whose window has the focus."),
    Word("title", in: .condition, takes: .patterns, "The title of the window that has the focus."),
    Word("fullscreen", in: .condition, takes: .flag, "Whether that window covers its output."),
    Word("output", in: .condition, takes: .patterns, "The output that has the focus."),
    Word("orientation", in: .condition, takes: .words(.orientation), "How that output stands."),
    Word("modifiers", in: .condition, takes: .modifiers, "The modifiers that are held, and no others."),
    Word("mode", in: .condition, takes: .names, "The mode that is on."),
    Word("locked", in: .condition, takes: .flag, "Whether the session is locked."),
    Word(
      "under", in: .condition, takes: .mapping(.under),
      "The window under the fingers; on a touchpad, the one under the pointer."),
    Word("app", in: .under, takes: .patterns, "The application of that window."),
    Word("title", in: .under, takes: .patterns, "The title of that window."),
    Word("fullscreen", in: .under, takes: .flag, "Whether that window covers its output."),
    Word("not", in: .condition, takes: .mapping(.condition), "What must not be so."),
    Word("any", in: .condition, takes: .conditions, "Of which one must be so."),
  ]

  private static let rule = [
    Word("do", in: .rule, takes: .actions, "What the rule does."),
    Word("begin", in: .rule, takes: .actions, role: .qualifier(continuous), "What to do when the gesture begins."),
    Word("every", in: .rule, takes: .step, role: .qualifier(stepped), "How far it is from one step to the next."),
    Word(
      "back", in: .rule, takes: .actions, role: .qualifier([.pan, .pinch, .rotate, .circle]),
      "What to do for a step the other way."),
    Word("end", in: .rule, takes: .actions, role: .qualifier(continuous), "What to do when the fingers lift."),
    Word(
      "cancel", in: .rule, takes: .actions, role: .qualifier(continuous), "What to do when the gesture is broken off."),
    Word(
      "at", in: .rule, takes: .word(.moment), role: .qualifier(continuous + [.swipe]), "At which moment 'do' is done."),
    Word(
      "resume", in: .rule, takes: .resume, role: .qualifier(stepped),
      "How long fingers may be gone and come back to go on."),
    Word("also", in: .rule, takes: .flag, "Whether other gestures may go on beside it."),
    Word("keep", in: .rule, takes: .flag, "Whether the desktop sees the gesture on an owned device, too."),
    Word(
      "as", in: .rule, takes: .mapping(.shownHand), role: .qualifier([.swipe, .pan, .pinch, .rotate, .circle]),
      "As what the desktop sees the gesture: on an owned touchpad, or of a touchscreen on a virtual touchpad."),
    Word("fingers", in: .shownHand, takes: .shownFingers, "With how many fingers the desktop sees the hand."),
    Word("speed", in: .shownHand, takes: .factor, "The multiple of the hand's speed, on a touchscreen."),
    Word("name", in: .rule, takes: .text, "What to call the rule in messages."),
    Word(
      "drag", in: .rule, takes: .click, role: .qualifier([.longPress, .pan]),
      "The button to drag with: it is held, and the pointer moves with the fingers."),
    Word("enabled", in: .rule, takes: .flag, "If false, the rule is checked and not used."),
    Word("rules", in: .rule, takes: .rules, "The rules of a group."),
  ]

  private static let actions =
    [
      Word("run", in: .action, takes: .arguments, "Starts a program without a shell."),
      Word("keys", in: .action, takes: .chords, "Presses and releases keys."),
      Word("hold", in: .action, takes: .chord, "Holds keys until the gesture ends."),
      Word("type", in: .action, takes: .text, "Types text."),
      Word("click", in: .action, takes: .clicks, "Clicks a button."),
      Word("scroll", in: .action, takes: .scroll, "Turns the wheel, or scrolls with the fingers."),
      Word("drag", in: .action, takes: .click, "Holds a button until the gesture ends, and moves the pointer."),
      Word("pointer", in: .action, takes: .word(.pointer), "Moves the pointer with the fingers."),
      Word("workspace", in: .action, takes: .workspace, "Shows another workspace, on every desktop."),
      Word("desktop", in: .action, takes: .word(.desktop), "Opens a function of the desktop, on every desktop."),
      Word("window", in: .action, takes: .word(.window), "Changes the focused window, or the focus, on every desktop."),
    ]
    + DesktopKind.withSocket.map { kind in
      Word(kind.rawValue, in: .action, takes: .text, "Tells \(kind.name) a command.")
    } + [
      Word("mode", in: .action, takes: .modeChange, "Changes the mode."),
      Word("wait", in: .action, takes: .quantity(.duration), "Waits before what comes next."),
      Word(
        "at", in: .actionOption, takes: .word(.position),
        "The position of a click, of the beginning of a drag, or of the window that is changed."),
      Word("speed", in: .actionOption, takes: .factor, "The multiple of the pointer's speed."),
      Word("name", in: .modeChange, takes: .text, "The mode's name."),
      Word("for", in: .modeChange, takes: .quantity(.duration), "How long it is on."),
    ]

  private static let settings =
    [
      Word("keyboard", in: .settings, takes: .layout, "The keyboard layout that 'keys' looks keys up in."),
      Word("layout", in: .keyboard, takes: .text, "The layout, such as de, or several, such as us,ru."),
      Word("variant", in: .keyboard, takes: .text, "The layout's variant, such as neo."),
      Word("model", in: .keyboard, takes: .text, "The keyboard's model, such as pc105."),
      Word("options", in: .keyboard, takes: .text, "Options, such as compose:caps."),
      Word("inject", in: .settings, takes: .word(.injector), "What keys, buttons and wheels go by to the desktop."),
      Word("pointer-speed", in: .settings, takes: .factor, "The speed of 'drag' and 'pointer' that do not state it."),
      Word(
        "desktop-swipes", in: .settings, takes: .word(.desktopSwipes),
        "The desktop's own swipes on touchpads that stay enabled, on GNOME."),
      Word("tap", in: .settings, takes: .mapping(.tapDefaults), "What holds for taps."),
      Word("long-press", in: .settings, takes: .mapping(.longPressDefaults), "What holds for long presses."),
      Word("swipe", in: .settings, takes: .mapping(.swipeDefaults), "What holds for swipes."),
      Word("pan", in: .settings, takes: .mapping(.panDefaults), "What holds for pans."),
      Word("pinch", in: .settings, takes: .mapping(.pinchDefaults), "What holds for pinches."),
      Word("rotate", in: .settings, takes: .mapping(.rotateDefaults), "What holds for rotations."),
      Word("circle", in: .settings, takes: .mapping(.circleDefaults), "What holds for circles."),
      Word("edge", in: .settings, takes: .mapping(.startDefaults), "What holds where 'edge' stands."),
      Word("corner", in: .settings, takes: .mapping(.startDefaults), "What holds where 'corner' stands."),
      Word(
        "settle", in: .settings, takes: .quantity(.settling),
        "How long after one finger the next one of the same gesture may land or lift."),
      Word("resume", in: .settings, takes: .quantity(.resume), "What 'resume: true' means."),
      Word(
        "read-keyboards", in: .settings, takes: .flag,
        "Whether keyboards may be read, to know which modifiers are held and when somebody types."),
      Word("contacts", in: .settings, takes: .flag, "Whether the contacts of touchpads may be read."),
      Word(
        "keep-positions", in: .settings, takes: .flag,
        "Whether the daemon keeps the positions of the last touches on touchscreens for 'sleight why'."),
      Word("while-typing", in: .settings, takes: .flag, "Whether rules act on touchpads while somebody types."),
      Word(
        "panic", in: .settings, takes: .quantity(.panic),
        "How long five fingers rest on an owned device to give all devices back."),
      Word(
        "locked-if", in: .settings, takes: .text, "A shell command whose exit status is 0 while the session is locked."),
    ] + defaults

  /// These keys of a rule are also allowed under the gesture's name in `settings`, as the rule's default.
  private static let defaults: [Word] = {
    let contexts: [(Word.Context, [String])] = [
      (.tapDefaults, LimitRows.tap.map(\.name)), (.longPressDefaults, LimitRows.longPress.map(\.name)),
      (.swipeDefaults, LimitRows.swipe.map(\.name)), (.panDefaults, LimitRows.pan.map(\.name)),
      (.pinchDefaults, LimitRows.pinch.map(\.name)), (.rotateDefaults, LimitRows.rotate.map(\.name)),
      (.circleDefaults, LimitRows.circle.map(\.name)),
      (.startDefaults, LimitRows.start.map(\.name)),
    ]
    return contexts.flatMap { context, names in
      names.compactMap { name in
        qualifiers.first { $0.name == name }.map { Word(name, in: context, takes: $0.value, $0.meaning) }
      }
    }
  }()

  private static let deviceProperties = [
    Word("size", in: .deviceProperty, takes: .size, "How large the surface is, as the device itself lies."),
    Word(
      "orientation", in: .deviceProperty, takes: .word(.deviceOrientation),
      "Which way the device is turned against what is seen."),
    Word("output", in: .deviceProperty, takes: .text, "The output that a touchscreen lies over."),
    Word("ignore", in: .deviceProperty, takes: .flag, "Whether nothing that is done on it counts."),
    Word("own", in: .deviceProperty, takes: .flag, "Whether the desktop sees only what rules leave."),
    Word("normal", in: .deviceOrientation, takes: .none, "It lies as it is seen."),
    Word("left", in: .deviceOrientation, takes: .none, "Its own top edge is on the left."),
    Word("right", in: .deviceOrientation, takes: .none, "Its own top edge is on the right."),
    Word("inverted", in: .deviceOrientation, takes: .none, "Its own top edge is at the bottom."),
  ]

  private static let operations = [
    Word("next", in: .workspace, takes: .none, "The following workspace."),
    Word("previous", in: .workspace, takes: .none, "The preceding workspace."),
    Word("first", in: .workspace, takes: .none, "The first workspace."),
    Word("last", in: .workspace, takes: .none, "The last workspace."),
    Word("back", in: .workspace, takes: .none, "The workspace that was shown before."),
    Word(
      "next-or-new", in: .workspace, takes: .none,
      "The following workspace; after the last one a new one, where the desktop makes them as needed."),
    Word("overview", in: .desktop, takes: .none, "Opens or closes the overview of windows."),
    Word("launcher", in: .desktop, takes: .none, "Opens or closes the list of applications."),
    Word("show-desktop", in: .desktop, takes: .none, "Hides all windows, or shows them again."),
    Word("lock", in: .desktop, takes: .none, "Locks the session."),
    Word("notifications", in: .desktop, takes: .none, "Opens or closes the list of notifications."),
    Word("screenshot", in: .desktop, takes: .none, "Opens the desktop's tool for screenshots."),
    Word("close", in: .window, takes: .none, "Asks the window to close."),
    Word("minimize", in: .window, takes: .none, "Hides the window."),
    Word("maximize", in: .window, takes: .none, "Maximizes the window, or restores it."),
    Word("fullscreen", in: .window, takes: .none, "Makes the window fullscreen, or restores it."),
    Word("floating", in: .window, takes: .none, "Takes the window out of the tiling, or puts it back."),
    Word("next", in: .window, takes: .none, "Focuses the next window."),
    Word("previous", in: .window, takes: .none, "Focuses the previous window."),
    Word("to-next-workspace", in: .window, takes: .none, "Moves the window to the next workspace, and follows it."),
    Word(
      "to-previous-workspace", in: .window, takes: .none,
      "Moves the window to the previous workspace, and follows it."),
    Word("to-next-output", in: .window, takes: .none, "Moves the window to the next output."),
    Word("always-on-top", in: .window, takes: .none, "Keeps the window above others, or ends that."),
  ]

  private static let values =
    [
      Word("single", in: .tap, takes: .none, "One tap."),
      Word("double", in: .tap, takes: .none, "Two taps."),
      Word("triple", in: .tap, takes: .none, "Three taps."),
      Word("left", in: .direction, takes: .none, "To the left."),
      Word("right", in: .direction, takes: .none, "To the right."),
      Word("up", in: .direction, takes: .none, "Away from the hand."),
      Word("down", in: .direction, takes: .none, "Towards the hand."),
      Word("up-left", in: .direction, takes: .none, "Between up and left."),
      Word("up-right", in: .direction, takes: .none, "Between up and right."),
      Word("down-left", in: .direction, takes: .none, "Between down and left."),
      Word("down-right", in: .direction, takes: .none, "Between down and right."),
      Word("horizontal", in: .direction, takes: .none, "To the left or to the right."),
      Word("vertical", in: .direction, takes: .none, "Up or down."),
      Word("any", in: .direction, takes: .none, "Any of the eight."),
      Word("in", in: .pinch, takes: .none, "The fingers come together."),
      Word("out", in: .pinch, takes: .none, "The fingers part."),
      Word("any", in: .pinch, takes: .none, "Either."),
      Word("clockwise", in: .rotate, takes: .none, "As a clock's hands turn."),
      Word("counterclockwise", in: .rotate, takes: .none, "The other way."),
      Word("any", in: .rotate, takes: .none, "Either."),
      Word("click", in: .press, takes: .none, "The button."),
      Word("firm", in: .press, takes: .none, "Harder than the fingers rest, or than they click."),
      Word("left", in: .tipTap, takes: .none, "Left of the fingers that rest."),
      Word("right", in: .tipTap, takes: .none, "Right of the fingers that rest."),
      Word("middle", in: .tipTap, takes: .none, "Between the fingers that rest."),
      Word("any", in: .tipTap, takes: .none, "Any of the three."),
      Word("any", in: .touch, takes: .none, "Any touch."),
      Word("left", in: .edge, takes: .none, "The left edge."),
      Word("right", in: .edge, takes: .none, "The right edge."),
      Word("top", in: .edge, takes: .none, "The edge away from the hand."),
      Word("bottom", in: .edge, takes: .none, "The edge next to the hand."),
      Word("any", in: .edge, takes: .none, "Any of the four."),
      Word("top-left", in: .corner, takes: .none, "Where the top and the left edge meet."),
      Word("top-right", in: .corner, takes: .none, "Where the top and the right edge meet."),
      Word("bottom-left", in: .corner, takes: .none, "Where the bottom and the left edge meet."),
      Word("bottom-right", in: .corner, takes: .none, "Where the bottom and the right edge meet."),
      Word("any", in: .corner, takes: .none, "Any of the four."),
      Word("all", in: .atOnce, takes: .regionsAtOnce, "Each of them has a finger."),
      Word("left", in: .zone, takes: .none, "The left half."),
      Word("right", in: .zone, takes: .none, "The right half."),
      Word("top", in: .zone, takes: .none, "The half away from the hand."),
      Word("bottom", in: .zone, takes: .none, "The half next to the hand."),
      Word("center", in: .zone, takes: .none, "All but the outer quarters."),
      Word("x", in: .area, takes: .span, "From where to where, counted from the left edge."),
      Word("y", in: .area, takes: .span, "From where to where, counted from the top edge."),
      Word("begin", in: .moment, takes: .none, "As soon as the gesture is certain."),
      Word("end", in: .moment, takes: .none, "When the fingers lift."),
      Word("touchpad", in: .device, takes: .none, "Every touchpad."),
      Word("touchscreen", in: .device, takes: .none, "Every touchscreen."),
      Word("landscape", in: .orientation, takes: .none, "Wider than high."),
      Word("portrait", in: .orientation, takes: .none, "Higher than wide."),
      Word("left", in: .button, takes: .none, "The first button."),
      Word("right", in: .button, takes: .none, "The second button, for menus."),
      Word("middle", in: .button, takes: .none, "The wheel."),
      Word("back", in: .button, takes: .none, "The thumb's button for where one came from."),
      Word("forward", in: .button, takes: .none, "The thumb's other button."),
      Word("uinput", in: .injector, takes: .none, "Input devices that the kernel makes."),
      Word("wayland", in: .injector, takes: .none, "The compositor's virtual keyboard and pointer."),
      Word("gnome", in: .injector, takes: .none, "Sleight's extension of GNOME Shell."),
      Word("enabled", in: .desktopSwipes, takes: .none, "All swipes of the desktop."),
      Word("unless-taken", in: .desktopSwipes, takes: .none, "Those in directions in which no active rule acts."),
      Word("disabled", in: .desktopSwipes, takes: .none, "None."),
      Word("up", in: .scroll, takes: .none, "Towards the beginning."),
      Word("down", in: .scroll, takes: .none, "Towards the end."),
      Word("left", in: .scroll, takes: .none, "Towards the left."),
      Word("right", in: .scroll, takes: .none, "Towards the right."),
      Word("fingers", in: .scroll, takes: .none, "As far as the fingers go, until the gesture ends."),
      Word("fingers", in: .position, takes: .none, "Under the fingers, on a touchscreen."),
      Word("pointer", in: .position, takes: .none, "At the pointer."),
      Word("fingers", in: .pointer, takes: .none, "With the fingers, until the gesture ends."),
    ] + deviceProperties + operations
    + BuiltInStroke.allCases.map { Word($0.name, in: .stroke, takes: .none, $0.meaning) }
    + Chord.Modifier.allCases.map {
      Word($0.rawValue, in: .modifier, takes: .none, "A key held while the last is pressed.")
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
