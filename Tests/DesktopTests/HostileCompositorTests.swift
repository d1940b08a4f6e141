import Glibc
import HeadlessSway
import Linux
import Rules
import Testing
import Time
import Waiting

@testable import Desktop

@Suite("A compositor that violates sway's protocol")
struct HostileCompositorTests {
  private let folder = Folder()
  private let sway: FakeCompositor
  private var path: String { "\(folder.path)/sway-ipc.\(geteuid()).1.sock" }

  init() throws { sway = try FakeCompositor(at: "\(folder.path)/sway-ipc.\(geteuid()).1.sock") }

  /// A message of the protocol.
  private static func message(_ type: UInt32, _ payload: String, length: UInt32? = nil) -> [UInt8] {
    var bytes = Array("i3-ipc".utf8)
    withUnsafeBytes(of: length ?? UInt32(payload.utf8.count)) { bytes += $0 }
    withUnsafeBytes(of: type) { bytes += $0 }
    return bytes + payload.utf8
  }

  private static func tree(_ title: String) -> String {
    #"{"id": 1, "type": "root", "nodes": [{"id": 2, "type": "output", "name": "X-1", "nodes": [{"id": 3, "#
      + #""type": "workspace", "nodes": [{"id": 4, "type": "con", "pid": 5, "app_id": "a", "name": "\#(title)", "#
      + #""focused": true, "fullscreen_mode": 0}]}]}]}"#
  }

  /// A link that has received the state.
  private func connected() throws -> (RecordedLink, FakeCompositor.Connection) {
    let recorded = try RecordedLink(["XDG_RUNTIME_DIR": folder.path])
    let connection = try recorded.connection(to: sway)
    greet(connection)
    try recorded.run { recorded.link.kind == .sway }
    return (recorded, connection)
  }

