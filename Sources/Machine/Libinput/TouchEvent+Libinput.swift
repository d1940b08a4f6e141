internal import CLibinput
internal import Time
internal import Touch

extension TouchEvent {
  /// Converts libinput's event of a touchpad, in millimetres; nil for events that are not part of gestures.
  init?(_ event: OpaquePointer, _ type: libinput_event_type, of tag: DeviceTag) {
    let time: UInt64
    let kind: Kind
    switch type {
    case LIBINPUT_EVENT_GESTURE_SWIPE_BEGIN, LIBINPUT_EVENT_GESTURE_SWIPE_UPDATE, LIBINPUT_EVENT_GESTURE_SWIPE_END,
      LIBINPUT_EVENT_GESTURE_PINCH_BEGIN, LIBINPUT_EVENT_GESTURE_PINCH_UPDATE, LIBINPUT_EVENT_GESTURE_PINCH_END,
      LIBINPUT_EVENT_GESTURE_HOLD_BEGIN, LIBINPUT_EVENT_GESTURE_HOLD_END:
      guard let gesture = libinput.event_get_gesture_event(event) else { return nil }
      time = libinput.event_gesture_get_time_usec(gesture)
      kind = Self.gesture(gesture, type)
    case LIBINPUT_EVENT_POINTER_SCROLL_FINGER:
      guard let pointer = libinput.event_get_pointer_event(event) else { return nil }
      time = libinput.event_pointer_get_time_usec(pointer)
      kind = .scroll(
        dx: Self.scroll(pointer, LIBINPUT_POINTER_AXIS_SCROLL_HORIZONTAL),
        dy: Self.scroll(pointer, LIBINPUT_POINTER_AXIS_SCROLL_VERTICAL))
    // udev reports arrivals and removals. Pointer motion, buttons, keys and tablets are ignored.
    default: return nil
    }
    self.init(time: Timestamp(microseconds: Int64(clamping: time)), device: tag.id, kind: kind)
  }

  private static func gesture(_ gesture: OpaquePointer, _ type: libinput_event_type) -> Kind {
    let fingers = Int(libinput.event_gesture_get_finger_count(gesture))
    switch type {
    case LIBINPUT_EVENT_GESTURE_SWIPE_BEGIN: return .swipeBegin(fingers: fingers)
    case LIBINPUT_EVENT_GESTURE_SWIPE_UPDATE: return .swipeUpdate(fingers: fingers, delta: delta(gesture))
    case LIBINPUT_EVENT_GESTURE_SWIPE_END: return .swipeEnd(fingers: fingers, cancelled: isCancelled(gesture))
    case LIBINPUT_EVENT_GESTURE_PINCH_BEGIN: return .pinchBegin(fingers: fingers)
    case LIBINPUT_EVENT_GESTURE_PINCH_UPDATE:
      return .pinchUpdate(
        fingers: fingers, delta: delta(gesture), scale: libinput.event_gesture_get_scale(gesture),
        rotation: libinput.event_gesture_get_angle_delta(gesture))
    case LIBINPUT_EVENT_GESTURE_PINCH_END: return .pinchEnd(fingers: fingers, cancelled: isCancelled(gesture))
    case LIBINPUT_EVENT_GESTURE_HOLD_BEGIN: return .holdBegin(fingers: fingers)
    default: return .holdEnd(fingers: fingers, cancelled: isCancelled(gesture))
    }
  }

  private static func delta(_ gesture: OpaquePointer) -> Vector {
    LibinputUnits.movement(
      libinput.event_gesture_get_dx_unaccelerated(gesture), libinput.event_gesture_get_dy_unaccelerated(gesture))
  }

  private static func isCancelled(_ gesture: OpaquePointer) -> Bool {
    libinput.event_gesture_get_cancelled(gesture) != 0
  }

  private static func scroll(_ pointer: OpaquePointer, _ axis: libinput_pointer_axis) -> Double? {
    guard libinput.event_pointer_has_axis(pointer, axis) != 0 else { return nil }
    return libinput.event_pointer_get_scroll_value(pointer, axis) / LibinputUnits.perMillimetre
  }
}

extension TouchEvent.Kind {
  /// Converts libinput's event of a touchscreen, rounded as in recordings: in millimetres, or in fractions of the
  /// device's extent if its size is unknown.
  init(_ touch: OpaquePointer, _ type: libinput_event_type, hasSize: Bool) {
    if type == LIBINPUT_EVENT_TOUCH_FRAME {
      self = .touchFrame
      return
    }
    // A single-touch device has no slots, and reports -1.
    let slot = max(0, Int(libinput.event_touch_get_slot(touch)))
    switch type {
    case LIBINPUT_EVENT_TOUCH_UP: self = .touchUp(slot: slot)
    case LIBINPUT_EVENT_TOUCH_CANCEL: self = .touchCancel(slot: slot)
    default:
      let position =
        hasSize
        ? Point(x: libinput.event_touch_get_x(touch), y: libinput.event_touch_get_y(touch))
        : Point(
          x: libinput.event_touch_get_x_transformed(touch, 1), y: libinput.event_touch_get_y_transformed(touch, 1))
      self =
        type == LIBINPUT_EVENT_TOUCH_DOWN
        ? .touchDown(slot: slot, position.rounded) : .touchMotion(slot: slot, position.rounded)
    }
  }
}

extension Timestamp {
  /// The time of a touchscreen's event.
  init(ofTouch touch: OpaquePointer) {
    self.init(microseconds: Int64(clamping: libinput.event_touch_get_time_usec(touch)))
  }
}
