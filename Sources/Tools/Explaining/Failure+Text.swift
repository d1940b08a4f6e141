internal import Diagnostics
internal import Gestures
internal import RulesFile
internal import Time
internal import Touch

extension Failure {
  /// The reasons without the keys of their limits: each subject has its text, if the failure concerns it.
  func messages(for trigger: Trigger) -> [Reason] {
    if case .step(let number, let count, let failure) = self {
      return failure.messages(for: trigger.step(number)).ofStep(number, of: count)
    }
    let texts: [(Reason.Kind, String?)] = [
      (.time, timeText(of: trigger)), (.direction, directionText(of: trigger)), (.distance, distanceText(of: trigger)),
      (.speed, speedText(of: trigger)), (.fingers, fingersText(of: trigger)), (.start, placeText(of: trigger)),
      (.apart, apartText), (.stroke, shapeText(of: trigger)), (.taps, tapsText), (.force, forceText),
      (.hidden, self == .prevented ? "a gesture was made that this rule names with 'unless'" : nil),
      (.unrecognized, otherText),
    ]
    return texts.compactMap { kind, text in text.map { Reason(kind, $0) } }
  }

  private func timeText(of trigger: Trigger) -> String? {
    switch self {
    case .lateFinger(let finger, let after, let limit):
      "the \(finger.ordinal) finger landed \(after.measure(.up)) after the one before, maximum \(limit.measure())"
    case .lateLift(let after, let limit):
      after > limit
        ? "the last finger lifted \(after.measure(.up)) after the first, maximum \(limit.measure())"
        : "a finger stayed longer than \(limit.measure()) after the first had lifted"
    case .apart(let share, let least, let time):
      "the fingers were down together for \(Int(max(share, 0) * 100))% of the shorter touch, "
        + "minimum \(Int(least * 100))% or \(time.measure())"
    case .movedTooFar(_, _, let held?, let longest?), .heldTooLong(let held, let longest):
      // None of fingers that did not stay too long.
      held > longest ? "held \(held.measure(.up)), maximum \(longest.measure())" : nil
    case .restedTooBriefly(let time, let least):
      trigger.pattern.kind.isBesideRest
        ? "rested \(time.measure(.down)) of \(least.measure()) before the other finger landed"
        : trigger.pattern.swipeBefore == nil
          ? "\(time.measure(.down)) of \(least.measure())"
          : "rested \(time.measure(.down)) of \(least.measure()) after the movement"
    case .stayedTooBriefly(let time, let least): "rested \(time.measure(.down)) of \(least.measure()) after the tap"
    case .tooLate(let share, let limit):
      (share < 0.99 ? "\(Int(share * 100))% of its distance within" : "longer than") + " \(limit.measure())"
    case .tooEarly(let time, let least): "\(time.measure(.down)) of \(least.measure())"
    case .restedBefore(let time, let limit):
      "the finger rested \(time.measure(.up)) before it moved, maximum \(limit.measure())"
    case .lateTap(let after, let limit):
      "landed \(after.measure(.up)) after the tap before, maximum \(limit.measure())"
    case .notFollowed(let limit): "nothing followed within \(limit.measure())"
    default: nil
    }
  }

  private func distanceText(of trigger: Trigger) -> String? {
    switch self {
    case .movedTooFar(let distance, let limit, _, _):
      distance.value.isFinite
        ? "moved \(distance.value.longText) mm, maximum \(limit.value.text) mm" : "a contact jumped"
    case .tooShort(let distance, let least):
      "\(distance.value.shortText) mm of \(least.value.text) mm"
        + (trigger.pattern.distance.map { least > $0 } == true ? ", twice the distance, off its direction" : "")
        + (trigger.pattern.swipeBefore == nil ? "" : " before the rest")
    case .scaledTooLittle(let change, let least): "\((change * 100).shortText)% of \((least * 100).text)%"
    case .spreadTooLittle(let spread, let least):
      "the fingers' distance changed by \(spread.value.shortText) mm of \(least.value.text) mm"
    case .rotatedTooLittle(let angle, let least): "\(angle.shortText)° of \(least.text)°"
    case .legs(_, _, let turned, let corner, _):
      turned >= 15 && turned < corner
        ? "the path turned by \(turned.shortText)°, a corner by \(corner.text)°" : nil
    case .tight(let radius, let least):
      "curves of \(radius.value.shortText) mm radius, minimum \(least.value.text) mm"
    case .turnedTooLittle(let angle, let least): "the path turned by \(angle.shortText)° of \(least.text)°"
    case .fewMoved(let count, let distance, let least):
      (count == 1 ? "one finger moved" : "at most \(count) fingers moved")
        + ", and the others at most \(distance.value.shortText) mm of \(least.value.longText) mm"
    case .tooNearBeside(let distance, let limit):
      "\(distance.value.shortText) mm beside the finger that rests, minimum \(limit.value.text) mm"
    case .tooFarBeside(let distance, let limit):
      "\(distance.value.longText) mm beside the finger that rests, maximum \(limit.value.text) mm"
    case .tooFarAcross(let distance, let limit):
      "\(distance.value.longText) mm above or below the finger that rests, maximum \(limit.value.text) mm"
    case .distantTap(let distance, let limit):
      "landed \(distance.value.longText) mm from the tap before, maximum \(limit.value.text) mm"
    default: nil
    }
  }

