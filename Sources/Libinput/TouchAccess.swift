internal import Glibc

/// How the user at the seat is let read touch devices.
enum TouchAccess {
  /// What 70-sleight-touch.rules of the installation says.
  static let udevRules = ["TOUCHPAD", "TOUCHSCREEN"].map { kind in
    #"ACTION!="remove", SUBSYSTEM=="input", KERNEL=="event*", ENV{ID_INPUT_KEYBOARD}!="1", "#
      + #"ENV{ID_INPUT_\#(kind)}=="1", TAG+="uaccess""#
  }

  private static let file = "70-sleight-touch.rules"
  /// Where udev looks for rules, see udev(7).
  private static let directories = ["/etc", "/run", "/usr/local/lib", "/usr/lib", "/lib"].map { "\($0)/udev/rules.d" }

  /// Whether udev finds it.
  static var isRuleInstalled: Bool { directories.contains { access("\($0)/\(file)", F_OK) == 0 } }

  /// The commands that put it in force, also for devices that are there.
  static func commands(isRuleInstalled: Bool) -> [String] {
    let words = udevRules.map { "'\($0)'" }.joined(separator: " ")
    let install = "printf '%s\\n' \(words) | sudo tee /etc/udev/rules.d/\(file)"
    return (isRuleInstalled ? [] : [install]) + [
      "sudo udevadm control --reload", "sudo udevadm trigger --subsystem-match=input --action=add",
    ]
  }
}
