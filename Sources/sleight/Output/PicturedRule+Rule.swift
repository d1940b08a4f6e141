import Pictures
import Rules

extension PicturedRule {
  /// `rule`, as a picture tells of it.
  init(_ rule: Rule) {
    self.init(
      heading: rule.place + (rule.name.map { " '\($0)'" } ?? ""), gesture: rule.gestureText,
      deed: rule.reaction.texts.joined(separator: "; "), trigger: rule.trigger)
  }
}
