public import Touch

/// The recogniser layer: touch events in, gestures out.
///
/// It is a pure function of the events and the time it is told: it has no clock, and the same events give the same
/// gestures, bit for bit. Time that passes without an event is told by `advance(to:into:)`, and `deadline` says when
/// that matters.
///
///     var recognition = Recognition([Trigger(.swipe(SwipePattern(.left)), fingers: 3...3)])
///     recognition.handle(event, into: &gestures)
public struct Recognition: Sendable {
  private struct Surface: Sendable {
    private(set) var device: Device
    private var sequencer: Sequencer
    /// The sequencer's. It is asked for several times for each event and changes with few.
    private(set) var deadline: Timestamp?

    init(_ device: Device, candidates: CandidateTable) {
      self.device = device
      sequencer = Sequencer(device, candidates: candidates)
    }

    /// Whether fingers are down.
    var hasFingers: Bool { sequencer.sequence.stage != .idle }

    mutating func handle(_ event: TouchEvent.Kind, at time: Timestamp, into gestures: inout [Gesture]) {
      sequencer.handle(event, at: time, into: &gestures)
      deadline = sequencer.deadline
    }

    // Once: where it is written out for each who calls, the program is 20 kB larger.
    @inline(never)
    mutating func expire(at now: Timestamp, into gestures: inout [Gesture]) {
      sequencer.expire(at: now, into: &gestures)
      deadline = sequencer.deadline
    }

    @inline(never)
    mutating func cancel(at now: Timestamp, into gestures: inout [Gesture]) {
      sequencer.cancel(at: now, into: &gestures)
      deadline = sequencer.deadline
    }

    /// Looks at the next touch sequences for these.
    mutating func replaceCandidates(with candidates: CandidateTable) {
      sequencer.changeSequence { $0.candidates = candidates }
    }

    /// Each trigger's rank is another one now, or none.
    mutating func rank(_ ranks: [Int?]) { sequencer.changeSequence { $0.rank(ranks) } }

    /// Goes by what is known of the device now; what is going on has been broken off.
    mutating func replaceDevice(with device: Device, candidates: CandidateTable) {
      self.device = device
      sequencer.replaceDevice(with: device)
      replaceCandidates(with: candidates)
    }

    /// What was drawn and not taken yet.
    mutating func takeDrawing() -> Drawing? { sequencer.changeSequence { $0.takeDrawing() } }

    /// What the fingers are at; nil while none is down.
    var observation: Observation? { sequencer.sequence.observation }
  }

  private var triggers: [Trigger]
  private var priorities: [TriggerPriority]
  private var ranks: [Int?]
  private let unasked: Bool
  private var settling: Duration
  private var surfaces: [Surface] = []
  /// Never goes back: an event that claims to be older than the one before happened now.
  private var now = Timestamp.zero

  /// A recogniser layer without devices.
  /// - Parameters:
  ///   - triggers: What is asked for. Of two that are fulfilled at once, the earlier one counts.
  ///   - unasked: Whether gestures that no trigger asks for are reported too, with no trigger, once it is certain that
  ///     no trigger will have them. They change nothing for the triggers.
  ///   - settling: How long after one finger the next may land, or lift, to belong to the same gesture.
  ///   - priorities: The priority of each trigger, in their order; nil if all are always active, the earlier first.
  ///     Until `rank(_:)` is called, only triggers with a `certain` rank are active.
  public init(
    _ triggers: [Trigger], unasked: Bool = false, settling: Duration = Self.settling,
    priorities: [TriggerPriority]? = nil
  ) {
    self.triggers = triggers
    self.priorities = priorities ?? Self.always(triggers)
    ranks = self.priorities.map(\.certain)
    self.unasked = unasked
    self.settling = settling
  }

  /// How long after one finger the next one of the same gesture lands or lifts, at most. On real hands the second comes
  /// up to 85 ms after the first, and the fourth has been seen to come 83 ms after the third, 111 ms after the first.
  public static let settling = Duration.milliseconds(100)

  /// The devices it has been told of.
  public var devices: [Device] { surfaces.map(\.device) }

  /// The one of them with that number; nil where it is not there.
  public func device(_ id: DeviceID) -> Device? {
    surfaces.firstIndex { $0.device.id == id }.map { surfaces[$0].device }
  }

  /// The moment at which the passing of time alone decides something; nil while it decides nothing. Whoever waits asks
  /// for it after each event: it is kept, because what is computed in another module is computed on a copy of all this.
  public private(set) var deadline: Timestamp?

  private mutating func findDeadline() {
    deadline = nil
    // By index: a loop over the elements would copy each of them.
    for index in surfaces.indices {
      guard let next = surfaces[index].deadline else { continue }
      deadline = deadline.map { min($0, next) } ?? next
    }
  }

  /// Takes in one event and appends what it makes of it. Events of devices that were not added, and events that make
  /// no sense where they stand (a finger that lifts without having landed), are passed over.
  public mutating func handle(_ event: TouchEvent, into gestures: inout [Gesture]) {
    if let deadline, deadline <= event.time { advance(to: event.time, into: &gestures) }
    now = max(now, event.time)
    switch event.kind {
    case .deviceAdded(let device):
      remove(event.device, into: &gestures)
      surfaces.append(surface(for: device))
      findDeadline()
    case .deviceRemoved: remove(event.device, into: &gestures)
    // Nobody knows what the fingers did in between: nothing may come of it.
    case .eventsLost: cancel(on: event.device, into: &gestures)
    case .touchDown, .touchMotion, .touchUp, .touchCancel, .touchFrame, .swipeBegin, .swipeUpdate, .swipeEnd,
      .pinchBegin, .pinchUpdate, .pinchEnd, .holdBegin, .holdEnd, .tap, .scroll:
      guard let index = surfaces.firstIndex(where: { $0.device.id == event.device }) else { return }
      let before = surfaces[index].deadline
      surfaces[index].handle(event.kind, at: now, into: &gestures)
      if surfaces[index].deadline != before { findDeadline() }
    }
  }

