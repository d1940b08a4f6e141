public import Rules

/// A key, by its number in the kernel (linux/input-event-codes.h).
public struct KeyCode: Hashable, Comparable, Sendable {
  /// The number, as in KEY_A.
  public let number: UInt16

  public init(_ number: UInt16) { self.number = number }

  /// Orders keys by number.
  public static func < (left: KeyCode, right: KeyCode) -> Bool { left.number < right.number }

  /// The keycode in xkb keymaps.
  public var keycode: UInt32 { UInt32(number) + Self.offset }

  /// The key with a keycode in xkb keymaps; nil if no keyboard has it.
  public init?(keycode: UInt32) {
    guard keycode >= Self.offset, let number = UInt16(exactly: keycode - Self.offset), Self.isReal(number) else {
      return nil
    }
    self.number = number
  }

  /// The keys of keyboards, up to the last that X11 programs can receive (keycode 255 is code 247; KEY_MICMUTE directly
  /// after it is on many laptops). The excluded numbers name no key in the kernel; xkeyboard-config has its fake
  /// modifier keys there, which programs do not expect to be pressed.
  public static let real: [KeyCode] = (1...248).filter(isReal).map { KeyCode($0) }

  private static func isReal(_ number: UInt16) -> Bool {
    switch number {
    case 84, 195...199, 240: false
    case 1...248: true
    default: false
    }
  }

  /// NumLock for as long as it is held, as a modifier of keys of the keypad: no key of a keyboard, which would switch
  /// it. Its number is above those of the kernel's keys (KEY_MAX).
  public static let heldNumLock = KeyCode(0x300)

  /// The difference between xkb's keycodes, which are those of X11, and the kernel's.
  private static let offset: UInt32 = 8
}

/// Pointer buttons: keys with numbers of their own.
extension KeyCode {
  public init(_ button: Click.Button) {
    switch button {
    case .left: self.init(Self.firstButton)
    case .right: self.init(Self.firstButton + 1)
    case .middle: self.init(Self.firstButton + 2)
    // BTN_SIDE and BTN_EXTRA. Programs treat them as back and forward; few support the kernel's BTN_BACK and
    // BTN_FORWARD.
    case .back: self.init(Self.firstButton + 3)
    case .forward: self.init(Self.firstButton + 4)
    }
  }

  /// All buttons, by number.
  public static let buttons = Click.Button.allCases.map { KeyCode($0) }.sorted()

  /// The device with this key.
  public var source: InputEvent.Source {
    (Self.firstButton..<Self.firstButton + 16).contains(number) ? .pointer : .keyboard
  }

  /// The ability that is required to press it.
  public var ability: InputEvent.Ability { source == .keyboard ? .keys : .pointer }

  /// BTN_MOUSE in linux/input-event-codes.h: the first of 16 mouse buttons.
  private static let firstButton: UInt16 = 0x110
}
