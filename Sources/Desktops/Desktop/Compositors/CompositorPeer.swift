internal import JSONLines
internal import Linux
internal import Rules
internal import Time

/// A question for the window at a place.
public struct WindowQuestion {
  /// The place.
  public enum Place: Hashable, Sendable {
    /// A position on the desktop, in logical units.
    case position(x: Double, y: Double)
    case pointer
  }

  let place: Place
  /// Called with the window; nil if it is unknown.
  let answered: (TouchedWindow?) -> Void
}

/// A connection to a compositor, in its own protocol.
protocol CompositorPeer: AnyObject {
  var kind: DesktopKind { get }
  /// Its version; nil if unknown.
  var version: String? { get }
  /// The language of its configuration; nil if unknown, and if its commands do not depend on it.
  var language: CompositorRelease.Language? { get }
  /// The state of the desktop, as far as it has sent it.
  var state: CompositorState { get }
  /// True if it has sent its initial state, so that `state` is complete.
  var isKnown: Bool { get }
  var commands: CommandQueue { get set }
  /// The time at which `expire` must be called, besides the deadlines of commands.
  var deadline: Timestamp? { get }

  /// Requests the complete state.
  func start(at now: Timestamp) throws(CompositorError)
  /// Handles events of the stream with the token of `ready`.
  func handle(_ ready: Epoll.Ready, at now: Timestamp) throws(CompositorError)
  /// Prepares the commands of rules, so that no time is lost when they are sent.
  func prepare(_ commands: Set<String>)
  /// Sends a command of `commands`.
  func run(_ command: CommandQueue.Command, at now: Timestamp) throws(CompositorError)
  /// Asks for the window at a place.
  /// - Returns: false if it cannot be known; otherwise the question is answered.
  func find(_ question: WindowQuestion, at now: Timestamp) throws(CompositorError) -> Bool
  /// Handles the deadline.
  func expire(at now: Timestamp) throws(CompositorError)
}

extension CompositorPeer {
  var language: CompositorRelease.Language? { nil }

  func prepare(_ commands: Set<String>) {}

  func find(_ question: WindowQuestion, at now: Timestamp) throws(CompositorError) -> Bool { false }

  /// The maximum size of a message: sway itself disconnects clients that have 4 MB to read (sway/ipc-server.c,
  /// ipc_send_reply), and no tree of windows is nearly as large.
  static var longestMessage: Int { 4 << 20 }

  /// Parses a JSON message. Programs can put anything into titles: invalid UTF-8 is replaced.
  ///
  /// sway nests a window eight to ten levels deep, and two more for each container around it.
  static func json(_ bytes: [UInt8]) throws(CompositorError) -> JSONValue {
    do {
      return try JSONReader.read(ArraySlice(String(decoding: bytes, as: UTF8.self).utf8), depthLimit: 256)
    } catch {
      throw .malformed("\(error.reason) in byte \(error.column) of a message")
    }
  }
}

extension FocusedWindow {
  /// A window as a compositor describes it.
  init(app: String?, title: String?, fullscreen: Bool?, maximized: Bool? = nil) {
    self.init(app: app ?? "", title: title ?? "", isFullscreen: fullscreen, isMaximized: maximized)
  }
}
