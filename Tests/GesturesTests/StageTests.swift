import Testing

@testable import Gestures
import Time
@testable import Touch

/// Tests every event in every stage of a touch sequence.
@Suite("Stages of a touch sequence")
struct StageTests {
  /// The events.
  enum Event: String, CaseIterable {
    case land, landLate, landSettled, move, liftOne, liftAll, cancelOne, cancelAll, expire
  }

  /// The transition table: the stage that each event leads to.
  static let table: [String: [Event: String]] = [
    "idle": [
      .land: "landing", .landLate: "landing", .landSettled: "steady", .move: "idle", .liftOne: "idle", .liftAll: "idle",
      .cancelOne: "spent", .cancelAll: "idle", .expire: "idle",
    ],
    "landing": [
      .land: "landing", .landLate: "spent", .landSettled: "landing", .move: "landing", .liftOne: "lifting",
      .liftAll: "idle", .cancelOne: "spent", .cancelAll: "idle", .expire: "steady",
    ],
    "steady": [
      .land: "spent", .landLate: "spent", .landSettled: "spent", .move: "steady", .liftOne: "lifting",
      .liftAll: "idle", .cancelOne: "spent", .cancelAll: "idle", .expire: "steady",
    ],
    "lifting": [
      .land: "landing", .landLate: "spent", .landSettled: "landing", .move: "lifting", .liftOne: "lifting",
      .liftAll: "idle", .cancelOne: "spent", .cancelAll: "idle", .expire: "spent",
    ],
    "spent": [
      .land: "spent", .landLate: "spent", .landSettled: "spent", .move: "spent", .liftOne: "spent", .liftAll: "idle",
      .cancelOne: "spent", .cancelAll: "idle", .expire: "spent",
    ],
  ]

  @Test("each event leads to the stage in the table", arguments: ["idle", "landing", "lifting", "spent", "steady"])
  func leads(from stage: String) throws {
    for event in Event.allCases {
      var sequence = try #require(Self.sequence(in: stage))
      #expect(Self.name(sequence.stage) == stage)
      var reported: [Gesture] = []
      let soon = Self.sample(at: 1040)
      switch event {
      case .land: sequence.land(soon, down: 2, landingSite: Self.site, settled: false, into: &reported)
      case .landLate:
        // Time passes first, as `Recognition` does it.
        while let deadline = sequence.nextDeadline(), deadline <= Self.time(1500) {
          sequence.expire(at: deadline, into: &reported)
        }
        sequence.land(Self.sample(at: 1500), down: 2, landingSite: Self.site, settled: false, into: &reported)
      case .landSettled: sequence.land(soon, down: 2, landingSite: Self.site, settled: true, into: &reported)
      case .move: sequence.move(soon, into: &reported)
      case .liftOne: sequence.lift(soon, remaining: 1, into: &reported)
      case .liftAll: sequence.lift(soon, remaining: 0, into: &reported)
      case .cancelOne: sequence.cancel(at: Self.time(1040), remaining: 1, into: &reported)
      case .cancelAll: sequence.cancel(at: Self.time(1040), remaining: 0, into: &reported)
      case .expire:
        while let deadline = sequence.nextDeadline() { sequence.expire(at: deadline, into: &reported) }
        sequence.expire(at: Self.time(5000), into: &reported)
      }
      #expect(Self.name(sequence.stage) == Self.table[stage]?[event], "\(stage) × \(event)")
      #expect(reported.isEmpty)
    }
  }

  @Test("a gesture of a rule owns the fingers to the end, and goes on with the numbers of them that it permits")
  func owned() throws {
    for permitted in [2...2, 1...3] {
      for (number, isLift) in [(3, false), (1, true)] {
        var sequence = Self.sequence(of: Trigger(.pan(PanPattern(.any)), fingers: permitted))
        var reported: [Gesture] = []
        sequence.land(Self.sample(at: 1000), down: 2, landingSite: Self.site, into: &reported)
        sequence.expire(at: Self.time(1200), into: &reported)
        #expect(!sequence.isOwned)
        sequence.move(Self.sample(at: 1210, moved: 10), into: &reported)
        #expect(sequence.isOwned)
        let changed = Self.sample(at: 1300, fingers: number, moved: 10)
        if isLift {
          sequence.lift(changed, remaining: number, into: &reported)
        } else {
          sequence.land(changed, down: number, landingSite: Self.site, into: &reported)
        }
        let goesOn = permitted.contains(number)
        #expect(Self.name(sequence.stage) == (goesOn ? "steady" : "spent"), "\(permitted), \(number)")
        #expect(sequence.isOwned)
        #expect(reported.map(\.phase) == (goesOn ? [.began] : [.began, isLift ? .ended : .cancelled]))
        sequence.lift(changed, remaining: 0, into: &reported)
        #expect(Self.name(sequence.stage) == "idle")
        #expect(!sequence.isOwned && sequence.isClaimed)
        sequence.land(Self.sample(at: 3000), down: 2, landingSite: Self.site, into: &reported)
        #expect(!sequence.isClaimed)
      }
    }
  }

  private static let site = LandingSite([Point(x: 100, y: 90), Point(x: 120, y: 90)], on: (width: 340, height: 190))

  private static func time(_ milliseconds: Int64) -> Timestamp { Timestamp(microseconds: milliseconds * 1000) }

  private static func sample(at milliseconds: Int64, fingers: Int = 2, moved: Double = 0) -> Sample {
    var sample = Sample(time: time(milliseconds), source: .contacts, fingers: fingers, landed: time(1000))
    sample.translation = Vector(dx: moved, dy: 0)
    sample.reach = Millimetres(moved)
    return sample
  }

  private static func name(_ stage: TouchSequence.Stage) -> String {
    switch stage {
    case .idle: "idle"
    case .landing: "landing"
    case .steady: "steady"
    case .lifting: "lifting"
    case .spent: "spent"
    }
  }

  /// A sequence in a stage. Its only trigger is never met, but keeps the sequence from being dropped.
  private static func sequence(in stage: String) -> TouchSequence? {
    var sequence = sequence(of: Trigger(.swipe(SwipePattern(.left, distance: 400)), fingers: 1...5))
    var reported: [Gesture] = []
    guard stage != "idle" else { return sequence }
    sequence.land(sample(at: 1000), down: 2, landingSite: site, settled: stage == "steady", into: &reported)
    switch stage {
    case "landing", "steady": break
    case "lifting": sequence.lift(sample(at: 1020), remaining: 1, into: &reported)
    case "spent": sequence.cancel(at: time(1020), remaining: 1, into: &reported)
    default: return nil
    }
    return sequence
  }

  /// An idle sequence with one trigger.
  private static func sequence(of trigger: Trigger) -> TouchSequence {
    let screen = Device(id: DeviceID(0), name: "", kind: .touchscreen, size: nil)
    let table = CandidateTable(
      ChainTable([trigger], [TriggerPriority(first: 0, certain: 0)]), on: screen, from: .contacts, unasked: false,
      settling: Recognition.settling)
    return TouchSequence(device: screen.id, candidates: table)
  }
}
