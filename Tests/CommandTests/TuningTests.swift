import Testing

@testable import sleight

@Suite("The certainty of a change that tune proposes")
struct TuningTests {
  @Test("is that of the sign test, also for more examples than a number can count the ways of")
  func likelihood() {
    typealias Change = Tuning.Change
    #expect(Change.likelihood(3, 0) == 0.125)
    #expect(Change.likelihood(2, 0) == 0.25)
    #expect(abs(Change.likelihood(5, 1) - 7.0 / 64) < 1e-12)
    #expect(abs(Change.likelihood(7, 2) - 46.0 / 512) < 1e-12)
    #expect(Change.likelihood(4_000, 0) < 1e-300)
    #expect((0.125...0.5).contains(Change.likelihood(2_010, 2_000)))
    #expect((0.001...0.125).contains(Change.likelihood(2_100, 2_000)))
  }
}
