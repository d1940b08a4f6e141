internal import CLibinput
internal import Time
internal import Touch

/// Distinguishes taps from clicks of a button, which libinput reports with the same events.
///
///     fingers    land ──── last one ──── first one lifts ──── last one
///     tap                  ▲ press       ▲ release            both are reported here, one after the other
///
///     button     down ─────────────────────────────────────── up
///     click      press, reported here                         release, reported here
///
/// With tap-and-drag disabled, libinput waits for the lift and then reports a press whose time is before the last
/// dispatch. The press of a click is reported by the dispatch that reads it. If one dispatch reads all of it, because
/// nothing was read meanwhile, a tap cannot be distinguished from a click and is ignored. One click is mistaken for a
/// tap: one of less than 50 ms on a touchpad with two physical buttons, because libinput waits that long for the other
/// button to emulate a middle button.
///
/// If fingers stay down, the press is not a tap. libinput counts a resting finger and two that tap beside it as three,
/// and three fingers of which one lifts as a tap of three if the others have not lifted within 180 ms. By then the
/// remaining ones rest, and libinput has reported a hold (after 40 ms). Releases from 1.28 on end that hold, as
/// cancelled, just before the press.
struct TapDetector {
  private struct Press {
    var device: DeviceID
    var button: UInt32
    var time: UInt64
    /// The end of the hold that preceded the tap.
    var holdEnd: Timestamp?
  }

  private struct HoldEnd {
    var device: DeviceID
    var time: Timestamp
    /// True if the fingers stay down for another gesture.
    var isCancelled: Bool
  }

  /// The times of the last two dispatches.
  private var dispatch = Timestamp.zero
  private var previousDispatch = Timestamp.zero
  /// The devices on which fingers rest.
  private var holding: Set<DeviceID> = []
  /// The previous event, if it was one of these. `press` is the press of a possible tap.
  private var holdEnd: HoldEnd?
  private var press: Press?

  /// Begins a dispatch at `time`.
  mutating func begin(at time: Timestamp) {
    previousDispatch = dispatch
    dispatch = time
    holdEnd = nil
    press = nil
  }

  /// Handles an event of a touchscreen, which reports no taps as buttons.
  mutating func handleTouchscreenEvent() {
    press = nil
    holdEnd = nil
  }

  /// Handles an event of a touchpad.
  /// - Returns: the tap that ends with `event`. Its time is the end of the hold that it began as, else `now`:
  ///   libinput's own time, the lift of the first finger, precedes events that were reported meanwhile.
  mutating func handle(
    _ event: OpaquePointer, _ type: libinput_event_type, of device: DeviceID, at now: @autoclosure () -> Timestamp
  ) -> TouchEvent? {
    let pressed = press
    let hold = holdEnd.flatMap { $0.device == device ? $0 : nil }
    press = nil
    holdEnd = nil
    switch type {
    case LIBINPUT_EVENT_GESTURE_HOLD_BEGIN: holding.insert(device)
    case LIBINPUT_EVENT_GESTURE_HOLD_END:
      holding.remove(device)
      let gesture = libinput.event_get_gesture_event(event)
      holdEnd = HoldEnd(
        device: device, time: Timestamp(microseconds: Int64(clamping: libinput.event_gesture_get_time_usec(gesture))),
        isCancelled: libinput.event_gesture_get_cancelled(gesture) != 0)
    case LIBINPUT_EVENT_POINTER_BUTTON:
      let pointer = libinput.event_get_pointer_event(event)
      let button = libinput.event_pointer_get_button(pointer)
      let time = libinput.event_pointer_get_time_usec(pointer)
      if libinput.event_pointer_get_button_state(pointer) == LIBINPUT_BUTTON_STATE_PRESSED {
        let isInThePast = Int64(clamping: time) <= previousDispatch.microseconds
        if isInThePast, hold?.isCancelled != true, !holding.contains(device) {
          press = Press(device: device, button: button, time: time, holdEnd: hold?.time)
        }
      } else if let pressed, pressed.device == device, pressed.button == button, pressed.time <= time,
        let fingers = Self.fingers(button)
      {
        return TouchEvent(
          time: pressed.holdEnd ?? now(), device: device,
          kind: .tap(fingers: fingers, lasted: .microseconds(time - pressed.time)))
      }
    default: break
    }
    return nil
  }

  /// Forgets a device that was removed.
  mutating func remove(_ device: DeviceID) { holding.remove(device) }

  /// The number of fingers whose tap is reported as `button`, with the button map of `TouchpadSettings`.
  private static func fingers(_ button: UInt32) -> Int? {
    switch CInt(button) {
    case BTN_LEFT: 1
    case BTN_RIGHT: 2
    case BTN_MIDDLE: 3
    default: nil
    }
  }
}
