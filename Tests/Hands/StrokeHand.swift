import Glibc
import Touch

/// A hand that draws, with its proportions, slant and accuracy. Each of its drawings differs a little.
struct StrokeHand {
  /// Figures that people draw, shapes and others.
  enum Figure: String, CaseIterable {
    case circle, check, caret, v, zigzag, triangle, rectangle, star, pigtail
    case leftBracket = "left-bracket"
    case rightBracket = "right-bracket"
    // No shapes.
    case line, corner, scribble, word, spiral
    case thereAndBack = "there and back"
    case halfCircle = "half circle"
    case walk = "random walk"
    case dash = "short dash"
    // Curves with few bends, which by chance are those of a shape: a wave of four to six is a zigzag to most eyes.
    case meander
    case letters = "a letter or two"

    static let shapes: [Figure] = [
      .circle, .check, .caret, .v, .leftBracket, .rightBracket, .zigzag, .triangle, .rectangle, .star, .pigtail,
    ]
    static let chances: [Figure] = [.meander, .letters]

    /// True if it has no corners that a hand could round.
    var isCurve: Bool { [.circle, .pigtail, .halfCircle, .spiral, .walk, .meander, .word, .letters].contains(self) }

    static let others = allCases.filter { !shapes.contains($0) && !chances.contains($0) }
  }

  /// The choices of a hand that are independent of its accuracy.
  struct Style {
    /// True if it is drawn in the opposite sense, or from the other end.
    var isReversed: Bool
    /// The number of legs of a zigzag, and true if the first goes up.
    var legs: Int
    var risesFirst: Bool

    init(_ random: inout SplitMix) {
      isReversed = random.chance(0.4)
      legs = Int.random(in: 4...6, using: &random)
      risesFirst = random.chance(0.6)
    }
  }

  /// The positions of the finger, in mm, with their times from the landing, in ms.
  struct Drawing {
    var positions: [(time: Double, position: Vector)]
  }

  /// The factor by which its drawings are wider.
  private let width: Double
  /// The slope by which upright lines lean to the right.
  private let slant: Double
  /// The rotation of the drawings, in radians.
  private let tilt: Double
  /// The rounding of corners, as a share of the path.
  private let roundness: Double
  /// The error of positions, as a share of the drawing's size.
  private let looseness: Double
  /// The choice among the usual proportions, 0 to 1.
  private let habit: Double
  /// The choices that a hand copies from another one.
  let style: Style
  /// The shape's larger side, in millimetres.
  private let size: Double
  /// The time per distance, in ms/mm.
  private let pace: Double

  /// A hand with a style of its own, or with that of another hand.
  init(style: Style? = nil, _ random: inout SplitMix) {
    self.style = style ?? Style(&random)
    width = exp(random.bell(0.18, limit: 0.45))
    slant = random.bell(0.1, limit: 0.25)
    tilt = random.bell(0.1, limit: 0.3)
    roundness = random.within(0...0.09)
    looseness = random.within(0.01...0.06)
    habit = random.within(0...1)
    size = random.within(20...120)
    pace = random.within(2...9)
  }

  /// Draws a figure.
  func draw(_ figure: Figure, _ random: inout SplitMix) -> Drawing {
    var path = StrokeHand.evenly(outline(of: figure, &random))
    if !figure.isCurve { for _ in 0..<2 { path = smoothed(path) } }
    path = askew(path, &random)
    if random.chance(0.3) { path = hook(path[0], &random).reversed() + path }
    if random.chance(0.3) { path += hook(path[path.count - 1], &random) }
    return timed(path, &random)
  }

  // MARK: Figures

