/// Converts the events of a surface to its true size and to the user's view.
///
///     reported ── times size ÷ the size it reports by ── turned ── as it is seen
///
/// An event costs a few multiplications and no allocation.
public struct SurfaceAdjustment: Hashable, Sendable {
  /// The surface's true size, before it is turned.
  private let size: Size
  /// True if it is assumed.
  private let isAssumed: Bool
  private let turn: SurfaceTurn
  /// The factors for reported numbers, along the surface's own axes.
  private let scale: Vector
  /// The longest time for which the device loses a finger that stays down; nil for the usual one.
  private let bounce: Duration?

  /// The adjustment for `device`; nil if its events need none.
  /// - Parameters:
  ///   - size: the surface's true size, before it is turned; nil for the size that the device reports.
  ///   - turn: the turn of the surface against the user's view.
  ///   - bounce: the longest time for which the device loses a finger that stays down; nil for the usual one.
  public init?(of device: Device, size: Size?, turn: SurfaceTurn, bounce: Duration? = nil) {
    let size = size ?? device.knownSize
    // An absurd size is replaced by the assumed one.
    let isAbsurd = device.size.map { !$0.isPossible(for: device.kind) } ?? false
    guard
      turn != .none || bounce != nil || (size != nil && size != device.size) || size == nil && isAbsurd
    else { return nil }
    let reporting = device.reportingSize
    // If the size is unknown, the assumed size is turned.
    let assumed = isAbsurd ? Device.assumedSize(of: device.kind) : reporting
    guard let own = size ?? Size(width: assumed.width, height: assumed.height) else { return nil }
    self.size = own
    isAssumed = size == nil
    self.turn = turn
    self.bounce = bounce
    let reported = device.kind == .touchscreen && device.size == nil ? (width: 1, height: 1) : reporting
    scale = Vector(dx: own.width / reported.width, dy: own.height / reported.height)
  }

  /// The device after adjustment. Its positions are in millimetres, whatever they were before.
  public func adjusted(_ device: Device) -> Device {
    var device = device
    device.size = turn.turned(size)
    device.isSizeAssumed = isAssumed
    device.bounce = bounce
    return device
  }

  /// The event after adjustment. Rotation of the fingers and changes of their distance are not scaled: a stretched
  /// surface does not tell along which axis the fingers lie.
  public func adjusted(_ event: TouchEvent.Kind) -> TouchEvent.Kind {
    switch event {
    case .deviceAdded(let device): return .deviceAdded(adjusted(device))
    case .touchDown(let slot, let position): return .touchDown(slot: slot, adjusted(position))
    case .touchMotion(let slot, let position): return .touchMotion(slot: slot, adjusted(position))
    case .swipeUpdate(let fingers, let delta): return .swipeUpdate(fingers: fingers, delta: adjusted(delta))
    case .pinchUpdate(let fingers, let delta, let scale, let rotation):
      return .pinchUpdate(
        fingers: fingers, delta: adjusted(delta), scale: scale, rotation: turn.turned(rotation: rotation))
    case .scroll(let dx, let dy):
      let (dx, dy) = turn.turned(dx: dx.map { $0 * scale.dx }, dy: dy.map { $0 * scale.dy })
      return .scroll(dx: dx, dy: dy)
    case .deviceRemoved, .eventsLost, .fingersLeft, .touchUp, .touchCancel, .touchPressure, .touchFrame, .fingerCount,
      .button,
      .swipeBegin, .swipeEnd, .pinchBegin,
      .pinchEnd, .holdBegin, .holdEnd, .tap:
      return event
    }
  }

  private func adjusted(_ position: Point) -> Point {
    turn.turned(Point(x: position.x * scale.dx, y: position.y * scale.dy), on: size)
  }

  private func adjusted(_ movement: Vector) -> Vector {
    turn.turned(Vector(dx: movement.dx * scale.dx, dy: movement.dy * scale.dy))
  }
}

extension Device {
  /// The size that its reported lengths refer to: its own, or the assumed one if that is unknown.
  fileprivate var reportingSize: (width: Double, height: Double) {
    switch kind {
    case .touchpad: size.map { ($0.width, $0.height) } ?? Self.assumedTouchpadSize
    case .touchscreen: extent
    }
  }
}
