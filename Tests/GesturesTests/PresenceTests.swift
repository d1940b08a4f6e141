import Gestures
@testable import Hands
import Testing
import Time
import Touch
import Trials

/// Fingers that are down, whatever they do. Set SLEIGHT_UNCLEAN as for the unclean hands.
@Suite("Fingers that are down")
struct PresenceTests {
  @Test("98 of 100 hands are reported once, and their other gestures as well", arguments: UncleanKind.presences)
  func hands(kind: UncleanKind) {
    let (right, count) = kind.countRight(of: trials(34, thorough: 400))
    print("\(kind.name): \(right) of \(count) right")
    #expect(Double(right) >= 0.98 * Double(count), "\(kind.name): \(right) of \(count)")
  }

  @Test("a number of fingers is settled first, unless more fingers do not matter")
  func settling() {
    var hand = Hand()
    hand.land(2, skew: 40)
    hand.wait(300)
    hand.lift()
    #expect(
      story([.touch(1...1), .touch(2...2), .touch(1...5), .touch(2...5), .touch(3...3)], hand.events) == [
        "0 touch 1 began #2", "40 touch 2 began #3", "140 touch 2 began #1", "340 touch 2 ended #1",
        "340 touch 1 ended #2", "340 touch 2 ended #3",
      ])
  }

  @Test("it goes on whatever the fingers do, and other rules act meanwhile")
  func movement() {
    var hand = Hand()
    hand.land(3)
    hand.wait(200)
    hand.move(-30, 0)
    hand.lift()
    let text = story([.swipe(.left, 3), .touch(3...3)], hand.events).map { $0.drop { $0 != " " } }
    #expect(text == [" touch 3 began #1", " swipe left 3 #0", " touch 3 ended #1"])
  }

  @Test("fingers that come later neither end it nor begin another")
  func later() {
    var hand = Hand()
    hand.land(1)
    hand.wait(500)
    hand.land(2)
    hand.wait(500)
    let stays = hand.fingers.removeFirst()
    hand.lift()
    hand.fingers = [stays]
    hand.wait(300)
    hand.lift()
    let text = story([.touch(1...1), .touch(2...2), .touch(3...3), .touch(2...5)], hand.events).map {
      $0.drop { $0 != " " }.dropFirst()
    }
    #expect(
      text == [
        "touch 1 began #0", "touch 3 began #3", "touch 2 began #1", "touch 2 ended #1", "touch 3 ended #3",
        "touch 1 ended #0",
      ])
  }

  @Test("only the fingers that landed in the region count, wherever they go")
  func region() {
    let corner = StartRegion.corner([.bottomLeft], margin: 30)
    var hand = Hand()
    hand.land(at: Point(x: 10, y: 180))
    hand.wait(200)
    hand.land(2)
    hand.wait(200)
    hand.move(0, -40)
    hand.lift()
    let text = story([.touch(1...1).starting(corner), .touch(2...2).starting(corner)], hand.events)
    #expect(text.map { $0.drop { $0 != " " } } == [" touch 1 began #0", " touch 1 ended #0"])
    let corners = StartRegion.allCorners([.bottomLeft, .topLeft], margin: 30)
    var both = Hand()
    both.land(at: Point(x: 10, y: 180), closing: false)
    both.land(at: Point(x: 10, y: 10))
    both.wait(300)
    both.lift()
    var one = Hand()
    one.land(at: Point(x: 10, y: 180), closing: false)
    one.land(at: Point(x: 15, y: 175))
    one.wait(300)
    one.lift()
    #expect(story([.touch(2...2).starting(corners)], both.events).count == 2)
    #expect(story([.touch(2...2).starting(corners)], one.events) == [])
  }

  @Test("a short touch of fewer fingers is none")
  func tap() {
    var hand = Hand()
    hand.tap(1, for: 60)
    #expect(story([.touch(1...1)], hand.events) == [])
    #expect(story([.touch(1...10)], hand.events).count == 2)
  }

  @Test("a palm that is cancelled cancels it; a cancellation of everything ends it until all fingers have lifted")
  func cancellation() {
    var palm = Hand()
    palm.land(1)
    palm.wait(300)
    palm.say(.touchCancel(slot: 0))
    palm.say(.touchFrame)
    #expect(
      story([.touch(1...1)], palm.events).map { $0.drop { $0 != " " } } == [
        " touch 1 began #0", " touch 1 cancelled #0",
      ])
    var hand = Hand()
    hand.land(1)
    hand.wait(300)
    hand.say(.eventsLost)
    hand.wait(300)
    hand.land(1)
    hand.wait(300)
    hand.lift()
    #expect(
      story([.touch(1...1)], hand.events).map { $0.drop { $0 != " " } } == [
        " touch 1 began #0", " touch 1 cancelled #0",
      ])
  }

  @Test("on touchpads one and two fingers count only for rules that name the touchpad")
  func touchpads() {
    let pad = Device(
      id: DeviceID(3), name: "Pad", kind: .touchpad, size: Size(width: 110, height: 70), contacts: .all)
    for fingers in 1...4 {
      let trigger = Trigger.touch(fingers...fingers)
      #expect((trigger.source(with: fingers, on: pad) != nil) == (fingers > 2))
      var named = trigger
      named.devices = [.kind(.touchpad)]
      #expect(named.source(with: fingers, on: pad) == .contacts)
      #expect(named.requiresContacts(of: pad))
    }
  }
}

