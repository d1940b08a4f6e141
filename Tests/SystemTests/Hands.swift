internal import CUinput

/// A movement of a hand that is played through each release of libinput.
struct VersionHand {
  /// The device that it moves on.
  enum Pad {
    /// A clickpad for five fingers.
    case touchpad
    /// A clickpad without resolution.
    case unsized
    /// A touchpad that counts fingers and reports two positions.
    case semiMultitouch
    /// A screen for ten fingers.
    case touchscreen

    var model: Surface.Model {
      switch self {
      case .touchpad: return .touchpad
      case .unsized:
        var model = Surface.Model.touchpad
        model.name = "Virtual Touchpad Without Size"
        model.hasResolution = false
        return model
      case .semiMultitouch:
        var model = Surface.Model.touchpad
        model.name = "Virtual Semi-MT Touchpad"
        model.properties.append(CInt(INPUT_PROP_SEMI_MT))
        model.slots = 2
        return model
      case .touchscreen: return .touchscreen
      }
    }
  }

  /// Unique, and the key of its line in the table.
  var name: String
  var pad = Pad.touchpad
  /// The total translation, to compute how much of it libinput does not report; nil: not computed.
  var way: Surface.Point?
  /// Moves the fingers. Calls `lifted` directly before the last frame of a tap.
  var play: (_ surface: Surface, _ lifted: () -> Void) throws -> Void
}

extension VersionHand {
  /// All hands, in the order of the table.
  static var all: [VersionHand] {
    swipes + turns + rests + taps + scrolls + changes + palms + otherPads + screens
  }

  private static func hand(
    _ name: String, on pad: Pad = .touchpad, way: Surface.Point? = nil, _ play: @escaping (Surface) throws -> Void
  ) -> VersionHand {
    VersionHand(name: name, pad: pad, way: way) { surface, _ in try play(surface) }
  }

  private static func milliseconds(_ count: Int) -> Duration { .milliseconds(count) }

  // MARK: - Movements

  private static var swipes: [VersionHand] {
    func swipe(_ fingers: Int, _ direction: Moves.Direction, length: Double, time: Int) -> VersionHand {
      let way = Surface.Point(x: direction.x * length, y: direction.y * length)
      return hand("swipe \(fingers) \(direction.name) \(Int(length * 1000 / Double(time))) mm/s", way: way) { surface in
        try surface.land(fingers)
        try surface.move(by: way, in: milliseconds(time))
        try surface.lift()
      }
    }
    return [3, 4].flatMap { fingers in
      Moves.directions.map { swipe(fingers, $0, length: 30, time: 200) }
        + Moves.mainDirections.map { swipe(fingers, $0, length: 10, time: 500) }
    } + [swipe(5, Moves.mainDirections[0], length: 30, time: 200)]
  }

  private static var turns: [VersionHand] {
    func pinch(_ fingers: Int, to factor: Double) -> VersionHand {
      hand("pinch \(fingers) \(factor > 1 ? "out" : "in")") { surface in
        try surface.land(fingers)
        try surface.spread(to: factor, in: milliseconds(300))
        try surface.lift()
      }
    }
    func rotate(_ fingers: Int, by degrees: Double) -> VersionHand {
      hand("rotate \(fingers) \(degrees > 0 ? "clockwise" : "counterclockwise")") { surface in
        try surface.land(fingers)
        try surface.turn(by: degrees, in: milliseconds(300))
        try surface.lift()
      }
    }
    return [2, 3, 4].flatMap { [pinch($0, to: 1.6), pinch($0, to: 0.5)] }
      + [2, 3, 4].flatMap { [rotate($0, by: 40), rotate($0, by: -40)] }
  }

  // MARK: - Rests and taps

