@testable import Desktop
import Testing

@Suite("Which session is the user's")
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

  @Test("the one this program was started in comes first, then the user's main one, then the others")
  func order() {
    #expect(
      Logind.sessions(of: user(display: display), environmentID: "7")
        == ["/session/_37", "/session/_32", "/session/c1"])
    #expect(
      Logind.sessions(of: user(display: display), environmentID: "2")
        == ["/session/_32", "/session/c1", "/session/_37"])
  }

  @Test("a user unit was started in none: the user's main session comes first")
  func userUnit() {
    #expect(
      Logind.sessions(of: user(display: display), environmentID: nil)
        == ["/session/_32", "/session/c1", "/session/_37"])
  }

  @Test("an environment that names a session of the past, or another user's, names none")
  func staleEnvironment() {
    for id in ["1", "", "/session/c1"] {
      #expect(Logind.sessions(of: user(display: display), environmentID: id).first == "/session/_32", "\(id)")
    }
  }

  @Test("a user without a main session has the others; without any, none")
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

  @Test("a hand can be in a session on a seat, not in one over the network, nor in one that is over")
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
