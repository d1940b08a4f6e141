internal import CLinux
internal import Glibc
internal import Linux
internal import Testing

/// A rule whose actions write its name into a file.
struct Rule {
  /// The lines of its trigger as a rules file has them, the first without the dash: `swipe: left`, `fingers: 3`.
  var trigger: [String]
  /// What it writes.
  var name: String
  /// When it writes, by the rules file's names: at other moments than `do`, these stand behind its name.
  var moments = ["do"]

  /// Its lines in a rules file.
  fileprivate func lines(writingTo file: String) -> [String] {
    trigger.enumerated().map { ($0 == 0 ? "  - " : "    ") + $1 }
      + moments.map { "    \($0): echo '\($0 == "do" ? name : "\(name) \($0)")' >>\(file)" }
  }
}

/// A running `sleight run` and what its rules did.
final class Daemon {
  /// The process.
  let program: Program
  /// Where its rules are.
  let rulesFile: String
  private let actsFile: String

  /// Starts with rules that write down their names, and waits until every one of `surfaces` is read.
  convenience init(_ rules: [Rule], reading surfaces: [Surface], environment: [String: String] = [:]) throws {
    let folder = try Guest.folder()
    let actsFile = "\(folder)/acts"
    let lines = rules.flatMap { $0.lines(writingTo: actsFile) }
    try self.init(
      rulesText: (["rules:"] + lines).joined(separator: "\n") + "\n", folder: folder, reading: surfaces,
      environment: environment)
  }

  /// Starts with rules as they stand in a file.
  /// - Parameter folder: One of its own, for the rules file and for what rules write: `acts` in there is `acts` here.
  init(rulesText: String, folder: String, reading surfaces: [Surface], environment: [String: String] = [:]) throws {
    actsFile = "\(folder)/acts"
    rulesFile = "\(folder)/rules.yml"
    try Guest.write(rulesText, to: rulesFile)
    program = try Program.sleight("run", "--config", rulesFile, environment: environment)
    for surface in surfaces { try program.waitUntilReading(#require(surface.node)) }
  }

  /// One that runs already, with its rules and what they write in `folder`.
  init(_ program: Program, folder: String) {
    self.program = program
    actsFile = "\(folder)/acts"
    rulesFile = "\(folder)/rules.yml"
  }

  /// The names of the rules that acted, in order.
  var acts: [String] { (Guest.read(actsFile) ?? "").split(separator: "\n").map(String.init) }

  /// When the last one wrote down its name, on the wall clock.
  var lastAct: Duration {
    get throws {
      var file = stat()
      try system("stat", path: actsFile) { stat(actsFile, &file) }
      return .seconds(file.st_mtim.tv_sec) + .nanoseconds(file.st_mtim.tv_nsec)
    }
  }

  /// Waits until rules have acted `count` times, and gives all that acted once nothing more is due.
  func waitForActs(_ count: Int) throws -> [String] {
    try wait(.seconds(10), otherwise: { "acted \(self.acts), not \(count) times; \(self.program)" }) { () -> Void? in
      guard program.isRunning else { throw TimedOut(description: "ended early: \(program)") }
      return acts.count >= count ? () : nil
    }
    settle()
    return acts
  }

  /// Ends it as a user would, and expects it to leave in peace.
  func stop() throws {
    program.signal(SIGTERM)
    let status = try program.waitForExit()
    #expect(status == 0, "\(program)")
  }
}
