/// The limits of a tap beside fingers that rest.
public struct TipTapPattern: Hashable, Sendable {
  /// The permitted places of the tap.
  public var sides: TipTapSides

  /// A tap beside fingers that rest.
  public init(_ sides: TipTapSides) { self.sides = sides }
}

extension TipTapPattern: GesturePattern {
  static var facts: KindFacts { KindFacts(.rest, nil, .besideRest) }

  var traits: PatternTraits {
    PatternTraits(
      taps: nil, tapsBefore: 0, directionBits: sides.rawValue, forthBits: sides.rawValue, isDirected: true, angles: [],
      goesBack: false, onlyDirection: sides.only, opposite: nil, path: nil, line: [],
      leastMovement: nil, speed: nil, stepTime: nil, needsOnlyCount: false, projected: nil)
  }

  var parts: Int { 0 }

  func recognizer(at sample: Sample, sharesFingers: Bool) -> Recognizer { .tipTap(sides) }

  func stepper(begunIn direction: Direction?) -> Stepper? { nil }

  func source(ofFingers fingers: Int, inRegion: Bool) -> GestureSource { .contacts }

  func isImplied(by other: Pattern) -> Bool { other.kind == .tipTap }

  func longestWait(of other: Pattern) -> LongestWait? { nil }

  func requiresMore(than other: Pattern) -> Bool { true }

  var words: String { sides.names.joined(separator: " or ") }

  var limits: String { "a tap beside fingers that rest" }

  var outline: LimitOutline { .none }

  func movement(_ stated: StatedAmounts) -> HandMovement? {
    guard let side = sides.only else { return nil }
    var hand = HandMovement(resting: .milliseconds(600))
    hand.tipTap = side
    return hand
  }
}
