public import Desktop
internal import Glibc
public import Linux
public import Rules
internal import Time
public import Touch
public import Wayland

/// The session's Wayland compositor, over standard protocols: its outputs, its keymap and, if it lists them, its
/// windows.
public final class SessionWayland {
  /// A report of `dispatch`.
  public enum Report {
    /// There is a connection, and the keymap is known: injectors may use it. It may replace an earlier one.
    case connected(WaylandDisplay)
    /// The compositor has permitted a moment after the first connection what it permits to some programs only; the next
    /// report is `connected`.
    case permitted
    /// The connection is lost.
    case lost(WaylandError)
    /// The keymap of the session's keyboards changed.
    case keymap(String)
    /// The outputs, the windows or the connection changed.
    case changed
    /// A report on the input of all devices, if `watchesInput`; nil if there are no more.
    case input(InputReport?)
    /// A compositor is there and cannot be connected; the reason for people.
    case problem(String)
  }

  private let link: WaylandLink
  private var outputList: Outputs?
  private var windows: Toplevels?
  private var workspaces: Workspaces?
  private var keyboard: SeatKeyboard?
  private var inputWatch: InputWatch?
  /// The latest report on input, and true if it was not passed on.
  private var input: (report: InputReport?, isNew: Bool) = (nil, false)
  /// A connection that is reported when the user's keymap is known.
  private var unreportedDisplay: WaylandDisplay?
  /// True if something changed since the last report.
  private var isChanged = false
  private var isKeymapChanged = false

  /// Starts to look for the compositor.
  /// - Parameter restricted: a global for permitted programs, for which the permission may be new: see `WaylandLink`.
  /// - Throws: `SystemError` if the kernel has no descriptors to wait with.
  public init(restricted: WaylandGlobal? = nil) throws(SystemError) { link = try WaylandLink(restricted: restricted) }

  /// True to report whether there was input recently, from compositors that know it (ext_idle_notify_v1).
  public var watchesInput = false {
    didSet { if watchesInput != oldValue { updateInputWatch() } }
  }

  /// Becomes readable when there is something to dispatch. It does not change.
  public var descriptor: CInt { link.descriptor }

  /// The reason why there is no connection, for people; nil if there is one.
  public var problem: String? {
    link.display == nil ? "\(link.trouble.map { "\($0)" } ?? "it has not answered yet")" : nil
  }

  /// The error if a compositor is there that does not answer.
  public var silence: WaylandError? { link.trouble?.isUnanswered == true ? link.trouble : nil }

  /// True if a compositor is there, or it is unknown yet whether one is.
  public var isAwaited: Bool { link.display != nil || link.trouble == nil }

  /// The outputs, in the order they came, without those that have no name.
  public var outputs: [DesktopState.OutputState] {
    let all = outputList?.all ?? []
    return all.compactMap { DesktopState.OutputState($0, among: all) }
  }

  /// The focused window; nil if the compositor does not list its windows.
  var listedWindow: DesktopState.ListedWindow? {
    guard let windows, let source = windows.source else { return nil }
    guard let window = windows.activated else {
      return .init(window: .absent, outputs: [], interface: source.interface)
    }
    return .init(
      window: FocusedWindow(window),
      outputs: outputNames(of: window), interface: source.interface)
  }

  /// All windows; nil if the compositor does not list them.
  fileprivate var listedWindows: [FocusedWindow]? {
    guard let windows, windows.source != nil else { return nil }
    return windows.all.map(FocusedWindow.init)
  }

  /// Requests a change of the focused window, or of the focus, from a compositor that lists its windows by the protocol
  /// of wlroots.
  /// - Returns: the reason for which this is not possible, for people; nil if it was requested.
  public func request(_ change: Toplevels.Change) -> String? {
    guard let windows, windows.source == .toplevels else { return "the compositor does not list its windows" }
    do throws(WaylandError) {
      return try windows.request(change) ? nil : "no window has the focus"
    } catch {
      return "\(error)"
    }
  }

  /// Requests a change of a window of KWin.
  /// - Parameter id: the window, as `findWindow` has named it.
  /// - Returns: the reason for which this is not possible, for people; nil if it was requested.
  public func request(_ change: DesktopOperation.Change, ofWindow id: String) -> String? {
    guard let windows, let change = Toplevels.Change(change) else { return "the compositor does not list its windows" }
    do throws(WaylandError) {
      return try windows.request(change, of: id) ? nil : "the window under the fingers is closed"
    } catch {
      return "\(error)"
    }
  }

