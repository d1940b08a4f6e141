import ArgumentParser
import Rules

/// Options for the situation in which conditions are evaluated, in place of the actual one.
struct SituationOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The application of the focused window.", valueName: "name"),
    completion: .custom(Completion.apps))
  var app: String?

  @Option(
    help: ArgumentHelp("The title of the focused window.", valueName: "text"), completion: .custom(Completion.titles))
  var title: String?

  @Option(
    help: ArgumentHelp("true if the focused window covers its output, else false.", valueName: "flag"),
    completion: .list(["true", "false"]))
  var fullscreen: Bool?

  @Option(
    help: ArgumentHelp("true if the focused window is maximized, else false.", valueName: "flag"),
    completion: .list(["true", "false"]))
  var maximized: Bool?

  @Option(
    help: ArgumentHelp("true if the desktop's overview is open, else false.", valueName: "flag"),
    completion: .list(["true", "false"]))
  var overview: Bool?

  @Option(
    help: ArgumentHelp("true if the machine serves as a tablet, else false.", valueName: "flag"),
    completion: .list(["true", "false"]))
  var tabletMode: Bool?

  @Option(
    help: ArgumentHelp("true if the machine runs on its battery, else false.", valueName: "flag"),
    completion: .list(["true", "false"]))
  var onBattery: Bool?

  @Option(
    help: ArgumentHelp("true if a pen is near, else false.", valueName: "flag"), completion: .list(["true", "false"]))
  var penNear: Bool?

  @Option(
    help: ArgumentHelp(
      "What is connected: mouse, external-output, or the name of an input device or an output. May be repeated.",
      valueName: "name"),
    completion: .list(Connection.words))
  var connected: [String] = []

  @Option(
    help: ArgumentHelp("The application of the window under the fingers.", valueName: "name"),
    completion: .custom(Completion.apps))
  var underApp: String?

  @Option(
    help: ArgumentHelp("The title of the window under the fingers.", valueName: "text"),
    completion: .custom(Completion.titles))
  var underTitle: String?

  @Option(help: ArgumentHelp("The focused output.", valueName: "name"), completion: .custom(Completion.outputs))
  var output: String?

  @Option(
    help: ArgumentHelp("The orientation of the focused output: landscape or portrait.", valueName: "way"),
    completion: .list(Situation.Orientation.allCases.map(\.rawValue)),
    transform: { try Situation.Orientation.named($0, "orientation") })
  var orientation: Situation.Orientation?

  @Option(
    help: ArgumentHelp("The held modifiers, as in ctrl+shift, or none.", valueName: "chord"),
    completion: .list(Chord.Modifier.allCases.map(\.rawValue) + ["none"]),
    transform: modifiers(in:))
  var modifiers: Set<Chord.Modifier>?

  @Option(help: ArgumentHelp("The current mode.", valueName: "name"), completion: .custom(Completion.modes))
  var mode: String?

  @Flag(help: "The session is locked.")
  var locked = false

  /// The situation; omitted options are unknown.
  var situation: Situation { applied(to: Situation()) }

  /// A situation with the values of the options in place of its own.
  func applied(to recorded: Situation) -> Situation {
    var situation = Situation(
      app: app ?? recorded.app, title: title ?? recorded.title, isFullscreen: fullscreen ?? recorded.isFullscreen,
      output: output ?? recorded.output, orientation: orientation ?? recorded.orientation,
      modifiers: modifiers ?? recorded.modifiers, mode: mode ?? recorded.mode, isLocked: locked,
      touched: touched(recorded.touched))
    situation.facts = recorded.facts
    let facts = [
      (Fact.maximized, maximized), (.overview, overview), (.tabletMode, tabletMode), (.onBattery, onBattery),
      (.penNear, penNear),
    ]
    for (fact, value) in facts where value != nil { situation.facts[fact] = value }
    situation.connections = connected.isEmpty ? recorded.connections : Connections(named: connected)
    return situation
  }

  /// The window under the fingers; nil if neither an option nor the recording describes it.
  private func touched(_ recorded: TouchedWindow?) -> TouchedWindow? {
    guard underApp != nil || underTitle != nil else { return recorded }
    return TouchedWindow(
      app: underApp ?? recorded?.app ?? "", title: underTitle ?? recorded?.title ?? "",
      isFullscreen: recorded?.isFullscreen, isMaximized: recorded?.isMaximized)
  }

  private static func modifiers(in text: String) throws -> Set<Chord.Modifier> {
    guard text != "none" else { return [] }
    return Set(
      try text.split(separator: "+", omittingEmptySubsequences: false).map {
        try Chord.Modifier.named(String($0), "modifier")
      })
  }
}
