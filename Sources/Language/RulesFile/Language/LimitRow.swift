internal import Diagnostics
internal import Gestures
internal import Touch

/// A limit of a gesture, as a key of rules and of `settings`: its name, its range and its property. The decoder, the
/// schema, the vocabulary and the messages follow from the rows.
struct LimitRow<Value>: Sendable {
  /// The property of the gesture's pattern, with the type of its value.
  enum Property: Sendable {
    case length(any WritableKeyPath<Value, Millimetres> & Sendable)
    case duration(any WritableKeyPath<Value, Duration> & Sendable)
    /// A duration without a fixed default; `usual` is what applies in its place, for people.
    case longest(any WritableKeyPath<Value, Duration?> & Sendable, usual: Duration?)
    /// A share of 1, which rules state in percent.
    case share(any WritableKeyPath<Value, Double> & Sendable)
    case angle(any WritableKeyPath<Value, Double> & Sendable)
    case speed(any WritableKeyPath<Value, ClosedRange<Double>?> & Sendable)
  }

  var name: String
  var limits: Limits
  var property: Property

  init(_ name: String, _ limits: Limits, _ property: Property) {
    self.name = name
    self.limits = limits
    self.property = property
  }

  /// The value in `pattern`, as rules write it; nil if it limits nothing.
  func text(in pattern: Value) -> String? {
    switch property {
    case .length(let path): Phrase.number(pattern[keyPath: path].value) + "mm"
    case .duration(let path): pattern[keyPath: path] == .zero ? nil : Phrase.milliseconds(pattern[keyPath: path])
    case .longest(let path, let usual): (pattern[keyPath: path] ?? usual).map { Phrase.milliseconds($0) }
    case .share(let path): Phrase.number(pattern[keyPath: path] * 100) + "%"
    case .angle(let path): Phrase.number(pattern[keyPath: path]) + "°"
    case .speed: nil
    }
  }
}

/// The limits of each gesture, in the order of the documentation.
enum LimitRows {
  static let tap: [LimitRow<TapPattern>] = [
    .init("within", .duration, .longest(\.within, usual: TapPattern.longest)),
    .init("movement", .length, .length(\.movement)), .init("gap", .duration, .duration(\.gap)),
    .init("distance", .length, .length(\.distance)),
  ]
  static let longPress: [LimitRow<LongPressPattern>] = [.init("movement", .length, .length(\.movement))]
  static let swipe: [LimitRow<SwipePattern>] = [
    .init("distance", .length, .length(\.distance)), .init("within", .duration, .duration(\.within)),
    .init("after", .duration, .duration(\.after)), .init("speed", .speed, .speed(\.speed)),
  ]
  static let pan: [LimitRow<PanPattern>] = [
    .init("distance", .length, .length(\.distance)), .init("speed", .speed, .speed(\.speed)),
  ]
  static let pinch = pinch(.pinch)
  /// The limits of fingers that only part, which can end farther apart.
  static let spread = pinch(.spread)
  static let rotate: [LimitRow<RotatePattern>] = [.init("distance", .turn, .angle(\.angle))]
  static let circle: [LimitRow<CirclePattern>] = [.init("distance", .turn, .angle(\.angle))]
  static let start: [LimitRow<Defaults.Start>] = [
    .init("margin", .length, .length(\.margin)), .init("distance", .length, .length(\.distance)),
  ]

  private static func pinch(_ distance: Limits) -> [LimitRow<PinchPattern>] {
    [
      .init("distance", distance, .share(\.change)), .init("within", .duration, .longest(\.within, usual: nil)),
      .init("after", .duration, .duration(\.after)),
    ]
  }

  /// The names, ranges and defaults, as rules write them, of the limits of each gesture, and of `edge` and `corner` in
  /// `settings`.
  private static let byKey: [String: [(name: String, limits: Limits, usual: String?)]] = {
    func limits<Value>(_ rows: [LimitRow<Value>], _ usual: Value) -> [(name: String, limits: Limits, usual: String?)] {
      rows.map { ($0.name, $0.limits, $0.text(in: usual)) }
    }
    let usual = Defaults()
    return [
      "tap": limits(tap, usual.tap), "long-press": limits(longPress, usual.longPress),
      "swipe": limits(swipe, usual.swipe), "pan": limits(pan, usual.pan), "pinch": limits(pinch, usual.pinch),
      "rotate": limits(rotate, usual.rotate), "circle": limits(circle, usual.circle),
      "edge": limits(start, usual.edge), "corner": limits(start, usual.corner),
    ]
  }()

  /// The range of a limit of a kind of gesture; nil if the gesture does not have it.
  static func limits(_ name: String, of kind: Gesture.Kind) -> Limits? {
    byKey[kind.rawValue]?.first { $0.name == name }?.limits
  }

  static func kinds(with name: String) -> [Gesture.Kind] {
    Gesture.Kind.allCases.filter { limits(name, of: $0) != nil }
  }

  /// The default of a limit, as rules write it, in a gesture or under `edge` and `corner` of `settings`.
  static func usual(_ name: String, under key: String) -> String? {
    byKey[key]?.first { $0.name == name }?.usual
  }
}

extension Limits {
  /// The range of the steps of a kind of gesture; nil if it makes none.
  static func step(of kind: Gesture.Kind) -> Limits? {
    switch kind {
    case .longPress, .press: .repetition
    case .pan: .panStep
    case .pinch: .spread
    case .rotate, .circle: .turn
    case .tap, .swipe, .stroke, .tipTap, .touch: nil
    }
  }
}
