public import Engine
internal import Gestures
public import Linux
internal import Rules
internal import Touch

/// The environment of commands: the inherited variables, and those that describe the gesture and the situation.
public enum CommandEnvironment {
  /// The maximum length in bytes of a name or title from outside: a window title may be longer than a command line may
  /// be.
  static let longestText = 4096

  /// The variables of all commands: those of `inherited` (each `NAME=value`; by default this process's environment)
  /// without those meant for this process alone: a supervisor's socket, listening sockets and watchdog (sd_notify(3),
  /// sd_listen_fds(3)), and the gesture of a command that started this process.
  public static func shared(_ inherited: [String] = Environment.all()) -> [String] {
    inherited.filter { entry in
      !["SLEIGHT_", "NOTIFY_SOCKET=", "LISTEN_", "WATCHDOG_"].contains { entry.hasPrefix($0) }
    }
  }

  /// The variables of one command: SLEIGHT_RULE and _NAME, _GESTURE, _PHASE, _FINGERS, _DIRECTION, _TAPS, _STROKE,
  /// _STEPS, _DX, _DY, _X and _Y in mm, _X_SHARE and _Y_SHARE of the device's width and height, _POSITIONS and
  /// _POSITION_SHARES of the fingers, _SCALE, _ROTATION in degrees, _SPEED, _VX and _VY in mm/s, _SCALE_SPEED in 1/s,
  /// _ROTATION_SPEED in degrees per second, _PROJECTED_DX, _DY, _SCALE and _ROTATION where the fingers would come to
  /// rest, _DEVICE, _MODE, _APP, _TITLE, _UNDER_APP and _UNDER_TITLE. A variable is not set if the gesture does not
  /// have the property or it is unknown.
  public static func variables(for context: ActionContext, steps: Int) -> EnvironmentVariables {
    let gesture = context.gesture
    var variables = EnvironmentVariables()
    func set(_ name: String, _ value: String?) {
      if let value { variables.set(name, to: value, limit: longestText) }
    }
    set("SLEIGHT_RULE", context.location)
    set("SLEIGHT_NAME", context.name)
    set("SLEIGHT_GESTURE", gesture.kind.rawValue)
    set("SLEIGHT_PHASE", gesture.phase.rawValue)
    set("SLEIGHT_FINGERS", "\(gesture.fingers)")
    set("SLEIGHT_DIRECTION", gesture.direction?.rawValue)
    set("SLEIGHT_TAPS", gesture.taps.map { "\($0)" })
    set("SLEIGHT_STROKE", gesture.stroke)
    set("SLEIGHT_STEPS", steps == 0 ? nil : "\(steps)")
    set("SLEIGHT_DX", decimal(gesture.translation.dx, digits: 1))
    set("SLEIGHT_DY", decimal(gesture.translation.dy, digits: 1))
    set("SLEIGHT_SCALE", gesture.scale.flatMap { decimal($0, digits: 3) })
    set("SLEIGHT_ROTATION", gesture.rotation.flatMap { decimal($0, digits: 1) })
    set("SLEIGHT_SPEED", decimal(gesture.speed, digits: 1))
    set("SLEIGHT_VX", decimal(gesture.velocity.dx, digits: 1))
    set("SLEIGHT_VY", decimal(gesture.velocity.dy, digits: 1))
    if let position = gesture.position, let share = gesture.share {
      set("SLEIGHT_X", decimal(position.x, digits: 1))
      set("SLEIGHT_Y", decimal(position.y, digits: 1))
      set("SLEIGHT_X_SHARE", decimal(share.x, digits: 4))
      set("SLEIGHT_Y_SHARE", decimal(share.y, digits: 4))
      set("SLEIGHT_POSITIONS", list(gesture.positions, digits: 1))
      set("SLEIGHT_POSITION_SHARES", list(gesture.positions.lazy.compactMap { gesture.share(of: $0) }, digits: 4))
    }
    if !gesture.positions.isEmpty {
      let fingers = gesture.positions.indices
      set("SLEIGHT_FINGER_PHASES", fingers.map { gesture.positions.phase(at: $0).name }.joined(separator: " "))
      let pressures = fingers.compactMap { gesture.positions.pressure(at: $0) }
      let text = pressures.compactMap { decimal($0, digits: 2) }.joined(separator: " ")
      set("SLEIGHT_PRESSURES", pressures.count == fingers.count ? text : nil)
    }
    set("SLEIGHT_SCALE_SPEED", gesture.scaleSpeed.flatMap { decimal($0, digits: 3) })
    set("SLEIGHT_ROTATION_SPEED", gesture.rotationSpeed.flatMap { decimal($0, digits: 1) })
    if gesture.isProjected {
      set("SLEIGHT_PROJECTED_DX", decimal(gesture.projectedTranslation.dx, digits: 1))
      set("SLEIGHT_PROJECTED_DY", decimal(gesture.projectedTranslation.dy, digits: 1))
      set("SLEIGHT_PROJECTED_SCALE", gesture.projectedScale.flatMap { decimal($0, digits: 3) })
      set("SLEIGHT_PROJECTED_ROTATION", gesture.projectedRotation.flatMap { decimal($0, digits: 1) })
    }
    set("SLEIGHT_DEVICE", context.device.isEmpty ? nil : context.device)
    set("SLEIGHT_MODE", context.situation.mode)
    set("SLEIGHT_APP", context.situation.app)
    set("SLEIGHT_TITLE", context.situation.title)
    set("SLEIGHT_UNDER_APP", context.situation.touched?.app)
    set("SLEIGHT_UNDER_TITLE", context.situation.touched?.title)
    return variables
  }

  /// The positions as `x,y`, with spaces between them; nil if there are none.
  private static func list(_ positions: some Sequence<Point>, digits: Int) -> String? {
    let texts = positions.compactMap { position -> String? in
      guard let x = decimal(position.x, digits: digits), let y = decimal(position.y, digits: digits) else { return nil }
      return "\(x),\(y)"
    }
    return texts.isEmpty ? nil : texts.joined(separator: " ")
  }

  /// `value` with exactly `digits` decimal places, for programs that cannot read exponents; nil if it is no number or
  /// out of range.
  static func decimal(_ value: Double, digits: Int) -> String? {
    let unit = (0..<digits).reduce(1) { unit, _ in unit * 10 }
    guard let scaled = Int64(exactly: (value * Double(unit)).rounded()) else { return nil }
    // Room for a sign, the up to 19 digits and the decimal point; written from the end, then reversed.
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
