public import Linux
public import Touch

/// A touchpad or touchscreen that cannot be read, and the reason.
public struct UnreadableDevice: Sendable {
  /// The reasons for which a device cannot be read.
  public enum Reason: Error, Sendable {
    /// Opening it failed.
    case open(SystemError)
    /// libinput does not support it.
    case notUnderstood
    /// A keyboard as well; a device that is both is never read.
    case alsoKeyboard
  }

  let node: InputNode
  /// Touchpad or touchscreen.
  public let kind: Device.Kind
  public let reason: Reason

  /// `/dev/input/event3`
  public var path: String { node.path }
  /// Its name in the kernel.
  public var name: String { node.name }

  /// The reason for people: `open /dev/input/event3: Permission denied`.
  public var explanation: String {
    switch reason {
    case .open(let error): error.description
    case .notUnderstood: "libinput does not recognise it as a touchpad or touchscreen"
    case .alsoKeyboard: "it is also a keyboard; a device that is both is never read"
    }
  }

  /// Commands that fix it, to be pasted into a terminal; empty if none is known.
  public var commands: [String] {
    switch reason {
    case .open(let error) where error.isPermission: Self.grant(isRuleInstalled: UdevRules.touch.isInstalled)
    case .open, .notUnderstood, .alsoKeyboard: []
    }
  }

  /// The commands that grant the permission, also for devices that exist already.
  static func grant(isRuleInstalled: Bool) -> [String] {
    (isRuleInstalled ? [] : [UdevRules.touch.installation()]) + [
      "sudo udevadm control --reload", "sudo udevadm trigger --subsystem-match=input --action=add",
    ]
  }

  /// Instructions for people; nil if it cannot be fixed.
  public var remedy: String? {
    let lines = commands.map { "\n  \($0)" }.joined()
    return lines.isEmpty ? nil : "to let the user at the seat read touch devices:" + lines
  }

  /// True if an earlier report had the same instructions.
  var isRemedyKnown = false

  /// The instructions for a report, on lines of their own with a line feed before them; empty if there are none, or if
  /// they are known.
  public var remedyText: String { isRemedyKnown ? "" : remedy.map { "\n\($0)" } ?? "" }
}
