import Glibc
import Linux
import Testing
import Time
import Touch

@testable import Pictures

/// The advance widths of three fonts, in multiples of the font size. Fonts/measure read them from the fonts.
struct FontWidths: CustomTestStringConvertible {
  let testDescription: String
  private var widths: [Unicode.Scalar: (regular: Double, bold: Double)] = [:]

  /// The fonts in the order of the file's columns.
  static let all = ["DejaVu Sans", "Noto Sans", "Liberation Sans"].enumerated().map { FontWidths($1, column: $0) }

  private init(_ name: String, column: Int) {
    testDescription = name
    for line in Checkout.text(of: "Tests/PicturesTests/Fonts/widths.txt").split(separator: "\n") {
      let cells = line.split(separator: " ")
      guard let scalar = UInt32(cells[0], radix: 16).flatMap(Unicode.Scalar.init),
        let regular = Double(cells[1 + 2 * column]), let bold = Double(cells[2 + 2 * column])
      else { continue }
      widths[scalar] = (regular, bold)
    }
  }

  /// The width of a line. Characters that the font does not have come from other fonts: East Asian ones are square,
  /// marks take no space, and others are at most as wide as in Noto Color Emoji.
  func width(of line: String, size: Double, isBold: Bool) -> Double {
    line.unicodeScalars.reduce(0) { sum, scalar in
      if let known = widths[scalar] { return sum + (isBold ? known.bold : known.regular) }
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .enclosingMark, .format: return sum
      case .otherLetter where scalar.value >= 0x2e80: return sum + 1
      default: return sum + 1.25
      }
    } * size
  }

  /// The width of one character; nil if the font does not have it.
  func advance(of scalar: Unicode.Scalar, isBold: Bool) -> Double? {
    widths[scalar].map { isBold ? $0.bold : $0.regular }
  }

  var count: Int { widths.count }
}

/// The files of the project.
enum Checkout {
  private static let root = String(#filePath.dropLast("Tests/PicturesTests/FontTests.swift".count))

  static func text(of file: String) -> String {
    do {
      return try String(decoding: Descriptor.open(root + file, O_RDONLY).readToEnd(), as: UTF8.self)
    } catch {
      Issue.record("\(file): \(error)")
      return ""
    }
  }

  /// The events of a recording in Tests/Recordings. Those of evemu are taken as touches on a screen of 100 x 60 mm.
  static func events(of recording: String) -> [TouchEvent] {
    let text = text(of: "Tests/Recordings/" + recording)
    guard recording.hasSuffix(".events") else { return Recording.read(Array(text.utf8)).events }
    let (width, height) = (100.0, 60.0)
    let size = Size(width: width, height: height)
    let device = Device(id: DeviceID(0), name: recording, kind: .touchscreen, size: size)
    var events = [TouchEvent(time: .zero, device: device.id, kind: .deviceAdded(device))]
    var ranges: [String: (least: Double, most: Double)] = [:]
    var slot = 0
    var isNew: Set<Int> = []
    var positions: [Int: Point] = [:]
    for line in text.split(separator: "\n") {
      let cells = line.split(whereSeparator: \.isWhitespace)
      guard cells.count > 3 else { continue }
      if cells[0] == "A:", let least = Double(cells[2]), let most = Double(cells[3]) {
        ranges[String(cells[1])] = (least, most)
      }
      guard cells[0] == "E:", cells.count > 4, let seconds = Double(cells[1]), let value = Int(cells[4]) else {
        continue
      }
      let time = Timestamp(microseconds: Int64(seconds * 1_000_000))
      func add(_ kind: TouchEvent.Kind) { events.append(TouchEvent(time: time, device: device.id, kind: kind)) }
      func share(_ axis: String) -> Double {
        ranges[axis].map { (Double(value) - $0.least) / ($0.most - $0.least) } ?? 0
      }
      switch (cells[2], cells[3]) {
      case ("0003", "002f"): slot = value
      case ("0003", "0039") where value < 0:
        add(.touchUp(slot: slot))
        positions[slot] = nil
      case ("0003", "0039"):
        isNew.insert(slot)
        positions[slot] = Point(x: 0, y: 0)
      case ("0003", "0035"): positions[slot]?.x = share("35") * width
      case ("0003", "0036"): positions[slot]?.y = share("36") * height
      case ("0000", "0000"):
        for (slot, position) in positions.sorted(by: { $0.key < $1.key }) {
          add(isNew.remove(slot) == nil ? .touchMotion(slot: slot, position) : .touchDown(slot: slot, position))
        }
        add(.touchFrame)
      default: break
      }
    }
    return events
  }
}

@Suite("Text in pictures fits: no line extends over its panel's edge, and none lies under the map")
struct FontTests {
  private static let recordings = [
    "atmel-maxtouch.four-finger-drag-down.events", "atmel-maxtouch.one-finger-drag-up-down.events",
    "atmel-maxtouch.one-finger-fast-taps.events", "atmel-maxtouch.two-finger-tap.events",
    "cypress-trackpad.three-finger-tap.events", "synaptics-hp8470p.two-finger-horizontal-scroll.events",
    "synaptics.two-finger-vertical-scroll.events", "touchpad-and-touchscreen.jsonl", "two-swipes.jsonl",
    "wacom-bamboo.one-finger-circle.events", "wacom-bamboo.two-finger-top-swipe.events",
  ]

