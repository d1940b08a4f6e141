internal import Diagnostics
internal import Gestures
internal import Glibc
internal import RulesFile
internal import Time
internal import Touch

extension Trigger {
  /// The known differences between this trigger and `gesture`, which is of the same kind.
  func reasons(against gesture: ImaginedGesture) -> [Reason] {
    if let obstacle = Reachability.obstacle(to: self) { return [Reason(.never, obstacle.message)] }
    var reasons: [Reason] = []
    if !includes(gesture.device) { reasons.append(Reason(.device, "requires \(devices.text)")) }
    if !fingers.contains(gesture.fingers) { reasons.append(.otherFingers(fingers, gesture.fingers)) }
    if let reason = reason(againstStartOf: gesture) ?? reason(againstDistanceApartOf: gesture) {
      reasons.append(reason)
    }
    if gesture.isScrolling, !namesTouchpads {
      reasons.append(Reason(.device, Reachability.Obstacle.touchpadScrolls.shortMessage))
    } else if pattern == .touch {
      if gesture.device.kind == .touchpad, gesture.fingers <= 2, !namesTouchpads {
        reasons.append(Reason(.device, Reachability.Obstacle.touchpadTouched.shortMessage))
      }
    } else if gesture.device.kind == .touchpad, gesture.fingers == 1, start != nil, !namesTouchpads {
      reasons.append(
        Reason(.device, "one finger moves the pointer on a touchpad, and only rules with 'device: touchpad' receive it")
      )
    } else if gesture.device.kind == .touchpad, gesture.fingers == 1, fingers.contains(1), start == nil,
      source(with: 1, on: gesture.device) == nil
    {
      reasons.append(Reason(.start, Reachability.Obstacle.touchpadPoints.shortMessage))
    }
    reasons += pattern.reasons(
      against: IdealHand(gesture: gesture), isOfLibinput: source(with: gesture.fingers, on: gesture.device) == .libinput
    )
    return reasons.map { reason in
      gesture.assumed.contains(reason.kind)
        ? Reason(reason.kind, "\(reason.message) (\(reason.kind.subject) not given)") : reason
    }
  }

  private func reason(againstDistanceApartOf gesture: ImaginedGesture) -> Reason? {
    guard gesture.fingers > 1, let range = apart(on: gesture.device) else { return nil }
    let apart = FingerPositions(IdealHand(gesture: gesture).landings).apart
    return range.contains(apart) ? nil : .otherDistance(apart, range)
  }

  private func reason(againstStartOf gesture: ImaginedGesture) -> Reason? {
    guard let start else { return nil }
    let landings = IdealHand(gesture: gesture).landings
    guard !start.contains(landings, on: gesture.device) else { return nil }
    let empty = start.parts.filter { !$0.region.contains(landings, on: gesture.device) }.map(\.name)
    return Reason(.start, empty.isEmpty ? "must start \(start.text)" : "no finger \(empty.joined(separator: ", nor "))")
  }
}

extension Pattern {
  /// The differences between this pattern and the movement of `hand`, which makes a gesture of the same kind.
  fileprivate func reasons(against hand: IdealHand, isOfLibinput: Bool) -> [Reason] {
    switch (self, hand.gesture.movement) {
    case (.tap(let pattern), .taps(let count, let each)):
      return pattern.reasons(against: count, each, isReportedLate: isOfLibinput && hand.gesture.fingers > 1)
    case (.longPress(let pattern), .rest(let duration, let taps)):
      return pattern.reasons(against: duration, taps)
    case (.swipe(let pattern), .line(let way, let speed)): return pattern.reasons(against: way, speed, of: hand)
    case (.swipe(let pattern), .path(let legs, _, _)):
      return legs.count == pattern.legs ? [] : [.otherLegs(pattern.legs, legs.count)]
    case (.pan(let pattern), .line(let way, let speed)):
      return pattern.reasons(against: way, speed, anchor: hand.gesture.anchor)
    case (.pinch(let pattern), .pinch(let scale, _)): return pattern.reasons(against: scale, of: hand)
    case (.rotate(let pattern), .turn(let degrees, _)): return pattern.reasons(against: degrees)
    case (.stroke(let pattern), .drawing(let name, _, _)):
      guard pattern.name != name else { return [] }
      let shape = Phrase.quote(pattern.name)
      return [
        Reason(.stroke, name.isEmpty ? "not recognised as \(shape)" : "\(Phrase.quote(name)) instead of \(shape)")
      ]
    case (.tipTap(let pattern), .tipTap(let side)):
      let isPermitted = pattern.sides.isSuperset(of: side == .left ? .left : side == .right ? .right : .middle)
      return isPermitted ? [] : [otherDirection(side)]
    case (.press(let pattern), .press(_, let force)):
      return pattern.force == force ? [] : [Reason(.force, "\(force.rawValue) instead of \(pattern.force.rawValue)")]
    default: return []
    }
  }