  /// The figure's corners, or positions on its curves, in some unit.
  private func outline(of figure: Figure, _ random: inout SplitMix) -> [Vector] {
    let corners: [(Double, Double)]
    switch figure {
    case .circle: return around(Self.arc(0, 2 * .pi), &random)
    case .triangle:
      return around(Self.vectors([(0.5 + 0.2 * (habit - 0.5), 0), (0, 0.85), (1, 0.85), (0.5, 0)]), &random)
    case .rectangle:
      let height = 0.45 + 0.75 * habit
      return around(Self.vectors([(0, 0), (0, height), (1, height), (1, 0), (0, 0)]), &random)
    case .star: return around(Self.vectors([(18, 95), (50, 0), (82, 95), (0, 36), (100, 36), (18, 95)]), &random)
    case .check:
      let short = 0.18 + 0.4 * habit
      let (down, up) = (random.within(0.65...1.05), random.within(0.75...1.1))
      return Self.vectors([(-short * cos(down), -short * sin(down)), (0, 0), (cos(up), -sin(up))])
    case .caret: corners = [(0, 1.1), (0.5 + random.bell(0.04, limit: 0.1), 0), (1, 1.1)]
    case .v: corners = [(0, 0), (0.5 + random.bell(0.04, limit: 0.1), 1.1), (1, 0)]
    case .leftBracket: corners = [(0.3 + 0.3 * habit, 0), (0, 0), (0, 1), (0.3 + 0.3 * habit, 1)]
    case .rightBracket: corners = [(0, 0), (0.3 + 0.3 * habit, 0), (0.3 + 0.3 * habit, 1), (0, 1)]
    case .zigzag:
      let height = random.within(0.9...2.2)
      return (0...style.legs).map {
        Vector(dx: Double($0) + random.bell(0.06, limit: 0.15), dy: ($0 % 2 == 0) == style.risesFirst ? height : 0)
      }
    case .pigtail:
      return directed(
        Self.vectors([(0, 0.8), (0.2, 0.76), (0.42, 0.6)])
          + Self.arc(0.6, 0.6 - 2 * .pi + 0.9).map { $0 * (0.24 + 0.08 * habit) + Vector(dx: 0.42, dy: 0.32) }
          + Self.vectors([(0.6, 0.72), (0.9, 0.8)]))
    case .line: return [.zero, Vector.heading(random.within(0...6.28))]
    case .dash: return [.zero, Vector.heading(random.within(0...6.28)) * 0.1]
    case .thereAndBack:
      let way = Vector.heading(random.within(0...6.28))
      return [.zero, way, way * random.within(0...0.4)]
    case .corner:
      let first = Double(Int.random(in: 0...3, using: &random)) * .pi / 2
      let way = Vector.heading(first)
      return [.zero, way, way + Vector.heading(first + .pi / 2 * random.side()) * random.within(0.6...1.4)]
    case .halfCircle:
      let from = Double(Int.random(in: 0...3, using: &random)) * .pi / 2
      return Self.arc(from, from + .pi * random.within(0.85...1.15))
    case .scribble:
      return (0...Int.random(in: 5...14, using: &random)).map { _ in
        Vector(dx: random.within(0...1), dy: random.within(0...1))
      }
    case .walk: return Self.walk(turning: 0.9, &random)
    case .meander: return Self.walk(turning: 0.5, &random)
    case .word: return Self.writing(Int.random(in: 140...260, using: &random), &random)
    case .letters: return Self.writing(Int.random(in: 70...160, using: &random), &random)
    case .spiral:
      let turns = random.within(1.8...4) * 2 * .pi
      return (0...120).map { Vector.heading(turns * Double($0) / 120) * (0.08 + 0.92 * Double($0) / 120) }
    }
    return directed(Self.vectors(corners))
  }

  private func directed(_ path: [Vector]) -> [Vector] { style.isReversed ? path.reversed() : path }

  /// 60 steps, each of which heads about where the last one did.
  private static func walk(turning: Double, _ random: inout SplitMix) -> [Vector] {
    var (position, heading) = (Vector.zero, random.within(0...6.28))
    return (0...60).map { _ in
      heading += random.bell(turning, limit: 2.5)
      position += Vector.heading(heading)
      return position
    }
  }

  /// Loops and arches along a line, about 30 positions for each.
  private static func writing(_ count: Int, _ random: inout SplitMix) -> [Vector] {
    let (loop, rise, speed) = (random.within(0.5...2), random.within(0.4...1.2), random.within(0.12...0.35))
    return (0...count).map { index in
      let phase = Double(index) * 0.2
      return Vector(
        dx: speed * phase + 0.3 * loop * cos(phase), dy: rise * sin(phase) + 0.5 * rise * sin(phase * 0.37 + loop))
    }
  }

  /// A closed path that begins where hands begin it, in either sense, and ends a little before or after its beginning.
  private func around(_ ring: [Vector], _ random: inout SplitMix) -> [Vector] {
    let path = Self.evenly(directed(ring))
    let count = path.count - 1
    // Most begin at a corner, some elsewhere.
    let start = random.chance(0.7) ? 0 : Int.random(in: 0..<count, using: &random)
    let length = Int(Double(count) * (1 + random.bell(0.03, limit: 0.08)))
    return (0...length).map { path[(start + $0) % count] }
  }

