import Actions
import ArgumentParser
import Diagnostics
internal import Explaining
import Linux
import Rules
internal import RulesFile
internal import Surroundings

struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Says which rule acts on a gesture, and why the others do not.",
    discussion: """
      The gesture is said in the words of a rule. Without one, every rule is listed with whether it may act in the \
      situation that the options tell. Exit status 1 where no rule acts, or may.
      """)

  @OptionGroup var config: ConfigOption

  @Flag(help: "One JSON object a line for each rule.")
  var json = false

  @OptionGroup(title: "The gesture") var qualifiers: QualifierOptions

  @OptionGroup(title: "The situation") var situation: SituationOptions

  @Argument(help: "The gesture: swipe, tap, pinch and so on.")
  var gesture: String?

  @Argument(help: "What stands behind it in a rule: left, double, out.")
  var value: String?

  func validate() throws {
    if gesture == nil, !qualifiers.words.isEmpty {
      throw ValidationError("--\(qualifiers.words[0].name) goes with a gesture")
    }
    // The names of shapes are known only once the rules are read.
    if let gesture, gesture != "stroke" { _ = try imagined(gesture, RuleSet()) }
  }

  private func imagined(_ gesture: String, _ rules: RuleSet) throws -> ImaginedGesture {
    do {
      return try ImaginedGesture(GestureWords(gesture, value, qualifiers.words), with: rules)
    } catch {
      throw ValidationError(error.description.legible)
    }
  }

  func run() throws {
    let (file, rules) = try Failure.report { try config.goodFile() }
    let report: ExplainReport
    if let gesture {
      let imagined = try imagined(gesture, rules)
      report = ExplainReport(Explanation(of: imagined, by: rules, in: situation.situation), of: imagined, rules, file)
    } else {
      report = ExplainReport(rules.reasonsAgainstRules(in: situation.situation), rules)
    }
    try Failure.report {
      try StandardStream.output.write(json ? report.jsonText : report.text)
      if !report.isAnyActing { throw ExitCode(1) }
    }
  }
}

/// Options that qualify the gesture, in the words of the rules file.
struct QualifierOptions: ParsableArguments {
  @Option(help: ArgumentHelp("With how many fingers.", valueName: "number"))
  var fingers: String?

  @Option(help: ArgumentHelp("touchpad, touchscreen, or a device's name.", valueName: "device"))
  var device: [String] = []

  @Option(help: ArgumentHelp("The edge that it starts at.", valueName: "edge"))
  var edge: String?

  @Option(help: ArgumentHelp("The corner that it starts in.", valueName: "corner"))
  var corner: String?

  @Option(help: ArgumentHelp("The part of the device that it starts in.", valueName: "zone"))
  var zone: String?

  @Option(help: ArgumentHelp("How far it goes: 20mm, 30%, 45°.", valueName: "distance"))
  var distance: String?

  @Option(help: ArgumentHelp("How fast it goes: 300mm/s.", valueName: "speed"))
  var speed: String?

  @Option(help: ArgumentHelp("How long it takes: 150ms.", valueName: "duration"))
  var within: String?

  @Option(help: ArgumentHelp("How many taps come before a long press.", valueName: "number"))
  var taps: String?

  /// The options given.
  var words: [GestureWords.Qualifier] {
    let single = [
      ("fingers", fingers), ("edge", edge), ("corner", corner), ("zone", zone), ("distance", distance),
      ("speed", speed), ("within", within), ("taps", taps),
    ]
    return single.compactMap { name, value in value.map { GestureWords.Qualifier(name, [$0]) } }
      + (device.isEmpty ? [] : [GestureWords.Qualifier("device", device)])
  }
}

extension ConfigOption {
  /// The rules file and its rules. Prints the errors of a file without valid rules and exits.
  fileprivate func goodFile() throws -> (RulesFile, RuleSet) {
    let file = RulesFile.load(path: try path, keyNames: .xkb)
    guard let rules = file.rules else {
      try StandardStream.error.write(rendered(file.mistakes, of: file, on: .error))
      throw ExitCode(1)
    }
    return (file, rules)
  }
}
