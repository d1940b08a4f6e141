internal import Diagnostics
internal import Gestures
internal import RulesFile
internal import Time
internal import Touch

extension Attempt {
  /// The reason why the recogniser of a trigger failed; nil if it is unknown.
  /// - Parameter index: the index of the trigger.
  func reasons(of trigger: Trigger, at index: Int?) -> [Reason] {
    let own = failures.last { $0.trigger == index && index != nil && $0.failure != .other }?.failure
    let common = failures.last { $0.trigger == nil && $0.failure.concerns(trigger, self) }?.failure
    if let own, own.isExact(in: self) || common == nil { return own.reasons(of: trigger) }
    return common?.reasons(of: trigger) ?? []
  }
}

extension Failure {
  /// True if it tells more about an attempt than a comparison with the ideal gesture.
  func isExact(in attempt: Attempt) -> Bool {
    switch self {
    case .lateFinger, .lateLift, .apart, .outside, .distanceApart, .reported, .scrolled, .jumped, .tooNearBeside,
      .tooFarBeside, .tooFarAcross, .oneMoved, .palm:
      true
    // Fingers that moved farther did not mean to rest.
    case .heldTooLong(_, _, _, let most): attempt.translation.length.value <= 2 * most.value
    case .movedTooFar(let distance, let limit, _, _):
      distance.value.isFinite && attempt.translation.length.value <= 2 * limit.value
    default: false
    }
  }

  /// True if this failure of all fingers prevents gestures of a trigger.
  func concerns(_ trigger: Trigger, _ attempt: Attempt) -> Bool {
    let isTipTap = trigger.pattern.kind == .tipTap
    return switch self {
    case .lateFinger: !isTipTap && !trigger.pattern.isAnchored && trigger.fingers.contains(attempt.fingers)
    case .tooNearBeside, .tooFarBeside, .tooFarAcross: isTipTap
    case .scrolled: [.swipe, .pan].contains(trigger.pattern.kind) && trigger.fingers.contains(attempt.fingers)
    case .jumped: trigger.fingers.contains(attempt.fingers) && !isTipTap
    default: false
    }
  }

  fileprivate func reasons(of trigger: Trigger) -> [Reason] {
    switch self {
    case .lateFinger(let finger, let after, let limit):
      [
        Reason(
          .time,
          "the \(finger.ordinal) finger landed \(after.measure(.up)) after the one before, maximum \(limit.measure())"
            + " ('settle')")
      ]
    case .lateLift(let after, let limit):
      [
        Reason(
          .time,
          after > limit
            ? "the last finger lifted \(after.measure(.up)) after the first, maximum \(limit.measure()) ('settle')"
            : "a finger stayed longer than \(limit.measure()) ('settle') after the first had lifted")
      ]
    case .apart(let share, let least, let time):
      [
        Reason(
          .time,
          "the fingers were down together for \(Int(max(share, 0) * 100))% of the shorter touch, "
            + "minimum \(Int(least * 100))% or \(time.measure())")
      ]
    case .movedTooFar(let distance, let limit, let held, let longest):
      Reason.held(held, longest: longest) + [
        Reason(
          .distance,
          distance.value.isFinite
            ? "moved \(distance.value.longText) mm, maximum \(limit.value.text) mm" : "a contact jumped")
      ]
    case .heldTooLong(let time, let limit, let moved, let most):
      Reason.held(time, longest: limit) + [
        Reason(.distance, "moved \(moved.value.shortText) mm of \(most.value.text) mm")
      ]
    case .liftedEarly: []
    case .tooShort(let distance, let least):
      [Reason(.distance, "\(distance.value.shortText) mm of \(least.value.text) mm in a straight line")]
    case .tooLate(let limit): [Reason(.time, "too slow to come its distance within \(limit.measure())")]
    case .tooEarly(let time, let least): [.tooQuick(least, time)]
    case .speed(let speed, let range): [.otherSpeed(range, speed)]
    case .bent: [Reason(.unrecognized, "the path turned or left its direction")]
    case .legs(let count, let least): [.otherLegs(least, count)]
    case .turnedTooLittle(let angle, let least):
      [Reason(.distance, "the path turned by \(angle.shortText)° of \(least.text)°")]
    case .otherDirection: [Reason(.direction, "the fingers moved in another direction")]
    case .notTogether: [Reason(.unrecognized, "the fingers did not move together")]
    case .together: [Reason(.unrecognized, "the fingers moved together")]
    case .oneMoved(let distance, let least):
      [
        Reason(
          .distance,
          "one finger moved, and the others at most \(distance.value.shortText) mm of \(least.value.longText) mm")
      ]
    case .palm: [Reason(.unrecognized, "the contacts landed as those of a palm, not as fingers in a row")]
    case .rested: [Reason(.unrecognized, "a finger rested beside them")]
    case .outside(let distance, let margin):
      [Reason(.start, "\(distance.value.longText) mm \(trigger.start?.text ?? ""), margin \(margin.value.text) mm")]
    case .distanceApart(let apart, let range): [.otherDistance(apart, range)]
    case .reported(let kind):
      [Reason(.unrecognized, "libinput reports a \(kind == .longPress ? "hold" : kind.rawValue)")]
    case .scrolled: [Reason(.unrecognized, "the fingers have scrolled")]
    case .jumped(let distance, let time):
      [
        Reason(
          .unrecognized, "a contact jumped \(distance.value.text) mm in \(time.measure()), which no finger can")
      ]
    case .pointed: [Reason(.start, "the finger moved the pointer")]
    case .tooNearBeside(let distance, let limit):
      [Reason(.distance, "\(distance.value.shortText) mm beside the finger that rests, minimum \(limit.value.text) mm")]
    case .tooFarBeside(let distance, let limit):
      [Reason(.distance, "\(distance.value.longText) mm beside the finger that rests, maximum \(limit.value.text) mm")]
    case .tooFarAcross(let distance, let limit):
      [
        Reason(
          .distance,
          "\(distance.value.longText) mm above or below the finger that rests, maximum \(limit.value.text) mm")
      ]
    case .otherShape, .other: []
    }
  }
}

extension Reason {
  /// The reason of fingers that stayed too long; none if they did not, or may stay.
  fileprivate static func held(_ time: Duration?, longest: Duration?) -> [Reason] {
    guard let time, let longest, time > longest else { return [] }
    return [Reason(.time, "held \(time.measure(.up)), maximum \(longest.measure())")]
  }
}

extension Int {
  /// The word for a number in order.
  fileprivate var ordinal: String {
    let words = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"]
    return words.indices.contains(self - 1) ? words[self - 1] : "\(self)th"
  }
}

extension Double {
  /// The number with at most one decimal, rounded up: an amount above a limit is never shown as the limit.
  var longText: String { Phrase.number((self * 10 - 1e-6).rounded(.up) / 10) }
}
