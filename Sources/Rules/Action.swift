/// One thing that a rule does.
public enum Action: Hashable, Sendable {
  /// A command line for the shell.
  case shell(String)
  /// A program and its arguments, without a shell. Never empty.
  case run([String])
  /// Chords to press and release one after the other. Never empty.
  case keys([Chord])
  /// Keys that stay pressed until the gesture is over.
  case hold(Chord)
  /// Text to type.
  case type(String)
  /// Buttons to press and release one after the other. Never empty.
  case click([Click])
  /// The wheel, or scrolling with the fingers.
  case scroll(Scroll)
  /// A button that stays pressed until the gesture is over, while the pointer moves with the fingers.
  case drag(Click)
  /// The pointer moves with the fingers until the gesture is over.
  case pointer
  /// A command for a compositor, in its own language.
  case compositor(Compositor, String)
  /// A mode to be on from now on, for good or for a time.
  case mode(String, lasting: Duration?)
  /// Nothing, for a time: what stands behind it comes later.
  case wait(Duration)
  /// Nothing: the gesture is this rule's all the same.
  case none

  /// The compositors that take commands.
  public enum Compositor: String, Hashable, Sendable, CaseIterable {
    /// sway, and i3's language
    case sway
    /// Hyprland's dispatchers
    case hyprland
    /// niri's actions
    case niri
  }

  /// Whether it goes on until its gesture is over, so that it needs one that has a beginning and an end.
  public var lastsAsLongAsGesture: Bool {
    switch self {
    case .hold, .drag, .pointer, .scroll(.fingers): true
    case .shell, .run, .keys, .type, .click, .scroll(.steps), .compositor, .mode, .wait, .none: false
    }
  }

  /// Its word in the language; nil for a shell command, which has none.
  public var word: String? {
    switch self {
    case .shell: nil
    case .run: "run"
    case .keys: "keys"
    case .hold: "hold"
    case .type: "type"
    case .click: "click"
    case .scroll: "scroll"
    case .drag: "drag"
    case .pointer: "pointer"
    case .compositor(let compositor, _): compositor.rawValue
    case .mode: "mode"
    case .wait: "wait"
    case .none: "none"
    }
  }

  /// Whether it is a command: what another program does, and not what a person at the keyboard would.
  public var isCommand: Bool {
    switch self {
    case .shell, .run, .compositor, .mode, .wait, .none: true
    case .keys, .hold, .type, .click, .scroll, .drag, .pointer: false
    }
  }

  /// Whether it presses keys.
  var needsKeyboard: Bool {
    switch self {
    case .keys, .hold, .type: true
    case .click(let clicks): clicks.contains { !$0.modifiers.isEmpty }
    case .drag(let click): !click.modifiers.isEmpty
    case .shell, .run, .scroll, .pointer, .compositor, .mode, .wait, .none: false
    }
  }

  /// Whether it clicks, scrolls or moves the pointer.
  var needsPointer: Bool {
    switch self {
    case .click, .scroll, .drag, .pointer: true
    case .shell, .run, .keys, .hold, .type, .compositor, .mode, .wait, .none: false
    }
  }
}

/// Keys pressed together: modifiers in the order they are written, then a key, as in `ctrl+alt+t`.
public struct Chord: Hashable, Sendable {
  /// The modifiers a chord can name.
  public enum Modifier: String, Hashable, Sendable, CaseIterable {
    /// Control
    case ctrl
    /// Shift
    case shift
    /// Alt
    case alt
    /// The key with a logo on it
    case `super`
    /// ISO_Level3_Shift, right of the space bar
    case altgr
  }

  /// The modifiers, in the order they are pressed; they are released the other way round.
  public var modifiers: [Modifier]
  /// The key by its keysym's name: `t`, `Page_Down`, `XF86AudioRaiseVolume`; nil for modifiers alone.
  public var key: String?
  /// The chord as the rules file has it.
  public var text: String

  /// A chord.
  public init(modifiers: [Modifier], key: String?, text: String) {
    self.modifiers = modifiers
    self.key = key
    self.text = text
  }
}

/// A button of a pointer, pressed with modifiers or without: `right`, `ctrl+left`.
public struct Click: Hashable, Sendable {
  /// A mouse's buttons.
  public enum Button: String, Hashable, Sendable, CaseIterable {
    /// The first
    case left
    /// The second: menus
    case right
    /// The wheel
    case middle
    /// The thumb's, to where one came from
    case back
    /// The thumb's other one
    case forward
  }

  /// The modifiers, in the order they are pressed.
  public var modifiers: [Chord.Modifier]
  /// The button.
  public var button: Button

  /// A click.
  public init(_ button: Button, modifiers: [Chord.Modifier] = []) {
    self.modifiers = modifiers
    self.button = button
  }

  /// The click as a rules file has it.
  public var text: String { (modifiers.map(\.rawValue) + [button.rawValue]).joined(separator: "+") }
}

/// What is scrolled.
public enum Scroll: Hashable, Sendable {
  /// Which way the content's window moves over it, as a wheel has it: down is towards the end.
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

  /// So many clicks of a wheel; parts of one are for windows that scroll smoothly.
  case steps(Direction, Double)
  /// As far as the fingers go, until the gesture is over.
  case fingers
}
