internal import Text

/// An action of a rule.
public enum Action: Hashable, Sendable {
  /// A command line for the shell.
  case shell(String)
  /// A program and its arguments, without a shell. Never empty.
  case run([String])
  /// A command that is fed a line for each change of the gesture, until that is over.
  case feed(String)
  /// Chords to press and release one after the other. Never empty.
  case keys([Chord])
  /// Keys that stay pressed until the gesture is over.
  case hold(Chord)
  /// Text to type.
  case type(String)
  /// Buttons to press and release one after the other. Never empty.
  case click([Click], at: Position? = nil)
  /// The wheel, or scrolling with the fingers.
  case scroll(Scroll)
  /// A button that stays pressed while the pointer moves with the fingers, until the gesture is over.
  case drag(Click, at: Position? = nil, speed: Double = 1)
  /// The pointer moves with the fingers until the gesture is over.
  case pointer(speed: Double = 1)
  /// A command for a compositor, in its own language.
  case compositor(DesktopKind, String)
  /// An action of the desktop, in the same words on every desktop.
  case desktop(DesktopOperation)
  /// A mode to switch to, permanently or for a time.
  case mode(String, lasting: Duration?)
  /// A delay before the actions that follow.
  case wait(Duration)
  /// Nothing; the rule takes the gesture nevertheless.
  case none
  /// The desktop sees the gesture with another number of fingers: on an owned touchpad the fingers themselves, so that
  /// there is nothing to do; for a hand on a touchscreen those of a virtual touchpad, which follow it.
  case shown(fingers: Int, speed: Double = 1)

  /// The position of a click, of the beginning of a drag, or of the window that an operation changes. The default is
  /// `fingers` on touchscreens; touchpads do not report where the fingers are, so there it is always `pointer`.
  public enum Position: String, Hashable, Sendable, CaseIterable {
    /// The centroid of the fingers
    case fingers
    case pointer
  }

  /// The part of the system that carries an action out.
  public enum Kind: Hashable, Sendable {
    /// A program of the user's
    case program
    /// The virtual keyboard
    case keyboard
    /// The virtual pointer
    case pointer
    /// A compositor, over its socket
    case compositor
    /// The desktop, in its own way (`DesktopWays`)
    case desktop
    /// The engine itself
    case engine
  }

  /// The part of the system that carries it out.
  public var kind: Kind {
    switch self {
    case .shell, .run, .feed: .program
    case .keys, .hold, .type: .keyboard
    case .click, .scroll, .drag, .pointer: .pointer
    case .compositor: .compositor
    case .desktop: .desktop
    case .mode, .wait, .none, .shown: .engine
    }
  }

  /// True if it lasts until the gesture is over, so that it requires a continuous gesture.
  public var lastsAsLongAsGesture: Bool {
    switch self {
    case .feed, .hold, .drag, .pointer, .scroll(.fingers): true
    case .shell, .run, .keys, .type, .click, .scroll(.steps), .compositor, .desktop, .mode, .wait, .none, .shown: false
    }
  }

  /// The chords that it presses; for buttons, their modifiers.
  public var chords: [Chord] {
    switch self {
    case .keys(let chords): chords
    case .hold(let chord): [chord]
    case .click(let clicks, _): clicks.map(\.modifierChord)
    case .drag(let click, _, _): [click.modifierChord]
    case .shell, .run, .feed, .type, .scroll, .pointer, .compositor, .desktop, .mode, .wait, .none, .shown: []
    }
  }

  /// Its position as the rules file states it; nil if it states none, or for an action without a position.
  public var position: Position? {
    if case .click(_, let position) = self { return position }
    if case .drag(_, let position, _) = self { return position }
    if case .desktop(let operation) = self, operation.isAtFingers { return .fingers }
    return nil
  }

  /// True if it is a command that names a variable of commands which begins so.
  public func readsVariable(_ prefix: String) -> Bool {
    switch self {
    case .shell(let command), .feed(let command): command.contains(prefix)
    case .run(let arguments): arguments.contains { $0.contains(prefix) }
    case .keys, .hold, .type, .click, .scroll, .drag, .pointer, .compositor, .desktop, .mode, .wait, .none, .shown:
      false
    }
  }

  /// The speed of what it moves: of the pointer, as a multiple of that of one finger on a touchpad; of the fingers on a
  /// virtual touchpad, as a multiple of that of the hand. Nil for other actions.
  public var speed: Double? {
    switch self {
    case .drag(_, _, let speed), .pointer(let speed), .shown(_, let speed): speed
    default: nil
    }
  }

