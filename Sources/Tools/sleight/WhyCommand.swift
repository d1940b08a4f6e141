import ArgumentParser
import Control
import Diagnostics
import Engine
internal import Explaining
import Glibc
import Linux
import Rules
internal import RulesFile
import Surroundings
import Time
import Touch

struct WhyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "why",
    abstract: "Explain the last touches: what acted on each, or why no rule did.",
    usage: """
      sleight why [--config <file>] [--json] [<number>]
      sleight why [--svg <picture>] [--save <recording>] [--force] [<number>]
      sleight why --wrong | --missed [--rule <rule>] [<number>]
      sleight why --unmark [<number>]
      """,
    discussion: """
      Lists the last touches that the daemon keeps in memory, the latest first, a line each; with a number, explains \
      that touch, by the rules file of the daemon. Touches of one finger that no rule is for are left out. Of \
      touchscreens, positions are kept only with the setting 'keep-positions'.
      """)

  @OptionGroup var config: ConfigOption

  @Flag(name: .shortAndLong, help: "Print a JSON object per line for each touch, and with a number for each gesture.")
  var json = false

  @Option(
    help: ArgumentHelp("Write a picture in SVG format; '-' is standard output.", valueName: "picture"),
    completion: .file(extensions: ["svg"]), transform: fileName)
  var svg: String?

  @Option(
    help: ArgumentHelp(
      "Write a recording for 'replay'; '-' is standard output.", valueName: "recording"),
    completion: .file(extensions: ["jsonl"]), transform: fileName)
  var save: String?

  @Flag(name: .shortAndLong, help: "Replace an existing file.")
  var force = false

  @Flag(help: "Keep the touch as one on which a rule should not have acted, for 'tune'.")
  var wrong = false

  @Flag(help: "Keep the touch as one on which a rule should have acted, for 'tune'.")
  var missed = false

  @Flag(help: "Withdraw the marks of the touch.")
  var unmark = false

  @Option(
    help: ArgumentHelp("The rule that should have acted: its name or location.", valueName: "rule"),
    completion: .custom(Completion.ruleNames))
  var rule: String?

  @Argument(
    help: "The number of the touch in the list; 1 is the latest. Or its 'time' in the output of --json.",
    completion: .list((1...TouchHistory.mostTouches).map(String.init)))
  var number: Int?

  func validate() throws {
    if svg != nil || save != nil, json { throw ValidationError("--svg and --save exclude --json") }
    let marks = [(wrong, "--wrong"), (missed, "--missed"), (unmark, "--unmark")].filter(\.0).map(\.1)
    if marks.count > 1 { throw ValidationError("\(marks[0]) and \(marks[1]) exclude each other") }
    if let mark = marks.first, svg != nil || save != nil || json {
      throw ValidationError("\(mark) excludes --svg, --save and --json")
    }
    if rule != nil, !missed { throw ValidationError("--rule requires --missed") }
    if svg == nil, save == nil, force { throw ValidationError("--force requires --svg or --save") }
  }

  func run() throws {
    try Failure.report {
      let reply = try ControlClient.touches()
      let touches = reply.touches
      let (rules, paths) = try ConfigOption.load(config.config ?? reply.config)
      let files = try [svg, save].map { try $0.map { try OutputFile($0, isForced: force, inputs: paths) } }
      guard number != nil || svg != nil || save != nil || wrong || missed || unmark else {
        return try list(touches, rules)
      }
      let number = try Self.place(number ?? 1, in: touches)
      let touch = touches[number - 1]
      if unmark { return try withdrawMarks(of: touch, number) }
      if svg != nil || save != nil || wrong || missed {
        guard touch.hasPositions else {
          throw Failure("the positions of this touch are not kept: set 'keep-positions' in the rules file")
        }
        guard !touch.isCut else { throw Failure("this touch was too long to be kept whole") }
      }
      let story = try TouchStory(touch, number: number, mark: Self.marked.mark(of: touch), rules: rules)
      if wrong || missed { return try mark(touch, story, rules) }
      // Both show where a touchscreen was touched.
      let under = touch.situation.touched.map { Optional($0).text(withTitle: false) }
      try files[0]?.write(
        ReplayCommand.picture(named: touch.device.name, rules, remark: under) { try touch.run(rules, $0) }, mode: 0o600)
      try files[1]?.write(touch.recording(), mode: 0o600)
      if svg == nil, save == nil { try explain(story) }
    }
  }

  /// The marked touches; none if there is no place for them.
  private static var marked: [Diary.Entry] { (try? Diary.entries()) ?? [] }

  private func list(_ touches: [TouchReport], _ rules: RuleSet) throws {
    if touches.isEmpty, !json { return try StandardStream.output.show("no touch is kept yet\n") }
    let marked = Self.marked
    for (index, touch) in touches.enumerated() {
      let story = try TouchStory(touch, number: index + 1, mark: marked.mark(of: touch), rules: rules)
      try json ? StandardStream.output.write("\(story.jsonLine)\n") : StandardStream.output.show("\(story.line)\n")
    }
  }

  private func explain(_ story: TouchStory) throws {
    guard json else { return try StandardStream.output.show(story.text) }
    try StandardStream.output.write(([story.jsonLine] + story.gestureLines).map { "\($0)\n" }.joined())
  }

  /// Shows the touch, and keeps it in the diary if the user agrees.
  private func mark(_ touch: TouchReport, _ story: TouchStory, _ rules: RuleSet) throws {
    try StandardStream.output.show(story.text)
    if wrong, touch.deeds.isEmpty { throw Failure("no rule acted on this touch") }
    let meant = wrong ? touch.deeds : [KeptTouch.Deed(try missedRule(near: story, rules))]
    let mark = wrong ? Diary.Mark.wrong : .missed
    let path = try Diary.path(for: mark)
    let headings = meant.map(\.heading).joined(separator: ", ")
    try OutputFile.ask(
      "Keep this touch in \(path), as one on which \(headings) should \(wrong ? "not " : "")have acted?", path)
    try Diary.write(touch, mark, meant, to: path)
  }

  /// Removes the recordings of a touch that the user has marked.
  private func withdrawMarks(of touch: TouchReport, _ number: Int) throws {
    let marked = try Diary.entries().filter { $0.touch.isSame(as: touch) }
    guard !marked.isEmpty else { throw Failure("touch \(number) is not marked") }
    for entry in marked {
      guard unlink(entry.path) == 0 else { throw SystemError.last("unlink", path: entry.path) }
      try StandardStream.output.show("removed \(entry.path)\n".legibleLines)
    }
  }

  /// The rule that should have acted: the one that the user named, or names now.
  private func missedRule(near story: TouchStory, _ rules: RuleSet) throws -> Rule {
    var text = rule
    if text == nil {
      let nearest = story.nearest
      let choices = nearest.enumerated().map { " \($0.offset + 1)  \($0.element.heading)\n" }.joined()
      try StandardStream.output.show(
        "\n\(choices)Which rule should have acted? Number, name or location: ".legibleLines)
      text = readLine()
      if let number = text.flatMap(Int.init), nearest.indices.contains(number - 1) { return nearest[number - 1] }
    }
    guard let text, !text.isEmpty else { throw Failure("no rule was named; --rule names one") }
    return rules[try rules.index(ofRuleCalled: text)]
  }

  /// The number in the list of a touch with this number or time. No touch of a running machine is as early as a number.
  static func place(_ number: Int, in touches: [TouchReport]) throws -> Int {
    guard !touches.isEmpty else { throw Failure("no touch is kept yet") }
    if let index = touches.firstIndex(where: { $0.start.microseconds == number }) { return index + 1 }
    guard touches.indices.contains(number - 1) else {
      throw Failure(
        "there is no touch \(number): \(touches.count == 1 ? "1 touch is" : "\(touches.count) touches are") kept")
    }
    return number
  }
}
