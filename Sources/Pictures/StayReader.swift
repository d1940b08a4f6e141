internal import Touch

/// Divides what one device reports into episodes.
enum StayReader: Sendable {
  case screen(ScreenReader)
  case pad(PadReader)

  init(_ device: Device) {
    switch device.kind {
    case .touchscreen: self = .screen(ScreenReader(device))
    case .touchpad: self = .pad(PadReader(device))
    }
  }

  /// True if the latest episode is the current one, so that it may still grow.
  var isOpen: Bool {
    switch self {
    case .screen(let reader): reader.isOpen
    case .pad(let reader): reader.isOpen
    }
  }

  mutating func take(_ event: TouchEvent.Kind, at time: Timestamp, into stays: inout [Stay]) {
    switch self {
    case .screen(var reader):
      reader.take(event, at: time, into: &stays)
      self = .screen(reader)
    case .pad(var reader):
      reader.take(event, at: time, into: &stays)
      self = .pad(reader)
    }
  }
}
