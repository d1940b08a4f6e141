internal import Diagnostics
internal import Gestures
internal import Touch
internal import YAML

/// The defaults of limits that a rule leaves out. `settings` changes them.
struct Defaults {
  /// The defaults of gestures that start at an edge or in a corner.
  struct Start {
    /// The distance from the edge within which the touch has to start.
    var margin: Millimetres
    /// The length of a swipe from there.
    var distance: Millimetres
  }

  var tap = TapPattern()
  var longPress = LongPressPattern()
  var swipe = SwipePattern([])
  var pan = PanPattern([])
  var pinch = PinchPattern([])
  var rotate = RotatePattern([])
  var edge = Start(margin: 6, distance: 15)
  var corner = Start(margin: 12, distance: 15)
  /// The duration that `resume: true` stands for.
  var resume = Duration.milliseconds(500)
}

/// Reads the limits of gestures, from a rule or from `settings`.
extension RulesDecoder {
  mutating func readLimits(_ fields: Fields, into pattern: inout TapPattern) {
    pattern.within = duration("within", fields) ?? pattern.within
    pattern.movement = length("movement", fields) ?? pattern.movement
    pattern.gap = duration("gap", fields) ?? pattern.gap
    pattern.distance = length("distance", fields) ?? pattern.distance
  }

  mutating func readLimits(_ fields: Fields, into pattern: inout LongPressPattern) {
    pattern.movement = length("movement", fields) ?? pattern.movement
  }

  mutating func readLimits(_ fields: Fields, into pattern: inout SwipePattern) {
    pattern.distance = length("distance", fields) ?? pattern.distance
    let times = times(fields, after: pattern.after, within: pattern.within)
    pattern.after = times.after
    pattern.within = times.within ?? pattern.within
    pattern.speed = fields["speed"].flatMap { speed($0.value, for: "speed") } ?? pattern.speed
  }

  mutating func readLimits(_ fields: Fields, into pattern: inout PanPattern) {
    pattern.distance = length("distance", fields) ?? pattern.distance
    pattern.speed = fields["speed"].flatMap { speed($0.value, for: "speed") } ?? pattern.speed
  }

  mutating func readLimits(_ fields: Fields, into pattern: inout PinchPattern, distance: Limits = .pinch) {
    if let change = fields["distance"].flatMap({ quantity($0.value, for: "distance", distance) }) {
      pattern.change = change / 100
    }
    let times = times(fields, after: pattern.after, within: pattern.within)
    pattern.after = times.after
    pattern.within = times.within
  }

  mutating func readLimits(_ fields: Fields, into pattern: inout RotatePattern) {
    pattern.angle = fields["distance"].flatMap { quantity($0.value, for: "distance", .turn) } ?? pattern.angle
  }

  mutating func readLimits(_ fields: Fields, into start: inout Defaults.Start) {
    start.margin = length("margin", fields) ?? start.margin
    start.distance = length("distance", fields) ?? start.distance
  }

  /// Reads a length; nil if the key is absent or wrong.
  mutating func length(_ key: String, _ fields: Fields) -> Millimetres? {
    fields[key].flatMap { quantity($0.value, for: key, .length) }.map { Millimetres($0) }
  }

  /// Reads a duration; nil if the key is absent or wrong.
  mutating func duration(_ key: String, _ fields: Fields, _ limits: Limits = .duration) -> Duration? {
    fields[key].flatMap { quantity($0.value, for: key, limits) }.map { .milliseconds($0) }
  }

  /// Reads `after` and `within`. `after` may not exceed `within`, defaults included.
  private mutating func times(
    _ fields: Fields, after usualAfter: Duration, within usualWithin: Duration?
  ) -> (after: Duration, within: Duration?) {
    let after = duration("after", fields) ?? usualAfter
    let within = duration("within", fields) ?? usualWithin
    guard let within, after > within else { return (after, within) }
    let message = "'after' exceeds 'within'"
    switch (fields["after"], fields["within"]) {
    case (let field?, let other?):
      mismatch(
        .afterExceedsWithin, message, at: field.span,
        help: "'after' is the shortest time in which the distance is covered, 'within' the longest",
        notes: [.init("'within' is here", at: SourceSpan(other.span))])
    case (let field?, nil):
      mismatch(
        .afterExceedsWithin, "\(message): 'within' is \(Phrase.milliseconds(within)) by default", at: field.span,
        help: "add 'within' with a longer time")
    case (nil, let field?):
      mismatch(
        .afterExceedsWithin, "\(message): 'after' is \(Phrase.milliseconds(after)) by default", at: field.span,
        help: "add 'after' with a shorter time")
    case (nil, nil): break
    }
    return (after, within)
  }
}