  private func directionText(of trigger: Trigger) -> String? {
    switch self {
    case .beside(let distance, let limit):
      "\(distance.value.longText) mm beside its direction, maximum \(limit.value.shortText) mm"
    case .back(let distance, let limit):
      "the path led back by \(distance.value.longText) mm, maximum \(limit.value.shortText) mm"
    case .offDirection(let angle, let limit): "\(angle.longText)° off its direction, maximum \(limit.text)°"
    case .otherAngle(let angle, let nearest):
      // Rounded away from the limit, and not over a full turn.
      "at \((angle - nearest > 0) == (abs(angle - nearest) < 180) ? angle.longText : angle.shortText)° "
        + "instead of \(trigger.pattern.words)"
    case .turning(let angle, let limit): "the path turned by \(angle.longText)° at its end, maximum \(limit.text)°"
    case .legs(let count, let least, _, _, let rest):
      "\(counted(count, "direction")) of \(least) "
        + (rest.map { "before a rest of \($0.measure())" } ?? "one after another")
    case .otherLeg(let leg, let direction, let wanted):
      "the \(leg.ordinal) direction is \(direction.rawValue)"
        + (wanted.isEmpty ? "" : " instead of \(wanted.names.joined(separator: " or "))")
    case .otherDirection(let direction): "\(direction.rawValue) instead of \(trigger.pattern.words)"
    default: nil
    }
  }

  private func speedText(of trigger: Trigger) -> String? {
    guard case .speed(let speed, let range) = self else { return nil }
    func text(_ unit: String, times factor: Double = 1) -> String {
      speed < range.lowerBound
        ? "\((speed * factor).shortText)\(unit) of \((range.lowerBound * factor).text)\(unit)"
        : "\((speed * factor).longText)\(unit), maximum \((range.upperBound * factor).text)\(unit)"
    }
    return switch trigger.pattern.kind.change {
    case .place: text(" mm/s")
    case .scale: text("%/s", times: 100)
    case .rotation: text("°/s")
    }
  }

  private func fingersText(of trigger: Trigger) -> String? {
    switch self {
    case .otherFingers(let count): Reason.otherFingers(than: trigger, count).message
    case .rested: "a finger rested beside them"
    case .notAnchored(let least): "no finger had rested for \(least.measure()) when those that move landed"
    default: nil
    }
  }

  private func placeText(of trigger: Trigger) -> String? {
    switch self {
    case .offSurface: "no finger landed on the surface"
    case .outside(let distance, let margin):
      "\(distance.value.longText) mm \(trigger.start?.text ?? ""), margin \(margin.value.text) mm"
    case .outsideZone(let distance):
      "\(distance.value.longText) mm outside of the zone \(trigger.start?.place ?? "")"
    case .unoccupied(let place, let distance, let margin):
      "no finger \(place.place): the nearest is \(distance.value.longText) mm away, margin \(margin.value.text) mm"
    case .shared(let count, let wanted): "\(count) of \(counted(wanted, "place")) with a finger of their own"
    case .pointed: "the finger moved the pointer"
    default: nil
    }
  }

  private var apartText: String? {
    guard case .distanceApart(let apart, let range) = self else { return nil }
    return apart < range.lowerBound
      ? "the fingers land \(apart.value.shortText) mm apart, minimum \(range.lowerBound.value.text) mm"
      : "the fingers land \(apart.value.longText) mm apart, maximum \(range.upperBound.value.text) mm"
  }

  private func shapeText(of trigger: Trigger) -> String? {
    switch self {
    case .otherShape(let score, let least):
      "\(score.percent) like \(trigger.shapeText), minimum \(least.percent)"
    case .nearerShape(let name, let score, let own):
      "\(score.percent) like \(name.map(Phrase.quote) ?? "another shape") and \(own.percent) like \(trigger.shapeText)"
    case .drawnFrom(let side, let wanted): "drawn from the \(side.rawValue), not from the \(wanted.rawValue)"
    default: nil
    }
  }

