internal import Diagnostics
internal import Gestures
internal import RulesFile
internal import Time
internal import Touch

extension Attempt {
  /// The failure of the recogniser of a trigger, as far as one is known: of its own, or of all fingers before that.
  /// - Parameter index: the index of the trigger.
  func failure(of trigger: Trigger, at index: Int?) -> Failure? {
    let own = failures.last { $0.trigger == index && index != nil && $0.failure != .other }
    let common = failures.last { $0.trigger == nil && $0.failure.concerns(trigger, self) }
    guard let own, own.failure.nearness(in: self) > 0 || common == nil else { return common?.failure }
    return common.map { $0.time < own.time ? $0.failure : own.failure } ?? own.failure
  }
}

extension Failure {
  /// True if this failure of all fingers prevents gestures of a trigger.
  func concerns(_ trigger: Trigger, _ attempt: Attempt) -> Bool {
    let isTipTap = trigger.pattern.kind == .tipTap
    return switch self {
    case .lateFinger: !isTipTap && !trigger.pattern.isAnchored && trigger.fingers.contains(attempt.fingers)
    case .tooNearBeside, .tooFarBeside, .tooFarAcross: isTipTap
    case .pressedLightly, .pressedWeakly:
      trigger.pattern.pressForce == .firm && trigger.fingers.contains(attempt.fingers)
    case .scrolled: [.swipe, .pan].contains(trigger.pattern.kind) && trigger.fingers.contains(attempt.fingers)
    case .jumped: trigger.fingers.contains(attempt.fingers) && !isTipTap
    default: false
    }
  }

  /// True if the fingers landed in another place than the trigger requires.
  var isOfPlace: Bool {
    switch self {
    case .offSurface, .outside, .outsideZone, .unoccupied, .shared: true
    default: false
    }
  }

  /// True if the movement had another amount than the trigger requires, which a user can state.
  var isOfAmount: Bool {
    switch self {
    case .tooShort, .scaledTooLittle, .rotatedTooLittle, .turnedTooLittle, .speed, .tooEarly, .tooLate,
      .restedTooBriefly, .distanceApart:
      true
    default: false
    }
  }

  /// How near the recogniser came to its gesture, from 0 to 1: the share of the limit that the amount reached, or of the
  /// amount that the limit permits.
  func nearness(in attempt: Attempt) -> Double {
    func least(_ amount: Double, _ limit: Double) -> Double { limit > 0 ? max(0, min(amount / limit, 1)) : 1 }
    func most(_ amount: Double, _ limit: Double) -> Double { least(limit, amount) }
    return switch self {
    case .lateFinger(_, let after, let limit), .lateLift(let after, let limit), .lateTap(let after, let limit):
      most(after.inSeconds, limit.inSeconds)
    case .apart(let share, let limit, _): least(share, limit)
    // The recogniser failed with the first finger too far away; how far the fingers went tells what they meant.
    case .movedTooFar(let distance, let limit, _, _):
      most(max(distance, attempt.translation.length).value, limit.value)
    case .heldTooLong(let time, let limit, _, _), .restedBefore(let time, let limit):
      most(time.inSeconds, limit.inSeconds)
    case .restedTooBriefly(let time, let limit), .tooEarly(let time, let limit):
      least(time.inSeconds, limit.inSeconds)
    case .tooShort(let reached, let limit), .spreadTooLittle(let reached, let limit), .tight(let reached, let limit),
      .fewMoved(_, let reached, let limit),
      .tooNearBeside(let reached, let limit):
      least(reached.value, limit.value)
    case .scaledTooLittle(let reached, let limit), .rotatedTooLittle(let reached, let limit),
      .turnedTooLittle(let reached, let limit):
      least(reached, limit)
    case .tooLate(let share, _): share
    case .beside(let distance, let limit), .back(let distance, let limit), .outside(let distance, let limit),
      .unoccupied(_, let distance, let limit),
      .distantTap(let distance, let limit), .tooFarBeside(let distance, let limit),
      .tooFarAcross(let distance, let limit):
      most(distance.value, limit.value)
    case .pressedLightly(let factor, let limit), .pressedWeakly(let factor, let limit): least(factor, limit)
    case .otherAngle(let angle, let nearest): least(15, 15 + min(abs(angle - nearest), 360 - abs(angle - nearest)))
    case .offDirection(let angle, let limit), .turning(let angle, let limit), .notTogether(let angle, let limit):
      most(angle, limit)
    case .togetherFor(let distance, let limit): least(distance.value, limit.value)
    case .together(let share, let limit): least(share, limit)
    case .legs(let count, let limit, _, _): least(Double(count), Double(limit))
    case .otherLeg(let leg, _, _): 1 - 0.7 / Double(leg)
    case .speed(let speed, let range):
      speed < range.lowerBound ? least(speed, range.lowerBound) : most(speed, range.upperBound)
    case .scaled(let scale, let range):
      scale < range.lowerBound ? least(scale, range.lowerBound) : most(scale, range.upperBound)
    case .distanceApart(let apart, let range):
      apart < range.lowerBound
        ? least(apart.value, range.lowerBound.value) : most(apart.value, range.upperBound.value)
    case .outsideZone(let distance): most(10, 10 + distance.value)
    // Any drawing is similar to any other by half.
    case .otherShape(let score, let limit): least(score - 0.5, limit - 0.5)
    case .nearerShape: 0.9
    case .taps(let count, let limit): least(Double(count), Double(limit))
    case .palm(.near(let distance, let limit)): least(distance.value, limit.value)
    case .palm(.uneven(let distance, let limit)), .palm(.offRow(let distance, let limit)):
      most(distance.value, limit.value)
    case .palm(.slow(let time, let limit)): most(time.inSeconds, limit.inSeconds)
    case .otherDirection: 0.35
    case .tapsBefore, .unfollowed, .mixed, .reported, .scrolled, .pointed, .shared, .offSurface: 0.3
    case .rested, .notAnchored: 0.2
    case .jumped: 0.5
    case .leftToDesktop: 0.9
    case .step(let number, let count, let failure):
      (Double(number - 1) + failure.nearness(in: attempt)) / Double(count)
    case .notFollowed, .followedBy, .prevented: 0.3
    case .unpressed, .noTipTap, .liftedEarly, .other: 0
    }
  }