  /// The reason for a gesture in another direction.
  func otherDirection(_ direction: Direction) -> Reason {
    Reason(.direction, "\(direction.rawValue) instead of \(valueText ?? "another direction")")
  }
}

extension TapPattern {
  fileprivate func reasons(against count: Int, _ each: Duration, isReportedLate: Bool) -> [Reason] {
    var reasons: [Reason] = []
    if taps != count {
      reasons.append(
        Reason(.taps, count < taps ? "\(count) of \(taps) taps" : "\(counted(count, "tap")) instead of \(taps)"))
    }
    // Taps that libinput recognises may take longer: it does not report the time at which each finger landed.
    let room = isReportedLate ? Thresholds.tapSkew : .zero
    let longest = within ?? Self.longest
    if each > longest + room {
      reasons.append(Reason(.time, "a tap of \(each.measure(.up)), maximum \(longest.measure())"))
    }
    if count > 1, gap < IdealHand.tapGap {
      reasons.append(
        Reason(.time, "\(IdealHand.tapGap.measure()) between taps, maximum \(gap.measure())"))
    }
    return reasons
  }
}

extension LongPressPattern {
  fileprivate func reasons(against duration: Duration, _ before: Int) -> [Reason] {
    var reasons: [Reason] = []
    if taps > 0, taps != before {
      reasons.append(Reason(.taps, "\(before) of \(counted(taps, "tap")) before the press"))
    }
    if self.duration > duration {
      reasons.append(.tooQuick(self.duration, duration))
    }
    return reasons
  }
}

extension SwipePattern {
  fileprivate func reasons(against way: Vector, _ speed: Double, of hand: IdealHand) -> [Reason] {
    guard legs == 1 else { return [.otherLegs(legs, 1)] }
    var reasons: [Reason] = []
    let isWanted =
      angles.contains { $0.contains(way.degrees) }
      || directions.deviation(of: way)
        <= (directions.isSingle ? Thresholds.loneDeviation : Thresholds.looseDeviation)
    if !isWanted { reasons.append(Pattern.swipe(self).otherDirection(way.nearestDirection)) }
    if distance > way.length { reasons.append(.tooShort(distance, way.length)) }
    if let range = self.speed, !range.contains(speed) { reasons.append(.otherSpeed(range, speed)) }
    let poses = hand.episodes.flatMap(\.poses)
    // The time begins when the fingers leave the initial slop.
    let left = poses.last { $0.translation.length <= Thresholds.slop }?.time ?? .zero
    if distance <= way.length, let arrived = poses.first(where: { $0.translation.length >= distance })?.time {
      reasons += Reason.otherTime(arrived - left, after: after, within: within)
    }
    return reasons
  }
}

extension PanPattern {
  fileprivate func reasons(against way: Vector, _ speed: Double, anchor: Int) -> [Reason] {
    var reasons: [Reason] = []
    if self.anchor != anchor {
      reasons.append(
        Reason(.fingers, "\(anchor > 0 ? "a" : "no") finger rests beside \(anchor > 0 ? "them" : "those that move")"))
    }
    let back = goesBack ? way * -1 : way
    let isAngle = angles.contains { $0.contains(way.degrees) || $0.contains(back.degrees) }
    let deviation = min(directions.deviation(of: way), directions.deviation(of: back))
    let factor = isAngle || deviation <= Thresholds.deviation ? 1 : Thresholds.looseFactor
    let needed = Millimetres(factor * distance.value)
    if !isAngle, deviation > Thresholds.looseDeviation {
      reasons.append(Pattern.pan(self).otherDirection(way.nearestDirection))
    }
    if needed > way.length { reasons.append(.tooShort(needed, way.length)) }
    if let range = self.speed, !range.contains(speed) { reasons.append(.otherSpeed(range, speed)) }
    return reasons
  }
}

