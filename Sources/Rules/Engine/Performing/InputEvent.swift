public import Touch

/// A synthetic input event, sent to the desktop as if it came from hardware.
public enum InputEvent: Hashable, Sendable {
  /// A key or a button goes down or up.
  case key(KeyEvent)
  /// A character is typed: a key of a keymap made for texts goes down and up.
  case character(TextKey)
  /// The wheels turn, in 120ths of a click (REL_HWHEEL_HI_RES, REL_WHEEL_HI_RES): to the right, and upwards.
  case wheel(right: Int32, up: Int32)
  /// Fingers scroll to the right, and downwards, in 120ths of the distance of a wheel's click.
  case scroll(right: Int32, down: Int32)
  /// The fingers that scrolled have lifted.
  case scrollEnd
  /// The pointer moves, in a mouse's units: to the right, and downwards.
  case motion(right: Int32, down: Int32)
  /// The pointer moves to a position on the desktop.
  case position(DesktopPosition)

  /// The device that sends the event.
  public var source: Source {
    switch self {
    case .key(let event): event.key.source
    case .character: .keyboard
    case .wheel, .scroll, .scrollEnd, .motion, .position: .pointer
    }
  }

  /// True for an event that only the window under the pointer receives: not for motion, and not for the release of a
  /// button, which must not wait.
  var requiresPointerFocus: Bool {
    switch self {
    case .key(let event): event.isDown && event.key.source == .pointer
    case .wheel, .scroll: true
    case .character, .scrollEnd, .motion, .position: false
    }
  }

  /// The ability that the event requires.
  public var ability: Ability {
    switch self {
    case .key(let event): event.key.ability
    case .character: .characters
    case .scroll, .scrollEnd: .scrolling
    case .wheel, .motion, .position: .pointer
    }
  }

  /// The devices of an injector.
  public enum Source: String, Hashable, Sendable, CaseIterable {
    /// The device with keys.
    case keyboard
    /// The device with buttons, wheels and motion.
    case pointer
  }

  /// The abilities of injectors.
  public enum Ability: Int, Hashable, Sendable, CaseIterable {
    /// Press and release keys of a keyboard.
    case keys
    /// Type any character, whatever the layout.
    case characters
    /// Press buttons, turn wheels, move the pointer.
    case pointer
    /// Scroll as with fingers.
    case scrolling

    /// The device with this ability.
    public var source: Source {
      switch self {
      case .keys, .characters: .keyboard
      case .pointer, .scrolling: .pointer
      }
    }
  }
}

/// A key that goes down or up.
public struct KeyEvent: Hashable, Sendable {
  /// The key, by the kernel's code.
  public var key: KeyCode
  /// True if the key goes down.
  public var isDown: Bool

  public init(_ key: KeyCode, isDown: Bool) {
    self.key = key
    self.isDown = isDown
  }
}

/// The key of a character in the keymaps that are made for texts.
public struct TextKey: Hashable, Sendable {
  /// The index of the keymap.
  public var keymap: Int
  /// The layout group, counted from 0.
  public var layout: UInt32
  /// The key in that keymap, by the kernel's code.
  public var key: KeyCode

  /// The key of a character.
  public init(keymap: Int, layout: UInt32, key: KeyCode) {
    self.keymap = keymap
    self.layout = layout
    self.key = key
  }
}

/// The unit of wheels and of scrolling with fingers.
public enum WheelUnits {
  /// One click of a wheel (REL_WHEEL_HI_RES in the kernel's event codes).
  public static let perClick: Int32 = 120
}
