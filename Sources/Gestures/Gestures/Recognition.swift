public import Time
public import Touch

/// The recogniser layer: touch events in, gestures out.
///
/// A pure function of the events and the times it is given: it reads no clock, and the same events yield the same
/// gestures, bit for bit. `advance(to:into:)` lets time pass without an event; `deadline` is the time at which that
/// matters.
///
///     var recognition = Recognition([Trigger(.swipe(SwipePattern(.left)), fingers: 3...3)])
///     recognition.handle(event, into: &gestures)
public struct Recognition: Sendable {
  private var chains: ChainTable
  private var activeRules: [RuleIndex?]
  private let unasked: Bool
  private var settling: Duration
  private var surfaces: [Surface] = []
  /// The latest time seen. An event that is older than the one before counts as happening now.
  private var now = Timestamp.zero
  /// The time of the last gesture.
  private var reported = Timestamp.zero

  /// A recogniser layer without devices.
  /// - Parameters:
  ///   - triggers: The triggers to recognise. Of two that a hand fulfils, the earlier one wins.
  ///   - unasked: True to report also gestures that no trigger requests, with `trigger` nil, once no trigger can take
  ///     them. They do not affect the triggers.
  ///   - settling: The longest time between the landings, and between the lifts, of the fingers of one gesture.
  ///   - priorities: The priority of each trigger, in their order; nil if all are always active, the earlier first.
  ///     Until `setActiveRules(_:)` is called, only triggers with a `certain` rule are active.
  ///   - ties: What the rules state about each other's gestures.
  public init(
    _ triggers: [Trigger], unasked: Bool = false, settling: Duration = Self.settling,
    priorities: [TriggerPriority]? = nil, ties: [TriggerTie] = []
  ) {
    let priorities = priorities ?? Self.always(triggers)
    chains = ChainTable(triggers, priorities, ties: ties)
    activeRules = priorities.map(\.certain)
    self.unasked = unasked
    self.settling = settling
  }

  /// The default of `settling`. On real hands the second finger lands up to 85 ms after the first; the fourth has been
  /// seen 83 ms after the third, 111 ms after the first.
  public static let settling = Duration.milliseconds(100)

  /// The index of the surface of a device. To take the surface itself would copy it.
  private func index(of device: DeviceID) -> Int? { surfaces.firstIndex { $0.device.id == device } }

  /// The devices that were added, in order.
  public var devices: [Device] { surfaces.map(\.device) }

  /// The device with that number; nil if it was not added.
  public func device(_ id: DeviceID) -> Device? {
    surfaces.firstIndex { $0.device.id == id }.map { surfaces[$0].device }
  }

  /// The time at which the passing of time alone decides something; nil if it decides nothing. Callers read it after
  /// each event: it is stored, because a property computed in another module is computed on a copy of the whole struct.
  public private(set) var deadline: Timestamp?

  private mutating func findDeadline() {
    deadline = nil
    // By index: a loop over the elements would copy each of them.
    for index in surfaces.indices { deadline.limit(to: surfaces[index].deadline) }
  }

  /// Takes in one event and appends the gestures it yields. Events of unknown devices, and events that make no sense at
  /// that point (a finger that lifts without having landed), are ignored.
  public mutating func handle(_ event: TouchEvent, into gestures: inout [Gesture]) {
    if let deadline, deadline <= event.time { advance(to: event.time, into: &gestures) }
    now = max(now, event.time)
    switch event.kind {
    case .deviceAdded(let device):
      remove(event.device, into: &gestures)
      surfaces.append(surface(for: device))
      findDeadline()
    case .deviceRemoved: remove(event.device, into: &gestures)
    // The fingers' movements in between are unknown: no gesture may come of them.
    case .eventsLost: cancel(on: event.device, into: &gestures)
    case .touchDown, .touchMotion, .touchUp, .touchCancel, .touchPressure, .touchFrame, .fingerCount, .button,
      .fingersLeft,
      .swipeBegin, .swipeUpdate, .swipeEnd,
      .pinchBegin, .pinchUpdate, .pinchEnd, .holdBegin, .holdEnd, .tap, .scroll:
      guard let index = surfaces.firstIndex(where: { $0.device.id == event.device }) else { return }
      let before = surfaces[index].deadline
      let first = gestures.count
      surfaces[index].handle(event.kind, at: now, into: &gestures)
      if gestures.count > first { order(&gestures, from: first) }
      if surfaces[index].deadline != before { findDeadline() }
    }
  }

  /// Advances time to `moment` and appends the gestures that this alone decides, in order, each at its own time.
  public mutating func advance(to moment: Timestamp, into gestures: inout [Gesture]) {
    while let next = deadline, next <= moment {
      now = max(now, next)
      for index in surfaces.indices {
        if let due = surfaces[index].deadline, due <= next {
          let first = gestures.count
          surfaces[index].expire(at: now, into: &gestures)
          order(&gestures, from: first)
        }
      }
      findDeadline()
    }
    now = max(now, moment)
  }

