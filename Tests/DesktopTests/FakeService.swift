import CSystemd
import Glibc
import Testing

@testable import Desktop

/// A program on a bus that owns a name and answers calls, as the services of a desktop do.
final class FakeService {
  /// Appends the answer to a call.
  typealias Answer = (_ member: String, _ call: OpaquePointer, _ reply: OpaquePointer?) -> Void

  /// The members that were called, in order, answered or not.
  private(set) var called: [String] = []
  /// True while calls are not answered.
  var isBusy = false {
    didSet { while !isBusy, !waiting.isEmpty { answer(waiting.removeFirst()) } }
  }

  private let name: String
  private let interface: String
  private let answering: Answer
  private var bus: OpaquePointer?
  private var waiting: [OpaquePointer] = []
  private let makeReply: @convention(c) (OpaquePointer?, UnsafeMutablePointer<OpaquePointer?>?) -> CInt

  /// Connects to the bus and requests the name.
  /// - Parameter interface: that of the calls that are answered; nil if it is the name.
  init(on server: PrivateBus, named name: String, interface: String? = nil, answering: @escaping Answer) throws {
    self.name = name
    self.interface = interface ?? name
    self.answering = answering
    try loadSDBus()
    let library = dlopen("libsystemd.so.0", RTLD_NOW)
    makeReply = unsafeBitCast(try #require(dlsym(library, "sd_bus_message_new_method_return")), to: type(of: makeReply))
    try #require(sdBus.new(&bus) >= 0 && sdBus.set_address(bus, server.address) >= 0)
    try #require(sdBus.set_bus_client(bus, 1) >= 0 && sdBus.start(bus) >= 0)
    var flags: UInt32 = 0
    try ask("RequestName") { sdBus.message_append_basic($0, letter("u"), &flags) }
  }

  deinit {
    for call in waiting { _ = sdBus.message_unref(call) }
    _ = sdBus.close_unref(bus)
  }

  /// Gives the name up, and stays on the bus.
  func releaseName() throws { try ask("ReleaseName") { _ in 0 } }

  /// Calls a method of the bus itself with the name.
  private func ask(_ member: String, _ append: (OpaquePointer?) -> CInt) throws {
    var request: OpaquePointer?
    let driver = BusDriver.name
    try #require(
      sdBus.message_new_method_call(bus, &request, driver, "/org/freedesktop/DBus", driver, member) >= 0)
    defer { _ = sdBus.message_unref(request) }
    try #require(sdBus.message_append_basic(request, letter("s"), name) >= 0 && append(request) >= 0)
    try #require(sdBus.send(bus, request, nil) >= 0)
  }

  func dispatch() {
    var message: OpaquePointer?
    while sdBus.process(bus, &message) > 0 {
      if let message { receive(message) }
      message = nil
    }
  }

  private func receive(_ message: OpaquePointer) {
    guard let member = member(of: message),
      sdBus.message_get_interface(message).map({ String(cString: $0) }) == interface
    else {
      _ = sdBus.message_unref(message)
      return
    }
    called.append(member)
    if isBusy { waiting.append(message) } else { answer(message) }
  }

  private func answer(_ call: OpaquePointer) {
    defer { _ = sdBus.message_unref(call) }
    var reply: OpaquePointer?
    guard let member = member(of: call), makeReply(call, &reply) >= 0 else { return }
    defer { _ = sdBus.message_unref(reply) }
    answering(member, call, reply)
    _ = sdBus.send(bus, reply, nil)
  }

  private func member(of message: OpaquePointer) -> String? {
    sdBus.message_get_member(message).map { String(cString: $0) }
  }
}

/// A letter of a signature, as sd-bus takes it.
func letter(_ text: Unicode.Scalar) -> CChar { CChar(UInt8(ascii: text)) }

/// Appends a text.
func append(_ text: String, to message: OpaquePointer?) { _ = sdBus.message_append_basic(message, letter("s"), text) }

/// Appends a container, such as `append("a", of: "s", to: reply) { … }` an array of texts.
func append(
  _ container: Unicode.Scalar, of contents: String, to message: OpaquePointer?, _ body: () -> Void
) {
  _ = sdBus.message_open_container(message, letter(container), contents)
  body()
  _ = sdBus.message_close_container(message)
}
