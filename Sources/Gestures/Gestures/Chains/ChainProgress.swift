internal import Time

/// A chain that has begun: its first steps were made, or the first one goes on.
///
/// A chain is in one of six states, by what happens to it (ChainStateTests):
///
///     state       its fingers    fingers     step made   other      step cannot   its time
///                 lift           land                    gesture    be made       has come
///     held        -              -           next (1)    failed     -             -
///     continued   failed         -           next        failed     failed        failed
///     lifting     waiting        touched     failed      failed     -             failed
///     waiting     -              touched     next        failed     -             failed
///     touched     -              -           next        failed     strayed       -
///     strayed     failed (2)     touched     next        failed     -             failed
///
/// - held: a continuous gesture that is a step goes on; it is one when it ends
/// - continued: the next step is made with the fingers that are down
/// - lifting: the fingers of the last step are still down
/// - waiting: the next touch may begin
/// - touched: fingers landed in time, and may make the next step
/// - strayed: fingers landed in time, and cannot make it unless others join them
///
/// 1. When the gesture ends. A gesture that acts for the last step, if the chain fails, is no other one (`isStoodIn`).
/// 2. Waiting, if the touch tells nothing (`ChainFingers.mayEnd`): touched and strayed, in one.
///
/// `next` is the state that the next step begins in; after the last one, the chain is made.
struct ChainProgress: Sendable {
  enum State: Hashable, Sendable {
    case held
    case continued(until: Timestamp?)
    case lifting(until: Timestamp)
    case waiting(until: Timestamp)
    case touched(until: Timestamp)
    case strayed(until: Timestamp)
  }

  /// The time for which the fingers of a step may stay down until the next touch: that which a swipe may take.
  private static let patience = Duration.milliseconds(800)

  let chain: ChainTable.Chain
  /// The number of the gesture that it began with.
  let start: Int
  /// The next step; behind the last one, if the chain is made.
  private(set) var next: ChainTable.Place
  private(set) var state = State.held
  /// The first landing of the fingers of the last step, or of those that may make the next one.
  private var landing: Timestamp
  /// The reason why fingers that landed in time did not make the next step.
  private(set) var miss: TouchFailure?
  /// The time at which the last step was made; nil if none was.
  private(set) var made: Timestamp?
  /// The last step that began, when, the number of its gesture, and the first landing of its fingers.
  private(set) var taken: (step: Int, time: Timestamp, number: Int, landing: Timestamp)?

  /// A chain of which no step was made yet.
  init(_ chain: ChainTable.Chain, at first: ChainTable.Place, start: Int, landing: Timestamp) {
    self.chain = chain
    self.start = start
    self.landing = landing
    next = first
  }

  /// True if the last step was made.
  var isMade: Bool { next.step == chain.steps.count }

  /// True if the next gesture may be its next step: that of another touch is none of the fingers of the last one.
  var awaitsStep: Bool {
    switch state {
    case .held, .lifting: false
    case .continued, .waiting, .touched, .strayed: true
    }
  }

  /// The time at which passing time alone decides something; nil if it decides nothing.
  var deadline: Timestamp? {
    switch state {
    case .held, .touched: nil
    case .continued(let until): until
    case .lifting(let until), .waiting(let until), .strayed(let until): until
    }
  }

  /// The failure of the next step.
  func failed(_ failure: TouchFailure, at time: Timestamp) -> TouchFailure {
    var failed = failure
    failed.time = time
    failed.trigger = chain.trigger
    failed.failure = .step(next.step + 1, of: chain.steps.count, failure.failure)
    failed.source = failure.trigger.map { TouchFailure.Source(trigger: $0, time: failure.time) }
    return failed
  }

  /// True if a gesture of the fingers that have just taken a step acts for that if the chain fails.
  func isStoodIn(by gesture: Gesture, of trigger: Int, _ standIns: [Int: [Int]]) -> Bool {
    guard let taken else { return false }
    if gesture.landingOfStep == taken.landing { return true }
    switch state {
    case .held, .continued, .lifting: break
    case .waiting, .touched, .strayed: guard taken.time == gesture.time else { return false }
    }
    return chain.steps[taken.step].triggers.contains { standIns[$0]?.contains(trigger) ?? false }
  }