  /// Sends the initial answers.
  /// - Parameter answer: one to a command, which comes before the tree.
  private func greet(_ connection: FakeCompositor.Connection, _ answer: [UInt8] = []) {
    connection.send(
      Self.message(2, #"{"success": true}"#) + Self.message(2, #"{"success": false}"#)
        + Self.message(2, #"{"success": false}"#)
        + Self.message(7, #"{"major": 1, "minor": 7, "patch": 0}"#) + answer + Self.message(4, Self.tree("t")))
  }

  @Test(
    "is disconnected with one report, and tried again after a second",
    arguments: [
      (Array("HTTP/1.1 400 Bad Request\r\n".utf8), "a message without 'i3-ipc'"),
      (message(0x8000_0003, "{}", length: .max), "a message of 4294967295 bytes"),
      (message(0x8000_0003, "{\"change\": "), "the line ends where a value is expected in byte 12 of a message"),
      (message(0, "[]"), "an unexpected answer of type 0"),
      (
        message(0x8000_0003, String(repeating: "[", count: 100_000)),
        "nested deeper than 256 levels in byte 257 of a message"
      ),
    ])
  func malformed(bytes: [UInt8], reason: String) throws {
    let (recorded, connection) = try connected()
    #expect(recorded.window == "a 't'")
    connection.send(bytes)
    try recorded.run { recorded.link.kind == nil }
    #expect(
      recorded.reports == ["connected to sway 1.7.0", "lost sway: it does not speak its protocol: \(reason)"])
    #expect(recorded.link.state == CompositorState())
    recorded.runUntilIdle()
    #expect(try sway.accept() == nil)
    recorded.timeOffset = .milliseconds(1100)
    _ = try recorded.connection(to: sway)
  }

  @Test("is reported once, and tried less and less often, if it never sends anything valid")
  func never() throws {
    let recorded = try RecordedLink(["XDG_RUNTIME_DIR": folder.path])
    var pauses: [Int64] = []
    for _ in 0..<8 {
      let start = recorded.now
      try wait(otherwise: { "nobody connects" }) { () -> Void? in
        recorded.dispatch()
        guard let connection = try sway.accept() else {
          recorded.timeOffset += .milliseconds(100)
          return nil
        }
        connection.send("HTTP/1.1 400 Bad Request\r\n")
        return ()
      }
      pauses.append((recorded.now - start).wholeMicroseconds / 900_000)
      recorded.runUntilIdle()
    }
    #expect(recorded.reports == ["sway is unreachable: it does not speak its protocol: a message without 'i3-ipc'"])
    #expect(pauses[1] < pauses[2] && pauses[2] < pauses[3] && pauses[7] >= 60, "\(pauses)")
  }

  @Test("may send a message byte by byte, but an incomplete one has no effect")
  func pieces() throws {
    let (recorded, connection) = try connected()
    let event =
      #"{"change": "title", "container": {"id": 4, "pid": 5, "app_id": "a", "name": "\#u{fc}", "focused": true}}"#
    for byte in Self.message(0x8000_0003, event) {
      connection.send([byte])
      recorded.dispatch()
    }
    #expect(recorded.window == "a 'ü' of unknown size")
    connection.send(Array(Self.message(0x8000_0003, event).dropLast(5)))
    recorded.timeOffset = .seconds(2)
    _ = consume connection
    try recorded.run { recorded.link.kind == nil }
    #expect(recorded.reports.last == "lost sway: it closed the connection")
  }

  @Test("may send a title that is not UTF-8")
  func bytes() throws {
    let (recorded, connection) = try connected()
    var event = Self.message(
      0x8000_0003, #"{"change": "title", "container": {"id": 4, "pid": 5, "app_id": "a", "name": "x!y"}}"#)
    if let index = event.lastIndex(of: UInt8(ascii: "!")) { event[index] = 0xff }
    connection.send(event)
    try recorded.run { recorded.window == "a 'x\u{fffd}y' of unknown size" }
  }

  @Test("sends events that are ignored before the first tree, and used after it")
  func race() throws {
    let recorded = try RecordedLink(["XDG_RUNTIME_DIR": folder.path])
    let connection = try recorded.connection(to: sway)
    func focus(_ id: Int, _ title: String) -> [UInt8] {
      Self.message(
        0x8000_0003, #"{"change": "focus", "container": {"id": \#(id), "pid": 5, "app_id": "a", "name": "\#(title)"}}"#)
    }
    connection.send(
      Self.message(2, #"{"success": true}"#) + Self.message(2, #"{"success": false}"#)
        + Self.message(2, #"{"success": false}"#) + focus(9, "old") + Self.message(7, "{}"))
    recorded.runUntilIdle()
    #expect(recorded.window == "unknown")
    connection.send(Self.message(4, Self.tree("t")))
    try recorded.run { recorded.window == "a 't'" }
    connection.send(focus(9, "new"))
    try recorded.run { recorded.window == "a 'new' of unknown size" }
  }

  @Test("is reported once if it never sends its state, as are the unanswered commands")
  func silence() throws {
    let recorded = try RecordedLink(["XDG_RUNTIME_DIR": folder.path])
    let connection = try recorded.connection(to: sway)
    recorded.send("nop", location: "r:1")
    recorded.timeOffset = CommandQueue.timeout + .milliseconds(100)
    for _ in 0..<5 { recorded.dispatch() }
    #expect(
      recorded.reports.sorted() == [
        "r:1: sway has not answered 'nop' within 5 s", "sway is unreachable: it has not answered within 5 s",
      ])
    #expect(!isReadable(recorded.link.descriptor, within: 50))
    greet(connection, Self.message(0, #"[{"success": true}]"#))
    try recorded.run { recorded.link.kind == .sway }
  }

  @Test("does not block anything with a flood of events, of which the last one is used")
  func flood() throws {
    let (recorded, connection) = try connected()
    let filler = String(repeating: "x", count: 1000)
    var number = 0
    var waits = 0
    var rest: ArraySlice<UInt8> = []
    while number < 20_000 || !rest.isEmpty {
      if rest.isEmpty {
        number += 1
        let event =
          #"{"change": "title", "container": {"id": 4, "pid": 5, "app_id": "a", "name": "\#(number)\#(filler)"}}"#
        rest = Self.message(0x8000_0003, event)[...]
      }
      if connection.send(Array(rest)) { rest = [] } else { rest = rest.dropFirst(connection.lastSent) }
      if !rest.isEmpty {
        waits += 1
        let start = Timestamp.now
        recorded.dispatch()
        #expect(Timestamp.now - start < .seconds(15))
      }
    }
    try recorded.run { recorded.window.hasPrefix("a '20000x") }
    #expect(waits > 10)
  }

  @Test("is waited for if its socket is full, and disconnected if too much output is pending")
  func full() throws {
    let (recorded, connection) = try connected()
    let long = String(repeating: "x", count: 15_000)
    for number in 0..<CommandQueue.limit { recorded.send("\(number) \(long)", location: "r:\(number)") }
    #expect(recorded.link.isBusy)
    var received = 0
    try recorded.run {
      received += connection.read().count
      return received >= CommandQueue.limit * 15_000
    }
    connection.send(
      (0..<CommandQueue.limit).map { _ in Self.message(0, #"[{"success": true}]"#) }.reduce([], +))
    try recorded.run { !recorded.link.isBusy }
    #expect(recorded.reports.count == 1)
    for number in 0..<3 { recorded.send(String(repeating: "y", count: 600_000), location: "r:\(number)") }
    recorded.runUntilIdle()
    #expect(recorded.reports.last == "lost sway: it does not read its messages")
  }
}
