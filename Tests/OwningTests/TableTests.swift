@testable import Owning
import Testing
import Touch

/// Every state with every event.
@Suite("The table of an owned device")
struct TableTests {
  private enum Step: String, CaseIterable {
    case land, move, lift, liftAll = "lift all", press, time
    case unclaimed = "no claim", possible, awaited, reserved, taken
  }

  private static let states = ["untouched", "passing", "begun", "withheld", "reserved", "taken", "draining"]

  /// A device in a state: three fingers are down, unless it is untouched.
  private static func desk(_ kind: Device.Kind, in state: String) -> Desk {
    var desk = Desk(kind)
    guard state != "untouched" else { return desk }
    for slot in 0...2 { desk.land(slot) }
    switch state {
    case "passing": desk.frame(.possible)
    case "withheld": desk.frame(.awaited)
    case "reserved": desk.frame(.reserved)
    case "taken": desk.frame(.taken)
    default:
      desk.frame(.possible)
      for slot in 0...2 { desk.place(slot, Double(30 + 12 * slot), 20) }
      desk.frame(.possible)
      if state == "draining" { desk.frame(.taken) }
    }
    return desk
  }

  /// The effect of an event: what the desktop sees, and the state after it. An event that is no claim comes with the
  /// claim of the state.
  private static func effect(of step: Step, on desk: Desk, in state: String) -> String {
    var desk = desk
    let own: TouchClaim.Stage =
      switch state {
      case "untouched": .none
      case "withheld": .awaited
      case "reserved": .reserved
      case "taken", "draining": .taken
      default: .possible
      }
    var seen: String
    switch step {
    case .land:
      desk.land(3)
      seen = desk.frame(own)
    case .move:
      desk.place(0, 22, 20)
      seen = desk.frame(own)
    case .lift:
      if desk.down.isEmpty { return "" }
      desk.lift(0)
      seen = desk.frame(own)
    case .liftAll:
      if desk.down.isEmpty { return "" }
      for slot in desk.down { desk.lift(slot) }
      seen = desk.frame(.none)
    case .press:
      desk.press(true)
      seen = desk.frame(own)
    case .time: seen = desk.wait()
    case .unclaimed: seen = desk.frame(.none)
    case .possible: seen = desk.frame(.possible)
    case .awaited: seen = desk.frame(.awaited)
    case .reserved: seen = desk.frame(.reserved)
    case .taken: seen = desk.frame(.taken)
    }
    let phase =
      switch desk.ownership.phase {
      case .passing: "passing"
      case .withheld: "withheld"
      case .reserved: "reserved"
      case .taken: "taken"
      case .draining, .drained: "draining"
      }
    return "\(seen.isEmpty ? "nothing" : seen) -> \(phase)"
  }

  private static func table(_ kind: Device.Kind) -> String {
    states.flatMap { state in
      Step.allCases.compactMap { step in
        let effect = effect(of: step, on: desk(kind, in: state), in: state)
        return effect.isEmpty ? nil : "\(state) + \(step.rawValue): \(effect)"
      }
    }.joined(separator: "\n")
  }

