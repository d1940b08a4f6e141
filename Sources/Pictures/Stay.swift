internal import Gestures
internal import Touch

/// Something that was so at a moment.
struct Timed<Value: Sendable>: Sendable {
  var time: Timestamp
  var value: Value
}

extension RandomAccessCollection {
  /// What was so at `time`, in a collection in the order of time: the last that had come by then, or the first.
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

/// What one device reported from the first finger's landing to the last one's lift.
struct Stay: Sendable {
  /// A finger on a touchscreen.
  struct Contact: Sendable {
    let slot: Int
    /// Where it was, in mm; never empty.
    var places: [Timed<Point>]
    /// Nil while it is down, or where the recording ends before it lifts.
    var lifted: Timestamp?
    /// Whether it turned out not to be a finger.
    var isCancelled = false
  }

  /// What libinput says that the fingers on a touchpad do, for a while.
  struct Span: Sendable {
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

  /// How fingers lie against each other, as a touchpad tells it.
  struct Turn: Sendable {
    /// Their distance as a multiple of what it was.
    var scale: Double
    /// How far they have turned, in degrees, clockwise positive.
    var degrees: Double
  }

  /// As it is after adjustment by the rules file.
  let device: Device
  let start: Timestamp
  var end: Timestamp
  /// Where fingers were, on a touchscreen.
  var contacts: [Contact] = []
  /// What fingers did, on a touchpad.
  var spans: [Span] = []
  /// The way of the fingers' middle, without a jump where one joins or leaves; never empty.
  var ways: [Timed<Vector>]
  /// How they turned and parted, on a touchpad that told it.
  var turns: [Timed<Turn>] = []
  /// Where the way of their middle begins.
  var origin: Point
  /// How far the fingers were from their middle when they had landed, in mm; 0 for one finger, and on touchpads.
  var radius = 0.0
  /// Fingers that were down at once, at most.
  var fingers = 0
  /// Whether a gesture goes on in it that began in the stay before it on the same device.
  var goesOn = false

  init(on device: Device, at time: Timestamp, origin: Point) {
    self.device = device
    self.origin = origin
    start = time
    end = time
    ways = [Timed(time: time, value: .zero)]
  }

  /// Where the middle of the fingers was at a moment.
  func middle(at time: Timestamp) -> Point { origin + (ways.latest(at: time) ?? .zero) }
}

extension Device {
  /// Where the way of a touchpad's fingers is drawn from.
  var centre: Point {
    let extent = drawnExtent
    return Point(x: extent.width / 2, y: extent.height / 2)
  }

  /// How large it is drawn, in mm.
  var drawnExtent: (width: Double, height: Double) {
    switch kind {
    case .touchscreen: extent
    case .touchpad: size.map { ($0.width, $0.height) } ?? Self.assumedTouchpadSize
    }
  }
}
