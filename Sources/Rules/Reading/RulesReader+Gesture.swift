internal import Diagnostics
internal import Gestures
internal import Touch
internal import YAML

extension RulesReader {
  /// Reads a gesture's value and the qualifiers that belong to it; nil where one has a mistake.
  mutating func pattern(_ gesture: Field, qualifiers fields: Fields) -> Pattern? {
    switch Gesture.Kind(rawValue: gesture.word.name) {
    case .swipe: swipe(gesture.value, fields).map { .swipe($0) }
    case .pinch: pinch(gesture.value, fields).map { .pinch($0) }
    case .longPress: longPress(gesture.value, fields).map { .longPress($0) }
    case .tap, .pan, .rotate, .stroke, nil: nil
    }
  }

  private mutating func swipe(_ value: Node, _ fields: Fields) -> SwipePattern? {
    let directions = words(value, for: "swipe", in: .swipe, expected: "a direction", example: "left")
    let distance = fields["distance"].flatMap { quantity($0.value, for: "distance", .length) }
    let times = times(fields, defaultWithin: SwipePattern(.any).within)
    guard let directions else { return nil }
    var pattern = SwipePattern(directions.reduce(into: Directions()) { $0.formUnion(Directions(word: $1)) })
    if let distance { pattern.distance = Millimetres(distance) }
    pattern.after = times.after ?? pattern.after
    pattern.within = times.within ?? pattern.within
    return pattern
  }

  private mutating func pinch(_ value: Node, _ fields: Fields) -> PinchPattern? {
    let words = words(value, for: "pinch", in: .pinch, expected: "a direction", example: "in")
    let directions = words.map { $0.reduce(into: PinchDirections()) { $0.formUnion(PinchDirections(word: $1)) } }
    let limits = directions == .outwards ? Limits.spread : Limits.pinch
    let change = fields["distance"].flatMap { quantity($0.value, for: "distance", limits) }
    let times = times(fields, defaultWithin: nil)
    guard let directions else { return nil }
    var pattern = PinchPattern(directions)
    if let change { pattern.change = change / 100 }
    pattern.after = times.after ?? pattern.after
    pattern.within = times.within ?? pattern.within
    return pattern
  }

  private mutating func longPress(_ value: Node, _ fields: Fields) -> LongPressPattern? {
    let duration = quantity(value, for: "long-press", .duration)
    let movement = fields["movement"].flatMap { quantity($0.value, for: "movement", .length) }
    guard let duration else { return nil }
    var pattern = LongPressPattern(.milliseconds(duration))
    if let movement { pattern.movement = Millimetres(movement) }
    return pattern
  }

  /// Reads `after` and `within`, which may not contradict each other.
  private mutating func times(
    _ fields: Fields, defaultWithin: Duration?
  ) -> (after: Duration?, within: Duration?) {
    let after = fields["after"].flatMap { quantity($0.value, for: "after", .duration) }
      .map { Duration.milliseconds($0) }
    let within = fields["within"].flatMap { quantity($0.value, for: "within", .duration) }
      .map { Duration.milliseconds($0) }
    if let field = fields["after"], let after {
      if let other = fields["within"], let within, after > within {
        report(
          .afterExceedsWithin, "the gesture must take longer than it may", at: field.span,
          help: "'after' is the shortest time to its distance and 'within' the longest",
          notes: [.init("'within' is shorter", at: SourceSpan(other.span))])
      } else if fields["within"] == nil, let defaultWithin, after > defaultWithin {
        let milliseconds = defaultWithin.wholeMicroseconds / 1000
        report(
          .afterExceedsWithin, "the gesture must take longer than it may: 'within' is \(milliseconds)ms by default",
          at: field.span, help: "add 'within' with a longer time")
      }
    }
    return (after, within)
  }

  /// Reads one of the words of `place` or a list of them; nil where one is wrong.
  private mutating func words(
    _ value: Node, for key: String, in place: Word.Place, expected: String, example: String
  ) -> [String]? {
    if case .mapping = value.content {
      report(
        .wrongShape, "'\(key)' takes \(expected), not a mapping", at: value.span.firstCharacter,
        help: "write '\(key): \(example)', and the rule's other keys in the same column as '\(key)'")
      return nil
    }
    guard let elements = elements(of: value, for: key, expected: expected, example: example) else { return nil }
    var words: [String] = []
    var isGood = true
    for element in elements {
      guard let text = text(of: element, for: key, expected: expected, example: example) else {
        isGood = false
        continue
      }
      if Vocabulary.word(text, in: place) != nil {
        words.append(text)
      } else {
        reportDirection(text, at: element.span, for: key, in: place)
        isGood = false
      }
    }
    return isGood ? words : nil
  }

  private mutating func reportDirection(_ text: String, at span: Span, for key: String, in place: Word.Place) {
    guard !text.contains("°") else {
      report(.notSupportedYet, "angles are not supported yet", at: span, help: "one of \(Vocabulary.list(of: place))")
      return
    }
    let several = text.split { $0 == "," || $0.isWhitespace }.map(String.init)
    guard several.count < 2 || !several.allSatisfy({ Vocabulary.word($0, in: place) != nil }) else {
      report(
        .unknownDirection, "several directions are a list", at: span,
        suggestion: "[\(several.joined(separator: ", "))]")
      return
    }
    let foreign = ForeignWord.find(text, in: place)
    let meant =
      foreign == nil ? Suggestion.nearest(to: text, among: Vocabulary.names(in: place)) : foreign?.suggestion
    let help = foreign?.help ?? (meant == nil ? "'\(key)' takes \(Vocabulary.list(of: place))" : nil)
    report(
      .unknownDirection, "unknown direction \(Phrase.quote(text))", at: span, suggestion: meant, help: help)
  }
}

extension Directions {
  /// Those that a word of the language stands for.
  fileprivate init(word: String) {
    switch word {
    case "horizontal": self = .horizontal
    case "vertical": self = .vertical
    case "any": self = .any
    default:
      switch Direction(rawValue: word) {
      case .left: self = .left
      case .right: self = .right
      case .up: self = .up
      case .down: self = .down
      case .upLeft: self = .upLeft
      case .upRight: self = .upRight
      case .downLeft: self = .downLeft
      case .downRight: self = .downRight
      case .inwards, .outwards, .clockwise, .counterclockwise, nil: self = []
      }
    }
  }
}

extension PinchDirections {
  /// Those that a word of the language stands for.
  fileprivate init(word: String) {
    switch word {
    case Direction.inwards.rawValue: self = .inwards
    case Direction.outwards.rawValue: self = .outwards
    default: self = .any
    }
  }
}
