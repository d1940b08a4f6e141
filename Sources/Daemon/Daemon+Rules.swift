internal import Actions
internal import Diagnostics
internal import Gestures
internal import Linux
internal import Logging
internal import Rules
internal import RulesFile
internal import Touch

/// The rules in force.
extension Daemon {
  func reload() {
    tellSupervisor("RELOADING=1\nMONOTONIC_USEC=\(monotonicNow())")
    adopt(source.load(at: Timestamp(microseconds: monotonicNow())))
    settle()
    tellSupervisor("READY=1\nSTATUS=\(summary)")
  }

  /// The rules file was saved.
  func takeInChange(at now: Timestamp) {
    guard let file = source.loadIfOther(at: now) else { return }
    adopt(file)
    settle()
    tellSupervisor("STATUS=\(summary)")
  }

  /// Takes the rules of `file` where it is good; keeps the old ones and says why where it is not.
  func adopt(_ file: RulesFile) {
    if !file.mistakes.isEmpty {
      if file.rules == nil { log.error("\(file.text)") } else { log.warning("\(file.text)") }
    }
    guard let new = file.rules else {
      configError = file.firstError
      log.error("\(whatStays) until \(configPath) is mended")
      return
    }
    configError = nil
    current.resetMode()
    recognition.replaceRules(with: new, in: current.situation, into: &gestures)
    adopt(new.devices)
    releaseAndAct()
    rules = new
    commands.prepare(for: new)
    touches.replaceCommand(with: new.lockProbe, at: Timestamp(microseconds: monotonicNow()))
    takeInProbe()
    toldInput = []
    ready(input.prepare(for: new, at: Timestamp(microseconds: monotonicNow())))
    log.notice("\(counted(new.rules.count, "rule")) from \(configPath)")
    prepareKeyboards()
    expectUnknown()
  }

  /// What a file with mistakes leaves as it is.
  var whatStays: String { "\(rules.rules.isEmpty ? "no rules are" : "the old rules stay") in force" }
}
