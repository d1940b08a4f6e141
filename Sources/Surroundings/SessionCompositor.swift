public import Desktop
internal import Glibc
public import Linux
public import Rules
public import Touch

/// The compositor of the session: takes commands of rules, and tells what is in front.
public final class SessionCompositor {
  /// What there is to say of it.
  public enum Note: Hashable, Sendable {
    /// It came or went.
    case news(String)
    /// It does not tell what is in front.
    case trouble(String)
    /// A command of the rule at `place` was not done.
    case failure(place: String, text: String)
  }

  private let link: CompositorLink
  private let report: (Note) -> Void

  /// Looks for it.
  /// - Parameter report: called by `dispatch` with what there is to say.
  /// - Throws: `SystemError` where the kernel has nothing to wait with.
  public init(report: @escaping (Note) -> Void) throws(SystemError) {
    link = try CompositorLink()
    self.report = report
  }

  /// Which compositor tells what is in front; nil where none does.
  public private(set) var compositor: DesktopState.Compositor?
  /// Why one that is there does not; nil where one does, or none is there.
  public private(set) var trouble: String?

  /// Becomes readable when there is something to dispatch.
  public var descriptor: CInt { link.descriptor }

  /// Whether one is there that has not told what is in front yet.
  public var isAwaited: Bool { link.isAwaited }

  /// Why no command for a compositor of `kind`, which is not the one that runs, can be done; for people.
  public func absence(of kind: Action.Compositor) -> String { link.absence(of: CompositorKind(kind)) }

  /// What it tells of the desktop.
  public var state: CompositorState { link.state }

  /// Hands on a command of the rule at `place`, and does not wait for its end.
  public func tell(_ compositor: Action.Compositor, _ command: String, _ place: String) {
    link.send(command, to: CompositorKind(compositor), place: place, at: monotonicNow())
  }

  /// Takes in what it said.
  /// - Returns: whether something else is known of the desktop now.
  public func dispatch(at now: Timestamp) -> Bool {
    var isChanged = false
    link.dispatch(at: now.microseconds) { report in
      switch report {
      case .connected(let kind, let version):
        let new = DesktopState.Compositor(kind: kind, version: version)
        (compositor, trouble, isChanged) = (new, nil, true)
        self.report(.news("the compositor is \(new.text)"))
      case .changed: isChanged = true
      case .failed(let place, let text): self.report(.failure(place: place, text: text))
      case .lost(let kind, let reason):
        (compositor, isChanged) = (nil, true)
        self.report(.news("\(kind.name) is gone (\(reason)); it is waited for"))
      case .unreachable(let kind, let reason):
        let text = "\(kind.name) cannot be spoken with: \(reason)"
        (trouble, isChanged) = (text, true)
        self.report(.trouble(text))
      }
    }
    return isChanged
  }

  /// Waits until every command was answered or given up, for who ends after that.
  public func finish() {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    repeat {
      _ = dispatch(at: Timestamp(microseconds: monotonicNow()))
    } while link.isBusy && (poll(&waiting, 1, -1) >= 0 || errno == EINTR)
  }
}

extension CompositorKind {
  /// The compositor that a rule names.
  public init(_ compositor: Action.Compositor) {
    self =
      switch compositor {
      case .sway: .sway
      case .hyprland: .hyprland
      case .niri: .niri
      }
  }
}
