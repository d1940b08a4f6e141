import Gestures
import Glibc
@testable import Hands
import Testing
import Touch

/// Tests templates, paths and the recognition of shapes.
@Suite("Strokes")
struct StrokeTests {
  static func corners(_ corners: (Double, Double)...) -> [Vector] { corners.map { Vector(dx: $0.0, dy: $0.1) } }

  static func shape(_ points: [Vector]) -> StrokeShape? {
    var path = StrokePath()
    for (next, last) in zip(points.dropFirst(), points) {
      for step in 0..<20 { path.add(last + (next - last) * (Double(step) / 20)) }
    }
    if let last = points.last { path.add(last) }
    return path.shape
  }

  static func best(_ points: [Vector]) -> String? {
    guard let shape = shape(points) else { return nil }
    return BuiltInStroke.allCases.compactMap { stroke in
      StrokePattern(stroke.name, templates: stroke.templates).score(of: shape).map { (stroke.name, $0) }
    }.max { $0.1 < $1.1 }?.0
  }

  // A custom shape that resembles no built-in one.
  static let flag = corners((0, 60), (0, 0), (40, 12), (0, 24))

  @Test("a template written as text and read is the same")
  func textRoundTrip() throws {
    var random = SplitMix(state: 5)
    for figure in StrokeHand.Figure.shapes {
      let drawing = StrokeHand(&random).draw(figure, &random).positions.map(\.position)
      let template = try #require(StrokeTemplate(drawing))
      #expect(StrokeTemplate(text: template.text) == template)
      #expect(template.text.utf8.count <= 200)
      #expect(template.text.split(separator: " ").count == 32)
    }
  }

