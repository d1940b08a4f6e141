internal import Desktop
internal import Diagnostics
internal import Linux
internal import Rules
internal import Surroundings

/// The session around it: where sockets are, whether it is in front, and who says that it is locked.
extension Examination {
  var runtimeFindings: [Finding] {
    // What is set by hand is for one shell and what it starts.
    func export(_ directory: String) -> String { "export XDG_RUNTIME_DIR=\(directory)" }
    switch runtime {
    case .set: return []
    case .unset(let usual):
      return [
        Finding(
          .runtime, .wrong,
          "XDG_RUNTIME_DIR is not set: compositor and daemon are not found, and nothing keeps a second daemon from starting",
          remedy: [export(usual ?? "$(mktemp -d)")])
      ]
    case .unsafe(let path, .writable):
      return [
        Finding(
          .runtime, .wrong, "others may write in \(path) (XDG_RUNTIME_DIR): no daemon starts there",
          remedy: ["chmod go-w \(path.shellWord)"])
      ]
    case .unsafe(let path, .foreign(let owner)):
      return [
        Finding(
          .runtime, .wrong, "\(path) (XDG_RUNTIME_DIR) belongs to user \(owner): no daemon starts there",
          remedy: [export("$(mktemp -d)")])
      ]
    }
  }

  var sessionFindings: [Finding] {
    switch session {
    case .known(let state): [known(state)]
    case .silent: [unknown("the system bus does not answer", [])]
    case .unknown(let reason):
      switch reason {
      case .noBus: [unknown("\(reason)", isSystemd ? ["sudo systemctl start dbus.socket"] : [])]
      case .noLogind: [unknown("\(reason)", isSystemd ? ["sudo systemctl restart systemd-logind"] : [])]
      case .noSession: [unknown("\(reason)", [])]
      }
    }
  }

  private func known(_ state: SessionState) -> Finding {
    guard state.isPresent else {
      return Finding(.session, .note, "another session is in front, or the machine is about to sleep: nothing acts")
    }
    if state.isLocked {
      return Finding(.session, .note, "the session is locked: only rules that ask for that act")
    }
    return Finding(.session, .good, "the session is in front and not locked, as logind says\(lockSources)")
  }

  /// Others who say whether it is locked.
  private var otherLockSources: [String] {
    [
      desktop.compositorState.isLocked == nil ? nil : desktop.compositor?.kind.name,
      rules.lockProbe == nil ? nil : "the command of 'locked-if'",
    ].compactMap { $0 }
  }

  private var lockSources: String {
    otherLockSources.map { " and \($0)" }.joined() + (otherLockSources.isEmpty ? "" : " can tell")
  }

  private func unknown(_ reason: String, _ remedy: [String]) -> Finding {
    guard otherLockSources.isEmpty else {
      let words = otherLockSources.joined(separator: " and ")
      return Finding(.session, .good, "\(words) says whether the session is locked")
    }
    return Finding(.session, .note, reason, remedy: remedy)
  }
}
