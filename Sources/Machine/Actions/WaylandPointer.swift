internal import Engine
internal import Linux
internal import Time
internal import Touch
internal import Wayland

/// A virtual pointer: buttons, wheels with whole clicks and fractions, scrolling as with fingers, and motion.
final class WaylandPointer {
  private let pointer: VirtualPointer
  /// The axes of finger scrolling that was not ended yet.
  private var scrolling: [VirtualPointer.Axis] = []

  /// - Throws: `WaylandError`.
  init(on display: WaylandDisplay) throws(WaylandError) { pointer = try VirtualPointer(on: display) }

  /// Presses or releases a button, moves, or scrolls.
  /// - Throws: `WaylandError`.
  func send(_ event: InputEvent) throws(WaylandError) {
    let time = Timestamp.now
    switch event {
    case .key(let event):
      try pointer.button(UInt32(event.key.number), isPressed: event.isDown, at: time)
      try pointer.frame()
    case .motion(let right, let down):
      try pointer.move(x: Double(right), y: Double(down), at: time)
      try pointer.frame()
    case .position(let position):
      try pointer.move(
        toX: UInt32(max(position.x, 0)), y: UInt32(max(position.y, 0)), of: UInt32(DesktopPosition.extent), at: time)
      try pointer.frame()
    case .wheel(let right, let up):
      try turn(.horizontal, by: right, at: time)
      try turn(.vertical, by: -up, at: time)
    case .scroll(let right, let down):
      try scroll(.horizontal, by: right, at: time)
      try scroll(.vertical, by: down, at: time)
    case .scrollEnd:
      for axis in scrolling {
        try frame(axis, .finger) { () throws(WaylandError) in try pointer.stop(axis, at: time) }
      }
      scrolling.removeAll(keepingCapacity: true)
    case .character: break
    }
  }

  /// Turns a wheel by 120ths of a click.
  private func turn(_ axis: VirtualPointer.Axis, by parts: Int32, at time: Timestamp) throws(WaylandError) {
    guard parts != 0 else { return }
    let distance = WheelUnits.distance(parts)
    let (clicks, rest) = parts.quotientAndRemainder(dividingBy: WheelUnits.perClick)
    try frame(axis, .wheel) { () throws(WaylandError) in
      if rest == 0 {
        try pointer.scroll(axis, steps: clicks, by: distance, at: time)
      } else {
        try pointer.scroll(axis, by: distance, at: time)
      }
    }
  }

  private func scroll(_ axis: VirtualPointer.Axis, by parts: Int32, at time: Timestamp) throws(WaylandError) {
    guard parts != 0 else { return }
    let distance = WheelUnits.distance(parts)
    try frame(axis, .finger) { () throws(WaylandError) in try pointer.scroll(axis, by: distance, at: time) }
    if !scrolling.contains(axis) { scrolling.append(axis) }
  }

  /// Sends one axis in a frame of its own, with its source before and after it: wlroots applies a source to the axis
  /// that it received last.
  private func frame(
    _ axis: VirtualPointer.Axis, _ source: VirtualPointer.AxisSource, _ body: () throws(WaylandError) -> Void
  ) throws(WaylandError) {
    try pointer.source(source)
    try body()
    try pointer.source(source)
    try pointer.frame()
  }
}
