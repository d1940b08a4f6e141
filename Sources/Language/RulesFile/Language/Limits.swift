internal import Diagnostics
internal import Gestures

/// The range of a quantity.
public struct Limits: Hashable, Sendable {
  /// The kind of amount; the numbers are in its base unit.
  public var dimension: Unit.Dimension
  /// The minimum in the dimension's base unit; nil if every positive value is allowed.
  public var least: Double?
  /// The maximum in the same unit.
  public var most: Double
  /// Values in the range, the most usual one first.
  var examples: [String]

  private init(dimension: Unit.Dimension, least: Double?, most: Double, _ examples: String...) {
    self.dimension = dimension
    self.least = least
    self.most = most
    self.examples = examples.isEmpty ? [dimension.example] : examples
  }

  /// The same range with other examples.
  func with(_ examples: String...) -> Limits {
    var limits = self
    limits.examples = examples
    return limits
  }

  /// The length of a movement: at most across the largest touchscreens.
  static let length = Limits(dimension: .length, least: nil, most: 500, "12mm", "20mm", "40mm")
  /// The side of a device: a touchpad in the corner of a keyboard is 20 mm high, the largest touchscreens are 2.4 m
  /// wide.
  static let surface = Limits(dimension: .length, least: 10, most: 2500)
  /// A position between two edges of a device.
  static let position = Limits(dimension: .length, least: 0, most: 2000)
  /// A position between two edges, in percent.
  static let share = Limits(dimension: .percentage, least: 0, most: 100)
  /// A duration: no hand rests or moves for more than a minute.
  static let duration = Limits(dimension: .duration, least: nil, most: 60_000, "500ms", "200ms", "1s")
  /// The change of a pinch: at -100 % the fingers would be in one point.
  static let pinch = Limits(dimension: .percentage, least: 1, most: 95, "10%", "30%", "50%")
  /// The change of a spread: fingers can end six times as far apart as they began.
  static let spread = Limits(dimension: .percentage, least: 1, most: 500, "10%", "20%")
  /// The angle of a rotation.
  static let turn = Limits(dimension: .angle, least: 1, most: 360, "15°", "45°", "90°")
  static let direction = Limits(dimension: .angle, least: 0, most: 360)
  /// A speed: the fastest flicks reach 2 m/s.
  static let speed = Limits(dimension: .speed, least: nil, most: 10_000, "300mm/s", "100mm/s", "200mm/s", "400mm/s")
  /// The lower bound of a range of speeds.
  static let speedBound = Limits(dimension: .speed, least: 0, most: 10_000)
  /// The speed of a pinch: a hand opens in 40 ms at the least.
  static let rate = Limits(dimension: .rate, least: nil, most: 5_000, "100%/s", "50%/s", "200%/s")
  static let rateBound = Limits(dimension: .rate, least: 0, most: 5_000)
  /// The speed of a rotation: no hand turns three times in a second.
  static let angularSpeed = Limits(dimension: .angularSpeed, least: nil, most: 1_000, "90°/s", "45°/s", "180°/s")
  static let angularSpeedBound = Limits(dimension: .angularSpeed, least: 0, most: 1_000)
  /// The step of a pan: larger than the sensors' noise.
  static let panStep = Limits(dimension: .length, least: 0.5, most: 500, "10mm", "3mm")
  /// The interval of repetitions: a held key repeats 25 to 50 times a second.
  static let repetition = Limits(dimension: .duration, least: 10, most: 60_000, "100ms", "50ms")
  /// The settling time: beyond this limit, fingers that land together and fingers that land one after the other are
  /// indistinguishable.
  static let settling = Limits(dimension: .duration, least: nil, most: 500)
  /// The time of the panic chord: longer than a gesture, and short enough to wait for.
  static let panic = Limits(dimension: .duration, least: 1_000, most: 30_000)
  /// The wait for a program that is asked: it delays a gesture.
  static let answer = Limits(dimension: .duration, least: 1, most: 2_000, "200ms", "100ms")
  /// The wait for fingers to return: it delays the end of each gesture.
  static let resume = Limits(dimension: .duration, least: nil, most: 10_000)

  /// The range of the lower bound of a range of such speeds.
  var lowerBound: Limits {
    switch dimension {
    case .rate: .rateBound
    case .angularSpeed: .angularSpeedBound
    case .length, .duration, .percentage, .angle, .speed: .speedBound
    }
  }

  /// The time for which a device loses fingers: it delays each tap. Users of panels that bounce state 400 ms at most.
  static let bounce = Limits(dimension: .duration, least: nil, most: 500, "60ms", "100ms")

  /// True if `value` is in the range.
  func contains(_ value: Double) -> Bool { value <= most && (least.map { value >= $0 } ?? (value > 0)) }

  /// True if `text` is a quantity in the range, in the one supported notation.
  func permit(_ text: String) -> Bool {
    guard let quantity = Quantity(text), quantity.isExact, let unit = Unit.named(quantity.unit) else { return false }
    return unit.dimension == dimension && contains(quantity.value(in: unit))
  }

  /// The range as a phrase: `more than 0mm and at most 500mm`.
  var phrase: String {
    least.map { "from \(text($0)) to \(text(most))" } ?? "more than \(text(0)) and at most \(text(most))"
  }

  /// `value` in its usual unit.
  private func text(_ value: Double) -> String {
    let isSeconds = dimension == .duration && value >= 1000
    let digits = Phrase.number(isSeconds ? value / 1000 : value)
    switch dimension {
    case .length: return digits + "mm"
    case .duration: return digits + (isSeconds ? "s" : "ms")
    case .percentage: return digits + "%"
    case .angle: return digits + "°"
    case .speed: return digits + "mm/s"
    case .rate: return digits + "%/s"
    case .angularSpeed: return digits + "°/s"
    }
  }
}

/// The ranges of a quantity: which one applies depends on the gesture.
struct LimitRanges: Sendable {
  /// The gestures that have the quantity, in their order.
  let kinds: [Gesture.Kind]
  private let ranges: [Gesture.Kind: Limits]
  /// The range of gestures that have no other one, and without a gesture.
  private let usual: Limits

  init(_ usual: Limits, of kinds: [Gesture.Kind], but ranges: [Gesture.Kind: Limits] = [:]) {
    self.kinds = Gesture.Kind.allCases.filter { kinds.contains($0) || ranges[$0] != nil }
    self.ranges = ranges
    self.usual = usual
  }

  subscript(_ kind: Gesture.Kind?) -> Limits { kind.flatMap { ranges[$0] } ?? usual }

  /// The ranges, each once.
  var all: [Limits] { kinds.map { self[$0] } }
}
