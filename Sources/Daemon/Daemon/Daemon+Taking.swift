internal import Diagnostics
internal import Engine
internal import Glibc
internal import Libinput
internal import Linux
internal import Logging
internal import Rules
internal import Surroundings
internal import Touch

/// Devices whose fingers are taken without a grab, so that a rule acts alone.
extension Daemon {
  /// Makes the loop take the fingers that rules want, from now on and of each device that comes.
  func takeFingers() {
    loop.devices.wantsTaking = { [unowned self] device in
      acting.engine.adjustments.adjusted(device).map { acting.engine.rules.wantsTaking(of: $0) } ?? false
    }
    loop.devices.takesTouches = { [unowned self] in acting.engine.takesTouches(on: $0) }
    loop.devices.withheldTouches = { [unowned self] in acting.engine.withheldTouches(on: $0) }
    loop.devices.takingClaim = { [unowned self] in acting.engine.takingClaim(on: $0) }
  }

  func report(_ change: TouchDevices.Report.Taking, of device: Device) {
    let name = "\(device.kind) '\(device.name.legible)'"
    switch change {
    case .began: log.info("taking fingers of \(name) that rules want, without a grab")
    case .ended: log.info("taking no fingers of \(name)")
    // Many touchpads report no tool types, which the user cannot change.
    case .refused(let error) where error.code == EOPNOTSUPP: log.info("\(device.refusedTakingText(error))")
    case .refused(let error): log.notice("\(device.refusedTakingText(error))")
    }
  }
}
