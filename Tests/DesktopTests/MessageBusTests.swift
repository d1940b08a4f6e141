@testable import Desktop
import Glibc
import Linux
import Testing
import Time
import Waiting

@Suite("A connection to a message bus")
struct MessageBusTests {
  /// Dispatches until `isDone`, for a minute at most.
  private func run(_ bus: MessageBus, until isDone: () -> Bool) throws {
    let end = Timestamp.now + .seconds(60)
    while !isDone(), Timestamp.now < end {
      if isReadable(bus.descriptor, within: 1000) { try bus.dispatch() }
    }
  }

  private let getID = BusMethod(destination: BusDriver.name, path: "/", interface: BusDriver.name, member: "GetId")
  private let hello = BusSignal(sender: "", path: "/a", interface: "a.b", member: "Hello")

  @Test("a method is answered with values or an error's name, and then the descriptor is not readable")
  func calls() throws {
    let server = PrivateBus()
    try server.startAndWait()
    let bus = try MessageBus(address: server.address)
    try bus.connect(waitingForBus: false)
    var answers: [Result<[BusValue], BusError>] = []
    let first = try bus.call(getID) { answers.append($0) }
    let second = try bus.call(BusDriver.getNameOwner, [.text("no.such.name")]) { answers.append($0) }
    let third = try bus.call(
      BusProperties.getAll(of: "/org/freedesktop/DBus", at: BusDriver.name), [.text(BusDriver.name)]
    ) {
      answers.append($0)
    }
    try run(bus) { answers.count == 3 }
    try #require(answers.count == 3)
    #expect(try answers[0].get().first?.text?.utf8.count == 32)
    #expect(throws: BusError.self) { try answers[1].get() }
    if case .failure(let error) = answers[1] { #expect(error.name == "org.freedesktop.DBus.Error.NameHasNoOwner") }
    // Arrays, entries, variants: {"Features": ["..."], "Interfaces": ["..."]}
    let interfaces = try answers[2].get().first?["Interfaces"]
    #expect(interfaces?.elements.contains(.text("org.freedesktop.DBus.Monitoring")) == true)
    #expect(!isReadable(bus.descriptor, within: 100))
    withExtendedLifetime([first, second, third]) {}
  }

  @Test("a call that is cancelled has no reply, and its closure is released")
  func givenUp() throws {
    final class Guest {}
    let server = PrivateBus()
    try server.startAndWait()
    let bus = try MessageBus(address: server.address)
    try bus.connect(waitingForBus: false)
    weak var guest: Guest?
    var answers: [String] = []
    do {
      let invited = Guest()
      guest = invited
      _ = try bus.call(getID) { _ in withExtendedLifetime(invited) { answers.append("given up") } }
    }
    #expect(guest == nil)
    let kept = try bus.call(getID) { _ in answers.append("kept") }
    try run(bus) { !answers.isEmpty }
    #expect(answers == ["kept"])
    withExtendedLifetime(kept) {}
  }

  @Test("a closure may release its own call or signal while it runs")
  func lettingGo() throws {
    let server = PrivateBus()
    try server.startAndWait()
    let bus = try MessageBus(address: server.address)
    try bus.connect(waitingForBus: false)
    var slot: MessageBus.Slot?
    var answers = 0
    slot = try bus.call(getID) { _ in
      slot = nil
      answers += 1
    }
    try run(bus) { answers == 1 }
    #expect(answers == 1)
    #expect(slot == nil)
  }

  @Test("a signal from another sender is ignored")
  func senders() throws {
    let server = PrivateBus()
    try server.startAndWait()
    let bus = try MessageBus(address: server.address)
    try bus.connect(waitingForBus: false)
    let name = "org.example.Service"
    var owners: [String] = []
    let slot = try bus.listen(to: BusDriver.nameOwnerChanged(of: name)) { arguments in
      owners.append(arguments.last?.text ?? "?")
    }
    let address = server.address
    func send(_ arguments: [String]) throws {
      let pid = try ChildProcess.spawn(
        ["dbus-send", "--bus=\(address)", "--type=signal", "/org/freedesktop/DBus"] + arguments,
        environment: Environment.all())
      // waitpid(2) has no timeout, and SIGCHLD belongs to the whole test run.
      try waitForEnd(of: pid)
    }
    var isReady = false
    let ready = try bus.call(getID) { _ in isReady = true }
    try run(bus) { isReady }
    // The same as the bus would send, but from another sender.
    try send(["org.freedesktop.DBus.NameOwnerChanged", "string:\(name)", "string:", "string::1.99"])

    let other = try MessageBus(address: server.address)
    try other.connect(waitingForBus: false)
    let request = BusMethod(
      destination: BusDriver.name, path: "/org/freedesktop/DBus", interface: BusDriver.name, member: "RequestName")
    var requested = false
    let owning = try other.call(request, [.text(name), .unsigned(0)]) { _ in requested = true }
    try run(other) { requested }
    try run(bus) { !owners.isEmpty }
    #expect(owners.count == 1)
    #expect(owners.first?.hasPrefix(":1.") == true)
    #expect(owners.first != ":1.99")
    other.disconnect()
    try run(bus) { owners.count == 2 }
    #expect(owners.last == "")
    withExtendedLifetime([slot, ready, owning]) {}
  }

  @Test("a missing bus is an error, or is connected to when it starts")
  func comesLater() throws {
    let server = PrivateBus()
    let bus = try MessageBus(address: server.address)
    #expect(throws: SystemError("sd_bus_start", path: server.address, code: ENOENT)) {
      try bus.connect(waitingForBus: false)
    }
    #expect(throws: SystemError("sd_bus_message_new_method_call", code: ENOTCONN)) { _ = try bus.call(getID) { _ in } }
    try bus.connect(waitingForBus: true)
    var isAnswered = false
    let call = try bus.call(getID) { _ in isAnswered = true }
    try bus.dispatch()
    #expect(!isAnswered)
    try server.start()
    try run(bus) { isAnswered }
    #expect(isAnswered)
    withExtendedLifetime(call) {}
  }

  @Test("a bus that answers, and soon ends the connection, is not asked again at once")
  func endsSoon() throws {
    let server = PrivateBus()
    try server.startAndWait()
    let bus = try MessageBus(address: server.address)
    try bus.connect(waitingForBus: false)
    // A refused subscription ends a connection.
    let listening = try bus.listen(to: BusSignal(sender: "no name", path: "/", interface: "a.b", member: "C")) { _ in }
    #expect(throws: SystemError.self) { try run(bus) { false } }
    var attempts = 0
    bus.reconnect(hasAnswered: true) { attempts += 1 }
    #expect(attempts == 0)
    try run(bus) { attempts == 1 }
    #expect(attempts == 1)
    withExtendedLifetime(listening) {}
  }

  @Test("the end of a bus is reported as one error, and pending calls have no replies")
  func ends() throws {
    let server = PrivateBus()
    try server.startAndWait()
    let bus = try MessageBus(address: server.address)
    try bus.connect(waitingForBus: false)
    var answers = 0
    var slots = [try bus.call(getID) { _ in answers += 1 }]
    try run(bus) { answers == 1 }
    server.pause()
    slots.append(try bus.call(getID) { _ in answers += 1 })
    server.stop()
    var failure: SystemError?
    do {
      try run(bus) { false }
    } catch let error as SystemError {
      failure = error
    }
    #expect(failure?.code == ECONNRESET)
    bus.disconnect()
    #expect(answers == 1)
    #expect(!isReadable(bus.descriptor, within: 100))
  }
}
