internal import Desktop
internal import Glibc
public import Linux
internal import Rules
public import Touch
public import Wayland

/// The session's Wayland compositor, by the protocols that all of them speak: its outputs, its keymap, and where it lists
/// them, its windows.
public final class SessionWayland {
  /// What `dispatch` hands over.
  public enum Report {
    /// There is a connection: what presses keys through it may begin.
    case connected(WaylandDisplay)
    /// There is none any more.
    case lost(WaylandError)
    /// The keymap of the session's keyboards is another one.
    case keymap(String)
    /// Something else is known of outputs, windows or of the connection.
    case changed
    /// A compositor is there and cannot be spoken with; for people.
    case trouble(String)
  }

  private let link: WaylandLink
  private var outputs: Outputs?
  private var windows: Toplevels?
  private var keyboard: SeatKeyboard?
  /// A connection that is not told of before the user's keymap is known.
  private var newDisplay: WaylandDisplay?
  /// Whether something has changed since it was told.
  private var isChanged = false
  private var isKeymapChanged = false

  /// Looks for the compositor; `dispatch` hands over what there is to say of it.
  /// - Throws: `SystemError` where the kernel has nothing to wait with.
  public init() throws(SystemError) { link = try WaylandLink() }

  /// Becomes readable when there is something to dispatch. It stays the same for this object's life.
  public var descriptor: CInt { link.descriptor }

  /// The reason why there is no connection, for people; nil if there is one.
  public var trouble: String? {
    link.display == nil ? "\(link.trouble.map { "\($0)" } ?? "it has not answered yet")" : nil
  }

  /// Whether a compositor is there, or it has not been found out yet whether one is.
  public var isAwaited: Bool { link.display != nil || link.trouble == nil }

  /// The outputs, in the order they came; those without a name are left out.
  public var screens: [DesktopState.Screen] { outputs?.all.compactMap { DesktopState.Screen($0) } ?? [] }

  /// The window that has the focus; nil where the compositor lists none.
  public var listed: DesktopState.ListedWindow? {
    guard let windows, windows.isOffered else { return nil }
    guard let window = windows.activated else { return .init(window: .absent, outputs: []) }
    return .init(
      window: FocusedWindow(app: window.appID, title: window.title, isFullscreen: window.isFullscreen),
      outputs: window.outputs.compactMap { outputs?[$0]?.name })
  }

  /// Takes in what the compositor said.
  public func dispatch(_ body: (Report) -> Void) {
    link.dispatch { report in
      switch report {
      case .connected(let display):
        listen(on: display)
        newDisplay = display
      case .lost(let error):
        (outputs, windows, keyboard) = (nil, nil, nil)
        isChanged = true
        // Nobody has heard of the other ones.
        if newDisplay == nil { body(.lost(error)) }
        newDisplay = nil
      case .unreachable(let error):
        isChanged = true
        body(.trouble("the Wayland compositor cannot be spoken with: \(error)"))
      case .writable: break
      }
    }
    if isKeymapChanged, let keymap = keyboard?.keymap { body(.keymap(keymap)) }
    if let display = newDisplay, keyboard?.isTold == true {
      newDisplay = nil
      body(.connected(display))
    }
    if isChanged { body(.changed) }
    (isChanged, isKeymapChanged) = (false, false)
  }

  private func listen(on display: WaylandDisplay) {
    let changed = { [unowned self] in isChanged = true }
    // Before the windows: what screens they are on is told in terms of these.
    outputs = Outputs(of: display, changed: changed)
    windows = Toplevels(of: display, changed: changed)
    keyboard = SeatKeyboard(of: display) { [unowned self] in isKeymapChanged = true }
    isChanged = true
  }
}

/// The outputs' panels, for who wants to know nothing else of the desktop: touchscreens are turned with them.
public final class PanelWatch {
  private let wayland: SessionWayland

  /// Looks for the compositor.
  /// - Throws: `SystemError` where the kernel has nothing to wait with, but not for there being no compositor.
  public init() throws(SystemError) { wayland = try SessionWayland() }

  /// Becomes readable when there is something to dispatch. It stays the same for this object's life.
  public var descriptor: CInt { wayland.descriptor }

  /// Those of the outputs that there are, in the order they came; empty where no compositor tells.
  public var panels: [Panel] { wayland.screens.map(\.panel) }

  /// Takes in what the compositor said.
  public func dispatch() { wayland.dispatch { _ in } }

  /// Waits until the compositor has told its outputs, or for a moment where none does.
  public func settle() {
    let end = monotonicNow() + 500_000
    while panels.isEmpty, case let left = end - monotonicNow(), left > 0 {
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      // Where nobody is there to answer, the first look tells.
      guard poll(&waiting, 1, CInt(left / 1000)) > 0 else { return }
      dispatch()
      if !wayland.isAwaited { return }
    }
  }
}

extension DesktopState.Screen {
  /// An output as the compositor describes it; nil where it has no name to ask for it by.
  fileprivate init?(_ output: Output) {
    guard let name = output.name else { return nil }
    let size = output.physicalSize.flatMap { Size(width: Double($0.width), height: Double($0.height)) }
    self.init(
      panel: Panel(output: name, size: size, turn: SurfaceTurn(under: output.transform)),
      orientation: output.logicalSize.map { $0.width >= $0.height ? .landscape : .portrait })
  }
}

extension SurfaceTurn {
  /// How a surface that is fixed to a panel lies against a picture that the compositor turns: the other way round. A
  /// picture that is turned counterclockwise is looked at with the panel turned clockwise.
  public init(under transform: Output.Transform) {
    switch transform {
    case .normal: self.init(.normal)
    case .turned90: self.init(.right)
    case .turned180: self.init(.inverted)
    case .turned270: self.init(.left)
    case .flipped: self.init(.normal, isMirrored: true)
    case .flipped90: self.init(.right, isMirrored: true)
    case .flipped180: self.init(.inverted, isMirrored: true)
    case .flipped270: self.init(.left, isMirrored: true)
    }
  }
}
