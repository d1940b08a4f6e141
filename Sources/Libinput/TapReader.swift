internal import CLibinput
internal import Touch

/// Tells taps from clicks of a button, which libinput reports with the same events.
///
///     fingers    land ──── last one ──── first one lifts ──── last one
///     tap                  ▲ press       ▲ release            both are told here, one behind the other
///
///     button     down ─────────────────────────────────────── up
///     click      press, told here                             release, told here
///
/// With tap-and-drag off, libinput waits for the lift and then tells a press in the past: one from before the last
/// reading, which had brought no such press. Of a click the press is told by the reading that finds it. Where one
/// reading finds all of it, because nothing was read for as long as it lasted, a tap cannot be told from a click and
/// counts as none. One click does count as a tap: that of less than 50 ms on a touchpad with two buttons of its own,
/// because libinput waits so long for the other one to make a middle button.
///
/// Where fingers stay down, it is no tap of theirs: libinput counts a finger that has rested and two that tap beside it
/// as three, and three of which one lifts as a tap of three when the others have not followed for 180 ms. By then those
/// rest and are reported so (from 40 ms on). Releases from 1.28 on end their rest, as cancelled, just before the press.
struct TapReader {
  private struct Press {
    var device: DeviceID
    var button: UInt32
    var time: UInt64
    /// When the fingers lifted, where they had rested.
    var lift: Timestamp?
  }

  /// Fingers that rested do so no longer.
  private struct RestEnd {
    var device: DeviceID
    var time: Timestamp
    /// Whether they go on, as something else.
    var isCancelled: Bool
  }

  /// When the devices were read the last time and the time before.
  private var reading = Timestamp.zero
  private var readingBefore = Timestamp.zero
  /// The devices on which fingers rest.
  private var resting: Set<DeviceID> = []
  /// What the event before told, where it was one of these. A press is one that a tap begins with.
  private var restEnd: RestEnd?
  private var press: Press?

  /// The devices are going to be read at `time`.
  mutating func begin(at time: Timestamp) {
    readingBefore = reading
    reading = time
    restEnd = nil
    press = nil
  }

  /// An event of a touchscreen, where taps are no clicks of a button.
  mutating func passOver() {
    press = nil
    restEnd = nil
  }

  /// Takes in one event of a touchpad after the other; hands back the tap that ends with `event`. It happens when the
  /// rest ended that it began as, or else when it is told: libinput's own time is the first finger's lift, which lies
  /// before what has been told meanwhile.
  mutating func take(
    _ event: OpaquePointer, _ type: libinput_event_type, of device: DeviceID, at now: @autoclosure () -> Timestamp
  ) -> TouchEvent? {
    let pressed = press
    let rested = restEnd.flatMap { $0.device == device ? $0 : nil }
    press = nil
    restEnd = nil
    switch type {
    case LIBINPUT_EVENT_GESTURE_HOLD_BEGIN: resting.insert(device)
    case LIBINPUT_EVENT_GESTURE_HOLD_END:
      resting.remove(device)
      let gesture = libinput.event_get_gesture_event(event)
      restEnd = RestEnd(
        device: device, time: Timestamp(microseconds: Int64(clamping: libinput.event_gesture_get_time_usec(gesture))),
        isCancelled: libinput.event_gesture_get_cancelled(gesture) != 0)
    case LIBINPUT_EVENT_POINTER_BUTTON:
      let pointer = libinput.event_get_pointer_event(event)
      let button = libinput.event_pointer_get_button(pointer)
      let time = libinput.event_pointer_get_time_usec(pointer)
      if libinput.event_pointer_get_button_state(pointer) == LIBINPUT_BUTTON_STATE_PRESSED {
        let isInThePast = Int64(clamping: time) <= readingBefore.microseconds
        if isInThePast, rested?.isCancelled != true, !resting.contains(device) {
          press = Press(device: device, button: button, time: time, lift: rested?.time)
        }
      } else if let pressed, pressed.device == device, pressed.button == button, pressed.time <= time,
        let fingers = Self.fingers(button)
      {
        return TouchEvent(
          time: pressed.lift ?? now(), device: device,
          kind: .tap(fingers: fingers, lasted: .microseconds(time - pressed.time)))
      }
    default: break
    }
    return nil
  }

  /// A device is gone, and its fingers with it.
  mutating func forget(_ device: DeviceID) { resting.remove(device) }

  /// How many fingers press a button by tapping, with the map that `TouchpadSettings` chooses.
  private static func fingers(_ button: UInt32) -> Int? {
    switch CInt(button) {
    case BTN_LEFT: 1
    case BTN_RIGHT: 2
    case BTN_MIDDLE: 3
    default: nil
    }
  }
}
