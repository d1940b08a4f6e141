import Testing
import Touch

@Suite("Adjustments of a surface's events")
struct SurfaceAdjustmentTests {
  private static func device(_ kind: Device.Kind, _ size: Size?) -> Device {
    Device(id: DeviceID(0), name: "", kind: kind, size: size)
  }

  private static let screen = device(.touchscreen, Size(width: 300, height: 200))
  private static let nameless = device(.touchscreen, nil)
  private static let pad = device(.touchpad, Size(width: 100, height: 70))

  /// The position in the user's view of a finger that is reported at (`x`, `y`).
  private func seen(_ x: Double, _ y: Double, by adjustment: SurfaceAdjustment?) -> Point? {
    guard case .touchDown(slot: 2, let position)? = adjustment?.adjusted(.touchDown(slot: 2, Point(x: x, y: y))) else {
      return nil
    }
    return position
  }

  @Test("a surface without stated properties, or with those it reports, needs no adjustment")
  func nothing() {
    #expect(SurfaceAdjustment(of: Self.screen, size: nil, turn: .none) == nil)
    #expect(SurfaceAdjustment(of: Self.nameless, size: nil, turn: .none) == nil)
    #expect(SurfaceAdjustment(of: Self.pad, size: Self.pad.size, turn: .none) == nil)
  }

