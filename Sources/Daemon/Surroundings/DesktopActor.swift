public import Desktop
internal import Linux
public import Rules
public import Touch
internal import Wayland

/// Lets the running desktop perform operations of rules: the compositor over its socket, GNOME and Plasma on the
/// session bus. Operations that press keys never come here: `RuleSet.adapted(to:)` replaces them.
public struct DesktopActor {
  private let compositor: SessionCompositor
  private let services: DesktopServices?
  private let wayland: SessionWayland?
  private let failed: (_ location: String, _ text: String) -> Void

  /// - Parameters:
  ///   - services: nil on other desktops than GNOME and Plasma.
  ///   - wayland: the compositor over standard protocols; nil if there is none.
  ///   - failed: called with each failure: the source location of the rule, and the reason for people.
  public init(
    _ compositor: SessionCompositor, _ services: DesktopServices?, _ wayland: SessionWayland?,
    failed: @escaping (_ location: String, _ text: String) -> Void
  ) {
    (self.compositor, self.services, self.wayland, self.failed) = (compositor, services, wayland, failed)
    services?.operationFailed = failed
  }

  /// The running desktop; nil if no operation of it is known.
  public var desktop: DesktopKind? { compositor.connectedKind ?? .running }

  /// True if an operation has not been answered.
  public var isBusy: Bool { compositor.isBusy || services?.isOperating == true }

  /// Performs an operation of the rule at `location`, and does not wait for its end.
  /// - Parameters:
  ///   - window: the window under the fingers, for an operation on it; nil if it is unknown.
  ///   - position: the position of the fingers, for an operation on the output under them; nil if it is unknown.
  public func perform(
    _ operation: DesktopOperation, on window: TouchedWindow?, at position: DesktopPosition?, _ location: String
  ) {
    guard let desktop else {
      let name = Environment.desktopName(in: Environment.value(of: "XDG_CURRENT_DESKTOP")) ?? "this desktop"
      return failed(location, "cannot perform '\(operation.text)': no way is known on \(name)")
    }
    let ways = DesktopWays.of(desktop)
    let way = ways[operation].way
    if case .none(let reason) = way {
      return failed(location, "\(desktop.name) cannot perform '\(operation.text)': \(reason)")
    }
    if case .touchedWindow(let change) = operation {
      guard let id = window?.id else {
        return report(
          window?.app.isEmpty == true && window?.title.isEmpty == true
            ? "there is no window under the fingers" : "the window under the fingers is unknown", operation, location)
      }
      return perform(change, ofWindow: id, by: way, operation, location)
    }
    if case .touchedWorkspace = operation {
      guard let output = position.flatMap({ wayland?.output(at: $0) }) else {
        return report("the output under the fingers is unknown", operation, location)
      }
      return perform(operation, onOutput: output, by: way, location)
    }
    perform(operation, by: way, on: desktop, location)
  }

  /// Performs an operation that needs neither a window nor an output under the fingers.
  private func perform(
    _ operation: DesktopOperation, by way: DesktopWay, on desktop: DesktopKind, _ location: String
  ) {
    switch way {
    case .command:
      guard let command = DesktopWays.of(desktop).command(for: operation) else { return }
      compositor.tell(desktop, command, for: operation, location)
    case .shellExtension, .shortcut, .method, .virtualDesktops:
      guard let services else {
        return failed(location, "cannot perform '\(operation.text)': there is no session bus")
      }
      services.perform(operation, by: way, location: location)
    case .windowList:
      guard let change = operation.listChange else { return }
      report(wayland.map { $0.request(change) } ?? Self.missing, operation, location)
    case .workspaceList:
      guard let target = operation.listedWorkspace else { return }
      report(
        wayland.map { $0.show(target, unchanged: operation.unchangedReason ?? "") } ?? Self.missing, operation, location
      )
    case .keys:
      failed(location, "cannot perform '\(operation.text)': the desktop was not known when the rules were loaded")
    case .none: break
    }
  }

  /// Performs a global shortcut of Plasma, and does not wait for its end.
  public func perform(shortcut: String, _ location: String) {
    guard let services, desktop == .plasma else {
      return failed(location, "cannot perform 'plasma-shortcut: \(shortcut)': Plasma does not run")
    }
    services.perform(shortcut: shortcut, location: location)
  }

  /// Performs an operation on the window that the desktop calls `id`.
  private func perform(
    _ change: DesktopOperation.Change, ofWindow id: String, by way: DesktopWay, _ operation: DesktopOperation,
    _ location: String
  ) {
    switch way {
    case .command:
      guard let desktop, let command = DesktopWays.of(desktop).command(for: operation) else { return }
      compositor.tell(desktop, DesktopWay.command(command, window: id), for: operation, location)
    case .shellExtension:
      guard let services else { return report("there is no session bus", operation, location) }
      services.perform(operation, ofWindow: id, location: location)
    case .windowList:
      report(wayland.map { $0.request(change, ofWindow: id) } ?? Self.missing, operation, location)
    case .shortcut, .method, .virtualDesktops, .workspaceList, .keys, .none: break
    }
  }

  /// Performs an operation on the output with this name.
  private func perform(
    _ operation: DesktopOperation, onOutput output: String, by way: DesktopWay, _ location: String
  ) {
    switch way {
    case .command(let command):
      guard let desktop else { return }
      compositor.tell(desktop, DesktopWay.command(command, output: output), for: operation, location)
    case .workspaceList:
      guard let target = operation.listedWorkspace else { return }
      report(
        wayland.map { $0.show(target, onOutput: output, unchanged: operation.unchangedReason ?? "") } ?? Self.missing,
        operation, location)
    case .shellExtension, .shortcut, .method, .virtualDesktops, .windowList, .keys, .none: break
    }
  }

  private static let missing = "there is no compositor"

  /// Reports a request that was not possible.
  private func report(_ reason: String?, _ operation: DesktopOperation, _ location: String) {
    if let reason { failed(location, "cannot perform '\(operation.text)': \(reason)") }
  }
}

extension DesktopOperation {
  /// The workspace in the compositor's list; nil for operations on anything else.
  fileprivate var listedWorkspace: Workspaces.Target? {
    switch self {
    case .workspace(.next), .touchedWorkspace(.next): .next
    case .workspace(.previous), .touchedWorkspace(.previous): .previous
    case .workspace(.first): .first
    case .workspace(.last): .last
    case .workspace(.back): .back
    // Those that list their workspaces make none on request.
    case .workspace(.nextOrNew): .nextOrNone
    case .workspaceNumber(let number): .number(number)
    case .touchedWorkspace, .window, .touchedWindow, .desktop: nil
    }
  }

  /// The change by the compositor's list of windows; nil if that has none.
  fileprivate var listChange: Toplevels.Change? {
    switch self {
    case .window(let change): Toplevels.Change(change)
    case .touchedWindow, .workspace, .workspaceNumber, .touchedWorkspace, .desktop: nil
    }
  }
}

extension Toplevels.Change {
  /// A change of a window; nil if lists of windows do not offer it.
  init?(_ change: DesktopOperation.Change) {
    switch change {
    case .close: self = .close
    case .minimize: self = .minimize
    case .maximize: self = .maximize
    case .fullscreen: self = .fullscreen
    case .next: self = .next
    case .previous: self = .previous
    case .alwaysOnTop: self = .alwaysOnTop
    case .activate: self = .activate
    case .floating, .toNextWorkspace, .toPreviousWorkspace, .toWorkspace, .toNextOutput, .toLeftOutput, .toRightOutput,
      .tileLeft, .tileRight:
      return nil
    }
  }
}
