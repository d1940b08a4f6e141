import Glibc
import Linux
import Testing
import Time
import Waiting

@testable import Desktop

@Suite("Plasma's virtual desktops")
struct PlasmaDesktopsTests {
  @Test("are awaited while KWin is busy, also if it has answered that there are no input devices")
  func awaited() throws {
    // As the thread of KWin that reads the bus does for objects that do not exist.
    let server = PrivateBus(refusing: PlasmaTouchpads.path)
    try server.startAndWait()
    let kwin = try MessageBus(address: server.address)
    try kwin.connect(waitingForBus: false)
    let request = BusMethod(
      destination: BusDriver.name, path: "/org/freedesktop/DBus", interface: BusDriver.name, member: "RequestName")
    var isOwner = false
    let owning = try kwin.call(request, [.text(PlasmaTouchpads.service), .unsigned(0)]) { _ in isOwner = true }
    func run(_ descriptor: CInt, until isDone: () -> Bool, _ dispatch: () throws -> Void) throws {
      let end = Timestamp.now + .seconds(60)
      while !isDone(), Timestamp.now < end { if isReadable(descriptor, within: 10) { try dispatch() } }
      #expect(isDone())
    }
    try run(kwin.descriptor, until: { isOwner }) { try kwin.dispatch() }

    let services = try DesktopServices(busAddress: server.address)
    // The bus answers in order: first who KWin is, and then the calls for KWin that it refuses.
    for _ in 1...2 {
      var hasAnswered = false
      services.askForExtension { _ in hasAnswered = true }
      try run(services.descriptor, until: { hasAnswered }) { _ = services.dispatch() }
    }
    // KWin reads nothing, so it has not answered.
    #expect(services.isAwaited)
    kwin.disconnect()
    try run(services.descriptor, until: { !services.isAwaited }) { _ = services.dispatch() }
    withExtendedLifetime(owning) {}
  }
}
