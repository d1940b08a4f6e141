import Testing
import Time

@testable import Linux

@Suite("Which keys type")
struct TypedKeysTests {
  private static let (d, f5, escape, tab, ctrl, shift): (UInt16, UInt16, UInt16, UInt16, UInt16, UInt16) =
    (32, 63, 1, 15, 29, 42)

  private func moment(_ milliseconds: Int64) -> Timestamp { Timestamp(microseconds: milliseconds * 1000) }

  @Test("a press and a repetition of a letter do, a release and keys without a character do not")
  func letters() {
    var series = TypedSeries(pause: .milliseconds(300))
    for key in TypedSeries.modifiers {
      series.handle(key, value: 1, at: moment(1))
      series.handle(key, value: 0, at: moment(2))
    }
    #expect(series.last == nil)
    for key in [Self.f5, Self.escape, Self.tab, Self.ctrl, 55] { #expect(!TypedSeries.typing.contains(key)) }
    series.handle(Self.d, value: 1, at: moment(1000))
    #expect(series.last == moment(1000))
    series.handle(Self.d, value: 2, at: moment(1500))
    series.handle(Self.d, value: 0, at: moment(1600))
    #expect(series.last == moment(1500))
  }

  @Test("a key with a modifier does only soon after another one")
  func modifiers() {
    var series = TypedSeries(pause: .milliseconds(300))
    series.handle(Self.ctrl, value: 1, at: moment(1000))
    series.handle(Self.d, value: 1, at: moment(1010))
    #expect(series.last == nil)
    series.handle(Self.ctrl, value: 0, at: moment(1020))
    series.handle(Self.d, value: 1, at: moment(2000))
    series.handle(Self.shift, value: 1, at: moment(2100))
    series.handle(Self.d, value: 1, at: moment(2299))
    #expect(series.last == moment(2299))
    series.handle(Self.d, value: 1, at: moment(2599))
    #expect(series.last == moment(2299))
  }

  @Test("lost events were keys, and a key is held unless a modifier is")
  func states() {
    var series = TypedSeries(pause: .milliseconds(300))
    series.handleLoss(at: moment(1000))
    #expect(series.last == moment(1000))
    var states = [UInt8](repeating: 0, count: Descriptor.keyBytes)
    func press(_ key: UInt16) { states[Int(key) / 8] |= 1 << (key % 8) }
    press(Self.f5)
    series.setModifiers(by: states)
    #expect(!series.isHeld(in: states))
    press(Self.d)
    #expect(series.isHeld(in: states))
    press(Self.ctrl)
    series.setModifiers(by: states)
    #expect(!series.isHeld(in: states))
    series.handle(Self.d, value: 1, at: moment(3000))
    #expect(series.last == moment(1000))
  }
}
