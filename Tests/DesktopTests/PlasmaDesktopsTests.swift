import CSystemd
import Linux
import Rules
import Testing
import Time
import Waiting

@testable import Desktop

@Suite("Plasma's virtual desktops")
struct PlasmaDesktopsTests {
  /// Appends the properties of KWin's virtual desktops `a` and `b`, of which `a` is shown.
  private static func appendProperties(to reply: OpaquePointer?) {
    func property(_ name: String, _ type: String, _ value: () -> Void) {
      append("e", of: "sv", to: reply) {
        append(name, to: reply)
        append("v", of: type, to: reply, value)
      }
    }
    append("a", of: "{sv}", to: reply) {
      property("current", "s") { append("a", to: reply) }
      property("desktops", "a(uss)") {
        append("a", of: "(uss)", to: reply) {
          for (var place, id) in [(UInt32(0), "a"), (1, "b")] {
            append("r", of: "uss", to: reply) {
              _ = sdBus.message_append_basic(reply, letter("u"), &place)
              append(id, to: reply)
              append("Desktop", to: reply)
            }
          }
        }
      }
    }
  }

  @Test("KWin that answers after another one has taken its place, as with 'kwin --replace', changes nothing")
  func replaced() throws {
    let server = PrivateBus()
    try server.startAndWait()
    let kwin = try FakeService(
      on: server, named: PlasmaTouchpads.service, interface: BusProperties.interface
    ) { member, _, reply in
      if member == "GetAll" { Self.appendProperties(to: reply) }
    }
    let services = try DesktopServices(busAddress: server.address)
    var failures: [String] = []
    services.operationFailed = { failures.append("\($0): \($1)") }
    func run(until isDone: () -> Bool) {
      let end = Timestamp.now + .seconds(60)
      while !isDone(), Timestamp.now < end {
        kwin.dispatch()
        if isReadable(services.descriptor, within: 1) { _ = services.dispatch() }
      }
      #expect(isDone())
    }
    run { services.currentDesktop == "a" && !services.isAwaited }
    kwin.isBusy = true
    let asked = kwin.called.count
    services.perform(.workspace(.next), by: .virtualDesktops, location: "rules.yml:1")
    run { kwin.called.count > asked }
    try kwin.releaseName()
    run { services.currentDesktop == nil }
    kwin.isBusy = false
    run { !services.isOperating }
    #expect(failures == ["rules.yml:1: cannot perform 'workspace: next': KWin is not on the session bus"])
    #expect(!kwin.called.contains("Set"))
  }
}
