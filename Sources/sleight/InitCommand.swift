import ArgumentParser
import Glibc
internal import Importing
import Linux

struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Writes a rules file to start from, with every line explained.",
    discussion: """
      Its rules suit any desktop. Further ones, for one desktop each, stand in it as
      comments; those for the desktop that this runs on are in force.
      """)

  @OptionGroup var config: ConfigOption

  @Option(
    help: ArgumentHelp(
      "The desktop whose rules are in force.",
      discussion: "One of \(ImportDesktop.words). Default: the one that this runs on."),
    completion: .list(ImportDesktop.allCases.map(\.rawValue)), transform: { try ImportDesktop.named($0, "desktop") })
  var desktop: ImportDesktop?

  @Flag(help: "Replace a file that is there.")
  var force = false

  func run() throws {
    try Failure.report {
      let path = try config.path
      try makeDirectory(of: path)
      try OutputFile.create(StarterRules.text(for: desktop ?? .running), at: path, isForced: force)
      try StandardStream.output.write("\(path)\n")
    }
  }

  private func makeDirectory(of path: String) throws(SystemError) {
    let parts = path.split(separator: "/").dropLast()
    var directory = path.hasPrefix("/") ? "" : "."
    for part in parts {
      directory += "/\(part)"
      // The mode that the XDG Base Directory Specification requires for the user's directories.
      if mkdir(directory, 0o700) != 0, errno != EEXIST { throw SystemError.last("mkdir", path: directory) }
    }
  }
}
