import Gestures
import Rules
import RulesFile
import Testing
import Time
import Touch

@Suite("Statements about devices")
struct DeviceStatementTests {
  private static let screen = Device(
    id: DeviceID(0), name: "Atmel maXTouch Digitizer", kind: .touchscreen, size: Size(width: 100, height: 50))
  private static let pad = Device(
    id: DeviceID(1), name: "ELAN1200:00 Touchpad", kind: .touchpad, size: Size(width: 100, height: 70))

  /// The statements of a file with these lines under `devices`.
  private func statements(_ lines: String...) throws -> [DeviceStatement] {
    let section = lines.map { "  \($0)\n" }.joined()
    return try #require(read("devices:\n\(section)rules: [{tap: single, do: a}]")).devices
  }

  @Test("statements are read as written")
  func reading() throws {
    let statements = try statements(
      #""Atmel maXTouch*": {size: 344mm x 19.4cm}"#, "ELAN*: {orientation: left, output: eDP-1}",
      #""Broken pad": {ignore: true}"#, "touchpad: {ignore: false, orientation: normal, own: true}",
      "touchscreen: {orientation: inverted}", #""*": {orientation: right}"#)
    #expect(
      statements == [
        DeviceStatement(.named("Atmel maXTouch*"), DeviceProperties(size: Size(width: 344, height: 194))),
        DeviceStatement(.named("ELAN*"), DeviceProperties(orientation: .left, output: "eDP-1")),
        DeviceStatement(.named("Broken pad"), DeviceProperties(isIgnored: true)),
        DeviceStatement(.kind(.touchpad), DeviceProperties(orientation: .normal, isIgnored: false, isOwned: true)),
        DeviceStatement(.kind(.touchscreen), DeviceProperties(orientation: .inverted)),
        DeviceStatement(.named("*"), DeviceProperties(orientation: .right)),
      ])
  }

  @Test("statements add up, and the first of two about the same property counts")
  func sum() throws {
    let statements = try statements(
      "elan*: {ignore: false, size: 90mm x 60mm}", "touchpad: {ignore: true, orientation: left, own: false}",
      "ELAN1200*: {own: true}",
      #""*": {orientation: right, output: DP-2}"#)
    #expect(
      statements.properties(of: Self.pad)
        == DeviceProperties(
          size: Size(width: 90, height: 60), orientation: .left, output: "DP-2", isIgnored: false, isOwned: false))
    #expect(statements.properties(of: Self.screen) == DeviceProperties(orientation: .right, output: "DP-2"))
  }

  @Test("a touchscreen of unknown size is as large as its output, however that is turned, unless its size is stated")
  func sizeOfOutput() throws {
    let reported: [Size?] = [nil, Size(width: 8192, height: 8192), Size(width: 151, height: 94)]
    for size in reported {
      var adjustments = DeviceAdjustments()
      let screen = Device(id: DeviceID(0), name: "Goodix", kind: .touchscreen, size: size)
      _ = adjustments.adjusted(TouchEvent(time: .zero, device: screen.id, kind: .deviceAdded(screen)))
      #expect(adjustments.devices[0].isSizeAssumed)
      let panel = Size(width: 476, height: 268)
      #expect(adjustments.replacePanels(with: [Panel(output: "HDMI-A-1", size: panel)]) == [screen.id])
      #expect(adjustments.devices[0].knownSize == panel)
      let corner = size ?? Size(width: 1, height: 1)
      let event = TouchEvent(
        time: .zero, device: screen.id,
        kind: .touchDown(slot: 0, Point(x: corner?.width ?? 0, y: corner?.height ?? 0)))
      #expect(adjustments.adjusted(event)?.kind == .touchDown(slot: 0, Point(x: 476, y: 268)))
      adjustments.replacePanels(with: [Panel(output: "HDMI-A-1", size: panel, turn: SurfaceTurn(.right))])
      #expect(adjustments.devices[0].knownSize == Size(width: 268, height: 476))
      // A projector, and two outputs of which either may be meant.
      adjustments.replacePanels(with: [Panel(output: "HDMI-A-1", size: nil)])
      #expect(adjustments.devices[0].isSizeAssumed)
      adjustments.replacePanels(with: [Panel(output: "HDMI-A-1", size: panel), Panel(output: "DP-1", size: panel)])
      #expect(adjustments.devices[0].isSizeAssumed)
      adjustments.replaceStatements(with: try statements("Goodix: {size: 500mm x 300mm, output: DP-1}"))
      #expect(adjustments.devices[0].knownSize == Size(width: 500, height: 300))
    }
  }

