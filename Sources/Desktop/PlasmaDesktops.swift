internal import Linux
internal import Rules

/// The virtual desktops of KWin, on the session bus. KWin itself does not know which one was shown before.
final class PlasmaDesktops {
  static let path = "/VirtualDesktopManager"
  private static let interface = "org.kde.KWin.VirtualDesktopManager"

  private let owner: String
  private var signal: MessageBus.Slot?
  private var question: MessageBus.Slot?
  /// The id of the current one; nil until KWin has told it.
  private(set) var current: String?
  /// The id of the one that was shown before.
  private var previous: String?

  /// Follows those of KWin, whose unique name is `owner`.
  /// - Throws: `SystemError` if there is no connection.
  init(at owner: String, on bus: MessageBus) throws(SystemError) {
    self.owner = owner
    signal = try bus.listen(to: Self.changed(from: owner)) { [unowned self] in follow($0.first?.text) }
    question = try bus.call(properties, [.text(Self.interface)]) { [unowned self] reply in
      current = current ?? (try? reply.get())?.first?["current"]?.text
    }
  }

  /// (id): another one is shown.
  static func changed(from owner: String) -> BusSignal {
    BusSignal(sender: owner, path: path, interface: interface, member: "currentChanged")
  }

  private var properties: BusMethod { BusProperties.getAll(of: Self.path, at: owner) }

  private func follow(_ id: String?) {
    guard let id, id != current else { return }
    (previous, current) = (current, id)
  }

  /// Shows another one. They may have changed, so KWin is asked for them.
  func perform(_ operation: DesktopOperation, by calls: OperationCalls) {
    calls.call(properties, [.text(Self.interface)]) { [unowned self] values in
      let ids = (values.first?["desktops"]?.elements ?? []).compactMap {
        $0.elements.count == 3 ? $0.elements[1].text : nil
      }
      guard let id = Self.target(of: operation, in: ids, previous: previous) else {
        return calls.fail(Self.absence(of: operation, count: ids.count))
      }
      calls.call(
        BusProperties.set(of: Self.path, at: owner), [.text(Self.interface), .text("current"), .textVariant(id)])
    }
  }

  /// The id of the virtual desktop to show; nil if there is none.
  private static func target(of operation: DesktopOperation, in ids: [String], previous: String?) -> String? {
    switch operation {
    case .workspace(.first): ids.first
    case .workspace(.last): ids.last
    case .workspace(.back): previous.flatMap { ids.contains($0) ? $0 : nil }
    case .workspaceNumber(let number): ids.indices.contains(number - 1) ? ids[number - 1] : nil
    case .workspace(.next), .workspace(.previous), .desktop, .window, .touchedWindow: nil
    }
  }

  private static func absence(of operation: DesktopOperation, count: Int) -> String {
    operation == .workspace(.back)
      ? "no other workspace was shown before" : "the number of workspaces is \(count)"
  }
}
