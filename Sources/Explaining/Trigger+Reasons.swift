internal import Gestures
internal import Glibc
internal import RulesFile
internal import Touch

extension Trigger {
  /// The known differences between this trigger and `gesture`, which is of the same kind.
  func reasons(against gesture: ImaginedGesture) -> [Reason] {
    if let obstacle = Reachability.obstacle(to: self) { return [Reason(.never, obstacle.message)] }
    var reasons: [Reason] = []
    if !includes(gesture.device) { reasons.append(Reason(.device, "it is for \(devices.text)")) }
    if !fingers.contains(gesture.fingers) {
      reasons.append(Reason(.fingers, "it is for \(Phrase.range(fingers)) finger\(fingers == 1...1 ? "" : "s")"))
    }
    if let reason = reason(againstStartOf: gesture) { reasons.append(reason) }
    if gesture.isScrolling, !namesTouchpads {
      reasons.append(Reason(.device, Reachability.Obstacle.touchpadScrolls.shortMessage))
    }
    reasons += pattern.reasons(against: IdealHand(gesture: gesture))
    return reasons.map { reason in
      gesture.assumed.contains(reason.kind)
        ? Reason(reason.kind, "\(reason.message) where nothing else is said") : reason
    }
  }

  private func reason(againstStartOf gesture: ImaginedGesture) -> Reason? {
    guard let start else { return nil }
    guard gesture.device.kind == .touchscreen else {
      return Reason(.start, "it starts \(start.text), and a touchpad does not tell where its fingers are")
    }
    let isInside = start.contains(IdealHand(gesture: gesture).landings, on: gesture.device)
    return isInside ? nil : Reason(.start, "it starts \(start.text)")
  }
}

extension Pattern {
  /// The differences between this pattern and the movement of `hand`, which makes a gesture of the same kind.
  fileprivate func reasons(against hand: IdealHand) -> [Reason] {
    switch (self, hand.gesture.movement) {
    case (.tap(let pattern), .taps(let count, let each)):
      return pattern.reasons(against: count, each, on: hand.gesture)
    case (.longPress(let pattern), .rest(let duration, let taps)):
      return pattern.reasons(against: duration, taps)
    case (.swipe(let pattern), .line(let way, let speed)): return pattern.reasons(against: way, speed, of: hand)
    case (.pan(let pattern), .line(let way, let speed)): return pattern.reasons(against: way, speed)
    case (.pinch(let pattern), .pinch(let scale, _)): return pattern.reasons(against: scale, of: hand)
    case (.rotate(let pattern), .turn(let degrees, _)): return pattern.reasons(against: degrees)
    case (.stroke(let pattern), .drawing(let name, _, _)):
      return pattern.name == name ? [] : [Reason(.stroke, "it is for the shape '\(pattern.name)'")]
    case (.tap, _), (.longPress, _), (.swipe, _), (.pan, _), (.pinch, _), (.rotate, _), (.stroke, _): return []
    }
  }

  /// The reason for a gesture in another direction.
  fileprivate var otherDirection: Reason { Reason(.direction, "it is for \(valueText ?? "another way")") }
}

extension TapPattern {
  fileprivate func reasons(against count: Int, _ each: Duration, on gesture: ImaginedGesture) -> [Reason] {
    var reasons: [Reason] = []
    if taps != count { reasons.append(Reason(.taps, "it is for a \(taps.tapWord) tap")) }
    // Taps may take longer on a touchpad, which does not report the time at which each finger landed.
    let room = gesture.device.kind == .touchpad && gesture.fingers > 1 ? Thresholds.tapSkew : .zero
    if each > within + room {
      reasons.append(Reason(.time, "its taps take \(within.text) at most, and these take \(each.text)"))
    }
    if count > 1, gap < IdealHand.tapGap {
      let after = IdealHand.tapGap.text
      reasons.append(Reason(.time, "its taps follow each other within \(gap.text), and these after \(after)"))
    }
    return reasons
  }
}

extension LongPressPattern {
  fileprivate func reasons(against duration: Duration, _ before: Int) -> [Reason] {
    var reasons: [Reason] = []
    if taps > 0, taps != before {
      reasons.append(Reason(.taps, "it is for a press after \(taps == 1 ? "one tap" : "two taps")"))
    }
    if self.duration > duration {
      reasons.append(Reason(.time, "it takes \(self.duration.text), and the fingers rest for \(duration.text)"))
    }
    return reasons
  }
}

