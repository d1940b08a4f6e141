internal import Time
internal import Touch

/// Movements, the paths that they make, and the passing of time.
extension TouchSequence {
  /// The paths of the fingers.
  struct Paths: Sendable {
    var motion: MotionPath
    var legs: LegPath
  }

  /// The longest time between two reports of fingers that move: devices report 50 times a second and more.
  private static let longestFrame = Duration.milliseconds(20)

  /// True if no rule asks for a pinch or a rotation with three fingers or more. Two that pinch zoom.
  private var takesPinches: Bool {
    last.fingers > 2 && !possible.indices.contains { possible[$0].kind.motion == .turn && !possible[$0].isUnasked }
  }

  /// The directions of the swipes that rules ask for now.
  var askedDirections: Directions {
    var directions: Directions = []
    for index in possible.indices where possible[index].precedence?.rule != nil {
      directions.formUnion(candidates[possible[index].candidate].pattern.swipeDirections)
    }
    return directions
  }

  /// Starts the paths at the first sample of the present number of fingers, or at the last one of a step that these go
  /// on from.
  mutating func startPaths(_ sample: Sample, after step: Step? = nil) {
    if step == nil {
      whole.removeAll(keepingCapacity: true)
    } else if whole.isEmpty, possible.contains(where: { $0.isBeside }) {
      whole.append(Paths(motion: motion, legs: legs))
    }
    continued = step
    let sample = fromStep(sample)
    motion = MotionPath(at: sample, asked: askedDirections, takesPinches: takesPinches)
    if followsLegs { legs.reset(at: sample) }
  }

  /// The paths by which a recogniser judges: beside a step those since the landing, and else those from it.
  func paths(of active: ActiveRecognizer) -> Paths {
    if active.isBeside, let whole = whole.first { whole } else { Paths(motion: motion, legs: legs) }
  }

  /// A sample of fingers that have moved from where a step was made.
  private func fromStep(_ sample: Sample) -> Sample {
    var sample = sample
    if let continued { sample.translation = sample.translation - continued.place }
    return sample
  }

  /// Takes in a movement of the fingers, or a new classification of it by libinput.
  mutating func move(_ sample: Sample, into gestures: inout [Gesture]) {
    guard !isOver else { return }
    last = sample
    velocity.add(sample)
    sketch.add(sample.translation)
    if followsLegs {
      legs.add(fromStep(sample))
      for index in whole.indices { whole[index].legs.add(sample) }
      last.turned = legs.turned
    }
    let sample = last
    reportOngoing(into: &gestures) { $0.proceed(sample) }
    followEdge()
    observe(into: &gestures)
  }

  mutating func observe(into gestures: inout [Gesture]) {
    guard !possible.isEmpty else { return endAbandonedSeries(into: &gestures) }
    let sample = last
    motion.add(continued == nil ? sample : fromStep(sample))
    let motion = motion
    let legs = legs
    continued?.goOn(sample)
    guard let step = continued else {
      return evaluate(into: &gestures) { $0.recognizer.observe(sample, motion, legs) }
    }
    let turn = sample.since(step.end)
    for index in whole.indices { whole[index].motion.add(sample) }
    let whole = whole.first
    evaluate(into: &gestures) { active in
      if active.isBeside, let whole { return active.recognizer.observe(sample, whole.motion, whole.legs) }
      return active.recognizer.observe(active.recognizer.isTurn ? turn : sample, motion, legs)
    }
  }

  /// Advances time to `now`, the sequence's deadline or later, without an event.
  mutating func expire(at now: Timestamp, into gestures: inout [Gesture]) {
    if now - last.time > Self.longestFrame { positions.rest() }
    last.time = max(last.time, now)
    if wait == .forDecision { wait = .forEarlierRules }
    switch stage {
    case .landing(let until) where until <= now: stage = .steady
    case .lifting(let lift) where lift.until <= now:
      complete(remaining: lift.remaining, into: &gestures)
      if ongoing.isEmpty { end(late: lift.first) }
    case .idle, .landing, .steady, .lifting, .spent: break
    }
    if let due = seriesDeadline, due <= now { reportTaps(into: &gestures) }
    reportOngoing(into: &gestures) { active in
      guard let due = active.stepAt, due <= now else { return nil }
      return active.step()
    }
    goOnAtEdge(at: now, into: &gestures)
    let isMissing = touch.isMissing
    evaluate(into: &gestures) { active in
      if isMissing, active.recognizer.isRest { return .undecided }
      return active.recognizer.expire(at: now)
    }
    // Fewer or more fingers than lifted are not the same ones.
    guard !suspended.isEmpty else { return }
    if case .steady = stage { endSuspended(into: &gestures) }
    if suspensionsMayExpire { endSuspended(dueBy: now, into: &gestures) }
  }
}
