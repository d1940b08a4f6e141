internal import Gestures
internal import Touch

/// Cuts a recording into scenes.
struct SceneCollector: Sendable {
  private struct PlacedAct: Sendable {
    var act: Act
    /// The stay in which it was recognised, or began.
    var stay: Int
  }

  private var readers: [DeviceID: StayReader] = [:]
  private var stays: [Stay] = []
  /// The stays of each device, in their order.
  private var staysOf: [DeviceID: [Int]] = [:]
  private var acts: [PlacedAct] = []
  /// The places of those acts that have not ended.
  private var open: [Int] = []
  private var now = Timestamp.zero

  /// The devices, as they are after adjustment, in the order they came.
  private(set) var devices: [Device] = []

  init() {}

  mutating func take(_ event: TouchEvent) {
    // As for the recognition: an event that claims to be older than the one before happened now.
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
    // A tap is made of as many landings; a long press comes after its taps.
    guard let taps = gesture.taps, let own = staysOf[gesture.device], let last = own.firstIndex(of: stay) else {
      return
    }
    let before = gesture.kind == .tap ? taps - 1 : taps
    for index in own[max(0, last - before)...last].dropFirst() { stays[index].goesOn = true }
  }

  /// The stay of a device that had begun last at a moment.
  private func stay(on device: DeviceID, at time: Timestamp) -> Int? {
    guard let own = staysOf[device] else { return nil }
    return own.last { stays[$0].start <= time } ?? own.first
  }

  /// A gesture that began in one stay goes on in a later one.
  private mutating func join(_ first: Int, to time: Timestamp, on device: DeviceID) {
    guard let last = stay(on: device, at: time), last > first else { return }
    for index in staysOf[device] ?? [] where index > first && index <= last {
      // What ends because the next fingers land does not go on with them.
      if stays[index].start < time { stays[index].goesOn = true }
    }
  }

  /// The scenes, in the order they began.
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
