internal import Glibc
internal import Testing

/// What `make deb` makes, for apt.
enum Packages {
  /// Both, in the order in which they are installed.
  static let names = ["sleight", "sleight-uinput"]

  /// The file of one of them.
  static func file(_ name: String) throws -> String {
    let folder = try #require(Guest.packages)
    return "\(folder)/\(try #require(Guest.names(in: folder).first { $0.hasPrefix("\(name)_") }))"
  }

  /// Installs both.
  static func install() throws { try apt("install", try names.map(file)) }

  /// Installs what is in a file, in the place of any other version.
  static func install(_ file: String) throws { try apt("install", [file]) }

  /// Removes both.
  static func remove() throws { try apt("remove", names) }

  private static func apt(_ command: String, _ arguments: [String]) throws {
    let apt = try Program(["apt-get", command, "--quiet=2", "--yes", "--allow-downgrades"] + arguments, as: .root)
    guard try apt.waitForExit() == 0 else { throw TimedOut(description: "failed: \(apt)") }
  }
}
