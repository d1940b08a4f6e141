internal import YAML

/// Where the rules of a file set a mode and ask for it.
struct ModeUse {
  /// The first place that sets it.
  private(set) var set: Span?
  /// The first place that asks for it.
  private(set) var asked: Span?

  /// Notes a place.
  mutating func note(_ place: Span, isSet: Bool) {
    if isSet { set = set ?? place } else { asked = asked ?? place }
  }
}
