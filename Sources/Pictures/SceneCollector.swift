internal import Gestures
internal import Touch

/// Divides a recording into scenes.
struct SceneCollector: Sendable {
  private struct PlacedAct: Sendable {
    var act: Act
    /// The index of the episode in which it was recognised, or began.
    var stay: Int
  }

  private var readers: [DeviceID: StayReader] = [:]
  private var stays: [Stay] = []
  /// The indexes of each device's episodes, in their order.
  private var staysOf: [DeviceID: [Int]] = [:]
  private var acts: [PlacedAct] = []
  /// The indexes of the gestures that have not ended.
  private var open: [Int] = []
  private var now = Timestamp.zero

  /// The devices after adjustment, in the order in which they were added.
  private(set) var devices: [Device] = []

  init() {}

  mutating func take(_ event: TouchEvent) {
    // As in the recognition: an event with an older time than the previous one happened now.
    now = max(now, event.time)
    if case .deviceAdded(let device) = event.kind {
      readers[event.device] = StayReader(device)
      if !devices.contains(device) { devices.append(device) }
      return
    }
    let known = stays.count
    readers[event.device]?.take(event.kind, at: now, into: &stays)
    for index in known..<stays.count { staysOf[event.device, default: []].append(index) }
  }

  mutating func take(_ gesture: Gesture) {
    if let place = open.last(where: { acts[$0].act.goesOn(with: gesture) }) {
      acts[place].act.take(gesture)
      if acts[place].act.isOver { open.removeAll { $0 == place } }
      join(acts[place].stay, to: gesture.time, on: gesture.device)
      return
    }
    guard let stay = stay(on: gesture.device, at: gesture.time) else { return }
    let act = Act(gesture, rule: gesture.rank)
    if !act.isOver { open.append(acts.count) }
    acts.append(PlacedAct(act: act, stay: stay))
    // A tap takes as many landings as it has taps; a long press follows its taps.
    guard let taps = gesture.taps, let own = staysOf[gesture.device], let last = own.firstIndex(of: stay) else {
      return
    }
    let before = gesture.kind == .tap ? taps - 1 : taps
    for index in own[max(0, last - before)...last].dropFirst() { stays[index].goesOn = true }
  }

  /// The index of a device's latest episode that had begun at a time.
  private func stay(on device: DeviceID, at time: Timestamp) -> Int? {
    guard let own = staysOf[device] else { return nil }
    return own.last { stays[$0].start <= time } ?? own.first
  }

  /// Joins the episodes after `first` to it, up to `time`: a gesture continued in them.
  private mutating func join(_ first: Int, to time: Timestamp, on device: DeviceID) {
    guard let last = stay(on: device, at: time), last > first else { return }
    for index in staysOf[device] ?? [] where index > first && index <= last {
      // A gesture that ends because the next fingers land does not continue with them.
      if stays[index].start < time { stays[index].goesOn = true }
    }
  }

  /// The scenes, in the order in which they began.
  var scenes: [Scene] {
    var scenes: [Scene] = []
    var latest: [DeviceID: Int] = [:]
    var sceneOf: [Int] = []
    for stay in stays {
      if stay.goesOn, let scene = latest[stay.device.id] {
        scenes[scene].stays.append(stay)
      } else {
        latest[stay.device.id] = scenes.count
        scenes.append(Scene(stay))
      }
      sceneOf.append(latest[stay.device.id] ?? 0)
    }
    for placed in acts { scenes[sceneOf[placed.stay]].acts.append(placed.act) }
    return scenes
  }
}
