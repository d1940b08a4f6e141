internal import Diagnostics
public import Gestures
internal import Rules
public import RulesFile
internal import Time
internal import Touch

/// A gesture that recognises what a hand showed.
public struct ShownGesture: Hashable, Sendable {
  /// The words of a rule for it.
  public let words: GestureWords
  /// The trigger of that rule.
  public let trigger: Trigger
  /// The gesture under `gestures` that the rule uses; nil if its own keys state it.
  public var definition: WordedGesture?
  /// The gestures of which it consists, each by a touch of its own; none if one touch makes it.
  var parts: [ShownGesture] = []

  /// The gesture in words: `swipe left, 3 fingers, on a touchpad`.
  public var text: String {
    let limits = ([.taps, .distance, .within, .gap] as [Word]).compactMap { key in
      words[key].map { "\(key.name) \($0[0])" }
    }
    return ([trigger.text] + limits).joined(separator: ", ")
  }

  /// The gesture in words, with the numbers of the hand that showed it.
  public func text(in showing: Showing) -> String {
    "\(text): \(definition == nil ? showing.text(for: trigger.pattern) : showing.text)"
  }

  /// A rule for it.
  /// - Parameter action: the property with its actions.
  public func rule(_ action: RuleText.Property) -> RuleText {
    RuleText(words.keys.map { RuleText.Property($0) } + [action], defining: definition)
  }

  /// The differences from a showing of another gesture, `other`: `4 fingers, not 3`. Empty if there are none.
  public func differences(from other: ShownGesture) -> [String] {
    guard definition == nil, other.definition == nil else {
      return trigger.text == other.trigger.text ? [] : ["not \(other.text)"]
    }
    var differences: [String] = []
    let (pattern, others) = (trigger.pattern, other.trigger.pattern)
    if pattern.kind != others.kind {
      differences.append("\(pattern.kind.rawValue), not \(others.kind.rawValue)")
    } else if pattern.words != others.words {
      differences.append("\(pattern.words), not \(others.words)")
    }
    if pattern.isAnchored != others.isAnchored {
      differences.append(pattern.isAnchored ? "beside a finger that rests" : "without a finger that rests beside it")
    }
    if words[.taps] != other.words[.taps] {
      differences.append("taps \(words.tapsBefore), not \(other.words.tapsBefore)")
    }
    if trigger.fingers != other.trigger.fingers {
      let (fingers, wanted) = (trigger.fingers.lowerBound, other.trigger.fingers.lowerBound)
      differences.append("\(counted(fingers, "finger")), not \(wanted)")
    }
    if trigger.start != other.trigger.start {
      differences.append(
        [trigger.start?.text, other.trigger.start.map { "not \($0.text)" }].compactMap { $0 }.joined(separator: ", "))
    }
    if trigger.devices != other.trigger.devices {
      differences.append("on \(trigger.devices.text), not on \(other.trigger.devices.text)")
    }
    return differences
  }
}

extension GestureWords {
  /// The number of taps before a long press or a pan.
  fileprivate var tapsBefore: String { self[.taps]?.first ?? "0" }
}

extension Showing {
  /// The message that the fingers trembled; nil if they were steady, or if the settings of the rules file suit such
  /// hands.
  public func tremor(in context: LearnedRule.Context) -> String? {
    guard context.file.rules?.suitsPerson != true else { return nil }
    let count = max(fingers, 1)
    let taps = Trigger(.tap(TapPattern()), fingers: count...count, devices: [.kind(device.kind)])
    let rules = RuleSet([taps], settling: Recognition.settling, devices: [])
    let failures = Explanation.outcome(of: rules, in: Situation(), on: events, isExplained: true).failures
    return failures.map(\.tremor).max().flatMap { $0 > 0 ? Attempt.tremorText($0) : nil }
  }

  /// The gestures that recognise what was shown, the most specific first. Each is tried alone, with the settings of the
  /// rules file, and with its shapes.
  public func gestures(in context: LearnedRule.Context) -> [ShownGesture] {
    let plain = plainGestures(in: context)
    guard let sequence = sequence(in: context) else { return plain }
    // Taps that a gesture begins with are those of the sequence, too.
    let isWhole = plain.first.map { $0.includesTouches(of: self) } ?? false
    if isWhole { return [plain[0], sequence] + plain.dropFirst() }
    // Who repeats a gesture shows it again.
    guard let first = sequence.parts.first, sequence.parts.allSatisfy({ $0.words == first.words }) else {
      return [sequence] + plain
    }
    return [first, sequence] + plain.filter { $0 != first }
  }

