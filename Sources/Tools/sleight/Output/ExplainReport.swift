import Diagnostics
internal import Explaining
import JSONLines
import Linux
import Rules
internal import RulesFile

/// The output of 'explain'.
struct ExplainReport {
  /// A rule, and the reasons why it does not act.
  private struct Entry {
    var rule: Rule
    var reasons: [Reason]
  }

  private var entries: [Entry]
  /// The lines before the rules.
  private var head: [String]
  /// The excerpt of the rules file for a rule that acts.
  private var excerpt: (Rule) -> String
  /// The lines after the rules.
  private var tail: [String] = []
  private let isList: Bool

  /// The rules that act on a gesture, and the nearest of the others.
  /// - Parameter disabled: the disabled rules that would act on it.
  init(
    _ explanation: Explanation, of gesture: ImaginedGesture, _ rules: RuleSet, disabled: [Rule], _ file: RulesFile
  ) {
    isList = false
    head = [gesture.text + ":" + (explanation.obstacle.map { " \($0)" } ?? "")]
    entries =
      explanation.acting.map { Entry(rule: rules[$0], reasons: []) }
      + explanation.nearMisses.map { Entry(rule: rules[$0.rule], reasons: $0.reasons) }
      + disabled.map { Entry(rule: $0, reasons: [.disabled]) }
    excerpt = { rule in
      rule.span.map { TextRenderer(on: .output).excerpt($0, in: file.sources) } ?? ""
    }
    if explanation.farther > 0 {
      let verb = explanation.farther == 1 ? "is" : "are"
      tail.append("\(counted(explanation.farther, "more rule")) for the same gesture \(verb) not shown")
    }
    if explanation.others > 0 {
      tail.append("\(counted(explanation.others, "rule")) \(explanation.others == 1 ? "is" : "are") for other gestures")
    }
  }

  /// All rules, each with the reason why it does not act.
  init(_ reasons: [Reason?], _ rules: RuleSet) {
    isList = true
    head = []
    entries =
      zip(rules.rules, reasons).map { Entry(rule: $0, reasons: [$1].compactMap { $0 }) }
      + rules.disabled.map { Entry(rule: $0, reasons: [.disabled]) }
    excerpt = { _ in "" }
  }

  /// True if some rule acts, or may.
  var isAnyActing: Bool { entries.contains { $0.reasons.isEmpty } }

  /// The text for people.
  var text: String { isList ? list : answer }

  private var list: String {
    entries.map { entry in
      let verdict = entry.reasons.first.map { "does not act: \($0.text)" } ?? "may act"
      return "\(entry.rule.heading): \(entry.rule.gestureText): \(verdict)".legible + "\n"
    }.joined()
  }

  private var answer: String {
    var paragraphs = [head.map { $0.legible + "\n" }.joined()]
    let acting = entries.filter { $0.reasons.isEmpty }
    if acting.isEmpty { paragraphs.append("no rule acts\n") }
    for entry in acting {
      let deeds = entry.rule.reaction.texts.map { "  \($0)".legible + "\n" }.joined()
      paragraphs.append("\(entry.rule.heading) acts:".legible + "\n" + excerpt(entry.rule) + deeds)
    }
    let misses = entries.filter { !$0.reasons.isEmpty }
    if !misses.isEmpty {
      let lines = misses.map { "  \($0.rule.heading): \($0.reasons.text)".legible + "\n" }
      paragraphs.append("nearest rules that do not act:\n" + lines.joined())
    }
    if !tail.isEmpty { paragraphs.append(tail.map { $0 + "\n" }.joined()) }
    return paragraphs.joined(separator: "\n")
  }

  /// The JSON lines for programs.
  var jsonText: String {
    entries.map { entry in
      var line = JSONLine()
      line.add("rule", entry.rule.location)
      if let name = entry.rule.name { line.add("name", name) }
      line.add("gesture", entry.rule.gestureText)
      line.add("acts", .bool(entry.reasons.isEmpty))
      line.add("reasons", entry.reasons.json)
      if entry.reasons.isEmpty { line.add("actions", .array(entry.rule.reaction.all.map(\.json))) }
      if isList {
        line.add("does", .array(entry.rule.reaction.texts.map { .string($0) }))
        line.add("when", entry.rule.condition.text)
      }
      return line.text + "\n"
    }.joined()
  }
}
