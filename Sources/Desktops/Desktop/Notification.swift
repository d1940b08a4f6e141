internal import Linux
internal import Text

/// A notification of the desktop whose text changes (Desktop Notifications Specification).
///
/// The connection to the bus stays open: GNOME Shell removes the notifications of programs that leave the bus.
public final class Notification {
  private let bus: MessageBus
  private let failed: (String) -> Void
  /// The text that is not sent yet.
  private var text: (summary: String, body: String)?
  private var call: MessageBus.Slot?
  /// The number by which the desktop knows it; 0 before it was shown.
  private var id: UInt32 = 0
  /// True if the desktop reads the body as markup; nil until it has answered.
  private var hasMarkup: Bool?
  /// True if the connection to the bus has ended.
  public private(set) var isLost = false

  /// A notification that is not shown yet; nil without a message bus.
  /// - Parameter failed: called with the reason for people if it cannot be shown.
  public convenience init?(failed: @escaping (String) -> Void) {
    guard let address = MessageBus.sessionAddress else { return nil }
    try? self.init(busAddress: address, failed: failed)
  }

  init(busAddress: String, failed: @escaping (String) -> Void) throws(SystemError) {
    bus = try MessageBus(address: busAddress)
    self.failed = failed
    try bus.connect(waitingForBus: false)
  }

  /// The descriptor to wait for; call `dispatch` when it is readable. It does not change.
  public var descriptor: CInt { bus.descriptor }

  /// Handles the answers of the desktop.
  public func dispatch() { do { try bus.dispatch() } catch { isLost = true } }

  /// Shows it with this text, in place of the one before.
  public func show(_ summary: String, _ body: String) {
    text = (summary, body)
    send()
  }

  private func send() {
    guard call == nil, let text else { return }
    guard let hasMarkup else {
      return ask(Notifications.getCapabilities, []) { [unowned self] in
        hasMarkup = $0.first?.elements.contains(.text("body-markup")) ?? false
      }
    }
    self.text = nil
    ask(
      Notifications.notify,
      [
        .text("Sleight"), .unsigned(id), .text(""), .text(text.summary),
        .text(hasMarkup ? Notifications.escaped(text.body) : text.body), .empty("s"), .empty("{sv}"), .integer(-1),
      ]
    ) { [unowned self] in id = $0.first?.unsigned ?? 0 }
  }

  private func ask(
    _ method: BusMethod, _ arguments: [MessageBus.Argument], answered: @escaping ([BusValue]) -> Void
  ) {
    do throws(SystemError) {
      call = try bus.call(method, arguments) { [unowned self] reply in
        call = nil
        switch reply {
        case .success(let values):
          answered(values)
          send()
        case .failure(let error):
          text = nil
          failed("\(error)")
        }
      }
    } catch {
      text = nil
      failed("\(error)")
    }
  }
}

/// The service of the desktop that shows notifications.
enum Notifications {
  static let name = "org.freedesktop.Notifications"
  private static let path = "/org/freedesktop/Notifications"

  /// () -> the names of the optional features
  static let getCapabilities = BusMethod(destination: name, path: path, interface: name, member: "GetCapabilities")

  /// (application, number of the one to replace, icon, summary, body, actions, hints, ms until it expires) -> its
  /// number
  static let notify = BusMethod(destination: name, path: path, interface: name, member: "Notify")

  /// The text in the markup of notifications.
  static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
