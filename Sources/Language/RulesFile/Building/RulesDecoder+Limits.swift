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
  var circle = CirclePattern([])
  var stroke = StrokePattern("", templates: [])
  var press = PressPattern()
  var edge = Start(margin: 6, distance: 15)
  var corner = Start(margin: 12, distance: 15)
  /// The duration that `resume: true` stands for.
  var resume = Duration.milliseconds(500)
}

/// Decodes the limits of gestures, in a rule or in `settings`.
extension RulesDecoder {
  /// Decodes the limits that `fields` state.
  /// - Parameter kind: the gesture; nil for a start region.
  mutating func limits<Value>(
    _ rows: [LimitRow<Value>], of kind: Gesture.Kind?, _ fields: Fields, into pattern: inout Value
  ) {
    for row in rows {
      guard let field = fields[row.key] else { continue }
      if row.isSpeed {
        if let range = speed(field.value, for: field.name, row.limits(of: kind)) { row.set(range, in: &pattern) }
      } else if let number = quantity(field.value, for: field.name, row.limits(of: kind)) {
        row.set(number, in: &pattern)
      }
    }
  }

  mutating func limits(_ fields: Fields, into pattern: inout SwipePattern) {
    limits(LimitRows.swipe, of: .swipe, fields, into: &pattern)
    compareTimes(fields, after: pattern.after, within: pattern.within)
  }

  mutating func limits(_ fields: Fields, into pattern: inout PinchPattern, _ rows: [LimitRow<PinchPattern>]) {
    limits(rows, of: .pinch, fields, into: &pattern)
    compareTimes(fields, after: pattern.after, within: pattern.within)
  }

  /// Decodes the size of a step.
  mutating func step(_ fields: Fields, of kind: Gesture.Kind) -> Double? {
    fields[.every].flatMap { quantity($0.value, for: $0.name, Word.steps[kind]) }
  }

  /// Decodes the way to where the fingers must come to rest.
  mutating func projected(_ fields: Fields, of kind: Gesture.Kind) -> Double? {
    fields[.projected].flatMap { quantity($0.value, for: $0.name, Word.projections[kind]) }
  }

  /// Reports an `after` that exceeds `within`, defaults included.
  private mutating func compareTimes(_ fields: Fields, after: Duration, within: Duration?) {
    guard let within, after > within else { return }
    let message = "'after' exceeds 'within'"
    switch (fields[.after], fields[.within]) {
    case (let field?, let other?):
      mismatch(
        .afterExceedsWithin, message, at: field.span,
        help: "'after' is the shortest time in which the distance is covered, 'within' the longest",
        notes: [.init("'within' is here", at: other.span)])
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
  }
}
