internal import Gestures
internal import Rules
internal import RulesFile
internal import Text
internal import Time
internal import Touch

/// Gestures that are shown one after another, as one under `gestures`.
extension Showing {
  /// The gesture of which each touch is a step, or of which one touch makes two; nil if there is none.
  func sequence(in context: LearnedRule.Context) -> ShownGesture? {
    let settling = context.file.rules?.settling ?? Recognition.settling
    let parts = parts(settling: settling).filter { !$0.isIncidental }
    guard parts.count > 1 else { return sequenceOfOneTouch(in: context) }
    guard parts.count <= WordedGesture.mostSteps else { return nil }
    let gestures = parts.compactMap { $0.gestures(in: context).first }
    // Taps of the same fingers are one gesture.
    guard gestures.count == parts.count, gestures.allSatisfy({ $0.definition == nil }),
      !joined.isEmpty || gestures.contains(where: { !$0.trigger.pattern.kind.isMadeOfTaps }),
      let sequence = ShownGesture(of: gestures, after: parts.rests, on: device, in: context),
      shows(sequence.trigger, settling: settling)
    else { return nil }
    return sequence
  }

  /// Fingers that rest, or that moved, and go on without lifting. Swipes one after another are a path, and fingers that
  /// rest after one make a `long-press` with `moved`. Two on a touchpad often rest before they scroll.
  private func sequenceOfOneTouch(in context: LearnedRule.Context) -> ShownGesture? {
    guard hasMoved, joined.isEmpty, touches.count < 2, fingers > 2 || device.kind == .touchscreen else { return nil }
    let hand = WordedKey(.fingers, ["\(fingers)"])
    let rest = [WordedKey(.longPress, ["500ms"]), hand]
    let next = nextSteps.map { [$0, hand, .sameTouch] }
    let settling = context.file.rules?.settling ?? Recognition.settling
    return next.lazy.compactMap { ShownGesture([rest, $0], on: device, in: context) }
      .first { shows($0.trigger, settling: settling) }
  }

  /// The gestures that fingers may make which have rested, the nearest first.
  private var nextSteps: [WordedKey] {
    let turns: [WordedKey] = fingers < 2 ? [] : isMoreTurnThanPinch ? rotations + pinches : pinches + rotations
    let ways = Array(directions.prefix(2).map(\.rawValue))
    return (isTurning ? turns : [])
      + ways.map { WordedKey(.swipe, [$0]) } + ways.map { WordedKey(.pan, [$0]) } + (isTurning ? [] : turns)
  }

  private var pinches: [WordedKey] { [WordedKey(.pinch, [pinch.scale < 1 ? "in" : "out"])] }
  private var rotations: [WordedKey] {
    [WordedKey(.rotate, [turn.degrees > 0 ? "clockwise" : "counterclockwise"])]
  }
}

extension ShownGesture {
  /// The gesture that consists of others.
  /// - Parameter rests: the time from the lift before each but the first to its landing.
  init?(of parts: [ShownGesture], after rests: [Duration], on device: Device, in context: LearnedRule.Context) {
    let steps = zip(parts, [.zero] + rests).map { part, rest in
      part.words.keys.filter { $0.name != Word.device.name }
        + (Self.limit(for: rest).map { [WordedKey.follows(within: $0)] } ?? [])
    }
    self.init(steps, on: device, in: context)
    self.parts = parts
  }

  /// The gesture with these steps.
  init?(_ steps: [[WordedKey]], on device: Device, in context: LearnedRule.Context) {
    let definition = WordedGesture(Self.name(for: steps, in: context), steps)
    let words = GestureWords(
      Word.gesture.name, definition.name, [WordedKey(.device, [device.kind.rawValue])])
    guard let trigger = context.file.trigger(words.keys, defining: definition) else { return nil }
    self.init(words: words, trigger: trigger, definition: definition)
  }

  /// The value of `after` that leaves a hand which rested for so long a margin; nil if the usual one does.
  private static func limit(for rest: Duration) -> String? {
    let wanted = rest.inSeconds * 1000 / 0.7
    guard wanted > ChainStep.usual.inSeconds * 1000 else { return nil }
    return Duration.milliseconds(Int((wanted / 50).rounded(.up)) * 50).text
  }

  /// A name that no gesture of the file has: `swipe-left-then-tap-single`.
  private static func name(for steps: [[WordedKey]], in context: LearnedRule.Context) -> String {
    let words = steps.map { step in
      let isTime = step[0].name == Word.longPress.name
      return ([step[0].name] + (isTime ? [] : step[0].values)).joined(separator: "-")
    }
    let name = words.joined(separator: "-then-").replacing(" ", with: "-")
    var (free, number) = (name, 1)
    while context.file.definesGesture(free) {
      number += 1
      free = "\(name)-\(number)"
    }
    return free
  }

  /// The same sequence with limits that suit the hand that showed it several times; itself if one touch makes it.
  func sequence(fittedTo showings: [Showing], in context: LearnedRule.Context) -> ShownGesture? {
    let settling = context.file.rules?.settling ?? Recognition.settling
    guard !parts.isEmpty else { return showings.allSatisfy { $0.shows(trigger, settling: settling) } ? self : nil }
    let all = showings.map { $0.parts(settling: settling).filter { !$0.isIncidental } }
    guard all.allSatisfy({ $0.count == parts.count }) else { return nil }
    let fitted = parts.indices.map { number in
      parts[number].fitted(to: all.map { $0[number] }, in: context) ?? parts[number]
    }
    let rests = parts.indices.dropLast().map { number in all.map { $0.rests[number] }.max() ?? .zero }
    guard let device = showings.first?.device,
      let sequence = ShownGesture(of: fitted, after: rests, on: device, in: context)
    else { return nil }
    return showings.allSatisfy { $0.shows(sequence.trigger, settling: settling) } ? sequence : nil
  }
}

extension [Showing] {
  /// The time from each but the last to the next one.
  fileprivate var rests: [Duration] { zip(self, dropFirst()).map { Swift.max($1.start - $0.end, .zero) } }
}