  @Test("touchpads")
  func touchpads() { #expect(Self.table(.touchpad) == Self.touchpadTable) }

  @Test("touchscreens")
  func touchscreens() { #expect(Self.table(.touchscreen) == Self.touchscreenTable) }

  private static let touchpadTable = """
    untouched + land: +3 -> passing
    untouched + move: nothing -> passing
    untouched + press: press -> passing
    untouched + time: nothing -> passing
    untouched + no claim: nothing -> passing
    untouched + possible: nothing -> passing
    untouched + awaited: nothing -> passing
    untouched + reserved: nothing -> passing
    untouched + taken: nothing -> passing
    passing + land: +3 -> passing
    passing + move: ~0 -> passing
    passing + lift: -0 -> passing
    passing + lift all: -0 -1 -2 -> passing
    passing + press: press -> passing
    passing + time: nothing -> passing
    passing + no claim: nothing -> passing
    passing + possible: nothing -> passing
    passing + awaited: nothing -> passing
    passing + reserved: nothing -> passing
    passing + taken: x0 x1 x2, -0 -1 -2 -> taken
    begun + land: +3 -> passing
    begun + move: ~0 -> passing
    begun + lift: -0 -> passing
    begun + lift all: -0 -1 -2 -> passing
    begun + press: press -> passing
    begun + time: nothing -> passing
    begun + no claim: nothing -> passing
    begun + possible: nothing -> passing
    begun + awaited: nothing -> passing
    begun + reserved: nothing -> passing
    begun + taken: -2 -> draining
    withheld + land: nothing -> withheld
    withheld + move: nothing -> withheld
    withheld + lift: nothing -> withheld
    withheld + lift all: +0 +1 +2, -0 -1 -2 -> passing
    withheld + press: +0 +1 +2, press -> passing
    withheld + time: nothing -> withheld
    withheld + no claim: +0 +1 +2 -> passing
    withheld + possible: +0 +1 +2 -> passing
    withheld + awaited: nothing -> withheld
    withheld + reserved: nothing -> reserved
    withheld + taken: nothing -> taken
    reserved + land: nothing -> reserved
    reserved + move: nothing -> reserved
    reserved + lift: nothing -> reserved
    reserved + lift all: +0 +1 +2, -0 -1 -2 -> passing
    reserved + press: +0 +1 +2, press -> passing
    reserved + time: nothing -> reserved
    reserved + no claim: nothing -> reserved
    reserved + possible: nothing -> reserved
    reserved + awaited: nothing -> reserved
    reserved + reserved: nothing -> reserved
    reserved + taken: nothing -> taken
    taken + land: nothing -> taken
    taken + move: nothing -> taken
    taken + lift: nothing -> taken
    taken + lift all: nothing -> passing
    taken + press: nothing -> taken
    taken + time: nothing -> taken
    taken + no claim: nothing -> taken
    taken + possible: nothing -> taken
    taken + awaited: nothing -> taken
    taken + reserved: nothing -> taken
    taken + taken: nothing -> taken
    draining + land: nothing -> draining
    draining + move: nothing -> draining
    draining + lift: nothing -> draining
    draining + lift all: nothing -> draining
    draining + press: nothing -> draining
    draining + time: -0 -1 -> taken
    draining + no claim: nothing -> draining
    draining + possible: nothing -> draining
    draining + awaited: nothing -> draining
    draining + reserved: nothing -> draining
    draining + taken: nothing -> draining
    """

  private static let touchscreenTable = """
    untouched + land: +3 -> passing
    untouched + move: nothing -> passing
    untouched + press: press -> passing
    untouched + time: nothing -> passing
    untouched + no claim: nothing -> passing
    untouched + possible: nothing -> passing
    untouched + awaited: nothing -> passing
    untouched + reserved: nothing -> passing
    untouched + taken: nothing -> passing
    passing + land: +3 -> passing
    passing + move: ~0 -> passing
    passing + lift: -0 -> passing
    passing + lift all: -0 -1 -2 -> passing
    passing + press: press -> passing
    passing + time: nothing -> passing
    passing + no claim: nothing -> passing
    passing + possible: nothing -> passing
    passing + awaited: nothing -> passing
    passing + reserved: nothing -> passing
    passing + taken: x0 x1 x2, -0 -1 -2 -> taken
    begun + land: +3 -> passing
    begun + move: ~0 -> passing
    begun + lift: -0 -> passing
    begun + lift all: -0 -1 -2 -> passing
    begun + press: press -> passing
    begun + time: nothing -> passing
    begun + no claim: nothing -> passing
    begun + possible: nothing -> passing
    begun + awaited: nothing -> passing
    begun + reserved: nothing -> passing
    begun + taken: x0 x1 x2, -0 -1 -2 -> taken
    withheld + land: nothing -> withheld
    withheld + move: nothing -> withheld
    withheld + lift: nothing -> withheld
    withheld + lift all: +0 +1 +2, -0 -1 -2 -> passing
    withheld + press: +0 +1 +2, press -> passing
    withheld + time: +0 +1 +2 -> passing
    withheld + no claim: +0 +1 +2 -> passing
    withheld + possible: +0 +1 +2 -> passing
    withheld + awaited: nothing -> withheld
    withheld + reserved: nothing -> reserved
    withheld + taken: nothing -> taken
    reserved + land: nothing -> reserved
    reserved + move: nothing -> reserved
    reserved + lift: nothing -> reserved
    reserved + lift all: +0 +1 +2, -0 -1 -2 -> passing
    reserved + press: +0 +1 +2, press -> passing
    reserved + time: nothing -> reserved
    reserved + no claim: nothing -> reserved
    reserved + possible: nothing -> reserved
    reserved + awaited: nothing -> reserved
    reserved + reserved: nothing -> reserved
    reserved + taken: nothing -> taken
    taken + land: nothing -> taken
    taken + move: nothing -> taken
    taken + lift: nothing -> taken
    taken + lift all: nothing -> passing
    taken + press: nothing -> taken
    taken + time: nothing -> taken
    taken + no claim: nothing -> taken
    taken + possible: nothing -> taken
    taken + awaited: nothing -> taken
    taken + reserved: nothing -> taken
    taken + taken: nothing -> taken
    draining + land: nothing -> taken
    draining + move: nothing -> taken
    draining + lift: nothing -> taken
    draining + lift all: nothing -> passing
    draining + press: nothing -> taken
    draining + time: nothing -> taken
    draining + no claim: nothing -> taken
    draining + possible: nothing -> taken
    draining + awaited: nothing -> taken
    draining + reserved: nothing -> taken
    draining + taken: nothing -> taken
    """
}
