import Gestures
import Glibc
import Time
@testable import Hands
import Testing
import Touch
import Trials

@Suite("Cost", .serialized)
struct CostTests {
  /// `count` different rules. The first ten are one of each kind; each ten more are the same with other limits, for one
  /// number of fingers or one other device.
  private static func rules(_ count: Int) -> [Trigger] {
    (0..<count).map { number in
      let more = number / 10
      let limit = Double(more) / 10
      let pattern: Pattern =
        switch number % 10 {
        case 0: .tap(TapPattern(movement: Millimetres(2.5 - limit / 5)))
        case 1: .tap(TapPattern(2, gap: .milliseconds(300 - more)))
        case 2: .longPress(LongPressPattern(.milliseconds(500 + more)))
        case 3: .swipe(SwipePattern(.left, distance: Millimetres(12 + limit)))
        case 4: .swipe(SwipePattern(.vertical, distance: Millimetres(12 + limit)))
        case 5: .pan(PanPattern(.right, distance: Millimetres(20 + limit), step: 6, goesBack: true))
        case 6: .pinch(PinchPattern(.inwards, change: 0.1 + limit / 100))
        case 7: .pinch(PinchPattern(.outwards, change: 0.1 + limit / 100, step: 0.1))
        case 8: .rotate(RotatePattern(.clockwise, angle: 12 + limit))
        default: .rotate(RotatePattern(.counterclockwise, angle: 12 + limit, step: 15))
        }
      let fingers = more == 0 ? 1...5 : 1 + more % 5...1 + more % 5
      return Trigger(
        pattern, fingers: fingers, devices: more.isMultiple(of: 3) && more > 0 ? [.named("Other \(more)")] : [])
    }
  }

  /// The processor time of this thread.
  private static var processorTime: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// The average processor time of an event for each number of rules: the least of several alternating runs, because
  /// other threads empty the caches meanwhile.
  private static func costs(_ counts: [Int], _ events: [TouchEvent]) -> [Duration] {
    let rules = counts.map(rules)
    var least = counts.map { _ in Duration.seconds(60) }
    for _ in 0..<10 {
      for index in rules.indices {
        var recognition = Recognition(rules[index])
        var reported: [Gesture] = []
        recognition.handle(events[0], into: &reported)
        let start = processorTime
        for event in events.dropFirst() { recognition.handle(event, into: &reported) }
        least[index] = min(least[index], processorTime - start)
      }
    }
    return least.map { $0 / events.count }
  }

  @Test("an event costs no more with thousands of rules than with ten")
  func rules() {
    var random = SplitMix(state: 3)
    var events = Hand().events
    var now: Int64 = 1_000_000
    let screen = Touchscreen(&random)
    for number in 0..<60 {
      let motion = Motion.swipe(Double(number), fingers: 1 + number % 5, &random)
      events += screen.events(of: motion, at: Point(x: 100, y: 60), from: now, &random)
      now = (events.last?.time.microseconds ?? now) + 700_000
    }
    let count = trials(1_000, thorough: 10_000)
    let costs = Self.costs([10, count], events)
    let (few, many) = (costs[0], costs[1])
    let ratio = many / few
    print("an event costs \(few) with 10 rules, \(many) with \(count): \(ratio) times as much")
    #expect(ratio < 1.5)
  }
}
