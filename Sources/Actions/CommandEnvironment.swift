public import Engine
internal import Gestures
public import Linux
internal import Rules
internal import Touch

/// The environment that commands are started with: the session's own, and what the hand did where.
public enum CommandEnvironment {
  /// The most bytes of a name or title from outside: what a window calls itself may be longer than a command line.
  static let longestText = 4096

  /// What all commands get of `inherited`, each `NAME=value`, by default what this process was started with. Left out is
  /// what was meant for this process alone: a supervisor's socket, its listening sockets and its watchdog
  /// (sd_notify(3), sd_listen_fds(3)), and what a gesture before told the command that started us.
  public static func shared(_ inherited: [String] = Environment.all()) -> [String] {
    inherited.filter { entry in
      !["SLEIGHT_", "NOTIFY_SOCKET=", "LISTEN_", "WATCHDOG_"].contains { entry.hasPrefix($0) }
    }
  }

  /// What a command gets besides: SLEIGHT_RULE and _NAME, _GESTURE, _PHASE, _FINGERS, _DIRECTION, _TAPS, _STROKE,
  /// _STEPS, _DX and _DY in mm, _SCALE, _ROTATION in degrees, _SPEED in mm/s, _SCALE_SPEED in 1/s, _ROTATION_SPEED in
  /// degrees per second, _DEVICE, _MODE, _APP and _TITLE. What the gesture does not have, and what is not known, is not
  /// set.
  public static func variables(for context: ActionContext) -> EnvironmentVariables {
    let gesture = context.gesture
    var variables = EnvironmentVariables()
    func set(_ name: String, _ value: String?) {
      if let value { variables.set(name, to: value, limit: longestText) }
    }
    set("SLEIGHT_RULE", context.place)
    set("SLEIGHT_NAME", context.name)
    set("SLEIGHT_GESTURE", gesture.kind.rawValue)
    set("SLEIGHT_PHASE", gesture.phase.rawValue)
    set("SLEIGHT_FINGERS", "\(gesture.fingers)")
    set("SLEIGHT_DIRECTION", gesture.direction?.rawValue)
    set("SLEIGHT_TAPS", gesture.taps.map { "\($0)" })
    set("SLEIGHT_STROKE", gesture.stroke)
    set("SLEIGHT_STEPS", gesture.steps == 0 ? nil : "\(gesture.steps)")
    set("SLEIGHT_DX", decimal(gesture.translation.dx, digits: 1))
    set("SLEIGHT_DY", decimal(gesture.translation.dy, digits: 1))
    set("SLEIGHT_SCALE", gesture.scale.flatMap { decimal($0, digits: 3) })
    set("SLEIGHT_ROTATION", gesture.rotation.flatMap { decimal($0, digits: 1) })
    set("SLEIGHT_SPEED", decimal(gesture.speed, digits: 1))
    set("SLEIGHT_SCALE_SPEED", gesture.scaleSpeed.flatMap { decimal($0, digits: 3) })
    set("SLEIGHT_ROTATION_SPEED", gesture.rotationSpeed.flatMap { decimal($0, digits: 1) })
    set("SLEIGHT_DEVICE", context.device.isEmpty ? nil : context.device)
    set("SLEIGHT_MODE", context.situation.mode)
    set("SLEIGHT_APP", context.situation.app)
    set("SLEIGHT_TITLE", context.situation.title)
    return variables
  }

  /// `value` with exactly `digits` behind the point, for programs that read no exponents; nil for what is no number of
  /// a size that a hand can reach.
  static func decimal(_ value: Double, digits: Int) -> String? {
    let unit = (0..<digits).reduce(1) { unit, _ in unit * 10 }
    guard let scaled = Int64(exactly: (value * Double(unit)).rounded()) else { return nil }
    // A sign, the 19 digits that there can be, and the point: written from the end, then turned round.
    return String(unsafeUninitializedCapacity: 21 + digits) { bytes in
      var (rest, count) = (scaled.magnitude, 0)
      func put(_ byte: UInt8) {
        bytes.initializeElement(at: count, to: byte)
        count += 1
      }
      repeat {
        put(UInt8(ascii: "0") + UInt8(rest % 10))
        rest /= 10
        if count == digits { put(UInt8(ascii: ".")) }
      } while rest > 0 || count <= digits + 1
      if scaled < 0 { put(UInt8(ascii: "-")) }
      var written = bytes[..<count]
      written.reverse()
      return count
    }
  }
}
