public import Touch

/// A drawing, from the first finger's landing to the last one's lift.
public struct Drawing: Sendable {
  /// The device it was drawn on.
  public let device: DeviceID
  /// The number of fingers.
  public let fingers: Int
  /// The path of their centroid. It need not be a shape.
  public let path: StrokePath
}

/// Turns touch events into finished drawings of any form, for programs that record a shape rather than recognise one.
///
/// The same touches count as for a rule with a shape: one to five fingers on a touchscreen, three or more on a touchpad,
/// or one that starts in a corner, that land together and keep their distance until all have lifted. Five fingers on a
/// touchpad, and one, require its contacts. Cancelled sequences yield no drawing.
public struct DrawingReader: Sendable {
  /// Fewer points than this are a tap, or resting fingers.
  private static let fewestPoints = 3

  /// Requests a shape that nothing resembles: so the path is kept, and no gesture is ever recognised.
  private var recognition: Recognition

  /// A reader without devices.
  /// - Parameter settling: the longest time between the landings, and between the lifts, of the fingers that draw.
  public init(settling: Duration = Recognition.settling) {
    let shape = StrokePattern("", templates: [])
    let triggers = [
      Trigger(.stroke(shape), fingers: 1...Trigger.mostFingers),
      Trigger(.stroke(shape), fingers: 1...1, devices: [.kind(.touchpad)], start: .corner(.any)),
    ]
    recognition = Recognition(triggers, settling: settling)
  }

  /// Takes in one event.
  /// - Returns: the drawing that it finishes.
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
  /// Records, once all fingers have lifted, whether they completed a drawing.
  mutating func completeDrawing() {
    hasDrawn = isDrawing && possible.contains { $0.kind == .stroke && $0.match == nil }
  }

  /// Returns the finished drawing once; nil if there is none, or if fingers have landed since.
  mutating func takeDrawing() -> Drawing? {
    guard hasDrawn else { return nil }
    hasDrawn = false
    return Drawing(device: device, fingers: last.fingers, path: path)
  }
}
