internal import CLinux
internal import Glibc
internal import Testing

extension InTheGuest {
  /// Hands on a touchscreen that the desktop sees on a touchpad.
  @Suite struct ShownTouches {
    /// The node of the virtual touchpad; nil if there is none.
    static var node: String? {
      Guest.names(in: "/sys/class/input").first {
        $0.hasPrefix("event") && Guest.read("/sys/class/input/\($0)/device/phys") == "sleight-touchpad\n"
      }.map { "/dev/input/\($0)" }
    }

    /// A touchscreen, a daemon that shows its hands, and what libinput sees of them: the same as a compositor's.
    final class Scene {
      let screen: Surface
      let daemon: Daemon
      private let observer: Program
      private var seen = 0
      private var way = 0.0

      init(_ rules: String..., environment: [String: String] = [:]) throws {
        screen = try Surface(.touchscreen)
        daemon = try Daemon(
          rulesText: "rules:\n" + rules.map { "  - {\($0)}\n" }.joined(), folder: Guest.folder(), reading: [screen],
          environment: environment)
        let node = try wait(otherwise: { "there is no virtual touchpad" }) { ShownTouches.node }
        observer = try OwnedScene.observer(of: node)
      }

      /// The events since the last call, as `OwnedScene.events`.
      func events() -> [String] {
        settle()
        let all = OwnedScene.events(of: observer)
        defer { seen = all.count }
        return all.dropFirst(seen).reduce(into: []) { if $0.last != $1 { $0.append($1) } }
      }

      var text: String { observer.lines().joined(separator: "\n") }

      /// The movement along x of the swipes since the last call, in mm.
      func movement() -> Double {
        let all = OwnedScene.distance(of: observer) / 10.52
        defer { way = all }
        return all - way
      }

      /// The scale of the last pinch, and the angle by which all have turned, in degrees.
      var pinch: (scale: Double, angle: Double) {
        observer.lines().filter { $0.contains("PINCH_UPDATE") }.reduce((1, 0)) { sum, line in
          // `3  0.00/ 0.00 ( 0.00/ 0.00 unaccelerated)  1.05 @  0.10`
          let words = line.split(separator: ")").last?.split(separator: "@").map { $0.filter { $0 != " " } } ?? []
          guard words.count == 2, let scale = Double(words[0]), let angle = Double(words[1]) else { return sum }
          return (scale, sum.1 + angle)
        }
      }
    }

    /// One finger from the left edge, and its movement.
    private static func swipe(from x: Double, by way: Double, in time: Duration, on screen: Surface) throws {
      try screen.land([.init(x: x, y: 80)])
      try screen.move(by: .init(x: way, y: 0), in: time)
      try screen.lift()
      screen.comeBack()
    }

    @Test(
      "a finger from the edge is a swipe of a touchpad that moves as far as the finger, however fast",
      arguments: [("pan", 3), ("swipe", 3)], [200, 400, 1000])
    func follows(_ rule: (gesture: String, fingers: Int), speed: Int) throws {
      let scene = try Scene(
        "\(rule.gesture): right, fingers: 1, edge: left, device: touchscreen, as: {fingers: \(rule.fingers)}")
      let time = Duration.milliseconds(60 * 1000 / speed)
      try Self.swipe(from: 2, by: 60, in: time, on: scene.screen)
      let expected = ["SWIPE_BEGIN", "SWIPE_UPDATE", "SWIPE_END"].map { "\($0) \(rule.fingers)" }
      if rule.gesture == "swipe", time > .milliseconds(800) {
        #expect(scene.events() == [])
      } else {
        #expect(scene.events() == expected)
        let way = scene.movement()
        print(scene.text)
        print("figure: \(rule.gesture), \(speed) mm/s: 60 mm are \((way * 10).rounded() / 10) mm of \(rule.fingers) fingers")
        #expect(abs(way - 60) < 1)
      }
      try scene.daemon.stop()
    }
  }
}
