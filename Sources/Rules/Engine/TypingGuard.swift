internal import Gestures
internal import Rules
internal import Time

/// Tells touches that begin while somebody types: by the times of keys, if the user permits reading keyboards, else by
/// the desktop's reports.
///
///     desktop    input ───── silence │ input ──────────────────────────── silence
///     own        ────▲▲──────────────│──────▲▲▲ palm ────▲▲ palm ──
///     judged                         │      held back    held back
///
/// The desktop reports when there was no input of any device for 300 ms, and the next input. The devices that are read
/// here, and what rules press, account for a part of it. The rest is that of a keyboard or a mouse. If all keyboards
/// are read, the reports say nothing more.
struct TypingGuard: Sendable {
  /// The time for which the desktop may receive input of fingers that have lifted: libinput reports the button of a tap
  /// when a second tap is ruled out, at most 240 ms later.
  private static let echo = Duration.milliseconds(300)
  /// The pause in the input of the devices that are read here after which they begin another touch.
  private static let pause = Duration.milliseconds(100)
  /// The time by which the desktop's report of a touch may be read before the touch itself.
  private static let haste = Duration.milliseconds(30)
  /// The time after which input without a silence is taken for one that a program inhibits.
  private static let longest = Duration.seconds(5)

  /// True if touches are judged.
  var isOn = false { didSet { if isOn != oldValue { self = Self(isOn: isOn, isKnown: isKnown) } } }
  /// True if a touch that begins at `time`, or goes on then, is still to be judged: never while a gesture goes on.
  func mayJudge(at time: Timestamp) -> Bool { ongoing == 0 && (!wasJudged || time - own.last > Self.pause) }
  /// True if the last touch that was judged began while somebody typed.
  private(set) var isHeld = false
  /// True if all keyboards are read.
  var isKnown: Bool
  /// The time of the last key that was typed; nil if it is unknown.
  var typed: Timestamp?

  private var report: InputReport?
  /// The time of the first input after the last silence.
  private var active = Timestamp.zero
  /// The times of the present touch of devices that are read here, and the end of the one before.
  private var own = (first: Timestamp.zero, last: Timestamp.zero, before: Timestamp.zero)
  private var wasJudged = false
  /// The number of gestures that have begun and not ended.
  private var ongoing = 0
  /// The gestures that go on and are held back.
  private var heldBack: [GestureID] = []

  init(isOn: Bool = false, isKnown: Bool = false) {
    self.isOn = isOn
    self.isKnown = isKnown
  }

  /// Takes in a report of the desktop, and the time at which it was read.
  mutating func update(_ report: InputReport?, at now: Timestamp) {
    if report?.isSilent == false, self.report?.isSilent != false { active = now }
    self.report = report
  }

  /// Notes input of devices that are read here, or of rules.
  mutating func note(ownInput time: Timestamp) {
    if time - own.last > Self.pause {
      own = (first: time, last: time, before: own.last)
      wasJudged = false
    }
    own.last = max(own.last, time)
  }

  /// Notes that a gesture begins or ends.
  mutating func note(_ gesture: Gesture, isHeldBack: Bool) {
    switch gesture.phase {
    case .began:
      ongoing += 1
      if isHeldBack, let id = GestureID(gesture) { heldBack.append(id) }
    case .ended, .cancelled:
      ongoing = max(0, ongoing - 1)
      if isHeldBack, let id = GestureID(gesture) { heldBack.removeAll { $0 == id } }
    case .changed, .recognized: break
    }
  }

  /// True if a gesture that goes on or ends is held back since it began.
  func holdsBack(_ gesture: Gesture) -> Bool {
    !heldBack.isEmpty && GestureID(gesture).map { heldBack.contains($0) } ?? false
  }

  /// Judges the touch that begins.
  /// - Parameters:
  ///   - time: the time of the first event that is known of it.
  ///   - isExpected: true if the keys that are pressed belong to it.
  mutating func judge(at time: Timestamp, isExpected: Bool) {
    wasJudged = true
    isHeld = !isExpected && (followsKey(at: time) || !isKnown && isDisturbed)
  }

  /// True if the last key was typed less than a silence before the touch, or since.
  private func followsKey(at time: Timestamp) -> Bool {
    guard let typed else { return false }
    return (typed < own.first ? own.first : time) - typed < InputReport.silence
  }

  private var isDisturbed: Bool {
    guard let report, !report.isSilent, active < own.first - Self.haste,
      !report.isInhibitable || own.first - active <= Self.longest
    else { return false }
    // Input that began by itself, or that goes on too long after the last touch to be its own.
    if own.before < active - Self.echo || own.first - own.before > InputReport.silence + Self.echo { return true }
    // A palm that brushes the touchpad again and again.
    return isHeld
  }
}
