public import Rules

extension RuleSet {
  /// The commands for each compositor, each once.
  public var compositorCommands: [DesktopKind: Set<String>] {
    var commands: [DesktopKind: Set<String>] = [:]
    for case .compositor(let kind, let command) in actions { commands[kind, default: []].insert(command) }
    for case .desktop(let operation) in actions {
      for kind in DesktopKind.withSocket {
        guard let command = DesktopWays.of(kind).command(for: operation) else { continue }
        // Of what is under the fingers, the command is known only with it.
        if operation.isAtFingers { continue }
        commands[kind, default: []].insert(command)
      }
    }
    return commands
  }

  /// The same rules for `desktop`: actions that it performs by the keys of a shortcut press these keys.
  public func adapted(to desktop: DesktopKind?) -> RuleSet {
    guard let desktop, case let ways = DesktopWays.of(desktop),
      desktopOperations.contains(where: { ways.chord(for: $0.operation) != nil })
    else { return self }
    return replacingActions { action in
      if case .desktop(let operation) = action, let chord = ways.chord(for: operation) {
        .keys([chord])
      } else {
        action
      }
    }
  }
}
