internal import Gestures
internal import Rules
internal import Time
internal import Touch

/// Shows a hand on a touchscreen on the virtual touchpad, as if it moved there: libinput and the desktop treat it as
/// any other hand.
///
///     screen    ▼ ─ ─ ▶ recognised ─ ▶ ─ ▶ ─ ▶ ─ ▶ ▲             │ cancelled
///     touchpad          ▼ lead ▶ catch up ─ ▶ ─ ▶ ─ ▶ ▲ lifted    │ two contacts stay for 130 ms, palms, lifted
///
/// The movement before the recognition is caught up gradually: libinput accelerates fast fingers, and takes a contact
/// that moves too fast at once for one that has jumped.
struct HandShow {
  /// The time between the first frames: a lead of 2.6 mm is no jump then.
  private static let beginning = Duration.milliseconds(5)
  /// The least time between two frames, and the longest while something is to be caught up: the fingers may rest. Most
  /// frames are those of the touchscreen, so that the pace is that of the fingers; after the lift there are none.
  private static let interval = Duration.milliseconds(4)
  private static let patience = (whileDown: Duration.milliseconds(20), afterLift: Duration.milliseconds(8))
  /// The time in which the movement before the recognition is caught up while the fingers are down. 12 mm in 100 ms are
  /// a speed that libinput does not accelerate.
  private static let catchUp = Duration.milliseconds(100)
  /// The largest movement of a contact in a frame, in mm per 12 ms, and its largest growth from frame to frame:
  /// libinput takes 20 and 7 for a jump (src/evdev-mt-touchpad.c, `tp_detect_jumps`).
  private static let most = (movement: 18.0, growth: 5.5)
  private static let reference = 0.012

  private enum Phase {
    /// The hand has not landed: another one is still shown.
    case waiting
    case landed
    /// libinput knows the gesture, and has not reported its beginning.
    case leading
    case moving
    case draining(until: Timestamp)
    case over
  }

  let device: DeviceID
  let location: String
  private let fingers: Int
  private let speed: Double
  private let kind: Gesture.Kind
  private var phase = Phase.waiting
  private var hand: TouchpadHand
  private var state = FollowedHand(.moving)
  /// The part of the hand's movement that was made before the touchpad followed it, and is to be caught up until
  /// `caughtUp`.
  private var rest = FollowedHand(.moving)
  private var caughtUp = Timestamp.zero
  /// The movement that libinput takes to recognise the gesture: it reports what follows.
  private var lead = FollowedHand(.moving)
  private var lastFrame = Timestamp.zero
  /// The movement of the last frame, in mm per 12 ms.
  private var pace = 0.0
  private var isMoving = true

  init(_ gesture: Gesture, fingers: Int, speed: Double, location: String) {
    device = gesture.device
    kind = gesture.kind
    self.fingers = fingers
    self.speed = speed
    self.location = location
    hand = TouchpadHand(fingers: fingers)
  }

  /// True once all contacts have lifted.
  var isOver: Bool { if case .over = phase { true } else { false } }

  /// The time of the next frame; nil if none is due without a movement of the hand.
  var deadline: Timestamp? {
    switch phase {
    case .waiting, .over: nil
    case .draining(let until): until
    case .landed, .leading: lastFrame + Self.beginning
    case .moving:
      switch state.state {
      case .moving: isMoving ? lastFrame + Self.patience.whileDown : nil
      case .lifted: lastFrame + Self.patience.afterLift
      case .cancelled: lastFrame
      }
    }
  }

  /// Takes in what the hand on the screen does.
  mutating func follow(_ new: FollowedHand, at now: Timestamp) {
    guard state.state == .moving else { return }
    var new = new
    new.translation = new.translation * speed
    // Fingers that move together also part a little, which the desktop could take for a pinch.
    if kind.motion != .turn { (new.scale, new.rotation) = (1, 0) }
    if new.translation != state.translation || new.scale != state.scale || new.rotation != state.rotation {
      isMoving = true
    }
    state = new
    if state.state == .lifted { caughtUp = now }
  }

  /// Cancels it: its fingers do something else, or may not be shown any more.
  mutating func cancel() {
    state.state = .cancelled
  }

  /// Cancels it for another hand, unless its fingers have lifted: the touchpad shows one.
  mutating func yield() {
    if state.state == .moving { cancel() }
  }

  /// Appends the frames that are due.
  mutating func advance(at now: Timestamp, into effects: inout [Effect]) {
    switch phase {
    case .waiting:
      guard state.state != .cancelled else { return phase = .over }
      phase = .landed
      lastFrame = now
      write(into: &effects)
    case .landed, .leading:
      if state.state == .cancelled { return drain(at: now, into: &effects) }
      if now >= lastFrame + Self.beginning { lead(at: now, into: &effects) }
    case .moving:
      if state.state == .cancelled { return drain(at: now, into: &effects) }
      let interval = state.state == .lifted ? Self.patience.afterLift : Self.interval
      guard isMoving || state.state == .lifted, now >= lastFrame + interval else { return }
      if isMoving { move(at: now, into: &effects) }
      if state.state == .lifted, !isMoving { lift(into: &effects) }
    case .draining(let until):
      guard now >= until else { return }
      hand.isPalm = true
      write(into: &effects)
      lift(into: &effects)
    case .over: break
    }
  }

