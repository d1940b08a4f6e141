import Diagnostics
internal import Explaining
internal import Gestures
import Linux
internal import Rules
internal import RulesFile
import Touch

/// The course of `sleight learn`: showings and answers in, messages and a rule out. It reads and writes nothing.
final class Lesson {
  /// The input that is awaited.
  enum Stage {
    /// The gesture.
    case first
    /// The number of the gesture, of several that recognise what was shown.
    case choice([ShownGesture])
    /// The gesture again, or the answer whether that is enough.
    case again
    case action
    /// The answer whether the rule is added.
    case agreement(LearnedRule)
    /// Nothing.
    case done(Result)
  }

  /// The outcome of the dialogue.
  enum Result {
    /// The rule to write.
    case rule(LearnedRule)
    /// No rule: the user wants none.
    case none
    /// No rule: the action has an error, which was reported.
    case invalid
    /// A rule that cannot be added, because the file is written in an unusual way.
    case unusual(RuleText)
  }

  private(set) var stage = Stage.first
  private let context: LearnedRule.Context
  /// The action, if it is known before; then nothing is asked.
  let action: RuleText.Property?
  /// True if the rule is only shown.
  private let isDryRun: Bool
  /// True if there are further showings, as there are from a hand.
  private let mayRepeat: Bool
  /// The showings of the chosen gesture.
  private var showings: [Showing] = []
  /// The last showing, if it was not of the chosen gesture.
  private var different: Showing?
  private var chosen: ShownGesture?
  /// True if the user was told that the fingers trembled.
  private var hasNamedTremor = false
  /// The alternatives to the chosen gesture.
  private var alternatives: [ShownGesture] = []
  /// The alternative that also recognises the last showing, which was not of the chosen gesture.
  private var common: ShownGesture?

  init(_ context: LearnedRule.Context, action: RuleText.Property?, isDryRun: Bool, mayRepeat: Bool) {
    self.context = context
    self.action = action
    self.isDryRun = isDryRun
    self.mayRepeat = mayRepeat
  }

  /// True if it asks for the action, and for all else.
  var asks: Bool { action == nil }

  /// True if it waits for a showing.
  var isWatching: Bool {
    switch stage {
    case .first, .again: true
    case .choice, .action, .agreement, .done: false
    }
  }

  /// The question or instruction of the stage; nil if there is none.
  var prompt: String? {
    switch stage {
    case .first: mayRepeat ? "Make a gesture. Ctrl+C ends without changes.\n" : nil
    case .choice: "Gesture [1]\(mayRepeat ? ", or r to repeat it" : ""): "
    case .again where !mayRepeat: nil
    case .again:
      if !asks {
        "Make it once more.\n"
      } else if let common {
        "Make it once more, press Enter to keep the first one, or type 2 for '\(common.text)', which is both: "
      } else {
        "Make it once more, or press Enter to \(different == nil ? "continue" : "keep the first one"): "
      }
    case .action: "Action (a command, keys such as ctrl+w, or none to add no rule): "
    case .agreement(let rule):
      Self.question(about: rule)
    case .done: nil
    }
  }

  private static func question(about rule: LearnedRule) -> String {
    let choices =
      [rule.next.map { _ in "e for the end of the list" }, rule.replaceable.map { "r to replace \($0.heading)" }]
      .compactMap { $0 }
    return "Add it\(rule.next == nil ? "" : " there")? [Y/n\(choices.map { ", or \($0)" }.joined())] "
  }

  // MARK: Showings

  /// Takes in a showing, which is ignored while it waits for an answer.
  /// - Returns: the messages.
  func take(_ showing: Showing) -> [String] {
    switch stage {
    case .first: return takeFirst(showing) + tremor(of: showing)
    // A gesture that is repeated at once is shown several times.
    case .again:
      let messages = chosen?.definition == nil ? showing.apart.flatMap { takeAgain($0) } : takeAgain(showing)
      return messages + tremor(of: showing)
    case .choice, .action, .agreement, .done: return []
    }
  }

  /// The message that the fingers trembled, once.
  private func tremor(of showing: Showing) -> [String] {
    guard !hasNamedTremor, let message = showing.tremor(in: context) else { return [] }
    hasNamedTremor = true
    return [message]
  }

  private func takeFirst(_ showing: Showing) -> [String] {
    let gestures = showing.gestures(in: context)
    guard let first = gestures.first else { return Self.refusal(of: showing) }
    showings = [showing]
    guard gestures.count > 1, asks else {
      return [first.text(in: showing)] + choose(first, of: gestures)
    }
    stage = .choice(gestures)
    return gestures.enumerated().map { "\($0.offset + 1)  \($0.element.text(in: showing))" }
  }

  /// Takes one of the gestures that were shown.
  /// - Returns: the messages.
  private func choose(_ gesture: ShownGesture, of gestures: [ShownGesture]) -> [String] {
    chosen = gesture
    alternatives = gestures.filter { $0 != gesture }
    // Who repeats a gesture at once shows it several times.
    if gesture.definition == nil, let first = showings.first {
      showings = Array(first.apart.filter { $0.shows(gesture, in: context) }.prefix(wanted))
      if let fitted = gesture.fitted(to: showings, in: context), showings.count > 1 { chosen = fitted }
    }
    stage = .again
    return showings.count < wanted ? [] : finishShowing()
  }

