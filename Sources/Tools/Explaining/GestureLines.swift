public import Gestures
public import JSONLines
public import Rules
internal import RulesFile
public import Time
public import Touch

/// The JSON lines about a gesture, for programs that read `monitor`, `replay` or `follow`.
public enum GestureLines {
  /// The lines of a gesture and of each action of its rule.
  /// - Parameters:
  ///   - device: the name of the device.
  ///   - rule: the rule that acts; nil if none does.
  ///   - under: the window under the fingers; nil if no rule depends on it.
  ///   - hasPositions: true to add the positions of the fingers; the daemon tells its followers none.
  public static func of(
    _ gesture: Gesture, device: String, rule: Rule?, under: JSONValue?, hasPositions: Bool = false
  ) -> [String] {
    let line = line(
      of: gesture, device: device, rule: rule?.location, name: rule?.name, definition: rule?.definition, under: under,
      hasPositions: hasPositions)
    return [line]
      + (rule?.actions(for: gesture) ?? []).map { action in
        var line = JSONLine()
        line.add("t", gesture.time.microseconds)
        line.add("action", action.json)
        line.add("rule", rule.map { .string($0.location) } ?? .null)
        return line.text
      }
  }

  /// The line of a gesture.
  /// - Parameters:
  ///   - device: the name of the device.
  ///   - rule: the source location of the rule that acts; nil if none does.
  ///   - name: the name of the rule.
  ///   - definition: the definition that the rule uses.
  ///   - under: the window under the fingers; nil if no rule depends on it.
  ///   - hasPositions: true to add the positions of the fingers.
  public static func line(
    of gesture: Gesture, device: String, rule: String?, name: String?, definition: String?, under: JSONValue?,
    hasPositions: Bool
  ) -> String {
    var line = JSONLine()
    line.add("t", gesture.time.microseconds)
    line.add("gesture", gesture.kind.rawValue)
    if let definition { line.add("definition", definition) }
    line.add("phase", gesture.phase.rawValue)
    line.add("fingers", gesture.fingers)
    if let direction = gesture.direction { line.add("direction", direction.rawValue) }
    if let taps = gesture.taps { line.add("taps", taps) }
    if let stroke = gesture.stroke { line.add("stroke", stroke) }
    if gesture.steps != 0 { line.add("steps", gesture.steps) }
    line.add("dx", gesture.translation.dx, decimals: 1)
    line.add("dy", gesture.translation.dy, decimals: 1)
    line.add("speed", gesture.speed, decimals: 1)
    line.add("vx", gesture.velocity.dx, decimals: 1)
    line.add("vy", gesture.velocity.dy, decimals: 1)
    if hasPositions { addPositions(of: gesture, to: &line) }
    if !gesture.positions.isEmpty { addFingers(of: gesture, to: &line) }
    if let scale = gesture.scale { line.add("scale", scale, decimals: 3) }
    if let rotation = gesture.rotation { line.add("rotation", rotation, decimals: 1) }
    if let speed = gesture.scaleSpeed { line.add("scale_speed", speed, decimals: 3) }
    if let speed = gesture.rotationSpeed { line.add("rotation_speed", speed, decimals: 1) }
    if gesture.isProjected {
      line.add("projected_dx", gesture.projectedTranslation.dx, decimals: 1)
      line.add("projected_dy", gesture.projectedTranslation.dy, decimals: 1)
      if let scale = gesture.projectedScale { line.add("projected_scale", scale, decimals: 3) }
      if let rotation = gesture.projectedRotation { line.add("projected_rotation", rotation, decimals: 1) }
    }
    line.add("device", device)
    line.add("rule", rule.map { .string($0) } ?? .null)
    if let name { line.add("name", name) }
    if let under { line.add("under", under) }
    return line.text
  }

  private static func addFingers(of gesture: Gesture, to line: inout JSONLine) {
    line.add("finger_phases", .array(gesture.positions.indices.map { .string(gesture.positions.phase(at: $0).name) }))
    let pressures = gesture.positions.indices.compactMap { gesture.positions.pressure(at: $0) }
    if pressures.count == gesture.positions.count {
      line.add("pressures", .array(pressures.map { .number(($0 * 100).rounded() / 100) }))
    }
  }

  /// The line of the gesture that fingers are near to.
  /// - Parameters:
  ///   - approach: nil if they are near to none any more.
  ///   - rule: the rule that would act.
  ///   - position: of the fingers on a touchscreen; nil if it is unknown.
  ///   - lift: once the fingers have lifted, true if a rule has acted.
  public static func line(
    of approach: Approach?, by rule: Rule?, at position: DesktopPosition?, device: String, lift: Bool?, time: Timestamp
  ) -> String {
    var line = JSONLine()
    line.add("t", time.microseconds)
    line.add("progress", approach.map { .string($0.kind.rawValue) } ?? .null)
    if let approach {
      line.add("fingers", approach.fingers)
      line.add("reached", approach.amount.reached, decimals: 1)
      line.add("limit", approach.amount.limit, decimals: 1)
      line.add("unit", approach.amount.unit.rawValue)
    }
    if let share = position?.share {
      line.add("desktop_x", share.x, decimals: 4)
      line.add("desktop_y", share.y, decimals: 4)
    }
    line.add("device", device)
    if let hasActed = lift {
      line.add("lifted", true)
      line.add("acted", hasActed)
    }
    if let rule {
      line.add("rule", rule.location)
      if let name = rule.name { line.add("name", name) }
      line.add("does", rule.reaction.texts.joined(separator: "; "))
    }
    return line.text
  }

  /// Adds the position of the gesture and those of its fingers, in millimetres and as shares of the device.
  private static func addPositions(of gesture: Gesture, to line: inout JSONLine) {
    guard let position = gesture.position, let share = gesture.share else { return }
    line.add("x", position.x, decimals: 1)
    line.add("y", position.y, decimals: 1)
    line.add("x_share", share.x, decimals: 4)
    line.add("y_share", share.y, decimals: 4)
    guard !gesture.positions.isEmpty else { return }
    func list(_ points: some Sequence<Point>, decimals: Int) -> JSONValue {
      .array(
        points.map { .array([.number($0.x.rounded(decimals: decimals)), .number($0.y.rounded(decimals: decimals))]) })
    }
    line.add("positions", list(gesture.positions, decimals: 1))
    line.add("position_shares", list(gesture.positions.lazy.compactMap { gesture.share(of: $0) }, decimals: 4))
  }
}

extension Double {
  /// The number with so many decimal places.
  fileprivate func rounded(decimals: Int) -> Double {
    let unit = (0..<decimals).reduce(1.0) { unit, _ in unit * 10 }
    return (self * unit).rounded() / unit
  }
}
