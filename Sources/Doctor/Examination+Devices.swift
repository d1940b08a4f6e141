internal import Desktop
internal import Libinput
internal import Rules
internal import RulesFile
internal import Surroundings

/// The touch devices, and libinput.
extension Examination {
  var devicesFindings: [Finding] {
    if let devicesProblem {
      return [Finding(.devices, .wrong, "cannot search for touch devices: \(devicesProblem)")]
    }
    guard !devices.isEmpty else {
      return [
        Finding(
          .devices, .wrong,
          "no touchpad or touchscreen is connected; one that is plugged in is read at once")
      ]
    }
    let isAnyReadable = devices.contains { $0.access != nil }
    return devices.map { device in
      let name = "\(device.kind) '\(device.name)' (\(device.path))"
      guard let access = device.access else {
        // A device that can never be read is no problem if another one can.
        let state: Finding.State = device.commands.isEmpty && isAnyReadable ? .note : .wrong
        return Finding(
          .devices, state, "\(name) is not readable: \(device.explanation)", remedy: device.commands)
      }
      guard case .group("input") = access else {
        return Finding(.devices, .good, "\(name) is readable \(access.words)")
      }
      return Finding(
        .devices, .note,
        "\(name) is readable by group 'input', which lets all your programs read the keyboard too; "
          + "the udev rule of the installation makes it unnecessary",
        remedy: [#"sudo gpasswd -d "$USER" input"#])
    }
  }

  /// libinput's release, and the dragging with several fingers that compositors can enable since 1.28: libinput then
  /// moves the pointer with the button pressed, and reports no swipe to the compositor. Here it stays off, so the rules
  /// act as well.
  var libinputFindings: [Finding] {
    guard let release else { return [] }
    let good = Finding(.libinput, .good, "\(release)")
    guard release.canDrag, desktop.waylandProblem == nil || desktop.compositor != nil else { return [good] }
    let fingers = desktop.compositorState.dragFingers
    guard fingers != 0 else { return [good] }
    let places = rules.rules(movingOnTouchpads: fingers.map { $0...$0 } ?? 3...4).map(\.place)
    guard let first = places.first else { return [good] }
    let acting = places.count > 1 ? "\(first) and \(places.count - 1) more act" : "\(first) acts"
    let name = desktop.compositor?.kind.name ?? desktopName ?? "the compositor"
    guard let fingers else {
      return [
        Finding(
          .libinput, .note,
          "\(release) can drag with 3 or 4 fingers, and \(name) does not report whether that is enabled: "
            + "if it is, \(acting) at the same time")
      ]
    }
    let remedy =
      desktop.compositor?.kind == .sway ? ["swaymsg input type:touchpad three_finger_drag disabled"] : []
    return [
      Finding(
        .libinput, .note, "\(release): \(name) drags with \(fingers) fingers, and \(acting) at the same time",
        remedy: remedy)
    ]
  }
}

extension DeviceAccess {
  /// The words for people.
  fileprivate var words: String {
    switch self {
    case .root: "because this runs as root"
    case .owner: "because it belongs to you"
    case .everybody: "by all users"
    case .group(let name): "by group '\(name)'"
    case .accessList: "by its access list (udev's tag uaccess)"
    }
  }
}
