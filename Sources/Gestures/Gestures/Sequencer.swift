internal import Time
internal import Touch

/// The candidates of one device for each source of gestures.
struct CandidateTables: Sendable {
  var contacts: CandidateTable
  var libinput: CandidateTable
}

/// Turns one device's events into touch sequences: a touchscreen's contacts; what libinput recognises on a touchpad;
/// and a touchpad's contacts, if they are read, for the gestures whose source they are. Of the latter two, the one that
/// recognises a gesture first owns the fingers until they lift.
///
/// Both sequencers are stored. The payload of an enum or an optional is moved out and back in to be changed, and a
/// protocol's method is looked up each time: with each event either costs as much as the work for most events.
struct Sequencer: Sendable {
  private enum Sources: Sendable { case touchscreen, libinput, both }

  private let sources: Sources
  var contacts: ContactSequencer
  var touchpad: TouchpadSequencer

  init(_ device: Device, candidates: CandidateTables) {
    sources = device.kind == .touchscreen ? .touchscreen : device.contacts == nil ? .libinput : .both
    contacts = ContactSequencer(device: device, candidates: candidates.contacts)
    touchpad = TouchpadSequencer(device: device, candidates: candidates.libinput)
    contacts.followsPairs = sources == .both && candidates.libinput.hasTurnsOfTwo
  }

  var hasFingers: Bool {
    switch sources {
    case .touchscreen: contacts.hasFingers
    case .libinput: touchpad.hasFingers
    case .both: contacts.hasFingers || touchpad.hasFingers
    }
  }

  /// The present observation; nil if no finger is down.
  var observation: Observation? {
    switch sources {
    case .touchscreen: contacts.sequence.observation
    case .libinput: touchpad.sequence.observation
    case .both: contacts.sequence.isClaimed ? contacts.sequence.observation : touchpad.sequence.observation
    }
  }

  /// The gesture of a rule that the fingers are nearest to.
  var approach: Approach? {
    switch sources {
    case .touchscreen: contacts.sequence.approach
    case .libinput: touchpad.sequence.approach
    case .both: contacts.sequence.approach ?? touchpad.sequence.approach
    }
  }

  /// The latest failures of its recognisers.
  var failures: [TouchFailure] {
    contacts.hands.flatMap { $0.sequence.failureLog.failures } + touchpad.sequence.failureLog.failures
  }

  /// The fingers that are down, as far as chains depend on them.
  var chainFingers: ChainFingers {
    let sequences = (contacts.hands.map(\.sequence) + [touchpad.sequence])
    return ChainFingers(
      landings: sequences.filter { !$0.isIdle }.map(\.touch.firstLanding),
      mayMake: { trigger in sequences.contains { $0.mayMake(trigger) } },
      // libinput reports the taps of a touchpad after the lift.
      mayEnd: { [isOnTouchscreen] landing in
        isOnTouchscreen && sequences.contains { $0.touch.firstLanding == landing && $0.touch.isMeant }
      },
      failure: { trigger, landing in sequences.lazy.compactMap { $0.failure(of: trigger, since: landing) }.first })
  }

  /// True if it is a touchscreen's.
  var isOnTouchscreen: Bool { sources == .touchscreen }

  /// Replaces the candidates from the next touch sequence on.
  mutating func replaceCandidates(with candidates: CandidateTables) {
    contacts.replaceCandidates(with: candidates.contacts)
    touchpad.sequence.candidates = candidates.libinput
    contacts.followsPairs = sources == .both && candidates.libinput.hasTurnsOfTwo
  }

  /// Returns the finished drawing once.
  mutating func takeDrawing() -> Drawing? {
    switch sources {
    case .touchscreen: contacts.takeDrawing()
    case .libinput: touchpad.sequence.takeDrawing()
    case .both: touchpad.sequence.takeDrawing() ?? contacts.takeDrawing()
    }
  }

