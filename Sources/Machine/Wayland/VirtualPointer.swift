internal import CWayland
public import Time

/// A virtual pointer of this program (zwlr_virtual_pointer_v1). When it is destroyed, or the connection ends, the
/// compositor releases its buttons.
///
/// A group of events ends with `frame`, and is sent by `WaylandDisplay.flush`. Times are in microseconds of
/// `Timestamp.now`. Each method throws `WaylandError.full`, or the reason for which the connection ended.
public final class VirtualPointer {
  /// A scroll axis (wl_pointer.axis).
  public enum Axis: UInt32, Hashable, Sendable {
    /// Down is positive.
    case vertical = 0
    /// Right is positive.
    case horizontal = 1
  }

  /// The device that scrolls (wl_pointer.axis_source).
  public enum AxisSource: UInt32, Hashable, Sendable {
    /// A wheel with steps.
    case wheel = 0
    /// Fingers on a touchpad, whose scrolling ends with `stop`.
    case finger = 1
  }

  private let display: WaylandDisplay
  private let manager: Proxy
  private let seat: Proxy
  private let pointer: Proxy
  /// The source of the current frame.
  private var scrollingSource: AxisSource?

  /// Creates a pointer on the first seat. Call it after `WaylandDisplay.isReady`.
  /// - Throws: `WaylandError`: `.missing` if the compositor has no virtual pointers or no seat.
  public init(on display: WaylandDisplay) throws(WaylandError) {
    self.display = display
    manager = Proxy(
      owning: try display.bind(display.first(.virtualPointer), as: .virtualPointer), on: display,
      destroy: zwlr_virtual_pointer_manager_v1_destroy)
    seat = try Proxy(seat: display.first(.seat), of: display)
    var newPointer: OpaquePointer?
    let (managerPointer, seatPointer) = (manager.pointer, seat.pointer)
    try display.request {
      newPointer = zwlr_virtual_pointer_manager_v1_create_virtual_pointer(managerPointer, seatPointer)
    }
    guard let newPointer else { throw .noMemory(for: "zwlr_virtual_pointer_v1") }
    pointer = Proxy(owning: newPointer, on: display, destroy: zwlr_virtual_pointer_v1_destroy)
  }

  /// Moves the pointer by a distance in logical units.
  public func move(x: Double, y: Double, at time: Timestamp) throws(WaylandError) {
    try display.request {
      zwlr_virtual_pointer_v1_motion(pointer.pointer, time.wireMilliseconds, fixed(x), fixed(y))
    }
  }

  /// Moves the pointer to a position on the desktop, the rectangle around all outputs.
  /// - Parameter extent: the width and the height of the desktop, in the unit of `x` and `y`.
  public func move(toX x: UInt32, y: UInt32, of extent: UInt32, at time: Timestamp) throws(WaylandError) {
    try display.request {
      zwlr_virtual_pointer_v1_motion_absolute(pointer.pointer, time.wireMilliseconds, x, y, extent, extent)
    }
  }

  /// Presses or releases a button.
  /// - Parameter code: the button's code in <linux/input-event-codes.h>: BTN_LEFT is 272.
  public func button(_ code: UInt32, isPressed: Bool, at time: Timestamp) throws(WaylandError) {
    let state = isPressed ? WL_POINTER_BUTTON_STATE_PRESSED : WL_POINTER_BUTTON_STATE_RELEASED
    try display.request {
      zwlr_virtual_pointer_v1_button(pointer.pointer, time.wireMilliseconds, code, state.rawValue)
    }
  }

  /// Sets the source of all scrolling in this frame, before it.
  public func source(_ source: AxisSource) throws(WaylandError) {
    scrollingSource = source
    try display.request { send(source) }
  }

  /// Scrolls smoothly.
  /// - Parameter distance: in logical units; a wheel's step is 15.
  public func scroll(_ axis: Axis, by distance: Double, at time: Timestamp) throws(WaylandError) {
    try display.request {
      zwlr_virtual_pointer_v1_axis(pointer.pointer, time.wireMilliseconds, axis.rawValue, fixed(distance))
      scrollingSource.map(send)
    }
  }

  /// Scrolls by steps of a wheel.
  /// - Parameter distance: the distance of all steps together, as in `scroll(_:by:at:)`.
  public func scroll(_ axis: Axis, steps: Int32, by distance: Double, at time: Timestamp) throws(WaylandError) {
    try display.request {
      zwlr_virtual_pointer_v1_axis_discrete(
        pointer.pointer, time.wireMilliseconds, axis.rawValue, fixed(distance), steps)
      scrollingSource.map(send)
    }
  }

  /// Ends scrolling with fingers; programs may then scroll on kinetically.
  public func stop(_ axis: Axis, at time: Timestamp) throws(WaylandError) {
    try display.request {
      zwlr_virtual_pointer_v1_axis_stop(pointer.pointer, time.wireMilliseconds, axis.rawValue)
      scrollingSource.map(send)
    }
  }

  /// Ends a group of events.
  public func frame() throws(WaylandError) {
    scrollingSource = nil
    try display.request { zwlr_virtual_pointer_v1_frame(pointer.pointer) }
  }

  /// Sends the source. It applies to the whole frame, but wlroots assigns it to the axis that was scrolled last, so it
  /// is sent again after each axis.
  private func send(_ source: AxisSource) {
    zwlr_virtual_pointer_v1_axis_source(pointer.pointer, source.rawValue)
  }
}

/// A number in the wire format: 24 bits before the point and 8 after it. Larger numbers are clamped; NaN becomes 0.
func fixed(_ number: Double) -> wl_fixed_t {
  number.isNaN ? 0 : wl_fixed_from_double(min(max(number, -8_388_607), 8_388_607))
}
