import Glibc
import Testing

@Suite("sleight replay: why a recogniser failed, with its number and its limit")
struct ReplayReasonTests {
  /// A finger on a touchscreen: its landing, in ms and mm, the movement to the right and upwards, and the lift.
  private struct Finger {
    var down = 0
    var x = 100.0
    var right = 0.0
    var up = 0.0
    var lift: Int
  }

  private static let cases: [(rule: String, fingers: [Finger], reason: String)] = [
    (
      "tap: single, fingers: 2", [Finger(lift: 200), Finger(down: 130, x: 120, lift: 200)],
      "the second finger landed 130 ms after the one before, maximum 100 ms"
    ),
    (
      "tap: single, fingers: 2", [Finger(lift: 60), Finger(x: 120, lift: 210)],
      "the last finger lifted 150 ms after the first, maximum 100 ms"
    ),
    (
      "tap: single, fingers: 2", [Finger(lift: 80), Finger(down: 65, x: 180, lift: 155)],
      "the fingers were down together for 18% of the shorter touch, minimum 50% or 40 ms"
    ),
    (
      "tap: single, fingers: 2", [Finger(lift: 755), Finger(x: 120, lift: 755)],
      "held 755 ms, maximum 400 ms"
    ),
    (
      "tap: single, fingers: 2", [Finger(up: 3, lift: 755), Finger(x: 120, up: 3, lift: 755)],
      "held 755 ms, maximum 400 ms"
    ),
    (
      "tap: single, fingers: 2", [Finger(up: 4, lift: 355), Finger(down: 50, x: 120, up: 4, lift: 355)],
      "moved 2.6 mm, maximum 2.5 mm"
    ),
    (
      "tap: single, fingers: 2", [Finger(lift: 755), Finger(down: 55, x: 120, lift: 835)],
      "held 700 ms, maximum 400 ms"
    ),
    (
      "tip-tap: any, device: touchscreen", [Finger(x: 60, lift: 800), Finger(down: 300, x: 250, lift: 370)],
      "190 mm beside the finger that rests, maximum 45 mm"
    ),
    ("swipe: right, edge: left", [Finger(x: 8.5, right: 60, lift: 100)], "8.5 mm from the left edge, margin 6 mm"),
    (
      "swipe: up, fingers: 3", (0..<6).map { Finger(x: 60 + 18 * Double($0), up: 40, lift: 300) },
      "6 fingers instead of 3"
    ),
  ]

  @Test("fingers on a touchscreen", arguments: cases.indices)
  func touchscreen(index: Int) async {
    let (rule, fingers, reason) = Self.cases[index]
    #expect(await reasons(rule, Self.recording(fingers)) == "nearest: rules.yml:1: \(reason)")
  }