  // MARK: Steps

  /// Takes a gesture that begins or happens, and that is the next step.
  mutating func take(_ gesture: Gesture, _ number: Int, _ fingers: ChainFingers) {
    taken = (next.step, gesture.time, number, fingers.landing(of: gesture))
    guard chain.steps[next.step].isMadeAtEnd, gesture.phase == .began else { return complete(gesture, fingers) }
    state = .held
    landing = fingers.landing(of: gesture)
  }

  /// Notes that the next step was made.
  mutating func complete(_ gesture: Gesture, _ fingers: ChainFingers) {
    let step = chain.steps[next.step]
    next.step += 1
    miss = nil
    let lift = gesture.time - gesture.wait
    made = lift
    switch step.next {
    case nil: break
    case .sameTouch(let within)?:
      landing = fingers.landing(of: gesture)
      state = .continued(until: within.map { gesture.time + $0 })
    case .touch(let within)?:
      let own = fingers.landing(of: gesture)
      if fingers.landings.contains(own), gesture.wait == .zero {
        landing = own
        state = .lifting(until: lift + max(within, Self.patience))
      } else {
        landing = lift
        state = .waiting(until: lift + within)
      }
    }
  }

  /// Notes why a gesture was not the next step.
  mutating func note(_ miss: TouchFailure) { self.miss = miss }

  // MARK: Time

  /// Updates the state by the fingers that are down, and by time.
  /// - Returns: the reason why the chain cannot be made any more; nil while it may be.
  mutating func settle(at now: Timestamp, _ fingers: ChainFingers) -> TouchFailure? {
    let late = TouchFailure(time: now, trigger: nil, failure: .notFollowed(limit: limit))
    switch state {
    case .held: return nil
    case .continued(let until):
      if let until, until <= now { return late }
      return fingers.landings.contains(landing) && mayBeMade(by: fingers)
        ? nil : missed(by: fingers) ?? TouchFailure(time: now, trigger: nil, failure: .other)
    case .lifting(let until):
      if fingers.landings.contains(landing), newest(fingers) == nil { return until <= now ? late : nil }
      state = .waiting(until: now + limit)
      return settle(at: now, fingers)
    case .waiting(let until):
      guard touch(fingers, until) else { return until <= now ? miss ?? late : nil }
      state = .touched(until: until)
      return nil
    case .touched(let until):
      if mayBeMade(by: fingers) || touch(fingers, until) { return nil }
      state = .strayed(until: until)
      return settle(at: now, fingers)
    case .strayed(let until):
      guard !mayBeMade(by: fingers), !touch(fingers, until) else {
        state = .touched(until: until)
        return nil
      }
      miss = missed(by: fingers) ?? miss
      if until <= now { return miss ?? late }
      if fingers.landings.contains(landing) { return nil }
      if fingers.mayEnd(landing) { return miss ?? TouchFailure(time: now, trigger: nil, failure: .other) }
      state = .waiting(until: until)
      return nil
    }
  }

  /// Takes fingers that have landed since, and in time.
  /// - Returns: true if there are any.
  private mutating func touch(_ fingers: ChainFingers, _ until: Timestamp) -> Bool {
    guard let newest = newest(fingers), newest < until else { return false }
    landing = newest
    return true
  }

  private func newest(_ fingers: ChainFingers) -> Timestamp? { fingers.landings.filter { $0 > landing }.max() }

  /// True if the fingers may still make the next step.
  func mayBeMade(by fingers: ChainFingers) -> Bool {
    chain.steps[next.step].triggers.contains(where: fingers.mayMake)
  }

  /// The reason why the fingers that landed for the next step do not make it.
  private func missed(by fingers: ChainFingers) -> TouchFailure? {
    chain.steps[next.step].triggers.lazy.compactMap { fingers.failure($0, landing) }.first
  }

  /// The time within which the next step follows; 0 for a first step.
  private var limit: Duration {
    switch next.step > 0 ? chain.steps[next.step - 1].next : nil {
    case .touch(let within)?: within
    case .sameTouch(let within)?: within ?? .zero
    case nil: .zero
    }
  }
}
