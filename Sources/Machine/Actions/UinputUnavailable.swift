internal import Engine
internal import Glibc
public import Linux

/// The reason why there is no keyboard, pointer or virtual touchpad, and the fixes.
public struct UinputUnavailable: Error, Hashable, Sendable, CustomStringConvertible {
  /// A device that uinput makes.
  public enum Device: Hashable, Sendable {
    case keyboard, pointer
    /// The one that shows the hands of touchscreens.
    case touchpad

    /// The device that sends the events of an injector.
    init(_ source: InputEvent.Source) {
      switch source {
      case .keyboard: self = .keyboard
      case .pointer: self = .pointer
      }
    }
  }

  /// The missing devices.
  public var devices: [Device]
  /// The error with which uinput refused them.
  public var cause: SystemError
  /// The protocols that would serve instead, and that the compositor does not offer.
  var missingProtocols: [String]
  /// True if the kernel's module is loaded. Even without it the node may exist, and opening it loads the module; but
  /// udev has no device then to trigger an event for.
  var isModuleLoaded: Bool

  /// Devices that could not be made because of `cause`, on this machine in its present state.
  public init(_ devices: [Device], cause: SystemError, missingProtocols: [String] = []) {
    self.init(
      devices, cause: cause, missingProtocols: missingProtocols,
      isModuleLoaded: access("/sys/devices/virtual/misc/uinput", F_OK) == 0)
  }

  init(_ devices: [Device], cause: SystemError, missingProtocols: [String] = [], isModuleLoaded: Bool) {
    self.devices = devices
    self.cause = cause
    self.missingProtocols = missingProtocols
    self.isModuleLoaded = isModuleLoaded
  }

  /// Commands that fix it, to be pasted into a terminal; empty if none is known.
  public var commands: [String] {
    if cause.isPermission {
      return [
        UdevRules.uinput.installation(),
        "sudo udevadm control --reload",
        isModuleLoaded ? "sudo udevadm trigger --name-match=uinput --action=add" : "sudo modprobe uinput",
      ]
    }
    // ENODEV: udev made the node for a module that is not loaded and cannot be.
    if cause.isMissing || cause.code == ENODEV {
      return ["sudo modprobe uinput", "echo uinput | sudo tee /etc/modules-load.d/sleight.conf"]
    }
    return []
  }

  /// The reason, in one sentence.
  public var reason: String {
    let others =
      missingProtocols.isEmpty
      ? "" : ", and the compositor does not offer \(missingProtocols.joined(separator: " or "))"
    return devices.map(\.unavailability).joined(separator: " and ") + ": \(cause)\(others)"
  }

  /// The reason and the fixes.
  public var description: String {
    guard !commands.isEmpty else { return reason }
    let lines = commands.map { "\n  \($0)" }.joined()
    if cause.isPermission {
      return reason + "\nReading touches does not require it. It is a separate permission, because it lets all your "
        + "programs inject keys. To grant it:" + lines
    }
    return reason + "\nThe kernel's uinput module is not loaded. To load it now and at each boot:" + lines
  }
}

extension UinputUnavailable.Device {
  /// The consequence of its absence, for people.
  var unavailability: String {
    switch self {
    case .keyboard: "keys cannot be pressed"
    case .pointer: "the pointer cannot be used"
    case .touchpad: "the desktop cannot be shown gestures of touchscreens ('as')"
    }
  }
}