  @Test("a statement applies while its device exists, and only to that device")
  func adjusting() throws {
    var adjustments = DeviceAdjustments(
      try statements("atmel*: {size: 200mm x 25mm}", "ELAN*: {ignore: true}"))
    func adjust(_ device: Int, _ kind: TouchEvent.Kind) -> TouchEvent.Kind? {
      adjustments.adjusted(TouchEvent(time: .zero, device: DeviceID(device), kind: kind))?.kind
    }
    var large = Device(id: DeviceID(0), name: Self.screen.name, kind: .touchscreen, size: Size(width: 200, height: 25))
    // Stated, however strange.
    large.isSizeAssumed = false
    #expect(adjust(0, .deviceAdded(Self.screen)) == .deviceAdded(large))
    #expect(adjust(1, .deviceAdded(Self.pad)) == nil)
    #expect(adjustments.devices == [large])
    #expect(adjustments.reported == [Self.screen, Self.pad])
    #expect(adjust(0, .touchDown(slot: 0, Point(x: 10, y: 10))) == .touchDown(slot: 0, Point(x: 20, y: 5)))
    #expect(adjust(1, .swipeBegin(fingers: 3)) == nil)
    // A device without a statement is not adjusted.
    #expect(adjust(2, .touchFrame) == .touchFrame)
    #expect(adjust(1, .deviceRemoved) == nil)
    #expect(adjust(0, .deviceRemoved) == .deviceRemoved)
    #expect(adjustments.reported == [])
    #expect(adjust(0, .touchDown(slot: 0, Point(x: 10, y: 10))) == .touchDown(slot: 0, Point(x: 10, y: 10)))
  }

  @Test("another file's statements apply from the next event on")
  func replacing() throws {
    var adjustments = DeviceAdjustments(try statements("ELAN*: {ignore: true}"))
    let events: [TouchEvent] = [Self.screen, Self.pad].map {
      TouchEvent(time: .zero, device: $0.id, kind: .deviceAdded($0))
    }
    #expect(events.compactMap { adjustments.adjusted($0) } == [events[0]])
    adjustments.replaceStatements(with: try statements("Atmel*: {ignore: true}", "ELAN*: {orientation: inverted}"))
    #expect(adjustments.devices == [Self.pad])
    let swipe = TouchEvent.Kind.swipeUpdate(fingers: 3, delta: Vector(dx: 2, dy: 3))
    #expect(
      adjustments.adjusted(TouchEvent(time: .zero, device: DeviceID(1), kind: swipe))?.kind
        == .swipeUpdate(fingers: 3, delta: Vector(dx: -2, dy: -3)))
    adjustments.replaceStatements(with: [])
    #expect(adjustments.devices == [Self.screen, Self.pad])
  }

  @Test("a rotated output rotates its touchscreen, unless the file states an orientation; no touchpad")
  func outputs() throws {
    var adjustments = DeviceAdjustments(try statements("Atmel*: {output: DP-1}"))
    for device in [Self.screen, Self.pad] {
      _ = adjustments.adjusted(TouchEvent(time: .zero, device: device.id, kind: .deviceAdded(device)))
    }
    func seen() -> Point? {
      let event = TouchEvent(time: .zero, device: DeviceID(0), kind: .touchDown(slot: 0, Point(x: 10, y: 20)))
      guard case .touchDown(_, let location)? = adjustments.adjusted(event)?.kind else { return nil }
      return location
    }
    func changed(by panels: [Panel]) -> [DeviceID] { adjustments.replacePanels(with: panels) }
    let other = Panel(output: "eDP-1", size: nil, turn: SurfaceTurn(.inverted))
    #expect(changed(by: [other, Panel(output: "DP-1", size: nil)]) == [])
    #expect(seen() == Point(x: 10, y: 20))
    let turned = [other, Panel(output: "DP-1", size: nil, turn: SurfaceTurn(.right))]
    #expect(changed(by: turned) == [DeviceID(0)])
    #expect(seen() == Point(x: 30, y: 10))
    #expect(adjustments.panel(under: Self.screen)?.output == "DP-1")
    #expect(adjustments.devices[0].size == Size(width: 50, height: 100))
    #expect(adjustments.devices[1] == Self.pad)
    #expect(changed(by: turned) == [])

    let others = adjustments.replaceStatements(with: try statements("Atmel*: {orientation: normal}"))
    #expect(others == [DeviceID(0)])
    #expect(changed(by: [turned[1]]) == [])
    #expect(seen() == Point(x: 10, y: 20))
  }

  @Test("the statements of a file with mistakes in its rules are known")
  func badRules() {
    let file = RulesFile.check(text: "devices: {\"*\": {ignore: true}}\nrules: [{swype: left}]", name: "r.yml")
    #expect(file.rules == nil)
    #expect(file.devices == [DeviceStatement(.named("*"), DeviceProperties(isIgnored: true))])
  }
}
