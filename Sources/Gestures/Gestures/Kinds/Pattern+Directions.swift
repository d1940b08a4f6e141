// The directions of gestures, compared.

extension Pattern {
  /// True if it permits every direction that `other` permits.
  public func coversDirections(of other: Pattern) -> Bool {
    let (own, others) = (traits, other.traits)
    // A circle goes in every direction.
    let bits = kind != other.kind && others.path == .any ? UInt8.max : others.directionBits
    guard own.directionBits & bits == bits else { return false }
    return others.angles.isEmpty || own.directionBits == .max
      || kind == other.kind && own.angles == others.angles && own.goesBack == others.goesBack
  }

  /// True if both permit one direction, as far as they have any.
  public func sharesDirection(with other: Pattern) -> Bool {
    let (own, others) = (traits, other.traits)
    return !own.isDirected || !others.isDirected || !own.angles.isEmpty || !others.angles.isEmpty
      || own.directionBits & others.directionBits != 0
  }

  /// True if it permits every direction of `other`, or one that `permits` knows by its name.
  func sharesNamedDirection(with other: Pattern) -> Bool {
    coversDirections(of: other)
      || parts <= 1 && other.parts <= 1 && angles.isEmpty && other.angles.isEmpty && sharesDirection(with: other)
  }

  /// True if it permits a direction of its kind; nil is none.
  func permits(_ direction: Direction?) -> Bool {
    let traits = traits
    guard let direction, traits.isDirected, traits.angles.isEmpty, parts <= 1 else { return true }
    let bits: UInt8? =
      switch direction {
      case .inwards: PinchDirections.inwards.rawValue
      case .outwards: PinchDirections.outwards.rawValue
      case .clockwise: RotationDirections.clockwise.rawValue
      case .counterclockwise: RotationDirections.counterclockwise.rawValue
      case .middle: TipTapSides.middle.rawValue
      case .left where kind == .tipTap: TipTapSides.left.rawValue
      case .right where kind == .tipTap: TipTapSides.right.rawValue
      case .left, .right, .up, .down, .upLeft, .upRight, .downLeft, .downRight:
        EightDirections.bit(direction).map { 1 << $0 }
      }
    return bits.map { traits.directionBits & $0 != 0 } ?? true
  }

  /// True if it permits the directions of `other` only because it goes back.
  public func coversOnlyBackwards(_ other: Pattern) -> Bool {
    let (own, others) = (traits, other.traits)
    return own.goesBack && own.angles.isEmpty && own.forthBits & others.forthBits == 0
  }
}

extension RotationDirections {
  /// The only direction in the set; nil if there are both.
  var only: Direction? { self == .any ? nil : self == .clockwise ? .clockwise : .counterclockwise }
}

extension Directions {
  /// The only direction in the set; nil if there are several, or none.
  var only: Direction? {
    rawValue.nonzeroBitCount == 1 ? EightDirections.name(rawValue.trailingZeroBitCount) : nil
  }
}

extension Pattern {
  /// The same gesture in the first of its directions alone, as a hand shows it; itself if it has only one, or none.
  public var inOneDirection: Pattern {
    switch self {
    case .swipe(var pattern):
      pattern.directions.keepFirst()
      for index in pattern.then.indices { pattern.then[index].keepFirst() }
      return .swipe(pattern)
    case .pan(var pattern):
      pattern.directions.keepFirst()
      return .pan(pattern)
    case .longPress(var pattern):
      if let moved = pattern.moved, case .swipe(let one) = Pattern.swipe(moved).inOneDirection { pattern.moved = one }
      return .longPress(pattern)
    case .pinch(var pattern):
      pattern.directions.keepFirst()
      return .pinch(pattern)
    case .rotate(var pattern):
      pattern.directions.keepFirst()
      return .rotate(pattern)
    case .circle(var pattern):
      pattern.directions.keepFirst()
      return .circle(pattern)
    case .tipTap(var pattern):
      pattern.sides.keepFirst()
      return .tipTap(pattern)
    case .tap, .stroke, .press, .touch: return self
    }
  }
}

extension OptionSet where RawValue == UInt8 {
  /// Removes all but the member with the lowest bit.
  fileprivate mutating func keepFirst() { self = Self(rawValue: rawValue & (0 &- rawValue)) }
}
