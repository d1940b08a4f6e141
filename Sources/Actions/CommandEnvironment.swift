public import Gestures
public import Linux
internal import Touch

/// The environment that commands are started with: the session's own, and what the hand did.
public struct CommandEnvironment: Sendable {
  /// What all commands get, each `NAME=value`.
  public let inherited: [String]

  /// Takes over `inherited`, each `NAME=value`, by default what this process was started with. Left out is what was
  /// meant for this process alone: a supervisor's socket, its listening sockets and its watchdog (sd_notify(3),
  /// sd_listen_fds(3)), and what a gesture before told the command that started us.
  public init(inheriting inherited: [String] = Environment.all()) {
    self.inherited = inherited.filter { entry in
      !["SLEIGHT_", "NOTIFY_SOCKET=", "LISTEN_", "WATCHDOG_"].contains { entry.hasPrefix($0) }
    }
  }

  /// All variables of a command for `gesture`, each `NAME=value`: SLEIGHT_GESTURE, _PHASE, _FINGERS, _DIRECTION,
  /// _TAPS, _STROKE, _STEPS, _DX and _DY in mm, _SCALE, _ROTATION in degrees, _SPEED in mm/s, _SCALE_SPEED in 1/s,
  /// _ROTATION_SPEED in degrees per second, _DEVICE. What the gesture does not have is not set.
  /// - Parameter device: the device's name.
  public func entries(for gesture: Gesture, device: String) -> [String] {
    var entries = inherited
    func add(_ name: String, _ value: String?) {
      if let value { entries.append("SLEIGHT_\(name)=\(value)") }
    }
    add("GESTURE", gesture.kind.rawValue)
    add("PHASE", gesture.phase.rawValue)
    add("FINGERS", "\(gesture.fingers)")
    add("DIRECTION", gesture.direction?.rawValue)
    add("TAPS", gesture.taps.map { "\($0)" })
    add("STROKE", gesture.stroke)
    add("STEPS", gesture.steps == 0 ? nil : "\(gesture.steps)")
    add("DX", Self.decimal(gesture.translation.dx, digits: 1))
    add("DY", Self.decimal(gesture.translation.dy, digits: 1))
    add("SCALE", gesture.scale.flatMap { Self.decimal($0, digits: 3) })
    add("ROTATION", gesture.rotation.flatMap { Self.decimal($0, digits: 1) })
    add("SPEED", Self.decimal(gesture.speed, digits: 1))
    add("SCALE_SPEED", gesture.scaleSpeed.flatMap { Self.decimal($0, digits: 3) })
    add("ROTATION_SPEED", gesture.rotationSpeed.flatMap { Self.decimal($0, digits: 1) })
    add("DEVICE", device)
    return entries
  }

  /// `value` with exactly `digits` behind the point, for programs that read no exponents; nil for what is no number of
  /// a size that a hand can reach.
  static func decimal(_ value: Double, digits: Int) -> String? {
    let unit = (0..<digits).reduce(1) { unit, _ in unit * 10 }
    guard let scaled = Int64(exactly: (value * Double(unit)).rounded()) else { return nil }
    let (whole, fraction) = scaled.magnitude.quotientAndRemainder(dividingBy: UInt64(unit))
    let tail = String(fraction)
    let zeros = String(repeating: "0", count: digits - tail.count)
    return "\(scaled < 0 ? "-" : "")\(whole).\(zeros)\(tail)"
  }
}