  @Test("on a touchscreen of unknown size, shares of it become millimetres of the stated size")
  func unknownSize() throws {
    let size = try #require(Size(width: 344, height: 194))
    let adjustment = try #require(SurfaceAdjustment(of: Self.nameless, size: size, turn: .none))
    #expect(seen(0.5, 1, by: adjustment) == Point(x: 172, y: 194))
    #expect(adjustment.adjusted(Self.nameless).size == size)
    #expect(
      adjustment.adjusted(.touchMotion(slot: 1, Point(x: 0.25, y: 0)))
        == .touchMotion(slot: 1, Point(x: 86, y: 0)))
  }

  @Test("if the device reports a wrong size, lengths are scaled to the stated one")
  func wrongSize() throws {
    let adjustment = SurfaceAdjustment(of: Self.screen, size: Size(width: 150, height: 300), turn: .none)
    #expect(seen(300, 200, by: adjustment) == Point(x: 150, y: 300))
  }

  @Test("a touchpad's movements are scaled from the size that libinput assumed")
  func touchpad() throws {
    let size = Size(width: 50, height: 140)
    let known = try #require(SurfaceAdjustment(of: Self.pad, size: size, turn: .none))
    let movement = Vector(dx: 10, dy: -10)
    #expect(
      known.adjusted(.swipeUpdate(fingers: 3, delta: movement))
        == .swipeUpdate(fingers: 3, delta: Vector(dx: 5, dy: -20)))
    #expect(known.adjusted(.scroll(dx: 10, dy: nil)) == .scroll(dx: 5, dy: nil))
    #expect(
      known.adjusted(.pinchUpdate(fingers: 2, delta: movement, scale: 1.5, rotation: 3))
        == .pinchUpdate(fingers: 2, delta: Vector(dx: 5, dy: -20), scale: 1.5, rotation: 3))

    // A recording need not have the 69 x 50 mm that libinput assumed.
    let unknown = try #require(
      SurfaceAdjustment(of: Self.device(.touchpad, nil), size: Size(width: 138, height: 25), turn: .none))
    #expect(
      unknown.adjusted(.swipeUpdate(fingers: 3, delta: movement))
        == .swipeUpdate(fingers: 3, delta: Vector(dx: 20, dy: -5)))
  }

  /// For a surface of 300 x 200 mm in the user's view: the position of its top left corner, that of a point near the
  /// middle of its top edge, and a movement to the right along that edge.
  private static let turns: [(Device.Orientation, corner: Point, top: Point, movement: Vector)] = [
    (.normal, Point(x: 0, y: 0), Point(x: 140, y: 1), Vector(dx: 5, dy: 0)),
    (.left, Point(x: 0, y: 300), Point(x: 1, y: 160), Vector(dx: 0, dy: -5)),
    (.right, Point(x: 200, y: 0), Point(x: 199, y: 140), Vector(dx: 0, dy: 5)),
    (.inverted, Point(x: 300, y: 200), Point(x: 160, y: 199), Vector(dx: -5, dy: 0)),
  ]

  @Test("positions and movements turn with the surface", arguments: turns)
  func turned(orientation: Device.Orientation, corner: Point, top: Point, movement: Vector) throws {
    // The true size is twice the reported one, so that a wrong order of scaling and turning shows.
    let half = Self.device(.touchscreen, Size(width: 150, height: 100))
    let adjustment = try #require(
      SurfaceAdjustment(of: half, size: Size(width: 300, height: 200), turn: SurfaceTurn(orientation)))
    #expect(seen(0, 0, by: adjustment) == corner)
    #expect(seen(70, 0.5, by: adjustment) == top)
    let isUpright = orientation == .normal || orientation == .inverted
    #expect(
      adjustment.adjusted(half).size == (isUpright ? Size(width: 300, height: 200) : Size(width: 200, height: 300)))
    #expect(
      adjustment.adjusted(.swipeUpdate(fingers: 3, delta: Vector(dx: 2.5, dy: 0)))
        == .swipeUpdate(fingers: 3, delta: movement))
  }

  @Test(
    "a nil axis stays nil on the other axis, and an axis that ends has a 0 without a sign")
  func scrolling() throws {
    func scroll(_ orientation: Device.Orientation, _ dx: Double?, _ dy: Double?) -> (Double?, Double?) {
      let adjustment = SurfaceAdjustment(of: Self.pad, size: nil, turn: SurfaceTurn(orientation))
      guard case .scroll(let dx, let dy)? = adjustment?.adjusted(.scroll(dx: dx, dy: dy)) else { return (99, 99) }
      return (dx, dy)
    }
    #expect(scroll(.left, 3, nil) == (nil, -3))
    #expect(scroll(.left, nil, 3) == (3, nil))
    #expect(scroll(.right, 3, nil) == (nil, 3))
    #expect(scroll(.right, nil, 3) == (-3, nil))
    #expect(scroll(.inverted, 3, nil) == (-3, nil))
    for orientation in [Device.Orientation.left, .right, .inverted] {
      let (dx, dy) = scroll(orientation, 0, 0)
      #expect(dx?.sign == .plus && dx == 0 && dy?.sign == .plus && dy == 0)
    }
  }

  @Test(
    "mirroring exchanges left and right after the rotation, and reverses the rotation of the fingers",
    arguments: [
      (Device.Orientation.normal, Point(x: 299, y: 2), Vector(dx: -5, dy: 3)),
      (.left, Point(x: 198, y: 299), Vector(dx: -3, dy: -5)), (.right, Point(x: 2, y: 1), Vector(dx: 3, dy: 5)),
      (.inverted, Point(x: 1, y: 198), Vector(dx: 5, dy: -3)),
    ])
  func mirrored(orientation: Device.Orientation, position: Point, movement: Vector) throws {
    let turn = SurfaceTurn(orientation, isMirrored: true)
    let adjustment = try #require(SurfaceAdjustment(of: Self.screen, size: nil, turn: turn))
    #expect(seen(1, 2, by: adjustment) == position)
    #expect(
      adjustment.adjusted(.pinchUpdate(fingers: 2, delta: Vector(dx: 5, dy: 3), scale: 1.5, rotation: 4))
        == .pinchUpdate(fingers: 2, delta: movement, scale: 1.5, rotation: -4))
    let isUpright = orientation == .normal || orientation == .inverted
    #expect(adjustment.adjusted(Self.screen).size == (isUpright ? Self.screen.size : Size(width: 200, height: 300)))
  }

  @Test("a touchscreen of unknown size that is turned has the assumed size, turned")
  func turnedUnknown() throws {
    let adjustment = try #require(SurfaceAdjustment(of: Self.nameless, size: nil, turn: SurfaceTurn(.left)))
    #expect(adjustment.adjusted(Self.nameless).size == Size(width: 94, height: 151))
    #expect(seen(1, 1, by: adjustment) == Point(x: 94, y: 0))
  }

  @Test("events without position and direction stay the same")
  func others() throws {
    let adjustment = try #require(
      SurfaceAdjustment(of: Self.screen, size: Size(width: 30, height: 20), turn: SurfaceTurn(.left)))
    let events: [TouchEvent.Kind] = [
      .deviceRemoved, .eventsLost, .touchUp(slot: 3), .touchCancel(slot: 3), .touchFrame, .swipeBegin(fingers: 3),
      .swipeEnd(fingers: 3, cancelled: true), .pinchBegin(fingers: 2), .pinchEnd(fingers: 2, cancelled: false),
      .holdBegin(fingers: 1), .holdEnd(fingers: 1, cancelled: true), .tap(fingers: 2, lasted: .milliseconds(80)),
    ]
    for event in events { #expect(adjustment.adjusted(event) == event) }
  }
}
