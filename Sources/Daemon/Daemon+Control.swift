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
    do throws(SystemError) {
      control = try ControlServer(at: path, on: loop, token: Token.control) { [unowned self] in answer($0) }
    } catch {
      guard error.code == EADDRINUSE else { throw .system(error) }
      switch Result(catching: { () throws(ControlClient.Failure) in try ControlClient.ask(.status) }) {
      case .success(.done(let status)): throw .alreadyRunning(pid: status.pid)
      // Nobody listens: what stands there is no socket.
      case .failure(.notRunning): throw .system(error)
      case .success(.failed), .failure: throw .alreadyRunning(pid: nil)
      }
    }
  }

  func answer(_ request: ControlRequest) -> ControlReply {
    switch request {
    case .status: break
    case .reload:
      reload()
      if let configError { return .failed("\(configError); \(whatStays)") }
    }
    return .done(
      DaemonStatus(
        pid: Int(getpid()), config: configPath, rules: rules.rules.count, configError: configError,
        devices: recognition.devices.map(\.name), unreadable: loop.devices.notReadable.map(\.name),
        session: condition, lockedBy: lock.source, desktop: desktopStatus))
  }
}
