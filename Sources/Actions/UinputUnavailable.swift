public import Engine
internal import Glibc
public import Linux

/// Why there is no keyboard or pointer to use, and what would help.
public struct UinputUnavailable: Error, Hashable, Sendable, CustomStringConvertible {
  /// Which of the two are missing.
  public var sources: [InputEvent.Source]
  /// What failed.
  public var cause: SystemError
  /// What the compositor does not offer that would do instead.
  public var compositorLacks: [String]
  /// Whether the kernel's module is there. Where it is not the node may be, for who opens it to load the module; udev
  /// has nothing then that it could trigger.
  public var isModuleLoaded: Bool

  /// Devices that could not be made because of `cause`, on a machine that is as it is now.
  public init(_ sources: [InputEvent.Source], cause: SystemError, compositorLacks: [String] = []) {
    self.init(
      sources, cause: cause, compositorLacks: compositorLacks,
      isModuleLoaded: access("/sys/devices/virtual/misc/uinput", F_OK) == 0)
  }

  init(_ sources: [InputEvent.Source], cause: SystemError, compositorLacks: [String] = [], isModuleLoaded: Bool) {
    self.sources = sources
    self.cause = cause
    self.compositorLacks = compositorLacks
    self.isModuleLoaded = isModuleLoaded
  }

  /// Commands that mend it, to be pasted into a terminal; empty where none is known.
  public var commands: [String] {
    if cause.isPermission {
      return [
        "echo '\(Self.udevRule)' | sudo tee /etc/udev/rules.d/71-sleight-uinput.rules",
        "sudo udevadm control --reload",
        isModuleLoaded ? "sudo udevadm trigger --name-match=uinput --action=add" : "sudo modprobe uinput",
      ]
    }
    // ENODEV: udev keeps the node for a module that is not loaded and cannot be.
    if cause.isMissing || cause.code == ENODEV {
      return ["sudo modprobe uinput", "echo uinput | sudo tee /etc/modules-load.d/sleight.conf"]
    }
    return []
  }

  /// What is wrong, in one sentence.
  public var reason: String {
    let others =
      compositorLacks.isEmpty
      ? "" : ", and the compositor does not offer \(compositorLacks.joined(separator: " or "))"
    return sources.map(\.lack).joined(separator: " and ") + ": \(cause)\(others)"
  }

  /// What is wrong and what would help.
  public var description: String {
    guard !commands.isEmpty else { return reason }
    let lines = commands.map { "\n  \($0)" }.joined()
    if cause.isPermission {
      return reason + "\nTouches are read without it. It is a permission of its own, because every program of yours "
        + "can type with it. To give it:" + lines
    }
    return reason + "\nThe kernel's uinput module is not loaded. To load it, now and at every start:" + lines
  }

  /// What 71-sleight-uinput.rules of the installation says: whoever sits in front of the machine may open the node, also before the module that
  /// serves it is loaded.
  static let udevRule =
    #"KERNEL=="uinput", SUBSYSTEM=="misc", TAG+="uaccess", OPTIONS+="static_node=uinput""#
}

extension InputEvent.Source {
  /// What is impossible without it.
  var lack: String {
    switch self {
    case .keyboard: "keys cannot be pressed"
    case .pointer: "the pointer cannot be used"
    }
  }
}
