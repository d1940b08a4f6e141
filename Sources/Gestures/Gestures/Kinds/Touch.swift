/// Fingers that are down, whatever they do. It has no limits.
struct TouchPattern: GesturePattern {
  static var facts: KindFacts { KindFacts(.rest, nil, usualValue: "any", [.continuous, .presence]) }

  var traits: PatternTraits { .still(taps: nil, tapsBefore: 0, stepTime: nil, needsOnlyCount: true) }

  var parts: Int { 0 }

  // Never called: the candidate table keeps these apart from those of touch sequences, which alone have recognisers.
  func recognizer(at sample: Sample, sharesFingers: Bool) -> Recognizer {
    fatalError("fingers that are only down have no recogniser")
  }

  func stepper(begunIn direction: Direction?) -> Stepper? { nil }

  func source(ofFingers fingers: Int, inRegion: Bool) -> GestureSource { .contacts }

  func isImplied(by other: Pattern) -> Bool { other == .touch }

  func longestWait(of other: Pattern) -> LongestWait? { nil }

  func requiresMore(than other: Pattern) -> Bool { true }

  var words: String { "any" }

  var limits: String { "fingers that are down" }

  var outline: LimitOutline { .none }

  func movement(_ stated: StatedAmounts) -> HandMovement? { HandMovement(resting: HandMovement.usualTime) }
}
