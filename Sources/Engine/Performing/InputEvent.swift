/// What goes out to the desktop as if hardware had done it.
public enum InputEvent: Hashable, Sendable {
  /// A key or a button goes down or up.
  case key(KeyEvent)
  /// A character is typed by a key of a keymap of our own, which goes down and up.
  case character(TextKey)
  /// The wheels turn, in 120ths of a click (REL_HWHEEL_HI_RES, REL_WHEEL_HI_RES): to the right, and upwards.
  case wheel(right: Int32, up: Int32)
  /// Fingers scroll to the right, and downwards, in 120ths of what a wheel's click scrolls.
  case scroll(right: Int32, down: Int32)
  /// The fingers that scrolled have lifted.
  case scrollEnd
  /// The pointer moves, in a mouse's units: to the right, and downwards.
  case motion(right: Int32, down: Int32)

  /// The device that it comes from.
  public var source: Source {
    switch self {
    case .key(let event): event.key.source
    case .character: .keyboard
    case .wheel, .scroll, .scrollEnd, .motion: .pointer
    }
  }

  /// What it takes to do it.
  public var ability: Ability {
    switch self {
    case .key(let event): event.key.ability
    case .character: .characters
    case .scroll, .scrollEnd: .scrolling
    case .wheel, .motion: .pointer
    }
  }

  /// The devices that there can be.
  public enum Source: String, Hashable, Sendable, CaseIterable {
    /// What has keys
    case keyboard
    /// What has buttons and wheels, and moves
    case pointer
  }

  /// What an injector can be able to do.
  public enum Ability: Int, Hashable, Sendable, CaseIterable {
    /// Press and release the keys that keyboards have.
    case keys
    /// Type any character, whatever the layout.
    case characters
    /// Press buttons, turn wheels, move the pointer.
    case pointer
    /// Scroll as fingers do.
    case scrolling

    /// The device that has it.
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
  /// The key.
  public var key: KeyCode
  /// True if it goes down.
  public var isDown: Bool

  /// A key event.
  public init(_ key: KeyCode, isDown: Bool) {
    self.key = key
    self.isDown = isDown
  }
}

/// The position of a character in keymaps that are made for texts.
public struct TextKey: Hashable, Sendable {
  /// Which of the keymaps.
  public var keymap: Int
  /// Which layout of it, from 0.
  public var layout: UInt32
  /// The key.
  public var key: KeyCode

  /// The position of a character.
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
