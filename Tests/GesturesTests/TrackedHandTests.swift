import Testing

@testable import Gestures

/// Tests every landing in every stage of a hand.
@Suite("Hands")
struct TrackedHandTests {
  /// The landings, as in the table of `TrackedHand`.
  enum Landing: String, CaseIterable {
    case inTimeAsked, near, far, inChain, permitted, outOfReach

    var relation: TrackedHand.Landing {
      TrackedHand.Landing(
        isNear: self != .far, isInReach: self != .outOfReach, isInChain: self == .inChain || self == .outOfReach,
        isInTime: self == .inTimeAsked, isAsked: self == .inTimeAsked,
        isPermitted: self == .permitted || self == .outOfReach)
    }
  }

  static let table: [TrackedHand.Stage: [Landing: TrackedHand.Answer]] = [
    .away: [.inTimeAsked: .apart, .near: .apart, .far: .apart, .inChain: .apart, .permitted: .apart],
    .landing: [.inTimeAsked: .join, .near: .join, .far: .join, .inChain: .join, .permitted: .join],
    .resting: [.inTimeAsked: .joinLate, .near: .apart, .far: .apart, .inChain: .apart, .permitted: .apart],
    .moving: [.inTimeAsked: .beside, .near: .beside, .far: .apart, .inChain: .beside, .permitted: .join],
    .owned: [.inTimeAsked: .beside, .near: .beside, .far: .apart, .inChain: .beside, .permitted: .join],
    .lifting: [.inTimeAsked: .beside, .near: .beside, .far: .apart, .inChain: .join, .permitted: .beside],
    .still: [.inTimeAsked: .apart, .near: .apart, .far: .apart, .inChain: .join, .permitted: .apart],
  ]

  @Test("each landing is answered as in the table", arguments: TrackedHand.Stage.allCases)
  func answers(stage: TrackedHand.Stage) {
    for landing in Landing.allCases {
      #expect(
        TrackedHand.answer(in: stage, to: landing.relation)
          == (landing == .outOfReach ? .apart : Self.table[stage]?[landing]),
        "\(stage) × \(landing)")
    }
  }
}
