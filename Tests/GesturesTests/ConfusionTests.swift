import Gestures
@testable import Hands
import Testing
import Time
import Touch
import Trials

/// Counts what thousands of realistic hands are taken for, with rules for everything loaded at once.
@Suite("Confusion")
struct ConfusionTests {
  static let sheets: [@Sendable (Device.Kind) -> Sheet] = [Sheet.everything, Sheet.pans, Sheet.map]

  @Test(
    "99 of 100 hands are recognised as meant, 98 of each kind; none twice, none that meant no gesture",
    arguments: Device.Kind.allCases)
  func matrix(kind: Device.Kind) {
    var all: [Tally] = []
    for sheet in Self.sheets.map({ $0(kind) }) {
      let tallies = sheet.tallies(on: kind, seed: 1)
      print(
        (["\(sheet.name): \(sheet.triggers.count) rules", Tally.heading] + tallies.map(\.line)).joined(separator: "\n"))
      all += tallies
    }
    let hands = all.reduce(0) { $0 + $1.all }
    let right = all.reduce(0) { $0 + $1.right }
    print("\(kind.rawValue): \(right) of \(hands) right")
    #expect(hands >= trials(400, thorough: 2_000))
    #expect(Double(right) >= 0.99 * Double(hands))
    for tally in all where tally.isGesture && tally.all > 0 {
      // Of few hands, two are more than 2 in 100.
      #expect(tally.share >= 0.98 || !isThorough && tally.right + 2 >= tally.all, "\(tally.line)")
      #expect(tally.twice == 0, "\(tally.line)")
    }
    for tally in all where !tally.isGesture { #expect(tally.unasked == 0, "\(tally.line)") }
  }
}

/// The gesture that a hand means to make.
struct Intention {
  var kind: Gesture.Kind
  var fingers: Int
  /// The direction; nil for any.
  var direction: Direction?
  var taps: Int?
  var stroke: String?
  /// The region in which it means to start.
  var start: StartRegion?
  /// The movement from the start to the lift, in mm.
  var movement: Vector?
  /// The distance upwards from one step to the next, in mm.
  var step: Double?
  /// True if other gestures may run alongside.
  var isShared = false

  init(
    _ kind: Gesture.Kind, _ fingers: Int, _ direction: Direction? = nil, taps: Int? = nil, stroke: String? = nil,
    start: StartRegion? = nil, movement: Vector? = nil, step: Double? = nil, isShared: Bool = false
  ) {
    self.kind = kind
    self.fingers = fingers
    self.direction = direction
    self.taps = taps
    self.stroke = stroke
    self.start = start
    self.movement = movement
    self.step = step
    self.isShared = isShared
  }

  /// True if `gesture`, which fulfils `trigger`, is what was meant.
  func isMet(by gesture: Gesture, _ trigger: Trigger) -> Bool {
    gesture.kind == kind && gesture.fingers == fingers && (direction == nil || gesture.direction == direction)
      && (taps == nil || gesture.taps == taps) && gesture.stroke == stroke && trigger.start == start
  }

  /// True if the gesture that began with `act` has one end and was not cancelled, moved as far as the hand, and made as
  /// many steps as its movement has room for.
  func isFollowed(by reported: [Gesture], from act: Gesture) -> Bool {
    guard act.phase == .began else { return true }
    let own = reported.filter { $0.trigger == act.trigger }
    guard let end = own.last, own.filter({ $0.phase == .ended }).count == 1, end.phase == .ended else { return false }
    if let movement, (end.translation - movement).length > 3 { return false }
    guard let step else { return true }
    // A step back needs a whole step, so at rest the hand is up to one step from the last report. A hand that had moved
    // more than a step when the gesture was recognised has made one by then.
    let up = -act.translation.dy
    let bases = [0, abs(up) > step ? up - (up < 0 ? -step : step) : 0]
    let made = Double(own.reduce(0) { $0 + $1.steps })
    return bases.contains { abs(made - (-end.translation.dy - $0) / step) <= 1.001 }
  }
}

/// A hand's motion, with its intention and its position.
struct HandTrial {
  /// The intention; nil if the motion is no gesture.
  var intention: Intention?
  var motion: Motion
  var spot = Touchscreen.Spot.inside

  init(_ intention: Intention?, _ motion: Motion, at spot: Touchscreen.Spot = .inside) {
    self.intention = intention
    self.motion = motion
    self.spot = spot
  }
}

/// The results of the hands of one row.
struct Tally {
  var name: String
  var isGesture = true
  var right = 0
  var missed = 0
  var wrong = 0
  var twice = 0
  var unasked = 0
  /// The hands whose movement libinput did not report as the gesture needs. Nothing can come of them, so they are in no
  /// sum.
  var unreported = 0

  var all: Int { right + missed + wrong + twice + unasked }
  var share: Double { Double(right) / Double(max(all, 1)) }

  /// Counts the gestures of one hand.
  mutating func count(_ reported: [Gesture], for intention: Intention?, with triggers: [Trigger]) {
    let acts = reported.filter { $0.phase == .recognized || $0.phase == .began }
    guard let intention else {
      if acts.isEmpty { right += 1 } else { unasked += 1 }
      return
    }
    guard let first = acts.first else {
      missed += 1
      return
    }
    let meant = acts.filter { act in act.trigger.map { intention.isMet(by: act, triggers[$0]) } ?? false }
    let others = acts.count - meant.count
    if meant.count > 1 || others > 0 && !meant.isEmpty && !intention.isShared {
      twice += 1
    } else if let act = meant.first, intention.isShared || act == first, intention.isFollowed(by: reported, from: act) {
      right += 1
    } else {
      wrong += 1
    }
  }