  /// Advances live time to the deadlines that are due by `moment`. Its own time stops at the last deadline: an event
  /// from between that and `moment` may not have arrived yet, and must not count as late. So live events yield the same
  /// gestures as a recording of them.
  public mutating func expire(at moment: Timestamp, into gestures: inout [Gesture]) {
    while let deadline, deadline <= moment { advance(to: deadline, into: &gestures) }
  }

  /// Cancels everything that is going on, on all devices. Fingers that are down do nothing more until they have lifted.
  public mutating func cancel(into gestures: inout [Gesture]) {
    for index in surfaces.indices { cancel(index, into: &gestures) }
    findDeadline()
  }

  /// Cancels everything that is going on on `device`, as `cancel(into:)` does on all.
  public mutating func cancel(on device: DeviceID, into gestures: inout [Gesture]) {
    guard let index = surfaces.firstIndex(where: { $0.device.id == device }) else { return }
    cancel(index, into: &gestures)
    findDeadline()
  }

  /// Replaces the triggers. Everything that is going on is cancelled first.
  public mutating func replaceTriggers(
    with triggers: [Trigger], settling: Duration = Self.settling, priorities: [TriggerPriority]? = nil,
    ties: [TriggerTie] = [], into gestures: inout [Gesture]
  ) {
    cancel(into: &gestures)
    let priorities = priorities ?? Self.always(triggers)
    chains = ChainTable(triggers, priorities, ties: ties)
    activeRules = priorities.map(\.certain)
    self.settling = settling
    for index in surfaces.indices {
      surfaces[index].replaceCandidates(with: candidates(on: surfaces[index].device), tracker: tracker)
      surfaces[index].setActiveRules(activeRules)
    }
  }

  /// Replaces each trigger's active rule after the situation changed; nil disables the trigger.
  ///
  /// Ongoing touches are judged by the new rules, since a touch on a screen may itself bring the window to the front
  /// that a rule is for. Decided gestures keep theirs. A gesture that waits for one that is now disabled begins at
  /// `deadline`, which is then at once.
  public mutating func setActiveRules(_ rules: [RuleIndex?]) {
    guard rules != activeRules else { return }
    activeRules = rules
    for index in surfaces.indices { surfaces[index].setActiveRules(rules) }
    findDeadline()
  }

  /// Gives the gestures from `first` on times that never go back: one that ends when its fingers are known to have
  /// lifted has the time of the lift.
  private mutating func order(_ gestures: inout [Gesture], from first: Int) {
    for index in gestures.indices.dropFirst(first) {
      reported = max(reported, gestures[index].time)
      gestures[index].time = reported
    }
  }

  private static func always(_ triggers: [Trigger]) -> [TriggerPriority] {
    triggers.indices.map { TriggerPriority(first: RuleIndex($0), certain: RuleIndex($0)) }
  }

  /// Replaces the devices by `devices`, in their order. Everything that is going on on a device that is gone or has
  /// changed is cancelled; fingers that are down on it do nothing more until they have lifted.
  public mutating func replaceDevices(with devices: [Device], into gestures: inout [Gesture]) {
    guard devices != self.devices else { return }
    let first = gestures.count
    for surface in surfaces where !devices.contains(where: { $0.id == surface.device.id }) {
      remove(surface.device.id, into: &gestures)
    }
    surfaces = devices.map { device in
      guard let index = surfaces.firstIndex(where: { $0.device.id == device.id }) else { return surface(for: device) }
      guard surfaces[index].device != device else { return surfaces[index] }
      surfaces[index].cancel(at: now, into: &gestures)
      // Another source is another sequencer.
      guard surfaces[index].device.contacts == device.contacts else { return surface(for: device) }
      surfaces[index].replaceDevice(with: device, candidates: candidates(on: device), tracker: tracker)
      surfaces[index].setActiveRules(activeRules)
      return surfaces[index]
    }
    order(&gestures, from: first)
    findDeadline()
  }

  /// True if no finger is down and nothing is pending: neither a tap that may become two, nor a gesture whose fingers
  /// may return.
  public var isAtRest: Bool {
    surfaces.indices.allSatisfy { surfaces[$0].deadline == nil && !surfaces[$0].hasFingers }
  }

  /// True if a finger is on a touchscreen.
  public var isTouchscreenTouched: Bool {
    // By index: a loop over the elements would copy each of them.
    surfaces.indices.contains { surfaces[$0].device.kind == .touchscreen && surfaces[$0].hasFingers }
  }

