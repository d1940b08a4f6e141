internal import Time
internal import Touch

/// The state of a touch sequence's fingers at one moment. Touchscreen contacts and libinput's touchpad gestures both
/// become samples, so that each recogniser is written once.
struct Sample: Hashable, Sendable {
  /// The source of the numbers, which limits what they can tell.
  enum Source: Hashable, Sendable {
    /// Contacts: all numbers are known.
    case contacts
    /// Contacts that move beside one that rests, whose movement counts as disagreement.
    case anchored
    /// A touchpad on which fingers rest.
    case hold
    /// A touchpad that was tapped. libinput reports it after the lift.
    case tap
    /// A touchpad on which libinput has recognised a swipe: the fingers' distance does not change.
    case swipe
    /// A touchpad on which two fingers scroll.
    case scroll
    /// A touchpad on which libinput has recognised a pinch.
    case pinch
    /// A touchpad whose button is pressed, or on which fingers press firmly.
    case press
    /// A tap beside fingers that rest.
    case tipTap
  }

  /// The sums of a hand at one moment.
  struct Lag: Hashable, Sendable {
    var translation: Vector
    var spread: Millimetres
    /// The distance between the fingers.
    var span: Millimetres
    var rotation: Double
  }

  /// The ways of three fingers from their landings, in mm.
  struct Ways: Hashable, Sendable {
    /// The least way of most fingers, as a share of that of the first, of fingers that pinch or turn. About one of them
    /// that rests, the second of three moves 0.3 times as far as the first. A palm rolls by 1.5 mm while a finger
    /// beside it draws the 8 mm that look like a pinch, or while two scroll.
    private static let leastShare = 0.25

    var first = 0.0
    var second = 0.0
    var third = 0.0

    /// The least way of a finger that moves along, in mm.
    var least: Double { Self.leastShare * first }

    /// The number of fingers that must move: more than a hand works with beside a palm.
    static func needed(of fingers: Int) -> Int { fingers > 3 ? 3 : 2 }

    subscript(index: Int) -> Double { index == 0 ? first : index == 1 ? second : third }
  }

  var time: Timestamp
  var source: Source
  /// The number of fingers of the sequence, including those that have lifted at its end.
  var fingers: Int
  /// The movement of the centroid since the first landing, without a jump when a finger joins or leaves.
  var translation = Vector.zero
  /// The distance between the fingers as a multiple of the initial one.
  var scale = 1.0
  /// The rotation, in degrees, clockwise positive, unwrapped over full turns.
  var rotation = 0.0
  /// The angle by which the path of the centroid has turned, in degrees, clockwise positive; 0 unless a circle is
  /// possible.
  var turned = 0.0
  /// The growth of the distance between the fingers: for two fingers the distance between them, for more twice the mean
  /// distance to the centroid. Nil for gestures that libinput recognises, of which it reports no positions.
  var spread: Millimetres?
  /// The largest difference of one finger's movement from the common one. Not a mean, because among five fingers one
  /// that stays (the thumb of a pinch) would count for little. Nil for gestures that libinput recognises.
  var disagreement: Millimetres?
  /// The largest distance of a finger from its landing.
  var reach: Millimetres = 0
  /// The largest ways so far of the three fingers that have moved farthest; nil unless three or more are contacts.
  var ways: Ways?
  /// The sums at the moment at which a finger that lagged behind the others started; nil if none lagged.
  var lag: Lag?
  /// True while a finger rests beside the others, which have just started: it may lag, or stay. Also while one of two
  /// fingers is missing.
  var isLagging = false
  /// True if the fingers were down together, as those of one tap: each for at least half of its time, or of the time of
  /// the one that landed before it if that is shorter, or for 40 ms. Two thumbs that type overlap for less.
  var wereDownTogether: Bool { shareTogether >= Self.leastTogetherShare }
  /// The least share of the shorter of two touches for which both fingers were down.
  var shareTogether = 1.0
  /// The time of the last landing. On touchpads, which do not report it, it is estimated from the events.
  var landed: Timestamp
  /// The place of a tap beside resting fingers; nil for other samples.
  var side: Direction?
  /// The force of a press; of no meaning for other samples.
  var force = PressPattern.Force.click

  /// The largest disagreement, as a share of the common movement, of fingers that move together. Beyond it they pinch
  /// or turn, or one of them stays. A finger that stays beside others that move has a share of 1.
  static let largestDisagreement = 0.6

  /// The least share of the shorter touch for which two fingers of one tap are down together.
  static let leastTogetherShare = 0.5
  /// The time for which two fingers of one tap are down together, however long each stays: thumbs that type overlap for
  /// up to 25 ms, which a slow screen reports as 40 ms.
  static let longTogether = Duration.milliseconds(40)

  /// The least movement by which fingers, of which one lagged, show that they move together, in mm.
  private static let leastTogether = 1.5

