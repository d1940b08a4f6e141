internal import Touch

/// A point in the picture, in pixels from the top left corner of what contains it.
struct PixelPoint: Hashable, Sendable {
  var x: Double
  var y: Double

  static func + (point: PixelPoint, offset: Vector) -> PixelPoint {
    PixelPoint(x: point.x + offset.dx, y: point.y + offset.dy)
  }

  static func - (left: PixelPoint, right: PixelPoint) -> Vector { Vector(dx: left.x - right.x, dy: left.y - right.y) }
}

/// A rectangle in the picture, in pixels.
struct PixelBox: Hashable, Sendable {
  var x: Double
  var y: Double
  var width: Double
  var height: Double

  func overlaps(_ other: PixelBox) -> Bool {
    x < other.x + other.width && other.x < x + width && y < other.y + other.height && other.y < y + height
  }

  func contains(_ other: PixelBox) -> Bool {
    x <= other.x && other.x + other.width <= x + width && y <= other.y && other.y + other.height <= y + height
  }

  func contains(_ point: PixelPoint) -> Bool {
    x <= point.x && point.x <= x + width && y <= point.y && point.y <= y + height
  }
}

extension PixelBox {
  /// The attributes of a `rect` of a style.
  func attributes(style: String) -> KeyValuePairs<String, Markup.Attribute> {
    [
      "class": .text(style), "x": .number(x), "y": .number(y), "width": .number(width), "height": .number(height),
    ]
  }
}

/// A number with one decimal, in the syntax of SVG: without an exponent, and as short as possible.
struct Tenths {
  private let count: Int

  /// `number`, rounded, and limited to the coordinates of a picture.
  init(_ number: Double) { count = number.isNaN ? 0 : Int((min(max(number, -1e6), 1e6) * 10).rounded()) }

  private init(count: Int) { self.count = count }

  var text: String {
    let rest = count.magnitude % 10
    return (count < 0 ? "-" : "") + "\(count.magnitude / 10)" + (rest == 0 ? "" : ".\(rest)")
  }

  static func - (left: Tenths, right: Tenths) -> Tenths { Tenths(count: left.count - right.count) }
}

extension [PixelPoint] {
  /// The line through all points, as path data. Each point is relative to the one before, which is short, and to its
  /// rounded coordinates, so that rounding errors do not accumulate.
  var line: String {
    guard let first else { return "" }
    var last = (x: Tenths(first.x), y: Tenths(first.y))
    var text = "M\(last.x.text) \(last.y.text)"
    for point in dropFirst() {
      let next = (x: Tenths(point.x), y: Tenths(point.y))
      text += "l\((next.x - last.x).text) \((next.y - last.y).text)"
      last = next
    }
    return text
  }
}
