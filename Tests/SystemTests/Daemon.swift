internal import CLinux
internal import Glibc
internal import Linux
internal import Testing

/// A rule whose actions append its name to a file.
struct Rule {
  /// The lines of its trigger in a rules file, the first without the dash: `swipe: left`, `fingers: 3`.
  var trigger: [String]
  /// The name that it appends.
  var name: String
  /// The phases in which it does, by their keys in the rules file: those other than `do` are appended to its name.
  var moments = ["do"]

  /// Its lines in a rules file.
  fileprivate func lines(writingTo file: String) -> [String] {
    trigger.enumerated().map { ($0 == 0 ? "  - " : "    ") + $1 }
      + moments.map { "    \($0): echo '\($0 == "do" ? name : "\(name) \($0)")' >>\(file)" }
  }
}

/// A running `sleight run`, and the rules that acted.
final class Daemon {
  /// The process.
  let program: Program
  /// The path of its rules file.
  let rulesFile: String
  private let actsFile: String

  /// Starts with rules that append their names, and waits until it reads all `surfaces`.
  /// - Parameter settings: the settings of the rules file: `{contacts: false}`.
  convenience init(
    _ rules: [Rule], settings: String? = nil, reading surfaces: [Surface], environment: [String: String] = [:]
  ) throws {
    let folder = try Guest.folder()
    let actsFile = "\(folder)/acts"
    let lines = rules.flatMap { $0.lines(writingTo: actsFile) }
    try self.init(
      rulesText: ((settings.map { ["settings: \($0)"] } ?? []) + ["rules:"] + lines).joined(separator: "\n") + "\n",
      folder: folder, reading: surfaces,
      environment: environment)
  }

  /// Starts with the text of a rules file.
  /// - Parameter folder: a folder for the rules file and for the output of rules: the file `acts` in it is read by
  ///   `acts`.
  init(
    rulesText: String, folder: String, reading surfaces: [Surface], environment: [String: String] = [:],
    arguments: [String] = []
  ) throws {
    actsFile = "\(folder)/acts"
    rulesFile = "\(folder)/rules.yml"
    try Guest.write(rulesText, to: rulesFile)
    program = try Program(
      [Guest.sleight, "run", "--config", rulesFile] + arguments, environment: environment)
    for surface in surfaces { try program.waitUntilReading(#require(surface.node)) }
  }

  /// A daemon that runs already, with its rules and their output in `folder`.
  init(_ program: Program, folder: String) {
    self.program = program
    actsFile = "\(folder)/acts"
    rulesFile = "\(folder)/rules.yml"
  }

  /// The names of the rules that acted, in order.
  var acts: [String] { (Guest.read(actsFile) ?? "").split(separator: "\n").map(String.init) }

  /// The time of the last append, on the wall clock.
  var lastAct: Duration {
    get throws {
      var file = stat()
      try system("stat", path: actsFile) { stat(actsFile, &file) }
      return .seconds(file.st_mtim.tv_sec) + .nanoseconds(file.st_mtim.tv_nsec)
    }
  }

  /// Waits until rules have acted `count` times; returns all that acted once no more are due.
  func waitForActs(_ count: Int) throws -> [String] {
    try wait(.seconds(10), otherwise: { "acted \(self.acts), not \(count) times; \(self.program)" }) { () -> Void? in
      guard program.isRunning else { throw TimedOut(description: "ended early: \(program)") }
      return acts.count >= count ? () : nil
    }
    settle()
    return acts
  }

  /// Waits until as many rules have acted as `expected` has, and expects those once no more are due.
  func expectActs(
    _ expected: [String], _ comment: @autoclosure () -> Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let acts = try waitForActs(expected.count)
    #expect(acts == expected, comment(), sourceLocation: sourceLocation)
  }

  /// Stops it as a user would, and expects a clean exit.
  func stop() throws {
    program.signal(SIGTERM)
    let status = try program.waitForExit()
    #expect(status == 0, "\(program)")
  }
}
