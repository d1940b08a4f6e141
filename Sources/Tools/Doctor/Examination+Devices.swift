internal import Actions
internal import Control
internal import Desktop
internal import Diagnostics
internal import Libinput
internal import Linux
internal import Rules
internal import RulesFile
internal import Surroundings
internal import Time
internal import Touch

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
    // One by one: Swift 6.3 takes a minute to find the types of one expression for all.
    var findings: [Finding] = []
    for device in devices {
      findings.append(accessFinding(of: device, isAnyReadable: isAnyReadable))
      findings += contactFindings(of: device)
      findings += owningFindings(of: device)
      findings += takingFindings(of: device)
      findings += sizeFindings(of: device)
      findings += bounceFindings(of: device)
    }
    return findings + stuckContactFindings
  }

  /// The contacts that do not move, as the daemon reports them.
  private var stuckContactFindings: [Finding] {
    guard case .running(let daemon) = daemon else { return [] }
    return daemon.stuckContacts.map { contact in
      Finding(
        .devices, .note,
        "stuck contact: \(contact.text); if no finger rests there, dry and clean the device")
    }
  }

  private func accessFinding(of device: SeenDevice, isAnyReadable: Bool) -> Finding {
    let name = device.text
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

  /// The contacts of a touchpad, and another program that withholds the events of a device.
  private func contactFindings(of device: SeenDevice) -> [Finding] {
    let grabbed = Finding(
      .devices, .wrong,
      "\(device.text) is grabbed by another program, so nothing else receives its events; stop that program")
    let contacts =
      device.contacts.map { Finding(.devices, .good, "\(device.text) reports contacts: \($0.text)") }
      ?? device.contactsProblem.map {
        Finding(
          .devices, .note,
          "the contacts of \(device.text) are not readable: \($0); rules that need them do not act on it")
      }
    return (device.isGrabbed ? [grabbed] : []) + (contacts.map { [$0] } ?? [])
  }

  /// A size that neither the device, nor its output, nor the rules file tells.
  private func sizeFindings(of device: SeenDevice) -> [Finding] {
    guard let reported = device.device, case let properties = rules.devices.properties(of: reported),
      properties.isIgnored != true,
      case let panel = desktop.panels.panel(
        under: reported, stated: properties.output, mapped: desktop.mappedOutputs),
      rules.devices.size(of: reported, over: panel) == nil
    else { return [] }
    return [Finding(.devices, .note, "\(reported.unknownSizeText); \(reported.statingSizeText)")]
  }

  /// The times for which a finger was gone from a touchscreen in the last touches, if it may have been lost.
  private func bounceFindings(of device: SeenDevice) -> [Finding] {
    guard let reported = device.device, reported.kind == .touchscreen,
      rules.devices.properties(of: reported).isIgnored != true
    else { return [] }
    let own = touches.filter { $0.device.name == reported.name }
    let stated = rules.devices.properties(of: reported).bounce ?? .zero
    let times = own.reversed().flatMap(\.events).lostTimes.filter { $0 > stated }
    guard times.count >= 3, let longest = times.max() else { return [] }
    // A quarter more than was seen, in steps of 10 ms.
    let bounce = Int((longest.inSeconds * 125).rounded(.up)) * 10
    return [
      Finding(
        .devices, .note,
        "\(device.text): in the last \(own.count) touches a finger was gone for less than 100 ms \(times.count) times, "
          + "for up to \(Int((longest.inSeconds * 1000).rounded())) ms; if it stayed down, the device loses it: "
          + "'devices: {\"\(reported.name.legible)\": {bounce: \(bounce)ms}}'")
    ]
  }

  /// The finding about a device of which rules take fingers without a grab, or would.
  private func takingFindings(of device: SeenDevice) -> [Finding] {
    guard !device.isOwned, let taken = device.touchpad ?? device.device,
      rules.devices.properties(of: taken).isIgnored != true, rules.wantsTaking(of: taken)
    else { return [] }
    guard let obstacle = device.takingObstacle else {
      return [
        Finding(
          .devices, .good,
          "rules take fingers of \(device.text) without a grab: "
            + (taken.kind == .touchpad
              ? "the desktop does not act on them" : "touches are cancelled for programs when a rule acts"))
      ]
    }
    return [
      Finding(
        .devices, .note,
        "rules do not take fingers of \(device.text), so the desktop acts as well: \(Device.takingObstacle(obstacle))")
    ]
  }

  /// The findings about a device that the rules file owns: what prevents that, or what follows from it.
  private func owningFindings(of device: SeenDevice) -> [Finding] {
    if device.isOwned {
      return [
        Finding(
          .devices, .good,
          "\(device.text) is owned: the desktop sees what rules leave; rest five fingers on it for "
            + "\(Phrase.number(rules.panicTime.inSeconds)) s to give it back")
      ]
    }
    guard let reported = device.device, case let properties = rules.devices.properties(of: reported),
      properties.isOwned == true, properties.isIgnored != true
    else { return [] }
    guard let obstacle = device.owningObstacle else {
      guard case .running = daemon else { return [Finding(.devices, .good, "\(device.text) can be owned")] }
      return [
        Finding(.devices, .note, "\(device.text) can be owned and is not; 'sleight resume' owns it after a panic chord")
      ]
    }
    let remedy = obstacle.path == "/dev/uinput" ? UinputUnavailable([], cause: obstacle).commands : []
    return [
      Finding(
        .devices, .wrong, "\(device.text) cannot be owned: \(Device.owningObstacle(obstacle))", remedy: remedy)
    ]
  }

  /// True on desktops whose compositor never enables it.
  private var isWithoutDragging: Bool {
    desktop.compositor == nil
      && DesktopKind.known(namedIn: Environment.shellNames(in: currentDesktop)).contains { !$0.dragsWithFingers }
  }

  /// libinput's release, and the dragging with several fingers that compositors can enable since 1.28: libinput then
  /// moves the pointer with the button pressed, and reports no swipe to the compositor. Here it stays off, so the rules
  /// act as well.
  var libinputFindings: [Finding] {
    guard let release else { return [] }
    let good = Finding(.libinput, .good, "\(release)")
    guard release.canDrag, desktop.waylandProblem == nil || desktop.compositor != nil, !isWithoutDragging else {
      return [good]
    }
    let fingers = desktop.compositorState.dragFingers
    guard fingers != 0 else { return [good] }
    let locations = rules.rules(movingOnTouchpads: fingers.map { $0...$0 } ?? 3...4).map(\.location)
    guard let first = locations.first else { return [good] }
    let acting = locations.count > 1 ? "\(first) and \(locations.count - 1) more act" : "\(first) acts"
    let name = desktop.compositor?.kind.name ?? desktopName ?? "the compositor"
    guard let fingers else {
      return [
        Finding(
          .libinput, .note,
          "\(release) can drag with 3 or 4 fingers, and \(name) does not report whether that is enabled: "
            + "if it is, \(acting) at the same time")
      ]
    }
    let remedy = [desktop.compositor?.kind.socket?.dragRemedy].compactMap { $0 }
    return [
      Finding(
        .libinput, .note, "\(release): \(name) drags with \(fingers) fingers, and \(acting) at the same time",
        remedy: remedy)
    ]
  }
}

extension Examination.SeenDevice {
  /// The device for people: `touchpad 'Name' (/dev/input/event3)`.
  fileprivate var text: String { "\(kind) '\(name)' (\(path))" }
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
