internal import Touch

/// A trigger, prepared for the recognisers of one device.
struct Candidate: Sendable {
  /// The index of its trigger in the list given to `Recognition`; nil for unasked gestures.
  var trigger: Int?
  var pattern: Pattern
  /// The numbers of fingers that can make it.
  var fingers: ClosedRange<Int>
  var start: StartRegion?
  /// The distance at which its two outermost fingers land; nil for any.
  var apart: ClosedRange<Millimetres>?
  /// True if it runs alongside other gestures.
  var isSimultaneous = false
  var resume: Duration?
  /// The numbers of fingers with which it goes on once it has begun.
  var staying: ClosedRange<Int>
  /// `Trigger.withholds`
  var withholds = false
  /// `Trigger.edgeSpeed`; 0 on touchscreens.
  var edgeSpeed = 0.0
  /// The desktop's view of the fingers once it owns them.
  var view = DesktopView.nothing
  /// Its precedence while its first rule is active; never better.
  var precedence: Precedence
  /// The rule that is active in every situation unless an earlier one is; nil if some situations disable it.
  var certainRule: RuleIndex?
  /// True if a rule states what it has to do with another one.
  var isTied = false
  /// True if a rule permits it beside another one.
  var isPaired = false
  /// True if it goes on with the fingers of another one.
  var isContinuation = false
  /// The least way to where the fingers would come to rest, with which it ends; nil for any.
  let projected: Double?
  /// `Gesture.glide`
  var glide = 0.0
  /// True if its one finger must stay in libinput's palm zone until it is recognised: one that leaves it points.
  var holdsPointer = false

  /// The properties of its pattern that are looked at while fingers are down.
  let tapCount: Int?
  let tapsBefore: Int
  let parts: Int
  let line: Directions
  let stepTime: Duration?
  let speed: ClosedRange<Double>?

  init(_ pattern: Pattern, of trigger: Int?, fingers: ClosedRange<Int>, precedence: Precedence) {
    let traits = pattern.traits
    (tapCount, tapsBefore, parts) = (traits.taps, traits.tapsBefore, pattern.parts)
    (line, stepTime, speed) = (traits.line, traits.stepTime, traits.speed)
    projected = pattern.projected
    self.trigger = trigger
    self.pattern = pattern
    self.fingers = fingers
    staying = fingers
    self.precedence = precedence
  }

  /// True if it depends on where the fingers land.
  var needsSite: Bool { start != nil || apart != nil }

  /// True if fingers that land at `site` may make it.
  @inline(__always)
  func permits(_ site: @autoclosure () -> LandingSite?) -> Bool {
    guard needsSite else { return true }
    guard let site = site() else { return false }
    return (start.map { site.isIn($0) } ?? true) && (apart.map { $0.contains(site.apart) } ?? true)
  }
}

extension Candidate {
  init(_ trigger: Trigger, at index: Int, _ priority: TriggerPriority, on device: Device) {
    self.init(
      trigger.pattern, of: index, fingers: trigger.fingers.clamped(to: 1...Trigger.mostFingers),
      precedence: .rule(priority.first))
    start = trigger.start
    apart = trigger.apart(on: device)
    isSimultaneous = trigger.isSimultaneous
    resume = trigger.pattern.kind.isContinuous ? trigger.resume : nil
    withholds = trigger.withholds
    if trigger.endsAtLastLift { staying = 1...fingers.upperBound }
    if device.kind == .touchpad { edgeSpeed = trigger.edgeSpeed }
    view = trigger.view(on: device)
    glide = device.glide
    certainRule = priority.certain
  }

  /// True if a rule permits its fingers to land farther apart than a hand spans.
  var isWide: Bool {
    trigger != nil && fingers.upperBound > 1 && !pattern.isAnchored
      && apart.map { $0.upperBound > Trigger.handSpan } ?? true
  }

  /// True if its fingers land at several places, or farther apart than a rule says: not as one hand by chance.
  var landsApart: Bool {
    switch start {
    case .allEdges, .allCorners: true
    case .edge, .corner, .zone, nil: apart.map { $0.lowerBound > 0 } ?? false
    }
  }

  /// Adapts it to one finger on a touchpad, which mostly points.
  mutating func adapt(to device: Device) {
    guard fingers.lowerBound == 1, !pattern.isAnchored, let start else { return }
    holdsPointer = PalmZone(of: device).holdsPointer(pattern, from: start)
    pattern.beginLaterAsPan()
    pattern.beginLaterAsCircle()
  }
}

extension Trigger {
  /// The desktop's view of the fingers on `device` once it owns them.
  fileprivate func view(on device: Device) -> DesktopView {
    guard let shownFingers else { return isKept ? .fingers : .nothing }
    return isShown(on: device) ? .touchpad(.moving) : .hand(fingers: shownFingers)
  }
}
