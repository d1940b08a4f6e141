internal import Diagnostics
internal import Gestures
internal import RulesFile
internal import Time
internal import Touch

/// The verdict of a trigger's recogniser that is alone with a hand: no other rule takes the fingers from it.
enum Judgement {
  case recognized
  /// The reason; nil if the recogniser learned of no such fingers.
  case failed(Failure?)

  /// - Parameters:
  ///   - attempt: what the hand did, with its events.
  ///   - settling: the longest time between the landings, and between the lifts, of the fingers of one gesture.
  init(of attempt: Attempt, by trigger: Trigger, settling: Duration) {
    var recognition = Recognition([trigger], unasked: true, settling: settling)
    var gestures: [Gesture] = []
    for event in attempt.events { recognition.handle(event, into: &gestures) }
    recognition.finish(into: &gestures)
    guard gestures.allSatisfy({ $0.trigger == nil }) else {
      self = .recognized
      return
    }
    var attempt = attempt
    attempt.failures = recognition.failures(on: attempt.device.id)
    self = .failed(attempt.failure(of: trigger, at: 0))
  }
}

/// The recognisers of triggers, each alone with a gesture that an ideal hand makes. Of the same triggers, and there may
/// be thousands, one is judged.
struct Judge {
  let gesture: ImaginedGesture
  /// The longest time between the landings, and between the lifts, of the fingers of one gesture.
  private let settling: Duration
  private var attempts: [ImaginedGesture: Attempt] = [:]
  private var verdicts: [Trigger: [Reason]?] = [:]

  init(of gesture: ImaginedGesture, settling: Duration) {
    self.gesture = gesture
    self.settling = settling
  }

  /// The differences between `trigger` and the gesture, as its recogniser finds them; empty if it recognises the
  /// gesture, and nil if it is for gestures of another kind and does not.
  mutating func reasons(against trigger: Trigger) -> [Reason]? {
    if let known = verdicts[trigger] { return known }
    let reasons = judge(trigger)
    verdicts[trigger] = .some(reasons)
    return reasons
  }

  /// Fingers of another number, on another device or in another place never come to the recogniser: those are named,
  /// and it judges the same movement by fingers that do.
  private mutating func judge(_ judged: Trigger) -> [Reason]? {
    guard judged.before.isEmpty else { return judge(sequence: judged) }
    guard judged.pattern.kind == gesture.kind else {
      guard judged.fingers.contains(gesture.fingers), judged.includes(gesture.device),
        case .recognized = judgement(of: gesture, by: judged)
      else { return nil }
      return []
    }
    if let obstacle = Reachability.obstacle(to: judged) { return [Reason(.never, obstacle.message)] }
    var (trigger, hand) = (judged, gesture)
    let reasons = reconcile(&hand, &trigger)
    return reasons + failures(of: hand, by: trigger, judged, besides: reasons)
  }

  /// Gives the hand what it must have for the recogniser of a trigger to see it at all.
  /// - Returns: what it lacked.
  private func reconcile(_ hand: inout ImaginedGesture, _ trigger: inout Trigger) -> [Reason] {
    let judged = trigger
    var reasons: [Reason] = []
    if !trigger.includes(hand.device) {
      reasons.append(Reason(.device, "requires \(trigger.devices.text)", key: "device"))
      hand.move(to: trigger.devices)
      trigger.devices = [.kind(hand.device.kind)]
    }
    if !trigger.fingers.contains(hand.fingers) {
      reasons.append(.otherFingers(than: trigger, hand.fingers))
      hand.fingers = hand.fingers < trigger.fingers.lowerBound ? trigger.fingers.lowerBound : trigger.fingers.upperBound
    }
    if trigger.pattern.isAnchored != (hand.anchor > 0) {
      let failure =
        trigger.pattern.isAnchored
        ? Failure.notAnchored(least: Thresholds.anchorRest(on: hand.device.kind, settling: settling)) : .rested
      reasons += failure.reasons(of: judged)
      hand.anchor = trigger.pattern.isAnchored ? 1 : 0
    }
    if let obstacle = trigger.obstacle(with: hand.fingers, on: hand.device) {
      reasons.append(obstacle)
      trigger.devices = [.kind(hand.device.kind)]
    }
    return reasons
  }