  private func takeAgain(_ showing: Showing) -> [String] {
    guard let chosen, case .again = stage else { return [] }
    let other = showing.gestures(in: context).first
    let isSame = showing.shows(chosen, in: context) || other.map { $0.differences(from: chosen).isEmpty } ?? false
    if isSame, let fitted = chosen.fitted(to: showings + [showing], in: context) {
      self.chosen = fitted
      showings.append(showing)
      (different, common) = (nil, nil)
      return ["\(fitted.text(in: showing)): the same gesture"] + (showings.count < wanted ? [] : finishShowing())
    }
    guard let other else { return Self.refusal(of: showing) }
    common = alternatives.first { gesture in (showings + [showing]).allSatisfy { $0.shows(gesture, in: context) } }
    let difference = other.differences(from: chosen).joined(separator: "; ")
    let message = "\(other.text(in: showing)): a different gesture: \(difference)"
    if let common, !asks {
      self.chosen = common
      showings.append(showing)
      return [message, "both are also \(common.text)"] + finishShowing()
    }
    if mayRepeat { different = showing }
    return [message]
  }

  /// The number of showings: three tell what a hand does more than once. Without questions, two confirm it.
  private var wanted: Int { asks || !mayRepeat ? 3 : 2 }

  /// The message about a showing that is no gesture; none about a pointer that moves.
  private static func refusal(of showing: Showing) -> [String] {
    showing.isIncidental ? [] : ["not recognised: \(counted(showing.fingers, "finger")), \(showing.text)"]
  }

  /// Ends the input of a recording.
  /// - Returns: the messages.
  func finishShowings() -> [String] {
    if case .again = stage { finishShowing() } else { [] }
  }

  private func finishShowing() -> [String] {
    stage = .action
    guard let action else { return [] }
    return decide(action)
  }

  // MARK: Answers

  /// Takes in a line of the user's.
  /// - Returns: the messages.
  func take(line: String) -> [String] {
    let answer = line.filter { !$0.isWhitespace }.lowercased()
    switch stage {
    case .first, .done: return []
    case .choice(let gestures):
      if answer == "r", mayRepeat {
        stage = .first
        return []
      }
      guard let number = answer.isEmpty ? 1 : Int(answer), gestures.indices.contains(number - 1) else {
        return ["type a number from 1 to \(gestures.count)"]
      }
      return choose(gestures[number - 1], of: gestures)
    case .again:
      if answer == "2", let common {
        chosen = common
        if let different { showings.append(different) }
      }
      return finishShowing()
    case .action:
      guard let property = ActionText.property(line) else { return [] }
      return decide(property)
    case .agreement(let rule): return agree(rule, answer)
    }
  }

  private func agree(_ rule: LearnedRule, _ answer: String) -> [String] {
    switch answer {
    case "", "y", "yes": stage = .done(.rule(rule))
    case "n", "no": stage = .done(.none)
    case "e" where rule.next != nil:
      guard let last = LearnedRule.add(rule.text, to: context, showing: showings, mayPrecede: false) else { break }
      stage = .agreement(last)
      return describe(last)
    case "r":
      guard let old = rule.replaceable,
        let replaced = LearnedRule.replace(old, by: rule.text, in: context, showing: showings)
      else { return ["type y or n"] }
      stage = .done(.rule(replaced))
    default: return ["type y or n"]
    }
    return []
  }

  /// Makes the rule with its action, and tells what comes of it.
  private func decide(_ action: RuleText.Property) -> [String] {
    guard let chosen else { return [] }
    if let unreadable = ActionText.unreadable(action) {
      if !asks { stage = .done(.invalid) }
      return [Self.rendered(unreadable.diagnostics, of: unreadable)]
    }
    let text = chosen.rule(action)
    guard let rule = LearnedRule.add(text, to: context, showing: showings) else {
      stage = .done(.unusual(text))
      return []
    }
    guard rule.rule != nil else {
      if !asks { stage = .done(.invalid) }
      return [Self.rendered(rule.diagnostics, of: rule.file)]
    }
    let isNone = asks && action.value == "none"
    stage = isNone ? .done(.none) : asks && !isDryRun ? .agreement(rule) : .done(.rule(rule))
    return describe(rule)
  }

  /// The rule, its location, and the rules that it affects.
  private func describe(_ learned: LearnedRule) -> [String] {
    var lines: [String] = []
    if asks, let rule = learned.rule { lines += ["\(rule.location):"] + learned.text.pasted }
    if let next = learned.next { lines.append("before \(next.heading), which would act first") }
    if let shape = learned.rule?.trigger.pattern.shape,
      (1..<StrokePattern.enoughDrawings).contains(shape.drawings)
    {
      lines.append(
        "'\(shape.name)' has \(counted(shape.drawings, "drawing")); with \(StrokePattern.enoughDrawings) it is recognised "
          + "more often: sleight record --stroke \(shape.name)")
    }
    if let obstacle = learned.obstacle { lines.append("the rule does not act on this gesture: \(obstacle)") }
    lines += learned.displaced.map { "\($0.heading) no longer acts on this gesture" }
    let messages = Self.rendered(learned.diagnostics, of: learned.file)
    return lines + (messages.isEmpty ? [] : [messages])
  }

  private static func rendered(_ diagnostics: [Diagnostic], of file: RulesFile) -> String {
    var text = sleight.rendered(diagnostics, of: file, on: .error)
    while text.last == "\n" { text.removeLast() }
    return text
  }
}
