internal import Time
internal import Touch

extension Recognition {
  /// A device, the recognisers at work on it, and what follows of their gestures.
  struct Surface: Sendable {
    private(set) var device: Device
    private var sequencer: Sequencer
    private var tracker: ChainTracker
    /// False if no trigger has steps before it: `tracker` then has nothing to do.
    private var hasChains: Bool
    /// A copy of the sequencer's deadline, which is read several times per event and changes with few events.
    private(set) var deadline: Timestamp?

    init(_ device: Device, candidates: CandidateTables, tracker: ChainTracker) {
      self.device = device
      self.tracker = tracker
      hasChains = !tracker.isEmpty
      sequencer = Sequencer(device, candidates: candidates)
    }

    var hasFingers: Bool { sequencer.hasFingers }

    mutating func handle(_ event: TouchEvent.Kind, at time: Timestamp, into gestures: inout [Gesture]) {
      let first = gestures.count
      sequencer.handle(event, at: time, into: &gestures)
      deadline = sequencer.deadline
      if hasChains, gestures.count > first || !tracker.isIdle { followChains(from: first, at: time, into: &gestures) }
    }

    /// Passes the gestures from `first` on through the chains.
    // Not inlined: files without chains would pay for its variables with each event.
    @inline(never)
    private mutating func followChains(from first: Int, at now: Timestamp, into gestures: inout [Gesture]) {
      // To tell them copies the sequences.
      let fingers = tracker.concerns(gestures, from: first) ? sequencer.chainFingers : .none
      tracker.follow(&gestures, from: first, at: now, fingers)
      if tracker.hasChanged { sequencer.setActiveRules(tracker.activeRules()) }
      findDeadline()
    }

    private mutating func findDeadline() {
      deadline = sequencer.deadline
      deadline.limit(to: tracker.deadline)
    }

    // Not inlined: a copy at each call would make the program 20 kB larger.
    @inline(never)
    mutating func expire(at now: Timestamp, into gestures: inout [Gesture]) {
      let first = gestures.count
      if sequencer.deadline.map({ $0 <= now }) ?? false { sequencer.expire(at: now, into: &gestures) }
      deadline = sequencer.deadline
      if hasChains, gestures.count > first || !tracker.isIdle { followChains(from: first, at: now, into: &gestures) }
    }

    @inline(never)
    mutating func cancel(at now: Timestamp, into gestures: inout [Gesture]) {
      let first = gestures.count
      sequencer.cancel(at: now, into: &gestures)
      deadline = sequencer.deadline
      guard hasChains else { return }
      tracker.cancel(&gestures, from: first)
      sequencer.setActiveRules(tracker.activeRules())
      findDeadline()
    }

    /// Replaces the candidates from the next touch sequence on.
    mutating func replaceCandidates(with candidates: CandidateTables, tracker: ChainTracker) {
      sequencer.replaceCandidates(with: candidates)
      self.tracker = tracker
      hasChains = !tracker.isEmpty
    }

    /// Replaces the rule of each trigger of rules; nil disables the trigger.
    mutating func setActiveRules(_ rules: [RuleIndex?]) {
      guard hasChains else {
        sequencer.setActiveRules(ActiveRules(ofTriggers: rules))
        deadline = sequencer.deadline
        return
      }
      tracker.setActiveRules(rules)
      sequencer.setActiveRules(tracker.activeRules())
      findDeadline()
    }

    /// Replaces the device's properties. Ongoing gestures must have been cancelled before.
    mutating func replaceDevice(with device: Device, candidates: CandidateTables, tracker: ChainTracker) {
      self.device = device
      sequencer.replaceDevice(with: device)
      replaceCandidates(with: candidates, tracker: tracker)
    }

    /// Returns the finished drawing once.
    mutating func takeDrawing() -> Drawing? { sequencer.takeDrawing() }

    /// The present observation; nil if no finger is down.
    var observation: Observation? { sequencer.observation }

    var approach: Approach? { sequencer.approach }

    var failures: [TouchFailure] { hasChains ? tracker.failures(with: sequencer.failures) : sequencer.failures }

    /// The contacts that are down; none on a touchpad whose contacts are not read.
    var restingContacts: [RestingContact] { sequencer.contacts.fingers.restingContacts(on: device) }

    /// The present claim on the fingers that are down.
    @inline(never)
    mutating func claim() -> TouchClaim { sequencer.claim() }

    /// The same, of a touchpad whose fingers are taken without a grab.
    @inline(never)
    mutating func takingClaim() -> TakingClaim { sequencer.takingClaim() }

    /// The slots whose contacts rules withhold from the desktop.
    var withheld: UInt64 { sequencer.contacts.withheld }

    /// True if a rule has taken the touches that are down, and shows no hand by them.
    var hasTakenTouches: Bool { sequencer.hasTakenTouches && sequencer.contacts.sequence.followed == nil }

    @inline(never)
    mutating func followedHand() -> FollowedHand? { sequencer.contacts.followedHand() }
  }
}
