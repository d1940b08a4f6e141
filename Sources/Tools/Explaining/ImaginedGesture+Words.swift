internal import Diagnostics
internal import Gestures
public import Rules
internal import RulesFile
internal import Time
public import Touch

/// The amounts of gestures, if not stated.
private enum Default {
  /// The distance of a swipe or pan, and the longer side of a drawing, in mm.
  static let distance = 40.0
  /// The speed of a swipe in mm/s.
  static let swipeSpeed = 200.0
  /// The speed of a pan in mm/s.
  static let panSpeed = 100.0
  /// The final distance between the fingers of a pinch, as a multiple of the initial one.
  static let scale = (inwards: 0.5, outwards: 2.0)
  /// The angle of a rotation in degrees.
  static let angle = 90.0
  /// The angle of a circle in degrees.
  static let round = 360.0
  static let pinchDuration = Duration.milliseconds(400)
  static let drawingDuration = Duration.milliseconds(1_000)
}

extension ImaginedGesture {
  /// The size of a device, if the rules file does not state it.
  private static let defaultSize = Size(width: 300, height: 190)

  /// Creates the gesture that `words` describe. Omitted amounts have defaults: a swipe of 40 mm at 200 mm/s.
  /// - Parameters:
  ///   - words: the words of a rule for the gesture.
  ///   - rules: rules whose shapes may be named besides the built-in ones, and which state properties of the device.
  ///   - touchpads: the connected touchpads, of which the one that tells the most fingers is imagined.
  public init(
    _ words: GestureWords, with rules: RuleSet, touchpads: [Device] = []
  ) throws(GestureWords.Misunderstanding) {
    let trigger = try words.trigger(strokesOf: rules)
    guard trigger.fingers.count == 1 else {
      throw .init("specify one number of fingers, not \(Phrase.range(trigger.fingers))")
    }
    kind = trigger.pattern.kind
    fingers = trigger.fingers.lowerBound
    if case .pan(let pattern) = trigger.pattern { (anchor, tapsBefore) = (pattern.anchor, pattern.taps) }
    start = trigger.start
    apart = trigger.apart
    movement = try Self.movement(trigger.pattern, words)
    let kinds = trigger.devices.compactMap { filter in if case .kind(let kind) = filter { kind } else { nil } }
    let names = trigger.devices.compactMap { filter in if case .named(let name) = filter { name } else { nil } }
    guard kinds.count <= 1, names.count <= 1 else { throw .init("specify one device") }
    // Gestures that touchpads do not report are most likely meant for a touchscreen, and so is one finger at an edge.
    let isReported =
      Reachability.obstacle(
        to: Trigger(trigger.pattern, fingers: trigger.fingers, devices: [.kind(.touchpad)], start: start)) == nil
      && (fingers > 1 || start == nil) && fingers <= Trigger.handFingers
    let device = kinds.first ?? (isReported ? .touchpad : .touchscreen)
    var imagined = Device(
      id: DeviceID(0), name: names.first ?? "", kind: device, size: Self.defaultSize,
      contacts: device == .touchpad && rules.mayReadContacts ? .all : nil)
    let present = touchpads.filter { pad in
      pad.contacts != nil && names.allSatisfy { Wildcard($0).matches(pad.name) }
    }.max { ($0.contacts?.mostFingers ?? 0) < ($1.contacts?.mostFingers ?? 0) }
    if let present, imagined.contacts != nil { (imagined.contacts, model) = (present.contacts, present.name) }
    let stated = rules.devices.properties(of: imagined)
    let turn = stated.orientation.map { SurfaceTurn($0) } ?? .none
    if let adjustment = SurfaceAdjustment(of: imagined, size: stated.size, turn: turn) {
      imagined = adjustment.adjusted(imagined)
    }
    isIgnored = stated.isIgnored == true
    self.device = imagined
    let given = ([.distance, .speed, .within] as [Word]).filter { words[$0] != nil }
    assumed = Set([Reason.Kind.distance, .speed, .time]).subtracting(
      given.flatMap { $0 == .distance ? [.distance] : [Reason.Kind.speed, .time] })
    if words[.apart] == nil { assumed.insert(.apart) }
    if kind == .longPress, words.value != nil { assumed = [] }
    let head = [kind.rawValue, words.value ?? words.defaultValue].compactMap { $0 }.joined(separator: " ")
    let keys: [Word] = [.distance, .speed, .within, .taps, .moved, .anchor, .edge, .corner, .zone, .apart]
    let others = keys.compactMap { key in words[key].map { "\(key.name) \($0.joined(separator: " and "))" } }
    let place = "on a \(device.rawValue)" + (names.first.map { " '\($0)'" } ?? "")
    text = ([head, counted(fingers, "finger")] + others + [place]).joined(separator: ", ")
  }

