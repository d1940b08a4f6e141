internal import CLinux
internal import Testing

extension InTheGuest {
  /// One touch on a touchpad acts once, also if fingers join or leave, palms land, or contacts are lost.
  @Suite struct OneTouch {
    /// How a touchpad is read.
    enum Reading: String, CaseIterable {
      /// libinput alone.
      case libinput
      /// libinput and the contacts.
      case contacts
    }

    /// A hand that differs from the others of its kind in place, speed and time.
    private struct Hand {
      var number: Int
      /// The direction of its movement.
      var direction: Moves.Direction { Moves.mainDirections[number % 4] }
      /// The length of its movement, in mm.
      var length: Double { 38 + Double(number * 7 % 5) }
      /// In mm/s.
      var speed: Double { [50, 80, 110, 140][number / 4 % 4] }
      /// A small difference in position.
      var offset: Surface.Point { .init(x: Double(number * 5 % 7) - 3, y: Double(number * 3 % 5) - 2) }

      /// `part` of its movement.
      func way(_ part: Double = 1) -> Surface.Point {
        .init(x: direction.x * length * part, y: direction.y * length * part)
      }

      /// The time of `part` of its movement.
      func time(_ part: Double = 1) -> Duration { .milliseconds(Int(length * part / speed * 1000)) }

      /// Positions of `count` fingers around the middle of the touchpad.
      func row(_ count: Int, on size: Surface.Point) -> [Surface.Point] {
        let way = way()
        let arc = [0.0, -4, -5, -1, 8]
        return (0..<count).map { index in
          .init(
            x: size.x / 2 - way.x / 2 + offset.x + (Double(index) - Double(count - 1) / 2) * 13,
            y: size.y * 0.45 - way.y / 2 + offset.y + arc[index])
        }
      }
    }

    private static let count = 36
    private static let size = Surface.Model.touchpad.size
    /// A rule for every swipe and tap of three and four fingers.
    private static let swipes =
      (3...4).flatMap { fingers in
        Moves.mainDirections.map { Rule(trigger: ["swipe: \($0.name)", "fingers: \(fingers)"], name: $0.name) }
      }
    /// A rule that requires the contacts, and that no hand of these tests fulfils.
    private static let reader = Rule(trigger: ["tip-tap: left", "fingers: 2"], name: "tip-tap")

    /// Plays all hands of a kind, each with the acts that `isRight` accepts; prints how many are right.
    private func play(
      _ kind: String, _ rules: [Rule], _ reading: Reading, least: Int = count,
      _ hands: (Hand, Surface) throws -> Void, isRight: (Hand, [String]) -> Bool
    ) throws {
      let touchpad = try Surface(.touchpad)
      let daemon = try Daemon(
        rules + (reading == .contacts ? [Self.reader] : []), settings: reading == .libinput ? "{contacts: false}" : nil,
        reading: [touchpad])
      var wrong: [String] = []
      var known = 0
      for number in 0..<Self.count {
        let hand = Hand(number: number)
        try hands(hand, touchpad)
        settle()
        let acts = daemon.acts
        let new = Array(acts.dropFirst(known))
        known = acts.count
        if !isRight(hand, new) { wrong.append("\(number): \(new)") }
        touchpad.comeBack()
      }
      let right = Self.count - wrong.count
      print("figure: \(kind), \(reading.rawValue): \(right) of \(Self.count) right")
      #expect(right >= least, "\(kind), \(reading.rawValue): \(wrong)")
      try daemon.stop()
    }

    /// Lands three fingers, moves them by `first` mm, lands a fourth, and moves all by `second` mm. libinput takes
    /// a finger that lands lowest beside fingers that move for a thumb, and does not count it.
    private func addFinger(
      _ hand: Hand, _ touchpad: Surface, after first: Double, by second: Double? = nil, resting: Duration? = nil
    ) throws {
      let part = first / hand.length
      let rest = second.map { $0 / hand.length } ?? 1 - part
      try touchpad.land(hand.row(3, on: Self.size), apart: .milliseconds(hand.number % 3 * 8))
      try touchpad.move(by: hand.way(part), in: hand.time(part))
      try touchpad.land([touchpad.positions[2] + .init(x: 13, y: -2)])
      if let resting { touchpad.pause(for: resting) }
      try touchpad.move(by: hand.way(rest), in: hand.time(rest))
      try touchpad.lift(apart: .milliseconds(hand.number % 2 * 6))
    }

    @Test("a fourth finger that lands during a swipe of three does not act a second time", arguments: Reading.allCases)
    func fourthFinger(reading: Reading) throws {
      try play("fourth finger", Self.swipes, reading) { hand, touchpad in
        // Each of the two is far enough for a swipe: libinput reports nothing for 100 ms, and for 2.5 mm.
        try addFinger(hand, touchpad, after: 20, by: 17 + hand.speed * 0.1)
      } isRight: {
        $1 == [$0.direction.name]
      }
      // Without contacts, only the third that rests for less than 200 ms: libinput reports nothing of fingers that rest
      // on after it has ended their swipe, as if they had lifted.
      try play("fourth finger, then a rest", Self.swipes, reading, least: reading == .libinput ? 12 : Self.count) {
        hand, touchpad in
        try addFinger(hand, touchpad, after: 20, by: 22, resting: .milliseconds(120 + hand.number % 6 * 60))
      } isRight: {
        $1 == [$0.direction.name]
      }
    }

