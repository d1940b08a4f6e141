public import Desktop
internal import Linux
public import Rules
public import Wayland

/// Lets the running desktop perform operations of rules: the compositor over its socket, GNOME and Plasma on the session
/// bus. Operations that press keys never come here: `RuleSet.adapted(to:)` replaces them.
public struct DesktopActor {
  private let compositor: SessionCompositor
  private let services: DesktopServices?
  private let request: (Toplevels.Change) -> String?
  private let failed: (_ location: String, _ text: String) -> Void

  /// - Parameters:
  ///   - services: nil on other desktops than GNOME and Plasma.
  ///   - request: requests a change from a compositor of wlroots; returns the reason if it cannot.
  ///   - failed: called with each failure: the source location of the rule, and the reason for people.
  public init(
    _ compositor: SessionCompositor, _ services: DesktopServices?, request: @escaping (Toplevels.Change) -> String?,
    failed: @escaping (_ location: String, _ text: String) -> Void
  ) {
    (self.compositor, self.services, self.request, self.failed) = (compositor, services, request, failed)
    services?.operationFailed = failed
  }

  /// The running desktop; nil if no operation of it is known.
  public var desktop: DesktopKind? { compositor.connectedKind.map { DesktopKind($0) } ?? .running }

  /// True if an operation has not been answered.
  public var isBusy: Bool { compositor.isBusy || services?.isOperating == true }

  /// Performs an operation of the rule at `location`, and does not wait for its end.
  public func perform(_ operation: DesktopOperation, _ location: String) {
    guard let desktop else {
      let name = Environment.desktopName(in: Environment.value(of: "XDG_CURRENT_DESKTOP")) ?? "this desktop"
      return failed(location, "cannot perform '\(operation.text)': no way is known on \(name)")
    }
    let ways = DesktopWays.of(desktop)
    switch ways[operation].way {
    case .command:
      guard let command = ways.command(for: operation), let kind = desktop.compositor else { return }
      compositor.tell(kind, command, location)
    case .shellExtension, .shortcut, .method, .virtualDesktops:
      guard let services else {
        return failed(location, "cannot perform '\(operation.text)': there is no session bus")
      }
      services.perform(operation, by: ways[operation].way, location: location)
    case .windowList:
      guard let change = operation.listChange, let reason = request(change) else { return }
      failed(location, "cannot perform '\(operation.text)': \(reason)")
    case .keys:
      failed(location, "cannot perform '\(operation.text)': the desktop was not known when the rules were loaded")
    case .none(let reason):
      failed(location, "\(desktop.name) cannot perform '\(operation.text)': \(reason)")
    }
  }
}

extension DesktopOperation {
  /// The change by the compositor's list of windows; nil if that has none.
  fileprivate var listChange: Toplevels.Change? {
    switch self {
    case .window(.close): .close
    case .window(.minimize): .minimize
    case .window(.maximize): .maximize
    case .window(.fullscreen): .fullscreen
    case .window(.next): .next
    case .window(.previous): .previous
    case .window, .workspace, .workspaceNumber, .desktop: nil
    }
  }
}
