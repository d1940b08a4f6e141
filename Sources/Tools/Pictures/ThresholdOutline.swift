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
    switch pattern {
    case .swipe(let swipe):
      // The direction of the gesture is that of the last leg, and the outline is around the beginning of the first.
      let direction = swipe.legs == 1 ? direction : nil
      return sectors(swipe.directions, swipe.angles, direction, radius: swipe.distance)
    // Its path is not that of all fingers.
    case .pan(let pan) where pan.anchor > 0: return []
    case .pan(let pan):
      return sectors(pan.allDirections, pan.angles, direction, radius: pan.distance)
    case .tap(let tap): return rests(within: tap.movement)
    case .longPress(let press):
      return press.moved.map { thresholds(of: .swipe($0), direction: nil) } ?? rests(within: press.movement)
    case .pinch(let pinch): return rings(pinch)
    case .rotate(let rotate):
      let reach = max(ring, 1) * 1.25
      return [-1.0, 0, 1].map { sign in
        let label = sign == 0 ? nil : "\(sign < 0 ? "-" : "+")\(Tenths(rotate.angle).text)°"
        return ThresholdOutline(
          shape: .spoke(firstAngle + sign * rotate.angle), centre: origin, radius: reach, label: label)
      }
    default: return []
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

  private func rings(_ pinch: PinchPattern) -> [ThresholdOutline] {
    let directions = pinch.allDirections
    let percent = Tenths(pinch.change * 100).text
    var rings: [ThresholdOutline] = []
    if directions.contains(.outwards) {
      rings.append(
        ThresholdOutline(shape: .circle, centre: origin, radius: ring * (1 + pinch.change), label: "+\(percent) %"))
    }
    if directions.contains(.inwards), pinch.change < 1 {
      rings.append(
        ThresholdOutline(shape: .circle, centre: origin, radius: ring * (1 - pinch.change), label: "-\(percent) %"))
    }
    return rings
  }

  /// The distance of the fingers, or of the imaginary ones, from their centroid at the start.
  private var ring: Double { contacts.isEmpty ? Self.pairRadius : radius }

  /// The angle of the first finger at the start, in degrees clockwise from the right.
  private var firstAngle: Double {
    guard let first = contacts.first?.positions[0].value else { return Self.pairAngle }
    return (first - origin).angle
  }
}

extension Pattern {
  /// The thresholds, for people.
  var limits: String {
    switch self {
    case .tap(let pattern):
      return
        "touches of at most \((pattern.within ?? TapPattern.longest).milliseconds) that move at most \(pattern.movement.text)"
    case .longPress(let pattern):
      return (pattern.moved.map { Pattern.swipe($0).limits + ", then " } ?? "")
        + "a rest of \(pattern.duration.milliseconds) that moves at most \(pattern.movement.text)"
    case .swipe(let pattern):
      return "\(pattern.distance.text) within \(pattern.within.milliseconds)"
        + (pattern.legs > 1 ? " in each of \(pattern.legs) directions" : "")
    case .pan(let pattern):
      return (pattern.taps > 0 ? "after \(counted(pattern.taps, "tap")), " : "") + pattern.distance.text
        + (pattern.anchor > 0 ? " beside a finger that rests" : "")
        + (pattern.step.map { ", then \($0.text) per step" } ?? "")
    case .pinch(let pattern):
      let step = pattern.step.map { ", then \(Tenths($0 * 100).text)\u{a0}% per step" } ?? ""
      return "\(Tenths(pattern.change * 100).text)\u{a0}%\(step)"
    case .rotate(let pattern):
      return "\(Tenths(pattern.angle).text)°" + (pattern.step.map { ", then \(Tenths($0).text)° per step" } ?? "")
    case .circle(let pattern):
      return "a turn of the path by \(Tenths(pattern.angle).text)°"
        + (pattern.step.map { ", then \(Tenths($0).text)° per step" } ?? "")
    case .stroke(let pattern): return "the shape '\(pattern.name)'"
    case .press(let pattern):
      return pattern.force == .click ? "the button under the touchpad" : "harder than the fingers rest"
    case .tipTap: return "a tap beside fingers that rest"
    case .touch: return "fingers that are down"
    }
  }
}
