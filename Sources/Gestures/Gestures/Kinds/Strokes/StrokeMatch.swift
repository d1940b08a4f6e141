internal import Glibc
internal import Touch

/// A comparison of a drawing with templates.
///
/// The points are compared as in Protractor (Y. Li, Protractor: a fast and accurate gesture recognizer, CHI 2010): both
/// drawing and template are vectors, the best rotation of one to the other has a closed form, and the cosine of the
/// angle between them is the similarity. Orientation matters, since a caret is no v, so the rotation is limited to the
/// slant of a hand; and the drawing may be stretched a little in one direction, since hands do not keep proportions.
///
/// Alone, that takes a half circle for a bracket. So the headings along both are compared too, by dynamic time warping
/// of unit vectors (E. Taranta et al., Jackknife: a reliable recognizer with few samples and many modalities, CHI
/// 2017): corners may come a little early or late, but a bend in one must be a bend in the other.
struct StrokeMatch {
  /// The largest slant of a drawing, in radians.
  private static let rotation = 25 * Double.pi / 180
  /// The same of a line with a tiny leg: its direction tells it from a swipe.
  private static let lineRotation = 15 * Double.pi / 180
  /// The largest ratio of a drawing's proportions to its template's.
  private static let stretch = 1.5
  /// The largest displacement of a corner, of 31 headings.
  private static let band = 5
  /// The weight of headings relative to points.
  private static let headingsWeight = 0.6

  /// The largest gap, in sizes of the drawing, between the ends of a closed drawing. One in a hundred circles of people
  /// is wider open; a 6 is never nearer.
  private static let widestGap = 0.5
  /// The largest ratio of thickness between a drawing and its template, either way.
  private static let thickening = 2.5

  private let drawing: [Vector]
  private let gap: Double
  private let thickness: Double
  private let isLine: Bool
  private let sumXX: Double
  private let sumYY: Double

  /// A comparison for `outline`.
  init(_ outline: Outline) {
    let centroid = outline.points.reduce(.zero, +) * (1 / Double(Outline.count))
    gap = outline.gap
    thickness = outline.thickness
    isLine = outline.isLine
    drawing = outline.points.map { $0 - centroid }
    sumXX = drawing.reduce(0) { $0 + $1.dx * $1.dx }
    sumYY = drawing.reduce(0) { $0 + $1.dy * $1.dy }
  }

  /// A placement of the drawing on a template: the point it begins at, its direction, and how it is transformed.
  private struct Fit {
    var similarity = -1.0
    var beginning = 0
    var isReversed = false
    var width = 1.0
    var angle = 0.0
  }

  /// The similarity to `template`: 1 for the template itself; below 0.5 nobody would call them alike.
  func score(against template: StrokeTemplate) -> Double {
    guard !template.isRing || gap <= Self.widestGap else { return 0 }
    guard max(thickness / template.thickness, template.thickness / thickness) <= Self.thickening else { return 0 }
    var best = Fit()
    for beginning in template.beginnings {
      for isReversed in template.isReversible ? [false, true] : [false] {
        let fit = fit(template.points, from: beginning, isReversed: isReversed)
        if fit.similarity > best.similarity { best = fit }
      }
    }
    guard best.similarity > 0 else { return 0 }
    return max(0, best.similarity - Self.headingsWeight * difference(template.points, best))
  }

  private func fit(_ points: [Vector], from beginning: Int, isReversed: Bool) -> Fit {
    let last = Outline.count - 1
    var sum = Vector.zero
    var (templateXX, templateYY, xx, yy, xy, yx) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    for index in 0...last {
      let point = points[beginning + (isReversed ? last - index : index)]
      let own = drawing[index]
      sum += point
      templateXX += point.dx * point.dx
      templateYY += point.dy * point.dy
      xx += own.dx * point.dx
      yy += own.dy * point.dy
      xy += own.dx * point.dy
      yx += own.dy * point.dx
    }
    let count = Double(Outline.count)
    templateXX -= sum.dx * sum.dx / count
    templateYY -= sum.dy * sum.dy / count
    let wanted = (templateXX * sumYY / max(templateYY * sumXX, .leastNormalMagnitude)).squareRoot()
    let width = min(max(wanted, 1 / Self.stretch), Self.stretch).squareRoot()
    let along = width * xx + yy / width
    let across = width * xy - yx / width
    let turn = atan2(across, along)
    guard !isLine || abs(turn) <= Self.lineRotation else { return Fit() }
    let angle = min(max(turn, -Self.rotation), Self.rotation)
    let size = ((width * width * sumXX + sumYY / (width * width)) * (templateXX + templateYY)).squareRoot()
    return Fit(
      similarity: (along * cos(angle) + across * sin(angle)) / size, beginning: beginning, isReversed: isReversed,
      width: width, angle: angle)
  }

  /// The mean difference of the headings along both: 0 for alike, 1 for right angles throughout.
  private func difference(_ points: [Vector], _ fit: Fit) -> Double {
    let (sine, cosine) = (sin(fit.angle), cos(fit.angle))
    let own = Self.headings { index in
      let point = Vector(dx: drawing[index].dx * fit.width, dy: drawing[index].dy / fit.width)
      return Vector(dx: point.dx * cosine - point.dy * sine, dy: point.dx * sine + point.dy * cosine)
    }
    let last = Outline.count - 1
    let wanted = Self.headings { points[fit.beginning + (fit.isReversed ? last - $0 : $0)] }
    var row = [Double](repeating: .infinity, count: last + 1)
    row[0] = 0
    for index in 1...last {
      var corner = row[0]
      row[0] = .infinity
      let reach = max(1, index - Self.band)...min(last, index + Self.band)
      if reach.lowerBound > 1 { (corner, row[reach.lowerBound - 1]) = (row[reach.lowerBound - 1], .infinity) }
      for other in reach {
        let cost = 1 - own[index - 1].dx * wanted[other - 1].dx - own[index - 1].dy * wanted[other - 1].dy
        let best = min(corner, row[other], row[other - 1])
        corner = row[other]
        row[other] = best + cost
      }
    }
    return row[last] / Double(last)
  }

  private static func headings(_ point: (Int) -> Vector) -> [Vector] {
    (1..<Outline.count).map { index in
      let segment = point(index) - point(index - 1)
      return segment * (1 / max(segment.length.value, .leastNormalMagnitude))
    }
  }
}
