internal import Glibc
@testable internal import Hands
internal import Testing
internal import Touch

extension InTheGuest {
  /// Hands as they are, from the kernel's reports through libinput to the commands.
  @Suite struct TouchpadHands {
    @Test("hands with and without a disturbance do on a touchpad what was meant, once, and nothing else")
    func few() throws { try TouchpadHandTrial.run(8) }

    @Test("the same where rules take the fingers from the desktop", arguments: Surface.ToolTypes.allCases)
    func taken(toolTypes: Surface.ToolTypes) throws {
      try TouchpadHandTrial.run(4, toolTypes: toolTypes)
    }
  }
}

/// Apart from the other tests, because it takes minutes: `make test-hands`.
@Suite(.serialized, .enabled(if: Guest.isHere, Guest.needed)) struct AllTouchpadHands {
  @Test("100 hands of each kind on touchpads of three sizes", arguments: [(100.0, 60.0), (120, 80), (160, 100)])
  func all(width: Double, height: Double) throws { try TouchpadHandTrial.run(100, width: width, height: height) }

  @Test("where the contacts are not read, libinput recognises most hands")
  func libinput() throws { try TouchpadHandTrial.run(25, readsContacts: false, leastShare: 0.6) }
}

enum TouchpadHandTrial {
  /// Plays `count` hands of each kind. Each depends on nothing but its kind and its number.
  /// - Parameter leastShare: the least share of all hands that do what was meant.
  static func run(
    _ count: Int, width: Double = 120, height: Double = 80, readsContacts: Bool = true,
    toolTypes: Surface.ToolTypes? = nil, leastShare: Double = 0.98
  ) throws {
    var model = Surface.Model.touchpad
    model.toolTypes = toolTypes
    model.size = .init(x: width, y: height)
    let surface = try Surface(model)
    let daemon = try Daemon(
      TouchpadHandKind.rules, settings: readsContacts ? nil : "{contacts: false}", reading: [surface])
    let size = try #require(Size(width: width, height: height))
    var known = 0
    var sum = 0
    for kind in TouchpadHandKind.all {
      var wrong: [String] = []
      for number in 0..<count {
        var random = SplitMix(state: kind.seed &+ UInt64(number))
        let hand = try #require(kind.hand(number, on: size, &random), "\(kind.name) does not fit")
        try surface.play(hand.events)
        // Whatever is still pending has acted by then: no rule waits longer than a long press.
        rest(for: .milliseconds(900))
        let acts = daemon.acts
        if Array(acts[known...]) != hand.acts { wrong.append("\(number): \(hand.acts) \(acts[known...])") }
        known = acts.count
      }
      sum += count - wrong.count
      print("figure: \(kind.name): \(count - wrong.count) of \(count) \(wrong.prefix(3).joined(separator: "; "))")
      if readsContacts { #expect(Double(wrong.count) <= 0.25 * Double(count), "\(kind.name): \(wrong)") }
    }
    let all = count * TouchpadHandKind.all.count
    print("figure: touchpad of \(width) x \(height) mm, contacts read: \(readsContacts): \(sum) of \(all) hands right")
    #expect(Double(sum) >= leastShare * Double(all))
    try daemon.stop()
  }
}

extension TouchpadHandKind {
  /// A hash of the name (FNV-1a).
  var seed: UInt64 { name.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 } }

  /// Draws touchpads and hands until a hand fits; nil if none does.
  func hand(
    _ number: Int, on size: Size, _ random: inout SplitMix
  ) -> (events: [TouchEvent], acts: [String])? {
    for _ in 0..<10_000 {
      let pad = Touchscreen(touchpadOf: size, &random)
      guard let drawn = draw(number, &random), let origin = pad.origin(of: drawn.scene, margin: 2, &random) else {
        continue
      }
      return (pad.events(of: drawn.scene, at: origin, from: 0, &random), drawn.acts)
    }
    return nil
  }
}