  /// The gestures that rules have without a name under `gestures`.
  private func plainGestures(in context: LearnedRule.Context) -> [ShownGesture] {
    let file = context.file
    let strokes = BuiltInStroke.allCases.map(\.name) + file.strokeNames
    let settling = file.rules?.settling ?? Recognition.settling
    // A finger that came late, or a palm, may not belong to the gesture.
    for count in (1...max(fingers, 1)).reversed() {
      var found: [ShownGesture] = []
      for words in candidates(with: count, strokes: strokes) {
        guard let trigger = file.trigger(words.keys), shows(trigger, settling: settling), leavesPointer(trigger) else {
          continue
        }
        // Looser limits are for a gesture that the usual ones do not recognise.
        let isLoose = words[.distance] != nil || words[.within] != nil
        if isLoose, found.contains(where: { $0.words.gesture == words.gesture && $0.trigger.start == trigger.start }) {
          continue
        }
        found.append(ShownGesture(words: words, trigger: trigger))
      }
      guard found.isEmpty else {
        // Of equal ones, the first candidate is the first.
        let isStraight = isStraight(with: count)
        let ranks = found.map { rank($0, isStraight: isStraight) }
        return found.indices.sorted { (ranks[$0], $0) < (ranks[$1], $1) }.map { found[$0] }.withoutNeighbours
      }
    }
    return []
  }

  /// True if a rule for `gesture` would act on it.
  public func shows(_ gesture: ShownGesture, in context: LearnedRule.Context) -> Bool {
    let settling = context.file.rules?.settling ?? Recognition.settling
    return shows(gesture.trigger, settling: settling)
  }

  /// True if a rule with this trigger alone would act. A double tap is not two single ones.
  func shows(_ trigger: Trigger, settling: Duration) -> Bool {
    guard trigger.includes(device), Reachability.obstacle(to: trigger) == nil else { return false }
    if trigger.before.isEmpty, trigger.pattern.kind.isMadeOfTaps,
      trigger.pattern.tapsBefore + 1 != min(touches.count, TapPattern.mostTaps)
    {
      return false
    }
    var recognition = Recognition([trigger], settling: settling)
    var gestures: [Gesture] = []
    for event in events { recognition.handle(event, into: &gestures) }
    recognition.finish(into: &gestures)
    return !gestures.isEmpty
  }

  /// True if the pointer stays where it is: of one finger on a touchpad, only a slide along an edge is a gesture. A
  /// slide beside a finger that rests is shown on purpose, and 'check' warns that the pointer moves.
  private func leavesPointer(_ trigger: Trigger) -> Bool {
    guard trigger.pattern.kind.motion == .move, device.kind == .touchpad, trigger.fingers == 1...1,
      !trigger.pattern.isAnchored, let start = trigger.start
    else { return true }
    return PalmZone(of: device).holdsPointer(trigger.pattern, from: start)
  }

  // MARK: Candidates

  /// The words of all gestures that so many fingers may have made.
  private func candidates(with count: Int, strokes: [String]) -> [GestureWords] {
    let all =
      gestures(with: count, strokes: strokes).map { (count, $0, $1, $2) }
      + gesturesBesideOthers(with: count).map { (count - 1, $0, $1, $2) }
    return all.flatMap { fingers, gesture, value, limits in
      ([[]] + starts).map { start in
        let hand: [(Word, [String])] = [(.fingers, ["\(fingers)"]), (.device, [device.kind.rawValue])]
        let qualifiers = hand + start + limits.map { ($0.0, [$0.1]) }
        return GestureWords(gesture.rawValue, value, qualifiers.map { .init($0.0, $0.1) })
      }
    }
  }

  private typealias Words = [(Word, String)]

  /// The gestures with their values and limits, more usual limits first.
  private func gestures(with count: Int, strokes: [String]) -> [(Gesture.Kind, String, Words)] {
    var gestures: [(Gesture.Kind, String, Words)] = Self.tapValues.map { (.tap, $0, []) }
    // One finger rests on a touchpad while it points.
    if !isPointing || touches.count > 1 {
      gestures += [(.longPress, "500ms", [(.taps, "2")]), (.longPress, "500ms", [(.taps, "1")])]
    }
    if !isPointing { gestures.append((.longPress, "500ms", [])) }
    gestures += strokes.map { (.stroke, $0, []) }
    gestures += paths(with: count).map { (.swipe, $0, []) }
    gestures += Self.axes.map { (.longPress, "500ms", [(.moved, $0.rawValue)]) }
    gestures += directions.map { (.swipe, $0.rawValue, []) }
    if touches.count > 1 {
      gestures += Self.usualDirections.flatMap { way in ["2", "1"].map { (.pan, way.rawValue, [(.taps, $0)]) } }
    }
    gestures += Self.usualDirections.map { (.pan, $0.rawValue, []) }
    gestures += Self.turns.map { (.circle, $0, []) }
    if count > 1 {
      gestures += ["in", "out"].map { (.pinch, $0, []) }
      gestures += Self.turns.map { (.rotate, $0, []) }
    }
    let length = Int(movement.translation.length.value * 0.7)
    if (4..<15).contains(length) {
      gestures += directions.map { (.swipe, $0.rawValue, [(.distance, "\(length)mm")]) }
    }
    if longestTouch < .milliseconds(450) {
      gestures += Self.tapValues.map { (.tap, $0, [(.within, "500ms")]) }
    }
    if hasPressed { gestures.append((.press, "click", [])) }
    if device.contacts?.hasPressure == true { gestures.append((.press, "firm", [])) }
    return gestures
  }

