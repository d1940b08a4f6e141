@testable import Actions
import Testing

@Suite("Whole clicks of wheels")
struct WheelClicksTests {
  @Test("whole clicks are told to programs that know no parts, as soon as they are complete")
  func wholeClicks() {
    var wheels = WheelClicks()
    let up = [60, 60, 300, 100, -30, -90, -240].map { wheels.turn(right: 0, up: $0).up }
    #expect(up == [0, 1, 2, 1, 0, -1, -2])
    let right = [-119, -1].map { wheels.turn(right: $0, up: 0).right }
    #expect(right == [0, -1])
  }
}