  private static var rests: [VersionHand] {
    (1...5).map { fingers in
      hand("hold \(fingers)") { surface in
        try surface.land(fingers)
        surface.pause(for: milliseconds(600))
        try surface.lift()
      }
    } + [
      hand("hold 3, then swipe", way: .init(x: -20, y: 0)) { surface in
        try surface.land(3)
        surface.pause(for: milliseconds(500))
        try surface.move(by: .init(x: -20, y: 0), in: milliseconds(200))
        try surface.lift()
      },
      hand("hold 3, creep 1.5 mm, rest") { surface in
        try surface.land(3)
        surface.pause(for: milliseconds(300))
        try surface.move(by: .init(x: -1.5, y: 0), in: milliseconds(300))
        surface.pause(for: milliseconds(300))
        try surface.lift()
      },
      hand("swipe 3, rest, swipe on", way: .init(x: -30, y: 0)) { surface in
        try surface.land(3)
        try surface.move(by: .init(x: -15, y: 0), in: milliseconds(100))
        surface.pause(for: milliseconds(500))
        try surface.move(by: .init(x: -15, y: 0), in: milliseconds(100))
        try surface.lift()
      },
    ]
  }

  private static var taps: [VersionHand] {
    [1, 2, 3].flatMap { fingers in
      [30, 80, 150, 250].map { time in
        VersionHand(name: "tap \(fingers) of \(time) ms") { surface, lifted in
          let start = now()
          try surface.land(fingers)
          rest(until: start + milliseconds(time))
          lifted()
          try surface.lift()
        }
      }
    } + [
      VersionHand(name: "tap 3, staggered by 30 ms") { surface, lifted in
        try surface.land(3, apart: milliseconds(30))
        surface.pause(for: milliseconds(30))
        try surface.lift(apart: milliseconds(30), remaining: 1)
        surface.pause(for: milliseconds(30))
        lifted()
        try surface.lift()
      },
      VersionHand(name: "tap 3 twice, 100 ms apart") { surface, lifted in
        try surface.tap(3, lasting: milliseconds(60))
        surface.pause(for: milliseconds(100))
        try surface.land(3)
        surface.pause(for: milliseconds(50))
        lifted()
        try surface.lift()
      },
      hand("tap 4 of 80 ms") { try $0.tap(4, lasting: milliseconds(80)) },
      hand("click") { surface in
        try surface.land(1)
        try surface.button(isDown: true)
        surface.pause(for: milliseconds(80))
        try surface.button(isDown: false)
        surface.pause(for: milliseconds(20))
        try surface.lift()
      },
    ]
  }

  // MARK: - Scrolling

  private static var scrolls: [VersionHand] {
    func scroll(_ direction: Moves.Direction, length: Double, time: Int) -> VersionHand {
      let way = Surface.Point(x: direction.x * length, y: direction.y * length)
      return hand("scroll 2 \(direction.name) \(Int(length * 1000 / Double(time))) mm/s", way: way) { surface in
        try surface.land(2)
        try surface.move(by: way, in: milliseconds(time))
        try surface.lift()
      }
    }
    return Moves.mainDirections.map { scroll($0, length: 30, time: 200) }
      + Moves.mainDirections.map { scroll($0, length: 10, time: 500) } + [
        hand("scroll 2, then pinch out") { surface in
          try surface.land(2)
          try surface.move(by: .init(x: 0, y: 10), in: milliseconds(100))
          try surface.spread(to: 1.6, in: milliseconds(300))
          try surface.lift()
        }
      ]
  }

  // MARK: - Changing numbers of fingers

  private static var changes: [VersionHand] {
    let way = Surface.Point(x: -15, y: 0)
    let more = [Surface.Point(x: 85, y: 31.5)]
    return [30, 60, 120].map { apart in
      hand("swipe 3, landing \(apart) ms apart", way: way) { surface in
        try surface.land(3, apart: milliseconds(apart))
        try surface.move(by: way, in: milliseconds(100))
        try surface.lift()
      }
    }
      + [30, 60, 120].map { apart in
        hand("swipe 3, lifting \(apart) ms apart", way: way) { surface in
          try surface.land(3)
          try surface.move(by: way, in: milliseconds(100))
          try surface.lift(apart: milliseconds(apart))
        }
      } + [
        hand("swipe 3, fourth finger lands") { surface in
          try surface.land(3)
          try surface.move(by: way, in: milliseconds(100))
          try surface.land(more)
          try surface.move(by: way, in: milliseconds(200))
          try surface.lift()
        },
        hand("swipe 4, one finger lifts") { surface in
          try surface.land(4)
          try surface.move(by: way, in: milliseconds(100))
          try surface.lift(remaining: 3)
          try surface.move(by: way, in: milliseconds(200))
          try surface.lift()
        },
        hand("scroll 2, third finger lands") { surface in
          try surface.land(2)
          try surface.move(by: way, in: milliseconds(100))
          try surface.land(more)
          try surface.move(by: way, in: milliseconds(200))
          try surface.lift()
        },
        hand("swipe 3, unplugged") { surface in
          try surface.land(3)
          try surface.move(by: way, in: milliseconds(100))
          surface.unplug()
        },
        hand("hold 3, unplugged") { surface in
          try surface.land(3)
          surface.pause(for: milliseconds(400))
          surface.unplug()
        },
      ]
  }

