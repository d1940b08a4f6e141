import Diagnostics
internal import Explaining
import JSONLines
import Rules
internal import RulesFile

/// The rules for what a hand has shown, as lines of JSON: first the showings, then the rules that recognise the first
/// of them, those that recognise the most of them first.
struct ShownRules: ~Copyable {
  /// The maximum number of rules.
  private static let most = 6

  private let context: LearnedRule.Context
  private let action: RuleText.Property
  private let showings: [(showing: Showing, gestures: [ShownGesture])]

  /// - Parameter action: the action of the rules; nil for none yet.
  init(_ showings: [Showing], in context: LearnedRule.Context, action: RuleText.Property?) {
    self.context = context
    self.action = action ?? RuleText.Property(WordedKey(.act, ["none"]))
    self.showings = showings.filter { !$0.isIncidental }.series.map { ($0, $0.gestures(in: context)) }
  }

  var text: String {
    var line = JSONLine()
    line.add(
      "shown",
      .array(
        showings.map { showing, gestures in
          let words = gestures.first?.text(in: showing) ?? "\(counted(showing.fingers, "finger")), \(showing.text)"
          return .object([.init("text", .string(words)), .init("recognized", .bool(!gestures.isEmpty))])
        }))
    return ([line] + rules).map { $0.text + "\n" }.joined()
  }

  private var rules: [JSONLine] {
    guard let first = showings.first(where: { !$0.gestures.isEmpty }) else { return [] }
    let known = showings.filter { !$0.gestures.isEmpty }.map(\.showing)
    return first.gestures.prefix(Self.most).map { gesture -> (count: Int, line: JSONLine) in
      // Who repeats a gesture at once shows it several times.
      let parts = gesture.definition == nil ? known.flatMap(\.apart) : known
      let same = parts.filter { $0.shows(gesture, in: context) }
      let fitted = gesture.fitted(to: same, in: context) ?? gesture
      return (same.count, line(for: fitted, same))
    }.sorted { $0.count > $1.count }.map(\.line)
  }

  private func line(for gesture: ShownGesture, _ showings: [Showing]) -> JSONLine {
    let text = gesture.rule(action)
    let learned = LearnedRule.add(text, to: context, showing: showings)
    func location(_ rule: Rule?) -> JSONValue { rule.map { .string($0.location) } ?? .null }
    var line = JSONLine()
    line.add("gesture", gesture.text)
    line.add("shown", showings.count)
    line.add("text", text.lines.map { $0 + "\n" }.joined())
    line.add("before", location(learned?.next))
    line.add("replaces", location(learned?.replaceable))
    line.add("obstacle", learned?.obstacle.map { .string($0) } ?? .null)
    line.add("displaced", .array(learned?.displaced.map { .string($0.heading) } ?? []))
    // The rule alone is not enough: its gesture stands under `gestures`.
    let file = gesture.definition == nil ? nil : learned.map { String(decoding: $0.edit.bytes, as: UTF8.self) }
    line.add("file", file.map { .string($0) } ?? .null)
    return line
  }
}
