import Gestures
import Time
import Touch

/// The gestures of `events`, and of five more seconds without events.
func gestures(_ triggers: [Trigger], unasked: Bool = false, _ events: [TouchEvent]) -> [Gesture] {
  var recognition = Recognition(triggers, unasked: unasked)
  var result: [Gesture] = []
  for event in events { recognition.handle(event, into: &result) }
  recognition.advance(to: (events.last?.time ?? .zero) + .seconds(5), into: &result)
  return result
}

/// The gestures as text, without changes of continuous ones that make no step: `120 swipe left 3 #0` is a swipe to the
/// left with three fingers, 120 ms after the hand's first move, of the first trigger; `90 tap x2 1 #1` is a double tap,
/// and `200 pan up 3 changed +1 #0` a step.
func story(_ triggers: [Trigger], unasked: Bool = false, _ events: [TouchEvent]) -> [String] {
  gestures(triggers, unasked: unasked, events).filter { $0.phase != .changed || $0.steps != 0 }.map(\.text)
}

extension Gesture {
  /// The gesture as text.
  var text: String {
    var words = ["\(time.microseconds / 1000 - 1000)", kind.rawValue]
    if let direction { words.append(direction.rawValue) }
    if let taps { words.append("x\(taps)") }
    if let stroke { words.append(stroke) }
    words.append("\(fingers)")
    if phase != .recognized { words.append("\(phase)") }
    if steps != 0 { words.append(steps > 0 ? "+\(steps)" : "\(steps)") }
    words.append(trigger.map { "#\($0)" } ?? "unasked")
    return words.joined(separator: " ")
  }
}

extension Trigger {
  static func swipe(_ directions: Directions, _ fingers: Int, distance: Millimetres = 12) -> Trigger {
    Trigger(.swipe(SwipePattern(directions, distance: distance)), fingers: fingers...fingers)
  }
  static func tap(_ fingers: Int, _ taps: Int = 1) -> Trigger {
    Trigger(.tap(TapPattern(taps)), fingers: fingers...fingers)
  }
  static func pan(_ directions: Directions, _ fingers: Int, step: Millimetres? = nil, goesBack: Bool = false) -> Trigger
  {
    Trigger(.pan(PanPattern(directions, step: step, goesBack: goesBack)), fingers: fingers...fingers)
  }
  static func rotate(_ directions: RotationDirections, _ fingers: Int, step: Double? = nil) -> Trigger {
    Trigger(.rotate(RotatePattern(directions, step: step)), fingers: fingers...fingers)
  }
  static func pinch(_ directions: PinchDirections, _ fingers: Int) -> Trigger {
    Trigger(.pinch(PinchPattern(directions)), fingers: fingers...fingers)
  }
  static func longPress(_ fingers: Int, _ milliseconds: Int = 500) -> Trigger {
    Trigger(.longPress(LongPressPattern(.milliseconds(milliseconds))), fingers: fingers...fingers)
  }
}

extension Trigger {
  /// The same trigger, running alongside others.
  var also: Trigger {
    var trigger = self
    trigger.isSimultaneous = true
    return trigger
  }

  /// The same trigger, continuing when the fingers return in time.
  func resuming(_ milliseconds: Int = 500) -> Trigger {
    var trigger = self
    trigger.resume = .milliseconds(milliseconds)
    return trigger
  }

  /// The same trigger, starting in a region.
  func starting(_ region: StartRegion) -> Trigger {
    var trigger = self
    trigger.start = region
    return trigger
  }

  /// The same trigger, on certain devices.
  func on(_ devices: DeviceFilter...) -> Trigger {
    var trigger = self
    trigger.devices = devices
    return trigger
  }
}
