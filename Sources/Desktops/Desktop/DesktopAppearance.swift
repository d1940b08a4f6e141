internal import Glibc
internal import Linux
internal import Time

/// The looks that the desktop asks of programs (org.freedesktop.portal.Settings), as they are now.
public struct DesktopAppearance: Hashable, Sendable {
  /// True if the desktop prefers light programs, false if dark ones; nil if it has no preference, or says none.
  public var isLight: Bool?
  /// The font of texts, as `Cantarell 11`; nil if unknown.
  public var font: String?

  public init(isLight: Bool? = nil, font: String? = nil) { (self.isLight, self.font) = (isLight, font) }

  /// Asks the session's bus, and waits for the answers.
  /// - Parameter patience: the longest wait: a desktop without the portal may not answer.
  public static func read(within patience: Duration) -> DesktopAppearance {
    guard let address = MessageBus.sessionAddress else { return DesktopAppearance() }
    return (try? read(from: address, until: .now + patience)) ?? DesktopAppearance()
  }

  private static func read(from address: String, until deadline: Timestamp) throws -> DesktopAppearance {
    let bus = try MessageBus(address: address)
    try bus.connect(waitingForBus: false)
    var appearance = DesktopAppearance()
    var awaited = 2
    let scheme = try bus.call(Portal.read, [.text("org.freedesktop.appearance"), .text("color-scheme")]) { reply in
      awaited -= 1
      let value = reply.first?.unsigned
      appearance.isLight = value == 1 ? false : value == 2 ? true : nil
    }
    let font = try bus.call(Portal.read, [.text("org.gnome.desktop.interface"), .text("font-name")]) { reply in
      awaited -= 1
      appearance.font = reply.first?.text
    }
    try withExtendedLifetime((scheme, font)) {
      var waiting = pollfd(fd: bus.descriptor, events: Int16(POLLIN), revents: 0)
      while awaited > 0, Timestamp.now < deadline {
        _ = poll(&waiting, 1, (deadline - .now).milliseconds)
        try bus.dispatch()
      }
    }
    return appearance
  }
}

/// The settings of the desktop, for all programs.
private enum Portal {
  /// (namespace, key) -> value
  static let read = BusMethod(
    destination: "org.freedesktop.portal.Desktop", path: "/org/freedesktop/portal/desktop",
    interface: "org.freedesktop.portal.Settings", member: "Read")
}
