/// The outputs, kept up to date by listening (wl_output).
public final class Outputs: GlobalObserver {
  /// All outputs that the compositor has described, in the order in which they were announced.
  public private(set) var all: [Output] = []

  private let display: WaylandDisplay
  private let changed: () -> Void
  private var listeners: [(global: Registry.Global, listener: OutputListener)] = []

  /// Starts listening.
  /// - Parameter changed: called when `all` has changed, at the end of a `dispatch`.
  public init(of display: WaylandDisplay, changed: @escaping () -> Void = {}) {
    self.display = display
    self.changed = changed
    display.addObserver(self)
  }

  /// The output `id`; nil if it is gone.
  public subscript(id: Output.ID) -> Output? { all.first { $0.id == id } }

  func appeared(_ global: Registry.Global) {
    guard global.kind == .output else { return }
    // If there is no room for a request, or the connection has ended, the output stays unknown.
    guard let listener = try? OutputListener(global, of: display) else { return }
    listeners.append((global, listener))
  }

  func disappeared(_ global: Registry.Global) { listeners.removeAll { $0.global == global } }

  func reportChanges() {
    let all = listeners.compactMap(\.listener.output)
    guard all != self.all else { return }
    self.all = all
    changed()
  }
}
