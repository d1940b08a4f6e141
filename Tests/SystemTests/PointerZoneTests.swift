internal import CUinput
internal import Glibc
internal import JSONLines
internal import Testing

extension InTheGuest {
  /// Slides of one finger from an edge or a corner of a touchpad: the pointer moves with those of which `check` says
  /// so, and rules for the others act only if it stays.
  @Suite struct PointerZones {
    /// A rule, and places where the finger lands for it.
    private struct Slide {
      /// The region in the words of a rule: `edge: left, margin: 3mm`.
      var region: String
      var direction: Moves.Direction
      /// The first one is as far from the edge as the region is wide, and away from all others.
      var starts: [Surface.Point]

      var name: String { "\(region), \(direction.name)" }
      var rule: String { "{swipe: \(direction.name), fingers: 1, device: touchpad, \(region)" }
    }

    /// The length of a slide, in mm.
    private static let length = 20.0

    /// Slides on a touchpad of `size`: along each edge and from it to the middle, and out of each corner.
    private static func slides(on size: Surface.Point) -> [Slide] {
      let middle = Surface.Point(x: size.x / 2, y: size.y / 2)
      // From 10 mm above the bottom on, a clickpad has its buttons there.
      let bottoms = [size.y - 11, size.y - 4]
      var slides: [Slide] = []
      for margin in [3.0, 6, 8] {
        let (left, top) = (margin - 0.3, margin - 0.3)
        let (right, bottom) = (size.x - left, size.y - top)
        func add(_ region: String, _ directions: String, _ starts: [Surface.Point]) {
          for direction in Moves.mainDirections where directions.contains(direction.name) {
            let fitting = starts.filter { start in
              (0...size.x).contains(start.x + direction.x * Self.length)
                && (0...size.y).contains(start.y + direction.y * Self.length)
            }
            guard !fitting.isEmpty else { continue }
            slides.append(Slide(region: "\(region), margin: \(Int(margin))mm", direction: direction, starts: fitting))
          }
        }
        for (name, x, inwards) in [("left", left, "right"), ("right", right, "left")] {
          add("edge: \(name)", "up down \(inwards)", ([middle.y] + bottoms).map { .init(x: x, y: $0) })
          add("corner: top-\(name)", "down \(inwards)", [.init(x: x, y: top)])
          add("corner: bottom-\(name)", "up \(inwards)", [.init(x: x, y: bottom)])
        }
        add("edge: top", "left right down", [.init(x: middle.x, y: top)])
        add("edge: bottom", "left right up", [.init(x: middle.x, y: bottom)])
      }
      return slides
    }

    /// The slides during which the pointer moves, by `check`, as indices.
    private func warned(_ slides: [Slide]) throws -> Set<Int> {
      let file = "\(try Guest.folder())/rules.yml"
      try Guest.write("rules:\n" + slides.map { "  - \($0.rule), do: none}\n" }.joined(), to: file)
      let check = try Program.sleight("check", "--json", file)
      try check.waitForExit()
      let lines = try check.lines().map { try JSONReader.read($0) }
      return Set(lines.filter { $0["id"]?.string == "pointer-moves" }.compactMap { $0["line"]?.integer.map { $0 - 2 } })
    }

    @Test(
      "the pointer moves if check says so, and else the rule acts and the pointer stays",
      arguments: [65.0, 80, 100, 160], [BUS_USB, BUS_BLUETOOTH])
    func pointer(width: Double, bus: CInt) throws {
      var model = Surface.Model.touchpad
      // One on Bluetooth is an external touchpad.
      model.bus = bus
      model.size = .init(x: width, y: width * 0.65)
      let touchpad = try Surface(model)
      let node = try #require(touchpad.node)
      let slides = Self.slides(on: model.size)
      let moving = try warned(slides)
      let folder = try Guest.folder()
      let rules = slides.indices.filter { !moving.contains($0) }.map {
        "  - \(slides[$0].rule), do: echo acts >>\(folder)/acts}\n"
      }
      // Else there is no rule on the smallest one, which has no strips.
      let other = "  - {tap: single, fingers: 5, do: none}\n"
      let daemon = try Daemon(rulesText: "rules:\n" + rules.joined() + other, folder: folder, reading: [touchpad])
      let observer = try Program(["stdbuf", "-oL", "libinput", "debug-events", "--device", node], as: .root)
      try observer.waitUntilReading(node)
      func movements() -> Int { observer.lines().count { $0.contains("POINTER_MOTION") } }
      settle()
      for (index, slide) in slides.enumerated() {
        for (number, start) in slide.starts.enumerated() {
          let before = (moved: movements(), acts: daemon.acts.count)
          try touchpad.land([start])
          let way = Surface.Point(x: slide.direction.x * Self.length, y: slide.direction.y * Self.length)
          try touchpad.move(by: way, in: .milliseconds(400))
          try touchpad.lift()
          settle()
          let (moved, acted) = (movements() > before.moved, daemon.acts.count > before.acts)
          let words = Comment(
            rawValue: "\(slide.name), from \(start.x) \(start.y) of \(model.size.x) x \(model.size.y) mm: "
              + "moved \(moved), acted \(acted), warned \(moving.contains(index))")
          if moving.contains(index) {
            if number == 0 { #expect(moved, words) }
          } else {
            #expect(acted == !moved, words)
            if number == 0 { #expect(acted, words) }
          }
        }
      }
      observer.stop()
      let name = "\(width) mm\(bus == BUS_USB ? "" : ", Bluetooth")"
      print("figure: \(name): \(slides.count) slides, the pointer moves with \(moving.count) of them")
      try daemon.stop()
    }
  }
}
