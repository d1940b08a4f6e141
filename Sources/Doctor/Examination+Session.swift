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
      return Finding(.session, .note, "another session is in front, or the machine is about to sleep: nothing acts")
    }
    if state.isLocked {
      return Finding(.session, .note, "the session is locked: only rules that ask for that act")
    }
    return Finding(.session, .good, "the session is in front and not locked, as logind says\(lockSources)")
  }

  /// The sources besides logind that report the lock.
  private var otherLockSources: [String] {
    [
      desktop.compositorState.isLocked == nil ? nil : desktop.compositor?.kind.name,
      rules.lockProbe == nil ? nil : "the command of 'locked-if'",
    ].compactMap { $0 }
  }

  private var lockSources: String {
    otherLockSources.map { " and \($0)" }.joined() + (otherLockSources.isEmpty ? "" : " can tell")
  }

  private func unknownSession(_ reason: String, _ remedy: [String]) -> Finding {
    guard otherLockSources.isEmpty else {
      let words = otherLockSources.joined(separator: " and ")
      return Finding(.session, .good, "\(words) says whether the session is locked")
    }
    return Finding(.session, .note, reason, remedy: remedy)
  }
}
