internal import Actions
internal import Control
internal import Diagnostics
internal import Gestures
internal import Linux
internal import Logging
internal import Rules
internal import Touch

/// What comes of the gestures that were recognised.
extension Daemon {
  /// Does what the rules say of the gestures that were recognised.
  func act() {
    guard !gestures.isEmpty else { return }
    for gesture in gestures { act(on: gesture) }
    gestures.removeAll(keepingCapacity: true)
  }

  func act(on gesture: Gesture) {
    guard mayAct, let rule = rules.rule(for: gesture) else { return }
    perform(rule, for: gesture, on: deviceName(gesture.device))
  }

  /// Does what `rule` says of this moment of a gesture.
  /// - Parameter device: the name of the device that it was made on.
  func perform(_ rule: Rule, for gesture: Gesture, on device: String) {
    let acts = rule.reaction.says(anythingOf: gesture)
    guard acts || performer.isConcerned(by: gesture) else { return }
    let now = Timestamp(microseconds: monotonicNow())
    if acts {
      log.debug(
        "\(gesture.kind.rawValue) with \(gesture.fingers) fingers: \(rule.place)", metadata: ["rule": "\(rule.place)"])
      lastAct = LastAct(place: rule.place, name: rule.name, gesture: gesture, time: now)
    }
    pumpAt = performer.perform(rule, gesture: gesture, device: device, situation: current.situation, at: now)
    takeModeChange()
  }

  /// Leaves undone what waits, releases what is pressed, and then does what the rules say of gestures that were broken
  /// off: their keys are not among those that are left undone.
  func releaseAndAct() {
    pumpAt = performer.releaseEverything(at: Timestamp(microseconds: monotonicNow()))
    act()
  }

  /// Takes note of a mode that rules have set: from here on others may be asked for.
  func takeModeChange() {
    guard let change = performer.takeModeChange() else { return }
    let now = Timestamp(microseconds: monotonicNow())
    if current.setMode(change.mode, lasting: change.lasting, at: now) { takeInMode() }
  }

  func takeInMode() {
    log.info("mode '\(current.situation.mode.legible)'")
    recognition.rank(rules.ranks(in: current.situation))
  }
}