  /// The position in logical units of a position on the desktop; nil if unknown.
  func logicalPosition(of position: DesktopPosition) -> (x: Double, y: Double)? {
    guard let desktop = outputList?.all.desktop else { return nil }
    return desktop.position(atX: position.share.x, y: position.share.y)
  }

  /// The name of the output at a position on the desktop; nil if unknown.
  func output(at position: DesktopPosition) -> String? {
    guard let (x, y) = logicalPosition(of: position) else { return nil }
    return outputList?.all.first { $0.rectangle?.contains(x: Int(x), y: Int(y)) == true }?.name
  }

  /// The window at a position on the desktop, in logical units, of KWin; nil if it is unknown.
  /// - Parameter desktop: the id of the current virtual desktop; nil if unknown.
  func findWindow(x: Double, y: Double, onDesktop desktop: String?) -> TouchedWindow? {
    switch windows?.window(x: Int(x), y: Int(y), onDesktop: desktop) {
    case .window(let named)?:
      let window = FocusedWindow(named.window)
      return TouchedWindow(
        app: window.app, title: window.title, isFullscreen: window.isFullscreen, isMaximized: window.isMaximized,
        id: named.uuid)
    case .nothing?: return .absent
    case nil: return nil
    }
  }

  /// Requests that a workspace is shown, from a compositor that lists them.
  /// - Parameters:
  ///   - output: the name of the output that shows it; nil for that of the workspace that was shown last.
  ///   - unchanged: the reason for people if it is shown already.
  /// - Returns: the reason for which this is not possible, for people; nil if it was requested.
  public func show(_ workspace: Workspaces.Target, onOutput output: String? = nil, unchanged: String) -> String? {
    guard let workspaces, workspaces.isOffered else { return "the compositor does not list its workspaces" }
    let output = output.flatMap { name in outputList?.all.first { $0.name == name }?.id }
    do throws(WaylandError) {
      if try workspaces.show(workspace, on: output) { return nil }
      // After the last one there is none.
      return workspaces.isShown(workspace, on: output) || workspace == .nextOrNone
        ? unchanged : "there is no such workspace"
    } catch {
      return "\(error)"
    }
  }

  /// The outputs that show a window: those that the compositor reports, or the one that shows its centre.
  private func outputNames(of window: Toplevel) -> [String] {
    guard let area = window.rectangle else { return window.outputs.compactMap { outputList?[$0]?.name } }
    let centre = (x: area.x + area.size.width / 2, y: area.y + area.size.height / 2)
    return (outputList?.all ?? []).filter { $0.rectangle?.contains(x: centre.x, y: centre.y) == true }
      .compactMap(\.name)
  }

  /// Reads the compositor's messages.
  public func dispatch(_ body: (Report) -> Void) {
    link.dispatch { report in
      switch report {
      case .connected(let display):
        listen(on: display)
        unreportedDisplay = display
      case .permitted(let display):
        body(.permitted)
        listen(on: display)
        unreportedDisplay = display
      case .lost(let error):
        (outputList, windows, workspaces, keyboard, inputWatch) = (nil, nil, nil, nil, nil)
        input = (nil, true)
        isChanged = true
        // A connection that was not reported needs no report of its loss.
        if unreportedDisplay == nil { body(.lost(error)) }
        unreportedDisplay = nil
      case .unreachable(let error):
        isChanged = true
        body(.problem("cannot communicate with the Wayland compositor: \(error)"))
      case .writable: break
      }
    }
    if isKeymapChanged, let keymap = keyboard?.keymap { body(.keymap(keymap)) }
    if let display = unreportedDisplay, keyboard?.isTold == true {
      unreportedDisplay = nil
      body(.connected(display))
    }
    if input.isNew { body(.input(input.report)) }
    input.isNew = false
    if isChanged { body(.changed) }
    (isChanged, isKeymapChanged) = (false, false)
  }

  private func listen(on display: WaylandDisplay) {
    let changed = { [unowned self] in isChanged = true }
    // First: the windows name their outputs by these objects.
    outputList = Outputs(of: display, changed: changed)
    windows = Toplevels(of: display, changed: changed)
    workspaces = Workspaces(of: display)
    keyboard = SeatKeyboard(of: display) { [unowned self] in isKeymapChanged = true }
    isChanged = true
    updateInputWatch()
  }