  /// True if fingers whose movements differ by so much, in mm, move together over so long a way, in mm. What they did
  /// before one that lagged started tells nothing.
  private func areTogether(_ disagreement: Double, over way: Double) -> Bool {
    guard let lag else { return disagreement <= Self.largestDisagreement * way }
    let way = (translation - lag.translation).length.value
    return way >= Self.leastTogether && disagreement <= Self.largestDisagreement * way
  }

  /// The disagreement as a share of a common movement that leads so far, in mm.
  func disagreementShare(over way: Double) -> Double {
    guard let disagreement else { return 0 }
    return disagreement.value / max(lag.map { (translation - $0.translation).length.value } ?? way, 0.1)
  }

  /// The failure of fingers that do not move together over so long a way, in mm.
  func disagreementFailure(over way: Double) -> Failure {
    guard source != .pinch else { return .reported(.pinch) }
    let share = disagreementShare(over: way)
    guard share <= Self.largestDisagreement else { return .notTogether(share: share, limit: Self.largestDisagreement) }
    let together = lag.map { (translation - $0.translation).length } ?? 0
    return .togetherFor(min(together, Millimetres(Self.leastTogether)), least: Millimetres(Self.leastTogether))
  }

  /// The distance of a finger from the centroid of a hand on a touchpad, in mm.
  private static let padRadius = 25.0
  /// The largest movement of the fingers about their centroid, as a share of the common one, of a swipe that libinput
  /// takes for a pinch.
  private static let largestTwist = 0.35

  /// True if libinput reports a pinch, and the fingers move together nearly as in a swipe.
  var isNearlySwipe: Bool {
    let twist = Self.padRadius * (abs(scale - 1) + abs(rotation) * .pi / 180)
    return source == .pinch && twist <= Self.largestTwist * translation.length.value
  }

  /// True if enough fingers move, or fewer than three can pinch or turn.
  var moveMost: Bool {
    guard let ways, source == .contacts, fingers > 2 else { return true }
    return ways[Ways.needed(of: fingers) - 1] >= ways.least
  }

  /// True if the fingers move together, as in a swipe. On touchpads libinput decides this.
  var isTogether: Bool { isTogether(over: translation.length.value) }

  /// True if the fingers move together in a path that leads so far, in mm, and perhaps back.
  func isTogether(over way: Double) -> Bool {
    guard !isLagging else { return false }
    return switch source {
    case .contacts, .anchored:
      disagreement.map { areTogether($0.value, over: way) } ?? true
    case .pinch: false
    default: true
    }
  }
}

/// A step that fingers have made, which go on to another one.
struct Step: Sendable {
  /// The place at which it was made, from which the way of the next one is measured.
  let place: Vector
  /// The sample from which a pinch or a rotation is measured.
  private(set) var end: Sample
  private let direction: Direction?

  /// A step that was made at `sample`, in a direction or in none.
  init(at sample: Sample, _ direction: Direction?) {
    (place, end, self.direction) = (sample.translation, sample, direction)
  }

  /// Takes in a movement, which may be the step's own: a hand pinches and turns on before it makes the next gesture.
  mutating func goOn(_ sample: Sample) {
    let parts = direction == .outwards && sample.scale > end.scale
    if parts || direction == .inwards && sample.scale < end.scale {
      (end.scale, end.spread) = (sample.scale, sample.spread)
    }
    let turns = direction == .clockwise && sample.rotation > end.rotation
    if turns || direction == .counterclockwise && sample.rotation < end.rotation { end.rotation = sample.rotation }
    if !sample.isTurned(from: end) { end.translation = sample.translation }
  }
}

extension Sample {
  /// True if the fingers have parted, come together or turned since another sample.
  func isTurned(from base: Sample) -> Bool {
    abs(scale / base.scale - 1) > Thresholds.pinchSlop || abs(rotation - base.rotation) > Thresholds.turnSlop
  }

  /// The same for fingers that began at `base`.
  func since(_ base: Sample) -> Sample {
    var sample = self
    sample.translation = translation - base.translation
    sample.scale = scale / base.scale
    sample.rotation = rotation - base.rotation
    sample.spread = spread.map { Millimetres($0.value - (base.spread?.value ?? 0)) }
    // A finger that lagged behind the others in the step before does not lag in this one.
    sample.lag = lag == base.lag ? nil : lag
    sample.lag?.translation = (lag?.translation ?? .zero) - base.translation
    sample.lag?.spread = Millimetres((lag?.spread.value ?? 0) - (base.spread?.value ?? 0))
    sample.lag?.rotation = (lag?.rotation ?? 0) - base.rotation
    return sample
  }
}

extension Sample.Source {
  /// The failure of a recogniser for which libinput has classified the fingers as something else.
  var failure: Failure {
    switch self {
    case .swipe: .reported(.swipe)
    case .pinch: .reported(.pinch)
    case .hold: .reported(.longPress)
    case .tap: .reported(.tap)
    case .scroll: .scrolled
    case .contacts, .anchored, .press, .tipTap: .other
    }
  }
}