  /// The gestures of which one or more of `count` fingers rest, and which count without one of them.
  private func gesturesBesideOthers(with count: Int) -> [(Gesture.Kind, String, Words)] {
    guard count > 1, device.reportsPositions else { return [] }
    return ["left", "right", "middle"].map { (.tipTap, $0, []) }
      + Self.usualDirections.map { (.pan, $0.rawValue, [(.anchor, "1")]) }
  }

  /// The numbers of taps, the largest first.
  private static let tapValues = (1...TapPattern.mostTaps).reversed().map { TapPattern.words($0) }

  private static let turns = ["clockwise", "counterclockwise"]
  private static let axes: [Direction] = [.left, .right, .up, .down]

  /// The paths along the axes with as many legs as so many fingers may have made, the longest first.
  private func paths(with count: Int) -> [String] {
    // Any path, with looser limits than those of a rules file.
    func mayHaveMade(_ legs: Int) -> Bool {
      shows(SwipePattern(.any, then: Array(repeating: .any, count: legs - 1), distance: 4, within: .seconds(10)), count)
    }
    guard mayHaveMade(2) else { return [] }
    let two = Self.axes.flatMap { first in Self.axes.filter { $0 != first }.map { [first, $0] } }
    let three =
      mayHaveMade(3) ? two.flatMap { path in Self.axes.filter { $0 != path[1] }.map { path + [$0] } } : []
    return (three + two).map { $0.map(\.rawValue).joined(separator: " then ") }
  }

  /// The directions of a movement, the usual ones first.
  private static let usualDirections: [Direction] = [
    .left, .right, .up, .down, .upLeft, .upRight, .downLeft, .downRight,
  ]

  /// The directions of a movement, the nearest to that of the fingers first, and of two the usual one.
  var directions: [Direction] {
    let way = movement.translation
    let all: [(Direction, Vector)] = [
      (.left, Vector(dx: -1, dy: 0)), (.right, Vector(dx: 1, dy: 0)), (.up, Vector(dx: 0, dy: -1)),
      (.down, Vector(dx: 0, dy: 1)), (.upLeft, Vector(dx: -1, dy: -1)), (.upRight, Vector(dx: 1, dy: -1)),
      (.downLeft, Vector(dx: -1, dy: 1)), (.downRight, Vector(dx: 1, dy: 1)),
    ]
    return all.map { direction, axis in
      (direction, (way.dx * axis.dx + way.dy * axis.dy) / axis.length.value)
    }.sorted { $0.1 > $1.1 }.map(\.0)
  }

  /// The regions of a touchscreen that the touch started in, each as the words of `edge` or `corner`: first those that
  /// have a finger each at once.
  private var starts: [[(Word, [String])]] {
    guard !landings.isEmpty else { return [] }
    let corners = (0..<4).map { Corners(rawValue: 1 << $0) }.filter {
      StartRegion.corner($0).contains(landings, on: device)
    }
    let edges = (0..<4).map { Edges(rawValue: 1 << $0) }.filter { StartRegion.edge($0).contains(landings, on: device) }
    var starts: [(Word, [String])] = []
    let (allCorners, allEdges) = (Corners(corners), Edges(edges))
    if corners.count > 1, StartRegion.allCorners(allCorners).contains(landings, on: device) {
      starts.append((.corner, allCorners.names))
    }
    if edges.count > 1, StartRegion.allEdges(allEdges).contains(landings, on: device) {
      starts.append((.edge, allEdges.names))
    }
    return (starts + corners.map { (.corner, $0.names) } + edges.map { (.edge, $0.names) }).map { [$0] }
  }

  // MARK: Order

