internal import Gestures
internal import Time
internal import Touch

/// Divides what one device reports into episodes.
struct EpisodeReader: Sendable {
  // One of them. In an enumeration, an event would copy what it changes.
  /// For a device of which every finger is reported: a touchscreen, or a touchpad whose contacts are read.
  private var contacts: TouchscreenReader?
  private var pad: TouchpadReader?
  /// The time at which all contacts of a touchpad lifted.
  private var lifted: Timestamp?

  init(_ device: Device) {
    if device.reportsPositions { contacts = TouchscreenReader(device) } else { pad = TouchpadReader(device) }
  }

  /// True if the latest episode is the current one, so that it may still grow.
  var isOpen: Bool { contacts?.isOpen ?? pad?.isOpen ?? false }

  /// The time until which the latest episode may continue although no finger is reported; nil if it cannot. libinput
  /// reports the taps of a touchpad after their lift.
  var continuesUntil: Timestamp? { lifted.map { $0 + Thresholds.longestInterruption } ?? pad?.continuesUntil }

  mutating func read(_ event: TouchEvent.Kind, at time: Timestamp, into episodes: inout [TouchEpisode]) {
    let wasOpen = isOpen
    contacts?.read(event, at: time, into: &episodes)
    pad?.read(event, at: time, into: &episodes)
    if isOpen {
      lifted = nil
    } else if wasOpen, contacts != nil, episodes.last?.device.kind == .touchpad {
      lifted = time
    }
  }
}
