internal import Diagnostics
internal import Foreign
internal import Gestures
internal import Text

/// A quantity after a sign or word of comparison.
private let comparedQuantity = WholePattern("(>=?|<=?|≥|≤|=>|=<|min|max|at least|at most|up to)(.+)")

/// A text in place of a quantity.
struct FoundQuantity {
  var text: String
  var key: String
  var limits: Limits
}

extension RulesAdviser {
  func advice(on found: FoundQuantity, _ mismatch: Mismatch) -> Advice? {
    guard let quantity = Quantity(found.text) else { return Self.comparison(found) }
    let limits = found.limits
    switch mismatch.id {
    case .missingUnit:
      let meant = quantity.withLikelyUnit(of: limits.dimension)
      let isShare = limits.dimension == .length && (Double(quantity.digits) ?? 1) < 1
      return limits.permit(meant) && !isShare ? Advice(suggestion: meant) : nil
    case .unknownUnit: return Self.range(found) ?? Self.unit(quantity, limits, mismatch)
    case .wrongUnit: return Self.wrongUnit(quantity, found, mismatch)
    case .malformedQuantity:
      let meant = Unit.named(quantity.unit).map { quantity.digits + $0.name }
      return meant.flatMap { limits.permit($0) ? Advice(suggestion: $0, help: mismatch.help) : nil }
    default: return nil
    }
  }

  /// A comparison such as `>10mm`: each key is a minimum or a maximum.
  private static func comparison(_ found: FoundQuantity) -> Advice? {
    let key = found.key
    guard let match = found.text.trimmed.wholeMatch(of: comparedQuantity), let sign = match[1],
      let quantity = match[2].flatMap({ Quantity($0.trimmed) }), found.limits.permit(quantity.digits + quantity.unit)
    else { return nil }
    let isMinimum = [">", ">=", "≥", "=>", "min", "at least"].contains(sign)
    let minimums: [Word] = [.distance, .speed, .after, .longPress]
    let maximums: [Word] = [.within, .movement, .gap, .margin, .settle, .resume]
    let value = quantity.digits + quantity.unit
    if (isMinimum ? minimums : maximums).contains(where: { $0.name == key }) {
      return Advice(suggestion: value, help: "'\(key)' is a \(isMinimum ? "minimum" : "maximum")")
    }
    if key == .speed { return Advice(suggestion: "0\(quantity.unit)-\(value)") }
    guard (minimums + maximums).contains(where: { $0.name == key }) else { return Advice(suggestion: value) }
    return Advice(
      help: key == .within || key == .after
        ? "'within' is the maximum time, 'after' the minimum" : "'\(key)' is a \(isMinimum ? "maximum" : "minimum")")
  }

  /// A range in place of one quantity.
  private static func range(_ found: FoundQuantity) -> Advice? {
    guard let halves = Quantity.halves(of: found.text), Quantity(halves.first) != nil, Quantity(halves.second) != nil
    else { return nil }
    return Advice(
      id: .malformedQuantity,
      message:
        "\(Phrase.quote(found.text)) is a range; '\(found.key)' takes a single \(found.limits.dimension.rawValue)",
      help: found.key == .within
        ? halves.exact?.split(separator: "-").map(String.init).withBothTimes
          ?? "write the shortest time under 'after': 'after: \(halves.first)'" : nil)
  }

  private static func unit(_ quantity: Quantity, _ limits: Limits, _ mismatch: Mismatch) -> Advice {
    let dimension = limits.dimension
    let meant = Unit.meant(by: quantity.unit).flatMap { $0.dimension == dimension ? $0.name : nil }
    let pixels = ["px", "pixel", "pixels", "dp", "pt"].contains(quantity.unit.lowercased())
    return Advice(
      suggestion: (meant.map { quantity.digits + $0 } ?? quantity.converted(to: dimension)).flatMap {
        limits.permit($0) ? $0 : nil
      },
      help: pixels ? "a length is measured on the device, in mm or cm" : meant == nil ? mismatch.help : nil)
  }

  private static func wrongUnit(_ quantity: Quantity, _ found: FoundQuantity, _ mismatch: Mismatch) -> Advice? {
    guard let unit = Unit.named(quantity.unit) else { return nil }
    let dimension = found.limits.dimension
    return Advice(
      // Steps in time are no typing error.
      suggestion: found.key == .every
        ? nil
        : quantity.suggestion(from: unit, for: dimension).flatMap { found.limits.permit($0) ? $0 : nil },
      help: found.key == .every && unit.dimension == .duration
        ? "\(mismatch.help ?? ""); steps in time go with \(Phrase.list(kindsOfTimedSteps.map(\.rawValue)))"
        : dimension == .percentage && found.key == .distance
          ? "the distance of a pinch is the change of the distance between the fingers, such as 10%" : mismatch.help)
  }

  private static var kindsOfTimedSteps: [Gesture.Kind] {
    Word.steps.kinds.filter { Word.steps[$0].dimension == .duration }
  }

