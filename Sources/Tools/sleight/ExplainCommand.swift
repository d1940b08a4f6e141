import Actions
import ArgumentParser
import Diagnostics
internal import Explaining
internal import Gestures
import Linux
import Rules
internal import RulesFile
internal import Surroundings
import Touch

struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Show which rule acts on a gesture, and why others do not.",
    usage: """
      sleight explain [<options>] [<gesture> [<value>]]
      sleight explain --svg <picture> --rule <rule> [--force] [--config <file>]
      """,
    discussion: """
      Describe the gesture as in a rule: 'sleight explain swipe left --fingers 3'. Without a gesture, lists all rules \
      and the reasons why they cannot act in the given situation. Exit status 1 if no rule acts, or can act.
      With --svg, draws how a hand makes the gesture of a rule.
      """)

  @OptionGroup var config: ConfigOption

  @Flag(name: .shortAndLong, help: "Print a JSON object per line for each rule.")
  var json = false

  @Option(
    help: ArgumentHelp("Write a picture in SVG format; '-' is standard output.", valueName: "picture"),
    completion: .file(extensions: ["svg"]), transform: fileName)
  var svg: String?

  @Option(
    help: ArgumentHelp("The rule of the picture: its name or location.", valueName: "rule"),
    completion: .custom(Completion.ruleNames))
  var rule: String?

  @Flag(name: .shortAndLong, help: "Replace an existing picture.")
  var force = false

  @OptionGroup(title: "Gesture") var qualifiers: QualifierOptions

  @OptionGroup(title: "Situation") var situation: SituationOptions

  @Argument(
    help: "The gesture, such as swipe, tap or pinch.",
    completion: .list((Vocabulary.gestures + [.gesture]).map(\.name)))
  var gesture: String?

  @Argument(help: "Its value in a rule, such as left, double or out.", completion: .custom(Completion.gestureValues))
  var value: String?

  @Argument(help: .hidden)
  var others: [String] = []

  func validate() throws {
    if let other = others.first, other != "then" {
      let isCount = Int(other).map { (1...10).contains($0) } == true
      throw ValidationError(
        "unexpected argument '\(other.legible)'" + (isCount ? "; did you mean '--fingers \(other)'?" : ""))
    }
    if (svg != nil) != (rule != nil) { throw ValidationError("--svg and --rule require each other") }
    if svg != nil, json || gesture != nil { throw ValidationError("--svg excludes --json and a gesture") }
    if svg == nil, force { throw ValidationError("--force requires --svg") }
    if gesture == nil, !qualifiers.words.isEmpty {
      throw ValidationError("--\(qualifiers.words[0].name) requires a gesture")
    }
    // The rules know the steps.
    if let gesture, gesture == .gesture {
      if value == nil { throw ValidationError("'gesture' requires a name, such as 'explain gesture corner-code'") }
    } else if let gesture, let rules = gesture == .stroke && value != nil ? shapes : RuleSet() {
      _ = try imagined(gesture, rules)
    }
  }

  /// The rules, for the names of shapes; nil if they are in a pipe, which can be read once, or have errors.
  private var shapes: RuleSet? {
    guard let path = try? config.path else { return nil }
    return RulesFile.load(path: path, keyNames: .xkb, mayWait: false).rules
  }

  /// The value, with the words of a path as one: `left then down`.
  private var words: String? { value.map { ([$0] + others).joined(separator: " ") } }

  private func imagined(_ gesture: String, _ rules: RuleSet, touchpads: [Device] = []) throws -> ImaginedGesture {
    do {
      if gesture == .gesture { return try ImaginedGesture(named: words ?? "", in: rules, touchpads: touchpads) }
      return try ImaginedGesture(GestureWords(gesture, words, qualifiers.words), with: rules, touchpads: touchpads)
    } catch {
      throw ValidationError(error.description.legible)
    }
  }

  func run() throws {
    let (file, rules) = try Failure.report { try config.goodFile() }
    if let svg, let rule { return try Failure.report { try draw(rule, of: rules, file.paths, to: svg) } }
    let report: ExplainReport
    if let gesture {
      let imagined = try imagined(gesture, rules, touchpads: CheckedMachine().devices.filter { $0.kind == .touchpad })
      let situation = situation.situation
      let disabled = RuleSet(rules.disabled)
      report = ExplainReport(
        Explanation(of: imagined, by: rules, in: situation), of: imagined, rules,
        disabled: Explanation(of: imagined, by: disabled, in: situation).acting.map { disabled[$0] }, file)
    } else {
      report = ExplainReport(rules.reasonsAgainstRules(in: situation.situation), rules)
    }
    try Failure.report {
      try json ? StandardStream.output.write(report.jsonText) : StandardStream.output.show(report.text)
      if !report.isAnyActing { throw ExitCode(1) }
    }
  }
}

