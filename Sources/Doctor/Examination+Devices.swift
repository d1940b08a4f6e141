internal import Libinput

/// The touch devices.
extension Examination {
  var devicesFindings: [Finding] {
    if let devicesProblem {
      return [Finding(.devices, .wrong, "touch devices cannot be looked for: \(devicesProblem)")]
    }
    guard !devices.isEmpty else {
      return [
        Finding(
          .devices, .wrong,
          "there is no touchpad and no touchscreen; one that is plugged in is read at once")
      ]
    }
    let isAnyReadable = devices.contains { $0.access != nil }
    return devices.map { device in
      let name = "the \(device.kind) '\(device.name)' (\(device.path))"
      guard let access = device.access else {
        // What can never be read is no loss while something else can.
        let state: Finding.State = device.commands.isEmpty && isAnyReadable ? .note : .wrong
        return Finding(
          .devices, state, "\(name) cannot be read: \(device.explanation)", remedy: device.commands)
      }
      guard case .group("input") = access else {
        return Finding(.devices, .good, "\(name) can be read, \(access.words)")
      }
      return Finding(
        .devices, .note,
        "\(name) can be read by group 'input', by which every program of yours can read the keyboard, too; "
          + "it is not needed where the installation's udev rule is in force",
        remedy: [#"sudo gpasswd -d "$USER" input"#])
    }
  }
}

extension DeviceAccess {
  /// For people.
  fileprivate var words: String {
    switch self {
    case .root: "because this runs as root"
    case .owner: "because it belongs to you"
    case .everybody: "by everybody"
    case .group(let name): "by group '\(name)'"
    case .accessList: "by its access list (udev's tag uaccess)"
    }
  }
}
