/// A property of the focused window, of the desktop or of the machine that is so or not. Raw values are the keys of the
/// conditions.
public enum Fact: String, Hashable, Sendable, CaseIterable {
  /// The focused window is maximized.
  case maximized
  /// The desktop's overview is open.
  case overview
  /// The machine is folded or detached so that it serves as a tablet, as its switch reports.
  case tabletMode = "tablet-mode"
  /// The machine runs on its battery.
  case onBattery = "on-battery"
  /// A pen is near enough to a tablet or screen to be seen by it.
  case penNear = "pen-near"

  /// The subject of its condition.
  public var subject: Condition.Subject {
    switch self {
    case .maximized: .maximized
    case .overview: .overview
    case .tabletMode: .tabletMode
    case .onBattery: .onBattery
    case .penNear: .penNear
    }
  }
}

/// The values of facts, as far as they are known.
public struct Facts: Hashable, Sendable {
  private var known: UInt8 = 0
  private var held: UInt8 = 0

  /// No value is known.
  public init() {}

  /// The value; nil if it is unknown.
  public subscript(fact: Fact) -> Bool? {
    get { known & Self.bit(fact) == 0 ? nil : held & Self.bit(fact) != 0 }
    set {
      let bit = Self.bit(fact)
      if newValue == nil { known &= ~bit } else { known |= bit }
      if newValue == true { held |= bit } else { held &= ~bit }
    }
  }

  private static func bit(_ fact: Fact) -> UInt8 {
    switch fact {
    case .maximized: 1
    case .overview: 2
    case .tabletMode: 4
    case .onBattery: 8
    case .penNear: 16
    }
  }
}
