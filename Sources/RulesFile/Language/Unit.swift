/// A unit that a quantity is written with.
public struct Unit: Hashable, Sendable {
  /// What a unit measures.
  public enum Dimension: String, Hashable, Sendable, CaseIterable {
    /// How far a hand moves
    case length
    /// How long it takes
    case duration
    /// How much its fingers' distance changes
    case percentage
    /// Where it goes, or how far it turns
    case angle
    /// How fast it goes
    case speed
  }

  /// How it is written.
  public var name: String
  /// What it measures.
  public var dimension: Dimension
  /// How many of the dimension's base units it is: millimetres, milliseconds, percent, degrees, millimetres per second.
  public var factor: Double
  /// What else people call it: a suggestion is made from these, and nothing else.
  public var otherNames: [String]

  /// All units, the most usual of each dimension first.
  public static let all = [
    Unit(name: "mm", dimension: .length, factor: 1, otherNames: ["millimetre", "millimeter"]),
    Unit(name: "cm", dimension: .length, factor: 10, otherNames: ["centimetre", "centimeter"]),
    Unit(name: "ms", dimension: .duration, factor: 1, otherNames: ["msec", "millisecond", "milli"]),
    Unit(name: "s", dimension: .duration, factor: 1000, otherNames: ["sec", "second"]),
    Unit(name: "%", dimension: .percentage, factor: 1, otherNames: ["percent", "pct"]),
    Unit(name: "°", dimension: .angle, factor: 1, otherNames: ["deg", "degree", "º", "˚"]),
    Unit(name: "mm/s", dimension: .speed, factor: 1, otherNames: ["mmps", "mm/sec", "mm per second"]),
    Unit(name: "cm/s", dimension: .speed, factor: 10, otherNames: ["cmps", "cm/sec", "cm per second"]),
  ]

  /// The unit written `name`, or nil.
  public static func named(_ name: String) -> Unit? { all.first { $0.name == name } }

  /// The unit that is probably meant by `name`: in other letter case, or called otherwise.
  static func meant(by name: String) -> Unit? {
    let name = name.lowercased()
    return all.first { unit in
      unit.name == name || unit.otherNames.contains { $0 == name || $0 + "s" == name }
    }
  }
}

extension Unit.Dimension {
  /// With its article.
  var phrase: String { self == .angle ? "an angle" : "a \(rawValue)" }

  /// One that may be written, for help.
  var example: String {
    switch self {
    case .length: "12mm"
    case .duration: "500ms"
    case .percentage: "10%"
    case .angle: "15°"
    case .speed: "300mm/s"
    }
  }
}
