import Gestures
@testable import Hands
import Testing
import Touch
import Trials

/// What thousands of hands that move as hands do are taken for, with rules for everything loaded at once.
@Suite("Confusion")
struct ConfusionTests {
  static let sheets: [@Sendable (Device.Kind) -> Sheet] = [Sheet.everything, Sheet.pans, Sheet.map]

  @Test(
    "hands get what they meant: 99 of 100 over all, 98 of each kind, nothing twice, nothing that was not meant",
    arguments: Device.Kind.allCases)
  func matrix(kind: Device.Kind) {
    var all: [Tally] = []
    for sheet in Self.sheets.map({ $0(kind) }) {
      let tallies = sheet.tallies(on: kind, seed: 1)
      print(
        (["\(sheet.name): \(sheet.triggers.count) rules", Tally.heading] + tallies.map(\.line)).joined(separator: "\n"))
      all += tallies
    }
    let hands = all.reduce(0) { $0 + $1.all }
    let right = all.reduce(0) { $0 + $1.right }
    print("\(kind.rawValue): \(right) of \(hands) right")
    #expect(hands >= trials(500, thorough: 2_000))
    #expect(Double(right) >= 0.99 * Double(hands))
    for tally in all where tally.isGesture && tally.all > 0 {
      // Of few hands two are more than 2 in 100.
      #expect(tally.share >= 0.98 || !isThorough && tally.right + 2 >= tally.all, "\(tally.line)")
      #expect(tally.twice == 0, "\(tally.line)")
    }
    for tally in all where !tally.isGesture { #expect(tally.unasked == 0, "\(tally.line)") }
  }
}
