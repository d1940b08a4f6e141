/// A unit of a quantity.
public struct Unit: Hashable, Sendable {
  /// A physical dimension.
  public enum Dimension: String, Hashable, Sendable, CaseIterable {
    /// Distance of a movement
    case length
    /// Duration of a gesture
    case duration
    /// Change of the distance between the fingers
    case percentage
    /// Direction of a movement, or angle of a rotation
    case angle
    /// Speed of a movement
    case speed
    /// Speed of fingers that part or come together
    case rate
    /// Speed of a rotation
    case angularSpeed = "angular-speed"
  }

  /// The unit as written.
  public var name: String
  /// The kind of amount that it measures.
  public var dimension: Dimension
  /// Its size in the dimension's base unit: millimetres, milliseconds, percent, degrees, and
  /// each of the first, the third and the fourth per second.
  public var factor: Double
  /// Other common names. They are used for suggestions only.
  public var otherNames: [String]

  /// All units, the most common of each dimension first.
  public static let all = [
    Unit(name: "mm", dimension: .length, factor: 1, otherNames: ["millimetre", "millimeter"]),
    Unit(name: "cm", dimension: .length, factor: 10, otherNames: ["centimetre", "centimeter"]),
    Unit(name: "ms", dimension: .duration, factor: 1, otherNames: ["msec", "millisecond", "milli"]),
    Unit(name: "s", dimension: .duration, factor: 1000, otherNames: ["sec", "second"]),
    Unit(name: "%", dimension: .percentage, factor: 1, otherNames: ["percent", "pct"]),
    Unit(name: "°", dimension: .angle, factor: 1, otherNames: ["deg", "degree", "º", "˚"]),
    Unit(name: "mm/s", dimension: .speed, factor: 1, otherNames: ["mmps", "mm/sec", "mm per second"]),
    Unit(name: "cm/s", dimension: .speed, factor: 10, otherNames: ["cmps", "cm/sec", "cm per second"]),
    Unit(name: "%/s", dimension: .rate, factor: 1, otherNames: ["%/sec", "percent/s", "percent per second"]),
    Unit(
      name: "°/s", dimension: .angularSpeed, factor: 1,
      otherNames: ["deg/s", "degree/s", "degrees/s", "°/sec", "deg/sec", "degrees per second"]),
  ]

  /// The unit written `name`, or nil.
  public static func named(_ name: String) -> Unit? { all.first { $0.name == name } }

  /// The unit that is probably meant by `name`: in other letter case, or under another name.
  static func meant(by name: String, among units: [Unit] = all) -> Unit? {
    let name = name.lowercased()
    return units.first { unit in
      unit.name == name || unit.otherNames.contains { $0 == name || $0 + "s" == name }
    }
  }
}

extension Unit.Dimension {
  /// The dimension with its article.
  var phrase: String {
    switch self {
    case .angle: "an angle"
    case .angularSpeed: "an angular speed"
    case .length, .duration, .percentage, .speed, .rate: "a \(rawValue)"
    }
  }

  /// An example of a quantity, for help.
  var example: String {
    switch self {
    case .length: "12mm"
    case .duration: "500ms"
    case .percentage: "10%"
    case .angle: "15°"
    case .speed: "300mm/s"
    case .rate: "100%/s"
    case .angularSpeed: "90°/s"
    }
  }
}
