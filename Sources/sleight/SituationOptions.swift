import ArgumentParser
import Rules

/// Options for the situation in which conditions are evaluated, in place of the actual one.
struct SituationOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The application whose window has the focus.", valueName: "name"))
  var app: String?

  @Option(help: ArgumentHelp("The title of that window.", valueName: "text"))
  var title: String?

  @Option(help: ArgumentHelp("Whether that window covers its output: true or false.", valueName: "flag"))
  var fullscreen: Bool?

  @Option(help: ArgumentHelp("The output that has the focus.", valueName: "name"))
  var output: String?

  @Option(
    help: ArgumentHelp("How that output stands: landscape or portrait.", valueName: "way"),
    transform: { try Situation.Orientation.named($0, "orientation") })
  var orientation: Situation.Orientation?

  @Option(
    help: ArgumentHelp("The modifiers that are held, as in ctrl+shift, or none.", valueName: "chord"),
    transform: modifiers(in:))
  var modifiers: Set<Chord.Modifier>?

  @Option(help: ArgumentHelp("The mode that is on.", valueName: "name"))
  var mode: String = Situation.defaultMode

  @Flag(help: "The session is locked.")
  var locked = false

  /// The situation; omitted options are unknown.
  var situation: Situation {
    Situation(
      app: app, title: title, isFullscreen: fullscreen, output: output, orientation: orientation, modifiers: modifiers,
      mode: mode, isLocked: locked)
  }

  private static func modifiers(in text: String) throws -> Set<Chord.Modifier> {
    guard text != "none" else { return [] }
    return Set(
      try text.split(separator: "+", omittingEmptySubsequences: false).map {
        try Chord.Modifier.named(String($0), "modifier")
      })
  }
}
