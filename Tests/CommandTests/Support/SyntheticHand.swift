import Glibc

/// A recording of one gesture, as plain as possible: for tests about devices and numbers of fingers, not about how
/// people move.
struct SyntheticHand {
  /// The names of a touchscreen and a touchpad in a recording.
  enum Device: String, CaseIterable {
    case touchscreen, touchpad
  }

  /// The movement.
  enum Move {
    case taps(Int)
    case hold(afterTaps: Int)
    /// The fingers move from where they landed, in mm.
    case line(dx: Double, dy: Double)
    case scale(to: Double)
    /// In degrees, clockwise.
    case turn(Double)
    case circle
    /// Another finger taps left of those that rest. On a touchpad, its contacts report it.
    case tipTap
    /// The fingers press the button under a touchpad, or firmly. Its contacts report it.
    case press(firm: Bool)
  }

  /// The position of the first finger on a touchscreen; the others land to its right.
  var position = (x: 120.0, y: 100.0)
  var move: Move
  /// The number of taps that precede a movement.
  var tapsBefore = 0
  /// The time between two samples of a movement, in milliseconds; there are 30 samples.
  var interval = 10

  /// The recording, with `fingers` on a `device`.
  /// - Parameter hasContacts: true for a touchpad's contacts in place of libinput's gestures.
  func recording(on device: Device, fingers: Int, hasContacts: Bool = false) -> String {
    recording(on: device, eachOf: [fingers], hasContacts: hasContacts)
  }

  /// The recording of one gesture after the other, so far apart that none has to do with the one before.
  func recording(on device: Device, eachOf numbers: some Sequence<Int>, hasContacts: Bool) -> String {
    var writer = Writer(device: device, hasContacts: hasContacts)
    for fingers in numbers {
      switch hasContacts ? .touchscreen : device {
      case .touchscreen: touch(fingers, &writer)
      case .touchpad: touchpad(fingers, &writer)
      }
      writer.rest(3_000)
    }
    return writer.text
  }

  /// The number of samples of a movement.
  private static let steps = 30

  /// The state at a share of the movement: translation in mm, scale, and rotation in degrees.
  private func state(at share: Double) -> (dx: Double, dy: Double, scale: Double, turn: Double) {
    switch move {
    case .taps, .hold, .tipTap, .press: (0, 0, 1, 0)
    case .line(let dx, let dy): (dx * share, dy * share, 1, 0)
    case .scale(let scale): (0, 0, 1 + (scale - 1) * share, 0)
    case .turn(let angle): (0, 0, 1, angle * share)
    case .circle: (20 * sin(2 * .pi * share), 20 * (cos(2 * .pi * share) - 1), 1, 0)
    }
  }

  // MARK: On a touchscreen

  private func touch(_ fingers: Int, _ writer: inout Writer) {
    switch move {
    case .taps(let count): for _ in 0..<count { tap(fingers, &writer) }
    case .hold(let count):
      for _ in 0..<count { tap(fingers, &writer) }
      land(fingers, &writer)
      writer.rest(900)
      lift(fingers, &writer)
    case .tipTap:
      land(fingers, &writer)
      writer.rest(400)
      writer.add("touch-down", ", \"slot\": \(fingers), \"x\": \(position.x - 20), \"y\": \(position.y)")
      writer.add("touch-frame")
      writer.rest(60)
      writer.add("touch-up", ", \"slot\": \(fingers)")
      writer.add("touch-frame")
      writer.rest(300)
      lift(fingers, &writer)
    case .press(let isFirm):
      land(fingers, &writer)
      for frame in 1...90 {
        writer.rest(10)
        // On a clickpad, a firm press follows a click.
        if frame == 20 || frame == 85 { writer.add("button", ", \"pressed\": \(frame == 20)") }
        // A share of the range: that of a finger at rest, and of a firm one; above a half, it is a palm.
        let pressure = isFirm && (50..<80).contains(frame) ? 0.4 : 0.15
        for slot in 0..<fingers { writer.add("touch-pressure", ", \"slot\": \(slot), \"pressure\": \(pressure)") }
        writer.add("touch-frame")
      }
      lift(fingers, &writer)
    case .line, .scale, .turn, .circle:
      for _ in 0..<tapsBefore { tap(fingers, &writer) }
      land(fingers, &writer)
      for step in 1...Self.steps {
        writer.rest(interval)
        for (slot, position) in positions(fingers, at: Double(step) / Double(Self.steps)).enumerated() {
          writer.add("touch-motion", ", \"slot\": \(slot), \"x\": \(position.x), \"y\": \(position.y)")
        }
        writer.add("touch-frame")
      }
      lift(fingers, &writer)
    }
  }

