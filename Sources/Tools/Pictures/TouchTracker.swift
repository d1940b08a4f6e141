public import Gestures
public import Time
public import Touch

/// A value that follows touches: a tracker, or a picture with one.
public protocol TouchFollower: Sendable {
  /// Adds what a device reported. Events come in order of time, each before the gestures recognised from it.
  mutating func add(_ event: TouchEvent)
  /// Adds what was recognised.
  mutating func add(_ gesture: Gesture)
  /// True if an update at `now` may change something although no deadline of the recognisers has passed.
  func hasChanged(at now: Timestamp) -> Bool
  /// Updates the touches after each input and after each deadline: see `TouchTracker.update`.
  mutating func update(
    at now: Timestamp, isOfTime: Bool, observations: (DeviceID) -> Observation?, isAtRest: (DeviceID) -> Bool,
    failures: (DeviceID) -> [TouchFailure]
  ) -> [TouchTracker.Miss]
  /// The next time at which time alone decides something; nil if there is none.
  var deadline: Timestamp? { get }
}

/// Follows the touches on all devices until they are decided, and returns those on which no rule acted.
///
/// A pure function of its input: it has no clock, and reports the next time at which time alone decides something.
public struct TouchTracker: TouchFollower {
  /// A touch on which no rule acted.
  public struct Miss: Sendable {
    /// Its numbers and events, to compare rules with.
    public let attempt: Attempt
    /// The time at which the first finger landed.
    public let start: Timestamp
    /// The time at which the last finger lifted or the last gesture was recognised, without the wait for more taps.
    public let end: Timestamp
  }

  /// The time after a touch in which its recognisers may still fail.
  private static let patience = Duration.milliseconds(50)

  private let triggers: [Trigger]
  private let reportsAll: Bool
  private(set) var surfaces: [LiveSurface] = []
  /// The device that was touched last.
  private(set) var touched: DeviceID?
  /// The latest touch, except those that only move the pointer.
  private(set) var touch: LiveTouch?
  /// The time of the latest update.
  private var now = Timestamp.zero
  /// True if any surface has changed since then: to ask each of them with every event would take longer than the rest.
  private var hasChanges = false
  /// The time after which the next touch is decided that may continue, or before.
  private var decision: Timestamp?

  /// A tracker without devices.
  /// - Parameters:
  ///   - triggers: the triggers of all rules.
  ///   - reportsAll: true to report touches on which rules acted, too.
  public init(triggers: [Trigger], reportsAll: Bool = false) {
    self.triggers = triggers
    self.reportsAll = reportsAll
  }

  /// Adds what a device reported. Events come in order of time, each before the gestures recognised from it.
  public mutating func add(_ event: TouchEvent) {
    switch event.kind {
    case .deviceAdded(let device):
      surfaces.removeAll { $0.device.id == event.device }
      surfaces.append(LiveSurface(device))
      noteChange(of: surfaces.count - 1)
    case .deviceRemoved: surfaces.removeAll { $0.device.id == event.device }
    default:
      guard let index = surfaces.firstIndex(where: { $0.device.id == event.device }) else { return }
      if !event.kind.awaitsFrame { noteChange(of: index) }
      guard surfaces[index].add(event), let episode = surfaces[index].episode else { return }
      touched = event.device
      // Of a touchpad's contacts, more may follow in the same frame.
      if !episode.contacts.isEmpty || !isPointing(episode.device, fingers: episode.fingers) { surfaces[index].follow() }
    }
  }

  /// Adds what was recognised.
  public mutating func add(_ gesture: Gesture) {
    guard let index = surfaces.firstIndex(where: { $0.device.id == gesture.device }) else { return }
    noteChange(of: index)
    surfaces[index].add(gesture)
  }

  private mutating func noteChange(of index: Int) {
    surfaces[index].hasChanged = true
    hasChanges = true
  }

  /// True if one finger moves the pointer: no rule is for one finger that starts there.
  /// - Parameter start: the landing; nil if it is unknown.
  private func isPointing(_ device: Device, fingers: Int, from start: Point? = nil) -> Bool {
    device.kind == .touchpad && fingers == 1 && !triggers.includeOneFinger(from: start, on: device)
  }

  /// Updates the touches after each input and after each deadline.
  /// - Parameters:
  ///   - now: the time of the input.
  ///   - isOfTime: false if no deadline of the recognisers has passed since the latest update: then only devices that
  ///     have reported something, or wait here, are updated.
  ///   - observations: the observation on a device; nil if no finger is down there.
  ///   - isAtRest: true if a device has no gesture pending.
  ///   - failures: the latest failures of the recognisers on a device.
  /// - Returns: the touches that are decided now, and on which no rule acted, in the order of their landings.
  public mutating func update(
    at now: Timestamp, isOfTime: Bool = true, observations: (DeviceID) -> Observation?, isAtRest: (DeviceID) -> Bool,
    failures: (DeviceID) -> [TouchFailure]
  ) -> [Miss] {
    self.now = max(self.now, now)
    hasChanges = false
    var misses: [Miss] = []
    let updatesAll = isOfTime || mayDecide(at: now)
    if updatesAll { decision = nil }
    for index in surfaces.indices {
      guard updatesAll || surfaces[index].hasChanged else { continue }
      surfaces[index].hasChanged = false
      let device = surfaces[index].device.id
      surfaces[index].update(observations(device))
      if let latest = surfaces[index].undecided.last, touch.map({ latest.start >= $0.start }) ?? true { touch = latest }
      let events = surfaces[index].events
      for decided in surfaces[index].takeDecided(at: now, isAtRest: isAtRest(device)) {
        if decided.start == touch?.start, device == touch?.device.id { touch = decided }
        var attempt = decided.attempted
        if reportsAll || decided.acted.isEmpty,
          !isPointing(attempt.device, fingers: attempt.fingers, from: attempt.start)
        {
          attempt.acted = decided.acted
          attempt.events = events.prefix { $0.time <= decided.end + Self.patience } + []
          attempt.failures = failures(device).filter { (decided.start...decided.end + Self.patience).contains($0.time) }
          misses.append(Miss(attempt: attempt, start: decided.start, end: decided.end))
        }
      }
      decision.limit(to: surfaces[index].continuesUntil)
    }
    return misses
  }

  /// True if an update at `now` may change something although no deadline of the recognisers has passed.
  public func hasChanged(at now: Timestamp) -> Bool { hasChanges || mayDecide(at: now) }

  private func mayDecide(at now: Timestamp) -> Bool { decision.map { $0 < now } ?? false }

  /// The next time at which time alone decides something here; nil if it does not. What the recognisers still wait for
  /// is decided with their deadlines.
  public var deadline: Timestamp? {
    surfaces.indices.compactMap { surfaces[$0].continuesUntil }.filter { $0 >= now }.min().map { $0 + .microseconds(1) }
  }
}
