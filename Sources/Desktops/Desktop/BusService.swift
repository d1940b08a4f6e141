internal import Linux

/// A service on a bus connection, followed as it starts, ends and restarts.
final class BusService {
  /// The unique name of its connection; empty if it is not on the bus, or the bus has not answered yet.
  private(set) var owner = ""

  private let changed: (String) -> Void
  private var listening: MessageBus.Slot?
  private var question: MessageBus.Slot?

  /// Follows the service `name`, which is not started if it is not there.
  /// - Parameter changed: called with each new `owner`; empty if there is none any more.
  /// - Throws: `SystemError` if there is no connection.
  init(_ name: String, on bus: MessageBus, changed: @escaping (String) -> Void) throws(SystemError) {
    self.changed = changed
    listening = try bus.listen(to: BusDriver.nameOwnerChanged(of: name)) { [unowned self] arguments in
      if arguments.count == 3, let owner = arguments[2].text { follow(owner) }
    }
    question = try bus.call(BusDriver.getNameOwner, [.text(name)]) { [unowned self] reply in
      if case .success(let values) = reply, let owner = values.first?.text { follow(owner) }
    }
  }

  private func follow(_ owner: String) {
    guard owner != self.owner else { return }
    self.owner = owner
    changed(owner)
  }
}