extension PinchPattern {
  fileprivate func reasons(against scale: Double, of hand: IdealHand) -> [Reason] {
    var reasons: [Reason] = []
    if !goesBack, !directions.contains(scale > 1 ? .outwards : .inwards) {
      reasons.append(Pattern.pinch(self).otherDirection(scale > 1 ? .outwards : .inwards))
    }
    let reached = abs(scale - 1)
    if change > reached + 1e-9 {
      reasons.append(Reason(.distance, "\((reached * 100).shortText)% of \((change * 100).text)%"))
    }
    let poses = hand.episodes.flatMap(\.poses)
    // The time begins when the scale leaves the initial slop.
    let left = poses.last { abs($0.scale - 1) <= Thresholds.pinchSlop }?.time ?? .zero
    if let arrived = poses.first(where: { abs($0.scale - 1) >= change - 1e-9 })?.time {
      reasons += Reason.otherTime(arrived - left, after: after, within: within)
    }
    return reasons
  }
}

extension RotatePattern {
  fileprivate func reasons(against degrees: Double) -> [Reason] {
    var reasons: [Reason] = []
    if !goesBack, !directions.contains(degrees > 0 ? .clockwise : .counterclockwise) {
      reasons.append(Pattern.rotate(self).otherDirection(degrees > 0 ? .clockwise : .counterclockwise))
    }
    if angle > abs(degrees) + 1e-9 {
      reasons.append(Reason(.distance, "\(abs(degrees).shortText)° of \(angle.text)°"))
    }
    return reasons
  }
}

extension Directions {
  /// The deviation of `way` from the nearest of them, in degrees and without rounding errors; 180 if there are none.
  fileprivate func deviation(of way: Vector) -> Double {
    (0..<8).filter { rawValue & (1 << $0) != 0 }.map { bit in
      let apart = abs(way.degrees - Double((8 - bit) % 8) * 45)
      return (min(apart, 360 - apart) * 10_000).rounded() / 10_000
    }.min() ?? 180
  }
}

extension Vector {
  /// The nearest of the eight directions.
  fileprivate var nearestDirection: Direction {
    let directions: [Direction] = [.right, .upRight, .up, .upLeft, .left, .downLeft, .down, .downRight]
    return directions[Int((degrees / 45).rounded()) % 8]
  }
}

extension Reason {
  /// The path of a swipe has another number of legs.
  static func otherLegs(_ wanted: Int, _ count: Int) -> Reason {
    Reason(.direction, "\(counted(count, "direction")) of \(wanted) one after another")
  }

  static func otherFingers(_ wanted: ClosedRange<Int>, _ count: Int) -> Reason {
    let isFewer = wanted.count == 1 && count < wanted.lowerBound
    return Reason(
      .fingers,
      isFewer
        ? "\(count) of \(wanted.lowerBound) fingers"
        : "\(counted(count, "finger")) instead of \(Phrase.range(wanted))")
  }

  /// The outermost fingers landed at another distance from each other.
  static func otherDistance(_ apart: Millimetres, _ range: ClosedRange<Millimetres>) -> Reason {
    Reason(
      .apart,
      apart < range.lowerBound
        ? "the fingers land \(apart.value.shortText) mm apart, minimum \(range.lowerBound.value.text) mm"
        : "the fingers land \(apart.value.longText) mm apart, maximum \(range.upperBound.value.text) mm")
  }

  fileprivate static func tooShort(_ distance: Millimetres, _ reached: Millimetres) -> Reason {
    Reason(.distance, "\(reached.value.shortText) mm of \(distance.value.text) mm")
  }

  static func tooQuick(_ wanted: Duration, _ duration: Duration) -> Reason {
    Reason(.time, "\(duration.measure(.down)) of \(wanted.measure())")
  }

  /// The reason of a movement that came its distance too late or too early; none if it did not.
  fileprivate static func otherTime(_ duration: Duration, after: Duration, within: Duration?) -> [Reason] {
    if let within, duration > within {
      return [Reason(.time, "\(duration.measure(.up)), maximum \(within.measure())")]
    }
    return duration < after ? [.tooQuick(after, duration)] : []
  }

  static func otherSpeed(_ range: ClosedRange<Double>, _ speed: Double) -> Reason {
    Reason(
      .speed,
      speed < range.lowerBound
        ? "\(speed.shortText) mm/s of \(range.lowerBound.text) mm/s"
        : "\(speed.longText) mm/s, maximum \(range.upperBound.text) mm/s")
  }
}

extension Reason.Kind {
  /// The amount that it is about.
  fileprivate var subject: String { self == .time ? "duration" : rawValue }
}

extension Double {
  /// The number with at most one decimal, rounded down: an amount below a limit is never shown as the limit.
  package var shortText: String { Phrase.number((self * 10 + 1e-6).rounded(.down) / 10) }
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
