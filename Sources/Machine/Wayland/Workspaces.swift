internal import CWayland

/// The workspaces of a compositor, kept up to date by listening to ext_workspace_manager_v1.
public final class Workspaces: GlobalObserver {
  /// A workspace, seen from the one that is shown.
  public enum Target: Hashable, Sendable {
    /// The neighbours; the list goes round
    case next, previous
    /// The next one, or none after the last
    case nextOrNone
    case first, last
    /// The one that was shown before
    case back
    /// One by its place, counted from 1
    case number(Int)
  }

  private static let listener: ListenerTable<ext_workspace_manager_v1_listener> = {
    var listener = ext_workspace_manager_v1_listener()
    listener.workspace_group = { data, _, pointer in
      guard let pointer else { return }
      // Without an owner nothing would destroy the object.
      guard let list = receiver(data, Workspaces.self), list.groups.count < maxCount else {
        return wl_proxy_destroy(pointer)
      }
      list.groups.append(WorkspaceGroup(owning: pointer, of: list, on: list.display))
    }
    listener.workspace = { data, _, pointer in
      guard let pointer else { return }
      guard let list = receiver(data, Workspaces.self), list.workspaces.count < maxCount else {
        return wl_proxy_destroy(pointer)
      }
      list.workspaces.append(WorkspaceListener(owning: pointer, of: list, on: list.display))
    }
    listener.done = { data, _ in receiver(data, Workspaces.self)?.finishDescription() }
    listener.finished = { data, _ in
      guard let list = receiver(data, Workspaces.self) else { return }
      list.manager?.isFinished = true
      list.removeAll()
    }
    return ListenerTable(listener)
  }()

  /// The bound manager.
  private final class Manager {
    let global: Registry.Global
    let proxy: Proxy
    /// True if the compositor has destroyed its object, which then accepts no requests.
    var isFinished = false

    init(_ global: Registry.Global, of display: WaylandDisplay) throws(WaylandError) {
      self.global = global
      proxy = Proxy(owning: try display.bind(global, as: global.kind), on: display)
    }

    deinit { if !isFinished { ext_workspace_manager_v1_stop(proxy.pointer) } }
  }

  /// The maximum number of workspaces to listen to, as protection against defective compositors.
  private static let maxCount = 1024

  private let display: WaylandDisplay
  private var manager: Manager?
  fileprivate var groups: [WorkspaceGroup] = []
  /// In the order in which they were announced.
  fileprivate var workspaces: [WorkspaceListener] = []
  private var shown: WorkspaceListener?
  private var shownBefore: WorkspaceListener?

  /// Starts listening.
  public init(of display: WaylandDisplay) {
    self.display = display
    display.addObserver(self)
  }

  /// True if the compositor lists its workspaces.
  public var isOffered: Bool { manager != nil }

  /// Requests that a workspace is shown.
  /// - Parameter output: an output that shows it; nil for those of the workspace that was shown last.
  /// - Returns: false if there is no such workspace, or it is shown already: then `isShown` is true of it.
  /// - Throws: `WaylandError` if the connection has ended, or has no room.
  public func show(_ target: Target, on output: Output.ID? = nil) throws(WaylandError) -> Bool {
    guard let manager, let place = self.place(of: target, on: output), case let workspace = workspaces[place],
      workspace !== shown(on: output)
    else { return false }
    try display.request {
      ext_workspace_handle_v1_activate(workspace.proxy.pointer)
      ext_workspace_manager_v1_commit(manager.proxy.pointer)
    }
    try display.flush()
    return true
  }

  /// True if the workspace is the one that is shown.
  public func isShown(_ target: Target, on output: Output.ID? = nil) -> Bool {
    place(of: target, on: output).map { workspaces[$0] === shown(on: output) } ?? false
  }

  /// The workspace that `output` shows; for nil, or if no group has the output, the one that was shown last.
  private func shown(on output: Output.ID?) -> WorkspaceListener? {
    guard let output, let group = groups.first(where: { $0.outputs.contains(output) }) else { return shown }
    return workspaces.first { $0.group == ObjectIdentifier(group) && $0.isActive }
  }

  /// The place of a workspace among all that were announced; nil if there is no such workspace.
  func place(of target: Target, on output: Output.ID? = nil) -> Int? {
    let shown = self.shown(on: output)
    let group = shown?.group
    let places = workspaces.indices.filter { workspaces[$0].group == group && !workspaces[$0].isHidden }
    guard let first = places.first else { return nil }
    let current = places.firstIndex { workspaces[$0] === shown }
    switch target {
    case .next: return current.map { places[($0 + 1) % places.count] } ?? first
    case .previous: return current.map { places[($0 + places.count - 1) % places.count] } ?? first
    case .nextOrNone:
      guard let current else { return first }
      return current + 1 < places.count ? places[current + 1] : nil
    case .first: return first
    case .last: return places.last
    case .back: return shownBefore.flatMap { before in workspaces.firstIndex { $0 === before } }
    case .number(let number): return (1...places.count).contains(number) ? places[number - 1] : nil
    }
  }

