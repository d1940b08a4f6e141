internal import Actions
internal import Diagnostics
internal import Rules
internal import RulesFile
internal import Surroundings

/// The daemon and its unit.
extension Examination {
  /// The command that starts a daemon if none runs.
  private var start: String {
    (isSystemd ? unit.startCommand : nil) ?? "sleight run" + (isNamed ? " --config \(path.shellWord)" : "")
  }

  var daemonFindings: [Finding] {
    switch daemon {
    case .running(let daemon): findings(of: daemon) + otherDaemons(besides: daemon.pid)
    case .notRunning: otherDaemons(besides: nil) + [Finding(.daemon, .note, "no daemon is running", remedy: [start])]
    case .dead(let socket):
      otherDaemons(besides: nil) + [
        Finding(
          .daemon, .wrong, "the daemon has ended unexpectedly: nothing listens at its socket \(socket)",
          remedy: [start])
      ]
    case .blocked(let path):
      [
        Finding(
          .daemon, .wrong, "\(path) is not a socket: no daemon can listen there", remedy: ["rm \(path.shellWord)"])
      ]
    case .silent(let pid, let reason):
      [Finding(.daemon, .wrong, reason, remedy: pid.map { ["kill -KILL \($0)", start] } ?? [])]
    case .unknown(let reason): [Finding(.daemon, .note, reason)]
    }
  }

  private func findings(of daemon: RunningDaemon) -> [Finding] {
    if let error = daemon.configError {
      let state = daemon.rules == 0 ? "has no rules" : "still uses the previous rules"
      // A file that is valid by now only has to be reloaded.
      let remedy = file.rules != nil && daemon.config == path ? ["sleight reload"] : []
      return [
        Finding(
          .daemon, .wrong, "the daemon (pid \(daemon.pid)) \(state), its file has errors: \(error)", remedy: remedy)
      ]
    }
    let text = "running, pid \(daemon.pid), with \(counted(daemon.rules, "rule")) from \(daemon.config)"
    guard daemon.config == path else { return [Finding(.daemon, .note, "\(text), not from \(path)")] }
    // The daemon was started before the compositor, or outside its session.
    let here = Set(UnknownSubject.all(of: rules, on: desktop, called: desktopName).map(\.subject.rawValue))
    let missed = daemon.unknown.filter { !here.contains($0) }
    let restart =
      isSystemd && unit.state == .active
      ? ["systemctl --user import-environment WAYLAND_DISPLAY XDG_CURRENT_DESKTOP", "systemctl --user restart sleight"]
      : ["kill \(daemon.pid)", "tail --pid=\(daemon.pid) -f /dev/null", start]
    guard let first = missed.first else {
      // What is missing here as well is a finding on the input.
      if let problem = daemon.inputProblems.first, input.missingCapabilities.isEmpty, input.keymapError == nil {
        return [
          Finding(
            .daemon, .wrong, "\(text); it started before this was permitted, or was replaced: \(problem)",
            remedy: restart)
        ]
      }
      guard daemon.isReplaced else { return [Finding(.daemon, .good, text)] }
      return [Finding(.daemon, .note, "\(text); its program was replaced since it started", remedy: restart)]
    }
    return [
      Finding(
        .daemon, .wrong,
        "\(text); the condition '\(first)' is known here and not to the daemon: its environment differs",
        remedy: restart)
    ]
  }

  /// Other daemons than the one that answers.
  private func otherDaemons(besides pid: Int?) -> [Finding] {
    processes.filter { $0 != pid }.map { other in
      let text =
        pid == nil
        ? "a daemon that does not listen in this session is running (pid \(other))"
        : "a second daemon is running (pid \(other)): gestures act twice"
      return Finding(.daemon, .wrong, text, remedy: ["kill \(other)"])
    }
  }

  /// The settings that replace the parts of the unit's sandbox that require a user namespace: lines of a drop-in file.
  private static let withoutNamespaces =
    "'[Service]' PrivateUsers=no CapabilityBoundingSet='~' ProtectKernelModules=no ProtectKernelLogs=no"

  var unitFindings: [Finding] {
    guard isSystemd else { return [] }
    guard let file = unit.file else {
      return [
        Finding(
          .unit, .note, "the user unit is not installed: start 'sleight run' in the compositor's configuration")
      ]
    }
    if unit.isMasked {
      if case .running = daemon {
        return [Finding(.unit, .good, "the user unit is masked: the daemon was started without it")]
      }
      let unmask = file.hasPrefix("/etc/") ? "sudo systemctl --global" : "systemctl --user"
      return [
        Finding(
          .unit, .note, "the user unit is masked (\(file)): it cannot start", remedy: ["\(unmask) unmask sleight"])
      ]
    }
    if unit.state == .failed { return [failureFinding] }
    // As after a login, if the compositor's configuration starts it.
    if unit.isTargetReached == false, unit.state == .inactive, case .running = daemon {
      return [Finding(.unit, .good, "the user unit is not running: the daemon was started without it")]
    }
    guard unit.isEnabled else {
      let text = "the user unit is installed (\(file)) and not enabled: it does not start with the session"
      return [Finding(.unit, .note, text, remedy: ["systemctl --user enable sleight"])]
    }
    if unit.isTargetReached == false { return [configurationFinding] }
    let running = unit.state == .active ? "is running" : "is not running"
    return [Finding(.unit, .good, "the user unit starts with the session and \(running)")]
  }

  private var failureFinding: Finding {
    guard let ban = unit.ban else {
      return Finding(
        .unit, .wrong, "the user unit has failed; see 'journalctl --user -u sleight'",
        remedy: ["systemctl --user restart sleight"])
    }
    return Finding(
      .unit, .wrong, "the user unit has failed: \(ban) forbids user namespaces, which its sandbox requires",
      remedy: [
        "mkdir -p \(unit.dropIns.shellWord)",
        "printf '%s\\n' \(Self.withoutNamespaces) >\("\(unit.dropIns)/no-namespaces.conf".shellWord)",
        "systemctl --user daemon-reload", "systemctl --user restart sleight",
      ])
  }

  /// The finding in a session that does not reach the unit's target: the compositor's configuration starts the daemon,
  /// or may do so.
  private var configurationFinding: Finding {
    let name = desktopName ?? "the desktop"
    let reason =
      "the user unit is enabled, and does not start with the session: \(name) does not reach \(UserUnit.target)"
    guard let startConfiguration, let line = desktop.compositor?.startLine(for: "\(command) run")?.line else {
      return Finding(.unit, .note, "\(reason). Start 'sleight run' in the compositor's configuration")
    }
    let path = startConfiguration.path
    if startConfiguration.isStarting {
      return Finding(.unit, .good, "the daemon starts with the session, by \(path)")
    }
    return Finding(
      .unit, .note, "\(reason). Start 'sleight run' in \(path)",
      // Not at the end of the last line.
      remedy: [
        (startConfiguration.isEnded ? "echo" : "printf '\\n%s\\n'") + " \(line.shellWord) >>\(path.shellWord)"
      ])
  }
}
