internal import Glibc

/// The permission of the user at the seat to read touch devices.
enum TouchAccess {
  /// The contents of the installation's 70-sleight-touch.rules.
  static let udevRules = ["TOUCHPAD", "TOUCHSCREEN"].map { kind in
    #"ACTION!="remove", SUBSYSTEM=="input", KERNEL=="event*", ENV{ID_INPUT_KEYBOARD}!="1", "#
      + #"ENV{ID_INPUT_\#(kind)}=="1", TAG+="uaccess""#
  }

  private static let file = "70-sleight-touch.rules"
  /// The directories in which udev searches rules (udev(7)).
  private static let directories = ["/etc", "/run", "/usr/local/lib", "/usr/lib", "/lib"].map { "\($0)/udev/rules.d" }

  /// True if the file is in one of udev's directories.
  static var isRuleInstalled: Bool { directories.contains { access("\($0)/\(file)", F_OK) == 0 } }

  /// The commands that grant the permission, also for devices that exist already.
  static func commands(isRuleInstalled: Bool) -> [String] {
    let words = udevRules.map { "'\($0)'" }.joined(separator: " ")
    let install = "printf '%s\\n' \(words) | sudo tee /etc/udev/rules.d/\(file)"
    return (isRuleInstalled ? [] : [install]) + [
      "sudo udevadm control --reload", "sudo udevadm trigger --subsystem-match=input --action=add",
    ]
  }
}
