internal import Touch

extension TouchSequence {
  /// Notes, when all fingers have lifted, whether they drew to the end.
  mutating func completeDrawing() {
    hasDrawn = isDrawing && possible.contains { $0.kind == .stroke && $0.match == nil }
  }

  /// What was drawn and not taken yet; nil also where fingers have landed since.
  mutating func takeDrawing() -> Drawing? {
    guard hasDrawn else { return nil }
    hasDrawn = false
    return Drawing(device: device, fingers: last.fingers, path: path)
  }
}
