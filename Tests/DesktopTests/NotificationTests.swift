import CSystemd
import Linux
import Testing
import Time
import Waiting

@testable import Desktop

@Suite("A notification of the desktop")
struct NotificationTests {
  /// A service on a bus as the specification describes it. Its notifications get the numbers from 7 on.
  private final class Service {
    struct Shown: Equatable {
      var replaced: UInt32
      var summary: String
      var body: String
    }

    private(set) var shown: [Shown] = []
    private var program: FakeService?

    init(on server: PrivateBus, capabilities: [String]) throws {
      program = try FakeService(on: server, named: Notifications.name) { [unowned self] member, call, reply in
        guard member == "GetCapabilities" else { return show(call, reply) }
        append("a", of: "s", to: reply) { for name in capabilities { append(name, to: reply) } }
      }
    }

    func dispatch() { program?.dispatch() }

    private func show(_ call: OpaquePointer, _ reply: OpaquePointer?) {
      func text() -> String {
        var pointer: UnsafePointer<CChar>?
        _ = sdBus.message_read_basic(call, letter("s"), &pointer)
        return pointer.map { String(cString: $0) } ?? ""
      }
      var number: UInt32 = 0
      _ = text()
      _ = sdBus.message_read_basic(call, letter("u"), &number)
      _ = text()
      shown.append(Shown(replaced: number, summary: text(), body: text()))
      var own = number == 0 ? UInt32(6 + shown.count) : number
      _ = sdBus.message_append_basic(reply, letter("u"), &own)
    }
  }

  private func run(_ notification: Desktop.Notification, _ service: Service? = nil, until isDone: () -> Bool) {
    let end = Timestamp.now + .seconds(60)
    while !isDone(), Timestamp.now < end {
      service?.dispatch()
      if isReadable(notification.descriptor, within: 1) { notification.dispatch() }
    }
    #expect(isDone())
  }

  @Test("is shown, and replaced by a later text", arguments: [true, false])
  func replaced(hasMarkup: Bool) throws {
    let server = PrivateBus()
    try server.startAndWait()
    let service = try Service(on: server, capabilities: hasMarkup ? ["body", "body-markup"] : ["body"])
    // The service owns its name before it is called.
    var isOwned = false
    let probe = try MessageBus(address: server.address)
    try probe.connect(waitingForBus: false)
    let owner = try BusService(Notifications.name, on: probe) { isOwned = !$0.isEmpty }
    let end = Timestamp.now + .seconds(60)
    while !isOwned, Timestamp.now < end {
      service.dispatch()
      if isReadable(probe.descriptor, within: 1) { try probe.dispatch() }
    }
    var failures: [String] = []
    let notification = try Desktop.Notification(busAddress: server.address) { failures.append($0) }
    // Only the last text of several is sent.
    notification.show("errors", "0")
    notification.show("errors", "a < b & c")
    run(notification, service) { service.shown.count == 1 }
    notification.show("no errors", "1 rule")
    run(notification, service) { service.shown.count == 2 }
    #expect(
      service.shown == [
        .init(replaced: 0, summary: "errors", body: hasMarkup ? "a &lt; b &amp; c" : "a < b & c"),
        .init(replaced: 7, summary: "no errors", body: "1 rule"),
      ])
    #expect(failures.isEmpty)
    server.stop()
    run(notification) { notification.isLost }
    withExtendedLifetime(owner) {}
  }

  @Test("without a service, the reason is reported")
  func absent() throws {
    let server = PrivateBus()
    try server.startAndWait()
    var failures: [String] = []
    let notification = try Desktop.Notification(busAddress: server.address) { failures.append($0) }
    notification.show("errors", "0")
    run(notification) { !failures.isEmpty }
    #expect(failures.count == 1 && failures[0].contains("org.freedesktop.DBus.Error.ServiceUnknown"), "\(failures)")
  }
}
