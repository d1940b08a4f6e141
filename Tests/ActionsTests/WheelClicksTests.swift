@testable import Actions
import Testing

@Suite("Wheel clicks")
struct WheelClicksTests {
  @Test("whole clicks are sent as soon as they are complete, for programs without high resolution")
  func wholeClicks() {
    var wheels = WheelClicks()
    let up = [60, 60, 300, 100, -30, -90, -240].map { wheels.turn(right: 0, up: $0).up }
    #expect(up == [0, 1, 2, 1, 0, -1, -2])
    let right = [-119, -1].map { wheels.turn(right: $0, up: 0).right }
    #expect(right == [0, -1])
  }
}
