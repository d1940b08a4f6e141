internal import CWayland

/// A pointer that this program moves (zwlr_virtual_pointer_v1). What is pressed when it goes, or when the connection
/// ends, is released by the compositor.
///
/// What belongs together ends with a `frame`; all is sent by `WaylandDisplay.flush`. Times are microseconds of
/// `monotonicNow`. Each call throws `WaylandError.full`, or what the connection ended by.
public final class VirtualPointer {
  /// Which way it scrolls (wl_pointer.axis).
  public enum Axis: UInt32, Hashable, Sendable {
    /// Down is positive.
    case vertical = 0
    /// Right is positive.
    case horizontal = 1
  }

  /// What it scrolls with (wl_pointer.axis_source).
  public enum AxisSource: UInt32, Hashable, Sendable {
    /// A wheel with steps.
    case wheel = 0
    /// Fingers on a touchpad: they end with `stop`.
    case finger = 1
  }

  private let display: WaylandDisplay
  private let manager: Proxy
  private let seat: Proxy
  private let pointer: Proxy
  /// Of the frame that is being made.
  private var scrollingSource: AxisSource?

  /// A pointer on the first seat. What the compositor offers has to be known: `WaylandDisplay.isReady`.
  /// - Throws: `WaylandError`: `.missing` where the compositor has no such pointers or no seat.
  public init(on display: WaylandDisplay) throws(WaylandError) {
    self.display = display
    manager = Proxy(
      owning: try display.bind(display.first(.virtualPointer), as: .virtualPointer), on: display,
      destroy: zwlr_virtual_pointer_manager_v1_destroy)
    seat = try Proxy(seat: display.first(.seat), of: display)
    var made: OpaquePointer?
    let (managerPointer, seatPointer) = (manager.pointer, seat.pointer)
    try display.request {
      made = zwlr_virtual_pointer_manager_v1_create_virtual_pointer(managerPointer, seatPointer)
    }
    guard let made else { throw .noMemory(for: "zwlr_virtual_pointer_v1") }
    pointer = Proxy(owning: made, on: display, destroy: zwlr_virtual_pointer_v1_destroy)
  }

  /// Moves it, in the units that windows are measured in.
  public func move(x: Double, y: Double, at time: Int64) throws(WaylandError) {
    try display.request {
      zwlr_virtual_pointer_v1_motion(pointer.pointer, milliseconds(time), fixed(x), fixed(y))
    }
  }

  /// Presses or releases a button.
  /// - Parameter code: as <linux/input-event-codes.h> numbers it: BTN_LEFT is 272.
  public func button(_ code: UInt32, isPressed: Bool, at time: Int64) throws(WaylandError) {
    let state = isPressed ? WL_POINTER_BUTTON_STATE_PRESSED : WL_POINTER_BUTTON_STATE_RELEASED
    try display.request {
      zwlr_virtual_pointer_v1_button(pointer.pointer, milliseconds(time), code, state.rawValue)
    }
  }

  /// Says what all scrolling of this frame is done with: before it.
  public func source(_ source: AxisSource) throws(WaylandError) {
    scrollingSource = source
    try display.request { send(source) }
  }

  /// Scrolls smoothly.
  /// - Parameter distance: in the units that windows are measured in; a wheel's step is 15.
  public func scroll(_ axis: Axis, by distance: Double, at time: Int64) throws(WaylandError) {
    try display.request {
      zwlr_virtual_pointer_v1_axis(pointer.pointer, milliseconds(time), axis.rawValue, fixed(distance))
      scrollingSource.map(send)
    }
  }

  /// Scrolls by steps of a wheel.
  /// - Parameter distance: of all steps together, as `scroll(_:by:at:)` takes it.
  public func scroll(_ axis: Axis, steps: Int32, by distance: Double, at time: Int64) throws(WaylandError) {
    try display.request {
      zwlr_virtual_pointer_v1_axis_discrete(
        pointer.pointer, milliseconds(time), axis.rawValue, fixed(distance), steps)
      scrollingSource.map(send)
    }
  }

  /// Ends scrolling with fingers, so that programs may go on by themselves.
  public func stop(_ axis: Axis, at time: Int64) throws(WaylandError) {
    try display.request {
      zwlr_virtual_pointer_v1_axis_stop(pointer.pointer, milliseconds(time), axis.rawValue)
      scrollingSource.map(send)
    }
  }

  /// Ends what belongs together.
  public func frame() throws(WaylandError) {
    scrollingSource = nil
    try display.request { zwlr_virtual_pointer_v1_frame(pointer.pointer) }
  }

  /// The source belongs to the whole frame, but wlroots keeps it for the axis that was last scrolled along: so it is
  /// said again behind each.
  private func send(_ source: AxisSource) {
    zwlr_virtual_pointer_v1_axis_source(pointer.pointer, source.rawValue)
  }
}

/// A number as the wire has it: 24 bits before the point and 8 behind. Larger ones are cut off; what is no number is 0.
private func fixed(_ number: Double) -> wl_fixed_t {
  number.isNaN ? 0 : wl_fixed_from_double(min(max(number, -8_388_607), 8_388_607))
}
