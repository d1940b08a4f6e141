public import Touch

/// A drawing, from the first finger's landing to the last one's lift.
public struct Drawing: Sendable {
  /// The device it was drawn on.
  public let device: DeviceID
  /// The number of fingers that drew it.
  public let fingers: Int
  /// The path of their centroid. It need not be a shape.
  public let path: StrokePath
}

/// The path of fingers that may draw a shape.
struct Sketch: Sendable {
  private enum State { case none, drawing, finished }

  private var state = State.none
  /// It keeps its memory from one drawing to the next.
  private(set) var path = StrokePath()

  /// True while a shape is possible.
  @inline(__always)
  var isDrawing: Bool { state == .drawing }

  /// Begins a drawing, unless it has begun.
  mutating func begin(at position: Vector) {
    guard state != .drawing else { return }
    state = .drawing
    path.reset()
    path.add(position)
  }

  /// Takes in a movement, which is a part of the drawing if one has begun.
  mutating func add(_ position: Vector) { if state == .drawing { path.add(position) } }

  /// Keeps the finished drawing until it is taken.
  mutating func finish() { state = .finished }

  /// Ends a drawing that is not finished.
  mutating func end() { if state == .drawing { state = .none } }

  /// Drops the drawing, finished or not.
  mutating func clear() { state = .none }

  /// Returns the path of the finished drawing once.
  mutating func take() -> StrokePath? {
    guard state == .finished else { return nil }
    state = .none
    return path
  }
}

extension TouchSequence {
  /// Ends the drawing once all fingers have lifted. It is finished if a rule waits for a shape.
  /// - Returns: its shape; nil if it has none.
  mutating func completeDrawing() -> StrokeShape? {
    guard sketch.isDrawing else { return nil }
    if possible.contains(where: { $0.kind.isDrawn && !$0.isMatched }) { sketch.finish() }
    return sketch.path.shape
  }

  /// Returns the finished drawing once; nil if there is none, or if fingers have landed since.
  mutating func takeDrawing() -> Drawing? {
    sketch.take().map { Drawing(device: device, fingers: last.fingers, path: $0) }
  }
}
