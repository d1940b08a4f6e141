internal import Time
internal import Touch

/// Divides what one device reports into episodes.
enum EpisodeReader: Sendable {
  /// A device of which every finger is reported: a touchscreen, or a touchpad whose contacts are read.
  case contacts(TouchscreenReader, lifted: Timestamp?)
  case pad(TouchpadReader)

  init(_ device: Device) {
    self = device.hasDrawnContacts ? .contacts(TouchscreenReader(device), lifted: nil) : .pad(TouchpadReader(device))
  }

  /// True if the latest episode is the current one, so that it may still grow.
  var isOpen: Bool {
    switch self {
    case .contacts(let reader, _): reader.isOpen
    case .pad(let reader): reader.isOpen
    }
  }

  /// The time until which the latest episode may continue although no finger is reported; nil if it cannot. libinput
  /// reports the taps of a touchpad after their lift.
  var continuesUntil: Timestamp? {
    switch self {
    case .contacts(_, let lifted): lifted.map { $0 + TouchpadReader.patience }
    case .pad(let reader): reader.continuesUntil
    }
  }

  mutating func read(_ event: TouchEvent.Kind, at time: Timestamp, into episodes: inout [TouchEpisode]) {
    switch self {
    case .contacts(var reader, var lifted):
      let wasOpen = reader.isOpen
      reader.read(event, at: time, into: &episodes)
      if reader.isOpen {
        lifted = nil
      } else if wasOpen, episodes.last?.device.kind == .touchpad {
        lifted = time
      }
      self = .contacts(reader, lifted: lifted)
    case .pad(var reader):
      reader.read(event, at: time, into: &episodes)
      self = .pad(reader)
    }
  }
}

extension Device {
  /// True if its fingers are drawn where they are: it reports their positions.
  var hasDrawnContacts: Bool { kind == .touchscreen || contacts?.hasPositions == true }
}
