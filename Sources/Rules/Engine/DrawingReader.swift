public import Gestures
public import Rules
internal import Time
public import Touch

/// Turns touch events into finished drawings of any form, for programs that record a shape rather than recognise one.
///
/// The same touches count as for a rule with a shape: one to five fingers on a touchscreen, three or more on a
/// touchpad, or one that starts in a corner, that land together and keep their distance until all have lifted. Five
/// fingers on a touchpad, and one, require its contacts. Cancelled sequences yield no drawing.
public struct DrawingReader: ~Copyable, Sendable {
  /// Fewer points than this are a tap, or resting fingers.
  private static let fewestPoints = 3

  /// Requests a shape that nothing resembles: so the path is kept, and no gesture is ever recognised.
  private var run: DryRun

  /// A reader without devices.
  /// - Parameters:
  ///   - settling: the longest time between the landings, and between the lifts, of the fingers that draw.
  ///   - devices: the statements of the rules file about devices.
  public init(settling: Duration = Recognition.settling, devices: [DeviceStatement] = []) {
    let shape = StrokePattern("", templates: [])
    let triggers = [
      Trigger(.stroke(shape), fingers: 1...Trigger.mostFingers),
      Trigger(.stroke(shape), fingers: 1...1, devices: [.kind(.touchpad)], start: .corner(.any)),
    ]
    run = DryRun(RuleSet(triggers, settling: settling, devices: devices))
  }

  public var adjustments: DeviceAdjustments { run.engine.adjustments }

  /// Takes in the panels of the outputs.
  public mutating func replacePanels(with panels: [Panel]) { run.handle(.panels(panels), at: .zero) { _ in } }

  /// Takes in an event as the device reports it.
  /// - Returns: the drawing that it finishes.
  public mutating func handle(_ event: TouchEvent) -> Drawing? {
    run.handle(.touch(event), at: event.time) { _ in }
    guard let drawing = run.takeDrawing(on: event.device), drawing.path.points.count >= Self.fewestPoints else {
      return nil
    }
    return drawing
  }
}