  /// The time at which the passing of time alone decides something; nil if none.
  var deadline: Timestamp? {
    switch sources {
    case .touchscreen: return contacts.deadline
    case .libinput: return touchpad.deadline
    case .both:
      guard let one = contacts.deadline, let two = touchpad.deadline else {
        return contacts.deadline ?? touchpad.deadline
      }
      return min(one, two)
    }
  }

  /// Takes in one event.
  mutating func handle(_ event: TouchEvent.Kind, at time: Timestamp, into gestures: inout [Gesture]) {
    switch sources {
    case .touchscreen: contacts.handle(event, at: time, into: &gestures)
    case .libinput: touchpad.handle(event, at: time, into: &gestures)
    case .both: handleBoth(event, at: time, into: &gestures)
    }
  }

  /// Takes in one event of a touchpad whose contacts are read.
  // Not inlined: all devices would pay for its local variables with each event.
  @inline(never)
  private mutating func handleBoth(_ event: TouchEvent.Kind, at time: Timestamp, into gestures: inout [Gesture]) {
    switch event {
    case .touchMotion, .touchPressure, .touchDown, .touchUp, .touchCancel, .touchFrame, .fingerCount, .button,
      .fingersLeft:
      contacts.handle(event, at: time, into: &gestures)
      if case .touchFrame = event {
        noteLift(at: time, into: &gestures)
        shareFrame(at: time, into: &gestures)
        if contacts.followsPairs { followPinch(at: time, into: &gestures) }
      }
    case .holdBegin(let fingers), .swipeBegin(let fingers), .pinchBegin(let fingers):
      prepare(fingers, event)
      touchpad.handle(event, at: time, into: &gestures)
      if contacts.followsPairs { followPinch(at: time, into: &gestures) }
      shareLibinput(at: time, into: &gestures)
    case .scroll(let dx, let dy):
      if touchpad.isScrolling { locate() } else { prepare(2, event) }
      touchpad.handle(event, at: time, into: &gestures)
      // One finger that scrolls along an edge, or one of two that scroll, makes no gesture of its own, nor do those two
      // with a third that touched before. A gesture that began with more may go on with them.
      if (dx ?? 0) != 0 || (dy ?? 0) != 0, !contacts.goesOnWithFewer,
        contacts.sequence.fingers <= 2 || contacts.mainDown <= 2 && !contacts.ownsFingers
      {
        contacts.breakOff(at: time, into: &gestures)
      }
      shareLibinput(at: time, into: &gestures)
    case .tap(let fingers, _):
      touchpad.landingSite = contacts.landingSite(of: event)
      touchpad.positions = contacts.positions(of: event)
      // A tap is reported after the lift; libinput also takes a lost contact of more fingers for one.
      touchpad.isOverruled = contacts.sequence.isClaimed || contacts.fingers.countTogether > fingers
      touchpad.handle(event, at: time, into: &gestures)
      shareLibinput(at: time, into: &gestures)
    case .swipeUpdate, .swipeEnd, .pinchUpdate, .pinchEnd, .holdEnd, .deviceAdded, .deviceRemoved, .eventsLost:
      locate()
      touchpad.handle(event, at: time, into: &gestures)
      noteLift(at: time, into: &gestures)
      shareLibinput(at: time, into: &gestures)
    }
  }

  /// Advances time to `now` without an event.
  mutating func expire(at now: Timestamp, into gestures: inout [Gesture]) {
    switch sources {
    case .touchscreen: contacts.expire(at: now, into: &gestures)
    case .libinput: touchpad.expire(at: now, into: &gestures)
    case .both:
      if let due = contacts.deadline, due <= now {
        contacts.expire(at: now, into: &gestures)
        noteLift(at: now, into: &gestures)
        shareFrame(at: now, into: &gestures)
        if contacts.followsPairs { followPinch(at: now, into: &gestures) }
      }
      if let due = touchpad.deadline, due <= now {
        touchpad.expire(at: now, into: &gestures)
        shareLibinput(at: now, into: &gestures)
      }
    }
  }