  /// True if no finger is down on `device` and nothing is pending there; also true if there is no such device.
  public func isAtRest(on device: DeviceID) -> Bool {
    // Without a closure, in which the surface would be copied.
    guard let index = index(of: device) else { return true }
    return surfaces[index].deadline == nil && !surfaces[index].hasFingers
  }

  /// True if no finger is down and nothing is pending on all other devices.
  public func isAtRest(besides device: DeviceID) -> Bool {
    surfaces.indices.allSatisfy {
      surfaces[$0].device.id == device || surfaces[$0].deadline == nil && !surfaces[$0].hasFingers
    }
  }

  /// The present claim of the triggers on the fingers that are down on `device`. It changes nothing.
  public mutating func claim(on device: DeviceID) -> TouchClaim {
    guard let index = surfaces.firstIndex(where: { $0.device.id == device }) else { return .none }
    return surfaces[index].claim()
  }

  /// The same, of a touchpad whose fingers are taken without a grab.
  public mutating func takingClaim(on device: DeviceID) -> TakingClaim {
    guard let index = surfaces.firstIndex(where: { $0.device.id == device }) else { return TakingClaim(.none) }
    return surfaces[index].takingClaim()
  }

  /// True if a rule has taken the touches that are down on `device`, a touchscreen.
  public func hasTakenTouches(on device: DeviceID) -> Bool {
    // Without a closure, in which the surface would be copied.
    index(of: device).map { surfaces[$0].hasTakenTouches } ?? false
  }

  /// The slots on `device` whose contacts rules withhold from the desktop, a bit each.
  public func withheldTouches(on device: DeviceID) -> UInt64 { index(of: device).map { surfaces[$0].withheld } ?? 0 }

  /// The hand on `device` that a rule shows on a virtual touchpad; nil if there is none. It changes nothing.
  public mutating func followedHand(on device: DeviceID) -> FollowedHand? {
    guard let index = surfaces.firstIndex(where: { $0.device.id == device }) else { return nil }
    return surfaces[index].followedHand()
  }

  /// The present observation of `device`; nil if no finger is down on it.
  public func observation(on device: DeviceID) -> Observation? {
    index(of: device).flatMap { surfaces[$0].observation }
  }

  /// True if a finger is down on `device`.
  public func hasFingers(on device: DeviceID) -> Bool { index(of: device).map { surfaces[$0].hasFingers } ?? false }

  /// The gesture of a rule that the fingers on `device` are nearest to, while it may still be recognised.
  public func approach(on device: DeviceID) -> Approach? { index(of: device).flatMap { surfaces[$0].approach } }

  /// The latest failures of the recognisers on `device`, if unasked gestures are reported as well; not in order of
  /// time.
  public func failures(on device: DeviceID) -> [TouchFailure] {
    index(of: device).map { surfaces[$0].failures } ?? []
  }

  /// The contacts that are down on all devices, with the time since which each rests; computed when it is asked for.
  public var restingContacts: [RestingContact] { surfaces.flatMap(\.restingContacts) }

  /// Ends the input. With all fingers lifted, pending decisions are made as if time passed; ongoing touches are
  /// cancelled, because their outcome is unknown.
  public mutating func finish(into gestures: inout [Gesture]) {
    let first = gestures.count
    for index in surfaces.indices where !surfaces[index].hasFingers {
      while let due = surfaces[index].deadline {
        now = max(now, due)
        surfaces[index].expire(at: now, into: &gestures)
      }
    }
    order(&gestures, from: first)
    cancel(into: &gestures)
  }

  /// Returns the finished drawing on `device` once; nil if no trigger requests a shape.
  public mutating func takeDrawing(on device: DeviceID) -> Drawing? {
    guard let index = surfaces.firstIndex(where: { $0.device.id == device }) else { return nil }
    return surfaces[index].takeDrawing()
  }

  private mutating func cancel(_ index: Int, into gestures: inout [Gesture]) {
    let first = gestures.count
    surfaces[index].cancel(at: now, into: &gestures)
    order(&gestures, from: first)
  }

  private mutating func remove(_ id: DeviceID, into gestures: inout [Gesture]) {
    guard let index = surfaces.firstIndex(where: { $0.device.id == id }) else { return }
    cancel(index, into: &gestures)
    surfaces.remove(at: index)
    findDeadline()
  }

  private func surface(for device: Device) -> Surface {
    var surface = Surface(device, candidates: candidates(on: device), tracker: tracker)
    surface.setActiveRules(activeRules)
    return surface
  }

  private var tracker: ChainTracker { ChainTracker(chains, isExplained: unasked) }

  private func candidates(on device: Device) -> CandidateTables {
    func table(_ source: GestureSource) -> CandidateTable {
      CandidateTable(chains, on: device, from: source, unasked: unasked, settling: settling)
    }
    return CandidateTables(contacts: table(.contacts), libinput: table(.libinput))
  }
}
