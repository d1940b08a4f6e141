import Gestures
@testable import Hands
import Testing
import Time
import Touch

/// Tests the order of rules that state what they precede and what they wait for.
@Suite("The order of tied gestures")
struct TieOrderTests {
  private static let pan = Trigger.pan(.any, 3)
  private static let left = Trigger.swipe(.left, 3)
  private static let far = Trigger.swipe(.left, 3, distance: 30)

  /// The triggers that a swipe of three fingers over `distance` mm to the left makes, by their indices.
  private static func acts(
    _ triggers: [Trigger], _ ties: [(Tie.Kind, Int, Int)], active: [RuleIndex?]? = nil, over distance: Double
  ) -> Set<Int> {
    var hand = Hand()
    hand.land(3)
    hand.wait(50)
    hand.move(-distance, 0)
    hand.lift()
    var recognition = Recognition(triggers, ties: ties.map { TriggerTie($0.0, from: $0.1, to: $0.2) })
    if let active { recognition.setActiveRules(active) }
    var gestures: [Gesture] = []
    for event in hand.events { recognition.handle(event, into: &gestures) }
    recognition.advance(to: (hand.events.last?.time ?? .zero) + .seconds(5), into: &gestures)
    return Set(gestures.compactMap(\.trigger))
  }

  @Test("a rule that precedes another one precedes those behind that as well")
  func between() {
    // In the file, the pan is between the swipes.
    let rules = [Self.left, Self.pan, Self.far]
    let ties = [(Tie.Kind.before, 2, 0)]
    #expect(Self.acts(rules, ties, over: 45) == [2])
    #expect(Self.acts(rules, ties, over: 20) == [0])
  }

  @Test("rules that precede one another over several steps never wait for each other")
  func chain() {
    let rules = [Self.pan, Self.left, .swipe(.any, 3), Self.far]
    let ties = [(Tie.Kind.before, 1, 0), (.before, 2, 0), (.before, 3, 1), (.before, 3, 2)]
    #expect(Self.acts(rules, ties, over: 45) == [3])
    #expect(Self.acts(rules, ties, over: 20) == [1])
    #expect(Self.acts(rules, ties, over: 6) == [0])
  }

  @Test("a rule that waits for a later one waits for those between them as well, and others do not wait for it")
  func unless() {
    // The pan waits for the long swipe; that for a swipe of its own kind, which is earlier.
    let rules = [Self.pan, Self.left, Self.far]
    let ties = [(Tie.Kind.unless, 0, 2)]
    #expect(Self.acts(rules, ties, over: 45) == [1])
    #expect(Self.acts(rules, ties, over: 6) == [0])
    #expect(Self.acts([Self.pan, Self.far], [(.unless, 0, 1)], over: 45) == [1])
    #expect(Self.acts([Self.pan, Self.far], [(.unless, 0, 1)], over: 20) == [0])
  }

  @Test("a step of a sequence and a rule with narrower limits do not wait for each other over a rule between them")
  func step() {
    let sequence = Trigger.tap(3).after(Self.left)
    let rules = [sequence, Self.pan, Self.far]
    #expect(Self.acts(rules, [], over: 45) == [2])
    #expect(Self.acts([sequence, Self.far, Self.pan], [], over: 45) == [1])
  }

  @Test("a rule that precedes another one precedes those behind that also while that is not active")
  func inactive() {
    let rules = [Self.pan, .tap(5), Self.left]
    let ties = [(Tie.Kind.before, 2, 1), (.before, 1, 0)]
    #expect(Self.acts(rules, ties, over: 20) == [2])
    #expect(Self.acts(rules, ties, active: [0, nil, 2], over: 20) == [2])
  }

  @Test("statements that contradict each other leave one of the rules able to act")
  func contradiction() {
    let ties = [(Tie.Kind.before, 0, 1), (.unless, 0, 1)]
    #expect(!Self.acts([Self.pan, Self.left], ties, over: 45).isEmpty)
  }
}
