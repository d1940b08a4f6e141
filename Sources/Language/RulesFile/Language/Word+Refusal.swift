internal import Diagnostics
package import Gestures

extension Word {
  /// The reason why a key of rules does not go with a kind of gesture, for people: the subject is the gesture. Nil if
  /// it does, or if it is no qualifier.
  package func refusal(by kind: Gesture.Kind) -> String? {
    guard case .qualifier(let kinds) = role, !kinds.contains(kind) else { return nil }
    if !kind.isContinuous,
      hasActions || [.every, .at, .projected, .resume, .lift, .edgeSpeed, .dragging].contains(self)
    {
      return "a \(kind.rawValue) happens once"
    }
    switch self {
    case .distance: return Self.distanceRefusal(by: kind)
    case .within: return Self.withinRefusal(by: kind)
    case .after: return Self.afterRefusal(by: kind)
    case .speed: return Self.speedRefusal(by: kind)
    case .taps: return Self.tapsRefusal(by: kind)
    case .movement:
      return kind.motion == .rest ? "its fingers may move" : "it is a movement itself"
    case .gap: return "it is not made several times in a row"
    case .moved:
      return kind == .swipe
        ? "its value takes several directions: 'left then down'" : "it begins where the fingers land"
    case .drawnFrom: return "it draws no shape: 'edge', 'corner' and 'zone' are where its fingers land"
    case .anchor: return Self.anchorRefusal(by: kind)
    case .apart:
      return kind == .tipTap
        ? "the finger that taps lands beside the others" : "it begins with the first finger that lands"
    case .every: return "fingers that are only down make no steps"
    case .back: return kind == .touch ? "fingers that are only down make no steps" : "its steps are those of time"
    case .projected:
      return kind == .circle ? "a circle comes back to where it began" : "its fingers may stay where they are"
    case .resume: return "it ends when the fingers lift, and the next touch is another one"
    case .lift: return kind.motion == .turn ? "it is made by two fingers or more" : "it ends when the fingers lift"
    case .edgeSpeed:
      return kind == .circle ? "a circle comes back from the edge" : "its fingers need not move to an edge"
    case .shown:
      return kind == .stroke ? "a shape is known when the fingers lift" : "the desktop is shown fingers that move"
    case .dragging:
      return kind == .press ? "a button is pressed already" : "a drag is made by fingers that move together"
    default: return nil
    }
  }

  private static func distanceRefusal(by kind: Gesture.Kind) -> String? {
    switch kind {
    case .longPress: "its fingers rest: 'movement' is how far they may move"
    case .press, .touch: "its fingers may move or not"
    case .stroke: "a shape may have any size"
    case .tipTap: "the place beside the fingers that rest is fixed"
    case .tap, .swipe, .pan, .pinch, .rotate, .circle: nil
    }
  }

  private static func withinRefusal(by kind: Gesture.Kind) -> String? {
    switch kind {
    case .longPress: "its time is its value"
    case .tipTap: "the time of its tap is fixed"
    case .touch: "it begins when the fingers land"
    case .tap, .swipe, .pan, .pinch, .rotate, .circle, .stroke, .press: nil
    }
  }

  private static func afterRefusal(by kind: Gesture.Kind) -> String? {
    switch kind {
    case .tap, .tipTap: "a tap may be as short as it likes"
    case .longPress: "its time is its value"
    case .pan, .circle: "it follows the fingers at once: for slow ones, write 'speed: 0mm/s-100mm/s'"
    case .rotate: "it follows the fingers at once: for slow ones, write 'speed: 0°/s-90°/s'"
    case .stroke: "a shape may be drawn quickly"
    case .press: "for fingers that rest first, write 'press: firm'"
    case .touch: "it begins when the fingers land"
    case .swipe, .pinch: nil
    }
  }

  private static func speedRefusal(by kind: Gesture.Kind) -> String? {
    switch kind {
    case .tap, .tipTap: "a tap does not move"
    case .longPress: "its fingers rest"
    case .press, .touch: "its fingers may move or not"
    case .stroke: "fingers are slow at the end of a shape: 'within' limits its time"
    case .swipe, .pan, .pinch, .rotate, .circle: nil
    }
  }

  private static func tapsRefusal(by kind: Gesture.Kind) -> String? {
    switch kind {
    case .tap: "its value is the number of taps: 'double'"
    case .press, .tipTap: "it is made by fingers that are down already"
    case .touch: "it begins with each landing, also with that of a tap"
    case .longPress, .swipe, .pan, .pinch, .rotate, .circle, .stroke: nil
    }
  }

  private static func anchorRefusal(by kind: Gesture.Kind) -> String? {
    switch kind {
    case .tap: "a tap beside fingers that rest is a 'tip-tap'"
    case .tipTap: "'fingers' is the number of those that rest"
    case .longPress, .press, .touch: "its fingers rest themselves"
    case .swipe, .circle, .stroke: "beside a finger that rests, others are followed: 'pan'"
    case .pinch, .rotate: "a finger that rests is one of its fingers"
    case .pan: nil
    }
  }
}
