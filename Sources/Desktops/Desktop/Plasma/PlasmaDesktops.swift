internal import Linux
internal import Rules

/// The virtual desktops of KWin, on the session bus. KWin itself does not know which one was shown before.
final class PlasmaDesktops {
  static let path = "/VirtualDesktopManager"
  private static let interface = "org.kde.KWin.VirtualDesktopManager"
  /// The reason why there are none.
  static let absence = "KWin is not on the session bus"

  private let owner: String
  private var signal: MessageBus.Slot?
  private var question: MessageBus.Slot?
  /// The id of the current one; nil until KWin has told it.
  private(set) var current: String?
  /// True until KWin has answered.
  var isAwaited: Bool { question?.isAwaited ?? false }
  /// The id of the one that was shown before.
  private var previous: String?

  /// Follows those of KWin, whose unique name is `owner`.
  /// - Throws: `SystemError` if there is no connection.
  init(at owner: String, on bus: MessageBus) throws(SystemError) {
    self.owner = owner
    signal = try bus.listen(to: Self.changed(from: owner)) { [unowned self] in follow($0.first?.text) }
    question = try bus.call(properties, [.text(Self.interface)]) { [unowned self] reply in
      current = current ?? reply.first?["current"]?.text
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
    calls.call(properties, [.text(Self.interface)]) { [weak self] values in
      // Another KWin may have taken its place, which has not answered yet.
      guard let self else { return calls.fail(Self.absence) }
      let ids = (values.first?["desktops"]?.elements ?? []).compactMap {
        $0.elements.count == 3 ? $0.elements[1].text : nil
      }
      let shown = values.first?["current"]?.text
      let wraps = values.first?["navigationWrappingAround"]?.boolean == true
      guard let id = Self.target(of: operation, in: ids, from: shown, wraps: wraps, previous: previous) else {
        return calls.fail(Self.absence(of: operation, count: ids.count))
      }
      guard id != shown else { return calls.fail(operation.unchangedReason ?? "it is shown already") }
      calls.call(
        BusProperties.set(of: Self.path, at: owner), [.text(Self.interface), .text("current"), .textVariant(id)])
    }
  }

  /// The id of the virtual desktop to show; nil if there is none.
  /// - Parameters:
  ///   - shown: the id of the one that is shown.
  ///   - wraps: true if the first follows the last one, by KWin's setting.
  private static func target(
    of operation: DesktopOperation, in ids: [String], from shown: String?, wraps: Bool, previous: String?
  ) -> String? {
    func neighbour(_ distance: Int, wraps: Bool) -> String? {
      guard let place = ids.firstIndex(where: { $0 == shown }).map({ $0 + distance }) else { return ids.first }
      if ids.indices.contains(place) { return ids[place] }
      return wraps ? ids[(place + ids.count) % ids.count] : shown
    }
    switch operation {
    case .workspace(.next): return neighbour(1, wraps: wraps)
    case .workspace(.previous): return neighbour(-1, wraps: wraps)
    // KWin keeps each one that is made, so none is.
    case .workspace(.nextOrNew): return neighbour(1, wraps: false)
    case .workspace(.first): return ids.first
    case .workspace(.last): return ids.last
    case .workspace(.back): return previous.flatMap { ids.contains($0) ? $0 : nil }
    // The shortcut moves the window alone.
    case .workspaceNumber(let number), .window(.toWorkspace(let number)):
      return ids.indices.contains(number - 1) ? ids[number - 1] : nil
    case .touchedWorkspace, .desktop, .window, .touchedWindow: return nil
    }
  }

  private static func absence(of operation: DesktopOperation, count: Int) -> String {
    operation == .workspace(.back)
      ? "no other workspace was shown before" : "the number of workspaces is \(count)"
  }
}
