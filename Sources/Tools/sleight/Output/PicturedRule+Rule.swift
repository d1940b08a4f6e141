internal import Explaining
import Pictures
import Rules

extension PicturedRule {
  /// `rule`, as pictures describe it.
  init(_ rule: Rule) {
    self.init(
      heading: rule.heading, gesture: rule.gestureText, reaction: rule.reaction.texts.joined(separator: "; "),
      trigger: rule.trigger)
  }
}