  static let heading = Self.line(["", "right", "missed", "wrong", "twice", "unasked", "no data"])
  var line: String { Self.line([name] + [right, missed, wrong, twice, unasked, unreported].map(String.init)) }

  private static func line(_ cells: [String]) -> String {
    let first = cells[0] + String(repeating: " ", count: max(0, 36 - cells[0].count))
    return first + cells.dropFirst().map { String(repeating: " ", count: 8 - $0.count) + $0 }.joined()
  }
}

/// A list of rules as a user may write it, with hands to try it with.
struct Sheet {
  var name: String
  var triggers: [Trigger]
  /// The kinds of hands.
  var rows: [Row] = []

  struct Row {
    var name: String
    var count: Int
    var isGesture: Bool
    var draw: (_ number: Int, _ reach: Double, inout SplitMix) -> HandTrial
  }

  mutating func gesture(
    _ name: String, _ count: Int, _ draw: @escaping (_ number: Int, _ reach: Double, inout SplitMix) -> HandTrial
  ) {
    rows.append(Row(name: name, count: trials(count / 10, thorough: count), isGesture: true, draw: draw))
  }

  mutating func other(
    _ name: String, _ count: Int, _ draw: @escaping (_ number: Int, _ reach: Double, inout SplitMix) -> Motion
  ) {
    rows.append(
      Row(name: name, count: trials(count / 10, thorough: count), isGesture: false) { number, reach, random in
        HandTrial(nil, draw(number, reach, &random))
      })
  }

  /// Plays the hands of every row, one after another; each has a device of its own and starts when the last has lifted.
  /// The gestures of a hand depend on nothing but `seed`, its row and its number.
  func tallies(on kind: Device.Kind, seed: UInt64) -> [Tally] {
    rows.enumerated().map { index, row in
      var tally = Tally(name: "\(kind.rawValue) \(row.name)", isGesture: row.isGesture)
      var recognition = Recognition(triggers)
      var now: Int64 = 1_000_000
      for number in 0..<row.count {
        var random = SplitMix(state: seed << 48 + UInt64(index) << 32 + UInt64(number))
        guard let (device, intention, events) = Self.hand(row, number, on: kind, from: now, &random) else { break }
        var reported: [Gesture] = []
        recognition.handle(
          TouchEvent(time: Timestamp(microseconds: now), device: device.id, kind: .deviceAdded(device)), into: &reported
        )
        for event in events { recognition.handle(event, into: &reported) }
        now = (events.last?.time.microseconds ?? now) + 1_500_000
        recognition.advance(to: Timestamp(microseconds: now), into: &reported)
        if kind == .touchpad, let intention, !intention.isReported(by: events) {
          tally.unreported += 1
        } else {
          tally.count(reported, for: intention, with: triggers)
        }
      }
      return tally
    }
  }

  static func hand(
    _ row: Row, _ number: Int, on kind: Device.Kind, from start: Int64, _ random: inout SplitMix
  ) -> (Device, Intention?, [TouchEvent])? {
    switch kind {
    case .touchpad:
      let trial = row.draw(number, 1, &random)
      return (LibinputTouchpad.device, trial.intention, LibinputTouchpad(trial.motion, from: start, &random).events)
    case .touchscreen:
      // A hand that does not fit on one screen is drawn again on another.
      for _ in 0..<Touchscreen.mostDraws {
        let screen = Touchscreen(&random)
        let trial = row.draw(number, row.isGesture ? max(1, screen.reach.most) : screen.reach.least, &random)
        if let centroid = screen.centroid(of: trial.motion, at: trial.spot, &random) {
          var intention = trial.intention
          if let movement = intention?.movement { intention?.movement = screen.inMillimetres(movement) }
          return (screen.device, intention, screen.events(of: trial.motion, at: centroid, from: start, &random))
        }
      }
      return nil
    }
  }
}

extension Intention {
  /// True if libinput, which classifies touchpad movements, has reported as much as the gesture needs.
  func isReported(by events: [TouchEvent]) -> Bool {
    var movement = Vector.zero
    var farthest: Millimetres = 0
    var (scale, rotation, presses, taps) = (1.0, 0.0, 0, 0)
    for event in events {
      switch event.kind {
      case .swipeUpdate(fingers, let delta): movement += delta
      case .scroll(let dx, let dy) where fingers == 2: movement += Vector(dx: dx ?? 0, dy: dy ?? 0)
      case .pinchUpdate(fingers, _, let now, let turn):
        scale = now
        rotation += turn
      case .holdBegin(fingers): presses += 1
      // One finger that moves 0.5 mm points.
      case .holdEnd(fingers, cancelled: true): presses -= 1
      case .tap(fingers, _): taps += 1
      // The fingers lifted more than 100 ms apart.
      case .swipeEnd(fingers, cancelled: true), .pinchEnd(fingers, cancelled: true): if kind != .swipe { return false }
      default: break
      }
      farthest = max(farthest, movement.length)
    }
    return switch kind {
    case .tap: taps == self.taps ?? 1
    case .longPress: presses > 0 && taps == self.taps ?? 0
    case .swipe: farthest >= 12
    case .pan: farthest >= 3
    case .pinch: direction == .inwards ? scale <= 0.9 : scale >= 1.1
    case .rotate: direction == .clockwise ? rotation >= 12 : rotation <= -12
    case .circle, .stroke: farthest > 0
    // Only contacts tell these.
    case .press, .tipTap, .touch: true
    }
  }
}
