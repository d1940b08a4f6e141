internal import Engine
internal import Gestures
public import Rules
public import Time
public import Touch

/// Divides touch events into showings, one for each gesture that a hand makes.
///
/// A showing ends when no finger is down and nothing is pending: after the time in which a tap may be followed by
/// another one, and in which libinput may report the tap of fingers whose contacts have lifted.
public struct ShowingReader: ~Copyable, Sendable {
  /// Gestures for all that the fingers may do, side by side: they measure the movement, and the longest series of taps
  /// makes the showing wait for its end.
  private static func triggers(withTaps: Bool) -> [Trigger] {
    let all = Device.Kind.allCases.map { DeviceFilter.kind($0) }
    let pan = Pattern.pan(PanPattern(.any, distance: 0.5))
    let patterns: [Pattern] =
      (withTaps ? [.tap(TapPattern(TapPattern.mostTaps))] : []) + [
        pan, .pinch(PinchPattern(.any, change: 0.02)),
        .rotate(RotatePattern(.any, angle: 1)),
      ]
    // One for each number of fingers: a gesture that goes on with fewer fingers could not become a tap.
    let anywhere = (1...Trigger.mostFingers).flatMap { count in
      patterns.map { Trigger($0, fingers: count...count, devices: all, isSimultaneous: true) }
    }
    // One finger on a touchpad slides along an edge.
    let slide = Trigger(
      pan, fingers: 1...1, devices: [.kind(.touchpad)], start: .edge(.any), isSimultaneous: true)
    return anywhere + [slide]
  }

  private var run: DryRun
  /// The present showing; nil before its first event.
  private var showing: Showing?

  /// A reader without devices.
  /// - Parameters:
  ///   - settling: the longest time between the landings, and between the lifts, of the fingers of one gesture.
  ///   - devices: the statements of the rules file about devices.
  ///   - endsWithLift: true to end a showing when the fingers lift, although they may tap again.
  public init(settling: Duration, devices: [DeviceStatement] = [], endsWithLift: Bool = false) {
    let triggers = Self.triggers(withTaps: !endsWithLift)
    run = DryRun(RuleSet(triggers, settling: settling, devices: devices), isObserved: true)
  }

  /// The time at which the present showing began; nil if there is none, or if it only moves the pointer.
  public var begun: Timestamp? { showing.flatMap { $0.isPointing ? nil : $0.start } }

  public var adjustments: DeviceAdjustments { run.engine.adjustments }

  /// Takes in the panels of the outputs.
  public mutating func replacePanels(with panels: [Panel]) { handle(.panels(panels), at: .zero) }

  /// The time at which the passing of time alone may end a showing; nil if it does not.
  public var deadline: Timestamp? { [run.engine.deadline, showing?.reportsUntil].compactMap { $0 }.min() }

  /// Takes in an event as the device reports it, and appends the showing that it ends, or that ended before it.
  public mutating func handle(_ event: TouchEvent, into showings: inout [Showing]) {
    expire(at: event.time, into: &showings)
    handle(.touch(event), at: event.time)
    if !event.kind.awaitsFrame { settle(into: &showings) }
  }

  private mutating func handle(_ input: Engine.Input, at time: Timestamp) {
    var effects: [Effect] = []
    run.handle(input, at: time) { effects.append($0) }
    for effect in effects {
      switch effect {
      case .touch(let event): record(event)
      case .deviceTurned(let device) where device.id == showing?.device.id: showing = nil
      case .gesture(let gesture, _?, _) where gesture.device == showing?.device.id: showing?.add(gesture)
      default: break
      }
    }
  }

  private mutating func record(_ event: TouchEvent) {
    switch event.kind {
    case .deviceAdded, .deviceRemoved, .eventsLost: if event.device == showing?.device.id { showing = nil }
    default:
      if showing == nil { showing = run.engine.device(event.device).map { Showing(on: $0, at: event.time) } }
      if event.device == showing?.device.id { showing?.add(event) }
    }
  }

  /// Advances time to `now`, and appends the showing that this ends.
  public mutating func expire(at now: Timestamp, into showings: inout [Showing]) {
    while let deadline, deadline <= now {
      if let end = showing?.reportsUntil, end <= deadline { showing?.reportsUntil = nil }
      handle(.timePassed, at: deadline)
      settle(into: &showings)
    }
  }

  /// Ends the input: appends the showing that waits for more. Fingers that are down show nothing.
  public mutating func finish(into showings: inout [Showing]) { expire(at: .latest, into: &showings) }

  private mutating func settle(into showings: inout [Showing]) {
    guard run.engine.isAtRest, let showing, showing.reportsUntil == nil else { return }
    showings.append(showing)
    self.showing = nil
  }
}
