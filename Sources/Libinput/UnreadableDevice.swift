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

  /// Commands that mend it, to be pasted into a terminal; empty where none is known.
  public var commands: [String] {
    switch reason {
    case .open(let error) where error.isPermission: TouchAccess.commands(isRuleInstalled: TouchAccess.isRuleInstalled)
    case .open, .notUnderstood, .alsoKeyboard: []
    }
  }

  /// What to do about it, for people; nil where nothing can be done.
  public var remedy: String? {
    let lines = commands.map { "\n  \($0)" }.joined()
    return lines.isEmpty ? nil : "to let the user at the seat read touch devices:" + lines
  }
}
