public import Touch

/// A drawing, from the first finger's landing to the last one's lift.
public struct Drawing: Sendable {
  /// The device it was drawn on.
  public let device: DeviceID
  public let fingers: Int
  /// The path of their centroid. It need not be a shape.
  public let path: StrokePath
}

extension TouchSequence {
  /// Records, once all fingers have lifted, whether they completed a drawing.
  mutating func completeDrawing() {
    hasDrawn = isDrawing && possible.contains { $0.kind == .stroke && !$0.isMatched }
  }

  /// Returns the finished drawing once; nil if there is none, or if fingers have landed since.
  mutating func takeDrawing() -> Drawing? {
    guard hasDrawn else { return nil }
    hasDrawn = false
    return Drawing(device: device, fingers: last.fingers, path: path)
  }
}
