internal import CWayland
internal import Linux

/// Reports whether the seat has had input recently, of any device (ext_idle_notify_v1). It wakes this program twice in
/// a pause of the input: at the end of the time, and with the next input.
public final class InputWatch: GlobalObserver {
  private static let listener: ListenerTable<ext_idle_notification_v1_listener> = {
    var listener = ext_idle_notification_v1_listener()
    listener.idled = { data, _ in receiver(data, InputWatch.self)?.report(isSilent: true) }
    listener.resumed = { data, _ in receiver(data, InputWatch.self)?.report(isSilent: false) }
    return ListenerTable(listener)
  }()

  /// The notification, with what it is made of.
  private struct Notification: ~Copyable {
    let seat: Proxy
    let notifier: Proxy
    let proxy: Proxy
    let ignoresInhibitors: Bool
  }

  private let display: WaylandDisplay
  private let silence: Duration
  private let changed: (_ isSilent: Bool?, _ isInhibitable: Bool) -> Void
  private var globals: (notifier: Registry.Global?, seat: Registry.Global?)
  private var notification: Notification?

  /// Starts watching.
  /// - Parameters:
  ///   - silence: the time without input that is reported, in whole milliseconds.
  ///   - changed: called while events are dispatched: true after that time, false with the next input, nil if there are
  ///     no more reports; and true if a program may inhibit the former, as one that plays a video does.
  public init(
    of display: WaylandDisplay, silence: Duration, changed: @escaping (_ isSilent: Bool?, _ isInhibitable: Bool) -> Void
  ) {
    (self.display, self.silence, self.changed) = (display, silence, changed)
    display.addObserver(self)
  }

  func appeared(_ global: Registry.Global) {
    switch global.kind {
    case .idleNotifier: globals.notifier = globals.notifier ?? global
    case .seat: globals.seat = globals.seat ?? global
    default: return
    }
    if notification == nil { notification = try? notify() }
  }

  func disappeared(_ global: Registry.Global) {
    if globals.seat == global { globals.seat = display.first(.seat) }
    if globals.notifier == global { globals.notifier = nil }
    guard global.kind == .seat || global.kind == .idleNotifier else { return }
    notification = nil
    changed(nil, false)
    notification = try? notify()
  }

  func reportChanges() {}

  private func notify() throws(WaylandError) -> Notification? {
    guard let manager = globals.notifier, let global = globals.seat else { return nil }
    let seat = try Proxy(seat: global, of: display)
    let notifier = Proxy(
      owning: try display.bind(manager, as: .idleNotifier), on: display, destroy: ext_idle_notifier_v1_destroy)
    let time = UInt32(silence.milliseconds)
    let ignoresInhibitors = notifier.version >= 2
    var pointer: OpaquePointer?
    try display.request {
      pointer =
        ignoresInhibitors
        ? ext_idle_notifier_v1_get_input_idle_notification(notifier.pointer, time, seat.pointer)
        : ext_idle_notifier_v1_get_idle_notification(notifier.pointer, time, seat.pointer)
    }
    guard let pointer else { throw .noMemory(for: "ext_idle_notification_v1") }
    ext_idle_notification_v1_add_listener(pointer, Self.listener.pointer, listenerData(self))
    return Notification(
      seat: seat, notifier: notifier,
      proxy: Proxy(owning: pointer, on: display, destroy: ext_idle_notification_v1_destroy),
      ignoresInhibitors: ignoresInhibitors)
  }

  private func report(isSilent: Bool) {
    changed(isSilent, !(notification?.ignoresInhibitors ?? false))
  }
}
