internal import Gestures
internal import Rules
public import Touch

/// The last touches.
extension Engine {
  /// Keeps the last touch sequences from now on. None is kept while no rule may act, or behind a lock screen.
  public mutating func keepTouches() { history.isOn = true }

  /// Forgets the touch sequences that are kept.
  public mutating func forgetTouches() {
    history.forget()
    windows.forgetLast()
  }

  /// The last touch sequences, the latest first, each with its events, as the device reported them.
  public var keptTouches: [(touch: KeptTouch, events: [KeptEvent])] {
    history.kept(withCurrent: !current.situation.isLocked)
  }

  /// True if a rule has acted on the touch sequence of a device that goes on, or was the last one.
  public func hasActed(on device: DeviceID) -> Bool { history.hasActed(on: device) }

  mutating func keep(_ event: TouchEvent) {
    if event.kind.canBeginTouch { beginTouch(with: event) }
    history.add(event)
  }

  mutating func beginTouch(with event: TouchEvent) {
    // Events that wait for an answer belong to a touch that the recognisers do not know yet.
    guard recognition.isAtRest(on: event.device), !gate.isProbeRunning, windows.device != event.device,
      !history.isContinued(by: event)
    else { return }
    history.end(on: event.device)
    // Behind a lock screen, a probe may report that it is gone.
    guard mayAct, !current.situation.isLocked || !gate.isIdle, let adjusted = device(event.device),
      let reported = adjustments.reported(event.device)
    else { return }
    var start: Point?
    if case .touchDown(_, let position)? = adjustments.adjusted(event)?.kind {
      start = adjusted.inMillimetres(position)
    }
    history.begin(
      on: reported, at: event.time, in: current.situation.withoutTouch,
      hasPositions: reported.kind == .touchpad || rules.keepsPositions,
      pointsWithOne: !rules.gesturesOfOneFinger.includeOneFinger(from: start, on: adjusted))
  }

  /// Forgets the touches that go on, and keeps those that are over.
  mutating func forgetCurrentTouches() {
    if !gate.isHolding {
      for device in history.landedDevices where recognition.isAtRest(on: device) { history.end(on: device) }
    }
    history.forgetCurrent()
    windows.forgetLast()
  }

  /// Forgets the touches that go on behind a lock screen, unless a probe is about to report whether it is there.
  mutating func forgetLockedTouches() {
    if history.isOn, current.situation.isLocked, !gate.isProbeRunning { history.forgetCurrent() }
  }

  mutating func note(_ rule: RuleIndex, for gesture: Gesture) {
    history.note(
      KeptTouch.Deed(
        rule: rules[rule].location, name: rules[rule].name, gesture: gesture.kind.rawValue,
        direction: gesture.direction?.rawValue, fingers: gesture.fingers), on: gesture.device)
  }

  /// Notes for `why` that an action of the rule at `location`, a source location, failed or changed nothing.
  public mutating func noteFailure(_ reason: String, of location: String) {
    history.note(failure: reason, of: location)
  }
}
