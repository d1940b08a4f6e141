@testable import Gestures
@testable import Hands
import Testing
import Time
import Touch
import Trials

/// Hands with a disturbance that a virtual touchpad shows: the desktop sees one hand, and nothing of the disturbance.
@Suite("Followed hands")
struct FollowedHandTests {
  /// The states of a followed hand, each once, and its last movement.
  private struct Shown {
    var states: [FollowedHand.State] = []
    var movement: Vector?
    /// The most by which a movement from one frame to the next exceeds that of the quickest hand, in mm.
    var excess = -Double.infinity
    /// The time and the movement of the last frame.
    fileprivate var frame: (time: Timestamp, movement: Vector)?

    /// Takes in the hand after a frame. Noise moves it by a millimetre or two.
    fileprivate mutating func addFrame(at time: Timestamp) {
      guard let movement else { return }
      if let frame {
        let quickest = ContactMovements().greatestSpeed * (time - frame.time).inSeconds * 1000
        excess = max(excess, (movement - frame.movement).length.value - quickest)
      }
      frame = (time, movement)
    }
  }

  private static func isShowable(_ kind: Gesture.Kind) -> Bool { kind.motion != .rest && kind != .stroke }

  private static func show(_ trial: UncleanTrial) -> Shown {
    let triggers = trial.hand.triggers.map { trigger in
      var trigger = trigger
      if isShowable(trigger.pattern.kind) { trigger.shownFingers = 3 }
      return trigger
    }
    var recognition = Recognition(triggers)
    var reported: [Gesture] = []
    let start = Timestamp(microseconds: UncleanTrial.start)
    recognition.handle(
      TouchEvent(time: start, device: trial.device.id, kind: .deviceAdded(trial.device)), into: &reported)
    var shown = Shown()
    func look() {
      guard let hand = recognition.followedHand(on: trial.device.id) else { return }
      if shown.states.last != hand.state { shown.states.append(hand.state) }
      shown.movement = hand.translation
    }
    for event in trial.events {
      recognition.handle(event, into: &reported)
      look()
      if event.kind == .touchFrame { shown.addFrame(at: event.time) }
    }
    recognition.advance(to: (trial.events.last?.time ?? start) + .milliseconds(1500), into: &reported)
    look()
    return shown
  }

  @Test("a hand with a disturbance is followed until its fingers lift, without a jump")
  func disturbances() {
    var sum = (right: 0, all: 0)
    for kind in UncleanKind.all {
      var (right, all) = (0, 0)
      for number in 0..<trials(20, thorough: 200) {
        var random = SplitMix(state: kind.seed &+ UInt64(number))
        guard let trial = UncleanTrial(kind, number, &random) else { break }
        guard trial.hand.acts.count == 1, Self.isShowable(trial.hand.acts[0].kind) else { continue }
        if trial.hand.mayDoNothing, trial.gestures().isEmpty { continue }
        all += 1
        let shown = Self.show(trial)
        // A swipe that is recognised as its fingers lift is shown afterwards.
        if [[.moving, .lifted], [.lifted]].contains(shown.states), shown.excess < 2 {
          right += 1
        } else {
          trial.print("followed as \(shown.states), \(shown.excess) mm too far", trial.gestures())
        }
      }
      // Of a few hands, one may be wrong.
      #expect(right >= min(Int((0.97 * Double(all)).rounded(.up)), all - 1), "\(kind.name): \(right) of \(all)")
      sum = (sum.right + right, sum.all + all)
    }
    print("figure: \(sum.right) of \(sum.all) hands with a disturbance are followed from their gesture to their lift")
    #expect(sum.all > 500)
  }
}