  /// True if it puts the pointer under the fingers on a touchscreen.
  var isAtFingers: Bool {
    switch self {
    case .click(_, let position), .drag(_, let position, _): position != .pointer
    case .shell, .run, .feed, .keys, .hold, .type, .scroll, .pointer, .compositor, .desktop, .mode, .wait, .none,
      .shown:
      false
    }
  }

  /// True if it goes through the virtual keyboard or pointer: input that a person could make.
  public var isInput: Bool { kind == .keyboard || kind == .pointer }

  /// True if it must never reach a locked session.
  public var isForUnlockedSession: Bool { isInput || kind == .desktop }

  /// True if it presses keys.
  var needsKeyboard: Bool { kind == .keyboard || chords.contains { !$0.modifiers.isEmpty } }
}

/// Keys pressed together: modifiers in the order they are written, then a key, as in `ctrl+alt+t`.
public struct Chord: Hashable, Sendable {
  public enum Modifier: String, Hashable, Sendable, CaseIterable {
    /// Control
    case ctrl
    case shift
    case alt
    /// The logo key
    case `super`
    /// ISO_Level3_Shift, right of the space bar
    case altgr
  }

  /// The modifiers, in the order of pressing; they are released in the opposite order.
  public var modifiers: [Modifier]
  /// The key by its keysym's name: `t`, `Page_Down`, `XF86AudioRaiseVolume`; nil for modifiers alone.
  public var key: String?
  /// The chord as it is written in the rules file.
  public var text: String

  public init(modifiers: [Modifier], key: String?, text: String) {
    self.modifiers = modifiers
    self.key = key
    self.text = text
  }

  /// The problem of a keypad's key that another state of the session's NumLock makes another key, for people.
  /// - Parameter isOn: the state that it requires.
  public func numLockMessage(requiring isOn: Bool) -> String {
    "'\(text)' requires that NumLock is \(isOn ? "on" : "off"), and is another key otherwise"
  }

  /// The key that is the same whatever NumLock is, for people; nil if there is none.
  public var numLockHelp: String? {
    key?.last.flatMap { $0.isNumber ? "'\($0)' is the digit in any case" : nil }
  }

  /// The state of NumLock that the key requires, by its name; nil if it is not a key of the keypad that depends on it.
  public var requiredNumLock: Bool? {
    guard let key, key.hasPrefix("KP_") else { return nil }
    let name = key.dropFirst(3)
    if name.count == 1 && name.allSatisfy(\.isNumber) || name == "Decimal" || name == "Separator" { return true }
    return Self.keypadMovements.contains(String(name)) ? false : nil
  }

  private static let keypadMovements: Set = [
    "Home", "Up", "Prior", "Page_Up", "Left", "Begin", "Right", "End", "Down", "Next", "Page_Down", "Insert", "Delete",
  ]

  /// Hashes the text alone, which tells most chords apart: the keys of a chord are looked up between finger and key.
  public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

/// A click of a pointer button, with or without modifiers: `right`, `ctrl+left`.
public struct Click: Hashable, Sendable {
  /// A mouse's buttons.
  public enum Button: String, Hashable, Sendable, CaseIterable {
    /// The primary button
    case left
    /// The secondary button, for menus
    case right
    /// The button under the wheel
    case middle
    /// The thumb button that goes back
    case back
    /// The thumb button that goes forward
    case forward
  }

  /// The modifiers, in the order of pressing.
  public var modifiers: [Chord.Modifier]
  public var button: Button

  public init(_ button: Button, modifiers: [Chord.Modifier] = []) {
    self.modifiers = modifiers
    self.button = button
  }

  /// The click as it is written in the rules file.
  public var text: String { (modifiers.map(\.rawValue) + [button.rawValue]).joined(separator: "+") }
}

/// A scroll action.
public enum Scroll: Hashable, Sendable {
  /// The direction in which the view moves over the content, as with a wheel: down is towards the end.
  public enum Direction: String, Hashable, Sendable, CaseIterable {
    /// Towards the beginning
    case up
    /// Towards the end
    case down
    /// Towards the left
    case left
    /// Towards the right
    case right
  }

  /// A number of wheel clicks; fractions are for windows that scroll smoothly.
  case steps(Direction, Double)
  /// Scrolling with the fingers until the gesture is over.
  case fingers
}
