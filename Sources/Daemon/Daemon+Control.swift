internal import Control
internal import Desktop
internal import Engine
internal import Explaining
internal import Gestures
internal import Glibc
internal import Libinput
internal import Linux
internal import Logging
internal import Rules
internal import RulesFile
internal import Surroundings
internal import Touch

/// The control socket.
extension Daemon {
  func listen() throws(StartFailure) {
    guard let path = ControlSocket.path(runtimeDirectory: Environment.value(of: "XDG_RUNTIME_DIR")) else {
      log.warning("XDG_RUNTIME_DIR is not set: nothing keeps a second daemon from starting, and none can be asked")
      return
    }
    let directory = Environment.value(of: "XDG_RUNTIME_DIR") ?? ""
    if let risk = DirectoryRisk(of: directory) { throw .unsafeRuntimeDirectory(directory, risk) }
    do throws(SystemError) {
      control = try ControlServer(at: path, on: loop) { [unowned self] in answer($0) }
    } catch {
      guard error.code == EADDRINUSE else { throw .system(error) }
      switch ControlClient.listener(at: path) {
      // The file at the path is no socket.
      case .nobody: throw .system(error)
      case .somebody(let pid): throw .alreadyRunning(pid: pid)
      }
    }
  }

  func answer(_ request: ControlRequest) -> ControlReply {
    switch request {
    case .status: break
    case .reload:
      reload()
      if let configError { return .failed("\(configError); \(remainingRulesText)") }
    case .pause(let milliseconds): handle(.pause(lasting: milliseconds.map { .milliseconds($0) }))
    case .resume: handle(.resume)
    case .trigger(let rule):
      if let reason = trigger(rule) { return .failed(reason) }
    }
    return .done(
      DaemonStatus(
        pid: Int(getpid()), config: source.path, rules: engine.rules.rules.count, configError: configError,
        devices: engine.devices.map(\.name), unreadable: loop.devices.notReadable.map(\.name),
        session: engine.sessionCondition, lockedBy: engine.lockSource, acting: actingStatus, desktop: desktopStatus))
  }

  /// Runs a rule as if its gesture had been made: for a continuous gesture, its beginning, one step and its end.
  /// - Parameter text: its name or source location.
  /// - Returns: the reason why it does not act, for people; nil if it does.
  private func trigger(_ text: String) -> String? {
    let index: RuleIndex
    do {
      index = try engine.rules.index(ofRuleCalled: text)
    } catch {
      return error.description
    }
    let rule = engine.rules[index]
    if engine.pause.isOn { return "sleight is paused ('sleight resume' ends that)" }
    if engine.sessionCondition == .inactive { return "the session is not in front: nothing acts until it is" }
    if let reason = rule.reason(against: engine.situation) { return "\(rule.place): \(reason.message)" }
    handle(.trigger(rule: index))
    return nil
  }
}