  private var tapsText: String? {
    switch self {
    case .taps(let count, let wanted): "\(count) of \(wanted) taps"
    case .tapsBefore(let count, let wanted):
      (count < wanted ? "\(count) of \(counted(wanted, "tap"))" : "\(counted(count, "tap")) instead of \(wanted)")
        + " before it"
    case .unfollowed(let limit): "nothing followed the tap within \(limit.measure())"
    default: nil
    }
  }

  private var forceText: String? {
    switch self {
    case .pressedLightly(let factor, let least):
      "pressed \(factor.hundredths) times as hard as at rest, minimum \(least.text) times"
    case .pressedWeakly(let share, let least):
      "pressed harder than at rest by \((share * 100).shortText)% of the touchpad's range, "
        + "minimum \((least * 100).text)%"
    case .unpressed: "not pressed"
    default: nil
    }
  }

  /// The text of a failure that has none of these subjects. The compiler asks here for that of a new one.
  private var otherText: String? {
    switch self {
    case .mixed(let scale, let rotation):
      "the fingers turned by \(rotation.shortText)°, an arc of \((rotation * .pi / 180).percent) of their distance, "
        + "which changed by \(scale.percent)"
    case .scaled(let scale, let range):
      "the fingers' distance changed to \(scale.percent), "
        + (scale < range.lowerBound ? "minimum \(range.lowerBound.percent)" : "maximum \(range.upperBound.percent)")
    case .notTogether(let share, let limit):
      "a finger's movement differed from the others' by \(share.percent) of it, maximum \(limit.percent)"
    case .togetherFor(let distance, let least):
      "the fingers moved together for \(distance.value.shortText) mm of \(least.value.text) mm"
    case .together(let share, let limit):
      "the fingers moved together: their movements differed by \(share.percent), minimum \(limit.percent)"
    case .palm(let sign):
      "the contacts landed as those of a palm, not as fingers in a row: \(sign.text)"
    case .reported(let kind):
      "libinput reports a \(kind.rests ? "hold" : kind.rawValue)"
    case .scrolled: "the fingers have scrolled"
    case .jumped(let distance, let time):
      "a contact jumped \(distance.value.text) mm in \(time.measure()), which no finger can"
    case .leftToDesktop(let fingers): "the desktop had the fingers: \(fingers.text)"
    case .noTipTap: "no finger tapped beside resting ones"
    case .followedBy(let kind): "a \(kind.rawValue) came in its place"
    case .lateFinger, .lateLift, .apart, .movedTooFar, .heldTooLong, .restedTooBriefly, .stayedTooBriefly, .tooLate,
      .tooEarly,
      .restedBefore, .lateTap, .notFollowed, .tooShort, .scaledTooLittle, .spreadTooLittle, .rotatedTooLittle, .legs,
      .tight, .turnedTooLittle, .fewMoved, .tooNearBeside, .tooFarBeside, .tooFarAcross, .distantTap, .beside, .back,
      .offDirection, .otherAngle, .turning, .otherLeg, .otherDirection, .speed, .rested, .notAnchored, .offSurface,
      .outside, .outsideZone, .unoccupied, .shared, .pointed, .distanceApart, .otherShape, .nearerShape, .drawnFrom,
      .taps, .tapsBefore, .unfollowed, .pressedLightly, .pressedWeakly, .unpressed, .prevented, .step, .otherFingers,
      .liftedEarly, .other:
      nil
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

extension [Reason] {
  /// The reasons of a step, from 1, as those of its sequence.
  func ofStep(_ number: Int, of count: Int) -> [Reason] {
    map { Reason($0.kind, "step \(number) of \(count): \($0.message)") }
  }
}

extension Reason {
  /// Another number of fingers than a trigger has: of those that rest, or that move beside one.
  static func otherFingers(than trigger: Trigger, _ count: Int) -> Reason {
    let wanted = trigger.fingers
    let isFewer = wanted.count == 1 && count < wanted.lowerBound
    let deed = trigger.pattern.kind.isBesideRest ? " that rest" : trigger.pattern.isAnchored ? " that move" : ""
    return Reason(
      .fingers,
      isFewer
        ? "\(count) of \(wanted.lowerBound) fingers\(deed)"
        : "\(counted(count, "finger"))\(deed) instead of \(Phrase.range(wanted))", key: "fingers")
  }
}

extension Pattern {
  /// The distance of a pan, which is stated for its direction: beside it, twice as much is required.
  fileprivate var distance: Millimetres? { if case .pan(let pattern) = self { pattern.distance } else { nil } }
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
    pattern.shape.map { Phrase.quote($0.name) } ?? "the shape"
  }
}
