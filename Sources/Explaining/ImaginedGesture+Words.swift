internal import Diagnostics
internal import Gestures
public import Rules
internal import RulesFile
internal import Touch

/// How far, how fast and how long, where nobody says.
private enum Usual {
  /// Of a swipe, a pan and the longer side of a drawing, in mm.
  static let distance = 40.0
  /// In mm/s.
  static let swipeSpeed = 200.0
  /// In mm/s.
  static let panSpeed = 100.0
  /// The fingers' distance at the end, as a multiple of what it was.
  static let scale = (inwards: 0.5, outwards: 2.0)
  /// In degrees.
  static let turn = 90.0
  static let turning = Duration.milliseconds(400)
  static let drawing = Duration.milliseconds(1_000)
}

extension ImaginedGesture {
  /// Of a device whose size the rules file does not say.
  private static let usualSize = Size(width: 300, height: 190)

  /// The gesture that `words` speak of. What they leave out is what is usual: a swipe of 40 mm at 200 mm/s.
  /// - Parameters:
  ///   - words: as a rule for it would have them.
  ///   - rules: whose shapes may be named besides those that are built in, and what they say of the device.
  public init(_ words: GestureWords, with rules: RuleSet) throws(GestureWords.Misunderstanding) {
    let trigger = try words.trigger(strokesOf: rules)
    guard trigger.fingers.count == 1 else {
      throw .init("one hand has one number of fingers, not \(Phrase.range(trigger.fingers))")
    }
    kind = trigger.pattern.kind
    fingers = trigger.fingers.lowerBound
    start = trigger.start
    movement = try Self.movement(trigger.pattern, words)
    let kinds = trigger.devices.compactMap { filter in if case .kind(let kind) = filter { kind } else { nil } }
    let names = trigger.devices.compactMap { filter in if case .named(let name) = filter { name } else { nil } }
    guard kinds.count <= 1, names.count <= 1 else { throw .init("the gesture is made on one device") }
    // Most of what touchpads do not report is meant for a touchscreen.
    let isTold =
      Reachability.obstacle(
        to: Trigger(trigger.pattern, fingers: trigger.fingers, devices: [.kind(.touchpad)], start: start)) == nil
    let device = kinds.first ?? (isTold ? .touchpad : .touchscreen)
    var imagined = Device(id: DeviceID(0), name: names.first ?? "", kind: device, size: Self.usualSize)
    let stated = rules.devices.properties(of: imagined)
    let turn = stated.orientation.map { SurfaceTurn($0) } ?? .none
    if let adjustment = SurfaceAdjustment(of: imagined, size: stated.size, turn: turn) {
      imagined = adjustment.adjusted(imagined)
    }
    isIgnored = stated.isIgnored == true
    self.device = imagined
    let given = ["distance", "speed", "within"].filter { words[$0] != nil }
    assumed = Set([Reason.Kind.distance, .speed, .time]).subtracting(
      given.flatMap { $0 == "distance" ? [.distance] : [Reason.Kind.speed, .time] })
    if kind == .longPress, words.value != nil { assumed = [] }
    let head = [kind.rawValue, words.value ?? words.usualValue].compactMap { $0 }.joined(separator: " ")
    let others = ["distance", "speed", "within", "taps", "edge", "corner", "zone"].compactMap { name in
      words[name]?.first.map { "\(name) \($0)" }
    }
    let place = "on a \(device.rawValue)" + (names.first.map { " '\($0)'" } ?? "")
    text = ([head, counted(fingers, "finger")] + others + [place]).joined(separator: ", ")
  }

  private static func movement(
    _ pattern: Pattern, _ words: GestureWords
  ) throws(GestureWords.Misunderstanding) -> Movement {
    switch pattern {
    case .tap(let pattern):
      if words["distance"] != nil { throw .init("'distance' does not go with one tap, nor with taps in one place") }
      return .taps(pattern.taps, each: words["within"] == nil ? IdealHand.tap : pattern.within)
    case .longPress(let pattern): return .rest(pattern.duration, taps: pattern.taps)
    case .swipe(let pattern):
      let distance = words["distance"] == nil ? Usual.distance : pattern.distance.value
      guard words["speed"] == nil || words["within"] == nil else {
        throw .init("say 'speed' or 'within': the one gives the other")
      }
      let speed = words["within"] == nil ? pattern.speed?.wanted : distance / max(pattern.within.inSeconds, 0.001)
      let way = try way(pattern.directions, pattern.angles, words)
      return .way(way * distance, speed: speed ?? Usual.swipeSpeed)
    case .pan(let pattern):
      let distance = words["distance"] == nil ? Usual.distance : pattern.distance.value
      let way = try way(pattern.directions, pattern.angles, words)
      return .way(way * distance, speed: pattern.speed?.wanted ?? Usual.panSpeed)
    case .pinch(let pattern):
      guard pattern.directions != .any else { throw oneWay(words, .pinch) }
      let isInwards = pattern.directions == .inwards
      let usual = isInwards ? Usual.scale.inwards : Usual.scale.outwards
      let wanted = isInwards ? 1 - pattern.change : 1 + pattern.change
      return .pinch(scale: words["distance"] == nil ? usual : wanted, lasting: pattern.within ?? Usual.turning)
    case .rotate(let pattern):
      guard pattern.directions != .any else { throw oneWay(words, .rotate) }
      let angle = words["distance"] == nil ? Usual.turn : pattern.angle
      return .turn(degrees: pattern.directions == .clockwise ? angle : -angle, lasting: Usual.turning)
    case .stroke(let pattern):
      return .drawing(pattern.name, pattern.templates.first?.drawing ?? [], lasting: Usual.drawing)
    }
  }

  /// The one way that is meant, 1 mm long: one of the eight directions, or the middle of a range of angles.
  private static func way(
    _ directions: Directions, _ angles: [AngleRange], _ words: GestureWords
  ) throws(GestureWords.Misunderstanding) -> Vector {
    if directions.isEmpty, angles.count == 1 {
      let span = angles[0].to - angles[0].from
      return Vector(degrees: angles[0].from + (span < 0 ? span + 360 : span) / 2)
    }
    guard angles.isEmpty, directions.rawValue.nonzeroBitCount == 1 else { throw oneWay(words, .direction) }
    return Vector(degrees: Double(8 - directions.rawValue.trailingZeroBitCount) * 45)
  }

  private static func oneWay(_ words: GestureWords, _ place: Word.Place) -> GestureWords.Misunderstanding {
    .init(
      "a hand goes one way, and \(Phrase.quote(words.value ?? "")) is several; say "
        + Phrase.list(GestureWords.oneWay(place)))
  }
}

extension ClosedRange<Double> {
  /// The speed that is meant by one, which as a rule's is the least, or by the middle of a range.
  fileprivate var wanted: Double { upperBound.isFinite ? (lowerBound + upperBound) / 2 : lowerBound }
}

extension StrokeTemplate {
  /// Its places in millimetres, the longer side as long as is usual.
  fileprivate var drawing: [Vector] {
    text.split(separator: " ").compactMap { place in
      let numbers = place.split(separator: ",").compactMap { Double($0) }
      return numbers.count == 2 ? Vector(dx: numbers[0], dy: numbers[1]) * (Usual.distance / 99) : nil
    }
  }
}
