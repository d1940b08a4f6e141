internal import Glibc
internal import Touch

/// How like a drawing is to a template.
///
/// The places are compared as Protractor does (Y. Li, Protractor: a fast and accurate gesture recognizer, CHI 2010):
/// both are vectors, the best rotation of one to the other has a closed form, and the cosine of the angle between them
/// then says how near they are. It is sensitive to orientation, since a caret is no v, so the rotation is held within
/// what a hand is askew; and the drawing may be stretched one way, a little, since hands do not keep proportions.
///
/// That alone takes a half circle for a bracket. So the headings along both are compared too, by dynamic time warping
/// of unit vectors (E. Taranta et al., Jackknife: a reliable recognizer with few samples and many modalities, CHI
/// 2017): corners may come a little early or late, but what bends there must bend here.
struct StrokeMatch {
  /// How far a drawing may be askew.
  private static let rotation = 25 * Double.pi / 180
  /// How much wider or narrower than its template a drawing may be for its height.
  private static let stretch = 1.5
  /// How far, of 31 headings, a corner may come early or late.
  private static let band = 5
  /// What headings count beside places.
  private static let headingsWeight = 0.6

  /// Ends that are farther apart than this, in sizes of the drawing, do not close it. One in a hundred circles of
  /// people is wider open; a 6 is never nearer.
  private static let widestGap = 0.5
  /// A drawing is at most this many times as thick as its template, or as thin.
  private static let thickening = 2.5

  private let drawing: [Vector]
  private let gap: Double
  private let thickness: Double
  private let sumXX: Double
  private let sumYY: Double

  /// For drawings like `outline`.
  init(_ outline: Outline) {
    let centroid = outline.points.reduce(.zero, +) * (1 / Double(Outline.count))
    gap = outline.gap
    thickness = outline.thickness
    drawing = outline.points.map { $0 - centroid }
    sumXX = drawing.reduce(0) { $0 + $1.dx * $1.dx }
    sumYY = drawing.reduce(0) { $0 + $1.dy * $1.dy }
  }

  /// How the drawing is laid onto a template: begun at one of its places, one way or the other.
  private struct Fit {
    var similarity = -1.0
    var beginning = 0
    var isReversed = false
    var width = 1.0
    var angle = 0.0
  }

  /// 1 for the template itself, and less the less alike they are; below 0.5 nobody would say they are.
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
    let angle = min(max(atan2(across, along), -Self.rotation), Self.rotation)
    let size = ((width * width * sumXX + sumYY / (width * width)) * (templateXX + templateYY)).squareRoot()
    return Fit(
      similarity: (along * cos(angle) + across * sin(angle)) / size, beginning: beginning, isReversed: isReversed,
      width: width, angle: angle)
  }

  /// How differently the two head on the way, 0 for alike and 1 for at right angles throughout.
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
