import Time
import Touch

/// Reads `text` as a recording.
func read(_ text: String) -> Recording { Recording.read(Array(text.utf8)) }

/// The problems of a recording as users see them, each as `line:column: message`.
func problems(_ text: String) -> [String] { read(text).problems.map(\.text) }

extension Recording.Problem {
  var text: String { "\(line)\(column.map { ":\($0)" } ?? ""): \(message)" }
}

extension Recording {
  /// The kinds of the events.
  var kinds: [TouchEvent.Kind] { events.map(\.kind) }

  /// The events' times in microseconds.
  var times: [Int64] { events.map(\.time.microseconds) }
}

/// The lines of a recording of `events`, after a header with `devices`.
func written(_ events: [TouchEvent], devices: [Device]) -> String {
  var writer = RecordingWriter()
  var text = writer.header(devices) + "\n"
  for event in events { text += writer.line(for: event) + "\n" }
  return text
}

/// The movement for (`dx`, `dy`) libinput units, rounded as in a recording.
func movement(_ dx: Double, _ dy: Double) -> Vector {
  let event = TouchEvent(
    time: .zero, device: DeviceID(0), kind: .swipeUpdate(fingers: 3, delta: LibinputUnits.movement(dx, dy)))
  guard case .swipeUpdate(_, let delta) = event.rounded.kind else { return .zero }
  return delta
}

let header = #"{"sleight": 1, "devices": [{"id": 0, "name": "Pad", "kind": "touchpad", "width": 100, "height": 70}]}"#
