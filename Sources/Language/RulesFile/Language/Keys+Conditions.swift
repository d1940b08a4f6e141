internal import Desktop
internal import Diagnostics
internal import Gestures
internal import JSONLines
package import Rules
internal import Touch
internal import YAML

/// The keys of conditions.
extension Word {
  package static let app = Key(
    "app", in: .condition, .patterns(example: "firefox") { .app($0) }, "The application whose window has the focus.")
  package static let title = Key(
    "title", in: .condition, .patterns(example: "*YouTube*") { .title($0) },
    "The title of the window that has the focus.")
  package static let fullscreen = Key<Condition.Clause>(
    "fullscreen", in: .condition, .init(.flag) { .fullscreen($1) }, "Whether that window covers its output.")
  package static let maximized = fact(.maximized, "Whether that window is maximized.")
  package static let overview = fact(.overview, "Whether the desktop's overview is open.")
  package static let tabletMode = fact(.tabletMode, "Whether the machine serves as a tablet, by its switch.")
  package static let onBattery = fact(.onBattery, "Whether the machine runs on its battery.")
  package static let penNear = fact(.penNear, "Whether a pen is near a tablet or screen.")
  package static let connected = Key(
    "connected", in: .condition,
    .patterns(example: "mouse") { Condition.Clause.connected($0.map { Connection($0) }) },
    "An input device or an output that is connected: 'mouse', 'external-output', or its name.")
  /// The conditions with `true` or `false`.
  static let flags: [Word] = [fullscreen, maximized, overview, tabletMode, onBattery, penNear, locked]

  private static func fact(_ fact: Fact, _ meaning: String) -> Key<Condition.Clause> {
    Key(fact.rawValue, in: .condition, .init(.flag) { .fact(fact, $1) }, meaning)
  }

  package static let output = Key(
    "output", in: .condition, .patterns(example: "eDP-1") { .output($0) }, "The output that has the focus.")
  package static let orientation = Key(
    "orientation", in: .condition,
    .words(.orientation, "orientations") { words in
      Condition.Clause.orientation(Set(words.compactMap { Situation.Orientation(rawValue: $0) }))
    }, "How that output stands.")
  package static let modifiers = Key(
    "modifiers", in: .condition, Codec("modifiers", .heldModifiers) { $0.modifiers($1) },
    "The modifiers that are held, and no others.")
  package static let mode = Key(
    "mode", in: .condition, Codec("names", .oneOrMore(.plain)) { $0.modes($1) }, "The mode that is on.")
  package static let locked = Key(
    "locked", in: .condition, Codec("boolean", examples: ["true", "false"], .flag) { $0.locked($1) },
    "Whether the session is locked.")
  package static let under = Key(
    "under", in: .condition,
    .mapping(.under) { Condition.Clause.under($0.condition($1.value, for: $1.name, in: .under)) },
    "The window under the fingers; on a touchpad, the one under the pointer.")
  package static let not = Key<Condition.Clause>(
    "not", in: .condition, .init(.condition) { .not($1) }, "What must not be so.")
  package static let any = Key(
    "any", in: .condition, Codec("list", .list(of: .reference(.condition))) { $0.any($1) }, "Of which one must be so.")
}