extension ExplainCommand {
  /// Draws how an ideal hand makes the gesture of a rule.
  private func draw(_ text: String, of rules: RuleSet, _ paths: [String], to path: String) throws {
    let picture = try OutputFile(path, isForced: force, inputs: paths)
    // A disabled rule as well: nothing acts here.
    let all = RuleSet(rules.rules + rules.disabled, settling: rules.settling, devices: rules.devices)
    let rule = all[try all.index(ofRuleCalled: text)]
    try picture.write(ReplayCommand.drawing(of: rule, in: rules), mode: 0o600)
  }
}

/// Options that qualify the gesture, in the words of the rules file.
struct QualifierOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The number of fingers.", valueName: "number"),
    completion: .custom(Completion.values(of: .fingers)))
  var fingers: String?

  @Option(
    help: ArgumentHelp("touchpad, touchscreen, or the name of a device.", valueName: "device"),
    completion: .custom(Completion.devices))
  var device: [String] = []

  @Option(
    help: ArgumentHelp("The edge where it starts; several for a finger at each.", valueName: "edge"),
    completion: .custom(Completion.values(of: .edge)))
  var edge: [String] = []

  @Option(
    help: ArgumentHelp("The corner where it starts; several for a finger in each.", valueName: "corner"),
    completion: .custom(Completion.values(of: .corner)))
  var corner: [String] = []

  @Option(
    help: ArgumentHelp("The part of the device where it starts.", valueName: "zone"),
    completion: .custom(Completion.values(of: .zone)))
  var zone: String?

  @Option(
    help: ArgumentHelp("How far apart the outermost fingers land: 60mm-130mm.", valueName: "range"),
    completion: .custom(Completion.values(of: .apart)))
  var apart: String?

  @Option(
    help: ArgumentHelp("Its distance: 20mm, 30%, 45°.", valueName: "distance"),
    completion: .custom(Completion.values(of: .distance)))
  var distance: String?

  @Option(
    help: ArgumentHelp("Its speed: 300mm/s.", valueName: "speed"), completion: .custom(Completion.values(of: .speed)))
  var speed: String?

  @Option(
    help: ArgumentHelp("Its duration: 150ms.", valueName: "duration"),
    completion: .custom(Completion.values(of: .within)))
  var within: String?

  @Option(
    help: ArgumentHelp("The number of taps before a long press or a pan.", valueName: "number"),
    completion: .custom(Completion.values(of: .taps)))
  var taps: String?

  @Option(
    help: ArgumentHelp("The way that the fingers moved before a long press.", valueName: "direction"),
    completion: .custom(Completion.values(of: .moved)))
  var moved: String?

  @Option(
    help: ArgumentHelp("The number of fingers that rest beside those that move.", valueName: "number"),
    completion: .custom(Completion.values(of: .anchor)))
  var anchor: String?

  /// The options given.
  var words: [WordedKey] {
    let single: [(Word, String?)] = [
      (.fingers, fingers), (.zone, zone), (.apart, apart), (.distance, distance), (.speed, speed), (.within, within),
      (.taps, taps), (.moved, moved), (.anchor, anchor),
    ]
    let several: [(Word, [String])] = [(.edge, edge), (.corner, corner), (.device, device)]
    return single.compactMap { key, value in value.map { WordedKey(key, [$0]) } }
      + several.filter { !$0.1.isEmpty }.map { WordedKey($0.0, $0.1) }
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
