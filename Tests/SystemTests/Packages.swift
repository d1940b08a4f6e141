internal import Glibc
internal import Testing

/// The packages of `make deb`, and apt.
enum Packages {
  /// The names, in the order of installation.
  static let names = ["sleight", "sleight-uinput", "sleight-hint"]

  /// The file of a package.
  static func file(_ name: String) throws -> String {
    let folder = try #require(Guest.packages)
    return "\(folder)/\(try #require(Guest.names(in: folder).first { $0.hasPrefix("\(name)_") }))"
  }

  /// Installs them.
  static func install() throws { try apt("install", try names.map(file)) }

  /// Installs a package from a file, replacing any other version.
  static func install(_ file: String) throws { try apt("install", [file]) }

  /// Removes them.
  static func remove() throws { try apt("remove", names) }

  private static func apt(_ command: String, _ arguments: [String]) throws {
    let apt = try Program(["apt-get", command, "--quiet=2", "--yes", "--allow-downgrades"] + arguments, as: .root)
    guard try apt.waitForExit() == 0 else { throw TimedOut(description: "failed: \(apt)") }
  }
}
