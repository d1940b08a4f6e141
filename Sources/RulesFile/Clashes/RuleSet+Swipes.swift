internal import Gestures
public import Rules

extension RuleSet {
  /// The rules that act on movements of so many fingers on a touchpad: swipes, pans and strokes, in the file's order.
  public func rules(movingOnTouchpads fingers: ClosedRange<Int>) -> [Rule] {
    let movements = DesktopGestures("", [.init(.swipe(.any), fingers: fingers, purpose: "")])
    return rules.filter { movements.claim(on: $0.trigger) != nil }
  }
}
