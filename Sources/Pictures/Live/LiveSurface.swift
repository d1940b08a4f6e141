internal import Touch

/// A device in the live picture, and its latest touches.
struct LiveSurface: Sendable {
  /// The number of touches remembered while they fade.
  private static let mostStays = 8
  /// The number of positions kept of each finger: more than a device reports in a second.
  private static let mostPlaces = 2_000

  let device: Device
  /// True if fingers are down on it.
  var isDown = false
  private var reader: StayReader
  private var stays: [Stay] = []

  init(_ device: Device) {
    self.device = device
    reader = StayReader(device)
  }

  /// The latest one.
  var stay: Stay? { stays.last }

  /// True if a finger has landed on a touchscreen, even in an incomplete frame: the recognisers learn of it with the
  /// frame's end.
  var isLanding: Bool { device.kind == .touchscreen && reader.isOpen }

  /// Adds what the device reported.
  /// - Returns: true if fingers landed with it.
  mutating func take(_ event: TouchEvent.Kind, at time: Timestamp) -> Bool {
    if !reader.isOpen, stays.count > Self.mostStays { stays.removeFirst(stays.count - Self.mostStays) }
    let known = stays.count
    reader.take(event, at: time, into: &stays)
    if let last = stays.indices.last, stays[last].ways.count > Self.mostPlaces {
      stays[last].forget(before: time - .seconds(1))
    }
    return stays.count > known
  }

  /// The trails of its fingers that are visible at `now`.
  func trails(at now: Timestamp) -> [Trail] {
    stays.indices.flatMap { index in
      let isLast = index == stays.count - 1
      return stays[index].trails(isDown: isLast && isDown)
        .filter { $0.isDown || Fading(after: now - stays[index].end) != nil }
    }
  }
}
