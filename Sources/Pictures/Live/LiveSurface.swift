internal import Touch

/// A device in the live picture, and its latest touches.
struct LiveSurface: Sendable {
  /// The number of touches remembered while they fade.
  private static let mostEpisodes = 8
  /// The number of positions kept of each finger: more than a device reports in a second.
  private static let mostPositions = 2_000

  let device: Device
  /// True if fingers are down on it.
  var isDown = false
  private var reader: EpisodeReader
  private var episodes: [TouchEpisode] = []

  init(_ device: Device) {
    self.device = device
    reader = EpisodeReader(device)
  }

  /// The latest one.
  var episode: TouchEpisode? { episodes.last }

  /// True if a finger has landed on a touchscreen, even in an incomplete frame: the recognisers learn of it with the
  /// frame's end.
  var isLanding: Bool { device.kind == .touchscreen && reader.isOpen }

  /// Adds what the device reported.
  /// - Returns: true if fingers landed with it.
  mutating func add(_ event: TouchEvent.Kind, at time: Timestamp) -> Bool {
    if !reader.isOpen, episodes.count > Self.mostEpisodes { episodes.removeFirst(episodes.count - Self.mostEpisodes) }
    let known = episodes.count
    reader.read(event, at: time, into: &episodes)
    if let last = episodes.indices.last, episodes[last].translations.count > Self.mostPositions {
      episodes[last].forget(before: time - .seconds(1))
    }
    return episodes.count > known
  }

  /// The trails of its fingers that are visible at `now`.
  func trails(at now: Timestamp) -> [Trail] {
    episodes.indices.flatMap { index in
      let isLast = index == episodes.count - 1
      return episodes[index].trails(isDown: isLast && isDown)
        .filter { $0.isDown || Fading(after: now - episodes[index].end) != nil }
    }
  }
}