  // MARK: - Palms and thumbs

  private static var palms: [VersionHand] {
    let palm = Surface.Point(x: 2, y: 30)
    let thumb = Surface.Point(x: 45, y: 68)
    let fingers = [Surface.Point(x: 40, y: 25), Surface.Point(x: 60, y: 25)]
    return [
      hand("palm at the edge rests") { surface in
        try surface.land([palm])
        surface.pause(for: milliseconds(600))
        try surface.lift()
      },
      hand("palm at the edge, scroll 2") { surface in
        try surface.land([palm])
        surface.pause(for: milliseconds(300))
        try surface.land(fingers)
        try surface.move(by: .init(x: 0, y: 20), in: milliseconds(200), resting: 1)
        try surface.lift()
      },
      hand("palm at the edge, swipe 3") { surface in
        try surface.land([palm])
        surface.pause(for: milliseconds(300))
        try surface.land(fingers + [.init(x: 80, y: 25)])
        try surface.move(by: .init(x: 0, y: 20), in: milliseconds(200), resting: 1)
        try surface.lift()
      },
      hand("thumb at the bottom rests") { surface in
        try surface.land([thumb])
        surface.pause(for: milliseconds(600))
        try surface.lift()
      },
      hand("thumb at the bottom, scroll 2") { surface in
        try surface.land([thumb])
        surface.pause(for: milliseconds(500))
        try surface.land(fingers)
        try surface.move(by: .init(x: 0, y: 20), in: milliseconds(200), resting: 1)
        try surface.lift()
      },
      hand("thumb at the bottom, swipe 3") { surface in
        try surface.land([thumb])
        surface.pause(for: milliseconds(500))
        try surface.land(fingers + [.init(x: 80, y: 25)])
        try surface.move(by: .init(x: 0, y: 20), in: milliseconds(200), resting: 1)
        try surface.lift()
      },
    ]
  }

  // MARK: - Other devices

  private static var otherPads: [VersionHand] {
    [
      hand("swipe 3 left, no resolution", on: .unsized, way: .init(x: -30, y: 0)) { surface in
        try surface.land(3)
        try surface.move(by: .init(x: -30, y: 0), in: milliseconds(200))
        try surface.lift()
      },
      hand("scroll 2 down, semi-mt", on: .semiMultitouch, way: .init(x: 0, y: 30)) { surface in
        try surface.land(2)
        try surface.move(by: .init(x: 0, y: 30), in: milliseconds(200))
        try surface.lift()
      },
      VersionHand(name: "tap 3 of 80 ms, semi-mt", pad: .semiMultitouch) { surface, lifted in
        try surface.land(3)
        surface.pause(for: milliseconds(70))
        lifted()
        try surface.lift()
      },
    ]
  }

  private static var screens: [VersionHand] {
    [1, 2, 5].map { fingers in
      hand("touchscreen tap \(fingers)", on: .touchscreen) { try $0.tap(fingers, lasting: milliseconds(80)) }
    }
      + [1, 3, 5].map { fingers in
        hand("touchscreen swipe \(fingers) left", on: .touchscreen) { surface in
          try surface.land(fingers, apart: fingers > 1 ? milliseconds(10) : .zero)
          try surface.move(by: .init(x: -30, y: 0), in: milliseconds(200))
          try surface.lift()
        }
      } + [
        hand("touchscreen edge swipe 1 right", on: .touchscreen) { surface in
          try surface.land([.init(x: 1, y: 80)])
          try surface.move(by: .init(x: 40, y: 0), in: milliseconds(200))
          try surface.lift()
        },
        hand("touchscreen hold 1, unplugged", on: .touchscreen) { surface in
          try surface.land(1)
          surface.pause(for: milliseconds(200))
          surface.unplug()
        },
      ]
  }
}
