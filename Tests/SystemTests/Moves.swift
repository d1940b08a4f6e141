/// The movements that the tests make, and the rules that they fulfil.
enum Moves {
  /// A direction by its name in the rules file, and as a unit vector on the device.
  struct Direction {
    var name: String
    var x: Double
    var y: Double
  }

  static let mainDirections = [
    Direction(name: "left", x: -1, y: 0), Direction(name: "right", x: 1, y: 0), Direction(name: "up", x: 0, y: -1),
    Direction(name: "down", x: 0, y: 1),
  ]

  static let directions =
    mainDirections + [
      Direction(name: "up-left", x: -0.7, y: -0.7), Direction(name: "up-right", x: 0.7, y: -0.7),
      Direction(name: "down-left", x: -0.7, y: 0.7), Direction(name: "down-right", x: 0.7, y: 0.7),
    ]

  /// A rule for each of these gestures on both kinds of device, so that unexpected ones show.
  static let rules: [Rule] =
    (1...5).flatMap { fingers in
      directions.map {
        Rule(trigger: ["swipe: \($0.name)", "fingers: \(fingers)"], name: "\(fingers) \($0.name)")
      } + [Rule(trigger: ["long-press: 500ms", "fingers: \(fingers)"], name: "\(fingers) long")]
    }
    + (2...5).flatMap { fingers in
      ["in", "out"].map { Rule(trigger: ["pinch: \($0)", "fingers: \(fingers)"], name: "\(fingers) \($0)") }
    }

  /// Lands fingers, moves them 30 mm, lifts them.
  static func swipe(_ direction: Direction, fingers: Int, on surface: Surface) throws {
    try surface.land(fingers, apart: fingers > 1 ? .milliseconds(10) : .zero)
    try surface.move(by: .init(x: direction.x * 30, y: direction.y * 30), in: .milliseconds(200))
    try surface.lift()
    surface.comeBack()
  }

  /// Lands fingers, moves them together or apart, lifts them.
  static func pinch(to factor: Double, fingers: Int, on surface: Surface) throws {
    try surface.land(fingers)
    try surface.spread(to: factor, in: .milliseconds(300))
    try surface.lift()
    surface.comeBack()
  }
}