  /// The specificity of a gesture: a smaller number for what the hand more likely meant.
  /// - Parameter isStraight: true if so many fingers have also moved in one direction.
  private func rank(_ gesture: ShownGesture, isStraight: Bool) -> Int {
    let region = gesture.trigger.start == nil ? 0 : isMeant(gesture) ? -1 : 50
    switch gesture.trigger.pattern {
    // The hook of a finger that lands looks like the short leg of a check.
    case .stroke: return (isStraight ? 48 : 10) + region
    case .tap(let pattern): return 22 - pattern.taps + region
    case .pan where gesture.trigger.pattern.isAnchored: return 6 + region
    case .longPress(let pattern) where pattern.moved != nil: return 44 + region
    case .longPress(let pattern): return (hasMoved ? 70 : 30) - pattern.taps + region
    case .pinch: return (isMoreTurnThanPinch ? 41 : 40) + region * 2
    case .rotate: return (isMoreTurnThanPinch ? 40 : 41) + region * 2
    case .swipe(let pattern) where pattern.legs > 1: return 46 - pattern.legs + region
    case .circle: return 12 + region
    case .swipe: return (isQuick && (gesture.words[.distance] == nil || isFlick) ? 45 : 47) + region
    case .pan(let pattern) where pattern.taps > 0: return 40 - pattern.taps + region
    case .pan: return (isQuick ? 47 : 45) + region
    // Nothing else is made in the same way.
    case .press, .tipTap, .touch: return 5 + region
    }
  }

  /// True if so many fingers moved in one direction, however long that took.
  private func isStraight(with count: Int) -> Bool {
    shows(SwipePattern(.any, within: .seconds(10), waitsForLift: true), count)
  }

  private func shows(_ path: SwipePattern, _ count: Int) -> Bool {
    shows(Trigger(.swipe(path), fingers: count...count, devices: [.kind(device.kind)]), settling: Recognition.settling)
  }

  /// True if the fingers did not need longer than a swipe may take.
  private var isQuick: Bool { movement.lasting <= SwipePattern(.any).within }

  /// True if it is fast enough that a short movement is meant as a swipe.
  private var isFlick: Bool {
    movement.translation.length.value >= Self.leastFlickSpeed * movement.lasting.inSeconds
  }

  /// The least speed of a flick, in mm/s.
  private static let leastFlickSpeed = 60.0

  /// True if the fingers pinched or turned.
  var isTurning: Bool { abs(pinch.scale - 1) >= 0.1 || abs(turn.degrees) >= 12 }

  var isMoreTurnThanPinch: Bool {
    abs(turn.degrees) / RotatePattern(.any).angle > abs(pinch.scale - 1) / PinchPattern(.any).change
  }

  /// True if the region where the touch started is probably meant: one or two fingers come in from an edge, or touch a
  /// corner. Two fingers scroll anywhere on a touchpad.
  private func isMeant(_ gesture: ShownGesture) -> Bool {
    switch gesture.trigger.start {
    case .allCorners?: return gesture.trigger.start?.leastFingers == fingers
    case .allEdges?:
      return gesture.trigger.pattern.kind.motion == .rest && gesture.trigger.start?.leastFingers == fingers
    case .edge?, .corner?, .zone?, nil: break
    }
    guard fingers == 1 || fingers == 2 && device.kind == .touchscreen else { return false }
    guard case .edge(let edges, _)? = gesture.trigger.start else { return true }
    guard !gesture.trigger.pattern.line.isEmpty else { return false }
    let way = movement.translation
    return edges == .left && way.dx > abs(way.dy) || edges == .right && -way.dx > abs(way.dy)
      || edges == .top && way.dy > abs(way.dx) || edges == .bottom && -way.dy > abs(way.dx)
  }
}

extension ShownGesture {
  /// True if it is made by several touches, such as taps before a pan, and by all that were shown.
  fileprivate func includesTouches(of showing: Showing) -> Bool {
    let taps = trigger.pattern.tapsBefore + 1
    return taps > 1 && taps == showing.touches.count
  }
}

extension [ShownGesture] {
  /// The gestures without those that differ from an earlier one in their direction or number of taps alone: of a
  /// movement between two directions the first is enough, and a double tap is two single ones.
  fileprivate var withoutNeighbours: [ShownGesture] {
    var kept: [ShownGesture] = []
    for gesture in self where !kept.contains(where: { $0.isNeighbour(of: gesture) }) { kept.append(gesture) }
    return kept
  }
}

extension ShownGesture {
  fileprivate func isNeighbour(of other: ShownGesture) -> Bool {
    words.gesture == other.words.gesture && trigger.start == other.trigger.start && words.gesture != Word.stroke.name
      && trigger.pattern.isAnchored == other.trigger.pattern.isAnchored
      && trigger.pattern.continuesOthers == other.trigger.pattern.continuesOthers
  }
}
