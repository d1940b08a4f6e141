import ArgumentParser
import Glibc
import Linux

struct Init: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Writes a rules file to start from, with every line explained.")

  @OptionGroup var config: ConfigOption

  @Flag(help: "Replace a file that is there.")
  var force = false

  func run() throws {
    try Failure.report {
      let path = try config.path
      try makeDirectory(of: path)
      do throws(SystemError) {
        let file = try Descriptor.open(path, O_WRONLY | O_CREAT | (force ? O_TRUNC : O_EXCL), mode: 0o644)
        try file.write(starter)
      } catch {
        guard error.code == EEXIST else { throw SystemError(error.call, path: path, code: error.code) }
        throw Failure("\(path) is there already, and stays as it is; --force replaces it")
      }
      try StandardStream.output.write("\(path)\n")
    }
  }

  /// The starter file. Its first line names the schema of an installation with the usual prefix; here it is that of
  /// this one.
  private var starter: [UInt8] {
    let rest = PackageResources.rules_yml.drop { $0 != UInt8(ascii: "\n") }.dropFirst()
    return Array((Schema.modeline ?? "").utf8) + rest
  }

  private func makeDirectory(of path: String) throws(SystemError) {
    let parts = path.split(separator: "/").dropLast()
    var directory = path.hasPrefix("/") ? "" : "."
    for part in parts {
      directory += "/\(part)"
      // With the mode that the XDG Base Directory Specification wants for what is the user's own.
      if mkdir(directory, 0o700) != 0, errno != EEXIST { throw SystemError.last("mkdir", path: directory) }
    }
  }
}
