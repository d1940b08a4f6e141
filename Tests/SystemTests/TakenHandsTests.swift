@testable internal import Hands
internal import Testing
internal import Touch

extension InTheGuest {
  /// Hands of the generator on a touchpad whose fingers rules take, in a compositor with bindings for all of them.
  @Suite(.enabled(if: Sway.bindsGestures, "sway 1.8 or later")) struct TakenHands {
    @Test("the desktop and a rule never both act, and what no rule wants reaches the desktop")
    func few() throws { try TakenHandsTrial.run(64, .everyFrame) }
  }
}

/// Apart from the other tests, because it takes minutes: `make test-taken`.
@Suite(.serialized, .enabled(if: Guest.isHere && Sway.bindsGestures, Guest.needed)) struct AllTakenHands {
  @Test("a thousand hands act once, or are the desktop's", arguments: Surface.ToolTypes.allCases)
  func thousand(toolTypes: Surface.ToolTypes) throws { try TakenHandsTrial.run(1000, toolTypes) }
}

enum TakenHandsTrial {
  /// The gestures that rules want, of all that sway has a binding for.
  private static let wanted = ["3 left", "3 right", "4 left", "4 right"]

  /// A hand, by its kind and its number.
  private struct Played {
    var name: String
    /// The gestures that were meant.
    var meant: [String]
    /// The gestures for which it ran a binding of sway's, and those of rules that acted.
    var fired: [String]
    var acts: [String]
  }

  /// Plays the hands twice: first, sway sees all that fingers do; then rules take them.
  static func run(_ count: Int, _ toolTypes: Surface.ToolTypes) throws {
    var plain: [Played] = []
    var taken: [Played] = []
    for start in stride(from: 0, to: count, by: 100) {
      let range = start..<min(start + 100, count)
      plain += try play(range, toolTypes, settings: "settings: {keep: true}\n")
      taken += try play(range, toolTypes, settings: "")
      print("figure: \(range.upperBound) hands, both on \(taken.count { !$0.fired.isEmpty && !$0.acts.isEmpty })")
    }
    let hands = zip(plain, taken).map { (before: $0, after: $1) }
    let both = taken.filter { !$0.fired.isEmpty && !$0.acts.isEmpty }
    // Those that are the desktop's: no rule acts on them, and libinput recognises what was meant.
    let unwanted = hands.filter {
      $0.before.acts.isEmpty && $0.before.fired == $0.before.meant && !$0.before.meant.isEmpty
    }
    let lost = unwanted.filter { $0.after.fired.isEmpty }
    // Those that libinput recognises as they were meant only if rules have taken them before.
    let gained = hands.filter {
      $0.before.acts.isEmpty && $0.after.acts.isEmpty && !$0.before.meant.isEmpty && $0.before.fired != $0.before.meant
        && $0.after.fired == $0.before.meant
    }
    let other = unwanted.filter { !$0.after.fired.isEmpty && $0.after.fired != $0.after.meant }
    let rules = hands.filter { !$0.before.acts.isEmpty }
    let failed = rules.filter { $0.after.acts != $0.before.acts }
    let bothBefore = plain.filter { !$0.fired.isEmpty && !$0.acts.isEmpty }.count
    let counts = "rules act on \(rules.count - failed.count) of \(rules.count), "
    let others =
      "the desktop on \(unwanted.count - lost.count) of \(unwanted.count) others (\(other.count) misread), "
      + "and on \(gained.count) that it misses without, both on \(both.count)"
    print("figure: \(count) hands, \(toolTypes): \(counts)\(others); without taking, both on \(bothBefore)")
    for (before, after) in other { print("misread: \(before), then \(after.fired) \(after.acts)") }
    for (before, after) in gained { print("gained: \(before), then \(after.fired)") }
    for (before, after) in lost { print("lost: \(before), then \(after.fired) \(after.acts)") }
    for (before, after) in failed { print("failed: \(before), then \(after.acts) \(after.fired)") }
    #expect(both.isEmpty, "\(both)")
    #expect(unwanted.count >= count / 20 && rules.count >= count / 20)
    #expect(Double(lost.count) <= max(1, 0.01 * Double(unwanted.count)))
    #expect(Double(other.count) <= max(1, 0.03 * Double(unwanted.count)))
    #expect(Double(failed.count) <= max(1, 0.02 * Double(rules.count)))
  }

  /// Plays hands, and then checks that the pointer moves, two fingers scroll and a click clicks.
  private static func play(_ range: Range<Int>, _ toolTypes: Surface.ToolTypes, settings: String) throws -> [Played] {
    let sway = try Sway.shared(layout: "us")
    let size = try #require(Size(width: 120, height: 80))
    let scene = try TakenScene(
      wanted.map { name in
        let words = name.split(separator: " ")
        return "swipe: \(words[1]), fingers: \(words[0])"
      }, toolTypes, size: .init(x: size.width, y: size.height), settings: settings, environment: sway.environment)
    let file = "\(try Guest.folder())/fired"
    for fingers in [3, 4] {
      for way in Moves.mainDirections { try bind("swipe:\(fingers):\(way.name)", "\(fingers) \(way.name)", file, sway) }
      for (way, name) in [("inward", "in"), ("outward", "out")] {
        try bind("pinch:\(fingers):\(way)", "\(fingers) \(name)", file, sway)
      }
    }
    try wait(otherwise: { "sway has no touchpad" }) {
      try sway.inputNames().contains("Virtual Touchpad") ? () : nil
    }
    settle()
    var played: [Played] = []
    var known = (fired: 0, acts: 0)
    for index in range {
      let kind = TouchpadHandKind.all[index % TouchpadHandKind.all.count]
      let number = index / TouchpadHandKind.all.count
      var random = SplitMix(state: kind.seed &+ UInt64(number))
      let hand = try #require(kind.hand(number, on: size, &random), "\(kind.name) does not fit")
      try scene.surface.play(hand.events)
      rest(for: .milliseconds(900))
      let fired = (Guest.read(file) ?? "").split(separator: "\n").map(String.init)
      let acts = scene.daemon.acts.map { Int($0).map { wanted[$0] } ?? $0 }
      played.append(
        Played(
          name: "\(kind.name), \(number)", meant: hand.acts, fired: Array(fired[known.fired...]),
          acts: Array(acts[known.acts...])))
      known = (fired.count, acts.count)
    }
    try scene.expectNormal()
    let status = try Program.run(Guest.sleight, "status", as: .user, environment: sway.environment)
    print("figure: \(status.split(separator: "\n").first { $0.contains("takes fingers") } ?? "nothing is taken")")
    try scene.daemon.stop()
    for fingers in [3, 4] {
      for way in Moves.mainDirections { try sway.run("unbindgesture swipe:\(fingers):\(way.name)") }
      for way in ["inward", "outward"] { try sway.run("unbindgesture pinch:\(fingers):\(way)") }
    }
    return played
  }

  private static func bind(_ gesture: String, _ name: String, _ file: String, _ sway: Sway) throws {
    try sway.run("bindgesture \(gesture) exec echo \(name) >>\(file)")
  }
}
