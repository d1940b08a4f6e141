internal import Actions
internal import Control
internal import Desktop
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
  /// Loads the rules file on request, and puts its rules in force at once.
  /// - Parameter reply: gets the outcome.
  func reload(_ reply: ((ControlReply) -> Void)? = nil) {
    let request = ReloadRequest(reply: reply)
    // What is being read may be older than the request.
    if reading != nil { return nextReloads.append(request) }
    reportToSupervisor("RELOADING=1\nMONOTONIC_USEC=\(Timestamp.now.microseconds)")
    beginReading(for: [request])
  }

  /// Loads the rules file after a change. Its rules are put in force when the fingers have lifted, unless it says the
  /// same as before.
  func reloadChanged() {
    if reading == nil { beginReading(for: []) }
  }

  /// Reads the rules file on a thread of its own: gestures act by the old rules meanwhile, and the watchdog is fed. The
  /// other ways cost more: a process that checks the file first would leave the daemon to read all of it again, and
  /// reading in slices would let every loop of the reader end and resume.
  private func beginReading(for requests: [ReloadRequest]) {
    let load = source.beginLoad(at: .now)
    do throws(SystemError) {
      let work = try BackgroundWork(load.read)
      try loop.add(work.descriptor) { [unowned self] _ in finishReading() }
      reading = RulesReading(load: load, work: work, requests: requests)
    } catch {
      // Without another thread, gestures have to wait.
      finish(load.read(), of: load, for: requests)
    }
  }

  private func finishReading() {
    guard let reading, let file = reading.work.result else { return }
    loop.remove(reading.work.descriptor)
    self.reading = nil
    finish(file, of: reading.load, for: reading.requests)
    guard !nextReloads.isEmpty else { return }
    let requests = nextReloads
    nextReloads = []
    beginReading(for: requests)
  }

  /// The command that lists all errors of the rules file.
  private var checkCommand: String { "sleight check" + (isNamed ? " \(configPath.shellWord)" : "") }

  private func finish(_ file: RulesFile, of load: RulesSource.Load, for requests: [ReloadRequest]) {
    guard requests.isEmpty else {
      source.finish(file, at: .now)
      loadedFile = nil
      adopt(file)
      scheduleMemoryRelease()
      reportToSupervisor("READY=1\nSTATUS=\(summary)")
      let failure = source.firstError.map { "\($0) (\(remainingRules); see '\(checkCommand)')" }
      for request in requests { request.reply?(failure.map { .failed($0) } ?? status) }
      return
    }
    if source.finish(file, of: load, at: .now) { loadedFile = file }
    adoptLoadedFile()
  }

  /// Puts the rules of a changed file in force if no gesture is under way, which ends under the rules it began with.
  func adoptLoadedFile() {
    // In this order: the file is large, and this runs at each event.
    guard loadedFile != nil, acting.engine.isAtRest, let file = loadedFile else { return }
    loadedFile = nil
    adopt(file)
    scheduleMemoryRelease()
    reportToSupervisor("STATUS=\(summary)")
  }

  /// Logs that a changed file waits for the fingers, if it does.
  func noteWaitingRules() {
    source.noteDeadline = nil
    guard source.deadline != nil || loadedFile != nil, !acting.engine.isAtRest else { return }
    log.notice("the rules file has changed; its rules take effect when the fingers have lifted")
  }

  /// Puts the rules of `file` in force if it is valid; else keeps the old rules and logs the reason.
  func adopt(_ file: RulesFile) {
    if !file.mistakes.isEmpty {
      // Its lines have levels of their own.
      if file.rules == nil {
        log.error("the rules file has errors:\n\(file.text(columns: StandardStream.error.columns))")
      } else {
        log.warning("the rules file has warnings:\n\(file.text(columns: StandardStream.error.columns))")
      }
    }
    guard let new = file.rules else {
      log.error("\(remainingRules)")
      if file.showsErrors ?? acting.engine.rules.showsErrors, let error = file.firstError {
        notice.show("\(error)\n\(remainingRules)")
      }
      return
    }
    if new.lockProbe != nil { probe.prepare() }
    use(new)
    let loaded = "\(counted(new.rules.count, "rule")) from \(source.path)"
    log.notice("\(loaded)")
    notice.clear(loaded)
  }

  /// Puts rules in force, with the keys of the running desktop for actions that it performs by keys.
  func use(_ shared: RuleSet) {
    // Only they depend on the desktop.
    sharedRules = shared.desktopOperations.isEmpty ? nil : shared
    let new = shared.adapted(to: acting.desktop.kind)
    acting.outlets.commands.prepare(for: new)
    (acting.injection.reported, acting.injection.isMissing, acting.injection.hasSwipesToUpdate) = ([], false, true)
    replacedRules = acting.engine.rules
    acting.handle(.rules(new))
    replacedRules = nil
    acting.inputChanged(acting.outlets.input.prepare(for: new, at: .now))
    acting.desktop.watch(for: new)
    loop.updateContacts()
    loop.devices.panicTime = new.panicTime
    loop.updateOwners()
    // The contacts of devices that were given back may not be needed any more.
    loop.updateContacts()
  }

  /// The rules that are used with an invalid file, for people.
  var remainingRules: String {
    acting.engine.rules.rules.isEmpty ? "no rules are loaded; fix \(source.path)" : "still using the previous rules"
  }

  // MARK: Rest

  /// The longest time that the session, the compositor and udev take to answer at the start and after a reload, if
  /// `desktop` has no deadline.
  private static let settling = Duration.seconds(1)

  /// Schedules the release of memory for when the work of a start or reload is done.
  func scheduleMemoryRelease() { memoryReleaseTime = acting.desktop.deadline ?? .now + Self.settling }

  /// Releases unused memory. Once: nothing wakes an idle daemon for it again.
  func releaseMemory() {
    memoryReleaseTime = nil
    DryRun.rehearse()
    releaseUnusedMemory()
  }
}

/// A request to load the rules file.
struct ReloadRequest {
  /// Gets the outcome.
  var reply: ((ControlReply) -> Void)?
}

/// The rules file while it is being read.
struct RulesReading {
  let load: RulesSource.Load
  let work: BackgroundWork<RulesFile>
  /// The requests to load it; none if it has changed.
  let requests: [ReloadRequest]
}
