internal import Desktop
internal import Diagnostics
internal import Linux
internal import Rules
internal import Surroundings

/// The session: the directory of its sockets, and the sources of its state.
extension Examination {
  var runtimeFindings: [Finding] {
    // An exported variable lasts for one shell and its children.
    func export(_ directory: String) -> String { "export XDG_RUNTIME_DIR=\(directory)" }
    switch runtime {
    case .set: return []
    case .unset(let usual):
      return [
        Finding(
          .runtime, .wrong,
          "XDG_RUNTIME_DIR is not set: the compositor and the daemon cannot be found, and a second daemon is not prevented",
          remedy: [export(usual ?? "$(mktemp -d)")])
      ]
    case .unsafe(let path, let risk, let usual):
      let reason =
        switch risk {
        case .writable: "other users may write in \(path) (XDG_RUNTIME_DIR)"
        case .foreign(let owner): "\(path) (XDG_RUNTIME_DIR) belongs to user \(owner)"
        }
      // The directory's mode is left alone: other programs may require it, as that of /tmp.
      return [
        Finding(
          .runtime, .wrong, "\(reason): no daemon starts there", remedy: [export(usual ?? "$(mktemp -d)")])
      ]
    }
  }

  var sessionFindings: [Finding] {
    switch session {
    case .known(let state): [finding(on: state)]
    case .silent: [unknownSession("the system bus does not answer", [])]
    case .unknown(let reason):
      switch reason {
      case .noBus: [unknownSession("\(reason)", isSystemd ? ["sudo systemctl start dbus.socket"] : [])]
      case .noLogind: [unknownSession("\(reason)", isSystemd ? ["sudo systemctl restart systemd-logind"] : [])]
      case .noSession: [unknownSession("\(reason)", [])]
      }
    }
  }

  private func finding(on state: SessionState) -> Finding {
    guard state.isPresent else {
      return Finding(.session, .note, "the session is inactive, or the machine is about to sleep: no rule acts")
    }
    if state.isLocked {
      return Finding(.session, .note, "the session is locked: only rules with the condition 'locked' act")
    }
    return Finding(.session, .good, "the session is active and not locked, according to logind\(lockSources)")
  }

  /// True if any source reports a lock.
  var isLocked: Bool {
    if case .known(let state) = session, state.isLocked { return true }
    return desktop.compositorState.isLocked == true || desktop.services.isLocked == true
  }

  /// The sources besides logind that report the lock.
  private var otherLockSources: [String] {
    [
      desktop.compositorState.isLocked == nil ? nil : desktop.compositor?.kind.name,
      desktop.services.isLocked == nil ? nil : "the lock screen of \(desktopName ?? "the desktop")",
      rules.lockProbe == nil ? nil : "the command of 'locked-if'",
    ].compactMap { $0 }
  }

  private var lockSources: String {
    otherLockSources.isEmpty ? "" : "; \(otherLockSources.joined(separator: " and ")) can report a lock"
  }

  private func unknownSession(_ reason: String, _ remedy: [String]) -> Finding {
    guard otherLockSources.isEmpty else {
      let words = otherLockSources.joined(separator: " and ")
      return Finding(.session, .good, "\(words) can report a lock of the session")
    }
    return Finding(.session, .note, reason, remedy: remedy)
  }
}
