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
  /// _STEPS, _DX, _DY, _X and _Y in mm, _X_SHARE and _Y_SHARE of the device's width and height, _POSITIONS,
  /// _POSITION_SHARES, _FINGER_PHASES and _PRESSURES of the fingers, _SCALE, _ROTATION in degrees, _SPEED, _VX and _VY
  /// in mm/s, _SCALE_SPEED in 1/s, _ROTATION_SPEED in degrees per second, _PROJECTED_DX, _DY, _SCALE and _ROTATION
  /// where the fingers would come to rest, _DEVICE, _MODE, _APP, _TITLE, _UNDER_APP and _UNDER_TITLE. A variable is not
  /// set if the gesture does not have the property or it is unknown.
  public static func variables(for context: ActionContext, steps: Int) -> EnvironmentVariables {
    let gesture = context.gesture
    var variables = EnvironmentVariables()
    func set(_ name: StaticString, _ value: String?) {
      if let value { variables.set(name, to: value, limit: longestText) }
    }
    func set(_ name: StaticString, _ value: Double?, digits: Int) {
      if let value { variables.set(name) { append(value, digits: digits, to: &$0) } }
    }
    func set(_ name: StaticString, _ positions: some Sequence<Point>, digits: Int) {
      variables.set(name) { append(positions, digits: digits, to: &$0) }
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
    set("SLEIGHT_DX", gesture.translation.dx, digits: 1)
    set("SLEIGHT_DY", gesture.translation.dy, digits: 1)
    set("SLEIGHT_SCALE", gesture.scale, digits: 3)
    set("SLEIGHT_ROTATION", gesture.rotation, digits: 1)
    set("SLEIGHT_SPEED", gesture.speed, digits: 1)
    set("SLEIGHT_VX", gesture.velocity.dx, digits: 1)
    set("SLEIGHT_VY", gesture.velocity.dy, digits: 1)
    if let position = gesture.position, let share = gesture.share {
      set("SLEIGHT_X", position.x, digits: 1)
      set("SLEIGHT_Y", position.y, digits: 1)
      set("SLEIGHT_X_SHARE", share.x, digits: 4)
      set("SLEIGHT_Y_SHARE", share.y, digits: 4)
      set("SLEIGHT_POSITIONS", gesture.positions, digits: 1)
      set("SLEIGHT_POSITION_SHARES", gesture.positions.lazy.compactMap { gesture.share(of: $0) }, digits: 4)
    }
    let positions = gesture.positions
    if !positions.isEmpty {
      variables.set("SLEIGHT_FINGER_PHASES") { bytes in
        append(positions.indices, to: &bytes) { index, bytes in
          bytes.append(contentsOf: positions.phase(at: index).name.utf8)
          return true
        }
      }
      variables.set("SLEIGHT_PRESSURES") { bytes in
        append(positions.indices, to: &bytes) { index, bytes in
          positions.pressure(at: index).map { append($0, digits: 2, to: &bytes) } ?? false
        }
      }
    }
    set("SLEIGHT_SCALE_SPEED", gesture.scaleSpeed, digits: 3)
    set("SLEIGHT_ROTATION_SPEED", gesture.rotationSpeed, digits: 1)
    if gesture.isProjected {
      set("SLEIGHT_PROJECTED_DX", gesture.projectedTranslation.dx, digits: 1)
      set("SLEIGHT_PROJECTED_DY", gesture.projectedTranslation.dy, digits: 1)
      set("SLEIGHT_PROJECTED_SCALE", gesture.projectedScale, digits: 3)
      set("SLEIGHT_PROJECTED_ROTATION", gesture.projectedRotation, digits: 1)
    }
    set("SLEIGHT_DEVICE", context.device.isEmpty ? nil : context.device)
    set("SLEIGHT_MODE", context.situation.mode)
    set("SLEIGHT_APP", context.situation.app)
    set("SLEIGHT_TITLE", context.situation.title)
    set("SLEIGHT_UNDER_APP", context.situation.touched?.app)
    set("SLEIGHT_UNDER_TITLE", context.situation.touched?.title)
    return variables
  }

  /// Appends `elements`, each by `write`, with spaces between them.
  /// - Returns: false if there are none, or if `write` returns false.
  private static func append<Elements: Sequence>(
    _ elements: Elements, to bytes: inout [UInt8], _ write: (Elements.Element, inout [UInt8]) -> Bool
  ) -> Bool {
    let start = bytes.count
    for element in elements {
      if bytes.count > start { bytes.append(UInt8(ascii: " ")) }
      guard write(element, &bytes) else { return false }
    }
    return bytes.count > start
  }

  /// Appends positions as `x,y`, with spaces between them.
  /// - Returns: false if there are none, or if one has no position.
  private static func append(_ positions: some Sequence<Point>, digits: Int, to bytes: inout [UInt8]) -> Bool {
    append(positions, to: &bytes) { position, bytes in
      guard append(position.x, digits: digits, to: &bytes) else { return false }
      bytes.append(UInt8(ascii: ","))
      return append(position.y, digits: digits, to: &bytes)
    }
  }

  /// Appends `value` with exactly `digits` decimal places, for programs that cannot read exponents.
  /// - Returns: false if it is no number or out of range.
  static func append(_ value: Double, digits: Int, to bytes: inout [UInt8]) -> Bool {
    let unit = (0..<digits).reduce(1) { unit, _ in unit * 10 }
    guard let scaled = Int64(exactly: (value * Double(unit)).rounded()) else { return false }
    if scaled < 0 { bytes.append(UInt8(ascii: "-")) }
    // Written from the end, then reversed: in place, which a slice of the array would copy for.
    let start = bytes.count
    var rest = scaled.magnitude
    repeat {
      bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
      if bytes.count - start == digits { bytes.append(UInt8(ascii: ".")) }
    } while rest > 0 || bytes.count - start <= digits + 1
    var (first, last) = (start, bytes.count - 1)
    while first < last {
      bytes.swapAt(first, last)
      (first, last) = (first + 1, last - 1)
    }
    return true
  }
}