  private static func speedText(_ speed: Double, _ range: ClosedRange<Double>, of kind: Gesture.Kind) -> String {
    func text(_ unit: String, times factor: Double = 1) -> String {
      speed < range.lowerBound
        ? "\((speed * factor).shortText)\(unit) of \((range.lowerBound * factor).text)\(unit)"
        : "\((speed * factor).longText)\(unit), maximum \((range.upperBound * factor).text)\(unit)"
    }
    return switch kind {
    case .pinch: text("%/s", times: 100)
    case .rotate: text("°/s")
    case .tap, .longPress, .swipe, .pan, .circle, .stroke, .press, .tipTap, .touch: text(" mm/s")
    }
  }

  /// The reasons without the keys of their limits.
  func messages(for trigger: Trigger) -> [Reason] {
    switch self {
    case .lateFinger(let finger, let after, let limit):
      [
        Reason(
          .time,
          "the \(finger.ordinal) finger landed \(after.measure(.up)) after the one before, maximum \(limit.measure())")
      ]
    case .lateLift(let after, let limit):
      [
        Reason(
          .time,
          after > limit
            ? "the last finger lifted \(after.measure(.up)) after the first, maximum \(limit.measure())"
            : "a finger stayed longer than \(limit.measure()) after the first had lifted")
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
    case .restedTooBriefly(let time, let least):
      [
        Reason(
          .time,
          trigger.pattern.swipeBefore == nil
            ? "\(time.measure(.down)) of \(least.measure())"
            : "rested \(time.measure(.down)) of \(least.measure()) after the movement")
      ]
    case .tooShort(let distance, let least):
      [
        Reason(
          .distance,
          "\(distance.value.shortText) mm of \(least.value.text) mm"
            + (trigger.pattern.distance.map { least > $0 } == true ? ", twice the distance, off its direction" : ""))
      ]
    case .scaledTooLittle(let change, let least):
      [Reason(.distance, "\((change * 100).shortText)% of \((least * 100).text)%")]
    case .spreadTooLittle(let spread, let least):
      [Reason(.distance, "the fingers' distance changed by \(spread.value.shortText) mm of \(least.value.text) mm")]
    case .rotatedTooLittle(let angle, let least): [Reason(.distance, "\(angle.shortText)° of \(least.text)°")]
    case .mixed(let scale, let rotation):
      [
        Reason(
          .unrecognized,
          "the fingers turned by \(rotation.shortText)°, an arc of \((rotation * .pi / 180).percent) of their distance, "
            + "which changed by \(scale.percent)")
      ]
    case .scaled(let scale, let range):
      [
        Reason(
          .unrecognized,
          "the fingers' distance changed to \(scale.percent), "
            + (scale < range.lowerBound ? "minimum \(range.lowerBound.percent)" : "maximum \(range.upperBound.percent)")
        )
      ]
    case .tooLate(let share, let limit):
      [
        Reason(
          .time, (share < 0.99 ? "\(Int(share * 100))% of its distance within" : "longer than") + " \(limit.measure())")
      ]
    case .tooEarly(let time, let least): [Reason(.time, "\(time.measure(.down)) of \(least.measure())")]
    case .speed(let speed, let range):
      [Reason(.speed, Self.speedText(speed, range, of: trigger.pattern.kind))]
    case .beside(let distance, let limit):
      [Reason(.direction, "\(distance.value.longText) mm beside its direction, maximum \(limit.value.shortText) mm")]
    case .back(let distance, let limit):
      [Reason(.direction, "the path led back by \(distance.value.longText) mm, maximum \(limit.value.shortText) mm")]
    case .offDirection(let angle, let limit):
      [Reason(.direction, "\(angle.longText)° off its direction, maximum \(limit.text)°")]
    case .otherAngle(let angle, let nearest):
      // Rounded away from the limit, and not over a full turn.
      [
        Reason(
          .direction,
          "at \((angle - nearest > 0) == (abs(angle - nearest) < 180) ? angle.longText : angle.shortText)° "
            + "instead of \(trigger.pattern.words)")
      ]
    case .turning(let angle, let limit):
      [Reason(.direction, "the path turned by \(angle.longText)° at its end, maximum \(limit.text)°")]
    case .legs(let count, let least, let turned, let corner):
      [Reason(.direction, "\(counted(count, "direction")) of \(least) one after another")]
        + (turned >= 15 && turned < corner
          ? [Reason(.distance, "the path turned by \(turned.shortText)°, a corner by \(corner.text)°")] : [])
    case .otherLeg(let leg, let direction, let wanted):
      [
        Reason(
          .direction,
          "the \(leg.ordinal) direction is \(direction.rawValue)\(wanted.isEmpty ? "" : " instead of \(wanted.names.joined(separator: " or "))")"
        )
      ]
    case .tight(let radius, let least):
      [Reason(.distance, "curves of \(radius.value.shortText) mm radius, minimum \(least.value.text) mm")]
    case .turnedTooLittle(let angle, let least):
      [Reason(.distance, "the path turned by \(angle.shortText)° of \(least.text)°")]
    case .otherDirection(let direction): [trigger.pattern.otherDirection(direction)]
    case .notTogether(let share, let limit):
      [
        Reason(
          .unrecognized,
          "a finger's movement differed from the others' by \(share.percent) of it, maximum \(limit.percent)")
      ]
    case .togetherFor(let distance, let least):
      [
        Reason(
          .unrecognized,
          "the fingers moved together for \(distance.value.shortText) mm of \(least.value.text) mm")
      ]
    case .together(let share, let limit):
      [
        Reason(
          .unrecognized,
          "the fingers moved together: their movements differed by \(share.percent), minimum \(limit.percent)"
        )
      ]
    case .fewMoved(let count, let distance, let least):
      [
        Reason(
          .distance,
          "\(count == 1 ? "one finger moved" : "at most \(count) fingers moved"), and the others at most \(distance.value.shortText) mm of \(least.value.longText) mm"
        )
      ]
    case .palm(let sign):
      [Reason(.unrecognized, "the contacts landed as those of a palm, not as fingers in a row: \(sign.text)")]
    case .rested: [Reason(.fingers, "a finger rested beside them")]
    case .restedBefore(let time, let limit):
      [Reason(.time, "the finger rested \(time.measure(.up)) before it moved, maximum \(limit.measure())")]
    case .notAnchored: [Reason(.fingers, "no finger rested beside those that move")]
    case .offSurface: [Reason(.start, "no finger landed on the surface")]
    case .outside(let distance, let margin):
      [Reason(.start, "\(distance.value.longText) mm \(trigger.start?.text ?? ""), margin \(margin.value.text) mm")]
    case .outsideZone(let distance):
      [Reason(.start, "\(distance.value.longText) mm outside of the zone \(trigger.start?.place ?? "")")]
    case .unoccupied(let place, let distance, let margin):
      [
        Reason(
          .start,
          "no finger \(place.place): the nearest is \(distance.value.longText) mm away, margin \(margin.value.text) mm")
      ]
    case .shared(let count, let wanted):
      [Reason(.start, "\(count) of \(counted(wanted, "place")) with a finger of their own")]
    case .distanceApart(let apart, let range):
      [
        Reason(
          .apart,
          apart < range.lowerBound
            ? "the fingers land \(apart.value.shortText) mm apart, minimum \(range.lowerBound.value.text) mm"
            : "the fingers land \(apart.value.longText) mm apart, maximum \(range.upperBound.value.text) mm")
      ]
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
    case .otherShape(let score, let least):
      [Reason(.stroke, "\(score.percent) like \(trigger.shapeText), minimum \(least.percent)")]
    case .nearerShape(let name, let score, let own):
      [
        Reason(
          .stroke,
          "\(score.percent) like \(name.map(Phrase.quote) ?? "another shape") and \(own.percent) like \(trigger.shapeText)"
        )
      ]
    case .taps(let count, let wanted): [Reason(.taps, "\(count) of \(wanted) taps")]
    case .tapsBefore(let count, let wanted): [Reason(.taps, "\(count) of \(counted(wanted, "tap")) before it")]
    case .unfollowed(let limit): [Reason(.taps, "nothing followed the tap within \(limit.measure())")]
    case .lateTap(let after, let limit):
      [Reason(.time, "landed \(after.measure(.up)) after the tap before, maximum \(limit.measure())")]
    case .distantTap(let distance, let limit):
      [Reason(.distance, "landed \(distance.value.longText) mm from the tap before, maximum \(limit.value.text) mm")]
    case .pressedLightly(let factor, let least):
      [
        Reason(
          .force, "pressed \(factor.hundredths) times as hard as at rest, minimum \(least.text) times")
      ]
    case .pressedWeakly(let share, let least):
      [
        Reason(
          .force,
          "pressed harder than at rest by \((share * 100).shortText)% of the touchpad's range, "
            + "minimum \((least * 100).text)%")
      ]
    case .unpressed: [Reason(.force, "not pressed")]
    case .leftToDesktop(let fingers): [Reason(.unrecognized, "the desktop had the fingers: \(fingers.text)")]
    case .noTipTap: [Reason(.unrecognized, "no finger tapped beside resting ones")]
    case .step(let number, let count, let failure):
      failure.messages(for: trigger.step(number)).map { Reason($0.kind, "step \(number) of \(count): \($0.text)") }
    case .notFollowed(let limit): [Reason(.time, "nothing followed within \(limit.measure())")]
    case .followedBy(let kind): [Reason(.unrecognized, "a \(kind.rawValue) came in its place")]
    case .prevented: [Reason(.hidden, "a gesture was made that this rule names with 'unless'")]
    case .liftedEarly, .other: []
    }
  }
}

extension PalmSign {
  fileprivate var text: String {
    switch self {
    case .slow(let time, let limit): "over \(time.measure(.up)), maximum \(limit.measure())"
    case .near(let distance, let least): "two \(distance.value.shortText) mm apart, minimum \(least.value.longText) mm"
    case .uneven(let distance, let limit):
      "two neighbours \(distance.value.longText) mm apart beside nearer ones, maximum \(limit.value.shortText) mm"
    case .offRow(let distance, let limit):
      "\(distance.value.longText) mm off a row, maximum \(limit.value.shortText) mm"
    }
  }
}

extension Reason {
  /// Another number of fingers.
  static func otherFingers(_ wanted: ClosedRange<Int>, _ count: Int) -> Reason {
    let isFewer = wanted.count == 1 && count < wanted.lowerBound
    return Reason(
      .fingers,
      isFewer
        ? "\(count) of \(wanted.lowerBound) fingers"
        : "\(counted(count, "finger")) instead of \(Phrase.range(wanted))", key: "fingers")
  }

