@testable import Desktop
import Glibc
import Linux
import Rules
import Testing
import Time
import Waiting

@Suite("The relay of a message bus")
struct BusRelayTests {
  private let getID = BusMethod(destination: BusDriver.name, path: "/", interface: BusDriver.name, member: "GetId")

  private final class Log { var lines: [String] = [] }

  /// A relay at a socket in a directory of its own, and a connection through it.
  private final class Relayed {
    let bus: MessageBus
    let relay: BusRelay
    let log = Log()
    private let directory: String

    init(to server: PrivateBus, admits: @escaping (borrowing Descriptor) -> Bool = { _ in true }) throws {
      var template = Array("/tmp/sleight-relay-XXXXXX".utf8CString)
      directory = mkdtemp(&template).map { String(cString: $0) } ?? ""
      let listener = try UnixSocket.listen(at: "\(directory)/socket")
      let log = log
      relay = try BusRelay(.session, at: server.address, listener: listener, admits: admits) { log.lines.append($0) }
      bus = try MessageBus(address: "unix:path=\(directory)/socket")
      try bus.connect(waitingForBus: false)
    }

    deinit {
      unlink("\(directory)/socket")
      rmdir(directory)
    }

    /// Dispatches both until `isDone`, for a minute at most.
    func run(until isDone: () -> Bool) throws {
      let end = Timestamp.now + .seconds(60)
      while !isDone(), Timestamp.now < end {
        if isReadable(relay.descriptor, within: 1) { try relay.dispatch() }
        if isReadable(bus.descriptor, within: 1) { try bus.dispatch() }
      }
    }
  }

  @Test("permitted calls are answered by the bus, others are refused, and signals arrive")
  func calls() throws {
    let server = PrivateBus()
    try server.startAndWait()
    let relayed = try Relayed(to: server)
    var owners: [String] = []
    let listening = try relayed.bus.listen(to: BusDriver.nameOwnerChanged(of: "a.b")) {
      owners.append($0.last?.text ?? "")
    }
    var answers: [Result<[BusValue], BusError>] = []
    let asked = try relayed.bus.call(BusDriver.getNameOwner, [.text(BusDriver.name)]) { answers.append($0) }
    let refused = try relayed.bus.call(getID) { answers.append($0) }
    let unknown = try relayed.bus.call(BusDriver.getNameOwner, [.text("no.such.name")]) { answers.append($0) }
    try relayed.run { answers.count == 3 }
    try #require(answers.count == 3)
    let names = answers.map { if case .failure(let error) = $0 { error.name } else { "" } }
    // The relay itself refuses, perhaps before the bus has answered the others.
    #expect(
      names.sorted()
        == ["", "org.freedesktop.DBus.Error.AccessDenied", "org.freedesktop.DBus.Error.NameHasNoOwner"])
    #expect(relayed.log.lines == ["the relay of the message bus refuses org.freedesktop.DBus.GetId at /"])

