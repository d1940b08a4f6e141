public import Linux
public import Rules

/// The keyboard layout in the system's settings (systemd-localed(8)), kept up to date by listening. It is for desktops
/// that do not send their keymap; without localed it is unknown, which is not reported.
public final class SystemKeyboard {
  static let name = "org.freedesktop.locale1"
  static let path = "/org/freedesktop/locale1"

  /// The configured layout; nil if none is set, or localed has not answered yet.
  public private(set) var layout: KeyboardLayout?
  /// True until localed has answered, or cannot be asked.
  public private(set) var isAwaited = true

  private let bus: MessageBus
  /// True if the bus has answered on this connection.
  private var hasBusAnswered = false
  private var ownerSlot: MessageBus.Slot?
  private var changesSlot: MessageBus.Slot?
  /// The pending call; a new one replaces it.
  private var pendingCall: MessageBus.Slot?

  /// Asks localed; `dispatch` handles the reply.
  /// - Throws: `SystemError` if a descriptor cannot be created, but not if there is no bus or no localed.
  public convenience init() throws(SystemError) { try self.init(busAddress: MessageBus.systemAddress) }

  init(busAddress: String) throws(SystemError) {
    bus = try MessageBus(address: busAddress)
    connect(waitingForBus: false)
  }

  /// The descriptor to wait for; call `dispatch` when it is readable. It does not change.
  public var descriptor: CInt { bus.descriptor }

  /// Handles the messages since the last call.
  /// - Returns: true if `layout` has changed.
  public func dispatch() -> Bool {
    let before = layout
    do {
      try bus.dispatch()
    } catch {
      if !hasBusAnswered { isAwaited = false }
      bus.reconnect(hasAnswered: hasBusAnswered) { [unowned self] in connect(waitingForBus: true) }
    }
    return layout != before
  }

  private func connect(waitingForBus: Bool) {
    hasBusAnswered = false
    changesSlot = nil
    do {
      try bus.connect(waitingForBus: waitingForBus)
      // localed ends when it is idle, and starts again under another name when it is needed.
      ownerSlot = try bus.listen(to: BusDriver.nameOwnerChanged(of: Self.name)) { [unowned self] arguments in
        if arguments.count == 3, let owner = arguments[2].text, !owner.isEmpty { follow(owner) }
      }
      pendingCall = try bus.call(BusDriver.getNameOwner, [.text(Self.name)]) { [unowned self] reply in
        hasBusAnswered = true
        if case .success(let values) = reply, let owner = values.first?.text {
          follow(owner)
        } else {
          // The bus starts localed, and `follow` is called.
          ask(Self.name)
        }
      }
    } catch {
      giveUp()
    }
  }

  private func giveUp() {
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
    pendingCall = try? bus.call(BusProperties.getAll(of: Self.path, at: destination), [.text(Self.name)]) {
      [unowned self] reply in
      isAwaited = false
      if case .success(let values) = reply, let properties = values.first { layout = KeyboardLayout(properties) }
    }
    if pendingCall == nil { isAwaited = false }
  }
}

extension KeyboardLayout {
  /// Nil if localed's `properties` contain no layout.
  init?(_ properties: BusValue) {
    guard let layout = properties["X11Layout"]?.text, !layout.isEmpty else { return nil }
    self.init(
      layout: layout, variant: properties["X11Variant"]?.text ?? "", model: properties["X11Model"]?.text ?? "",
      options: properties["X11Options"]?.text ?? "")
  }
}
