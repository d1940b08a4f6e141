internal import Actions
internal import Diagnostics
internal import Engine
internal import Linux
internal import Logging
internal import Rules
internal import RulesFile
internal import Surroundings
internal import Touch

/// The rules in force, and the time after they changed.
extension Daemon {
  func reload() {
    tellSupervisor("RELOADING=1\nMONOTONIC_USEC=\(monotonicNow())")
    adopt(source.load(at: .now))
    settle()
    tellSupervisor("READY=1\nSTATUS=\(summary)")
  }

  /// Reads the rules file again after it was saved.
  func readChange(at now: Timestamp) {
    guard let file = source.loadIfOther(at: now) else { return }
    adopt(file)
    settle()
    tellSupervisor("STATUS=\(summary)")
  }

  /// Puts the rules of `file` in force if it is valid; else keeps the old ones and says why.
  func adopt(_ file: RulesFile) {
    if !file.mistakes.isEmpty {
      if file.rules == nil { log.error("\(file.text)") } else { log.warning("\(file.text)") }
    }
    guard let new = file.rules else {
      configError = file.firstError
      log.error("\(rulesThatStay) until \(source.path) is mended")
      return
    }
    configError = nil
    if new.lockProbe != nil { probe.prepare() }
    outlets.commands.prepare(for: new)
    handle(.rules(new))
    injection.reported = []
    inputChanged(outlets.input.prepare(for: new, at: .now))
    log.notice("\(counted(new.rules.count, "rule")) from \(source.path)")
    desktop.follow(new)
  }

  /// The rules that an invalid file leaves in force, for people.
  var rulesThatStay: String { "\(engine.rules.rules.isEmpty ? "no rules are" : "the old rules stay") in force" }

  // MARK: Rest

  /// The longest time that the session, the compositor and udev take to answer at the start and after a reload, unless
  /// `desktop` says it better.
  private static let settling = Duration.seconds(1)

  /// Notes that much was done that is not done again soon.
  func settle() { settledAt = desktop.deadline ?? .now + Self.settling }

  /// Gives back the memory that it took. Once: nothing wakes a resting daemon for it again.
  func rest() {
    settledAt = nil
    DryRun.rehearse()
    releaseUnusedMemory()
  }
}