  private func updateInputWatch() {
    inputWatch = nil
    input = (nil, true)
    guard watchesInput, let display = link.display else { return }
    inputWatch = InputWatch(of: display, silence: InputReport.silence) { [unowned self] isSilent, isInhibitable in
      input = (isSilent.map { InputReport(isSilent: $0, isInhibitable: isInhibitable) }, true)
    }
    // A request that does not go now goes with the next dispatch.
    _ = try? display.flush()
  }
}

/// The outputs' panels, for commands that need nothing else of the desktop: touchscreens turn with them.
public final class PanelWatch {
  private let wayland: SessionWayland

  /// Starts to look for the compositor.
  /// - Throws: `SystemError` if the kernel has no descriptors to wait with; not if there is no compositor.
  public init() throws(SystemError) { wayland = try SessionWayland() }

  /// Becomes readable when there is something to dispatch. It does not change.
  public var descriptor: CInt { wayland.descriptor }

  /// The panels of the outputs, in the order they came; empty if there is no compositor.
  public var panels: [Panel] { wayland.outputs.map(\.panel) }

  /// Reads the compositor's messages.
  public func dispatch() { wayland.dispatch { _ in } }

  /// Waits until the compositor has reported its outputs, for at most half a second.
  public func settle() {
    // Without a compositor, the first dispatch decides.
    var mayAnswer = true
    Linux.settle(descriptor, within: .milliseconds(500), while: { panels.isEmpty && mayAnswer }) {
      dispatch()
      mayAnswer = wayland.isAwaited
    }
  }
}

extension FocusedWindow {
  /// The open windows, whether they have the focus or not, sorted, each once; nil if neither the compositor nor
  /// Sleight's extension of GNOME Shell lists them to this program.
  public static func allOpen() throws(SystemError) -> [FocusedWindow]? {
    let wayland = try SessionWayland()
    var isConnected = false
    settle([wayland.descriptor], while: { !isConnected && wayland.isAwaited }) {
      wayland.dispatch { if case .connected = $0 { isConnected = true } }
    }
    var windows = wayland.listedWindows
    if windows == nil, DesktopServices.areExpected { windows = try DesktopServices()?.listWindows() }
    return windows.map { Set($0).sorted { ($0.app, $0.title) < ($1.app, $1.title) } }
  }
}

extension DesktopState.OutputState {
  /// One of `all` outputs as the compositor describes it; nil if it has no name.
  fileprivate init?(_ output: Output, among all: [Output]) {
    guard let panel = Panel(of: output, among: all) else { return nil }
    self.init(
      panel: panel, orientation: output.logicalSize.map { $0.width >= $0.height ? .landscape : .portrait },
      rectangle: output.rectangle)
  }
}

extension Panel {
  /// The panel of one of `all` outputs; nil if it has no name.
  public init?(of output: Output, among all: [Output]) {
    guard let name = output.name else { return nil }
    let size = output.physicalSize.flatMap {
      Size(ofPanel: $0.width, $0.height, pixels: output.pixelSize.map { ($0.width, $0.height) })
    }
    self.init(
      output: name, size: size, turn: SurfaceTurn(under: output.transform), area: DesktopArea(of: output, among: all))
  }
}

extension DesktopArea {
  /// The part of the desktop that `output` shows, one of `all` outputs; nil if the position of one of several is
  /// unknown.
  public init?(of output: Output, among all: [Output]) {
    guard let own = output.rectangle, let desktop = all.desktop else {
      guard all == [output] else { return nil }
      self = .all
      return
    }
    let (width, height) = (Double(desktop.size.width), Double(desktop.size.height))
    self.init(
      left: Double(own.x - desktop.x) / width, top: Double(own.y - desktop.y) / height,
      width: Double(own.size.width) / width, height: Double(own.size.height) / height)
  }
}

extension SurfaceTurn {
  /// The turn of a surface that is fixed to a panel whose picture the compositor turns: the inverse. A picture that is
  /// turned counterclockwise is viewed with the panel turned clockwise.
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

extension FocusedWindow {
  fileprivate init(_ window: Toplevel) {
    self.init(
      app: window.appID, title: window.title, isFullscreen: window.isFullscreen, isMaximized: window.isMaximized)
  }
}
