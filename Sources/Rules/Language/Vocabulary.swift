internal import Gestures

/// Every word of the rules file's language.
public enum Vocabulary {
  /// All words, in the order they are best explained.
  public static let words: [Word] = file + gestures + qualifiers + rule + actions + settings + values

  /// The word `name` in `place`, or nil.
  public static func word(_ name: String, in place: Word.Place) -> Word? { byPlace[place]?[name] }

  /// The words understood in `place`, in order.
  public static func names(in place: Word.Place) -> [String] { understood[place] ?? [] }

  /// What `place` takes, as people list it: `'left', 'right' or 'up'`.
  static func list(of place: Word.Place) -> String { Phrase.list(names(in: place)) }

  private static let byPlace: [Word.Place: [String: Word]] = Dictionary(grouping: words, by: \.place)
    .mapValues { Dictionary($0.map { ($0.name, $0) }) { first, _ in first } }

  private static let understood: [Word.Place: [String]] = Dictionary(
    grouping: words.filter { !$0.isPlanned }, by: \.place
  ).mapValues { $0.map(\.name) }

  private static let file = [
    Word("rules", in: .file, takes: .rules, "The rules, in order: the first that matches a gesture acts."),
    Word("settings", in: .file, takes: .mapping(.settings), "What holds for all rules."),
    Word("include", in: .file, takes: .planned, "Other files to read."),
    Word("devices", in: .file, takes: .planned, "What one device is like."),
    Word("strokes", in: .file, takes: .planned, "Drawn shapes."),
  ]

  private static let gestures = [
    Word("swipe", in: .rule, takes: .words(.swipe), role: .gesture, "Fingers move one way; acts on the way."),
    Word("pinch", in: .rule, takes: .words(.pinch), role: .gesture, "Fingers come together or part."),
    Word("long-press", in: .rule, takes: .duration, role: .gesture, "Fingers rest this long."),
    Word("tap", in: .rule, takes: .planned, role: .gesture, "Fingers touch for a moment."),
    Word("pan", in: .rule, takes: .planned, role: .gesture, "Fingers move, step by step."),
    Word("rotate", in: .rule, takes: .planned, role: .gesture, "Fingers turn."),
    Word("stroke", in: .rule, takes: .planned, role: .gesture, "A finger draws a shape."),
  ]

  private static let qualifiers = [
    Word("fingers", in: .rule, takes: .fingers, role: .qualifier(Gesture.Kind.allCases), "How many fingers."),
    Word("device", in: .rule, takes: .devices, role: .qualifier(Gesture.Kind.allCases), "On which devices."),
    Word(
      "distance", in: .rule, takes: .distance, role: .qualifier([.swipe, .pinch]), "How far the fingers must move."),
    Word(
      "within", in: .rule, takes: .duration, role: .qualifier([.swipe, .pinch]),
      "The longest time from the first movement to the distance."),
    Word(
      "after", in: .rule, takes: .duration, role: .qualifier([.swipe, .pinch]),
      "The shortest time from the first movement to the distance."),
    Word(
      "movement", in: .rule, takes: .length, role: .qualifier([.longPress]), "How far resting fingers may move."),
    Word("edge", in: .rule, takes: .planned, "The edge that the touch starts at."),
    Word("corner", in: .rule, takes: .planned, "The corner that the touch starts in."),
    Word("zone", in: .rule, takes: .planned, "The part of the device that the touch starts in."),
    Word("speed", in: .rule, takes: .planned, "How fast the fingers move."),
    Word("when", in: .rule, takes: .planned, "What else must be so."),
  ]

  private static let rule = [
    Word("do", in: .rule, takes: .actions, "What the rule does."),
    Word("name", in: .rule, takes: .text, "What to call the rule in messages."),
    Word("begin", in: .rule, takes: .planned, "What to do when the gesture begins."),
    Word("every", in: .rule, takes: .planned, "How far it is from one step to the next."),
    Word("back", in: .rule, takes: .planned, "What to do for a step the other way."),
    Word("end", in: .rule, takes: .planned, "What to do when the fingers lift."),
    Word("cancel", in: .rule, takes: .planned, "What to do when the gesture is broken off."),
    Word("at", in: .rule, takes: .planned, "At which moment to act."),
    Word("also", in: .rule, takes: .planned, "Whether later rules may act too."),
    Word("drag", in: .rule, takes: .planned, "The button to drag with."),
    Word("rules", in: .rule, takes: .planned, "The rules of a group."),
  ]

  private static let actions = [
    Word("run", in: .action, takes: .arguments, "Starts a program without a shell."),
    Word("keys", in: .action, takes: .chords, "Presses and releases keys."),
    Word("hold", in: .action, takes: .planned, "Holds keys until the gesture ends."),
    Word("type", in: .action, takes: .planned, "Types text."),
    Word("click", in: .action, takes: .planned, "Clicks a button."),
    Word("scroll", in: .action, takes: .planned, "Scrolls."),
    Word("drag", in: .action, takes: .planned, "Drags with a button held."),
    Word("pointer", in: .action, takes: .planned, "Moves the pointer."),
    Word("sway", in: .action, takes: .planned, "Tells sway a command."),
    Word("hyprland", in: .action, takes: .planned, "Tells Hyprland a command."),
    Word("niri", in: .action, takes: .planned, "Tells niri a command."),
    Word("mode", in: .action, takes: .planned, "Changes the mode."),
    Word("wait", in: .action, takes: .planned, "Waits."),
    Word("none", in: .action, takes: .planned, "Does nothing."),
  ]

  private static let settings = [
    Word("keyboard", in: .settings, takes: .layout, "The keyboard layout that 'keys' looks keys up in."),
    Word("layout", in: .keyboard, takes: .text, "The layout, such as de, or several, such as us,ru."),
    Word("variant", in: .keyboard, takes: .text, "The layout's variant, such as neo."),
    Word("model", in: .keyboard, takes: .text, "The keyboard's model, such as pc105."),
    Word("options", in: .keyboard, takes: .text, "Options, such as compose:caps."),
  ]

  private static let values =
    [
      Word("left", in: .swipe, takes: .none, "To the left."),
      Word("right", in: .swipe, takes: .none, "To the right."),
      Word("up", in: .swipe, takes: .none, "Away from the hand."),
      Word("down", in: .swipe, takes: .none, "Towards the hand."),
      Word("up-left", in: .swipe, takes: .none, "Between up and left."),
      Word("up-right", in: .swipe, takes: .none, "Between up and right."),
      Word("down-left", in: .swipe, takes: .none, "Between down and left."),
      Word("down-right", in: .swipe, takes: .none, "Between down and right."),
      Word("horizontal", in: .swipe, takes: .none, "To the left or to the right."),
      Word("vertical", in: .swipe, takes: .none, "Up or down."),
      Word("any", in: .swipe, takes: .none, "Any of the eight."),
      Word("in", in: .pinch, takes: .none, "The fingers come together."),
      Word("out", in: .pinch, takes: .none, "The fingers part."),
      Word("any", in: .pinch, takes: .none, "Either."),
      Word("touchpad", in: .device, takes: .none, "Every touchpad."),
      Word("touchscreen", in: .device, takes: .none, "Every touchscreen."),
    ]
    + Chord.Modifier.allCases.map {
      Word($0.rawValue, in: .modifier, takes: .none, "A key held while the last is pressed.")
    }
}
