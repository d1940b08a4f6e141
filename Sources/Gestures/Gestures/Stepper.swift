internal import Touch

/// The progress of a continuous gesture in total, over all its touch sequences.
struct Progress: Hashable, Sendable {
  /// The number of fingers it is made with.
  var fingers: Int
  var translation = Vector.zero
  var scale = 1.0
  var rotation = 0.0

  init(_ sample: Sample) {
    fingers = sample.fingers
    translation = sample.translation
    scale = sample.scale
    rotation = sample.rotation
  }
}

/// Counts the steps of a continuous gesture.
///
///     path     0        6 mm        12 mm       6 mm
///     steps    ·─────────+1──────────+1─────────−1──▶
///
/// Steps back are as wide as steps forth, so a hand that trembles at the edge of one makes none. A gesture that is
/// recognised more than a step from the landing makes one step then, and no more; movement while it waits for other
/// fingers counts.
enum Stepper: Sendable {
  case line(LineStepper)
  case plane(PlaneStepper)

  /// A number of steps and their direction.
  struct Steps: Hashable, Sendable {
    /// Negative for steps back.
    var count = 0
    var direction: Direction?
  }

  /// The largest number of steps at once, for hands that jump.
  fileprivate static let most = 64.0

  /// The steps at the beginning. Its conditions were met at `start`; it may have had to wait until `now`.
  mutating func begin(at start: Progress, now progress: Progress) -> Steps {
    switch self {
    case .line(var stepper):
      stepper.begin(at: start)
      self = .line(stepper)
    case .plane(var stepper):
      stepper.begin(at: start)
      self = .plane(stepper)
    }
    return advance(to: progress)
  }

  /// The steps since the last call.
  mutating func advance(to progress: Progress) -> Steps {
    switch self {
    case .line(var stepper):
      let steps = stepper.advance(to: progress)
      self = .line(stepper)
      return steps
    case .plane(var stepper):
      let steps = stepper.advance(to: progress)
      self = .plane(stepper)
      return steps
    }
  }
}

/// Steps of a gesture that only goes forth and back.
struct LineStepper: Sendable {
  /// The measured quantity.
  enum Measure: Sendable {
    /// The distance along a line, in millimetres.
    case along(Vector)
    /// The distance between the fingers, as a share of the initial one.
    case scale
    /// The rotation, in degrees.
    case angle
  }

  /// The meaning of a step in the opposite direction.
  enum Return: Sendable {
    /// Not reported.
    case silent
    /// A step like any other, because the rule has that direction too.
    case step
    /// A step back.
    case back
  }

  private let step: Double
  private let measure: Measure
  private let sign: Double
  private let names: (forth: Direction, back: Direction)
  private let other: Return
  /// The value that steps are counted from, and the number of steps from there.
  private var base = 0.0
  private var count = 0.0

  /// Steps of an angle, in degrees.
  init(degrees step: Double, _ directions: RotationDirections, goesBack: Bool, begunIn direction: Direction?) {
    let isCounter = directions == .any ? direction == .counterclockwise : directions == .counterclockwise
    self.init(
      step: step, measure: .angle, sign: isCounter ? -1 : 1,
      names: isCounter ? (.counterclockwise, .clockwise) : (.clockwise, .counterclockwise),
      other: goesBack ? .back : directions == .any ? .step : .silent)
  }

  init(step: Double, measure: Measure, sign: Double, names: (forth: Direction, back: Direction), other: Return) {
    self.step = step
    self.measure = measure
    self.sign = sign
    self.names = names
    self.other = other
  }

  /// Steps along the one line that `pattern` has; nil if it has several.
  init?(_ pattern: PanPattern, step: Double, begunAt bit: Int) {
    guard pattern.angles.isEmpty else { return nil }
    let opposite = Directions(bit: bit).opposites.rawValue.trailingZeroBitCount
    let line: Directions = [Directions(bit: bit), Directions(bit: opposite)]
    guard line.isSuperset(of: pattern.directions) else { return nil }
    // The first direction is forth, unless the rule has only the opposite one.
    let forth = pattern.directions.contains(bit: bit) ? bit : opposite
    let back = forth == bit ? opposite : bit
    self.init(
      step: step, measure: .along(EightDirections.axis(forth)), sign: 1,
      names: (EightDirections.name(forth), EightDirections.name(back)),
      other: pattern.goesBack ? .back : pattern.directions.contains(bit: back) ? .step : .silent)
  }

  fileprivate mutating func begin(at progress: Progress) {
    let value = value(of: progress)
    if abs(value) > step { base = value - (value < 0 ? -step : step) }
  }

  fileprivate mutating func advance(to progress: Progress) -> Stepper.Steps {
    // Rounded, because 1.3 - 1 is a little more than three times 0.1, and 1.2 - 1 a little less than twice.
    let position = (value(of: progress) - base) / step
    let forth = (position + 1e-9).rounded(.down)
    let back = (position - 1e-9).rounded(.up)
    let made = forth > count ? forth - count : back < count ? back - count : 0
    guard made != 0 else { return Stepper.Steps() }
    count += made
    let reported = Int(min(max(made, -Stepper.most), Stepper.most))
    if reported > 0 { return Stepper.Steps(count: reported, direction: names.forth) }
    switch other {
    case .silent: return Stepper.Steps()
    case .step: return Stepper.Steps(count: -reported, direction: names.back)
    case .back: return Stepper.Steps(count: reported, direction: names.back)
    }
  }

  private func value(of progress: Progress) -> Double {
    switch measure {
    case .along(let axis): sign * (progress.translation.dx * axis.dx + progress.translation.dy * axis.dy)
    case .scale: sign * (progress.scale - 1)
    case .angle: sign * progress.rotation
    }
  }
}

/// Steps of a gesture that goes anywhere in the plane: each is measured from the position of the last one, in any of
/// the eight directions.
struct PlaneStepper: Sendable {
  private let pattern: PanPattern
  private let step: Double
  private let begun: Vector
  private var last = Vector.zero

  init(_ pattern: PanPattern, step: Double, begunAt bit: Int) {
    self.pattern = pattern
    self.step = step
    begun = EightDirections.axis(bit)
  }

  fileprivate mutating func begin(at progress: Progress) {
    let length = progress.translation.length.value
    if length > step { last = progress.translation * (1 - step / length) }
  }

  fileprivate mutating func advance(to progress: Progress) -> Stepper.Steps {
    let movement = progress.translation - last
    let length = movement.length.value
    let made = (length / step + 1e-9).rounded(.down)
    guard made > 0 else { return Stepper.Steps() }
    last += movement * min(made * step / length, 1)
    let bit = EightDirections.nearest(EightDirections.along(movement))
    let reported = Int(min(made, Stepper.most))
    let isForth = pattern.directions.contains(bit: bit) || pattern.angles.contains(movement, goesBack: false)
    let isBack =
      pattern.goesBack
      && (pattern.directions.opposites.contains(bit: bit) || pattern.angles.contains(movement, goesBack: true))
    // If a step is both forth and back, one against the first direction is back.
    let goesAgainst = movement.dx * begun.dx + movement.dy * begun.dy < 0
    switch (isForth, isBack) {
    case (true, true):
      return Stepper.Steps(count: goesAgainst ? -reported : reported, direction: EightDirections.name(bit))
    case (true, false): return Stepper.Steps(count: reported, direction: EightDirections.name(bit))
    case (false, true): return Stepper.Steps(count: -reported, direction: EightDirections.name(bit))
    case (false, false): return Stepper.Steps()
    }
  }
}
