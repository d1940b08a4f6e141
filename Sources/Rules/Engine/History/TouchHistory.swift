internal import Gestures
public import Rules
public import Time
public import Touch

/// A touch sequence that the history keeps.
public struct KeptTouch: Sendable {
  /// A rule that acted on it.
  public struct Deed: Hashable, Sendable {
    /// The rule's source location.
    public var rule: String
    /// The rule's name; nil if it has none.
    public var name: String?
    /// The kind of gesture, as in rules: `swipe`.
    public var gesture: String
    /// Its direction, as in rules; nil if it has none.
    public var direction: String?
    public var fingers: Int
    /// The reason for which an action of it failed or changed nothing, for people; nil if none was reported.
    public var failure: String?

    public init(
      rule: String, name: String?, gesture: String, direction: String?, fingers: Int, failure: String? = nil
    ) {
      self.rule = rule
      self.name = name
      self.gesture = gesture
      self.direction = direction
      self.fingers = fingers
      self.failure = failure
    }
  }

  /// The device as it reports itself.
  public let device: Device
  /// The state of the desktop when the first finger landed.
  public fileprivate(set) var situation: Situation
  /// False if the events have no positions, and movements are left out: on a touchscreen, unless the rules file permits
  /// positions.
  public let hasPositions: Bool
  /// The rules that acted on it, in order.
  public fileprivate(set) var deeds: [Deed] = []
  /// True if a rule would have acted on it, had nobody typed when it began.
  public fileprivate(set) var isHeldBack = false
  public fileprivate(set) var fingers = 0
  /// The time of its last event.
  public fileprivate(set) var end: Timestamp
  /// True if other rules are in force by now.
  public fileprivate(set) var isOutdated = false
  /// True if it has more events than are kept, and the others are missing.
  public fileprivate(set) var isCut = false
  /// The numbers of its first event and of the one after its last, counted over all events; others' are among them.
  fileprivate var range: Range<Int>
  /// The number of contacts that are down.
  fileprivate var contacts = 0
  /// True if its last event was a hold that may turn into another gesture.
  fileprivate var isInterrupted = false
  /// True if fingers land with this frame, of which the recognisers learn with its end.
  fileprivate var isLanding = false
  /// True if its last event is the end of a frame without positions.
  fileprivate var endsWithFrame = false
  /// True if no rule is for one finger that lands where its first one did.
  fileprivate let pointsWithOne: Bool
}

/// The last touch sequences of all devices, with what acted on each.
///
/// Events are copied as they come, into memory that is used again, and nothing is computed: the reasons why a rule did
/// not act are found by a replay when somebody asks. Touches of one finger that no rule is for are dropped.
public struct TouchHistory: Sendable {
  /// The maximum number of touch sequences.
  public static let mostTouches = 20
  /// The maximum number of events, which is half a megabyte.
  static let mostEvents = 16_384
  /// The maximum number of events of one sequence: a long one must not displace all others.
  static let mostEventsOfOne = mostEvents / 4
  /// The maximum number of rules noted for a sequence.
  private static let mostDeeds = 8

  /// The events: a ring. Room for all of them is reserved with the first touch: what is not written is not resident,
  /// and a ring that grew would leave its smaller copies in the heap.
  private var events: [KeptEvent] = []
  /// The number of events so far; the place in the ring of the next one follows from it.
  private var written = 0
  /// The largest `written` so far: the events that many before it are overwritten.
  private var highest = 0
  private var touches: [KeptTouch] = []
  /// The index in `touches` of the touch that goes on, by device; a few.
  private var current: [(device: DeviceID, touch: Int)] = []

  /// False if no touch that goes on has positions: `add` then leaves out movements.
  private(set) var keepsMovements = false

  /// True if touches are kept.
  var isOn = false

  init() {}

  // MARK: Events

  /// Returns true if `event` continues the last touch of its device although the recognisers are at rest.
  func isContinued(by event: borrowing TouchEvent) -> Bool {
    guard let index = touch(on: event.device) else { return false }
    if touches[index].isLanding { return true }
    guard event.time - touches[index].end <= Thresholds.longestInterruption else { return false }
    return if case .tap = event.kind { true } else { touches[index].isInterrupted }
  }

  /// Begins a touch sequence. The event that begins it follows.
  mutating func begin(
    on device: Device, at time: Timestamp, in situation: Situation, hasPositions: Bool, pointsWithOne: Bool
  ) {
    end(on: device.id)
    if events.isEmpty { events.reserveCapacity(Self.mostEvents) }
    if touches.count == Self.mostTouches { removeTouch(0) }
    current.append((device.id, touches.count))
    touches.append(
      KeptTouch(
        device: device, situation: situation, hasPositions: hasPositions, end: time, range: written..<written,
        pointsWithOne: pointsWithOne))
    keepsMovements = current.contains { touches[$0.touch].hasPositions }
  }

  /// Adds an event to the touch that goes on on its device, if one does.
  mutating func add(_ event: borrowing TouchEvent) {
    guard let index = touch(on: event.device) else { return }
    guard let kept = KeptEvent(event, withPositions: touches[index].hasPositions) else {
      if event.kind.changesDevices { end(on: event.device) }
      return
    }
    switch touches[index].note(event, at: written) {
    case .append: append(kept)
    case .replaceLast: events[(written - 1) % Self.mostEvents] = kept
    case .drop: break
    }
  }

