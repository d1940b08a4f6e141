@testable import Desktop
import Glibc
import Linux
import Testing
import Time
import Waiting

@Suite("A session of which nothing is known")
struct SessionTests {
  /// Dispatches until there are `count` reports, or nothing happens for a tenth of a second.
  private func reports(of session: Session, _ count: Int) -> [String] {
    var texts: [String] = []
    repeat {
      session.dispatch { report in
        switch report {
        case .changed(let state): texts.append("\(state)")
        case .unknown(let reason): texts.append("\(reason)")
        }
      }
    } while isReadable(session.descriptor, within: texts.count < count ? 10_000 : 100)
    return texts
  }

  private let consequence =
    "the lock and the activity of the session are unknown, and rules act"

  @Test("without a bus gestures act, and the reason and the effects are reported once")
  func noBus() throws {
    let server = PrivateBus()
    let session = try Session(busAddress: server.address, uid: getuid(), environmentID: nil)
    let reason = "sd_bus_start \(server.address): No such file or directory"
    #expect(reports(of: session, 1) == ["cannot connect to the system bus (\(reason)): \(consequence)"])
    #expect(session.state == nil)
    // The bus starts, but no logind: no new report.
    try server.startAndWait()
    _ = isReadable(session.descriptor, within: 10_000)
    #expect(reports(of: session, 0) == [])
    #expect(session.state == nil)
  }

  @Test("without logind gestures act, which is reported once, also if the bus ends and starts again")
  func noLogind() throws {
    let server = PrivateBus()
    try server.startAndWait()
    let session = try Session(busAddress: server.address, uid: getuid(), environmentID: nil)
    let told = reports(of: session, 1)
    #expect(told.count == 1)
    #expect(told.first?.hasPrefix("logind does not answer (") == true)
    #expect(told.first?.hasSuffix(" (org.freedesktop.DBus.Error.NameHasNoOwner)): \(consequence)") == true)
    #expect(session.state == nil)
    server.stop()
    try server.startAndWait()
    _ = isReadable(session.descriptor, within: 10_000)
    #expect(reports(of: session, 0) == [])
    #expect(session.state == nil)
  }

  @Test("a bus that ends the connection before it answers is tried again, after a delay that grows")
  func sentAway() throws {
    let bus = try RefusingBus()
    let session = try Session(busAddress: bus.address, uid: getuid(), environmentID: nil)
    try bus.refuse()
    let told = reports(of: session, 1)
    #expect(told.count == 1)
    #expect(told.first?.hasPrefix("cannot connect to the system bus (sd_bus_process: ") == true)
    #expect(try !bus.isAsked)
    #expect(session.state == nil)
    try bus.expectRetries(session.descriptor) { session.dispatch { _ in } }
  }
}

/// A bus that ends each connection before it answers.
final class RefusingBus {
  let address: String
  private let scratch = PrivateBus()
  private let listener: Descriptor

  init() throws {
    address = scratch.address
    listener = try UnixSocket.listen(at: String(address.dropFirst("unix:path=".count)))
  }

  /// True if a client has connected since the last call; its connection is ended.
  var isAsked: Bool { get throws { try UnixSocket.accept(from: listener) != nil } }

  func refuse() throws { #expect(try isAsked) }

  /// Expects two more attempts of a client, the second one later after its refusal than the first one.
  func expectRetries(_ descriptor: CInt, _ dispatch: () -> Void) throws {
    var delays: [Duration] = []
    for _ in 0..<2 {
      let refusal = Timestamp.now
      try wait(otherwise: { "no attempt after \(delays)" }) {
        if isReadable(descriptor, within: 10) { dispatch() }
        return try isAsked ? () : nil
      }
      delays.append(Timestamp.now - refusal)
    }
    #expect(delays[0] > .milliseconds(500) && delays[1] > delays[0] + .milliseconds(500))
  }
}
