public import Linux

/// The input devices that are connected, by their names. None of them is opened.
public final class ConnectedInputs {
  private let monitor: UdevMonitor
  private let isHardware: (String) -> Bool
  private var nodes: [InputNode] = []

  /// The descriptor to wait for; call `dispatch` when it is readable. It does not change.
  public var descriptor: CInt { monitor.descriptor }

  /// The names that the kernel reports, each once, in the order in which the devices were found.
  public var names: [String] {
    nodes.reduce(into: []) { names, node in if !names.contains(node.name) { names.append(node.name) } }
  }

  /// True if there is a mouse that is not part of the machine.
  public var hasMouse: Bool { nodes.contains { $0.isMouse && !$0.isBuiltIn } }

  /// Finds the devices that exist.
  /// - Parameter isHardware: false for the name of a program's virtual device, which is ignored.
  /// - Throws: `SystemError`.
  public init(where isHardware: @escaping (String) -> Bool) throws(SystemError) {
    monitor = try UdevMonitor()
    self.isHardware = isHardware
    list()
  }

  /// Handles the devices that came and went since the last call.
  public func dispatch() {
    while true {
      do throws(UdevMonitor.Overflow) {
        guard let node = try monitor.next() else { return }
        nodes.removeAll { $0.path == node.path }
        if node.action != .removed { add(node) }
      } catch {
        list()
      }
    }
  }

  private func list() {
    nodes = []
    for node in monitor.present() { add(node) }
  }

  private func add(_ node: InputNode) { if isHardware(node.name) { nodes.append(node) } }
}