    @Test("a swipe of three or four fingers acts once, whenever the fourth lands", arguments: Reading.allCases)
    func range(reading: Reading) throws {
      let rules = Moves.mainDirections.map { Rule(trigger: ["swipe: \($0.name)", "fingers: 3-4"], name: $0.name) }
      try play("range 3-4", rules, reading) { hand, touchpad in
        try addFinger(hand, touchpad, after: 5 + Double(hand.number % 4) * 4)
      } isRight: {
        $1 == [$0.direction.name]
      }
      // 8 mm before the change, of which libinput reports 6, and 8 mm after libinput has accepted the fourth finger.
      try play("range 3-4, distance split", rules, reading) { hand, touchpad in
        let slow = 80.0
        func move(_ length: Double) throws {
          try touchpad.move(
            by: .init(x: hand.direction.x * length, y: hand.direction.y * length),
            in: .milliseconds(Int(length / slow * 1000)))
        }
        try touchpad.land(hand.row(3, on: Self.size))
        try move(9 + Double(hand.number % 3))
        try touchpad.land([touchpad.positions[2] + .init(x: 13, y: -2)])
        try move(20 + Double(hand.number % 2))
        try touchpad.lift()
      } isRight: {
        $1 == [$0.direction.name]
      }
    }

    @Test(
      "a pan of three or four fingers goes on while one joins or leaves, and ends once", arguments: Reading.allCases)
    func pan(reading: Reading) throws {
      let rules = ["horizontal", "vertical"].map {
        Rule(
          trigger: ["pan: \($0)", "fingers: 3-4", "every: 8mm"], name: "pan", moments: ["begin", "do", "end", "cancel"])
      }
      func isRight(_ hand: Hand, _ acts: [String]) -> Bool {
        // Not in order: the commands run side by side, and one that starts later may write first.
        acts.filter { $0 != "pan" }.sorted() == ["pan begin", "pan end"]
          && (2...5).contains(acts.filter { $0 == "pan" }.count)
      }
      try play("pan, one joins", rules, reading) { hand, touchpad in
        try addFinger(hand, touchpad, after: 10 + Double(hand.number % 3) * 3)
      } isRight: {
        isRight($0, $1)
      }
      try play("pan, one leaves", rules, reading) { hand, touchpad in
        let part = (10 + Double(hand.number % 3) * 3) / hand.length
        try touchpad.land(hand.row(4, on: Self.size), apart: .milliseconds(hand.number % 3 * 8))
        try touchpad.move(by: hand.way(part), in: hand.time(part))
        try touchpad.lift(remaining: 3)
        try touchpad.move(by: hand.way(1 - part), in: hand.time(1 - part))
        try touchpad.lift()
      } isRight: {
        isRight($0, $1)
      }
    }

    @Test("a key is held over the change of the number of fingers", arguments: Reading.allCases)
    func held(reading: Reading) throws {
      let touchpad = try Surface(.touchpad)
      let folder = try Guest.folder()
      let settings = reading == .libinput ? "settings: {contacts: false}\n" : ""
      let tipTap = reading == .libinput ? "" : "  - {tip-tap: left, fingers: 2, do: none}\n"
      let daemon = try Daemon(
        rulesText: """
          \(settings)rules:
          \(tipTap)  - {pan: right, fingers: 3-4, begin: {hold: alt}, every: 8mm, do: echo step >>\(folder)/acts}

          """, folder: folder, reading: [touchpad])
      let keys = try PressedKeys(of: "Sleight keyboard")
      try touchpad.land([.init(x: 20, y: 30), .init(x: 35, y: 26), .init(x: 50, y: 28)])
      try touchpad.move(by: .init(x: 12, y: 0), in: .milliseconds(200))
      try keys.waitUntilPressed([KEY_LEFTALT])
      #expect(daemon.acts == ["step"])
      try touchpad.land([.init(x: 77, y: 25)])
      try touchpad.move(by: .init(x: 22, y: 0), in: .milliseconds(300))
      _ = try daemon.waitForActs(2)
      try keys.waitUntilPressed([KEY_LEFTALT])
      try touchpad.lift()
      try keys.waitUntilPressed([])
      try daemon.stop()
    }

    @Test("a scroll beside which a palm lands does not become a swipe of three", arguments: Reading.allCases)
    func palm(reading: Reading) throws {
      try play("scroll, palm lands", Self.swipes, reading) { hand, touchpad in
        try touchpad.land(hand.row(2, on: Self.size))
        try touchpad.move(by: hand.way(0.5), in: hand.time(0.5) + .milliseconds(150))
        // Beside or below the fingers; it rests, or moves along.
        let place = touchpad.positions[1]
        try touchpad.land([place + (hand.number % 2 == 0 ? .init(x: 25, y: 6) : .init(x: 12, y: 22))])
        let share = Double(hand.number / 2 % 3) / 2
        let way = hand.way(0.9)
        try touchpad.move(by: [way, way, .init(x: way.x * share, y: way.y * share)], in: hand.time(0.9))
        try touchpad.lift()
      } isRight: {
        $1.isEmpty
      }
    }