    let other = try MessageBus(address: server.address)
    try other.connect(waitingForBus: false)
    let request = BusMethod(
      destination: BusDriver.name, path: "/org/freedesktop/DBus", interface: BusDriver.name, member: "RequestName")
    let call = try other.call(request, [.text("a.b"), .unsigned(0)]) { _ in }
    let end = Timestamp.now + .seconds(60)
    while owners.isEmpty, Timestamp.now < end {
      if isReadable(other.descriptor, within: 1) { try other.dispatch() }
      if isReadable(relayed.relay.descriptor, within: 1) { try relayed.relay.dispatch() }
      if isReadable(relayed.bus.descriptor, within: 1) { try relayed.bus.dispatch() }
    }
    #expect(owners.count == 1 && owners.first?.hasPrefix(":") == true)
    withExtendedLifetime([asked, refused, unknown, listening, call]) {}
  }

  @Test("the end of the bus ends the client's connection, and that of the client ends the relay's to the bus")
  func ends() throws {
    let server = PrivateBus()
    try server.startAndWait()
    let relayed = try Relayed(to: server)
    var isAnswered = false
    let call = try relayed.bus.call(BusDriver.getNameOwner, [.text(BusDriver.name)]) { _ in isAnswered = true }
    try relayed.run { isAnswered }
    #expect(!relayed.relay.isIdle)
    relayed.bus.disconnect()
    try relayed.run { relayed.relay.isIdle }
    #expect(relayed.relay.isIdle)

    try relayed.bus.connect(waitingForBus: false)
    isAnswered = false
    let again = try relayed.bus.call(BusDriver.getNameOwner, [.text(BusDriver.name)]) { _ in isAnswered = true }
    try relayed.run { isAnswered }
    server.stop()
    #expect(throws: SystemError.self) { try relayed.run { false } }
    withExtendedLifetime([call, again]) {}
  }

  @Test("a program that is not admitted is not answered")
  func strangers() throws {
    let server = PrivateBus()
    try server.startAndWait()
    let relayed = try Relayed(to: server) { _ in false }
    #expect(throws: SystemError.self) { try relayed.run { false } }
    #expect(relayed.relay.isIdle)
  }

  @Test(
    "match rules that could deliver the messages of others are refused",
    arguments: [
      "", "eavesdrop='true'", "type='signal'", "type='method_call',path='/Layouts'",
      "type='signal',path='/Layouts',interface='org.kde.KeyboardLayouts'",
      "type='signal',path='/Layouts',interface='org.kde.KeyboardLayouts',member='layoutChanged',eavesdrop='true'",
      "type='signal',path='/Layouts',interface='org.kde.KeyboardLayouts',member='layoutChanged',type='method_call'",
      "type='signal',path='/Layouts',interface='org.kde.KeyboardLayouts',member='layoutChanged', eavesdrop='true'",
      "type='signal',path='/Layouts',interface='org.kde.KeyboardLayouts',member=''\\''layoutChanged'",
      "type='signal',path='/',interface='org.freedesktop.systemd1.Manager',member='JobNew'",
      "type='signal',path_namespace='/',interface='org.kde.KeyboardLayouts',member='layoutChanged'",
    ])
  func matchRules(rule: String) {
    #expect(!BusPermissions.session.permitsListening(to: rule))
    #expect(
      !BusPermissions.session.permits(
        BusMethod(
          destination: BusDriver.name, path: "/org/freedesktop/DBus", interface: BusDriver.name, member: "AddMatch"),
        argument: rule))
  }

  @Test("the calls and signals of the program pass, on each of the two buses its own")
  func permitted() throws {
    let session = BusPermissions.session, system = BusPermissions.system
    func passes(_ permissions: BusPermissions, _ method: BusMethod) -> Bool {
      permissions.permits(method, argument: nil)
    }
    for member in ["Watch", "Key", "Type", "Perform", "FindWindow", "ListWindows"] {
      #expect(passes(session, ShellExtension.method(member, at: ":1.2")))
      #expect(!passes(system, ShellExtension.method(member, at: ":1.2")))
    }
    #expect(!passes(session, try #require(DesktopWay.shortcut(component: "org_kde_konsole_desktop", "_launch").method)))
    #expect(passes(session, DesktopWay.shortcutNames(of: "kwin")))
    #expect(!passes(session, DesktopWay.shortcutNames(of: "org_kde_konsole_desktop")))
    #expect(
      passes(session, Shell.properties(at: ":1.2")) && session.permitsListening(to: Shell.changed(from: ":1.2").rule))
    #expect(passes(session, BusProperties.getAll(of: "\(PlasmaTouchpads.path)/event5", at: ":1.2")))
    #expect(!passes(session, BusProperties.getAll(of: "\(PlasmaTouchpads.path)Other", at: ":1.2")))
    #expect(!passes(session, BusProperties.getAll(of: "/org/freedesktop/systemd1", at: ":1.2")))
    #expect(passes(session, Notifications.notify) && passes(session, Notifications.getCapabilities))
    #expect(!passes(system, Notifications.notify))
    #expect(passes(system, BusProperties.getAll(of: "/org/freedesktop/login1/session/_31", at: ":1.2")))
    #expect(session.permitsListening(to: BusDriver.nameOwnerChanged(of: "org.kde.KWin").rule))
    #expect(session.permitsListening(to: ShellExtension.changed(from: ":1.2").rule))
    #expect(system.permitsListening(to: Logind.lock(of: "/org/freedesktop/login1/session/_31", from: ":1.2").rule))
    #expect(!system.permitsListening(to: ShellExtension.changed(from: ":1.2").rule))
  }

  @Test("a call by a well-known name, which would start that service, passes only if the program makes it")
  func names() throws {
    let listening = BusMethod(
      destination: "", path: "/org/freedesktop/DBus", interface: BusDriver.name, member: "AddMatch")
    let calls = [
      LockScreen.plasma.getActive(at: ""), BusProperties.getAll(of: PlasmaTouchpads.path, at: ""),
      ShellExtension.method("Watch", at: ""), BusDriver.hello, BusDriver.getNameOwner, listening,
      try #require(DesktopWays.of(.plasma).ways.lazy.compactMap(\.method).first),
    ]
    for var call in calls {
      let (own, rule) = (call.destination, ShellExtension.changed(from: ":1.2").rule)
      for name in ["org.freedesktop.portal.Desktop", "org.gtk.vfs.Daemon", "org.freedesktop.systemd1", ""] {
        call.destination = name
        #expect(!BusPermissions.session.permits(call, argument: rule) || name == own && !own.isEmpty, "\(call)")
      }
      call.destination = ":1.2"
      #expect(BusPermissions.session.permits(call, argument: rule), "\(call)")
    }
  }

  @Test("what performs an operation of any desktop on the session bus passes", arguments: DesktopKind.allCases)
  func operations(desktop: DesktopKind) {
    for way in DesktopWays.of(desktop).ways {
      let method: BusMethod? =
        switch way {
        case .shortcut(let component, _):
          BusMethod(
            destination: "org.kde.kglobalaccel", path: "/component/\(component)",
            interface: "org.kde.kglobalaccel.Component", member: "invokeShortcut")
        case .method(let service, let path, let interface, let member):
          BusMethod(destination: service, path: path, interface: interface, member: member)
        case .shellExtension: ShellExtension.method("Perform", at: ":1.2")
        case .virtualDesktops: BusProperties.set(of: PlasmaDesktops.path, at: ":1.2")
        case .command, .windowList, .workspaceList, .keys, .none: nil
        }
      guard let method else { continue }
      #expect(BusPermissions.session.permits(method, argument: nil), "\(desktop.name): \(way)")
    }
  }
}
