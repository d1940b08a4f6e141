public import Desktop
internal import Glibc
public import Linux
public import Rules
public import Time
internal import Touch

/// The session's compositor over its own socket: carries out commands of rules, and reports the focus.
public final class SessionCompositor {
  /// A report for people.
  public enum Report: Hashable, Sendable {
    /// The compositor was connected or lost.
    case connection(String)
    /// The compositor does not report the focus.
    case problem(String)
    /// A command of the rule at `location` failed.
    case failure(location: String, text: String)
  }

  private let link: CompositorLink
  private let report: (Report) -> Void

  /// Starts to look for it.
  /// - Parameter report: called by `dispatch` with each report.
  /// - Throws: `SystemError` if the kernel has no descriptors to wait with.
  public init(report: @escaping (Report) -> Void) throws(SystemError) {
    link = try CompositorLink()
    self.report = report
  }

  /// The connected compositor; nil if there is none.
  public private(set) var compositor: DesktopState.Compositor?
  /// The reason why a compositor that is there is not connected, for people; nil if there is no such compositor.
  public private(set) var problem: String?

  /// Becomes readable when there is something to dispatch.
  public var descriptor: CInt { link.descriptor }

  /// True if a compositor is there that has not reported the focus yet.
  public var isAwaited: Bool { link.isAwaited }

  /// The connected compositor, which may not have reported the focus yet; nil if there is none.
  public var connectedKind: DesktopKind? { link.connectedKind }

  /// True if a command is unanswered, or its failure unreported.
  public var isBusy: Bool { link.isBusy }

  /// The reason why commands for a compositor of `kind` that is not connected fail, for people.
  public func absence(of kind: DesktopKind) -> String { link.absence(of: kind) }

  /// The state that it reports.
  public var state: CompositorState { link.state }

  /// Prepares the commands of `rules`, so that no time is lost when they are sent.
  public func prepare(for rules: RuleSet) { link.prepare(rules.compositorCommands) }

  /// Sends a command of the rule at `location`, and does not wait for its end.
  /// - Parameter operation: the operation of the desktop that it performs; nil for a command of the rule itself.
  public func tell(
    _ compositor: DesktopKind, _ command: String, for operation: DesktopOperation? = nil, _ location: String
  ) {
    link.send(command, to: compositor, for: operation, location: location, at: Timestamp.now)
  }

  /// Asks for the window at a place; see `CompositorLink`.
  public func findWindow(at place: WindowQuestion.Place, answered: @escaping (TouchedWindow?) -> Void) {
    link.findWindow(at: place, at: .now, answered: answered)
  }

  /// Reads its messages.
  /// - Returns: true if `state`, `compositor` or `problem` changed.
  public func dispatch(at now: Timestamp) -> Bool {
    var isChanged = false
    link.dispatch(at: now) { report in
      switch report {
      case .connected(let kind, let version, let language):
        let new = DesktopState.Compositor(kind: kind, version: version, language: language)
        (compositor, problem, isChanged) = (new, nil, true)
        self.report(.connection("connected to \(new.text)"))
      case .changed: isChanged = true
      case .failed(let location, let text): self.report(.failure(location: location, text: text))
      case .lost(let kind, let reason):
        (compositor, isChanged) = (nil, true)
        self.report(.connection("the connection to \(kind.name) is lost (\(reason)); waiting for it"))
      case .unreachable(let kind, let reason):
        let text = "cannot communicate with \(kind.name): \(reason)"
        (problem, isChanged) = (text, true)
        self.report(.problem(text))
      }
    }
    return isChanged
  }

  /// The compositor that runs in this session, if that decides which commands it accepts; nil for others, or if it does
  /// not answer within two seconds.
  public static func runningRelease() -> CompositorRelease? {
    guard let compositor = try? SessionCompositor(report: { _ in }) else { return nil }
    settle(compositor.descriptor, within: .seconds(2), while: { compositor.isAwaited }) {
      _ = compositor.dispatch(at: .now)
    }
    return compositor.compositor?.release
  }

  /// The commands of `rules` that the connected compositor refuses, with their locations and the reasons, for people.
  public static func refusals(of rules: RuleSet, by release: CompositorRelease) -> [String] {
    rules.rules.flatMap { rule in
      rule.reaction.all.compactMap { action in
        guard case .compositor(release.kind, let command) = action else { return nil }
        return release.refusal(of: command).map { "\(rule.location): \($0)" }
      }
    }
  }

  /// Waits until every command was answered or given up, before the program ends.
  public func finish() {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    repeat {
      _ = dispatch(at: Timestamp.now)
    } while link.isBusy && (poll(&waiting, 1, -1) >= 0 || errno == EINTR)
  }
}
