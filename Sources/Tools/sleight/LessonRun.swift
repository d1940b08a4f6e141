import Actions
import ArgumentParser
import Diagnostics
internal import Explaining
import Gestures
import Glibc
import Libinput
import Linux
import Rules
internal import RulesFile
internal import Surroundings
import Time
import Touch

/// A run of `sleight learn`: connects the lesson with devices or a recording, with the terminal, and with the rules
/// file.
final class LessonRun: TouchReader {
  /// The path of the rules file.
  private let path: String
  private let recording: String?
  private let isDryRun: Bool
  /// The content of the rules file at the beginning; nil if there is none.
  private let original: [UInt8]?
  let context: LearnedRule.Context
  private let lesson: Lesson
  private var reader: ShowingReader
  /// The showings that were not taken yet.
  private var showings: [Showing] = []
  /// Those that another one may follow at once.
  private var awaiting: [Showing] = []
  /// Called when there may be more of them, and with a showing that is whole.
  private var shown: (Showing) throws -> Void = { _ in }
  private var input: [UInt8] = []
  /// True if the cursor is behind a question.
  private var isPrompting = false

  init(path: String, recording: String?, action: String?, isDryRun: Bool = true) throws {
    self.path = path
    self.recording = recording
    self.isDryRun = isDryRun
    let file = RulesFile.load(path: path, keyNames: .xkb, mayWait: false, desktop: .running)
    guard file.rules != nil || file.isMissing else {
      try StandardStream.error.write(rendered(file.mistakes, of: file, on: .error))
      Failure.warn("\(path) is unchanged: a rule is added to a file without errors only")
      throw ExitCode(1)
    }
    original = file.isMissing ? nil : file.sources.main.bytes
    context = LearnedRule.Context(file, keyNames: .xkb, files: .live(), desktop: .running)
    reader = ShowingReader(
      settling: file.rules?.settling ?? Recognition.settling, devices: file.rules?.devices ?? [])
    lesson = Lesson(
      context, action: action.flatMap(ActionText.property), isDryRun: isDryRun, mayRepeat: recording == nil)
  }

  func run() throws {
    if let recording { try read(recording) } else { try watch() }
    switch lesson.stage {
    case .done(.rule(let learned)): try finish(learned)
    case .done(.none): Failure.warn("\(path) is unchanged")
    case .done(.invalid): throw ExitCode(1)
    case .done(.unusual(let text)):
      try surrender(text, "\(path) is written in an unusual way and is unchanged; add this rule to it:")
    case .first, .choice, .again, .action, .agreement:
      Failure.warn("\(path) is unchanged")
      throw ExitCode(1)
    }
  }

  // MARK: Showings

  /// Takes the showings from a recording, and the answers from the terminal.
  private func read(_ recording: String) throws {
    let source = try readShowings(recording)
    // Other gestures are not compared.
    let gestures = showings.filter { !$0.gestures(in: context).isEmpty }.series.prefix(3)
    var left = gestures.isEmpty ? showings[...] : gestures
    while true {
      if lesson.isWatching, let showing = left.popFirst() {
        try say(lesson.take(showing))
      } else if lesson.isWatching {
        if case .first = lesson.stage { throw Failure("\(source.name): no gesture is recognised in it") }
        try say(lesson.finishShowings())
      } else if case .done = lesson.stage {
        return
      } else {
        try ask()
        guard try readInput() else { return try endPrompt() }
      }
    }
  }

  private func readShowings(_ recording: String) throws -> RecordingFile {
    let source = try RecordingFile(recording)
    try source.printProblems()
    guard source.recording.isWhole else { throw ExitCode(1) }
    try play(source.recording.events, panels: source.panels)
    return source
  }

  /// Prints the rules for what the recording shows, for programs.
  func report() throws {
    _ = try readShowings(recording ?? "-")
    try StandardStream.output.write(ShownRules(showings, in: context, action: lesson.action).text)
  }

  /// Takes the showings from the live devices, and the answers from the terminal.
  private func watch() throws {
    let touches = try LiveTouches()
    shown = { [unowned self] showing in
      let messages = lesson.take(showing)
      guard !messages.isEmpty else { return }
      try endPrompt()
      try say(messages)
      try ask()
      if case .done = lesson.stage { touches.loop.stop() }
    }
    if lesson.asks {
      try touches.loop.add(0) { [unowned self] _ in
        touches.attempt {
          if try !readInput() { touches.loop.stop() }
          if case .done = lesson.stage { touches.loop.stop() } else { try ask() }
        }
      }
    }
    try touches.run(self, started: ask)
    // What was shown right before the signal is told.
    try endSeries()
    if case .done = lesson.stage { return }
    try endPrompt()
  }