  /// Rules of every kind of gesture, near to the recordings and with long names and conditions.
  private static let rules = """
    rules:
      - swipe: any
        fingers: 1-4
        device: touchscreen
        distance: 70mm
        name: \(names[1])
        do: notify-send "a very long command, of which nobody can read all that it says on one line of a picture"
      - {tap: double, fingers: 1-3, device: touchscreen, when: {app: "\(names[2])"}, do: foot}
      - {tap: triple, fingers: 1-3, device: touchscreen, name: MMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMM, do: foot}
      - {long-press: 700ms, fingers: 1-4, device: touchscreen, do: "\(names[3])"}
      - {pan: [up, down-left], fingers: 4, device: touchscreen, every: 10mm, do: foot}
      - {swipe: any, fingers: 2-4, device: touchpad, distance: 90mm, do: foot}

    """

  private static let names = [
    "hand.jsonl", "Следующее рабочее пространство на следующем мониторе", "次のワークスペースへ移動する長い名前のルール次のワークスペース",
    "Επόμενος χώρος εργασίας με πολύ μεγάλο όνομα, ΜΕ ΚΕΦΑΛΑΙΑ", "مساحة العمل التالية على الشاشة الثانية",
    "Không gian làm việc tiếp theo trên màn hình thứ hai", "🧑‍🚀🚀 next 🖥️ workspace 🖥️🖥️🖥️🖥️🖥️🖥️🖥️🖥️🖥️🖥️🖥️🖥️",
    String(repeating: "W", count: 300), String(repeating: "%‰@ ", count: 60),
  ]

  /// A line of text and what it must stay in.
  private struct Line {
    var text: String
    var box: (left: Double, right: Double, top: Double, bottom: Double)
    /// The edges of its panel or, outside of panels, of the page.
    var room: ClosedRange<Double>
    /// The map of its panel.
    var map: Map?

    typealias Map = (left: Double, bottom: Double)
  }

