internal import Diagnostics
public import Gestures
public import Rules
internal import Touch

extension Explanation {
  /// Why no rule acted on what a hand did: the rules that come nearest to it, the nearest first. Whatever the hand may
  /// have meant is looked at: fingers that went some way may have been to swipe or to pan.
  public static func nearMisses(of attempt: Attempt, by rules: RuleSet, in situation: Situation) -> [Miss] {
    var nearest: [Int: Miss] = [:]
    for gesture in ImaginedGesture.meanings(of: attempt) {
      let explanation = Explanation(of: gesture, by: rules, in: situation)
      let untold = explanation.acting.map { Miss(rule: $0, reasons: [.uneven]) }
      for miss in untold + explanation.nearMisses where nearest[miss.rule].map(miss.isNearer) ?? true {
        nearest[miss.rule] = miss
      }
    }
    return nearest.values.sorted { $0.isNearer(than: $1) }
  }
}

extension Reason {
  /// The gesture with these numbers would be recognised, and what the hand did was not.
  fileprivate static let uneven = Reason(
    .unrecognized, "the same gesture made straight and evenly is what it waits for")
}

extension ImaginedGesture {
  /// What moves less than this rests, in mm.
  private static let leastWay = 1.0
  /// Fingers whose distance changes less than this do not pinch.
  private static let leastChange = 0.08
  /// Those that turn less than this do not rotate, in degrees.
  private static let leastTurn = 5.0
  /// What rests no longer than this may have been meant to tap.
  private static let longestTap = Duration.milliseconds(500)

  /// The gestures that a hand may have meant.
  fileprivate static func meanings(of attempt: Attempt) -> [ImaginedGesture] {
    var gestures: [ImaginedGesture] = []
    func add(_ kind: Gesture.Kind, _ movement: Movement) {
      gestures.append(ImaginedGesture(kind, movement, by: attempt))
    }
    if attempt.fingers > 1 {
      if abs(attempt.scale - 1) >= leastChange {
        add(.pinch, .pinch(scale: attempt.scale, lasting: attempt.lasting))
      }
      if abs(attempt.rotation) >= leastTurn {
        add(.rotate, .turn(degrees: attempt.rotation, lasting: attempt.lasting))
      }
    }
    if attempt.translation.length.value >= leastWay {
      for kind in [Gesture.Kind.swipe, .pan] { add(kind, .way(attempt.translation, speed: attempt.speed)) }
    }
    guard gestures.isEmpty else { return gestures }
    if attempt.lasting <= longestTap { add(.tap, .taps(1, each: attempt.lasting)) }
    add(.longPress, .rest(attempt.lasting, taps: 0))
    return gestures
  }

  private init(_ kind: Gesture.Kind, _ movement: Movement, by attempt: Attempt) {
    self.kind = kind
    self.movement = movement
    fingers = min(max(attempt.fingers, 1), Trigger.mostFingers)
    device = attempt.device
    // Its positions are in millimetres, whatever the device's own are.
    let extent = device.extent
    device.size = device.size ?? Size(width: extent.width, height: extent.height)
    start = attempt.start.map { place in
      let (x, y) = (Zone.Position.length(Millimetres(place.x)), Zone.Position.length(Millimetres(place.y)))
      return .zone(Zone(left: x, right: x, top: y, bottom: y))
    }
    // What is watched is heard of.
    isIgnored = false
    assumed = []
    text = "\(kind.rawValue), \(counted(fingers, "finger"))"
  }
}
