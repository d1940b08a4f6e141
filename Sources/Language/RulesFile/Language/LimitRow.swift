internal import Diagnostics
internal import Gestures
internal import Touch

/// A limit of a gesture: its key, in rules and in `settings`, and its property. Its default is that of the property.
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
    /// A speed in shares of 1 per second, which rules state in percent.
    case rate(any WritableKeyPath<Value, ClosedRange<Double>?> & Sendable)
  }

  let key: Word
  let property: Property
  /// The range, if it is not that of the key beside the gesture.
  private let range: Limits?

  init(_ key: Word, _ property: Property, _ range: Limits? = nil) {
    self.key = key
    self.property = property
    self.range = range
  }

  /// The range beside a gesture; nil for a start region.
  func limits(of kind: Gesture.Kind?) -> Limits { range ?? key.form?.ranges?[kind] ?? .length }

  /// True if its value is a range of speeds, and not a quantity.
  var isSpeed: Bool {
    switch property {
    case .speed, .rate: true
    case .length, .duration, .longest, .share, .angle: false
    }
  }

  /// Sets the limit in `pattern` to a quantity in the unit of its range; speeds are unchanged.
  func set(_ number: Double, in pattern: inout Value) {
    switch property {
    case .length(let path): pattern[keyPath: path] = Millimetres(number)
    case .duration(let path): pattern[keyPath: path] = .milliseconds(number)
    case .longest(let path, _): pattern[keyPath: path] = .milliseconds(number)
    case .share(let path): pattern[keyPath: path] = number / 100
    case .angle(let path): pattern[keyPath: path] = number
    case .speed, .rate: break
    }
  }

  /// Sets the limit in `pattern` to a range of speeds; quantities are unchanged.
  func set(_ range: ClosedRange<Double>, in pattern: inout Value) {
    switch property {
    case .speed(let path): pattern[keyPath: path] = range
    case .rate(let path): pattern[keyPath: path] = range.lowerBound / 100...range.upperBound / 100
    case .length, .duration, .longest, .share, .angle: break
    }
  }

  /// The value in `pattern`, as rules write it; nil if it limits nothing.
  func text(in pattern: Value) -> String? {
    switch property {
    case .length(let path): Phrase.number(pattern[keyPath: path].value) + "mm"
    case .duration(let path): pattern[keyPath: path] == .zero ? nil : Phrase.milliseconds(pattern[keyPath: path])
    case .longest(let path, let usual): (pattern[keyPath: path] ?? usual).map { Phrase.milliseconds($0) }
    case .share(let path): Phrase.number(pattern[keyPath: path] * 100) + "%"
    case .angle(let path): Phrase.number(pattern[keyPath: path]) + "°"
    case .speed, .rate: nil
    }
  }
}

/// The limits of each gesture, in the order of the documentation.
enum LimitRows {
  static let tap: [LimitRow<TapPattern>] = [
    .init(.within, .longest(\.within, usual: TapPattern.longest)), .init(.movement, .length(\.movement)),
    .init(.gap, .duration(\.gap)), .init(.distance, .length(\.distance)),
  ]
  static let longPress: [LimitRow<LongPressPattern>] = [.init(.movement, .length(\.movement))]
  static let swipe: [LimitRow<SwipePattern>] = [
    .init(.distance, .length(\.distance)), .init(.within, .duration(\.within)), .init(.after, .duration(\.after)),
    .init(.speed, .speed(\.speed)),
  ]
  static let pan: [LimitRow<PanPattern>] = [
    .init(.distance, .length(\.distance)), .init(.within, .longest(\.within, usual: nil)),
    .init(.speed, .speed(\.speed)),
  ]
  static let pinch = pinch(nil)
  /// The limits of fingers that only part, which can end farther apart.
  static let spread = pinch(.spread)
  static let rotate: [LimitRow<RotatePattern>] = [
    .init(.distance, .angle(\.angle)), .init(.within, .longest(\.within, usual: nil)), .init(.speed, .speed(\.speed)),
  ]
  static let circle: [LimitRow<CirclePattern>] = [
    .init(.distance, .angle(\.angle)), .init(.within, .longest(\.within, usual: nil)), .init(.speed, .speed(\.speed)),
  ]
  static let stroke: [LimitRow<StrokePattern>] = [.init(.within, .longest(\.within, usual: nil))]
  static let press: [LimitRow<PressPattern>] = [.init(.within, .longest(\.within, usual: nil))]
  static let start: [LimitRow<Defaults.Start>] = [
    .init(.margin, .length(\.margin)), .init(.distance, .length(\.distance)),
  ]

  private static func pinch(_ distance: Limits?) -> [LimitRow<PinchPattern>] {
    [
      .init(.distance, .share(\.change), distance), .init(.within, .longest(\.within, usual: nil)),
      .init(.after, .duration(\.after)), .init(.speed, .rate(\.speed)),
    ]
  }

  /// The keys and defaults, as rules write them, of the limits of each gesture, and of `edge` and `corner`, under their
  /// names in `settings`.
  private static let byKey: [String: [(key: Word, usual: String?)]] = {
    func limits<Value>(_ rows: [LimitRow<Value>], _ usual: Value) -> [(key: Word, usual: String?)] {
      rows.map { ($0.key, $0.text(in: usual)) }
    }
    let usual = Defaults()
    let kinds: [(Word, [(key: Word, usual: String?)])] = [
      (.tap, limits(tap, usual.tap)), (.longPress, limits(longPress, usual.longPress)),
      (.swipe, limits(swipe, usual.swipe)), (.pan, limits(pan, usual.pan)), (.pinch, limits(pinch, usual.pinch)),
      (.rotate, limits(rotate, usual.rotate)), (.circle, limits(circle, usual.circle)),
      (.stroke, limits(stroke, usual.stroke)), (.press, limits(press, usual.press)),
      (.edge, limits(start, usual.edge)), (.corner, limits(start, usual.corner)),
    ]
    return Dictionary(uniqueKeysWithValues: kinds.map { ($0.0.name, $0.1) })
  }()

  /// The keys of the limits that `settings` state under `key`.
  static func keys(under key: Word) -> [Word] { byKey[key.name]?.map(\.key) ?? [] }

  /// The default of a limit, as rules write it, in a gesture or under `edge` and `corner` of `settings`.
  static func usual(_ name: String, under key: String) -> String? {
    byKey[key]?.first { $0.key.name == name }?.usual
  }
}
