/// What goes out to the desktop as if hardware had done it.
public enum InputEvent: Hashable, Sendable {
  /// A key or a button goes down or up.
  case key(KeyEvent)
  /// The wheels turn, in 120ths of a click (REL_HWHEEL_HI_RES, REL_WHEEL_HI_RES): to the right, and upwards.
  case wheel(right: Int32, up: Int32)
  /// The pointer moves, in a mouse's units: to the right, and downwards.
  case motion(right: Int32, down: Int32)

  /// The device that it comes from.
  public var source: Source {
    switch self {
    case .key(let event): event.key.source
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
}

/// A key that goes down or up.
public struct KeyEvent: Hashable, Sendable {
  /// Which.
  public var key: KeyCode
  /// Down, else up.
  public var isDown: Bool

  /// An event of `key`.
  public init(_ key: KeyCode, isDown: Bool) {
    self.key = key
    self.isDown = isDown
  }
}
