internal import Touch

/// Divides what one device reports into episodes.
enum EpisodeReader: Sendable {
  case screen(TouchscreenReader)
  case pad(TouchpadReader)

  init(_ device: Device) {
    switch device.kind {
    case .touchscreen: self = .screen(TouchscreenReader(device))
    case .touchpad: self = .pad(TouchpadReader(device))
    }
  }

  /// True if the latest episode is the current one, so that it may still grow.
  var isOpen: Bool {
    switch self {
    case .screen(let reader): reader.isOpen
    case .pad(let reader): reader.isOpen
    }
  }

  /// The time until which the latest episode may continue although no finger is reported; nil if it cannot.
  var continuesUntil: Timestamp? {
    switch self {
    case .screen: nil
    case .pad(let reader): reader.continuesUntil
    }
  }

  mutating func read(_ event: TouchEvent.Kind, at time: Timestamp, into episodes: inout [TouchEpisode]) {
    switch self {
    case .screen(var reader):
      reader.read(event, at: time, into: &episodes)
      self = .screen(reader)
    case .pad(var reader):
      reader.read(event, at: time, into: &episodes)
      self = .pad(reader)
    }
  }
}
