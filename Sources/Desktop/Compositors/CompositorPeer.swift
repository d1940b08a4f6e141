internal import JSONLines
internal import Linux

/// A compositor that is connected to, in its own protocol.
protocol CompositorPeer: AnyObject {
  /// Which one it is.
  var kind: CompositorKind { get }
  /// Its version; nil where it has not told one.
  var version: String? { get }
  /// What it has told so far.
  var state: CompositorState { get }
  /// Whether it has told what was there at first, so that nothing it would have is missing in `state`.
  var isKnown: Bool { get }
  /// The commands that it has not answered yet.
  var commands: CommandQueue { get set }
  /// When it wants `expire` to be called, besides when a command waits too long.
  var deadline: Int64? { get }

  /// Asks for all there is to know.
  func start(at now: Int64) throws(CompositorError)
  /// One of its streams, by `ready`'s token, has something.
  func handle(_ ready: Epoll.Ready, at now: Int64) throws(CompositorError)
  /// Sends a command that `commands` has taken in.
  func run(_ command: CommandQueue.Command, at now: Int64) throws(CompositorError)
  /// Does what has become due.
  func expire(at now: Int64) throws(CompositorError)
}

extension CompositorPeer {
  /// The longest message that is read: sway itself drops whom it has more than 4 MB for (sway/ipc-server.c,
  /// ipc_send_reply), and no tree of windows comes near.
  static var longestMessage: Int { 4 << 20 }

  /// A JSON message. Titles come from programs, who may write what they like: what is no UTF-8 is replaced.
  ///
  /// sway nests a window eight to ten levels deep and two more for each container around it.
  static func json(_ bytes: [UInt8]) throws(CompositorError) -> JSONValue {
    do {
      return try JSONReader.read(ArraySlice(String(decoding: bytes, as: UTF8.self).utf8), depthLimit: 256)
    } catch {
      throw .malformed("\(error.reason) in byte \(error.column) of a message")
    }
  }
}

extension FocusedWindow {
  /// A window as a compositor tells of it. No program needs longer texts, and none can make us keep them.
  init(app: String?, title: String?, fullscreen: Bool?) {
    self.init(app: Self.clipped(app ?? ""), title: Self.clipped(title ?? ""), isFullscreen: fullscreen)
  }

  /// The beginning of a text.
  static func clipped(_ text: String) -> String {
    text.utf8.count <= 4096 ? text : String(decoding: text.utf8.prefix(4096), as: UTF8.self)
  }
}
