internal import Gestures
internal import Glibc
internal import Time
internal import Touch

/// The ideal hand that makes an `ImaginedGesture`: the positions of its fingers over time, and the events that the
/// device reports.
struct IdealHand {
  /// One sample of the movement: the motion of the fingers since they landed.
  struct Pose {
    /// The time since the landing.
    var time: Duration
    var translation = Vector.zero
    var scale = 1.0
    /// The rotation in degrees, clockwise positive.
    var rotation = 0.0
  }

  /// One touch of the hand: its fingers land together, move or rest, and lift together.
  struct Episode {
    /// The samples after the landing.
    var poses: [Pose] = []
    /// The time from landing to lift.
    var lift: Duration

    /// The same fingers, which make `next` before they lift.
    func continued(by next: Episode) -> Episode {
      let reached = poses.last ?? Pose(time: .zero)
      let rest = next.poses.map { pose in
        Pose(
          time: lift + pose.time, translation: reached.translation + pose.translation,
          scale: reached.scale * pose.scale, rotation: reached.rotation + pose.rotation)
      }
      return Episode(poses: poses + rest, lift: lift + next.lift)
    }
  }

  /// The usual rate of touch devices.
  private static let samplesPerSecond = 125.0
  /// A factor on all movements, so that they reach thresholds despite rounding.
  private static let overshoot = 1 + 1e-6
  /// The interval from lift to landing in a series of taps; real hands take 100 to 200 ms.
  static let tapGap = Duration.milliseconds(100)
  /// The time for which fingers rest before they press firmly, and their pressures as shares of the device's range.
  static let firmPressRest = Duration.milliseconds(300)
  static let pressures = (resting: 0.25, firm: 0.5)

  /// The time for which one finger rests before others move beside it.
  static let anchorRest = Duration.milliseconds(300)

  let gesture: ImaginedGesture

  /// The touches of the gesture, with `tapGap` between them.
  var episodes: [Episode] {
    let hand = gesture.movement
    let taps = Array(repeating: Episode(lift: hand.tapTime), count: hand.taps)
    guard hand.moves else {
      return taps + [Episode(lift: hand.resting + (hand.press == .firm ? Self.firmPressRest : .zero))]
    }
    let count = min(max(Int((hand.moving.inSeconds * Self.samplesPerSecond).rounded(.up)), 4), 5_000)
    let poses = (1...count).map { index in
      pose(
        at: Double(index) / Double(count),
        time: .microseconds(hand.moving.wholeMicroseconds * Int64(index) / Int64(count)))
    }
    return taps + [Episode(poses: poses, lift: hand.moving + hand.resting + .milliseconds(4))]
  }

  /// The pose after this share of the movement, from 0 to 1.
  private func pose(at share: Double, time: Duration) -> Pose {
    let hand = gesture.movement
    var way = hand.legs.reduce(0) { $0 + $1.length.value } * share
    var position = Vector.zero
    for leg in hand.legs where way > 0 {
      let length = leg.length.value
      position += leg * (length > 0 ? min(way / length, 1) : 1)
      way -= length
    }
    let part = share * Self.overshoot
    return Pose(
      time: time, translation: position * Self.overshoot, scale: 1 + (hand.scale - 1) * part,
      rotation: hand.rotation * part)
  }

  /// All events of the device, beginning with its addition.
  var events: [TouchEvent] {
    let device = gesture.device.id
    var events = [TouchEvent(time: .zero, device: device, kind: .deviceAdded(gesture.device))]
    var landing = Timestamp(microseconds: 1_000_000)
    for (hand, episodes) in steps {
      // The device reports no such gesture.
      guard hand.gesture.obstacle == nil else { return events }
      for episode in episodes {
        events += hand.reports(of: episode).map { TouchEvent(time: landing + $0.after, device: device, kind: $0.kind) }
        landing = landing + episode.lift + Self.tapGap
      }
    }
    return events
  }

  private func reports(of episode: Episode) -> [Report] {
    gesture.device.kind == .touchscreen
      ? contactReports(of: episode)
      : gesture.device.contacts == nil ? touchpadReports(of: episode) : bothReports(of: episode)
  }

  /// The hands of all steps, and their touches: one that goes on with the fingers of another is part of that one's
  /// last.
  private var steps: [(hand: IdealHand, episodes: [Episode])] {
    var steps: [(hand: IdealHand, episodes: [Episode])] = []
    for step in gesture.before + [gesture] {
      let hand = IdealHand(gesture: step)
      guard step.isContinued, let next = hand.episodes.first, let last = steps.last?.episodes.last else {
        steps.append((hand, hand.episodes))
        continue
      }
      steps[steps.count - 1].episodes[steps[steps.count - 1].episodes.count - 1] = last.continued(by: next)
    }
    return steps
  }

  /// The kind of an event, and its time after the landing.
  typealias Report = (after: Duration, kind: TouchEvent.Kind)
}
