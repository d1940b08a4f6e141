internal import Gestures
internal import Time
internal import Touch

/// A device of which touches are followed, and its latest touches.
struct LiveSurface: Sendable {
  /// The number of touches remembered while they fade.
  private static let mostEpisodes = 8
  /// The number of events kept of the touches that are not decided: those of ten fingers in 10 s.
  private static let mostEvents = 10_000
  /// The number of positions kept of each finger: more than a device reports in a second.
  private static let mostPositions = 2_000

  let device: Device
  /// True if it reported something since the latest update, or something was recognised on it.
  var hasChanged = false
  var isDown = false
  /// The touches that are not decided yet, except those that only move the pointer.
  private(set) var undecided: [LiveTouch] = []
  /// Taps that were recognised together, which may be those of several touches.
  private var taps: [Gesture] = []
  /// The addition of the device, and its events since nothing was undecided; empty if they were too many.
  private(set) var events: [TouchEvent] = []
  private var reader: EpisodeReader
  private var episodes: [TouchEpisode] = []
  /// The number of positions of the current touch at which old ones are forgotten.
  private var mostPositions = Self.mostPositions

  init(_ device: Device) {
    self.device = device
    reader = EpisodeReader(device)
    forgetEvents()
  }

  /// The latest one.
  var episode: TouchEpisode? { episodes.last }

  /// True if a finger has landed, even in an incomplete frame: the recognisers learn of it with the frame's end.
  private var isLanding: Bool { device.reportsPositions && reader.isOpen }

  /// The time until which the latest touch may continue although the recognisers are at rest; nil if it cannot.
  var continuesUntil: Timestamp? { undecided.isEmpty ? nil : reader.continuesUntil }

  /// Adds what the device reported.
  /// - Returns: true if fingers landed with it.
  mutating func add(_ event: TouchEvent) -> Bool {
    let time = event.time
    if !events.isEmpty { events.append(event) }
    if events.count > Self.mostEvents { events = [] }
    if !reader.isOpen, episodes.count > Self.mostEpisodes { episodes.removeFirst(episodes.count - Self.mostEpisodes) }
    let known = episodes.count
    reader.read(event.kind, at: time, into: &episodes)
    if let last = episodes.indices.last, episodes[last].translations.count > mostPositions {
      episodes[last].forget(before: time - .seconds(1))
      // Where a second has more of them, as many again come first: each finger is looked at.
      mostPositions = max(Self.mostPositions, 2 * episodes[last].translations.count)
    }
    return episodes.count > known
  }

  /// Follows the latest touch until it is decided.
  mutating func follow() { if let episode { undecided.append(LiveTouch(episode)) } }

  /// Adds what was recognised.
  mutating func add(_ gesture: Gesture) {
    if let first = taps.first, !gesture.kind.isMadeOfTaps || gesture.time != first.time { assignTaps() }
    guard !gesture.kind.isMadeOfTaps else { return taps.append(gesture) }
    if let index = undecided.lastIndex(where: { $0.start <= gesture.time - gesture.wait }) {
      assign(gesture, to: index)
    }
  }

  /// Assigns the taps that were recognised together: the last one is that of the latest touch that ended before. They
  /// may be reported during a later one.
  private mutating func assignTaps() {
    defer { taps.removeAll() }
    guard let last = taps.last else { return }
    let lift = last.time - last.wait
    var end =
      undecided.lastIndex { $0.end <= lift && $0.fingers == last.fingers }
      ?? undecided.lastIndex { $0.start <= lift }
    // Taps on which no rule acted are one series, too short or too long for all rules.
    let isOneSeries = taps.allSatisfy { $0.rule == nil }
    for tap in taps.reversed() {
      guard let index = end else { return }
      let count = undecided.count
      assign(tap, to: index)
      let own = index - (count - undecided.count)
      // Several rules may act on one tap, if they share it.
      let hasEarlier = own > 0 && undecided[own - 1].fingers == tap.fingers
      if isOneSeries, hasEarlier, tap != taps[0] {
        undecided.remove(at: own - 1)
        end = own - 1
      } else {
        end = hasEarlier ? own - 1 : own
      }
    }
  }

  private mutating func assign(_ gesture: Gesture, to index: Int) {
    undecided[index].update(with: gesture)
    undecided.removeSubrange(index - min(gesture.earlierTouches, index)..<index)
  }

  /// Updates the latest touch from what the device reported and the recognisers observe.
  mutating func update(_ observation: Observation?) {
    isDown = observation != nil
    assignTaps()
    if let episode, let last = undecided.indices.last { undecided[last].update(from: episode, observation) }
  }

  /// The touches that are decided by `now`.
  /// - Parameter isAtRest: true if the recognisers have nothing pending on the device.
  mutating func takeDecided(at now: Timestamp, isAtRest: Bool) -> [LiveTouch] {
    let isDecided = isAtRest && !isLanding && continuesUntil.map { $0 < now } ?? true
    let count = isDecided ? undecided.count : max(undecided.count - Self.mostEpisodes, 0)
    if isDecided { forgetEvents() }
    defer { undecided.removeFirst(count) }
    return undecided.prefix(count).map { touch in
      var touch = touch
      touch.settle()
      return touch
    }
  }

  private mutating func forgetEvents() {
    guard events.count != 1 else { return }
    events = [TouchEvent(time: .zero, device: device.id, kind: .deviceAdded(device))]
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
