import ArgumentParser
import Control
import Diagnostics
import JSONLines
import Linux
import Rules
internal import RulesFile
import Surroundings
import Time
import Touch

struct TuneCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tune",
    abstract: "Find distances and times that suit your hand, from touches that 'why' marked.",
    usage: """
      sleight tune [--write | --json] [--config <file>] [<recording> ...]
      sleight tune --touch <number> [--write | --json] [--config <file>]
      """,
    discussion: """
      Reads the touches that 'why --wrong' and 'why --missed' kept. All other touches, those of the daemon and of the \
      recordings, must be treated as before. Prints each change with what it gains and loses, then the difference of \
      the rules file, by default that of the running daemon. Changes the file only with --write.
      """)

  @OptionGroup var config: ConfigOption

  @Flag(help: "Change the rules file.")
  var write = false

  @Flag(name: .shortAndLong, help: "Print JSON objects: the numbers, then a change per line.")
  var json = false

  @Option(
    help: ArgumentHelp(
      "Find only the change that makes this touch right: its number or time in 'why'.", valueName: "number"),
    completion: .list([]))
  var touch: Int?

  @Argument(
    help: "Recordings of touches on which the right rules act.", completion: .file(),
    transform: fileName)
  var recordings: [String] = []

  func validate() throws {
    if write, json { throw ValidationError("--write excludes --json") }
  }

  func run() throws {
    try Failure.report {
      let reply = try? ControlClient.touches()
      let path = try config.config ?? reply?.config ?? ConfigOption.defaultPath
      let (rules, _) = try ConfigOption.load(path)
      let original = try InputFile.read(path)
      let entries = try Diary.entries()
      guard !entries.isEmpty else {
        throw Failure("no touch is marked: 'sleight why --missed' and 'sleight why --wrong' mark the last one")
      }
      var examples = entries.map { entry in
        Tuning.Example(
          touch: entry.touch,
          expectation: entry.mark == .wrong ? .none(of: entry.rules) : .rule(entry.rules[0]))
      }
      let others = try right(except: entries.map(\.touch), of: reply?.touches ?? [])
      examples += others.map { .init(touch: $0, expectation: .asNow) }
      let tuning = Tuning(examples, required: try required(entries, reply), of: original, rules, at: path)
      guard !json else { return try StandardStream.output.write(jsonText(tuning, others: others.count, of: path)) }
      try StandardStream.output.show(report(tuning, others: others.count).legibleLines)
      guard !tuning.changes.isEmpty else { return }
      guard write else {
        return try StandardStream.output.write(
          "\n" + Difference(from: original, to: tuning.result, name: path).text)
      }
      try InputFile.replace(path, original, with: tuning.result)
    }
  }

  /// The place among the marked touches of the one that the user has named; nil if none was.
  private func required(_ entries: [Diary.Entry], _ reply: TouchReports?) throws -> Int? {
    guard let touch else { return nil }
    let touches = reply?.touches ?? []
    let kept = touches[try WhyCommand.place(touch, in: touches) - 1]
    guard let index = entries.lastIndex(where: { $0.touch.isSame(as: kept) }) else {
      throw Failure(
        "touch \(touch) is not marked: 'sleight why --missed \(touch)' and 'sleight why --wrong \(touch)' mark it")
    }
    return index
  }

  /// The numbers, then each change with the text of the file that has it and those before it.
  private func jsonText(_ tuning: borrowing Tuning, others: Int, of path: String) -> String {
    var head = JSONLine()
    head.add("file", path)
    head.add("marked", tuning.counts.all)
    head.add("others", others)
    head.add("before", tuning.counts.before)
    head.add("after", tuning.counts.after)
    let changes = (tuning.changes + [tuning.uncertain].compactMap { $0 }).map { change in
      var line = JSONLine()
      line.add("heading", change.heading)
      line.add("rule", change.rule.map { .string($0.location) } ?? .null)
      line.add("gains", change.gains)
      line.add("losses", change.losses)
      line.add("missing", change.missing)
      line.add("text", String(decoding: change.bytes, as: UTF8.self))
      return line
    }
    return ([head] + changes).map { $0.text + "\n" }.joined()
  }

  private func report(_ tuning: borrowing Tuning, others: Int) -> String {
    var lines = tuning.changes.map { change in
      "\(change.heading): \(change.effect), of \(tuning.counts.all) marked and \(others) others"
    }
    if let change = tuning.uncertain {
      lines.append(
        "\(change.heading): \(change.effect); not proposed: \(change.missing) more marked "
          + "\(change.missing == 1 ? "touch" : "touches") of this kind required")
    } else if tuning.changes.isEmpty {
      lines.append("no distance or time makes more touches right than wrong")
    }
    let counts = tuning.counts
    lines.append(
      "\(counts.before) of \(counts.all) marked touches right before, \(counts.after) after")
    return lines.map { "\($0)\n" }.joined()
  }

  /// The touches that are not marked: those that the daemon keeps, if it runs, and those of the recordings.
  private func right(except marked: [TouchReport], of kept: [TouchReport]) throws -> [TouchReport] {
    let kept = kept.filter { touch in
      // A marked one is the same but for its time.
      touch.hasPositions && !touch.isCut && !marked.contains { $0.isSame(as: touch) }
    }
    return try kept
      + recordings.flatMap { path in
        let source = try RecordingFile(path)
        try source.printProblems()
        guard source.recording.isWhole else { throw ExitCode(1) }
        return TouchReport.all(in: source)
      }
  }
}

extension Tuning.Change {
  /// The effect on touches, for people.
  fileprivate var effect: String {
    "\(gains) \(gains == 1 ? "touch becomes" : "touches become") right, "
      + "\(losses) \(losses == 1 ? "becomes" : "become") wrong"
  }
}

extension TouchReport {
  /// Each device's part of a recording, as one touch.
  fileprivate static func all(in source: RecordingFile) -> [TouchReport] {
    let events = source.recording.events
    return events.compactMap { if case .deviceAdded(let device) = $0.kind { device } else { nil } }.compactMap {
      device in
      let own = events.filter { event in
        if case .deviceAdded = event.kind { false } else { event.device == device.id }
      }
      return own.isEmpty
        ? nil : TouchReport(device: device, events: own, in: source.situation, over: source.panels.first)
    }
  }
}
