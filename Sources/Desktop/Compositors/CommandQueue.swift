/// The commands that a compositor was told and has not answered yet, in order, and what became of those it has.
struct CommandQueue {
  /// A command of a rule.
  struct Command: Hashable {
    /// Tells it from others.
    var number: Int
    /// As the rule has it.
    var text: String
    /// Where the rule stands.
    var place: String
    /// Until when it is to be answered, in microseconds.
    var deadline: Int64
  }

  /// A command that was not done, for a reason.
  struct Failure: Hashable {
    var place: String
    var text: String
  }

  /// The most that wait. A hand does a few gestures a second, and a step of a pan comes every few milliseconds: only a
  /// compositor that hangs leaves so many.
  static let limit = 64
  /// How long one waits: a compositor that takes longer hangs.
  static let patience: Int64 = 5_000_000

  private let kind: CompositorKind
  private var count = 0
  /// Those that wait; in those that were given up already, the text is nil.
  private var waiting: [(command: Command, isGivenUp: Bool)] = []
  private var failures: [Failure] = []

  init(_ kind: CompositorKind) { self.kind = kind }

  /// Whether none waits that somebody wants to know the end of.
  var isIdle: Bool { !waiting.contains { !$0.isGivenUp } }
  /// When the first one has waited too long.
  var deadline: Int64? { waiting.first { !$0.isGivenUp }?.command.deadline }

  /// Takes in a command; nil where too many wait, which is a failure.
  mutating func append(_ text: String, place: String, at now: Int64) -> Command? {
    guard waiting.count < Self.limit else {
      fail(place, "\(Self.limit) commands wait for \(kind.name) to answer; '\(text)' is left out")
      return nil
    }
    count += 1
    let command = Command(number: count, text: text, place: place, deadline: now + Self.patience)
    waiting.append((command, false))
    return command
  }

  /// A command was answered: with nothing where it was done, else with what is wrong with it. One that was given up is
  /// told of no more.
  mutating func finish(_ command: Command, _ problem: String?) {
    guard let index = waiting.firstIndex(where: { $0.command.number == command.number }) else { return }
    let isGivenUp = waiting.remove(at: index).isGivenUp
    if let problem, !isGivenUp { fail(command.place, "\(kind.name) refuses '\(command.text)': \(Self.brief(problem))") }
  }

  /// A command cannot be sent.
  mutating func reject(_ command: Command, _ problem: String) {
    waiting.removeAll { $0.command.number == command.number }
    fail(command.place, problem)
  }

  /// Gives up those that have waited too long. Their answers may still come, and are waited for.
  mutating func expire(at now: Int64) {
    for index in waiting.indices where !waiting[index].isGivenUp && waiting[index].command.deadline <= now {
      waiting[index].isGivenUp = true
      let command = waiting[index].command
      fail(command.place, "\(kind.name) has not answered '\(command.text)' within \(Self.patience / 1_000_000) s")
    }
  }

  /// Gives up all: nobody will answer any more.
  mutating func abandon(_ reason: String) {
    for (command, isGivenUp) in waiting where !isGivenUp {
      fail(command.place, "\(kind.name) has not answered '\(command.text)': \(reason)")
    }
    waiting = []
  }

  /// Whether it was given up, so that its answer need not be waited for.
  func isGivenUp(_ command: Command) -> Bool {
    !waiting.contains { $0.command.number == command.number && !$0.isGivenUp }
  }

  /// Takes the failures since the last call.
  mutating func takeFailures() -> [Failure] {
    defer { failures = [] }
    return failures
  }

  private mutating func fail(_ place: String, _ text: String) { failures.append(Failure(place: place, text: text)) }

  /// Its first line, without its end where it is long: some answers list every command there is.
  private static func brief(_ text: String) -> String {
    let line = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? text
    return line.count <= 200 ? line : "\(line.prefix(200))..."
  }
}
