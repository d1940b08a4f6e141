internal import Time
package import Touch

/// Gestures of a touchpad's contacts that are a touch sequence of their own: presses, and taps beside resting fingers.
extension ContactSequencer {
  /// Follows the fingers while the button is pressed or they press firmly.
  mutating func followPressing(at time: Timestamp, into gestures: inout [Gesture]) {
    for index in fingers.gone.indices { if let hand = fingers.gone[index].hand { hands[hand].down -= 1 } }
    if fingers.landedUnseen < 0 { hands[0].down += fingers.landedUnseen }
    for index in fingers.fingers.indices where fingers.fingers[index].change == .landed {
      fingers.assign(index, to: 0)
      hands[0].down += 1
    }
    hands[0].down += max(0, fingers.landedUnseen)
    if press == nil { breakOffAll(at: time, into: &gestures) }
  }

  /// Begins and ends firm presses. Where the button is under the surface, whoever clicks presses hard: a firm press is
  /// what follows with the button down, and ends the press that the click was.
  mutating func watchPressure(
    _ frame: FingerTracker.Frame, hasClicked: Bool, at time: Timestamp, into gestures: inout [Gesture]
  ) {
    let wasFirm = firmPress.isFirm
    if frame.lifted > 0 || hasClicked, let miss = firmPress.miss { noteAll(miss, at: time) }
    firmPress.observe(frame, fingers.fingers, hasClicked: hasClicked, at: time)
    if firmPress.isFirm, !wasFirm, button.is == (device.contacts?.isClickpad ?? false) {
      if press != nil { liftPress(at: time, into: &gestures) }
      beginPress(.firm, at: time, into: &gestures)
    } else if !firmPress.isFirm, press == .firm {
      endPress(at: time, into: &gestures)
    }
  }

  /// Begins a press, if a rule requests it. The fingers that press do nothing else until they have lifted.
  mutating func beginPress(_ force: PressPattern.Force, at time: Timestamp, into gestures: inout [Gesture]) {
    tipTaps.reset()
    isCancelled = fingers.down > 0
    let mayPress = isTipTap || hands.indices.allSatisfy { hands[$0].sequence.mayPress }
    breakOffAll(at: time, into: &gestures)
    if mayPress, let hand = fingers.press(on: device.extent) {
      let landed = fingers.fingers.lazy.map(\.landed).max() ?? time
      let sample = Sample(time: time, source: .press, fingers: hand.fingers, landed: landed, force: force)
      hands[0].sequence.breakOff(at: time, remaining: 0, into: &gestures)
      hands[0].sequence.land(
        sample, down: hand.fingers, landingSite: hand.site,
        positions: hand.site == nil ? FingerPositions() : fingers.positions, settled: true, into: &gestures)
      if hands[0].sequence.isOwned { press = force }
      main = 0
    }
    if press == nil { breakOffAll(at: time, into: &gestures) }
  }

  mutating func endPress(at time: Timestamp, into gestures: inout [Gesture]) {
    guard press != nil else { return }
    liftPress(at: time, into: &gestures)
    breakOffAll(at: time, into: &gestures)
  }

  private mutating func liftPress(at time: Timestamp, into gestures: inout [Gesture]) {
    press = nil
    hands[0].sequence.lift(
      Sample(time: time, source: .press, fingers: hands[0].sequence.fingers, landed: time), remaining: 0,
      into: &gestures)
  }

  mutating func watchTipTaps(_ frame: FingerTracker.Frame, at time: Timestamp, into gestures: inout [Gesture]) {
    let isOwned = ownsFingers && !isTipTap
    if fingers.isEmpty { isTipTap = false }
    guard !isOwned else { return tipTaps.reset() }
    if let tap = tipTaps.observe(frame, fingers, at: time) { report(tap, at: time, into: &gestures) }
    if let miss = tipTaps.miss {
      tipTaps.miss = nil
      noteAll(miss, at: time)
    }
  }

  /// Reports a tap beside resting fingers, if a rule requests it. They may be tapped beside again.
  mutating func report(_ tap: TipTapTracker.Found, at time: Timestamp, into gestures: inout [Gesture]) {
    let hand = fingers.fingers.first?.hand ?? 0
    hands[hand].sequence.breakOff(at: time, remaining: 0, into: &gestures)
    let sample = Sample(time: time, source: .tipTap, fingers: tap.resting, landed: tap.landed, side: tap.side)
    hands[hand].sequence.land(
      sample, down: tap.resting, landingSite: fingers.landingSite(of: hand, on: device.extent),
      positions: fingers.positions, settled: true, into: &gestures)
    isTipTap = hands[hand].sequence.isOwned
    breakOff(hand, at: time, into: &gestures)
  }

  /// Excludes the gestures that one finger on a touchpad cannot mean: those that leave the pointer where it is, if the
  /// finger moves it, and slides, if it has rested.
  mutating func excludePointing(_ hand: Int, at time: Timestamp) {
    guard !hands[hand].sequence.possible.isEmpty, hands[hand].sequence.fingers == 1, let finger = fingers.only else {
      return
    }
    let age = time - finger.landed
    if !palmZone.holds(landing: finger.landing) || age <= PalmZone.patience && !palmZone.contains(finger.position) {
      hands[hand].sequence.exclude(because: .pointed) { $0.holdsPointer }
    }
    if age > Thresholds.longestSlideRest, (finger.position - finger.landing).length <= Thresholds.slideSlop {
      hands[hand].sequence.exclude(because: .restedBefore(age, limit: Thresholds.longestSlideRest)) {
        !$0.pattern.kind.rests || !$0.pattern.isRest
      }
    }
  }
}

extension Point {
  /// The position, clamped to what a device can have: no surface is 10 m wide. NaN becomes 0.
  @inline(__always)
  package var clamped: Point { Point(x: Vector.clamp(x), y: Vector.clamp(y)) }
}

extension Vector {
  /// The movement, clamped to what a surface has room for. NaN becomes 0.
  var clamped: Vector { Vector(dx: Self.clamp(dx), dy: Self.clamp(dy)) }

  @inline(__always)
  fileprivate static func clamp(_ value: Double) -> Double {
    value.isNaN ? 0 : min(max(value, -10_000), 10_000)
  }
}
