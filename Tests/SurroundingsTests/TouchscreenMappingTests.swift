import Rules
import Testing
import Time
import Touch

@testable import Surroundings
@testable import Wayland

@Suite("Positions on a touchscreen, on the desktop")
struct TouchscreenMappingTests {
  private static let screen = Device(
    id: DeviceID(0), name: "Goodix", kind: .touchscreen, size: Size(width: 300, height: 200), isBuiltIn: true)

  private static func output(
    _ number: UInt32, _ name: String, _ rectangle: Output.Rectangle?, _ transform: Output.Transform = .normal
  ) -> Output {
    var output = Output(id: Output.ID(name: number))
    output.name = name
    output.rectangle = rectangle
    output.transform = transform
    return output
  }

  /// The panels of `outputs`, as the session has them.
  private static func panels(_ outputs: [Output]) -> [Panel] {
    outputs.compactMap { Panel(of: $0, among: outputs) }
  }

  /// The position on the desktop, in logical units, of a finger on the touchscreen.
  /// - Parameters:
  ///   - point: its share of the panel's width and height, as built.
  ///   - size: the size of the desktop.
  private static func position(
    _ point: (x: Double, y: Double), on outputs: [Output], size: (width: Double, height: Double)
  ) throws -> [Int] {
    var adjustments = DeviceAdjustments()
    adjustments.replacePanels(with: panels(outputs))
    _ = adjustments.adjusted(TouchEvent(time: .zero, device: screen.id, kind: .deviceAdded(screen)))
    let reported = TouchEvent.Kind.touchDown(slot: 0, Point(x: point.x * 300, y: point.y * 200))
    let event = adjustments.adjusted(TouchEvent(time: .zero, device: screen.id, kind: reported))
    guard case .touchDown(_, let seen)? = event?.kind else { return [] }
    let position = try #require(adjustments.mapping(of: screen.id)).position(under: seen)
    let extent = Double(DesktopPosition.extent)
    return [
      Int((Double(position.x) / extent * size.width).rounded()),
      Int((Double(position.y) / extent * size.height).rounded()),
    ]
  }

  /// For each transform: what is under a finger at 10 % of the panel's width and 20 % of its height, as shares of the
  /// picture. Written down from the protocol: the picture is mirrored at a vertical axis, then rotated
  /// counter-clockwise.
  private static let transforms: [(Output.Transform, x: Double, y: Double)] = [
    (.normal, 0.1, 0.2), (.turned90, 0.8, 0.1), (.turned180, 0.9, 0.8), (.turned270, 0.2, 0.9),
    (.flipped, 0.9, 0.2), (.flipped90, 0.2, 0.1), (.flipped180, 0.1, 0.8), (.flipped270, 0.8, 0.9),
  ]

  @Test("are under the finger with every transform, on the left and on the right of two outputs", arguments: 0..<8)
  func transforms(index: Int) throws {
    let (transform, x, y) = Self.transforms[index]
    let size = transform.swapsSides ? Output.Size(width: 800, height: 1200) : Output.Size(width: 1200, height: 800)
    let (width, height) = (Double(size.width), Double(size.height))
    let monitor = Output.Size(width: 1920, height: 1080)
    let left = [
      Self.output(1, "eDP-1", .init(x: 0, y: 0, size: size), transform),
      Self.output(2, "DP-1", .init(x: size.width, y: 0, size: monitor)),
    ]
    let desktop = (width: width + 1920, height: max(height, 1080))
    #expect(
      try Self.position((0.1, 0.2), on: left, size: desktop) == [
        Int((x * width).rounded()), Int((y * height).rounded()),
      ])
    // Below the upper edge of the other one, and right of it.
    let right = [
      Self.output(1, "DP-1", .init(x: -1920, y: -100, size: monitor)),
      Self.output(2, "eDP-1", .init(x: 0, y: 0, size: size), transform),
    ]
    let lower = (width: width + 1920, height: max(height, 980) + 100)
    #expect(
      try Self.position((0.1, 0.2), on: right, size: lower) == [
        Int((1920 + x * width).rounded()), Int((100 + y * height).rounded()),
      ])
  }

  @Test("stay on the output at its edges")
  func edges() throws {
    let size = Output.Size(width: 1000, height: 500)
    let outputs = ["DP-1", "eDP-1", "DP-2"].enumerated().map { index, name in
      Self.output(UInt32(index), name, .init(x: index * 1000, y: 0, size: size))
    }
    let mapping = DesktopMapping(of: Self.screen, on: try #require(DesktopArea(of: outputs[1], among: outputs)))
    let share = { (position: Int32) in Double(position) / Double(DesktopPosition.extent) * 3000 }
    for far in [300, 400, Double.infinity] {
      let position = mapping.position(under: Point(x: far, y: far))
      #expect((1999..<2000).contains(share(position.x)))
      #expect(position.y == DesktopPosition.extent - 1)
    }
    for near in [0, -100, -Double.infinity] {
      #expect((1000..<1001).contains(share(mapping.position(under: Point(x: near, y: near)).x)))
      #expect(mapping.position(under: Point(x: near, y: near)).y == 0)
    }
  }

  @Test("need the positions of all outputs, unless there is only one")
  func unknown() {
    let size = Output.Size(width: 1000, height: 500)
    let (one, other) = (Self.output(1, "eDP-1", nil), Self.output(2, "DP-1", .init(x: 0, y: 0, size: size)))
    #expect(DesktopArea(of: one, among: [one]) == .all)
    #expect(DesktopArea(of: one, among: [one, other]) == nil)
    #expect(DesktopArea(of: other, among: [one, other]) == nil)
    #expect(DesktopArea(of: other, among: [other]) == .all)
  }

  @Test("are known as long as the output is, whatever the devices are")
  func adjustments() {
    var adjustments = DeviceAdjustments()
    let pad = Device(id: DeviceID(1), name: "Pad", kind: .touchpad, size: nil)
    for device in [Self.screen, pad] {
      _ = adjustments.adjusted(TouchEvent(time: .zero, device: device.id, kind: .deviceAdded(device)))
    }
    #expect(adjustments.mapping(of: Self.screen.id) == nil)
    #expect(adjustments.replacePanels(with: Self.panels([Self.output(1, "eDP-1", nil)])) == [])
    #expect(adjustments.mapping(of: Self.screen.id) == DesktopMapping(of: Self.screen, on: .all))
    #expect(adjustments.mapping(of: pad.id) == nil)
    _ = adjustments.adjusted(TouchEvent(time: .zero, device: Self.screen.id, kind: .deviceRemoved))
    #expect(adjustments.mapping(of: Self.screen.id) == nil)
  }
}