  private static func lines(of document: Document, in font: FontWidths) -> [Line] {
    var lines: [Line] = []
    func visit(_ element: Document.Element, x: Double, y: Double, room: ClosedRange<Double>, map: Line.Map?) {
      var (x, y, room, map) = (x, y, room, map)
      if element.name == "g",
        let offset = element.attributes["transform"]?.firstMatch(of: #/^translate\(([\d.]+) ([\d.]+)\)$/#)
      {
        x += Double(offset.1) ?? 0
        y += Double(offset.2) ?? 0
      } else if element.name == "svg", element.attributes["x"] != nil {
        x += element.number("x")
        y += element.number("y")
      }
      if let panel = element.children.first(where: { $0.name == "rect" && $0.has("panel") }) {
        room = x...(x + panel.number("width"))
        map = element.children.first { $0.name == "rect" && $0.has("map") }.map {
          (x + $0.number("x"), y + $0.number("y") + $0.number("height"))
        }
      }
      if element.name == "text" {
        let style = Lettering.allCases.first { element.has($0.rawValue) } ?? .plain
        let width = font.width(of: element.text, size: style.size, isBold: style.isBold)
        let at = x + element.number("x")
        let left = element.has("far") ? at - width : element.has("mid") || element.has("in") ? at - width / 2 : at
        let baseline = y + element.number("y")
        lines.append(
          Line(
            text: element.text, box: (left, left + width, baseline - style.size, baseline + style.size / 4), room: room,
            map: map))
      }
      for child in element.children { visit(child, x: x, y: y, room: room, map: map) }
    }
    visit(document.root, x: 0, y: 0, room: 0...document.root.number("width"), map: nil)
    return lines
  }

  private static func expectFit(_ svg: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let document = try Document(svg)
    for font in FontWidths.all {
      for line in lines(of: document, in: font) {
        let comment: Comment = "\(font.testDescription): \(line)"
        #expect(line.box.left >= line.room.lowerBound - 0.1, comment, sourceLocation: sourceLocation)
        #expect(line.box.right <= line.room.upperBound + 0.1, comment, sourceLocation: sourceLocation)
        if let map = line.map {
          #expect(line.box.top > map.bottom || line.box.right < map.left, comment, sourceLocation: sourceLocation)
        }
      }
    }
  }

  @Test("of every recording, in each of three fonts", arguments: recordings)
  func fitsRecordings(_ name: String) throws {
    let events = Checkout.events(of: name)
    #expect(events.count > 10)
    try Self.expectFit(picture(of: events, rules: Self.rules, name: name))
    try Self.expectFit(picture(of: events, name: name))
  }

  @Test("with names in any script, of the recording and of the device", arguments: names)
  func fitsNames(_ name: String) throws {
    let header = RecordingText.header(name: name, kind: "touchscreen", size: #""width": 300, "height": 170"#)
    // A part of the device is drawn, so that there is a map.
    let recording =
      header + RecordingText.swipe(at: 86_000_000, from: [(120, 80), (120, 95)], by: (20, 0))
      + RecordingText.tap(at: 86_100_000, x: 10, y: 10)
    let svg = picture(of: recording, rules: Self.rules, name: name)
    #expect(try Document(svg).all("rect", "map").count > 1)
    try Self.expectFit(svg)
  }

  @Test("with a touch of a day")
  func fitsLongTouch() throws {
    let down =
      RecordingText.line(0, "touch-down", #""slot": 0, "x": 10, "y": 10"#) + RecordingText.line(0, "touch-frame")
    let up = RecordingText.line(86_399_000, "touch-up", #""slot": 0"#) + RecordingText.line(86_399_000, "touch-frame")
    try Self.expectFit(picture(of: RecordingText.screen + down + up, rules: Self.rules))
  }

  @Test("each width is that of the widest font, or up to a fiftieth of the font size more")
  func widths() {
    #expect(FontWidths.all.allSatisfy { $0.count > 500 })
    for block in GlyphWidths.blocks {
      for index in block.regular.indices {
        guard let scalar = Unicode.Scalar(block.first + UInt32(index)) else { continue }
        for (style, isBold) in [(Lettering.plain, false), (.bold, true)] {
          let known = FontWidths.all.compactMap { $0.advance(of: scalar, isBold: isBold) }
          guard let widest = known.max(), widest > 0 else { continue }
          let width = style.width(of: String(scalar)) / style.size
          #expect(width >= widest - 1e-4 && width < widest + 0.0201, "\(scalar)")
        }
      }
    }
  }
}
