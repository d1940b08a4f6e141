public import Linux
public import Touch

/// A touchpad or touchscreen that cannot be read, and why.
public struct UnreadableDevice: Sendable {
  /// Why.
  public enum Reason: Error, Sendable {
    /// It cannot be opened.
    case open(SystemError)
    /// libinput finds nothing in it that it understands.
    case notUnderstood
    /// It can type as well, and keyboards are never read.
    case alsoKeyboard
  }

  let node: InputNode
  /// Touchpad or touchscreen.
  public let kind: Device.Kind
  /// Why it cannot be read.
  public let reason: Reason

  /// `/dev/input/event3`
  public var path: String { node.path }
  /// Its name as the kernel has it.
  public var name: String { node.name }

  /// What is wrong, for people: `open /dev/input/event3: Permission denied`.
  public var explanation: String {
    switch reason {
    case .open(let error): error.description
    case .notUnderstood: "libinput finds no touchpad or touchscreen in it"
    case .alsoKeyboard: "it is a keyboard too, and keyboards are never read"
    }
  }

  /// What to do about it, for people; nil where nothing can be done.
  public var remedy: String? {
    switch reason {
    case .open(let error) where error.isPermission:
      """
      give the user at the seat access to touch devices: sudo make install puts 70-sleight-touch.rules where udev \
      finds it; then run: sudo udevadm control --reload && sudo udevadm trigger --subsystem-match=input --action=add
      """
    case .open, .notUnderstood, .alsoKeyboard: nil
    }
  }
}