  @Test(
    "text that is no template is refused",
    arguments: [
      "", "0,0", "0,0 9,9", "5,5 5,5 5,5", "0,0 5,0 9,0", "0,0 5,1 99,0", "0,0 a,1 9,9", "0,0 1 9,9", "0,0 1,2,3 9,9",
      "0,0,5,5,9,0", "0,0 5,9 9,99999999999", "0,0 0.5,9 9,0", "nan,0 5,5 9,0",
    ])
  func badText(text: String) { #expect(StrokeTemplate(text: text) == nil) }

  @Test("a path that is not finite, too short or without size is no template")
  func badPaths() {
    #expect(StrokeTemplate([]) == nil)
    #expect(StrokeTemplate(Self.corners((0, 0), (.nan, 5), (9, 0))) == nil)
    #expect(StrokeTemplate(Self.corners((0, 0), (.infinity, 5), (9, 0))) == nil)
    #expect(StrokeTemplate(Self.corners((0, 0), (1e308, -1e308), (-1e308, 1e308))) == nil)
    #expect(StrokeTemplate(Self.corners((3, 3), (3, 3), (3, 3))) == nil)
    #expect(StrokeTemplate(Self.corners((0, 0), (0, 5), (4, 2))) != nil)
  }

  @Test("orientation, proportion and openness distinguish shapes")
  func orientation() {
    #expect(Self.best(Self.corners((0, 30), (15, 0), (30, 30))) == "caret")
    #expect(Self.best(Self.corners((0, 0), (15, 30), (30, 0))) == "v")
    #expect(Self.best(Self.corners((0, 0), (10, 10), (40, -30))) == "check")
    #expect(Self.best(Self.corners((15, 0), (0, 0), (0, 40), (15, 40))) == "left-bracket")
    #expect(Self.best(Self.corners((0, 0), (15, 0), (15, 40), (0, 40))) == "right-bracket")
    #expect(Self.best(Self.corners((0, 0), (0, 30), (30, 30), (30, 0), (0, 0))) == "rectangle")
    // A v on its side, an L, and a rectangle without its fourth side.
    #expect(Self.best(Self.corners((0, 0), (30, 15), (0, 30))) == nil)
    #expect(Self.best(Self.corners((0, 0), (0, 40), (25, 40))) == nil)
    #expect(Self.best(Self.corners((0, 0), (0, 30), (30, 30), (30, 0))) == nil)
  }

  @Test("a shape may begin at either end, except for a check")
  func eitherWay() {
    #expect(Self.best(Self.corners((30, 30), (15, 0), (0, 30))) == "caret")
    #expect(Self.best(Self.corners((40, -30), (10, 10), (0, 0))) == nil)
  }

  @Test("a check may have a tiny leg, of a sixteenth of the long one; a hook is none, nor is a steep or flat line")
  func tinyLeg() {
    func check(_ leg: Double, corner: Double) -> [Vector] {
      let up = (135 - corner) * .pi / 180
      return [Vector(dx: -leg, dy: -leg) * (50 * 0.5.squareRoot()), .zero, Vector(dx: cos(up), dy: -sin(up)) * 50]
    }
    for corner in [75.0, 85, 100] {
      for leg in [0.0625, 0.08, 0.1, 0.12, 0.2, 0.4] {
        #expect(Self.best(check(leg, corner: corner)) == "check", "\(leg) at \(corner)°")
        #expect(StrokeTemplate(check(leg, corner: corner)) != nil, "\(leg) at \(corner)°")
      }
      #expect(Self.shape(check(0.03, corner: corner)) == nil, "\(corner)°")
    }
    // Lines of 80° and 17°: swipes of fingers that slide as they land.
    for corner in [60.0, 118] {
      #expect(Self.best(check(0.08, corner: corner)) == nil, "\(corner)°")
      #expect(Self.best(check(0.3, corner: corner)) == "check", "\(corner)°")
    }
  }

  @Test("a drawing may be as different as the drawings of its shape are from each other")
  func spread() throws {
    func flag(_ width: Double, _ height: Double) -> [Vector] {
      Self.corners((0, 60), (0, 0), (width, height), (0, 2 * height))
    }
    func pattern(_ flags: [Vector]...) throws -> StrokePattern {
      StrokePattern("own", templates: try flags.map { try #require(StrokeTemplate($0)) })
    }
    let one = try pattern(flag(40, 12))
    let steady = try pattern(flag(40, 12), flag(40, 14), flag(44, 13))
    let loose = try pattern(flag(40, 12), flag(25, 12), flag(22, 8))
    let narrow = try #require(Self.shape(flag(20, 9)))
    #expect(one.score(of: narrow) != nil)
    #expect(steady.score(of: narrow) == nil)
    #expect(loose.score(of: narrow) != nil)
    // A drawing that resembles no other one is another way to draw the shape.
    let both = try pattern(flag(40, 12), flag(40, 12).reversed())
    for path in [flag(40, 12), flag(40, 12).reversed()] {
      #expect(try #require(Self.shape(path).flatMap(both.score)) > 0.98)
    }
  }

  @Test("a rule may ask for the side where the drawing begins: a zero is drawn from the top")
  func drawnFrom() throws {
    let sides: [(StrokeSide, Double)] = [(.right, 0), (.bottom, 90), (.left, 180), (.top, 270)]
    for (side, start) in sides {
      for sense in [1.0, -1] {
        let ring = (0...60).map { Vector.heading((start + sense * Double($0) * 6) * .pi / 180) * 20 }
        let shape = try #require(Self.shape(ring))
        for wanted in StrokeSide.allCases {
          let pattern = StrokePattern("circle", templates: BuiltInStroke.circle.templates, drawnFrom: wanted)
          #expect((pattern.score(of: shape) != nil) == (wanted == side), "\(wanted), drawn from \(side)")
        }
      }
    }
  }

  @Test("drawings may be slanted by 25°, and no shape is confused with another orientation")
  func askew() {
    let caret = Self.corners((0, 30), (15, 0), (30, 30))
    for degrees in stride(from: -25.0, through: 25, by: 5) {
      #expect(Self.best(caret.map { $0.turned(by: degrees * .pi / 180) }) == "caret", "\(degrees)°")
    }
    for degrees in [75.0, 90, 105, 255, 270, 285] {
      #expect(Self.best(caret.map { $0.turned(by: degrees * .pi / 180) }) == nil, "\(degrees)°")
    }
  }

  @Test("the least length is 15 mm and the least size 8 mm; longer paths than fit are thinned out")
  func sizes() {
    #expect(Self.shape(Self.corners((0, 6), (3, 0), (6, 6))) == nil)
    #expect(Self.shape(Self.corners((0, 10), (5, 0), (10, 10))) != nil)
    var path = StrokePath()
    for step in 0..<100_000 {
      path.add(Vector.heading(Double(step) / 100_000 * 2 * .pi) * 10_000)
    }
    #expect(path.points.count <= 512)
    #expect(path.points.count > 200)
    let circle = StrokePattern("circle", templates: BuiltInStroke.circle.templates)
    #expect(path.shape.flatMap(circle.score) != nil)
    path.reset()
    #expect(path.points.isEmpty)
    for _ in 0..<1000 { path.add(Vector(dx: 0.2, dy: 0.2)) }
    #expect(path.points.count == 1)
    #expect(path.shape == nil)
  }

  @Test("a custom shape is recognised, keeps its direction, and is not mistaken for a built-in one")
  func ownShape() throws {
    let template = try #require(StrokeTemplate(Self.flag))
    let pattern = StrokePattern("flag", templates: [template])
    #expect(try #require(Self.shape(Self.flag).flatMap(pattern.score)) > 0.98)
    #expect(Self.shape(Self.flag.reversed()).flatMap(pattern.score) == nil)
    #expect(Self.best(Self.flag) == nil)
  }

  @Test("a custom shape may be one of the rivals: a half circle")
  func ownRival() throws {
    let arc = (0...30).map { Vector.heading(.pi / 2 + .pi * Double($0) / 30) * 20 }
    #expect(Self.best(arc) == nil)
    let own = StrokePattern("paren", templates: [try #require(StrokeTemplate(arc))])
    #expect(Self.shape(arc).flatMap(own.score) != nil)
  }

  @Test("a rule for the caret alone does not act on a check")
  func rivals() throws {
    let caret = StrokePattern("caret", templates: BuiltInStroke.caret.templates)
    let v = StrokePattern("v", templates: BuiltInStroke.v.templates)
    let check = try #require(Self.shape(Self.corners((0, 0), (10, 12), (34, -30))))
    #expect(caret.score(of: check) == nil)
    #expect(v.score(of: check) == nil)
  }

  @Test("the built-in shapes are found by name, and each is recognised")
  func names() {
    #expect(BuiltInStroke.allCases.count == 11)
    for stroke in BuiltInStroke.allCases {
      #expect(BuiltInStroke.templates(named: stroke.name) == stroke.templates)
      #expect(!stroke.templates.isEmpty)
    }
    #expect(BuiltInStroke.templates(named: "blob") == nil)
  }

  @Test("a shape drawn with one to five fingers is reported by name when all have lifted", arguments: 1...5)
  func drawn(fingers: Int) {
    for stroke in [BuiltInStroke.caret, .leftBracket, .zigzag, .triangle] {
      var hand = Hand()
      hand.land(fingers)
      let path = stroke.templates[0].text.split(separator: " ").map { word in
        let numbers = word.split(separator: ",").compactMap { Double($0) }
        return Vector(dx: numbers[0] * 0.4, dy: numbers[1] * 0.4)
      }
      for (next, last) in zip(path.dropFirst(), path) { hand.move(next.dx - last.dx, next.dy - last.dy) }
      hand.lift()
      let triggers = BuiltInStroke.allCases.map {
        Trigger(.stroke(StrokePattern($0.name, templates: $0.templates)), fingers: fingers...fingers)
      }
      #expect(gestures(triggers, hand.events).map(\.stroke) == [stroke.name])
    }
  }
}