  func appeared(_ global: Registry.Global) {
    guard global.kind == .workspaces, manager == nil, let manager = try? Manager(global, of: display) else { return }
    self.manager = manager
    ext_workspace_manager_v1_add_listener(manager.proxy.pointer, Self.listener.pointer, listenerData(self))
  }

  func disappeared(_ global: Registry.Global) { if manager?.global == global { removeAll() } }

  func reportChanges() {}

  /// Handles the end of a description. With several groups, each has an active workspace: the one that became active
  /// last counts.
  private func finishDescription() {
    let new = workspaces.first { $0.isActive && !$0.wasActive } ?? workspaces.first { $0.isActive && $0 === shown }
    for workspace in workspaces { workspace.wasActive = workspace.isActive }
    guard let new, new !== shown else { return }
    (shownBefore, shown) = (shown, new)
  }

  fileprivate func remove(_ workspace: WorkspaceListener) {
    if shown === workspace { shown = nil }
    if shownBefore === workspace { shownBefore = nil }
    workspaces.removeAll { $0 === workspace }
  }

  fileprivate func remove(_ group: WorkspaceGroup) { groups.removeAll { $0 === group } }

  private func removeAll() {
    (shown, shownBefore, workspaces, groups, manager) = (nil, nil, [], [], nil)
  }
}

/// A workspace. The compositor's order of its events ends with `done` of the manager.
private final class WorkspaceListener {
  private static let listener: ListenerTable<ext_workspace_handle_v1_listener> = {
    var listener = ext_workspace_handle_v1_listener()
    listener.id = { _, _, _ in }
    listener.name = { _, _, _ in }
    listener.coordinates = { _, _, _ in }
    listener.state = { data, _, state in
      guard let workspace = receiver(data, WorkspaceListener.self) else { return }
      workspace.isActive = state & EXT_WORKSPACE_HANDLE_V1_STATE_ACTIVE.rawValue != 0
      workspace.isHidden = state & EXT_WORKSPACE_HANDLE_V1_STATE_HIDDEN.rawValue != 0
    }
    listener.capabilities = { _, _, _ in }
    listener.removed = { data, _ in
      guard let workspace = receiver(data, WorkspaceListener.self) else { return }
      workspace.owner.remove(workspace)
    }
    return ListenerTable(listener)
  }()

  let proxy: Proxy
  unowned let owner: Workspaces
  var group: ObjectIdentifier?
  var isActive = false
  /// True if it was active at the end of the previous description.
  var wasActive = false
  var isHidden = false

  /// Takes ownership of the object `pointer`, which the compositor created.
  init(owning pointer: OpaquePointer, of owner: Workspaces, on display: WaylandDisplay) {
    self.owner = owner
    proxy = Proxy(owning: pointer, on: display, destroy: ext_workspace_handle_v1_destroy)
    ext_workspace_handle_v1_add_listener(pointer, Self.listener.pointer, listenerData(self))
  }
}

/// Workspaces that are shown on the same outputs.
private final class WorkspaceGroup {
  private static let listener: ListenerTable<ext_workspace_group_handle_v1_listener> = {
    var listener = ext_workspace_group_handle_v1_listener()
    listener.capabilities = { _, _, _ in }
    listener.output_enter = { data, _, output in
      guard let id = OutputListener.id(of: output) else { return }
      receiver(data, WorkspaceGroup.self)?.outputs.insert(id)
    }
    listener.output_leave = { data, _, output in
      guard let id = OutputListener.id(of: output) else { return }
      receiver(data, WorkspaceGroup.self)?.outputs.remove(id)
    }
    listener.workspace_enter = { data, _, workspace in
      guard let group = receiver(data, WorkspaceGroup.self) else { return }
      group.workspace(workspace)?.group = ObjectIdentifier(group)
    }
    listener.workspace_leave = { data, _, workspace in
      guard let group = receiver(data, WorkspaceGroup.self), let workspace = group.workspace(workspace) else { return }
      if workspace.group == ObjectIdentifier(group) { workspace.group = nil }
    }
    listener.removed = { data, _ in
      guard let group = receiver(data, WorkspaceGroup.self) else { return }
      group.owner.remove(group)
    }
    return ListenerTable(listener)
  }()

  /// The outputs that show its workspaces.
  fileprivate var outputs: Set<Output.ID> = []
  private let proxy: Proxy
  private unowned let owner: Workspaces

  /// Takes ownership of the object `pointer`, which the compositor created.
  init(owning pointer: OpaquePointer, of owner: Workspaces, on display: WaylandDisplay) {
    self.owner = owner
    proxy = Proxy(owning: pointer, on: display, destroy: ext_workspace_group_handle_v1_destroy)
    ext_workspace_group_handle_v1_add_listener(pointer, Self.listener.pointer, listenerData(self))
  }

  private func workspace(_ pointer: OpaquePointer?) -> WorkspaceListener? {
    owner.workspaces.first { $0.proxy.pointer == pointer }
  }
}