    @Test("a tap whose contacts are lost for a frame acts once, with the number of its fingers", arguments: [4, 5])
    func lostContact(fingers: Int) throws {
      let rules = (3...5).map { Rule(trigger: ["tap: single", "fingers: \($0)"], name: "\($0)") }
      for isCounted in [false, true] {
        try play("tap of \(fingers), contact lost\(isCounted ? ", counted" : "")", rules, .contacts) { hand, touchpad in
          let row = hand.row(fingers, on: Self.size)
          try touchpad.land(row, apart: .milliseconds(hand.number % 3 * 6))
          touchpad.pause(for: .milliseconds(10 + hand.number % 4 * 10))
          try touchpad.lose(hand.number % fingers, for: .milliseconds(6 + hand.number % 5 * 5), isCounted: isCounted)
          touchpad.pause(for: .milliseconds(20 + hand.number % 3 * 10))
          try touchpad.lift(apart: .milliseconds(hand.number % 2 * 5))
        } isRight: {
          $1 == ["\(fingers)"]
        }
      }
    }

    @Test("a finger taps in a corner and at an edge; one that points, rests or clicks there does not tap")
    func places() throws {
      let rules = [
        Rule(trigger: ["tap: single", "fingers: 1", "device: touchpad", "corner: top-left"], name: "corner"),
        Rule(trigger: ["tap: single", "fingers: 1", "device: touchpad", "edge: right"], name: "edge"),
      ]
      func place(_ hand: Hand) -> Surface.Point {
        let (near, far) = (1 + Double(hand.number % 5), 1 + Double(hand.number % 4))
        return hand.number % 2 == 0 ? .init(x: near, y: far) : .init(x: Self.size.x - near, y: 14 + far * 7)
      }
      try play("tap in a corner or at an edge", rules, .contacts) { hand, touchpad in
        try touchpad.land([place(hand)])
        touchpad.pause(for: .milliseconds(30 + hand.number % 6 * 20))
        try touchpad.lift()
      } isRight: {
        $1 == [$0.number % 2 == 0 ? "corner" : "edge"]
      }
      try play("pointing from there", rules, .contacts) { hand, touchpad in
        try touchpad.land([place(hand)])
        let inwards = hand.number % 2 == 0 ? 1.0 : -1
        try touchpad.move(
          by: .init(x: inwards * (4 + Double(hand.number)), y: Double(hand.number % 3) * 5),
          in: .milliseconds(80 + hand.number % 5 * 40))
        try touchpad.lift()
      } isRight: {
        $1.isEmpty
      }
      try play("thumb that rests there", rules, .contacts) { hand, touchpad in
        try touchpad.land([place(hand)])
        touchpad.pause(for: .milliseconds(600 + hand.number * 40))
        if hand.number % 3 == 0 {
          try touchpad.land([.init(x: 50, y: 30)])
          try touchpad.move(by: [.init(x: 0, y: 0), hand.way()], in: hand.time())
          try touchpad.lift(remaining: 1)
          touchpad.pause(for: .milliseconds(50))
        }
        try touchpad.lift()
      } isRight: {
        $1.isEmpty
      }
      try play("click there", rules, .contacts) { hand, touchpad in
        try touchpad.land([place(hand)])
        touchpad.pause(for: .milliseconds(20 + hand.number % 5 * 10))
        try touchpad.button(isDown: true)
        touchpad.pause(for: .milliseconds(40 + hand.number % 4 * 20))
        try touchpad.button(isDown: false)
        touchpad.pause(for: .milliseconds(20))
        try touchpad.lift()
      } isRight: {
        $1.isEmpty
      }
    }

    @Test("a contact that jumps across the touchpad does nothing")
    func jump() throws {
      let rules = [
        Rule(trigger: ["swipe: right", "fingers: 1", "edge: left", "device: touchpad"], name: "edge"),
        Rule(trigger: ["swipe: up", "fingers: 1", "edge: left", "device: touchpad"], name: "edge up"),
        Rule(trigger: ["tap: single", "fingers: 1", "edge: left", "device: touchpad"], name: "tap"),
      ]
      try play("contact that jumps", rules, .contacts) { hand, touchpad in
        try touchpad.land([.init(x: 2 + Double(hand.number % 3), y: 60 - Double(hand.number % 4) * 8)])
        touchpad.pause(for: .milliseconds(20 + hand.number % 4 * 10))
        try touchpad.move(
          by: hand.number % 3 == 2 ? .init(x: 1, y: -34) : .init(x: 40 + Double(hand.number), y: 3),
          in: .milliseconds(10))
        try touchpad.move(by: .init(x: 1, y: 0), in: .milliseconds(40))
        touchpad.pause(for: .milliseconds(20 + hand.number % 5 * 20))
        try touchpad.lift()
      } isRight: {
        $1.isEmpty
      }
    }
  }
}