  /// The failures of a trigger's recogniser, one after another: after that of a place, the hand has the right one.
  /// - Parameters:
  ///   - judged: the trigger as its rule states it.
  ///   - known: the reasons that are known already.
  private mutating func failures(
    of given: ImaginedGesture, by trigger: Trigger, _ judged: Trigger, besides known: [Reason]
  ) -> [Reason] {
    var hand = given
    var reasons: [Reason] = []
    while case .failed(let failure) = judgement(of: hand, by: trigger) {
      if let start = trigger.start, hand.start != start, failure?.isOfPlace ?? (hand.start == nil) {
        reasons +=
          hand.start == nil
          ? [Reason(.start, "must start \(start.text)", key: start.key)] : failure?.reasons(of: judged) ?? []
        hand.start = start
        continue
      }
      guard let failure else {
        if known.isEmpty, reasons.isEmpty {
          reasons = [hand.obstacle.map { Reason(.unreported, $0) } ?? .unreported(hand.fingers, on: hand.device)]
        }
        break
      }
      reasons += failure.reasons(of: judged).map { reason in
        failure.isOfAmount && gesture.assumed.contains(reason.kind)
          ? Reason(reason.kind, "\(reason.message) (\(reason.kind.subject) not given)", key: reason.key) : reason
      }
      guard case .distanceApart = failure, hand.apart != trigger.apart else { break }
      hand.apart = trigger.apart
    }
    return reasons
  }

  /// The same of a sequence: the gesture makes all of its steps, or is near to the first one, or to the last one alone.
  private mutating func judge(sequence: Trigger) -> [Reason]? {
    let count = sequence.steps.count
    if let obstacle = Reachability.obstacle(to: sequence) { return [Reason(.never, obstacle.message)] }
    switch judgement(of: gesture, by: sequence) {
    case .recognized: return []
    case .failed(.step(let number, let count, let failure)?) where number > 1:
      return Failure.step(number, of: count, failure).reasons(of: sequence)
    case .failed: break
    }
    let first = sequence.step(1)
    if let reasons = judge(first), !reasons.isEmpty { return reasons.ofStep(1, of: count) }
    guard sequence.pattern.kind == gesture.kind else { return nil }
    return [Reason(.unrecognized, "the first of its \(count) steps is \(first.text)")]
  }

  private mutating func judgement(of hand: ImaginedGesture, by trigger: Trigger) -> Judgement {
    let attempt = attempts[hand] ?? Attempt(by: hand)
    attempts[hand] = attempt
    return Judgement(of: attempt, by: trigger, settling: settling)
  }
}

extension Trigger {
  /// The reason why its recogniser learns nothing of so many fingers on `device`, which is one of its devices; nil if
  /// it does.
  func obstacle(with fingers: Int, on device: Device) -> Reason? {
    guard device.kind == .touchpad, source(with: fingers, on: device) == nil else { return nil }
    var named = self
    named.devices = [.kind(.touchpad)]
    if named.source(with: fingers, on: device) == nil {
      guard fingers == 1, start == nil else { return nil }
      return Reason(.start, Reachability.Obstacle.touchpadPoints.shortMessage)
    }
    if pattern.kind.isPresence { return Reason(.device, Reachability.Obstacle.touchpadTouched.shortMessage) }
    return fingers == 1 && !pattern.isAnchored
      ? Reason(
        .device, "one finger moves the pointer on a touchpad, and only rules with 'device: touchpad' receive it")
      : Reason(.device, Reachability.Obstacle.touchpadScrolls.shortMessage)
  }
}

extension ImaginedGesture {
  /// Moves the hand to a device that one of `filters` permits.
  fileprivate mutating func move(to filters: [DeviceFilter]) {
    let kinds = filters.compactMap { if case .kind(let kind) = $0 { kind } else { nil } }
    guard let kind = kinds.first, !kinds.contains(device.kind) else { return }
    device.kind = kind
    device.contacts = kind == .touchpad ? .all : nil
  }
}

extension Attempt {
  /// The attempt of an ideal hand.
  init(by gesture: ImaginedGesture) {
    let others = gesture.anchor + (gesture.movement.tipTap == nil ? 0 : 1)
    self.init(device: gesture.device, fingers: gesture.fingers + others, start: nil)
    events = IdealHand(gesture: gesture).events
  }
}

extension Reason {
  /// The reason of a recogniser that learned of no such fingers.
  static func unreported(_ fingers: Int, on device: Device) -> Reason {
    Reason(.unreported, "the \(device.kind.rawValue) reports no gesture of \(counted(fingers, "finger"))")
  }
}

extension Reason.Kind {
  /// The amount that it is about.
  fileprivate var subject: String { self == .time ? "duration" : rawValue }
}
