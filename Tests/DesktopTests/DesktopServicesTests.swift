import Glibc
import Linux
import Testing
import Time
import Waiting

@testable import Desktop

@Suite("The services of the session's bus")
struct DesktopServicesTests {
  @Test(
    "are awaited while one is busy, and not any more when it has ended",
    arguments: [PlasmaTouchpads.service, PlasmaLayouts.name, LockScreen.plasma.name, ShellExtension.name])
  func awaited(name: String) throws {
    // As the thread of KWin that reads the bus, which answers at once that there are no input devices.
    let server = PrivateBus(refusing: PlasmaTouchpads.path)
    try server.startAndWait()
    let service = try MessageBus(address: server.address)
    try service.connect(waitingForBus: false)
    let request = BusMethod(
      destination: BusDriver.name, path: "/org/freedesktop/DBus", interface: BusDriver.name, member: "RequestName")
    var isOwner = false
    let owning = try service.call(request, [.text(name), .unsigned(0)]) { _ in isOwner = true }
    func run(_ descriptor: CInt, until isDone: () -> Bool, _ dispatch: () throws -> Void) throws {
      let end = Timestamp.now + .seconds(60)
      while !isDone(), Timestamp.now < end { if isReadable(descriptor, within: 10) { try dispatch() } }
      #expect(isDone())
    }
    try run(service.descriptor, until: { isOwner }) { try service.dispatch() }

    let services = try DesktopServices(busAddress: server.address)
    // The bus answers in order: first who the service is, and then the calls for it that it refuses.
    for _ in 1...2 {
      var hasAnswered = false
      services.askForExtension { _ in hasAnswered = true }
      try run(services.descriptor, until: { hasAnswered }) { _ = services.dispatch() }
    }
    // The service reads nothing, so it has not answered.
    #expect(services.isAwaited)
    service.disconnect()
    try run(services.descriptor, until: { !services.isAwaited }) { _ = services.dispatch() }
    withExtendedLifetime(owning) {}
  }

  @Test("are asked for again, after a delay that grows, if the bus ends the connection before it answers")
  func sentAway() throws {
    let bus = try RefusingBus()
    let services = try DesktopServices(busAddress: bus.address)
    try bus.refuse()
    while services.isAwaited, isReadable(services.descriptor, within: 10_000) { _ = services.dispatch() }
    #expect(!services.isAwaited)
    try bus.expectRetries(services.descriptor) { _ = services.dispatch() }
  }
}