extension SwipePattern {
  fileprivate func reasons(against way: Vector, _ speed: Double, of hand: IdealHand) -> [Reason] {
    var reasons: [Reason] = []
    let isWanted =
      angles.contains { $0.contains(way.degrees) } || directions.deviation(of: way) <= Thresholds.deviation
    if !isWanted { reasons.append(Pattern.swipe(self).otherDirection) }
    if distance > way.length { reasons.append(.tooShort(distance, way.length)) }
    if let range = self.speed, !range.contains(speed) { reasons.append(.otherSpeed(range, speed)) }
    let poses = hand.episodes.flatMap(\.poses)
    // The time begins when the fingers leave the initial slop.
    let left = poses.last { $0.translation.length <= Thresholds.slop }?.time ?? .zero
    if distance <= way.length, let arrived = poses.first(where: { $0.translation.length >= distance })?.time {
      if arrived - left > within {
        reasons.append(Reason(.time, "it takes \(within.text) at most, and this one takes \((arrived - left).text)"))
      } else if arrived - left < after {
        reasons.append(Reason(.time, "it takes \(after.text) or more, and this one takes \((arrived - left).text)"))
      }
    }
    return reasons
  }
}

extension PanPattern {
  fileprivate func reasons(against way: Vector, _ speed: Double) -> [Reason] {
    var reasons: [Reason] = []
    let back = goesBack ? way * -1 : way
    let isAngle = angles.contains { $0.contains(way.degrees) || $0.contains(back.degrees) }
    let deviation = min(directions.deviation(of: way), directions.deviation(of: back))
    let factor = isAngle || deviation <= Thresholds.deviation ? 1 : Thresholds.looseFactor
    let needed = Millimetres(factor * distance.value)
    if !isAngle, deviation > Thresholds.looseDeviation { reasons.append(Pattern.pan(self).otherDirection) }
    if needed > way.length { reasons.append(.tooShort(needed, way.length)) }
    if let range = self.speed, !range.contains(speed) { reasons.append(.otherSpeed(range, speed)) }
    return reasons
  }
}

extension PinchPattern {
  fileprivate func reasons(against scale: Double, of hand: IdealHand) -> [Reason] {
    var reasons: [Reason] = []
    if !goesBack, !directions.contains(scale > 1 ? .outwards : .inwards) {
      reasons.append(Pattern.pinch(self).otherDirection)
    }
    let reached = abs(scale - 1)
    if change > reached + 1e-9 {
      let wanted = (change * 100).text
      let done = (reached * 100).text
      reasons.append(Reason(.distance, "it takes \(wanted)%, and the fingers' distance changes by \(done)%"))
    }
    let poses = hand.episodes.flatMap(\.poses)
    // The time begins when the scale leaves the initial slop.
    let left = poses.last { abs($0.scale - 1) <= Thresholds.pinchSlop }?.time ?? .zero
    if let arrived = poses.first(where: { abs($0.scale - 1) >= change - 1e-9 })?.time {
      if let within, arrived - left > within {
        reasons.append(Reason(.time, "it takes \(within.text) at most, and this one takes \((arrived - left).text)"))
      } else if arrived - left < after {
        reasons.append(Reason(.time, "it takes \(after.text) or more, and this one takes \((arrived - left).text)"))
      }
    }
    return reasons
  }
}

extension RotatePattern {
  fileprivate func reasons(against degrees: Double) -> [Reason] {
    var reasons: [Reason] = []
    if !goesBack, !directions.contains(degrees > 0 ? .clockwise : .counterclockwise) {
      reasons.append(Pattern.rotate(self).otherDirection)
    }
    if angle > abs(degrees) + 1e-9 {
      reasons.append(Reason(.distance, "it takes \(angle.text)°, and the fingers turn by \(abs(degrees).text)°"))
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

extension Reason {
  fileprivate static func tooShort(_ distance: Millimetres, _ reached: Millimetres) -> Reason {
    Reason(.distance, "it takes \(distance.value.text)mm, and the fingers go \(reached.value.text)mm")
  }

  fileprivate static func otherSpeed(_ range: ClosedRange<Double>, _ speed: Double) -> Reason {
    let wanted =
      range.upperBound.isFinite
      ? "\(range.lowerBound.text)mm/s to \(range.upperBound.text)mm/s" : "\(range.lowerBound.text)mm/s or more"
    return Reason(.speed, "it takes \(wanted), and the fingers go \(speed.text)mm/s")
  }
}
