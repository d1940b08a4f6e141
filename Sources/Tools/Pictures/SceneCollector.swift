internal import Gestures
internal import Time
internal import Touch

/// Divides a recording into scenes.
struct SceneCollector: Sendable {
  private struct IndexedSpan: Sendable {
    var span: GestureSpan
    /// The index of the episode in which it was recognised, or began.
    var episode: Int
  }

  private var readers: [DeviceID: EpisodeReader] = [:]
  private var episodes: [TouchEpisode] = []
  /// The indexes of each device's episodes, in their order.
  private var episodesOf: [DeviceID: [Int]] = [:]
  private var spans: [IndexedSpan] = []
  /// The touches on which no rule acted, with the indexes of their episodes.
  private var misses: [(episode: Int, miss: Scene.Miss)] = []
  /// The indexes of the gestures that have not ended.
  private var open: [Int] = []
  private var now = Timestamp.zero

  /// The devices after adjustment, in the order in which they were added.
  private(set) var devices: [Device] = []

  init() {}

  mutating func add(_ event: TouchEvent) {
    // Same as the recogniser: an event with an older time than the previous one happened now.
    now = max(now, event.time)
    if case .deviceAdded(let device) = event.kind {
      readers[event.device] = EpisodeReader(device)
      if !devices.contains(device) { devices.append(device) }
      return
    }
    let known = episodes.count
    readers[event.device]?.read(event.kind, at: now, into: &episodes)
    for index in known..<episodes.count { episodesOf[event.device, default: []].append(index) }
  }

  mutating func add(_ gesture: Gesture) {
    if let index = open.last(where: { spans[$0].span.isContinued(by: gesture) }) {
      spans[index].span.append(gesture)
      if spans[index].span.hasEnded { open.removeAll { $0 == index } }
      join(spans[index].episode, to: gesture)
      return
    }
    guard let episode = tapped(by: gesture) ?? episode(on: gesture.device, at: gesture.time - gesture.wait) else {
      return
    }
    let span = GestureSpan(gesture, rule: gesture.rule)
    if !span.hasEnded { open.append(spans.count) }
    spans.append(IndexedSpan(span: span, episode: episode))
    let before = gesture.earlierTouches
    guard before > 0, let own = episodesOf[gesture.device], let last = own.firstIndex(of: episode) else { return }
    for index in own[max(0, last - before)...last].dropFirst() { episodes[index].continuesGesture = true }
  }

  mutating func add(_ miss: Scene.Miss, on device: DeviceID, at start: Timestamp) {
    if let episode = episode(on: device, at: start) { misses.append((episode, miss)) }
  }

  /// The index of the latest episode that can be a tap's last one. Nil for other gestures.
  private func tapped(by gesture: Gesture) -> Int? {
    guard gesture.kind.isMadeOfTaps else { return nil }
    return episodesOf[gesture.device]?.last {
      episodes[$0].end <= gesture.time - gesture.wait && episodes[$0].fingers == gesture.fingers
    }
  }

  /// The index of a device's latest episode that had begun at a time.
  private func episode(on device: DeviceID, at time: Timestamp) -> Int? {
    guard let own = episodesOf[device] else { return nil }
    return own.last { episodes[$0].start <= time } ?? own.first
  }

  /// Joins the episodes after `first` to it in which `gesture` continued.
  private mutating func join(_ first: Int, to gesture: Gesture) {
    guard let last = episode(on: gesture.device, at: gesture.time - gesture.wait), last > first else { return }
    let isOver = gesture.phase == .ended || gesture.phase == .cancelled
    for index in episodesOf[gesture.device] ?? [] where index > first && index <= last {
      // A gesture that ends because other fingers land does not continue with them.
      if isOver, episodes[index].fingers != gesture.fingers { continue }
      if episodes[index].start < gesture.time { episodes[index].continuesGesture = true }
    }
  }

  /// The scenes, in the order in which they began.
  var scenes: [Scene] {
    var scenes: [Scene] = []
    var latest: [DeviceID: Int] = [:]
    var sceneOf: [Int] = []
    for episode in episodes {
      if episode.continuesGesture, let scene = latest[episode.device.id] {
        scenes[scene].episodes.append(episode)
      } else {
        latest[episode.device.id] = scenes.count
        scenes.append(Scene(episode))
      }
      sceneOf.append(latest[episode.device.id] ?? 0)
    }
    for (episode, miss) in misses { scenes[sceneOf[episode]].misses.append(miss) }
    for placed in spans { scenes[sceneOf[placed.episode]].spans.append(placed.span) }
    // One finger on a touchpad without any gesture moved the pointer.
    return scenes.filter { scene in
      scene.device.kind == .touchscreen || scene.fingers != 1 || !scene.spans.isEmpty || !scene.misses.isEmpty
    }
  }
}

extension Gesture {
  /// The number of touches before its own that are parts of it: a tap takes as many landings as it has taps; a long
  /// press follows its taps, and the last step of a chain the others.
  var earlierTouches: Int { (taps.map { kind.isMadeOfTaps ? $0 - 1 : $0 } ?? 0) + touchesBefore }
}
