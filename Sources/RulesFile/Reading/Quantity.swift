/// A number with a unit, as somebody may have written it.
struct Quantity: Equatable {
  /// The number the way it is written here: a point, no sign, no leading point.
  var digits: String
  /// Whether a minus stood in front.
  var isNegative: Bool
  /// What stands behind the number.
  var unit: String
  /// Whether it was written the one way it is read.
  var isExact: Bool

  /// Reads `text` generously, so that a message can say what was probably meant; nil where it has no number in front.
  init?(_ text: String) {
    var rest = Substring(text).drop { $0.isWhitespace }
    isNegative = rest.first == "-"
    if rest.first == "-" || rest.first == "+" { rest = rest.dropFirst() }
    let whole = rest.prefix { $0.isASCII && $0.isNumber }
    rest = rest.dropFirst(whole.count)
    var fraction = Substring()
    if rest.first == "." || rest.first == "," {
      fraction = rest.dropFirst().prefix { $0.isASCII && $0.isNumber }
      if !fraction.isEmpty { rest = rest.dropFirst(fraction.count + 1) }
    }
    guard !whole.isEmpty || !fraction.isEmpty else { return nil }
    digits = (whole.isEmpty ? "0" : String(whole)) + (fraction.isEmpty ? "" : "." + fraction)
    rest = rest.drop { $0.isWhitespace }
    while rest.last?.isWhitespace == true { rest = rest.dropLast() }
    unit = String(rest)
    isExact = text == (isNegative ? "-" : "") + digits + unit
  }

  /// The number in the base unit of `unit`'s dimension; infinite where it is too large for one.
  func value(in unit: Unit) -> Double { (Double(digits) ?? .infinity) * unit.factor * (isNegative ? -1 : 1) }
}

/// What a quantity may be.
struct Limits {
  /// What it measures.
  var dimension: Unit.Dimension
  /// The least it may be, in the dimension's base unit; nil where anything above 0 will do.
  var least: Double?
  /// The most it may be.
  var most: Double

  /// No hand moves further than across the largest touchscreens.
  static let length = Limits(dimension: .length, least: nil, most: 500)
  /// A side of a device: a touchpad on a keyboard's corner is 20 mm high, the largest touchscreens are 2.4 m wide.
  static let surface = Limits(dimension: .length, least: 10, most: 2500)
  /// From one edge of a device to the other.
  static let place = Limits(dimension: .length, least: 0, most: 2000)
  /// The same in percent.
  static let share = Limits(dimension: .percentage, least: 0, most: 100)
  /// Nobody rests or moves longer than a minute.
  static let duration = Limits(dimension: .duration, least: nil, most: 60_000)
  /// Fingers that come together have nothing left of their distance at 100 %.
  static let pinch = Limits(dimension: .percentage, least: 1, most: 95)
  /// Fingers that part can be six times as far apart as before.
  static let spread = Limits(dimension: .percentage, least: 1, most: 500)
  /// A hand turns half round at a time.
  static let turn = Limits(dimension: .angle, least: 1, most: 360)
  /// Where something goes.
  static let direction = Limits(dimension: .angle, least: 0, most: 360)
  /// The fastest flicks go 2 m/s.
  static let speed = Limits(dimension: .speed, least: nil, most: 10_000)
  /// The lower end of a range of speeds.
  static let speedBound = Limits(dimension: .speed, least: 0, most: 10_000)
  /// Sensors tremble by less.
  static let panStep = Limits(dimension: .length, least: 0.5, most: 500)
  /// A held key repeats 25 to 50 times a second.
  static let repetition = Limits(dimension: .duration, least: 10, most: 60_000)
  /// Longer than this, what fingers do together and what they do one after the other cannot be told apart.
  static let settling = Limits(dimension: .duration, least: nil, most: 500)
  /// As long as it lasts, the end of a gesture has not come.
  static let resume = Limits(dimension: .duration, least: nil, most: 10_000)

  /// Whether `value` is within.
  func contains(_ value: Double) -> Bool { value <= most && (least.map { value >= $0 } ?? (value > 0)) }

  /// As people say it: `more than 0mm and at most 500mm`.
  var phrase: String {
    least.map { "from \(text($0)) to \(text(most))" } ?? "more than \(text(0)) and at most \(text(most))"
  }

  /// `value` with the unit it is usually written with.
  private func text(_ value: Double) -> String {
    let isSeconds = dimension == .duration && value >= 1000
    let digits = Phrase.number(isSeconds ? value / 1000 : value)
    switch dimension {
    case .length: return digits + "mm"
    case .duration: return digits + (isSeconds ? "s" : "ms")
    case .percentage: return digits + "%"
    case .angle: return digits + "°"
    case .speed: return digits + "mm/s"
    }
  }
}
