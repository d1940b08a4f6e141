import Actions
import ArgumentParser
import Diagnostics
internal import Importing
import Linux
internal import RulesFile
internal import Surroundings

struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Makes rules of another tool's configuration.",
    usage: "sleight import [<options>] <file>",
    discussion: """
      Reads the configurations of libinput-gestures, Touchégg, Fusuma, Gebaar,
      lisgd and comfortable-swipe, and prints a rules file. What has no counterpart
      is named with its line and the reason, and again at the end of the rules.
      Exit status 1 where the file cannot be read.
      """)

  @Option(
    help: ArgumentHelp(
      "Whose configuration it is.",
      discussion: "One of \(ImportKind.words). Default: told by what is in it.", valueName: "kind"),
    completion: .list(ImportKind.allCases.map(\.rawValue)), transform: { try ImportKind.named($0, "kind") })
  var from: ImportKind?

  @Option(
    help: ArgumentHelp(
      "The desktop to write rules for.",
      discussion:
        "One of \(ImportDesktop.words). Default: the keys that most desktops have for workspaces and windows."),
    completion: .list(ImportDesktop.allCases.map(\.rawValue)), transform: { try ImportDesktop.named($0, "desktop") })
  var desktop: ImportDesktop?

  @Option(help: ArgumentHelp("Write the rules there, not to standard output.", valueName: "file"), completion: .file())
  var output: String?

  @Flag(help: "Replace a file that is there.")
  var force = false

  @Argument(help: "The configuration. '-' is standard input.", completion: .file())
  var file: String

  func run() throws {
    try Failure.report {
      let imported = try imported()
      for remark in imported.remarks {
        try StandardStream.error.write(
          "\(name):\(remark.line): \(remark.kind.rawValue): \(remark.message)\n".legibleLines)
      }
      let text = (SchemaCommand.modeline ?? "") + imported.text
      if let output {
        try OutputFile.create(text, at: output, isForced: force)
      } else {
        try StandardStream.output.write(text)
      }
      var parts = [counted(imported.ruleCount, "rule")]
      if imported.leftOutCount > 0 { parts.append("\(imported.leftOutCount) left out") }
      try StandardStream.error.write("\(name): \(parts.joined(separator: ", "))\n".legibleLines)
    }
  }

  /// The name of the configuration in messages.
  private var name: String { InputFile.name(of: file) }

  private func imported() throws -> ImportResult {
    let bytes = try InputFile.read(file, limit: ImportResult.sizeLimit)
    do throws(ImportError) {
      return try ImportResult.read(bytes, name: name, kind: from, desktop: desktop, keyNames: .xkb)
    } catch {
      let location = error.location.map { ":\($0.line):\($0.column)" } ?? ""
      try StandardStream.error.write("\(name)\(location): error: \(error.message)\n".legibleLines)
      throw ExitCode(1)
    }
  }
}
