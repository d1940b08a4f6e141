internal import Gestures
internal import Time
internal import Touch

/// A value at a time.
struct Timed<Value: Sendable>: Sendable {
  var time: Timestamp
  var value: Value
}

extension RandomAccessCollection {
  /// The latest value at `time`, or else the first one, in a collection that is in order of time.
  func latest<Value>(at time: Timestamp) -> Value? where Element == Timed<Value> {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = index(low, offsetBy: distance(from: low, to: high) / 2)
      if self[middle].time <= time { low = index(after: middle) } else { high = middle }
    }
    return low > startIndex ? self[index(before: low)].value : first?.value
  }
}

/// The touches on one device, from the landing of the first finger to the lift of the last one.
struct TouchEpisode: Sendable {
  /// A finger on a device that reports its position.
  struct Contact: Sendable {
    let slot: Int
    /// The positions, in mm; never empty.
    var positions: [Timed<Point>]
    /// Nil while it is down, and if the recording ends before it lifts.
    var lifted: Timestamp?
    /// True if the device withdrew it: it was no finger, but for example a palm.
    var isCancelled = false
  }

  /// A gesture of libinput's on a touchpad.
  struct Phase: Sendable {
    enum Kind: String, Sendable {
      case rest = "rest"
      case swipe = "swipe"
      case scroll = "scroll"
      case pinch = "pinch"
      case tap = "tap"
    }

    let kind: Kind
    let fingers: Int
    let start: Timestamp
    var end: Timestamp
    var isCancelled = false
  }

  /// The spread and rotation of the fingers, as reported by a touchpad.
  struct PinchState: Sendable {
    /// The distance of the fingers relative to the beginning.
    var scale: Double
    /// The rotation since the beginning, in degrees, clockwise positive.
    var degrees: Double
  }

  /// The device after adjustment by the rules file.
  let device: Device
  let start: Timestamp
  var end: Timestamp
  /// The fingers, on a device that reports their positions.
  var contacts: [Contact] = []
  /// The phases, on a touchpad that does not report positions.
  var phases: [Phase] = []
  /// The translation of the centroid, without a jump when a finger joins or leaves; never empty.
  var translations: [Timed<Vector>]
  /// The spread and rotation, on a touchpad that reported them.
  var pinchStates: [Timed<PinchState>] = []
  /// The centroid at the start.
  var origin: Point
  /// The mean distance of the fingers from their centroid after landing, in mm; 0 for one finger, and on touchpads.
  var radius = 0.0
  /// The most fingers that were down at once.
  var fingers = 0
  /// The most of them whose positions a touchpad with few slots did not report.
  var unseen = 0
  /// True if a gesture continues in it that began in an earlier episode on the same device.
  var continuesGesture = false

  init(on device: Device, at time: Timestamp, origin: Point) {
    self.device = device
    self.origin = origin
    start = time
    end = time
    translations = [Timed(time: time, value: .zero)]
  }

  /// True if the device withdrew a finger: asked after each frame, of any number of fingers.
  private var hasCancelledContact = false

  /// True if the device withdrew a finger, or libinput cancelled its latest gesture.
  var isCancelled: Bool { hasCancelledContact || phases.last?.isCancelled ?? false }

  /// Lifts a finger.
  mutating func lift(_ contact: Int, at time: Timestamp, isCancelled: Bool) {
    contacts[contact].lifted = time
    contacts[contact].isCancelled = isCancelled
    hasCancelledContact = hasCancelledContact || isCancelled
  }

  func centroid(at time: Timestamp) -> Point { origin + (translations.latest(at: time) ?? .zero) }
}

extension Device {
  /// The start of the centroid's path as drawn for a touchpad, which does not report positions.
  var centre: Point {
    let extent = drawnExtent
    return Point(x: extent.width / 2, y: extent.height / 2)
  }

  /// The size at which it is drawn, in mm.
  var drawnExtent: (width: Double, height: Double) {
    reportsPositions ? extent : size.map { ($0.width, $0.height) } ?? Self.assumedTouchpadSize
  }
}
