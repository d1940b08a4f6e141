internal import Actions
internal import Diagnostics
internal import Engine
internal import Libinput
internal import Linux
internal import Logging
internal import Rules
internal import RulesFile
internal import Surroundings
internal import Time

/// The rules in force, and the release of memory after they changed.
extension Daemon {
  func reload() {
    reportToSupervisor("RELOADING=1\nMONOTONIC_USEC=\(Timestamp.now.microseconds)")
    adopt(source.load(at: .now))
    scheduleMemoryRelease()
    reportToSupervisor("READY=1\nSTATUS=\(summary)")
  }

  /// Loads the rules file after a change, unless it says the same as before.
  func reloadIfChanged(at now: Timestamp) {
    guard let file = source.loadIfOther(at: now) else { return }
    adopt(file)
    scheduleMemoryRelease()
    reportToSupervisor("STATUS=\(summary)")
  }

  /// Puts the rules of `file` in force if it is valid; else keeps the old rules and logs the reason.
  func adopt(_ file: RulesFile) {
    if !file.mistakes.isEmpty {
      // Its lines have levels of their own.
      if file.rules == nil {
        log.error("the rules file has errors:\n\(file.text)")
      } else {
        log.warning("the rules file has warnings:\n\(file.text)")
      }
    }
    guard let new = file.rules else {
      log.error("\(remainingRules)")
      return
    }
    if new.lockProbe != nil { probe.prepare() }
    outlets.commands.prepare(for: new)
    handle(.rules(new))
    (injection.reported, injection.hasSwipesToUpdate) = ([], true)
    inputChanged(outlets.input.prepare(for: new, at: .now))
    log.notice("\(counted(new.rules.count, "rule")) from \(source.path)")
    desktop.watch(for: new)
    loop.updateContacts()
    loop.devices.panicTime = new.panicTime
    loop.updateOwners()
    // The contacts of devices that were given back may not be needed any more.
    loop.updateContacts()
  }

  /// The rules that are used with an invalid file, for people.
  var remainingRules: String {
    engine.rules.rules.isEmpty ? "no rules are loaded; fix \(source.path)" : "still using the previous rules"
  }

  // MARK: Rest

  /// The longest time that the session, the compositor and udev take to answer at the start and after a reload, if
  /// `desktop` has no deadline.
  private static let settling = Duration.seconds(1)

  /// Schedules the release of memory for when the work of a start or reload is done.
  func scheduleMemoryRelease() { memoryReleaseTime = desktop.deadline ?? .now + Self.settling }

  /// Releases unused memory. Once: nothing wakes an idle daemon for it again.
  func releaseMemory() {
    memoryReleaseTime = nil
    DryRun.rehearse()
    releaseUnusedMemory()
  }
}
