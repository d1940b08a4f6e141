public import Linux

/// The compositor of this session, for the daemon's life: what is in front is listened to, and commands are handed on.
///
/// It is found by the variables that compositors set, or by the sockets they leave in XDG_RUNTIME_DIR. One that is not
/// there yet, or that ends and comes again, is waited for.
public final class CompositorLink {
  /// What `dispatch` hands over.
  public enum Report: Hashable, Sendable {
    /// A compositor answers; its version where it tells one.
    case connected(CompositorKind, version: String?)
    /// Something else is known now.
    case changed(CompositorState)
    /// A command of the rule at `place` was not done.
    case failed(place: String, text: String)
    /// The compositor is gone, for a reason. Nothing is known until one comes.
    case lost(CompositorKind, reason: String)
    /// A compositor is there and cannot be spoken with, for a reason; told once.
    case unreachable(CompositorKind, reason: String)
  }

  /// Which compositor answers; nil where none does.
  public private(set) var kind: CompositorKind?
  /// What is known.
  public private(set) var state = CompositorState()

  private var epoll: Epoll

  /// Looks for the compositor; `dispatch` hands over what there is to say of it.
  /// - Throws: `SystemError` where the kernel has nothing to wait with, but not for there being no compositor.
  public init() throws(SystemError) { epoll = try Epoll() }

  /// Becomes readable when there is something to dispatch. It stays the same for this object's life.
  public var descriptor: CInt { epoll.number }

  /// Takes in what the compositor said since the last call and hands over what changed by it, in order.
  /// - Parameter now: microseconds of `monotonicNow`.
  public func dispatch(at now: Int64, _ body: (Report) -> Void) {}

  /// Hands on a command in the compositor's own language. Commands are done in order; one that is refused, that is not
  /// answered, or that the compositor which runs does not understand is told of by `dispatch`.
  /// - Parameters:
  ///   - kind: for which compositor it is.
  ///   - place: where the rule stands, for messages.
  ///   - now: microseconds of `monotonicNow`.
  public func send(_ command: String, to kind: CompositorKind, place: String, at now: Int64) {}
}
