@testable internal import Hands
internal import Testing
internal import Touch

/// Apart from the other tests, because it takes minutes. SLEIGHT_HANDS="454 600-999" plays these hands instead.
@Suite(.serialized, .enabled(if: TouchpadDesktop.kind != nil, "needs GNOME or KWin")) struct AllHandsOnDesktops {
  @Test("a thousand hands")
  func all() throws { try DesktopHandTrial.run(DesktopHandTrial.stated ?? Array(0..<1000)) }
}

/// The same hands twice: without the daemon, and with rules for two directions whose fingers it takes without a grab.
enum DesktopHandTrial {
  /// The hands of SLEIGHT_HANDS; nil if it is not set.
  static let stated: [Int]? = Guest.variable("SLEIGHT_HANDS").map { text in
    text.split(separator: " ").flatMap { range in
      let ends = range.split(separator: "-").compactMap { Int($0) }
      return ends.first.map { Array($0...max($0, ends.last ?? $0)) } ?? []
    }
  }

  static func run(_ hands: [Int]) throws {
    var (without, with): ([Played], [Played]) = ([], [])
    var result = Comparison(without, with)
    // A hundred at a time: each time, all fingers lift, and another daemon begins.
    for start in stride(from: 0, to: hands.count, by: 100) {
      let numbers = hands[start..<min(start + 100, hands.count)]
      without += try play(numbers, rules: [])
      with += try play(numbers, rules: ["swipe: left, fingers: 3", "swipe: right, fingers: 3"])
      result = Comparison(without, with)
      print("figure: \(result)")
    }
    #expect(result.both.isEmpty && (result.ofRules > 0 || stated != nil))
    // At least one, of few hands.
    #expect(result.lost.count <= max(1, result.possible / 100))
  }

  /// The acts on a hand, and those of the desktop at the gesture that was meant.
  private struct Played {
    var name: String
    var rules: [String]
    var desktop: [String]
    var meant: [String]
  }

  /// The same hands without a daemon and with one.
  private struct Comparison: CustomStringConvertible {
    private let hands: Int
    /// The number of hands on which a rule acted.
    private(set) var ofRules = 0
    /// The ones among them on which the desktop acted as well.
    private(set) var both: [String] = []
    /// The number of others which the desktop, without a daemon, takes for what was meant.
    private(set) var possible = 0
    /// The ones among them which it takes for something else with a daemon, or for nothing.
    private(set) var lost: [String] = []
    /// The hands on which it acts only with a daemon.
    private(set) var added: [String] = []

    init(_ without: [Played], _ with: [Played]) {
      hands = with.count
      for (before, now) in zip(without, with) {
        let change = "\(now.name): \(before.desktop), now \(now.desktop), meant \(now.meant)"
        if !now.rules.isEmpty {
          ofRules += 1
          if !now.desktop.isEmpty { both.append(change) }
        } else if before.desktop.isEmpty {
          if !now.desktop.isEmpty { added.append(change) }
        } else if before.desktop == before.meant {
          possible += 1
          if now.desktop.last != before.desktop.last { lost.append(change) }
        }
      }
    }

    var description: String {
      "of \(hands) hands, \(ofRules) by a rule, \(both.count) of them by the desktop as well \(both); of \(possible) others "
        + "by the desktop, \(lost.count) lost \(lost); \(added.count) by the desktop only with rules \(added)"
    }
  }

  private static func play(_ numbers: ArraySlice<Int>, rules: [String]) throws -> [Played] {
    let scene = try DesktopTouchpad(rules, .taken)
    let size = try #require(Size(width: 100, height: 70))
    var result: [Played] = []
    try scene.putPointerIntoWindow()
    for number in numbers {
      let kind = TouchpadHandKind.all[number % TouchpadHandKind.all.count]
      var random = SplitMix(state: kind.seed &+ UInt64(number))
      let hand = try #require(kind.hand(number, on: size, &random), "\(kind.name) does not fit")
      let before = scene.acts.count
      let seen = try scene.desktop.acts {
        try scene.surface.play(hand.events)
        // No rule and no desktop waits longer.
        rest(for: .milliseconds(900))
      }
      result.append(
        Played(
          name: "\(number), \(kind.name)", rules: Array(scene.acts.dropFirst(before)), desktop: seen,
          meant: hand.acts.flatMap { acts(at: $0) }))
      // On GNOME's background, a tap opens a menu, and the next one a window of settings above this one.
      if seen.isEmpty, !scene.desktop.window.isUnderPointer { try scene.putPointerIntoWindow() }
    }
    try scene.expectNormal()
    try scene.daemon?.stop()
    return result
  }

  /// The acts of the desktop at a gesture of `TouchpadHandKind`, such as `3 left`.
  private static func acts(at name: String) -> [String] {
    let words = name.split(separator: " ")
    guard words.count == 2, let fingers = Int(words[0]),
      let way = Moves.mainDirections.first(where: { $0.name == words[1] })
    else { return [] }
    return TouchpadDesktop.acts(at: way, fingers: fingers)
  }
}
