public import Gestures
public import Touch

/// A recording as a picture: what the fingers did, what was recognised in it and where, and how far that had to go.
///
/// It is a pure function of what it is told, and the same always gives the same bytes: SVG that needs nothing from
/// elsewhere, of a size that is bounded however long the recording is.
///
///     var picture = Picture(of: "recording.jsonl", rules: rules)
///     picture.take(event)
///     for gesture in gestures { picture.take(gesture) }
///     print(picture.svg)
public struct Picture: Sendable {
  private let name: String
  private let rules: [PicturedRule]
  private var collector = SceneCollector()

  /// A picture of nothing yet.
  /// - Parameters:
  ///   - name: what the recording is called.
  ///   - rules: the rules in their order: a gesture's `rank` is the place of its rule among them.
  public init(of name: String, rules: [PicturedRule]) {
    self.name = name
    self.rules = rules
  }

  /// Takes in what a device reported. The events come in the order of time, and each before what was recognised in it.
  public mutating func take(_ event: TouchEvent) { collector.take(event) }

  /// Takes in what was recognised.
  public mutating func take(_ gesture: Gesture) { collector.take(gesture) }

  /// The picture, as a document that ends with a line feed.
  public var svg: String {
    Sheet(title: name, devices: collector.devices, scenes: collector.scenes, rules: rules).svg
  }
}
