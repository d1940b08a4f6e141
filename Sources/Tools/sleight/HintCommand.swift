import ArgumentParser
import Gestures
import Glibc
import Linux
import Rules
internal import Surroundings

struct HintCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hint",
    abstract: "Show on the screen what fingers are about to do.",
    discussion: """
      Runs sleight-hint(1), a program of its own, with what 'sleight follow' prints: while fingers move, the rule that they \
      are near to, and how near. The settings 'hint' and 'hint-misses' of the rules file say where, and whether to say why \
      a rule did not act.
      """)

  @OptionGroup var config: ConfigOption

  @Flag(help: "Exit at once, with status 0, unless the rules file has the setting 'hint'.")
  var ifSet = false

  func run() throws {
    try Failure.report {
      let rules = try config.rules()
      guard rules.hintSide != nil || !ifSet else { return }
      var ends: [CInt] = [0, 0]
      guard pipe(&ends) == 0, dup2(ends[1], 1) >= 0 else { throw Failure("\(SystemError.last("pipe"))") }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      _ = try ChildProcess.spawn(
        [Environment.programPath ?? "sleight", "follow", "--json", "--progress"]
          + (rules.hintsMisses ? ["--misses"] : []),
        environment: Environment.all())
      // Only the child may write: at its end, the program reads the end of its input.
      guard dup2(ends[0], 0) >= 0, dup2(2, 1) >= 0 else { throw Failure("\(SystemError.last("dup2"))") }
      let side = (rules.hintSide ?? .bottom).rawValue
      throw SeparateProgram(named: "sleight-hint").execute(["--edge", side])
    }
  }
}
