public import Rules

/// A key by the number that the kernel gives it (linux/input-event-codes.h).
public struct KeyCode: Hashable, Comparable, Sendable {
  /// The number, as in KEY_A.
  public let number: UInt16

  /// The key with a number.
  public init(_ number: UInt16) { self.number = number }

  /// In the order of their numbers.
  public static func < (left: KeyCode, right: KeyCode) -> Bool { left.number < right.number }

  /// Its keycode in xkb keymaps.
  public var keycode: UInt32 { UInt32(number) + Self.offset }

  /// The key that an xkb keymap calls `keycode`; nil for one that no keyboard has.
  public init?(keycode: UInt32) {
    guard keycode >= Self.offset, let number = UInt16(exactly: keycode - Self.offset), Self.isReal(number) else {
      return nil
    }
    self.number = number
  }

  /// The keys that keyboards have, up to the last that X11 programs can see (keycode 255 is code 247; KEY_MICMUTE
  /// just behind it is on many laptops). The numbers left out name no key in the kernel; xkeyboard-config has its fake
  /// modifier keys there, which no program expects to see pressed.
  public static let real: [KeyCode] = (1...248).filter(isReal).map { KeyCode($0) }

  private static func isReal(_ number: UInt16) -> Bool {
    switch number {
    case 84, 195...199, 240: false
    case 1...248: true
    default: false
    }
  }

  /// xkb keycodes are those of X11, which begin 8 higher than the kernel's.
  private static let offset: UInt32 = 8
}

/// Pointer buttons: keys with numbers of their own.
extension KeyCode {
  /// The number of a button.
  public init(_ button: Click.Button) {
    switch button {
    case .left: self.init(Self.firstButton)
    case .right: self.init(Self.firstButton + 1)
    case .middle: self.init(Self.firstButton + 2)
    // Named for the side of the mouse they are on. Programs take them for back and forward; few know those that the
    // kernel names so (BTN_BACK, BTN_FORWARD).
    case .back: self.init(Self.firstButton + 3)
    case .forward: self.init(Self.firstButton + 4)
    }
  }

  /// All buttons, by number.
  public static let buttons = Click.Button.allCases.map { KeyCode($0) }.sorted()

  /// The device that has it.
  public var source: InputEvent.Source {
    (Self.firstButton..<Self.firstButton + 16).contains(number) ? .pointer : .keyboard
  }

  /// The ability that pressing it requires.
  public var ability: InputEvent.Ability { source == .keyboard ? .keys : .pointer }

  /// BTN_MOUSE in linux/input-event-codes.h: mice have this and the next 15.
  private static let firstButton: UInt16 = 0x110
}