  @Test("contacts of a touchpad that jump, and what libinput reports instead")
  func touchpad() async {
    let contacts =
      #", "contacts": {"slots": 5, "fingers": 5, "positions": true, "pressure": false, "clickpad": true}"#
    var jump = Self.header("touchpad", contacts)
    for (time, x) in [(0, 2), (10, 3), (20, 91), (30, 91)] {
      jump += Self.event(time, time == 0 ? "touch-down" : "touch-motion", #""slot": 0, "x": \#(x), "y": 40"#)
      jump += Self.event(time, "touch-frame")
    }
    jump += Self.event(40, "touch-up", #""slot": 0"#) + Self.event(40, "touch-frame")
    #expect(
      await reasons("swipe: right, fingers: 1, edge: left, device: touchpad", jump)
        == "nearest: rules.yml:1: a contact jumped 88 mm in 10 ms, which no finger can")

    var scroll = Self.header("touchpad")
    for step in 0..<30 { scroll += Self.event(step * 10, "scroll", #""dx": 0, "dy": 0.4"#) }
    scroll += Self.event(300, "scroll", #""dx": 0, "dy": 0"#) + Self.event(310, "swipe-begin", #""fingers": 3"#)
    for step in 0..<20 { scroll += Self.event(320 + step * 10, "swipe-update", #""fingers": 3, "dx": 0, "dy": 1"#) }
    scroll += Self.event(520, "swipe-end", #""fingers": 3, "cancelled": false"#)
    #expect(
      await reasons("swipe: down, fingers: 3", scroll).split(separator: "\n").last
        == "nearest: rules.yml:1: the fingers have scrolled")

    var pinch = Self.header("touchpad") + Self.event(0, "pinch-begin", #""fingers": 2"#)
    for step in 1...20 {
      pinch += Self.event(
        step * 10, "pinch-update", #""fingers": 2, "dx": -1.5, "dy": 0, "scale": 1.0, "rotation": 0"#)
    }
    pinch += Self.event(210, "pinch-end", #""fingers": 2, "cancelled": false"#)
    #expect(
      await reasons("swipe: left, fingers: 2, device: touchpad", pinch)
        == "nearest: rules.yml:1: libinput reports a pinch")
  }

  /// Fingers that move together: the places of the first one, in mm, every 10 ms; the others are 20 mm beside it.
  private struct Path {
    var fingers = 1
    var places: [(x: Double, y: Double)] = [(100, 100)]

    init(fingers: Int = 1) { self.fingers = fingers }

    /// Moves on by so many mm, in steps of 2 mm or as many as `steps`.
    func moving(_ dx: Double, _ dy: Double, steps: Int? = nil) -> Path {
      var path = self
      let (x, y) = places[places.count - 1]
      let count = steps ?? Int((dx * dx + dy * dy).squareRoot() / 2)
      for step in 1...count {
        let part = Double(step) / Double(count)
        path.places.append((x + dx * part, y + dy * part))
      }
      return path
    }

    /// Goes round clockwise by an angle in degrees, on a circle with a radius of 20 mm.
    func turning(_ angle: Double) -> Path {
      var path = self
      let (x, y) = places[places.count - 1]
      for step in 1...Int(angle / 5) {
        let radians = Double(step) * 5 * .pi / 180
        path.places.append((x + 20 * sin(radians), y + 20 * (1 - cos(radians))))
      }
      return path
    }

    func resting(_ milliseconds: Int) -> Path {
      var path = self
      path.places += Array(repeating: places[places.count - 1], count: milliseconds / 10)
      return path
    }
  }

  private static let paths: [(rule: String, paths: [(after: Int, Path)], reason: String)] = [
    (
      "circle: clockwise, fingers: 2, distance: 360°", [(0, Path(fingers: 2).turning(205))],
      "the path turned by 200° of 360°"
    ),
    (
      "circle: clockwise, fingers: 1, distance: 180°", [(0, Path().turning(150))], "the path turned by 150° of 180°"
    ),
    (
      "swipe: left then down, fingers: 3", [(0, Path(fingers: 3).moving(-30, 0).moving(0, -30))],
      "the second direction is up instead of down"
    ),
    (
      "swipe: left then down, fingers: 3", [(0, Path(fingers: 3).moving(-30, 0).moving(-30, 25))],
      "1 direction of 2 one after another; the path turned by 39.8°, a corner by 50°"
    ),
    (
      "swipe: left then down, fingers: 3", [(0, Path(fingers: 3).moving(-30, 0, steps: 120).moving(0, 30))],
      "longer than 800 ms"
    ),
    (
      "swipe: left, fingers: 3, distance: 40mm", [(0, Path(fingers: 3).moving(-30, 0, steps: 120))],
      "56% of its distance within 800 ms"
    ),
    ("swipe: left, fingers: 3", [(0, Path(fingers: 3).moving(0, 40))], "down instead of left"),
    (
      "swipe: left, fingers: 3", [(0, Path(fingers: 3).moving(-8, 0).moving(6, 0))],
      "the path led back by 4 mm, maximum 2.2 mm"
    ),
    (
      "long-press: 300ms, moved: left", [(0, Path().moving(-20, 0).resting(160))],
      "rested 170 ms of 300 ms after the movement"
    ),
    ("long-press: 700ms, fingers: 2", [(0, Path(fingers: 2).resting(500))], "510 ms of 700 ms"),
    ("pan: right, taps: 1", [(0, Path().moving(30, 0))], "0 of 1 tap before it"),
    (
      "pan: right, taps: 1", [(0, Path().resting(50)), (450, Path().moving(30, 0))],
      "nothing followed the tap within 300 ms\nnearest: rules.yml:1: landed 450 ms after the tap before, maximum 300 ms"
    ),
    (
      "tap: 5", (0..<4).map { (120 * min($0, 1), Path().resting(50)) },
      "4 of 5 taps"
    ),
    ("touch: any, fingers: 1", [(0, Path(fingers: 2).resting(500))], "2 fingers instead of 1"),
    ("pinch: in, fingers: 2", [(0, Path(fingers: 2).moving(20, 0))], "0% of 10%"),
    ("rotate: clockwise, fingers: 2", [(0, Path(fingers: 2).moving(20, 0))], "0° of 12°"),
    ("swipe: left, fingers: 4", [(0, Path(fingers: 2).resting(100))], "no rule is for 2 fingers on a touchscreen"),
  ]

  @Test("movements, rests and taps: the recogniser's own amount and limit", arguments: paths.indices)
  func movements(index: Int) async {
    let (rule, paths, reason) = Self.paths[index]
    var lines = Self.header("touchscreen")
    var time = 0
    for (pause, path) in paths {
      time += pause
      for (step, place) in path.places.enumerated() {
        let name = step == 0 ? "touch-down" : "touch-motion"
        for finger in 0..<path.fingers {
          lines += Self.event(
            time, name, #""slot": \#(finger), "x": \#(place.x + 20 * Double(finger)), "y": \#(place.y)"#)
        }
        lines += Self.event(time, "touch-frame")
        time += 10
      }
      for finger in 0..<path.fingers { lines += Self.event(time, "touch-up", #""slot": \#(finger)"#) }
      lines += Self.event(time, "touch-frame")
    }
    let shown = await reasons(rule, lines)
    #expect(shown == (reason.hasPrefix("no rule") ? "" : "nearest: rules.yml:1: ") + reason)
  }

  @Test("taps that waited for more act each on its own touch")
  func ownTouches() async {
    let home = Home()
    home.writeRules(
      """
      rules:
        - {tap: 1, device: touchscreen, do: none}
        - {tap: 5, device: touchscreen, do: none}

      """)
    var lines = Self.header("touchscreen")
    for start in [0, 150] {
      lines += Self.event(start, "touch-down", #""slot": 0, "x": 100, "y": 100"#) + Self.event(start, "touch-frame")
      lines += Self.event(start + 50, "touch-up", #""slot": 0"#) + Self.event(start + 50, "touch-frame")
    }
    home.write("hand.jsonl", lines)
    let output = await home.sleight("replay", "hand.jsonl").output
    #expect(output.split(separator: "\n").count { $0.contains("rules.yml:2") } == 2, "\(output)")
    #expect(!output.contains("no rule acted"), "\(output)")
  }

  @Test("the key that states a limit is named with its line, also in a file that is included")
  func keys() async {
    let home = Home()
    home.writeRules(
      """
      include: common.yml
      rules:
        - swipe: right
          fingers: 1
          device: touchscreen
          after: 500ms
          do: none

      """)
    home.write("config/sleight/common.yml", "# Limits.\nsettings: {swipe: {distance: 20mm}}\n")
    home.write("short.jsonl", Self.recording([Finger(x: 60, right: 19, lift: 200)]))
    home.write("quick.jsonl", Self.recording([Finger(x: 60, right: 60, lift: 200)]))
    let short = await home.sleight("replay", "short.jsonl").output
    #expect(short.contains("rules.yml:3: 18 mm of 20 mm ('distance', common.yml:2)"), "\(short)")
    let json = await home.sleight("replay", "--json", "short.jsonl").output
    #expect(json.contains(#""key": "distance", "line": 2, "file": "common.yml""#), "\(json)")
    let quick = await home.sleight("replay", "quick.jsonl").output
    #expect(quick.contains("of 500 ms ('after', line 6)"), "\(quick)")
    let explained = await home.sleight(
      "explain", "swipe", "right", "--fingers", "1", "--device", "touchscreen", "--distance", "15mm"
    ).output
    #expect(explained.contains("15 mm of 20 mm ('distance', common.yml:2)"), "\(explained)")
  }

  private static let recordings = [
    "atmel-maxtouch.four-finger-drag-down.events", "atmel-maxtouch.one-finger-drag-up-down.events",
    "atmel-maxtouch.one-finger-fast-taps.events", "atmel-maxtouch.two-finger-tap.events",
    "cypress-trackpad.three-finger-tap.events", "synaptics-hp8470p.two-finger-horizontal-scroll.events",
    "synaptics.two-finger-vertical-scroll.events", "touchpad-and-touchscreen.jsonl", "two-swipes.jsonl",
    "wacom-bamboo.one-finger-circle.events", "wacom-bamboo.two-finger-top-swipe.events",
  ]

  @Test("real hands that a rule for other fingers or directions misses have a reason, never a general one")
  func realHands() async {
    let home = Home()
    home.writeRules(
      """
      rules:
        - {swipe: up-left, fingers: 4, do: none}
        - {swipe: right, fingers: 2, device: touchpad, distance: 200mm, do: none}
        - {tap: 5, fingers: 1-3, do: none}
        - {long-press: 10s, fingers: 1-2, device: touchscreen, do: none}

      """)
    var missed = 0
    for name in Self.recordings {
      let output = await home.sleight("replay", project("Tests/Recordings/\(name)")).output
      for line in output.split(separator: "\n") where line.contains("no rule acted; ") {
        missed += 1
        for general in ["none is near", "close to every threshold", "no rule is for this gesture"] {
          #expect(!line.contains(general), "\(name): \(line)")
        }
      }
    }
    #expect(missed > 10)
  }

  /// The end of the lines on touches on which no rule acted, without the keys that state the limits.
  private func reasons(_ rule: String, _ recording: String) async -> String {
    let home = Home()
    home.writeRules("rules: [{\(rule), do: none}]\n")
    home.write("hand.jsonl", recording)
    return await home.sleight("replay", "hand.jsonl").output.split(separator: "\n").compactMap { line in
      line.contains("no rule acted; ") ? line.split(separator: ";", maxSplits: 1)[1].dropFirst() : nil
    }.joined(separator: "\n").replacing(#/ \((default of )?'[^)]*\)/#, with: "")
  }

  private static func recording(_ fingers: [Finger]) -> String {
    var lines = header("touchscreen")
    for time in stride(from: 0, through: fingers.map(\.lift).max() ?? 0, by: 5) {
      var frame = ""
      for (slot, finger) in fingers.enumerated() {
        let part = Double(time - finger.down) / Double(finger.lift - finger.down)
        let position = #""slot": \#(slot), "x": \#(finger.x + finger.right * part), "y": \#(100 - finger.up * part)"#
        if time == finger.down {
          frame += event(time, "touch-down", position)
        } else if time == finger.lift {
          frame += event(time, "touch-up", #""slot": \#(slot)"#)
        } else if time > finger.down, time < finger.lift, finger.up + finger.right > 0, time % 10 == 0 {
          frame += event(time, "touch-motion", position)
        }
      }
      if !frame.isEmpty { lines += frame + event(time, "touch-frame") }
    }
    return lines
  }

  private static func header(_ kind: String, _ more: String = "") -> String {
    #"{"sleight": 1, "devices": [{"id": 0, "name": "Test", "kind": "\#(kind)", "width": 344, "height": 194\#(more)}]}"#
      + "\n"
  }

  private static func event(_ milliseconds: Int, _ name: String, _ more: String = "") -> String {
    #"{"t": \#(milliseconds * 1000), "device": 0, "event": "\#(name)"\#(more.isEmpty ? "" : ", ")\#(more)}"# + "\n"
  }
}
