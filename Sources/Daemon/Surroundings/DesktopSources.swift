public import Desktop
internal import Glibc
public import Linux
public import Rules
internal import Time
public import Wayland

/// The sources of the desktop's state: the login session, the compositor's own socket, Wayland, and the services of
/// GNOME and Plasma. The daemon reads each when it is ready; doctor and `replay --act` wait for all of them.
public final class DesktopSources {
  /// The silence after the last message that counts as the end.
  public static let quiet = Duration.milliseconds(100)

  /// The login session.
  public let session: Session
  /// The compositor's own socket.
  public let compositor: SessionCompositor
  /// The compositor over standard protocols.
  public let wayland: SessionWayland
  /// The services of GNOME and Plasma; nil on other desktops.
  public let services: DesktopServices?
  /// The connection to the Wayland compositor as read last; nil if there is none.
  public private(set) var display: WaylandDisplay?
  /// The keymap of the session's keyboards as read last; nil if unknown.
  public private(set) var keymap: String?
  /// The reason why the state of the session is unknown; nil if it is known.
  public private(set) var unknownSession: Session.Unknown?

  /// Starts to look for the sources.
  /// - Parameters:
  ///   - compositor: is evaluated after the session was looked for.
  ///   - restricted: a global for permitted programs, for which the permission may be new: see `WaylandLink`.
  /// - Throws: `SystemError` if the kernel has no descriptors to wait with.
  public init(
    _ compositor: @autoclosure () throws(SystemError) -> SessionCompositor, restricted: WaylandGlobal? = nil
  ) throws(SystemError) {
    session = try Session()
    self.compositor = try compositor()
    wayland = try SessionWayland(restricted: restricted)
    services = DesktopServices.areExpected ? try DesktopServices() : nil
  }

  /// The state of the desktop, without the keyboards.
  public var state: DesktopState {
    var state = DesktopState()
    state.compositor = compositor.compositor
    state.compositorState = compositor.state
    state.compositorProblem = compositor.problem
    if let services { state.services = services.state }
    state.waylandProblem = wayland.problem
    state.outputs = wayland.outputs
    state.listedWindow = wayland.listedWindow
    return state
  }

  /// The active layout of the keymap, from 0; nil if no source reports it.
  public var layout: Int? { compositor.state.layout ?? services?.state.layout }

  /// Asks for the window at a place.
  /// - Parameter answered: called when the desktop has answered, with the window; at once if no answer is awaited. Nil
  ///   means that it is unknown. Not called if the connection ends.
  public func findWindow(at place: TouchedPlace, answered: @escaping (TouchedWindow?) -> Void) {
    var position: (x: Double, y: Double)?
    if case .position(let shares) = place { position = wayland.logicalPosition(of: shares) }
    if compositor.connectedKind != nil {
      guard place == .pointer || position != nil else { return answered(nil) }
      compositor.findWindow(at: position.map { .position(x: $0.x, y: $0.y) } ?? .pointer, answered: answered)
    } else if let shell = services?.extensionInput {
      if (try? shell.findWindow(at: place, answered: answered)) == nil { answered(nil) }
    } else {
      let desktop = services?.currentDesktop
      answered(position.flatMap { wayland.findWindow(x: $0.x, y: $0.y, onDesktop: desktop) })
    }
  }

  /// True if a source has not answered yet.
  private var isAwaited: Bool {
    session.state == nil && unknownSession == nil || compositor.isAwaited || display == nil && wayland.isAwaited
      || services?.isAwaited == true
  }

  /// Reads the messages of the Wayland compositor.
  /// - Returns: the error that has ended the connection; nil if none has.
  func dispatchWayland() -> WaylandError? {
    var loss: WaylandError?
    wayland.dispatch { report in
      switch report {
      case .connected(let new): display = new
      case .lost(let error): (display, loss) = (nil, error)
      case .keymap(let new): keymap = new
      case .permitted, .changed, .problem, .input: break
      }
    }
    return loss
  }

  /// Reads until all sources have answered and are silent for a time, but for six seconds at most.
  public func settle(quiet: Duration = DesktopSources.quiet) {
    let descriptors = [session.descriptor, compositor.descriptor, wayland.descriptor, services?.descriptor]
    Surroundings.settle(descriptors.compactMap { $0 }, while: { isAwaited }, quiet: quiet) {
      session.dispatch { if case .unknown(let reason) = $0 { unknownSession = reason } }
      _ = compositor.dispatch(at: .now)
      _ = services?.dispatch()
      _ = dispatchWayland()
    }
  }
}

/// Dispatches until all sources have answered and are silent.
/// - Parameters:
///   - descriptors: the sources' descriptors.
///   - isAwaited: returns false if all have answered.
///   - dispatch: reads their messages.
public func settle(
  _ descriptors: [CInt], while isAwaited: () -> Bool, quiet: Duration = DesktopSources.quiet,
  _ dispatch: () -> Void
) {
  // Longer than the time after which `WaylandLink` reports a compositor that does not answer.
  let end = Timestamp.now + .seconds(6)
  while case let left = end - Timestamp.now, left > .zero {
    dispatch()
    var waiting = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    let limit = isAwaited() ? left : min(left, quiet)
    if limit <= .zero { return }
    let count = poll(&waiting, nfds_t(waiting.count), limit.milliseconds)
    if count == 0 || count < 0 && errno != EINTR { return }
  }
}