  private mutating func lift(into effects: inout [Effect]) {
    phase = .over
    hand = .lifted
    write(into: &effects)
  }

  /// libinput ends a gesture as cancelled if fewer fingers stay down.
  private mutating func drain(at now: Timestamp, into effects: inout [Effect]) {
    phase = .draining(until: now + LibinputUnits.cancellation)
    hand.fingers = min(2, fingers - 1)
    write(into: &effects)
  }

  /// The share of `rest` that is not caught up.
  private func share(at now: Timestamp) -> Double {
    max(0, min(1, (caughtUp - now).inSeconds / Self.catchUp.inSeconds))
  }

  private func scaled(_ hand: FollowedHand, by share: Double) -> FollowedHand {
    FollowedHand(
      .moving, translation: hand.translation * share, scale: 1 + (hand.scale - 1) * share,
      rotation: hand.rotation * share)
  }

  private mutating func move(at now: Timestamp, into effects: inout [Effect]) {
    let elapsed = (now - lastFrame).inSeconds / Self.reference
    lastFrame = now
    let rest = scaled(rest, by: share(at: now))
    hand.scale = lead.scale * (1 + state.scale - rest.scale)
    hand.rotation = lead.rotation + state.rotation - rest.rotation
    let step = lead.translation + state.translation - rest.translation - hand.movement
    let most = min(Self.most.movement, pace + Self.most.growth) * elapsed
    let length = step.length.value
    hand.movement += length > most ? step * (most / length) : step
    pace = min(length, most) / elapsed
    isMoving = length > most || now < caughtUp
    write(into: &effects)
  }

  /// libinput reports no movement until it knows the gesture: 1.5 mm with two fingers, and 0.5 mm more with each other
  /// one (src/evdev-mt-touchpad-gestures.c). Since 1.27.1, the next movement is reported as the beginning alone.
  private mutating func lead(at now: Timestamp, into effects: inout [Effect]) {
    let isFirst = if case .landed = phase { true } else { false }
    let distance = 0.5 + 0.5 * Double(fingers) + (isFirst ? 0.1 : 0.15)
    // Contacts that turn or part move about the middle.
    let share = distance / TouchpadHand.radius
    switch kind.change {
    case .rotation: lead.rotation = (state.rotation < 0 ? -share : share) * 180 / .pi
    case .scale: lead.scale = state.scale < 1 ? 1 - share : 1 + share
    case .place where isFirst:
      let length = state.translation.length.value
      lead.translation = length > 0 ? state.translation * (distance / length) : .zero
    case .place:
      // To the length of the second step; nothing, if the hand has not moved.
      lead.translation = lead.translation * (distance / max(lead.translation.length.value, distance / 2))
    }
    (hand.movement, hand.scale, hand.rotation) = (lead.translation, lead.scale, lead.rotation)
    lastFrame = now
    pace = 0
    phase = isFirst ? .leading : .moving
    rest = state
    caughtUp = state.state == .lifted ? now : now + Self.catchUp
    isMoving = true
    write(into: &effects)
  }

  private func write(into effects: inout [Effect]) { effects.append(.touchpad(hand, location: location)) }
}

extension Performer {
  /// The device of the hand that is shown, or is next; nil if none is.
  var shownHandDevice: DeviceID? { nextHand?.device ?? shownHand?.device }

  /// Shows the hand of a gesture on a touchscreen that was just recognised, once another has lifted. One that is still
  /// down is cancelled: nothing follows it any more.
  mutating func show(fingers: Int, speed: Double, of run: ActionRun) {
    guard !run.gesture.isImitation, !run.context.isOnTouchpad else { return }
    let hand = HandShow(run.gesture, fingers: fingers, speed: speed, location: run.location)
    shownHand?.yield()
    if shownHand == nil { shownHand = hand } else { nextHand = hand }
  }

  /// Takes in what the hand on the screen does.
  mutating func followHand(_ hand: FollowedHand, at now: Timestamp) {
    if nextHand != nil { nextHand?.follow(hand, at: now) } else { shownHand?.follow(hand, at: now) }
  }

  /// Cancels the hands that are shown.
  mutating func cancelHands() {
    shownHand?.cancel()
    nextHand = nil
  }

  /// Appends the frames of the hands that are due.
  mutating func advanceHands(at now: Timestamp) {
    shownHand?.advance(at: now, into: &effects)
    guard shownHand?.isOver == true else { return }
    shownHand = nextHand
    nextHand = nil
    shownHand?.advance(at: now, into: &effects)
  }
}
