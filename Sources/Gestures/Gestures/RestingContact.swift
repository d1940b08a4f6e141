public import Time
public import Touch

/// A contact that is down and does not move: a finger that rests, or a ghost, a drop of water or a defect.
public struct RestingContact: Hashable, Sendable {
  /// The time without movement after which a contact is stuck. Capacitive sensors take a touch for an object that
  /// obstructs them, and recalibrate, after 6 s (Atmel QTouch Library, Maximum ON Duration) to 30 s (AT42QT1070);
  /// nobody rests for so long to make a gesture.
  static let stuckTime = Duration.seconds(10)

  public let device: DeviceID
  /// The number of its finger on the device, in the order of the landings.
  public let finger: Int
  /// Its position, in mm.
  public let position: Point
  /// The same as shares of the device's width and height, 0 to 1.
  public let share: Point
  /// The time of its last movement, or of its landing.
  public let since: Timestamp

  /// The time from which it is stuck.
  public var stuckFrom: Timestamp { since + Self.stuckTime }
}

extension FingerTracker {
  /// The contacts that are down, in the order in which they landed.
  func restingContacts(on device: Device) -> [RestingContact] {
    let (width, height) = device.extent
    return fingers.filter { $0.whole == nil && $0.isContact }.map { finger in
      RestingContact(
        device: device.id, finger: finger.id, position: finger.position,
        share: Point(x: finger.position.x / width, y: finger.position.y / height), since: finger.restingSince)
    }
  }
}