  func advice(onRange halves: Quantity.Halves, unit: String, _ mismatch: Mismatch) -> Advice? {
    let meant: String?
    if let normalized = halves.normalized, unit == "°" {
      meant = normalized
    } else if unit.isEmpty {
      meant = halves.first == halves.second ? nil : "\(halves.second)-\(halves.first)"
    } else {
      meant = halves.isKnown ? halves.exact ?? halves.exact(in: unit) : nil
    }
    return meant.map { Advice(suggestion: $0, help: mismatch.help) }
  }

  /// A single angle in place of a range.
  func advice(onAngle angle: Double, _ mismatch: Mismatch) -> Advice {
    let around = [angle + 345, angle + 15].map { Int($0.rounded()) % 360 }
    return Advice(suggestion: "\(around[0])°-\(around[1])°", help: mismatch.help)
  }
}

extension [String] {
  /// The help for a range of times.
  fileprivate var withBothTimes: String? {
    count == 2 ? "write the shortest time under 'after': 'after: \(self[0])' and 'within: \(self[1])'" : nil
  }
}

extension Quantity {
  /// The unit that was probably meant for a bare number: nobody moves for 500 seconds or rests for 2 milliseconds.
  fileprivate func likelyUnit(of dimension: Unit.Dimension, _ number: Double? = nil) -> String {
    switch dimension {
    case .length: "mm"
    case .duration: (number ?? Double(digits) ?? 0) < 10 ? "s" : "ms"
    case .percentage: "%"
    case .angle: "°"
    case .speed: "mm/s"
    case .rate: "%/s"
    case .angularSpeed: "°/s"
    }
  }

  /// The quantity with the unit that was probably meant. A share such as 0.1 is 10%, a factor such as 1.2 is 20%.
  fileprivate func withLikelyUnit(of dimension: Unit.Dimension) -> String {
    guard dimension == .percentage, let number = Double(digits), number < 3, number != 1 else {
      return digits + likelyUnit(of: dimension)
    }
    return Phrase.number((number < 1 ? number * 1000 : (number - 1) * 1000).rounded() / 10) + "%"
  }

  /// The quantity converted from another known unit to a supported one: `1in` is `25mm`, 1.5 times are 50% more.
  fileprivate func converted(to dimension: Unit.Dimension) -> String? {
    guard let number = Double(digits), !isNegative else { return nil }
    let value: Double
    switch (unit.lowercased(), dimension) {
    case ("in", .length), ("inch", .length), ("inches", .length), ("\"", .length): value = number * 25.4
    case ("m", .length): value = number * 1000
    case ("m", .duration), ("min", .duration): value = number * 60_000
    case ("us", .duration), ("µs", .duration): value = number / 1000
    case ("x", .percentage), ("times", .percentage): value = abs(number - 1) * 100
    case ("m/s", .speed): value = number * 1000
    default: return nil
    }
    guard value >= 1, value < 1_000_000 else { return nil }
    let isSeconds = dimension == .duration && value >= 1000
    return Phrase.number((isSeconds ? value / 1000 : value).rounded())
      + (isSeconds ? "s" : likelyUnit(of: dimension, value))
  }

  /// The correction if `unit` is of another dimension: a missing or a wrong letter. A number of millimetres is never
  /// converted to a percentage.
  fileprivate func suggestion(from unit: Unit, for dimension: Unit.Dimension) -> String? {
    switch (unit.dimension, dimension) {
    case (.length, .speed), (.percentage, .rate), (.angle, .angularSpeed): digits + unit.name + "/s"
    case (.speed, .length), (.duration, .length), (.length, .duration): digits + likelyUnit(of: dimension)
    default: nil
    }
  }
}

extension Quantity.Halves {
  /// False if the unit of an end is unknown, such as px.
  var isKnown: Bool {
    [Quantity(first), Quantity(second)].allSatisfy { end in
      end?.unit.isEmpty != false || end.flatMap { Unit.meant(by: $0.unit) ?? Unit.named($0.unit) } != nil
    }
  }

  /// The range of two numbers without a unit, the smaller one first except for angles; nil if it is something else.
  func exact(in unit: String) -> String? {
    guard let one = Quantity(first), let other = Quantity(second), one.unit.isEmpty, other.unit.isEmpty,
      !one.isNegative, !other.isNegative, let from = Double(one.digits), let to = Double(other.digits), from != to
    else { return nil }
    let most = unit == "%" ? 100.0 : unit == "°" ? 360 : .infinity
    guard max(from, to) <= most else { return nil }
    // Shares of the whole: 0.0 to 0.5.
    if unit == "%", max(from, to) <= 1 {
      let shares = [min(from, to), max(from, to)].map { Phrase.number(($0 * 1000).rounded() / 10) }
      return "\(shares[0])%-\(shares[1])%"
    }
    let isBackwards = from > to && unit != "°"
    return "\(isBackwards ? other.digits : one.digits)\(unit)-\(isBackwards ? one.digits : other.digits)\(unit)"
  }
}
