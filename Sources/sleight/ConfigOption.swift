import ArgumentParser
import Daemon
import Diagnostics
import Linux
import Rules

/// The rules file of the commands that need one.
struct ConfigOption: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "The rules file.", discussion: "Default: $XDG_CONFIG_HOME/sleight/rules.yml", valueName: "file"),
    completion: .file(extensions: ["yml", "yaml"]))
  var config: String?

  /// Where the user's rules file is, or belongs.
  static var defaultPath: String {
    get throws {
      // Relative paths are invalid there and to be passed over (XDG Base Directory Specification).
      if let base = Environment.value(of: "XDG_CONFIG_HOME"), base.hasPrefix("/") { return base + "/sleight/rules.yml" }
      guard let home = Environment.value(of: "HOME"), !home.isEmpty else {
        throw Failure("neither XDG_CONFIG_HOME nor HOME is set; say --config FILE")
      }
      return home + "/.config/sleight/rules.yml"
    }
  }

  var path: String { get throws { try config ?? Self.defaultPath } }

  /// The rules to look at gestures with. Where the user has no file and named none, that is worth a word and there are
  /// none; a file with mistakes is not used.
  func rules() throws -> RuleSet {
    let path = try path
    let file = RulesFile.load(path: path, keyNames: .xkb)
    if config == nil, file.diagnostics.contains(where: { $0.id == MessageID.missingFile.rawValue }) {
      Failure.warn("there is no \(path): gestures are shown without rules ('sleight init' writes a starter file)")
      return RuleSet()
    }
    if !file.diagnostics.isEmpty { try StandardStream.error.write(rendered(file, on: .error)) }
    guard let rules = file.rules else { throw ExitCode(1) }
    return rules
  }
}

/// What there is to say of a rules file, with colours where a person reads it on a terminal that has them.
func rendered(_ file: RulesFile, on stream: StandardStream) -> String {
  let isPlain = Environment.value(of: "NO_COLOR").map { !$0.isEmpty } ?? false
  let usesColours = stream.isTerminal && !isPlain && Environment.value(of: "TERM") != "dumb"
  return TextRenderer(usesColours: usesColours).render(file.diagnostics, in: file.source)
}

/// A message and exit status 1: the thing looked at is wrong, or cannot be had.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }

  static func warn(_ text: String) { try? StandardStream.error.write("sleight: \(text)\n") }

  /// Runs `body`; what it throws is told to the user and becomes the exit status.
  static func report<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let code as ExitCode {
      throw code
    } catch let error as SystemError where error.call == "write" && error.code == brokenPipe {
      // Whoever read the results has had enough of them.
      throw ExitCode.success
    } catch {
      warn("error: \(error)")
      throw ExitCode(1)
    }
  }

  private static let brokenPipe: CInt = 32  // EPIPE
}
