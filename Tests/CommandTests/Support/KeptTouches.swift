import Glibc

/// The reply of a daemon that keeps touches, for tests on machines without touch devices.
struct KeptTouches {
  /// Three fingers that move to the left on a touchscreen, and lift.
  struct Touch {
    /// In mm.
    var distance: Double
    /// In ms.
    var duration = 200
    /// The time of its first event, in microseconds.
    var start = 1_000_000
    var situation = "{}"
    var panel = "null"
    /// What acted, as JSON.
    var acted = ""

    private static let samples = 10

    fileprivate var events: [UInt8] {
      var bytes: [UInt8] = []
      for step in 0...Self.samples {
        let time = start + duration * 1000 * step / Self.samples
        for slot in 0..<3 {
          let x = 100 + 20 * Double(slot) - distance * Double(step) / Double(Self.samples)
          bytes += Self.event(step == 0 ? 1 : 2, at: time, slot, x, 60)
        }
        bytes += Self.event(6, at: time)
      }
      let end = start + duration * 1000 + 10_000
      for slot in 0..<3 { bytes += Self.event(3, at: end, slot) }
      return bytes + Self.event(6, at: end)
    }

    /// The bytes of a `KeptEvent`.
    private static func event(
      _ code: UInt8, at time: Int, _ count: Int = 0, _ x: Double = 0, _ y: Double = 0
    ) -> [UInt8] {
      func bytes(_ number: some FixedWidthInteger) -> [UInt8] { withUnsafeBytes(of: number.littleEndian) { Array($0) } }
      return bytes(Int64(time)) + bytes(UInt32(0)) + [code, UInt8(count), 0, 0]
        + [x, y, 0, 0].flatMap { bytes(Int32(($0 * 10_000).rounded())) }
    }
  }

  var config: String
  var touches: [Touch]

  private var message: [UInt8] {
    let device =
      #"{"sleight": 1, "devices": [{"id": 0, "name": "Test", "kind": "touchscreen", "width": 344, "height": 194}]}"#
      .replacing("\"", with: "\\\"")
    let list = touches.map { touch in
      """
      {"device": "\(device)", "events": \(touch.events.count / 32), "situation": \(touch.situation), \
      "panel": \(touch.panel), "acted": [\(touch.acted)], "fingers": 3, "ago": 1000, "positions": true, "outdated": false, \
      "cut": false, "typing": false}
      """
    }
    let line =
      #"{"ok": true, "config": "\#(config)", "eventSize": 32, "touches": [\#(list.joined(separator: ", "))]}"# + "\n"
    return Array(line.utf8) + touches.flatMap(\.events)
  }

  /// Runs a client of the daemon.
  func sleight(_ arguments: [String], in home: Home) async -> Program.Result {
    var program: Program?
    await answer(in: home) { program = Program([Program.sleight] + arguments, in: home) }
    return await program?.result() ?? .init(status: -1)
  }

  /// Answers the client that `start` starts.
  func answer(in home: Home, _ start: () throws -> Void) async rethrows {
    unlink(home.socket)
    let server = Socket.listening(at: home.socket)
    try start()
    var client: Socket?
    await eventually {
      if client == nil { client = server.accepted() }
      return client?.message() != nil
    }
    client?.send(message)
  }
}
