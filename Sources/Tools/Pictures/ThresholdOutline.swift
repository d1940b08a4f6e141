internal import Diagnostics
internal import Gestures
internal import Touch

/// The outline of a threshold, drawn on the device in mm: the least distance that a gesture requires, or the most that
/// it allows.
struct ThresholdOutline: Hashable, Sendable {
  enum Shape: Hashable, Sendable {
    /// All points within the radius.
    case circle
    /// A part of the circle from one angle to another, in degrees clockwise from the right.
    case sector(from: Double, to: Double)
    /// A line from the centre at an angle.
    case spoke(Double)
  }

  var shape: Shape
  var centre: Point
  var radius: Double
  /// The label, for people; nil if another outline has it.
  var label: String?

  var labelPosition: Point { centre + Vector(clockwise: labelAngle) * radius }

  /// The angle of the label from the centre, in degrees clockwise from the right.
  var labelAngle: Double {
    switch shape {
    case .circle: 60
    case .sector(let from, let to): to - (to - from) / 8
    case .spoke(let angle): angle
    }
  }

  /// Two opposite corners of its bounding box.
  var bounds: [Point] {
    [Point(x: centre.x - radius, y: centre.y - radius), Point(x: centre.x + radius, y: centre.y + radius)]
  }
}

extension TouchEpisode {
  /// The thresholds of a pattern in this episode.
  /// - Parameter direction: the direction of the gesture; nil draws all possible ones.
  func thresholds(of pattern: Pattern, direction: Direction?) -> [ThresholdOutline] {
    switch pattern.outline {
    case .reach(let directions, let angles, let distance):
      // The direction of a gesture with several parts is that of the last one.
      return sectors(directions, angles, pattern.continuesOthers ? nil : direction, radius: distance)
    case .rest(let movement): return rests(within: movement)
    case .spreads(let scales):
      return scales.map { scale in
        let percent = "\(scale > 1 ? "+" : "-")\((abs(scale - 1) * 100).tenths) %"
        return ThresholdOutline(shape: .circle, centre: origin, radius: ring * scale, label: percent)
      }
    case .turn(let angle):
      let reach = max(ring, 1) * 1.25
      return [-1.0, 0, 1].map { sign in
        let label = sign == 0 ? nil : "\(sign < 0 ? "-" : "+")\(angle.tenths)°"
        return ThresholdOutline(shape: .spoke(firstAngle + sign * angle), centre: origin, radius: reach, label: label)
      }
    case .none: return []
    }
  }

  private func sectors(
    _ directions: Directions, _ angles: [AngleRange], _ direction: Direction?, radius: Millimetres
  ) -> [ThresholdOutline] {
    func threshold(_ shape: ThresholdOutline.Shape, _ name: String?) -> ThresholdOutline {
      let label = [name, radius.text].compactMap { $0 }.joined(separator: " ")
      return ThresholdOutline(shape: shape, centre: origin, radius: radius.value, label: label)
    }
    func sectors(_ directions: Directions) -> [ThresholdOutline] {
      let cone = Thresholds.deviation
      return directions.members.map { threshold(.sector(from: $0.angle - cone, to: $0.angle + cone), $0.name.rawValue) }
    }
    let gone = Directions(direction)
    guard gone.isEmpty || gone.isDisjoint(with: directions) else { return sectors(gone) }
    if directions == .any { return [threshold(.circle, nil)] }
    // Angles in rules are counterclockwise.
    let ranges = angles.map { range in
      threshold(
        .sector(from: -range.to, to: range.from <= range.to ? -range.from : 360 - range.from),
        "\(Tenths(range.from).text)°-\(Tenths(range.to).text)°")
    }
    return sectors(directions) + ranges
  }

  /// The distances that fingers may move from their landings; of a touchpad, only the centroid is known.
  private func rests(within movement: Millimetres) -> [ThresholdOutline] {
    let landings = contacts.isEmpty ? [origin] : contacts.map { $0.positions[0].value }
    return landings.enumerated().map { index, landing in
      let label = index == 0 ? movement.text : nil
      return ThresholdOutline(shape: .circle, centre: landing, radius: movement.value, label: label)
    }
  }

  /// The distance of the fingers, or of the imaginary ones, from their centroid at the start.
  private var ring: Double { contacts.isEmpty ? Self.pairRadius : radius }

  /// The angle of the first finger at the start, in degrees clockwise from the right.
  private var firstAngle: Double {
    guard let first = contacts.first?.positions[0].value else { return Self.pairAngle }
    return (first - origin).angle
  }
}
