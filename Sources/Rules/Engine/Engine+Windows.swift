internal import Gestures
internal import Rules
internal import Touch

/// The window under the fingers.
extension Engine {
  /// Asks the desktop for the window if rules depend on it and fingers land with `event`.
  /// - Returns: false if not.
  mutating func askForWindow(with event: TouchEvent) -> Bool {
    guard let device = device(event.device), let fewest = rules.fewestFingersOverWindow(on: device),
      let step = windows.update(
        with: event, fewest: fewest, isAtRest: recognition.isAtRest(on: event.device))
    else { return false }
    let last = current.situation.touched
    setTouched(nil)
    // Behind a lock screen nobody may learn of windows. With fingers on two devices, it is unknown whose window counts.
    guard case .ask(let landing, let hasPending) = step, mayAct, !current.situation.isLocked,
      recognition.isAtRest(besides: event.device)
    else { return false }
    windows.begin(with: event, last: last, hasPending: hasPending, at: now)
    performer.effects.append(.findWindow(place(of: landing, on: device), number: windows.count))
    return true
  }

  /// The place at which to ask for the window; nil if it is unknown.
  func place(of landing: Point?, on device: Device) -> TouchedPlace? {
    guard device.kind == .touchscreen else { return .pointer }
    guard let landing, let mapping = adjustments.mapping(of: device.id) else { return nil }
    return .position(mapping.position(under: device.inMillimetres(landing)))
  }

  mutating func endQuestion(with answer: TouchedWindow?) {
    guard let device = windows.device else { return }
    let window = windows.end(with: mayAct && !current.situation.isLocked ? answer : nil)
    setTouched(window)
    if history.isOn { history.note(window, on: device) }
    let events = windows.takeEvents()
    // It has been asked for this one.
    if let first = events.first { recogniseNow(first) }
    for event in events.dropFirst() { recognise(event) }
  }

  /// The window under the fingers of a gesture that was recognised or began, as conditions see it; not asked for if no
  /// rule for so many fingers depends on it.
  func windowUnder(_ gesture: Gesture) -> WindowAnswer {
    guard gesture.phase == .recognized || gesture.phase == .began,
      let fewest = device(gesture.device).flatMap(rules.fewestFingersOverWindow), gesture.fingers >= fewest
    else { return .notAsked }
    return WindowAnswer(current.situation.touched)
  }

  mutating func setTouched(_ window: TouchedWindow?) {
    let isOfRules = rules.subjects.contains(.under)
    if current.setTouched(window), isOfRules { updateActiveRules() }
  }
}
