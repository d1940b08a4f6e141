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
  }

  /// When the devices were read the last time and the time before.
  private var reading = Timestamp.zero
  private var readingBefore = Timestamp.zero
  /// The devices on which fingers rest.
  private var resting: Set<DeviceID> = []
  /// The device whose fingers were said to rest no longer, but to go on, by the event before.
  private var interrupted: DeviceID?
  /// The press that the event before told, where it is one that a tap begins with.
  private var press: Press?

  /// The devices are going to be read at `time`.
  mutating func begin(at time: Timestamp) {
    readingBefore = reading
    reading = time
    interrupted = nil
    press = nil
  }

  /// Takes in one event after the other; hands back the tap that ends with `event`.
  mutating func take(_ event: OpaquePointer, of device: DeviceID) -> TouchEvent.Kind? {
    let pressed = press
    let wasInterrupted = interrupted == device
    press = nil
    interrupted = nil
    switch libinput_event_get_type(event) {
    case LIBINPUT_EVENT_GESTURE_HOLD_BEGIN: resting.insert(device)
    case LIBINPUT_EVENT_GESTURE_HOLD_END:
      resting.remove(device)
      let gesture = libinput_event_get_gesture_event(event)
      if libinput_event_gesture_get_cancelled(gesture) != 0 { interrupted = device }
    case LIBINPUT_EVENT_POINTER_BUTTON:
      let pointer = libinput_event_get_pointer_event(event)
      let button = libinput_event_pointer_get_button(pointer)
      let time = libinput_event_pointer_get_time_usec(pointer)
      if libinput_event_pointer_get_button_state(pointer) == LIBINPUT_BUTTON_STATE_PRESSED {
        let isInThePast = Int64(clamping: time) <= readingBefore.microseconds
        if isInThePast, !wasInterrupted, !resting.contains(device) {
          press = Press(device: device, button: button, time: time)
        }
      } else if let pressed, pressed.device == device, pressed.button == button, pressed.time <= time,
        let fingers = Self.fingers(button)
      {
        return .tap(fingers: fingers, lasted: .microseconds(time - pressed.time))
      }
    default: break
    }
    return nil
  }

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
