public import Linux

/// The keyboard layout that the system's settings name (systemd-localed(8)), kept up to date by listening. It is for
/// desktops that tell nobody of their keymap; where there is no localed, nothing is known, and nothing is said of it.
public final class SystemKeyboard {
  /// A layout by the names of xkeyboard-config(7); what is not set is empty.
  public struct Layout: Hashable, Sendable {
    /// As in `de`, or several as in `us,ru`
    public var layout: String
    /// As in `neo`
    public var variant: String
    /// As in `pc105`
    public var model: String
    /// As in `compose:caps`
    public var options: String

    /// Nil where `properties` of localed name no layout.
    init?(_ properties: BusValue) {
      guard let layout = properties["X11Layout"]?.text, !layout.isEmpty else { return nil }
      self.layout = layout
      variant = properties["X11Variant"]?.text ?? ""
      model = properties["X11Model"]?.text ?? ""
      options = properties["X11Options"]?.text ?? ""
    }
  }

  private static let name = "org.freedesktop.locale1"
  private static let path = "/org/freedesktop/locale1"

  /// What it names; nil where it names none, or has not answered yet.
  public private(set) var layout: Layout?
  /// True until localed has answered, or cannot be asked.
  public private(set) var isAwaited = true

  private let bus: SystemBus
  /// Whether the bus has ever answered on this connection.
  private var wasAnswered = false
  private var ownerSlot: SystemBus.Slot?
  private var changesSlot: SystemBus.Slot?
  /// The one question that is being asked; a new one takes its place.
  private var question: SystemBus.Slot?

  /// Asks; `dispatch` hands over the answer.
  /// - Throws: `SystemError` where the kernel has nothing to wait with, but not for there being no bus or no localed.
  public convenience init() throws(SystemError) { try self.init(busAddress: SystemBus.defaultAddress) }

  init(busAddress: String) throws(SystemError) {
    bus = try SystemBus(address: busAddress)
    connect(whenThere: false)
  }

  /// Becomes readable when there is something to dispatch. It stays the same for this object's life.
  public var descriptor: CInt { bus.descriptor }

  /// Takes in what localed said since the last call.
  /// - Returns: whether `layout` is another one by it.
  public func dispatch() -> Bool {
    let before = layout
    do {
      try bus.dispatch()
    } catch {
      // A bus that sends us away at once would do so again and again.
      if wasAnswered { connect(whenThere: true) } else { leave() }
    }
    return layout != before
  }

  private func connect(whenThere: Bool) {
    wasAnswered = false
    changesSlot = nil
    do {
      try bus.connect(whenThere: whenThere)
      // It ends when it has had nothing to do for a while, and is there again under another name when it is needed.
      ownerSlot = try bus.listen(to: BusDriver.nameOwnerChanged(of: Self.name)) { [unowned self] arguments in
        if arguments.count == 3, let owner = arguments[2].text, !owner.isEmpty { follow(owner) }
      }
      question = try bus.call(BusDriver.getNameOwner, [.text(Self.name)]) { [unowned self] reply in
        wasAnswered = true
        if case .success(let values) = reply, let owner = values.first?.text {
          follow(owner)
        } else {
          // The bus starts it, and `follow` is called.
          ask(Self.name)
        }
      }
    } catch {
      leave()
    }
  }

  private func leave() {
    bus.disconnect()
    isAwaited = false
  }

  private func follow(_ owner: String) {
    changesSlot = try? bus.listen(to: BusProperties.changed(of: Self.path, from: owner, on: Self.name)) {
      [unowned self] _ in ask(owner)
    }
    ask(owner)
  }

  private func ask(_ destination: String) {
    question = try? bus.call(BusProperties.getAll(of: Self.path, at: destination), [.text(Self.name)]) {
      [unowned self] reply in
      isAwaited = false
      if case .success(let values) = reply, let properties = values.first { layout = Layout(properties) }
    }
    if question == nil { isAwaited = false }
  }
}