  private static func movement(
    _ pattern: Pattern, _ words: GestureWords
  ) throws(GestureWords.Misunderstanding) -> Movement {
    switch pattern {
    case .tap(let pattern):
      if words[.distance] != nil { throw .init("'distance' does not apply to taps") }
      return .taps(pattern.taps, each: pattern.within ?? IdealHand.tapDuration)
    case .longPress(let pattern):
      guard let moved = pattern.moved else { return .rest(pattern.duration, taps: pattern.taps) }
      return .path(try legs(moved, words), speed: Default.swipeSpeed, rest: pattern.duration)
    case .swipe(let pattern) where pattern.legs > 1:
      return .path(try legs(pattern, words), speed: pattern.speed?.typical ?? Default.swipeSpeed, rest: .zero)
    case .swipe(let pattern):
      let distance = words[.distance] == nil ? Default.distance : pattern.distance.value
      guard words[.speed] == nil || words[.within] == nil else {
        throw .init("specify either 'speed' or 'within', not both")
      }
      let speed = words[.within] == nil ? pattern.speed?.typical : distance / max(pattern.within.inSeconds, 0.001)
      let direction = try direction(pattern.directions, pattern.angles, words)
      return .line(direction * distance, speed: speed ?? Default.swipeSpeed)
    case .pan(let pattern):
      let distance = words[.distance] == nil ? Default.distance : pattern.distance.value
      let direction = try direction(pattern.directions, pattern.angles, words)
      return .line(direction * distance, speed: pattern.speed?.typical ?? Default.panSpeed)
    case .pinch(let pattern):
      guard pattern.directions != .any else { throw ambiguousDirection(words, .pinch) }
      let isInwards = pattern.directions == .inwards
      let usual = isInwards ? Default.scale.inwards : Default.scale.outwards
      let wanted = isInwards ? 1 - pattern.change : 1 + pattern.change
      return .pinch(scale: words[.distance] == nil ? usual : wanted, lasting: pattern.within ?? Default.pinchDuration)
    case .rotate(let pattern):
      guard pattern.directions != .any else { throw ambiguousDirection(words, .rotate) }
      let angle = words[.distance] == nil ? Default.angle : pattern.angle
      return .turn(degrees: pattern.directions == .clockwise ? angle : -angle, lasting: Default.pinchDuration)
    case .circle(let pattern):
      guard pattern.directions != .any else { throw ambiguousDirection(words, .rotate) }
      return .path(
        round(words[.distance] == nil ? Default.round : pattern.angle, isClockwise: pattern.directions == .clockwise),
        speed: Default.panSpeed, rest: .zero)
    case .press(let pattern): return .press(Default.pinchDuration, pattern.force)
    case .touch: return .rest(Default.pinchDuration, taps: 0)
    case .tipTap(let pattern):
      switch pattern.sides {
      case .left: return .tipTap(.left)
      case .right: return .tipTap(.right)
      case .middle: return .tipTap(.middle)
      default: throw ambiguousDirection(words, .tipTap)
      }
    case .stroke(let pattern):
      return .drawing(pattern.name, pattern.templates.first?.drawing ?? [], lasting: Default.drawingDuration)
    }
  }

  /// The legs of a swipe, each of the default distance.
  private static func legs(
    _ swipe: SwipePattern, _ words: GestureWords
  ) throws(GestureWords.Misunderstanding) -> [Vector] {
    var legs = [try direction(swipe.directions, swipe.angles, words) * Default.distance]
    for next in swipe.then { legs.append(try direction(next, [], words) * Default.distance) }
    return legs
  }

  /// The chords of a circle from its top, until the path has turned by `angle`, in degrees.
  private static func round(_ angle: Double, isClockwise: Bool) -> [Vector] {
    // The chords turn by 6° each; the first two do not count.
    (0...Int(angle / 6) + 2).map { index in
      Vector(degrees: Double(isClockwise ? -index : index) * 6 + (isClockwise ? 0 : 180))
        * (Default.distance * .pi / 60)
    }
  }

  /// A vector of 1 mm in the direction of the gesture: one of the eight directions, or the middle of a range of angles.
  private static func direction(
    _ directions: Directions, _ angles: [AngleRange], _ words: GestureWords
  ) throws(GestureWords.Misunderstanding) -> Vector {
    if directions.isEmpty, angles.count == 1 {
      let span = angles[0].to - angles[0].from
      return Vector(degrees: angles[0].from + (span < 0 ? span + 360 : span) / 2)
    }
    guard angles.isEmpty, directions.rawValue.nonzeroBitCount == 1 else { throw ambiguousDirection(words, .direction) }
    return Vector(degrees: Double(8 - directions.rawValue.trailingZeroBitCount) * 45)
  }

  private static func ambiguousDirection(_ words: GestureWords, _ context: Word.Context)
    -> GestureWords.Misunderstanding
  {
    .init(
      "\(Phrase.quote(words.value ?? "")) is several directions; specify "
        + Phrase.list(GestureWords.singleDirections(in: context)))
  }
}

extension ClosedRange<Double> {
  /// The speed of a gesture from a rule's range: its lower bound if it is open, its middle otherwise.
  fileprivate var typical: Double { upperBound.isFinite ? (lowerBound + upperBound) / 2 : lowerBound }
}

extension StrokeTemplate {
  /// The points of the shape in mm, scaled to the default size.
  fileprivate var drawing: [Vector] {
    text.split(separator: " ").compactMap { point in
      let numbers = point.split(separator: ",").compactMap { Double($0) }
      return numbers.count == 2 ? Vector(dx: numbers[0], dy: numbers[1]) * (Default.distance / 99) : nil
    }
  }
}
