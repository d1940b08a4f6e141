public import Touch

/// What fingers drew, from the first one's landing to the last one's lift.
public struct Drawing: Sendable {
  /// On which device.
  public let device: DeviceID
  /// With how many fingers.
  public let fingers: Int
  /// Where their middle went. It need not be a shape.
  public let path: StrokePath
}

/// Touch events in, finished drawings out, whatever they show: for those who want to keep a shape rather than name it.
///
/// A drawing is what a rule for a shape would look at: one to five fingers on a touchscreen, three or more on a
/// touchpad, that land together and keep their distance until all have lifted. What is broken off is none.
public struct DrawingReader: Sendable {
  /// Fewer places than these are a tap, or fingers that rest.
  private static let fewestPoints = 3

  /// Asks for a shape that nothing is like: so the fingers' way is kept, and no gesture ever comes of it.
  private var recognition: Recognition

  /// A reader that knows of no device.
  /// - Parameter settling: how long after one finger the next may land, or lift, to draw with it.
  public init(settling: Duration = Recognition.settling) {
    let shape = StrokePattern("", templates: [])
    recognition = Recognition([Trigger(.stroke(shape), fingers: 1...Trigger.mostFingers)], settling: settling)
  }

  /// Takes in one event.
  /// - Returns: the drawing that is finished with it.
  public mutating func handle(_ event: TouchEvent) -> Drawing? {
    var gestures: [Gesture] = []
    recognition.handle(event, into: &gestures)
    guard let drawing = recognition.takeDrawing(on: event.device), drawing.path.points.count >= Self.fewestPoints else {
      return nil
    }
    return drawing
  }
}

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