  private func tap(_ fingers: Int, _ writer: inout Writer) {
    land(fingers, &writer)
    writer.rest(60)
    lift(fingers, &writer)
    writer.rest(100)
  }

  private func land(_ fingers: Int, _ writer: inout Writer) {
    for (slot, position) in positions(fingers, at: 0).enumerated() {
      writer.add("touch-down", ", \"slot\": \(slot), \"x\": \(position.x), \"y\": \(position.y)")
    }
    writer.add("touch-frame")
  }

  private func lift(_ fingers: Int, _ writer: inout Writer) {
    writer.rest(10)
    for slot in 0..<fingers { writer.add("touch-up", ", \"slot\": \(slot)") }
    writer.add("touch-frame")
  }

  /// The positions of the fingers: side by side, a little apart in height.
  private func positions(_ fingers: Int, at share: Double) -> [(x: Double, y: Double)] {
    let start = (0..<fingers).map { (x: position.x + 18 * Double($0), y: position.y + Double($0 % 2) * 6) }
    let centroid = (
      x: start.map(\.x).reduce(0, +) / Double(fingers), y: start.map(\.y).reduce(0, +) / Double(fingers)
    )
    let state = state(at: share)
    let angle = state.turn * .pi / 180
    return start.map { position in
      let (x, y) = ((position.x - centroid.x) * state.scale, (position.y - centroid.y) * state.scale)
      return (
        centroid.x + x * cos(angle) - y * sin(angle) + state.dx, centroid.y + x * sin(angle) + y * cos(angle) + state.dy
      )
    }
  }

  // MARK: On a touchpad, as reported by libinput

  private func touchpad(_ fingers: Int, _ writer: inout Writer) {
    let count = ", \"fingers\": \(fingers)"
    func tap() {
      writer.rest(60)
      writer.add("tap", "\(count), \"lasted\": 60000")
      writer.rest(100)
    }
    switch move {
    case .taps(let taps): for _ in 0..<taps { tap() }
    case .hold(let taps):
      for _ in 0..<taps { tap() }
      writer.rest(fingers < 3 ? 40 : 180)
      writer.add("hold-begin", count)
      writer.rest(900)
      writer.add("hold-end", "\(count), \"cancelled\": false")
    case .tipTap, .press: break
    case .line, .scale, .turn, .circle:
      let isPinch =
        switch move {
        case .scale, .turn: true
        case .taps, .hold, .line, .circle, .tipTap, .press: false
        }
      let kind = isPinch ? "pinch" : fingers == 2 ? "scroll" : "swipe"
      for _ in 0..<tapsBefore { tap() }
      if kind != "scroll" { writer.add("\(kind)-begin", count) }
      for step in 1...Self.steps {
        let last = state(at: Double(step - 1) / Double(Self.steps))
        let next = state(at: Double(step) / Double(Self.steps))
        let delta = ", \"dx\": \(next.dx - last.dx), \"dy\": \(next.dy - last.dy)"
        writer.rest(interval)
        switch kind {
        case "scroll": writer.add(kind, delta)
        case "swipe": writer.add("swipe-update", count + delta)
        default:
          writer.add(
            "pinch-update", "\(count)\(delta), \"scale\": \(next.scale), \"rotation\": \(next.turn - last.turn)")
        }
      }
      writer.rest(10)
      if kind == "scroll" {
        writer.add(kind, ", \"dx\": 0, \"dy\": 0")
      } else {
        writer.add("\(kind)-end", "\(count), \"cancelled\": false")
      }
    }
  }

  /// Writes events in the order of time.
  private struct Writer {
    private(set) var text: String
    private var time = 0

    init(device: Device, hasContacts: Bool) {
      let size = #""width": 344, "height": 194"#
      let contacts =
        #", "contacts": {"slots": 5, "fingers": 5, "positions": true, "pressure": true, "clickpad": true}"#
      text = """
        {"sleight": 1, "devices": [{"id": 0, "name": "Test", "kind": "\(device)", \(size)\(hasContacts ? contacts : "")}]}

        """
    }

    /// Lets milliseconds pass.
    mutating func rest(_ milliseconds: Int) { time += 1000 * milliseconds }

    mutating func add(_ event: String, _ rest: String = "") {
      text += "{\"t\": \(time), \"device\": 0, \"event\": \"\(event)\"\(rest)}\n"
    }
  }
}
