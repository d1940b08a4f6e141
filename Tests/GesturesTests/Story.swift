import Gestures
import Touch

/// What comes of `events`, and of five more seconds in which nothing happens.
func gestures(_ triggers: [Trigger], unasked: Bool = false, _ events: [TouchEvent]) -> [Gesture] {
  var recognition = Recognition(triggers, unasked: unasked)
  var result: [Gesture] = []
  for event in events { recognition.handle(event, into: &result) }
  recognition.advance(to: (events.last?.time ?? .zero) + .seconds(5), into: &result)
  return result
}

/// Gestures as a person would note them down, the changes of continuous ones left out: `120 swipe left 3 #0` is a swipe
/// to the left with three fingers, 120 ms after the hand's first move, that the first trigger gets.
func story(_ triggers: [Trigger], unasked: Bool = false, _ events: [TouchEvent]) -> [String] {
  gestures(triggers, unasked: unasked, events).filter { $0.phase != .changed }.map { gesture in
    let time = gesture.time.microseconds / 1000 - 1000
    let phase = gesture.phase == .recognized ? "" : " \(gesture.phase)"
    let direction = gesture.direction.map { " \($0.rawValue)" } ?? ""
    let trigger = gesture.trigger.map { " #\($0)" } ?? " unasked"
    return "\(time) \(gesture.kind.rawValue)\(direction) \(gesture.fingers)\(phase)\(trigger)"
  }
}

extension Trigger {
  static func swipe(_ directions: Directions, _ fingers: Int, distance: Millimetres = 12) -> Trigger {
    Trigger(.swipe(SwipePattern(directions, distance: distance)), fingers: fingers...fingers)
  }
  static func pinch(_ directions: PinchDirections, _ fingers: Int) -> Trigger {
    Trigger(.pinch(PinchPattern(directions)), fingers: fingers...fingers)
  }
  static func longPress(_ fingers: Int, _ milliseconds: Int = 500) -> Trigger {
    Trigger(.longPress(LongPressPattern(.milliseconds(milliseconds))), fingers: fingers...fingers)
  }
}