  var adjustments: DeviceAdjustments { reader.adjustments }
  var readsContacts: Bool { context.file.mayReadContacts }
  var deadline: Timestamp? { [reader.deadline, seriesEnd].compactMap { $0 }.min() }

  /// The time at which the last showing is whole; nil if there is none, or if fingers are down that may belong to it.
  private var seriesEnd: Timestamp? {
    guard let end = awaiting.last.map({ $0.end + Showing.longestRest }) else { return nil }
    return reader.begun.map { $0 <= end } ?? false ? nil : end
  }

  /// Takes the live showings that have ended, and those that nothing has followed by `now`.
  private func takeShowings(at now: Timestamp) throws {
    guard recording == nil else { return }
    for showing in showings where lesson.isWatching {
      if let last = awaiting.last, !last.isFollowed(by: showing) { try endSeries() }
      if showing.gestures(in: context).isEmpty {
        try endSeries()
        try shown(showing)
      } else {
        awaiting.append(showing)
      }
    }
    showings = []
    if let end = seriesEnd, end <= now { try endSeries() }
  }

  private func endSeries() throws {
    guard !awaiting.isEmpty else { return }
    let showing = Showing(joining: awaiting)
    awaiting = []
    if lesson.isWatching { try shown(showing) }
  }

  func replacePanels(with panels: [Panel], at now: Timestamp) -> [Device] {
    reader.replacePanels(with: panels)
    return []
  }

  func handle(_ event: TouchEvent) throws {
    reader.handle(event, into: &showings)
    try takeShowings(at: event.time)
  }

  func expire(at now: Timestamp) throws {
    reader.expire(at: now, into: &showings)
    try takeShowings(at: now)
  }

  func finish() { reader.finish(into: &showings) }

  // MARK: The terminal

  /// Prints messages: on the terminal, or on standard error if nothing is asked.
  private func say(_ messages: [String]) throws {
    for message in messages {
      if lesson.asks { try StandardStream.output.show("\(message.legibleLines)\n") } else { Failure.warn(message) }
    }
  }

  /// Ends the line of a question that was not answered.
  private func endPrompt() throws {
    if isPrompting { try StandardStream.output.write("\n") }
    isPrompting = false
  }

  /// Prints the question of the stage.
  private func ask() throws {
    guard let prompt = lesson.prompt else { return }
    isPrompting = lesson.asks && prompt.last != "\n"
    if lesson.asks {
      try StandardStream.output.show(prompt)
    } else {
      try StandardStream.error.show("sleight: \(prompt)")
    }
  }

  /// Reads lines of the user's; waits for one if none is there.
  /// - Returns: false at the end of the input.
  private func readInput() throws -> Bool {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = Glibc.read(0, &buffer, buffer.count)
    guard count >= 0 else {
      if errno == EINTR || errno == EAGAIN { return true }
      throw SystemError.last("read", path: "standard input")
    }
    guard count > 0 else { return false }
    input += buffer.prefix(count)
    if input.last == UInt8(ascii: "\n") { isPrompting = false }
    while let end = input.firstIndex(of: UInt8(ascii: "\n")) {
      let line = String(decoding: input[..<end], as: UTF8.self)
      input.removeSubrange(...end)
      try say(lesson.take(line: line))
    }
    return true
  }

  // MARK: The file

  /// Writes the rule, or prints the change.
  private func finish(_ learned: LearnedRule) throws {
    guard !isDryRun else {
      return try StandardStream.output.write(Difference(from: original, to: learned.edit.bytes, name: path).text)
    }
    do {
      try write(learned)
    } catch let error as SystemError {
      // For example a link into a directory that is read-only, as with Home Manager.
      try surrender(learned.text, "\(error); add this rule to the file:")
    }
    let gesture = learned.rule?.gestureText ?? ""
    try StandardStream.output.show("\(path):\(learned.edit.position.line): \(gesture)\n".legibleLines)
  }

  /// Leaves the file unchanged, and prints the rule for the user to insert.
  private func surrender(_ text: RuleText, _ reason: String) throws -> Never {
    Failure.warn("error: \(reason)")
    try StandardStream.output.write(text.pasted.map { "\($0)\n" }.joined())
    throw ExitCode(1)
  }

  private func write(_ learned: LearnedRule) throws {
    guard let original else {
      try InitCommand.makeDirectory(of: path)
      return try createFile(at: path, with: learned.edit.bytes, mode: 0o644)
    }
    try InputFile.replace(path, original, with: learned.edit.bytes)
  }
}