  /// Replaces each trigger's rule; nil disables the trigger.
  mutating func setActiveRules(_ rules: ActiveRules) {
    if sources != .libinput { contacts.setActiveRules(rules) }
    if sources != .touchscreen { touchpad.setActiveRules(rules) }
  }

  /// Cancels what is going on. Fingers that are down do nothing more until they have lifted.
  mutating func cancel(at time: Timestamp, into gestures: inout [Gesture]) {
    if sources != .libinput {
      contacts.cancelPresences(at: time, into: &gestures)
      contacts.cancel(at: time, into: &gestures)
    }
    if sources != .touchscreen { touchpad.cancel(at: time, into: &gestures) }
  }

  /// Replaces the properties of the device for the events that follow.
  mutating func replaceDevice(with device: Device) { contacts.replaceDevice(with: device) }

  // MARK: Two sources

  /// Tells libinput's side where its fingers landed, and whether they are fewer than there are.
  private mutating func prepare(_ fingers: Int, _ event: TouchEvent.Kind) {
    touchpad.landingSite = contacts.landingSite(of: event)
    touchpad.positions = contacts.positions(of: event)
    touchpad.isOverruled = contacts.ownsFingers || fingers < contacts.fingers.countTogether
  }

  /// Tells libinput's side where its fingers are now, unless they have lifted.
  private mutating func locate() {
    if let positions = contacts.fingers.positions(ofLast: touchpad.sequence.fingers) {
      touchpad.sequence.positions = positions
    }
  }

  /// Tells libinput's side how the two fingers of a pinch move. Those that move against each other pinch also where
  /// libinput has taken them for scrolling, or one of them for a palm.
  private mutating func followPinch(at time: Timestamp, into gestures: inout [Gesture]) {
    guard contacts.arePair else {
      if contacts.fingers.down < 2 { touchpad.endOwnPinch(at: time, into: &gestures) }
      return
    }
    if !touchpad.isPinchOfTwo {
      guard !touchpad.hasOwnPinch, !touchpad.ownsFingers, contacts.areOpposed else { return }
      prepare(2, .pinchBegin(fingers: 2))
      touchpad.beginOwnPinch(at: time, into: &gestures)
    }
    guard touchpad.isPinchOfTwo else { return }
    touchpad.follow(contacts.sample(at: time), into: &gestures)
    shareLibinput(at: time, into: &gestures)
  }

  /// Tells libinput's side if all fingers have lifted.
  private mutating func noteLift(at time: Timestamp, into gestures: inout [Gesture]) {
    if contacts.fingers.isEmpty { touchpad.noteLift(at: time, into: &gestures) }
  }

  /// Ends libinput's gesture if one of the contacts owns the fingers, or if there are more of them than libinput says.
  private mutating func shareFrame(at time: Timestamp, into gestures: inout [Gesture]) {
    guard !touchpad.sequence.isIdle else { return }
    if contacts.ownsFingers || isOutnumbered { touchpad.overrule(at: time, into: &gestures) }
  }

  /// True if more fingers are down together than those of libinput's gesture, which no rule owns.
  private var isOutnumbered: Bool {
    mutating get {
      guard touchpad.sequence.fingers < contacts.fingers.fingers.count + contacts.fingers.unseen,
        !touchpad.ownsFingers
      else { return false }
      let count = contacts.fingers.countTogether
      return touchpad.sequence.fingers < count && !touchpad.sequence.sharesCandidate(with: count)
    }
  }

  /// Ends the gestures of the contacts if libinput's owns the fingers.
  private mutating func shareLibinput(at time: Timestamp, into gestures: inout [Gesture]) {
    guard touchpad.ownsFingers else { return }
    if contacts.mayRecognize { contacts.cancel(at: time, into: &gestures) }
  }
}