  /// Ends the touch on a device, and drops it if it only pointed.
  mutating func end(on device: DeviceID) {
    guard let index = touch(on: device) else { return }
    current.removeAll { $0.device == device }
    guard touches[index].isPointing else { return }
    // Its place is free again, unless events of another touch are among its own.
    let start = touches[index].range.lowerBound
    removeTouch(index)
    if touches.indices.allSatisfy({ touches[$0].range.upperBound <= start }) { written = start }
  }

  /// Notes that a rule acts on the touch of a device.
  mutating func note(_ deed: @autoclosure () -> KeptTouch.Deed, on device: DeviceID) {
    guard let index = touch(on: device), touches[index].deeds.count < Self.mostDeeds else { return }
    touches[index].deeds.append(deed())
  }

  /// True if a rule has acted on the touch of a device.
  func hasActed(on device: DeviceID) -> Bool { touch(on: device).map { !touches[$0].deeds.isEmpty } ?? false }

  /// Notes why an action of the rule at `location` failed, or changed nothing, on the last touch on which the rule
  /// acted.
  mutating func note(failure: String, of location: String) {
    for touch in touches.indices.reversed() {
      guard let deed = touches[touch].deeds.lastIndex(where: { $0.rule == location }) else { continue }
      touches[touch].deeds[deed].failure = touches[touch].deeds[deed].failure ?? failure
      return
    }
  }

  /// Notes the window under the fingers of the touch of a device; nil if it is unknown.
  mutating func note(_ window: TouchedWindow?, on device: DeviceID) {
    if let index = touch(on: device) { touches[index].situation.touched = window }
  }

  /// Notes that a rule does not act on the touch of a device because somebody types.
  mutating func noteHeldBack(on device: DeviceID) {
    if let index = touch(on: device) { touches[index].isHeldBack = true }
  }

  /// The devices with a touch that goes on, or was the last one, and of which no frame is incomplete.
  var landedDevices: [DeviceID] { current.filter { !touches[$0.touch].isLanding }.map(\.device) }

  /// Forgets the touches that go on, or were the last ones on their devices and have not been ended.
  mutating func forgetCurrent() {
    while let index = current.last?.touch { removeTouch(index) }
  }

  /// Forgets everything.
  mutating func forget() {
    touches.removeAll()
    current.removeAll()
    events = []
    (written, highest) = (0, 0)
  }

  /// Notes that other rules are in force.
  mutating func setOutdated() {
    for index in touches.indices { touches[index].isOutdated = true }
  }

  private mutating func append(_ event: KeptEvent) {
    if written < Self.mostEvents, events.count == written {
      events.append(event)
    } else {
      events[written % Self.mostEvents] = event
    }
    written += 1
    highest = max(highest, written)
  }

  private func touch(on device: DeviceID) -> Int? {
    // By index: it runs with each event.
    for index in current.indices where current[index].device == device { return current[index].touch }
    return nil
  }

  private mutating func removeTouch(_ index: Int) {
    touches.remove(at: index)
    current.removeAll { $0.touch == index }
    for position in current.indices where current[position].touch > index { current[position].touch -= 1 }
  }

  // MARK: Answers

  /// The touch sequences, the latest first, each with its events; without those that only pointed, and those whose
  /// events are gone.
  /// - Parameter withCurrent: false leaves out those that go on.
  func kept(withCurrent: Bool) -> [(touch: KeptTouch, events: [KeptEvent])] {
    touches.indices.reversed().compactMap { index in
      let touch = touches[index]
      guard withCurrent || !current.contains(where: { $0.touch == index }), !touch.isPointing,
        touch.range.lowerBound >= highest - Self.mostEvents, !touch.range.isEmpty
      else {
        return nil
      }
      return (
        touch,
        touch.range.lazy.map { events[$0 % Self.mostEvents] }.filter { $0.device == touch.device.id }
      )
    }
  }
}

extension KeptTouch {
  /// The treatment of an event.
  fileprivate enum Storing { case append, replaceLast, drop }

  /// Notes what of an event is known without a replay. In one call: each access through the array would be checked.
  /// - Parameter place: the number of the next event of all.
  fileprivate mutating func note(_ event: borrowing TouchEvent, at place: Int) -> Storing {
    end = event.time
    isInterrupted = false
    var endsFrame = false
    switch event.kind {
    case .touchDown:
      contacts += 1
      isLanding = true
      // A touchpad counts fingers without a slot as well.
      fingers = max(fingers, contacts)
    case .touchUp, .touchCancel: contacts -= 1
    case .holdEnd(_, cancelled: true): isInterrupted = true
    case .touchFrame:
      isLanding = false
      endsFrame = !hasPositions
    case .fingerCount(let count), .swipeBegin(let count), .pinchBegin(let count), .holdBegin(let count),
      .tap(let count, _):
      fingers = max(fingers, count)
    case .scroll: fingers = max(fingers, 2)
    default: break
    }
    // Of frames in which nothing is kept, the last one tells the time.
    if endsFrame, endsWithFrame, range.upperBound == place { return .replaceLast }
    endsWithFrame = endsFrame
    guard range.upperBound - range.lowerBound < TouchHistory.mostEventsOfOne else {
      isCut = true
      return .drop
    }
    range = range.lowerBound..<place + 1
    return .append
  }

  /// True if it only moved the pointer or pressed what is on the screen: one finger, and no rule for it.
  fileprivate var isPointing: Bool { fingers <= 1 && pointsWithOne && deeds.isEmpty }
}
