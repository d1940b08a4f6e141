internal import Diagnostics
internal import Engine
internal import Gestures
internal import Glibc
internal import Libinput
internal import Linux
internal import Logging
internal import Rules
internal import RulesFile
internal import Surroundings
internal import Time
internal import Touch

/// Owned devices, of which the desktop sees only what the rules leave; and the ways out if this daemon hangs or the
/// user wants them back.
extension Daemon {
  /// The limit after which a daemon that hangs is killed, while it owns a device. The kernel then gives it back.
  private static let patience = Duration.seconds(10)
  /// The interval at which it proves that it does not hang.
  private static let interval = Duration.seconds(4)

  /// Makes the loop own the devices that the rules file names, from now on and of each device that comes.
  func ownStatedDevices() {
    loop.devices.leavesOutClones = true
    loop.devices.panicTime = acting.engine.rules.panicTime
    loop.devices.wantsOwner = { [unowned self] device in
      acting.engine.adjustments.adjusted(device).map { owns($0) } ?? false
    }
    loop.devices.claim = { [unowned self] in acting.engine.claim(on: $0) }
  }

  /// True if the rules file says that a device is owned, and some rule could take something of it.
  func owns(_ device: Device) -> Bool {
    !owning.isSuspended && acting.engine.adjustments.properties(of: device).isOwned == true
      && acting.engine.rules.rules.contains { $0.trigger.includes(device) }
  }

  func report(_ change: TouchDevices.Report.Ownership, of device: Device) {
    let name = "\(device.kind) '\(device.name.legible)'"
    let panicTime = "\(Phrase.number(acting.engine.rules.panicTime.inSeconds)) s"
    switch change {
    case .began:
      log.notice(
        "owning \(name): the desktop sees what the rules leave; five fingers resting for \(panicTime) give it back")
      beginFeeding()
    case .ended: log.notice("gave back \(name)")
    case .panic:
      log.warning("five fingers rested on \(name): all devices are given back until 'sleight resume'")
      owning.isSuspended = true
      owning.isChanged = true
    case .refused(let error): log.warning("\(device.refusedOwningText(error))")
    }
  }

  /// Owns the devices again that five resting fingers gave back.
  func endOwningPause() {
    if owning.isSuspended {
      owning.isSuspended = false
      owning.isChanged = true
    }
  }

  /// Releases what is pressed, gives all devices back, stops as the terminal asks, and takes them over again
  /// afterwards.
  func stopForTerminal() {
    acting.handle(.release)
    loop.releaseOwned()
    loop.releaseTaken()
    disarmWatchdogs()
    kill(getpid(), SIGSTOP)
    owning.isChanged = true
  }

  // MARK: Watchdogs

  private func beginFeeding() {
    guard owning.feedAt == nil else { return }
    reportToSupervisor("WATCHDOG_USEC=\(Self.patience.wholeMicroseconds)")
    feed(at: .now)
  }

  private func feed(at now: Timestamp) {
    owning.feedAt = now + Self.interval
    guard !reportToSupervisor("WATCHDOG=1"), !owning.feedWatchdog() else { return }
    // No service manager: a process of its own.
    do throws(SystemError) {
      owning.watchdog = try Watchdog(patience: Self.patience)
    } catch {
      failures.write("no watchdog, so a daemon that hangs keeps the devices that it owns: \(error)")
    }
  }

  private func disarmWatchdogs() {
    if owning.feedAt != nil {
      owning.feedAt = nil
      reportToSupervisor("WATCHDOG_USEC=0")
      owning.watchdog = nil
    }
  }

  /// Feeds the watchdogs, and takes over or gives back devices.
  func continueOwning(at now: Timestamp) {
    if owning.isChanged {
      owning.isChanged = false
      loop.updateOwners()
      loop.updateContacts()
    }
    guard let due = owning.feedAt, due <= now else { return }
    if loop.devices.isOwning { feed(at: now) } else { disarmWatchdogs() }
  }

  /// Gives all devices back before the daemon ends.
  func endOwning() {
    loop.releaseOwned()
    disarmWatchdogs()
  }
}

struct OwningState: ~Copyable {
  /// True if five resting fingers gave all devices back.
  var isSuspended = false
  /// True if `isSuspended` has changed, and the devices have not.
  var isChanged = false
  /// The time to feed the watchdogs; nil if they are off.
  var feedAt: Timestamp?

  /// The watchdog without a service manager; nil if it is off.
  var watchdog: Watchdog?

  /// The next time at which passing time alone matters.
  var deadline: Timestamp? { isChanged ? .zero : feedAt }

  /// Feeds the watchdog.
  /// - Returns: false if it does not run.
  func feedWatchdog() -> Bool { (try? watchdog?.feed()) != nil }
}
