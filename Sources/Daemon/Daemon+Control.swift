internal import Control
internal import Desktop
internal import Gestures
internal import Glibc
internal import Libinput
internal import Linux
internal import Logging
internal import Rules
internal import Touch

/// What it answers who asks.
extension Daemon {
  func listen() throws(StartFailure) {
    guard let path = ControlSocket.path(runtimeDirectory: Environment.value(of: "XDG_RUNTIME_DIR")) else {
      log.warning("XDG_RUNTIME_DIR is not set: nothing keeps a second daemon from starting, and none can be asked")
      return
    }
    let directory = Environment.value(of: "XDG_RUNTIME_DIR") ?? ""
    if let risk = DirectoryRisk(of: directory) { throw .unsafeRuntimeDirectory(directory, risk) }
    do throws(SystemError) {
      control = try ControlServer(at: path, on: loop, token: Token.control) { [unowned self] in answer($0) }
    } catch {
      guard error.code == EADDRINUSE else { throw .system(error) }
      switch ControlClient.listener(at: path) {
      // What stands there is no socket.
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
      if let configError { return .failed("\(configError); \(whatStays)") }
    case .pause(let milliseconds): pause(lasting: milliseconds.map { .milliseconds($0) })
    case .resume: resume()
    case .trigger(let rule):
      if let reason = trigger(rule) { return .failed(reason) }
    }
    return .done(
      DaemonStatus(
        pid: Int(getpid()), config: configPath, rules: rules.rules.count, configError: configError,
        devices: recognition.devices.map(\.name), unreadable: loop.devices.notReadable.map(\.name),
        session: condition, lockedBy: lock.source, acting: actingStatus, desktop: desktopStatus))
  }
}
