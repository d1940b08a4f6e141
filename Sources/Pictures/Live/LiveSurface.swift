internal import Touch

/// A device in the live picture, and what fingers did on it a moment ago.
struct LiveSurface: Sendable {
  /// More landings are not remembered while they fade.
  private static let mostStays = 8
  /// More places of one finger are not kept than a second has, and some.
  private static let mostPlaces = 2_000

  let device: Device
  /// Whether fingers are down on it.
  var isDown = false
  private var reader: StayReader
  private var stays: [Stay] = []

  init(_ device: Device) {
    self.device = device
    reader = StayReader(device)
  }

  /// The latest.
  var stay: Stay? { stays.last }

  /// Whether a finger on a touchscreen has landed in a frame that is not complete, or is down. The recognisers know of it
  /// once the frame is.
  var isLanding: Bool { device.kind == .touchscreen && reader.isOpen }

  /// Takes in what the device reports.
  /// - Returns: whether fingers landed with it.
  mutating func take(_ event: TouchEvent.Kind, at time: Timestamp) -> Bool {
    if !reader.isOpen, stays.count > Self.mostStays { stays.removeFirst(stays.count - Self.mostStays) }
    let known = stays.count
    reader.take(event, at: time, into: &stays)
    if let last = stays.indices.last, stays[last].ways.count > Self.mostPlaces {
      stays[last].forget(before: time - .seconds(1))
    }
    return stays.count > known
  }

  /// The ways of its fingers that are still seen at `now`.
  func trails(at now: Timestamp) -> [Trail] {
    stays.indices.flatMap { index in
      let isLast = index == stays.count - 1
      return stays[index].trails(isDown: isLast && isDown)
        .filter { $0.isDown || Fading(after: now - stays[index].end) != nil }
    }
  }
}