extension Trigger {
  static func touch(_ fingers: ClosedRange<Int>) -> Trigger { Trigger(.touch, fingers: fingers) }
}

extension UncleanKind {
  private static func rules(_ start: StartRegion? = nil) -> [Trigger] {
    (1...4).map { Trigger(.touch, fingers: $0...$0, start: start) }
  }

  /// Hands of 1 to 5 fingers on screens of 60 to 250 Hz, of which one or all contacts are lost for one frame or more.
  private static let interrupted: [UncleanKind] = [false, true].flatMap { moves in
    [false, true].map { losesAll in
      let hand = moves ? "drags" : "rests"
      return UncleanKind(name: "a hand of 1 to 5 fingers \(hand), \(losesAll ? "all" : "one") lost for 1 to n frames") {
        number, screen, random in
        let fingers = 1 + number % 5
        screen.interval = random.within(4...16.7)
        let motion =
          moves
          ? Motion.straight(
            random.within(0...(2 * .pi)), Poise(fingers, &random), rest: random.within(0...80),
            length: random.within(15...40), duration: random.within(400...1500), stay: random.within(60...100),
            &random) : .longPress(fingers: fingers, &random)
        var scene = Scene(motion)
        // With the frames' own irregularity, at most 40 ms pass from the last frame with the contact to the first.
        let most = Int((38 - screen.interval) / (screen.interval + 1))
        let frames = Int.random(in: 1...max(1, most), using: &random)
        let lasting = (Double(frames) + 0.5) * screen.interval
        guard scene.lose(lasting, isRenumbered: random.chance(0.3), &random) else { return nil }
        if losesAll, let loss = scene.contacts.first(where: { !$0.losses.isEmpty })?.losses {
          for index in scene.contacts.indices { scene.contacts[index].losses = loss }
        }
        return UncleanHand(
          scene: scene, triggers: (1...5).map { Trigger(.touch, fingers: $0...$0) },
          acts: [.init(.touch, fingers)], margin: 8)
      }
    }
  }

  /// Hands that are down for long enough, alone and with disturbances.
  static let presences: [UncleanKind] =
    interrupted
    + [false, true].flatMap { losing -> [UncleanKind] in
      let fault = losing ? ", one contact lost for 6 to 28 ms" : ""
      return [
        UncleanKind(name: "a hand rests\(fault)") { number, _, random in
          let fingers = losing ? 2 + number % 3 : 1 + number % 4
          var scene = Scene(.longPress(fingers: fingers, &random))
          if losing, !scene.lose(random.within(6...28), &random) { return nil }
          return UncleanHand(scene: scene, triggers: rules(), acts: [.init(.touch, fingers)], margin: 8)
        },
        UncleanKind(name: "a hand drags\(fault)") { number, _, random in
          let fingers = losing ? 2 + number % 3 : 1 + number % 4
          let motion = Motion.straight(
            random.within(0...(2 * .pi)), Poise(fingers, &random), rest: random.within(0...80),
            length: random.within(15...40), duration: random.within(300...1200), stay: random.within(20...100), &random)
          var scene = Scene(motion)
          if losing, !scene.lose(random.within(6...28), &random) { return nil }
          return UncleanHand(
            scene: scene, triggers: rules() + [.pan(.any, fingers)],
            acts: [.init(.touch, fingers), .init(.pan, fingers)], margin: 8)
        },
        UncleanKind(name: "a thumb or palm rests before, and a hand rests\(fault)") { number, _, random in
          let fingers = 2 + number % 3
          var scene = Scene(.longPress(fingers: fingers, &random)).beside(rest: 300...3000, stays: 100...800, &random)
          let strays = scene.contacts.filter(\.isStray).count
          guard strays == 1 else { return nil }
          if losing, !scene.lose(random.within(6...28), &random) { return nil }
          return UncleanHand(
            scene: scene, triggers: rules(), acts: [.init(.touch, 1), .init(.touch, fingers)], margin: 8)
        },
        UncleanKind(name: "a palm lands on a hand that rests\(fault)") { number, _, random in
          let fingers = losing ? 2 + number % 3 : 1 + number % 4
          let motion = Motion.longPress(fingers: fingers, &random)
          var scene = Scene(motion)
          if losing, !scene.lose(random.within(6...28), &random) { return nil }
          let lands = motion.lastLanding + random.within(130...300)
          guard lands < motion.end - 30 else { return nil }
          scene.addStray(
            at: random.anyWay(60...110), from: lands, until: lands + random.within(15...900),
            isCancelled: random.chance(0.3))
          return UncleanHand(scene: scene, triggers: rules(), acts: [.init(.touch, fingers)], margin: 8)
        },
      ]
    }
}
