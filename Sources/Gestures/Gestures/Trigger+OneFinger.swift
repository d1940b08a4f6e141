public import Touch

extension [Trigger] {
  /// True if a gesture of one finger that lands at `start` is among them. Without one, a finger on a touchpad moves the
  /// pointer.
  /// - Parameter start: the landing in millimetres; nil if it is unknown.
  public func includeOneFinger(from start: Point? = nil, on device: Device) -> Bool {
    contains { trigger in
      trigger.fingers.contains(1) && (start.map { trigger.start?.contains([$0], on: device) ?? true } ?? true)
        && trigger.includes(device)
    }
  }
}
