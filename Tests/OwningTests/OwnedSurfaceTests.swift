import Testing
import Touch

@testable import Owning

@Suite("The description of a device that is owned")
struct OwnedSurfaceTests {
  @Test("buttons of a device that reports absurd positions and resolutions have a place above them")
  func absurdButtons() {
    var surface = Desk.surface(.touchpad)
    #expect(surface.lowest == .max)
    surface.buttons = 400
    #expect(surface.lowest == 390)
    surface.buttons = -2_000_000_000
    surface.unitsPerMillimetre.y = 2_147_483_647
    #expect(surface.lowest == .min)
  }
}
