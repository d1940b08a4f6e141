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

/// The clients of the control socket.
struct ControlClients {
  /// Nil without XDG_RUNTIME_DIR.
  var server: ControlServer?
  var following = Following()
  var approaches = ToldApproaches()
  var triggers = PendingTriggers()
}

/// The control socket.
extension Daemon {
  func listen() throws(StartFailure) {
    let runtime = Environment.value(of: "XDG_RUNTIME_DIR")
    guard let runtime, let path = ControlSocket.path(runtimeDirectory: runtime),
      let directory = ControlSocket.directory(runtimeDirectory: runtime)
    else {
      log.warning(
        "XDG_RUNTIME_DIR is not set: a second daemon is not prevented, and 'sleight status' cannot reach this one")
      return
    }
    if let risk = DirectoryRisk(of: runtime) { throw .unsafeRuntimeDirectory(runtime, risk) }
    do throws(SystemError) {
      // The unit makes it before. It stays, since another daemon may be starting in it.
      if mkdir(directory, 0o700) != 0, errno != EEXIST { throw SystemError.last("mkdir", path: directory) }
      clients.server = try ControlServer(at: path, in: directory, on: loop) { [unowned self] in
        scheduleMemoryRelease()
        return TouchReports.message(acting.engine.keptTouches, config: configPath, at: .now) {
          acting.engine.adjustments.panel(under: $0)
        }
      } answer: { [unowned self] in
        answer($0, later: $1)
      }
    } catch {
      guard error.code == EADDRINUSE || error.code == EWOULDBLOCK else { throw .system(error) }
      switch ControlClient.listener(at: path) {
      // The other daemon's socket was deleted.
      case .nobody where error.code == EWOULDBLOCK: throw .alreadyRunning(pid: UnixSocket.lockHolder(of: directory))
      // The file at the path is no socket.
      case .nobody: throw .system(error)
      case .somebody(let pid): throw .alreadyRunning(pid: pid)
      }
    }
  }

  /// Handles a request and returns the reply; nil if `later` gets it.
  private func answer(_ request: ControlRequest, later: @escaping (ControlReply) -> Void) -> ControlReply? {
    switch request {
    // The server sends the touches.
    case .status, .touches: break
    case .events: acting.engine.reportsChanges = true
    case .forget: acting.engine.forgetTouches()
    case .follow: beginFollowing()
    case .reload:
      reload(later)
      return nil
    case .pause(let milliseconds): pause(milliseconds)
    case .togglePause(let milliseconds): if acting.engine.pause.isOn { resume() } else { pause(milliseconds) }
    case .resume: resume()
    case .mode(let mode, let milliseconds):
      if let reason = acting.engine.rules.reasonAgainstMode(mode) { return .failed(reason) }
      acting.handle(.mode(mode, lasting: milliseconds.map { .milliseconds($0) }))
    case .trigger(let rule): return trigger(rule, later)
    }
    return status
  }

  /// The rules file for programs with another working directory.
  var configPath: String {
    guard !source.path.hasPrefix("/"), let directory = realPath(".") else { return source.path }
    return "\(directory)/\(source.path)"
  }

  var status: ControlReply {
    .done(
      DaemonStatus(
        pid: Int(getpid()), config: configPath, rules: acting.engine.rules.rules.count, configError: source.firstError,
        devices: acting.engine.devices.map(\.name), unreadable: loop.devices.notReadable.map(\.name),
        stuckContacts: stuckContacts(at: .now),
        session: acting.engine.sessionCondition, lockedBy: acting.engine.lockSource, acting: actingStatus,
        desktop: desktopStatus))
  }

  private func resume() {
    acting.handle(.resume)
    endOwningPause()
  }

  private func pause(_ milliseconds: Int?) { acting.handle(.pause(lasting: milliseconds.map { .milliseconds($0) })) }
}