  /// The reason of fingers that stayed too long; none if they did not, or may stay.
  fileprivate static func held(_ time: Duration?, longest: Duration?) -> [Reason] {
    guard let time, let longest, time > longest else { return [] }
    return [Reason(.time, "held \(time.measure(.up)), maximum \(longest.measure())")]
  }
}

extension Pattern {
  /// The distance of a pan, which is stated for its direction: beside it, twice as much is required.
  fileprivate var distance: Millimetres? { if case .pan(let pattern) = self { pattern.distance } else { nil } }

  /// The reason for a gesture in another direction.
  fileprivate func otherDirection(_ direction: Direction) -> Reason {
    Reason(.direction, "\(direction.rawValue) instead of \(words)")
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
  fileprivate var longText: String { Phrase.number((self * 10 - 1e-6).rounded(.up) / 10) }

  /// The number with at most one decimal, rounded down: an amount below a limit is never shown as the limit.
  package var shortText: String { Phrase.number((self * 10 + 1e-6).rounded(.down) / 10) }

  /// The number with at most two decimals, rounded down.
  fileprivate var hundredths: String { Phrase.number((self * 100 + 1e-6).rounded(.down) / 100) }

  /// The share in whole percent, never rounded to a limit of 100.
  fileprivate var percent: String { "\(Int((self * 100).rounded()))%" }
}

extension Duration {
  /// The duration in whole milliseconds, from a second on with at most two decimals: `300 ms`, `1.5 s`.
  func measure(_ rounding: FloatingPointRoundingRule = .toNearestOrEven) -> String {
    let milliseconds = Double(wholeMicroseconds) / 1000
    return inSeconds >= 1
      ? "\(Phrase.number((milliseconds / 10).rounded(rounding) / 100)) s"
      : "\(Int(milliseconds.rounded(rounding))) ms"
  }
}

extension Trigger {
  fileprivate var shapeText: String {
    if case .stroke(let pattern) = pattern { Phrase.quote(pattern.name) } else { "the shape" }
  }
}