  // MARK: Drawing

  /// The path with rounded corners.
  private func smoothed(_ path: [Vector]) -> [Vector] {
    let reach = Int(roundness * Double(path.count) / 2)
    guard reach > 0 else { return path }
    return path.indices.map { index in
      let near = min(reach, index, path.count - 1 - index)
      let window = path[(index - near)...(index + near)]
      return window.reduce(.zero, +) * (1 / Double(window.count))
    }
  }

  /// The path in this hand's size and proportions, bent as the hand bends.
  private func askew(_ path: [Vector], _ random: inout SplitMix) -> [Vector] {
    let xs = path.map(\.dx)
    let ys = path.map(\.dy)
    let side = max((xs.max() ?? 1) - (xs.min() ?? 0), (ys.max() ?? 1) - (ys.min() ?? 0), 1e-6)
    let size = size * exp(random.bell(0.1, limit: 0.25))
    let tilt = tilt + random.bell(0.04, limit: 0.1)
    let bends = (1...3).map { wave in
      (
        Vector.heading(random.within(0...6.28)) * random.bell(looseness, limit: 3 * looseness), Double(wave) * .pi,
        random.within(0...6.28)
      )
    }
    return path.enumerated().map { index, position in
      let share = Double(index) / Double(path.count)
      var own = Vector(dx: position.dx * width - position.dy * slant, dy: position.dy) * (1 / side)
      for (way, wave, phase) in bends { own += way * sin(wave * share + phase) }
      return own.turned(by: tilt) * size
    }
  }

  /// The short path on which a finger slides as it lands or lifts.
  private func hook(_ position: Vector, _ random: inout SplitMix) -> [Vector] {
    let way = Vector.heading(random.within(0...6.28)) * random.within(0.5...min(3, size / 15))
    return (1...4).map { position + way * (Double($0) / 4) }
  }

  /// The path sampled every 7 to 15 ms, slower where it bends and at its ends, with a tremor.
  private func timed(_ path: [Vector], _ random: inout SplitMix) -> Drawing {
    let frame = random.within(7...15)
    var drawing = Drawing(positions: [(0, path[0])])
    var (time, next) = (0.0, frame)
    for index in 1..<path.count {
      let (before, after) = (path[max(0, index - 4)], path[min(path.count - 1, index + 4)])
      let (into, out) = (path[index] - before, after - path[index])
      let bend = abs(atan2(into.dx * out.dy - into.dy * out.dx, into.dx * out.dx + into.dy * out.dy))
      let end = min(Double(index), Double(path.count - index)) / Double(path.count)
      let slowness = (1 + 2.5 * min(bend / 1.5, 1)) * (1 + 2 * max(0, 1 - end / 0.08))
      time += (path[index] - path[index - 1]).length.value * pace * slowness
      while next <= time {
        let tremor = Vector(dx: random.bell(0.1, limit: 0.3), dy: random.bell(0.1, limit: 0.3))
        drawing.positions.append((next, path[index] + tremor))
        next += frame
      }
    }
    drawing.positions.append((next, path[path.count - 1]))
    return drawing
  }

  private static func vectors(_ corners: [(Double, Double)]) -> [Vector] { corners.map { Vector(dx: $0.0, dy: $0.1) } }

  private static func arc(_ from: Double, _ to: Double) -> [Vector] {
    (0...60).map { Vector.heading(from + (to - from) * Double($0) / 60) * 0.5 }
  }

  /// 200 positions along a path.
  private static func evenly(_ path: [Vector]) -> [Vector] {
    let pieces = zip(path.dropFirst(), path).map { ($0 - $1).length.value }
    let step = max(pieces.reduce(0, +), 1e-6) / 199
    var result = [path[0]]
    var passed = 0.0
    for (index, piece) in pieces.enumerated() {
      while result.count < 200, Double(result.count) * step <= passed + piece + 1e-9 {
        let share = piece > 0 ? (Double(result.count) * step - passed) / piece : 0
        result.append(path[index] + (path[index + 1] - path[index]) * share)
      }
      passed += piece
    }
    return result
  }
}
