internal import Linux
internal import Rules
internal import Time

/// GNOME's monitor of the input of all devices. It reports each silence, and on request the next input. While a program
/// inhibits idleness, as one that plays a video does, it reports no silence.
final class IdleMonitor {
  static let name = "org.gnome.Mutter.IdleMonitor"

  /// The latest report; nil before the first one, and while idleness is inhibited.
  var report: InputReport? { isInhibited ? nil : latest }

  private var latest: InputReport?
  private var isInhibited = false

  private let owner: String
  private let bus: MessageBus
  private var listening: MessageBus.Slot?
  private var call: MessageBus.Slot?
  private var sessionManager: BusService?
  private var inhibitors: [MessageBus.Slot] = []
  /// The watches for silence and for the next input, by their numbers.
  private var watches: (silence: UInt32?, input: UInt32?)

  /// Watches the monitor whose unique name is `owner`.
  /// - Throws: `SystemError` if there is no connection.
  init(at owner: String, on bus: MessageBus) throws(SystemError) {
    (self.owner, self.bus) = (owner, bus)
    listening = try bus.listen(to: Self.fired(from: owner)) { [unowned self] in fired($0.first?.unsigned) }
    let time = UInt64(InputReport.silence.wholeMicroseconds / 1000)
    call = try bus.call(Self.method("AddIdleWatch", at: owner), [.unsigned64(time)]) { [unowned self] in
      watches.silence = $0.first?.unsigned
    }
    sessionManager = try BusService(SessionManager.name, on: bus) { [unowned self] owner in
      isInhibited = false
      inhibitors = []
      guard !owner.isEmpty else { return }
      let read = { [unowned self] (properties: BusValue?) in
        guard let actions = properties?["InhibitedActions"]?.unsigned else { return }
        isInhibited = actions & SessionManager.idleness != 0
      }
      // If the connection is lost, the owner of the monitor detects it.
      let changed = BusProperties.changed(of: SessionManager.path, from: owner, on: SessionManager.name)
      let all = BusProperties.getAll(of: SessionManager.path, at: owner)
      inhibitors = [
        try? bus.listen(to: changed) { read($0.dropFirst().first) },
        try? bus.call(all, [.text(SessionManager.name)]) { read($0.first) },
      ].compactMap { $0 }
    }
  }

  deinit {
    for watch in [watches.silence, watches.input] {
      if let watch { try? bus.send(Self.method("RemoveWatch", at: owner), [.unsigned(watch)]) }
    }
  }

  private static let path = "/org/gnome/Mutter/IdleMonitor/Core"

  static func method(_ member: String, at owner: String) -> BusMethod {
    BusMethod(destination: owner, path: path, interface: name, member: member)
  }

  /// (watch): what a watch waits for has happened.
  static func fired(from owner: String) -> BusSignal {
    BusSignal(sender: owner, path: path, interface: name, member: "WatchFired")
  }

  private func fired(_ watch: UInt32?) {
    guard let watch else { return }
    switch watch {
    case watches.silence:
      latest = InputReport(isSilent: true, isInhibitable: false)
      call = try? bus.call(Self.method("AddUserActiveWatch", at: owner)) { [unowned self] in
        watches.input = $0.first?.unsigned
      }
    case watches.input:
      // GNOME has removed it.
      watches.input = nil
      latest = InputReport(isSilent: false, isInhibitable: false)
    default: break
    }
  }
}

/// GNOME's session manager, as far as programs inhibit what it does.
enum SessionManager {
  static let name = "org.gnome.SessionManager"
  static let path = "/org/gnome/SessionManager"
  /// The flag of `InhibitedActions` for idleness.
  static let idleness: UInt32 = 8
}
