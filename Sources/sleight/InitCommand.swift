import ArgumentParser
import Diagnostics
import Doctor
import Glibc
internal import Importing
import Linux
import Surroundings

struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Write a starter rules file with explanations.",
    discussion: """
      Its rules work on any desktop. Rules for single desktops are included as
      comments; those for the current desktop are uncommented.
      """)

  @OptionGroup var config: ConfigOption

  @Option(
    help: ArgumentHelp(
      "The desktop whose rules are uncommented.",
      discussion: "One of \(ImportDesktop.words). Default: the current desktop."),
    completion: .list(ImportDesktop.allCases.map(\.rawValue)), transform: { try ImportDesktop.named($0, "desktop") })
  var desktop: ImportDesktop?

  @Flag(name: .shortAndLong, help: "Replace an existing file.")
  var force = false

  func run() throws {
    try Failure.report {
      let path = try config.path
      let file = try OutputFile(path, isForced: force)
      try Self.makeDirectory(of: path)
      try file.write(StarterRules.text(for: desktop ?? .running))
      // The unit reads the default file.
      let unit = config.config == nil ? Doctor.unitStartCommand(configuration: try ConfigOption.directory) : nil
      let named = config.config.map { " --config \($0.shellWord.legible)" } ?? ""
      try StandardStream.output.write(
        """
        \(path.legible)
        Now run '\(unit ?? "\(Environment.ownCommand) run\(named)")', and rotate three fingers: the volume changes.
        '\(Environment.ownCommand) monitor\(named)' shows each gesture, and the rule that acts on it.

        """)
    }
  }

  /// Creates the directories above `path` that do not exist.
  static func makeDirectory(of path: String) throws(SystemError) {
    let parts = path.split(separator: "/").dropLast()
    var directory = path.hasPrefix("/") ? "" : "."
    for part in parts {
      directory += "/\(part)"
      // The mode that the XDG Base Directory Specification requires for the user's directories.
      if mkdir(directory, 0o700) != 0, errno != EEXIST { throw SystemError.last("mkdir", path: directory) }
    }
  }
}