  /// Lets time pass up to `moment`, and appends what that alone decides, in order and each at its own time.
  public mutating func advance(to moment: Timestamp, into gestures: inout [Gesture]) {
    while let next = deadline, next <= moment {
      now = max(now, next)
      for index in surfaces.indices {
        if let due = surfaces[index].deadline, due <= next {
          surfaces[index].expire(at: now, into: &gestures)
        }
      }
      findDeadline()
    }
    now = max(now, moment)
  }

  /// Lets pass what was due by `moment`, on live time: its own time stops at the last deadline, because an event that
  /// happened between it and `moment` may not have arrived yet, and must not count as late. So what comes of live
  /// events is what comes of a recording of them.
  public mutating func expire(at moment: Timestamp, into gestures: inout [Gesture]) {
    while let deadline, deadline <= moment { advance(to: deadline, into: &gestures) }
  }

  /// Breaks off everything that is going on, on all devices. Fingers that are down do nothing more until they have
  /// lifted.
  public mutating func cancel(into gestures: inout [Gesture]) {
    for index in surfaces.indices { surfaces[index].cancel(at: now, into: &gestures) }
    findDeadline()
  }

  /// Breaks off everything that is going on on a device, as `cancel(into:)` does on all.
  public mutating func cancel(on device: DeviceID, into gestures: inout [Gesture]) {
    guard let index = surfaces.firstIndex(where: { $0.device.id == device }) else { return }
    surfaces[index].cancel(at: now, into: &gestures)
    findDeadline()
  }

  /// Asks for something else from now on. What is going on is broken off first.
  public mutating func replaceTriggers(
    with triggers: [Trigger], settling: Duration = Self.settling, priorities: [TriggerPriority]? = nil,
    into gestures: inout [Gesture]
  ) {
    cancel(into: &gestures)
    self.triggers = triggers
    self.priorities = priorities ?? Self.always(triggers)
    ranks = self.priorities.map(\.certain)
    self.settling = settling
    for index in surfaces.indices {
      surfaces[index].replaceCandidates(with: candidates(on: surfaces[index].device))
    }
  }

  /// The situation changed, and with it what is asked for: each trigger's rank, nil for those that are not.
  ///
  /// What fingers are at is judged by this from now on, since a touch on a screen may itself bring the window to the
  /// front that a rule is for. What has been decided stays.
  public mutating func rank(_ ranks: [Int?]) {
    guard ranks != self.ranks else { return }
    self.ranks = ranks
    for index in surfaces.indices { surfaces[index].rank(ranks) }
  }

  private static func always(_ triggers: [Trigger]) -> [TriggerPriority] {
    triggers.indices.map { TriggerPriority(first: $0, certain: $0) }
  }

  /// Goes by what is known of the devices from now on: `devices` are those that are there, in their order. Whatever is
  /// going on on one that is gone or no longer the same is broken off; fingers that are down on it do nothing more until
  /// they have lifted.
  public mutating func replaceDevices(with devices: [Device], into gestures: inout [Gesture]) {
    guard devices != self.devices else { return }
    for surface in surfaces where !devices.contains(where: { $0.id == surface.device.id }) {
      remove(surface.device.id, into: &gestures)
    }
    surfaces = devices.map { device in
      guard let index = surfaces.firstIndex(where: { $0.device.id == device.id }) else { return surface(for: device) }
      guard surfaces[index].device != device else { return surfaces[index] }
      surfaces[index].cancel(at: now, into: &gestures)
      surfaces[index].replaceDevice(with: device, candidates: candidates(on: device))
      return surfaces[index]
    }
    findDeadline()
  }

  /// Whether no finger is down and nothing waits for one: neither a tap that may become two, nor a gesture whose fingers
  /// may come back.
  public var isAtRest: Bool {
    surfaces.indices.allSatisfy { surfaces[$0].deadline == nil && !surfaces[$0].hasFingers }
  }

  /// What the fingers on a device are at; nil while none is down there.
  public func observation(on device: DeviceID) -> Observation? {
    surfaces.first { $0.device.id == device }?.observation
  }

  /// No more events will come. What only waits for time to pass, with all fingers lifted, is decided; what fingers are
  /// still at is broken off, because nobody knows what becomes of it.
  public mutating func finish(into gestures: inout [Gesture]) {
    for index in surfaces.indices where !surfaces[index].hasFingers {
      while let due = surfaces[index].deadline {
        now = max(now, due)
        surfaces[index].expire(at: now, into: &gestures)
      }
    }
    cancel(into: &gestures)
  }

  /// What fingers drew on a device, while a shape was asked for, and nobody has taken yet.
  mutating func takeDrawing(on device: DeviceID) -> Drawing? {
    guard let index = surfaces.firstIndex(where: { $0.device.id == device }) else { return nil }
    return surfaces[index].takeDrawing()
  }

  private mutating func remove(_ id: DeviceID, into gestures: inout [Gesture]) {
    guard let index = surfaces.firstIndex(where: { $0.device.id == id }) else { return }
    surfaces[index].cancel(at: now, into: &gestures)
    surfaces.remove(at: index)
    findDeadline()
  }

  private func surface(for device: Device) -> Surface {
    Surface(device, candidates: candidates(on: device))
  }

  private func candidates(on device: Device) -> CandidateTable {
    var table = CandidateTable(triggers, priorities, on: device, unasked: unasked, settling: settling)
    table.rank(ranks)
    return table
  }
}
