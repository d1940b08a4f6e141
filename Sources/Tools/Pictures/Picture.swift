public import Gestures
public import Touch

/// A recording as a picture: the paths of the fingers, the gestures, and their thresholds.
///
/// A pure function of its input, and deterministic to the byte: self-contained SVG, of bounded size however long
/// the recording is.
///
///     var picture = Picture(of: "recording.jsonl", rules: rules)
///     picture.add(event)
///     for gesture in gestures { picture.add(gesture) }
///     for touch in missedTouches { picture.explain(touch, rule: nearestRule, reason: reason) }
///     print(picture.svg)
public struct Picture: Sendable {
  private let name: String
  private let rules: [PicturedRule]
  private let remark: String?
  private let isAnimated: Bool
  private var collector = SceneCollector()

  /// An empty picture.
  /// - Parameters:
  ///   - name: the name of the recording.
  ///   - rules: the rules in the order of the file, as a gesture's `rule` counts them.
  ///   - remark: a line below those about the devices; nil for none.
  ///   - isAnimated: true if the fingers move.
  public init(of name: String, rules: [PicturedRule], remark: String? = nil, isAnimated: Bool = false) {
    self.name = name
    self.rules = rules
    self.remark = remark
    self.isAnimated = isAnimated
  }

  /// Adds what a device reported. Events come in order of time, each before the gestures recognised from it.
  public mutating func add(_ event: TouchEvent) { collector.add(event) }

  /// Adds what was recognised.
  public mutating func add(_ gesture: Gesture) { collector.add(gesture) }

  /// Adds a touch on which no rule acted, with the rule that came nearest and the reason why it did not act.
  /// - Parameter rule: the nearest rule; nil if no rule is for such fingers.
  public mutating func explain(_ touch: TouchTracker.Miss, rule: RuleIndex?, reason: String) {
    collector.add(Scene.Miss(rule: rule, reason: reason), on: touch.attempt.device.id, at: touch.start)
  }

  /// The picture, as a document that ends with a line feed.
  public var svg: String {
    PictureLayout(
      title: name, devices: collector.devices, remark: remark, scenes: collector.scenes, rules: rules,
      isAnimated: isAnimated
    ).svg
  }

  /// The fingers of the first touch alone, without texts around them: a small picture beside a text; nil without
  /// touches.
  public var drawing: String? {
    PictureLayout(
      title: name, devices: [], remark: nil, scenes: Array(collector.scenes.prefix(1)), rules: rules,
      isAnimated: isAnimated, isSmall: true
    ).drawing
  }
}
