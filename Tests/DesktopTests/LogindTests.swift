@testable import Desktop
import Testing

@Suite("The user's session")
struct LogindTests {
  private let display = BusValue.structure([.text("2"), .text("/session/_32")])
  private let sessions = BusValue.array([
    .structure([.text("c1"), .text("/session/c1")]),
    .structure([.text("2"), .text("/session/_32")]),
    .structure([.text("7"), .text("/session/_37")]),
  ])

  private func user(display: BusValue?) -> BusValue {
    var properties: [BusValue] = [
      .structure([.text("Name"), .text("anna")]), .structure([.text("Sessions"), sessions]),
    ]
    if let display { properties.append(.structure([.text("Display"), display])) }
    return .array(properties)
  }

  @Test("is the one that this program was started in, else the user's main one, else another")
  func order() {
    #expect(
      Logind.sessions(of: user(display: display), environmentID: "7")
        == ["/session/_37", "/session/_32", "/session/c1"])
    #expect(
      Logind.sessions(of: user(display: display), environmentID: "2")
        == ["/session/_32", "/session/c1", "/session/_37"])
  }

  @Test("is the main one for a user unit, which was started in none")
  func userUnit() {
    #expect(
      Logind.sessions(of: user(display: display), environmentID: nil)
        == ["/session/_32", "/session/c1", "/session/_37"])
  }

  @Test("is not one that has ended or is another user's, even if the environment names it")
  func staleEnvironment() {
    for id in ["1", "", "/session/c1"] {
      #expect(Logind.sessions(of: user(display: display), environmentID: id).first == "/session/_32", "\(id)")
    }
  }

  @Test("is one of the others if there is no main one; there may be none")
  func noDisplay() {
    // The value that logind sends for none.
    let none = BusValue.structure([.text(""), .text("/")])
    let all = ["/session/c1", "/session/_32", "/session/_37"]
    #expect(Logind.sessions(of: user(display: none), environmentID: nil) == all)
    #expect(Logind.sessions(of: user(display: nil), environmentID: nil) == all)
    let nobody = BusValue.array([.structure([.text("Sessions"), .array([])]), .structure([.text("Display"), none])])
    #expect(Logind.sessions(of: nobody, environmentID: "2") == [])
    #expect(Logind.sessions(of: .other, environmentID: nil) == [])
  }

  @Test("is at a seat, neither remote nor ended")
  func seats() {
    func session(seat: String, state: String) -> BusValue {
      .array([
        .structure([.text("Seat"), .structure([.text(seat), .text("/org/freedesktop/login1/seat/x")])]),
        .structure([.text("State"), .text(state)]),
      ])
    }
    #expect(Logind.isOnSeat(session(seat: "seat0", state: "active")))
    #expect(Logind.isOnSeat(session(seat: "seat1", state: "online")))
    #expect(!Logind.isOnSeat(session(seat: "", state: "active")))
    #expect(!Logind.isOnSeat(session(seat: "seat0", state: "closing")))
    #expect(!Logind.isOnSeat(.array([])))
  }
}
