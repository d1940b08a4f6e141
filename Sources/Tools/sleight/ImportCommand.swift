import Actions
import ArgumentParser
internal import Desktop
import Diagnostics
internal import Foreign
import Glibc
internal import Importing
import Linux
internal import Rules
internal import RulesFile
internal import Surroundings

struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Convert another tool's configuration to a rules file.",
    usage: "sleight import [<options>] <file>",
    discussion: """
      Reads the configurations of libinput-gestures, Touchégg, Fusuma, Gebaar,
      lisgd, comfortable-swipe and InputActions, and the gestures in those of
      Hyprland (with hyprgrass) and sway, and prints a rules file. Entries without a
      counterpart are reported with their line and the reason, and listed at the end
      of the rules. Exit status 1 if the file cannot be read or is another tool's.
      """)

  @Option(
    help: ArgumentHelp(
      "The tool of the configuration.",
      discussion: "One of \(ImportKind.words). Default: detected from the content.", valueName: "kind"),
    completion: .list(ImportKind.allCases.map(\.rawValue)), transform: { try ImportKind.named($0, "kind") })
  var from: ImportKind?

  @Option(
    help: ArgumentHelp(
      "The desktop to write rules for.",
      discussion:
        "One of \(listed(Self.desktops)). Default: keys that most desktops use for workspaces and windows."),
    completion: .list(Self.desktops),
    transform: { text in
      guard Self.desktops.contains(text), let desktop = DesktopKind(rawValue: text) else {
        throw unknown("desktop", text, among: Self.desktops)
      }
      return desktop
    })
  var desktop: DesktopKind?

  /// The names of desktops.
  private static let desktops = DesktopKind.importable.map(\.rawValue)

  @Option(
    help: ArgumentHelp(
      "The size of the touchscreen, such as '68mm x 150mm'.",
      discussion: "Lengths in pixels, and in shares of a screen, are converted for it. Default: 344mm x 194mm.",
      valueName: "size"),
    completion: .custom { _, _, _ in ["68mm x 150mm", "344mm x 194mm"] },
    transform: { text in
      guard let screen = ImportScreen(text) else {
        throw ValidationError("'\(text.legible)' is not the size of a screen, such as '68mm x 150mm'")
      }
      return screen
    })
  var screen: ImportScreen?

  @Option(
    name: .shortAndLong, help: ArgumentHelp("Write the rules to a file instead of standard output.", valueName: "file"),
    completion: .file(), transform: fileName)
  var output: String?

  @Flag(name: .shortAndLong, help: "Replace an existing file.")
  var force = false

  @Flag(
    help: ArgumentHelp(
      "Print what the rules do for each binding.",
      discussion: "An ideal hand makes each gesture; the exit status is 1 if a rule does something else unreported."))
  var prove = false

  @Argument(
    help: "The configuration. '-' is standard input.", completion: .file(), transform: fileName)
  var file: String

  func run() throws {
    try Failure.report {
      let (path, kind) = try found()
      let name = InputFile.name(of: path)
      let output = try OutputFile(output ?? "-", isForced: force, inputs: [path])
      let imported = try imported(path, kind)
      for remark in imported.remarks {
        try StandardStream.error.show(
          "\(remark.file ?? name):\(remark.line): \(remark.kind.rawValue): \(remark.message)\n".legibleLines)
      }
      if prove {
        let proof = imported.prove()
        try output.write(Self.table(of: proof, name))
        if proof.count(of: .silent) > 0 { throw ExitCode(1) }
      } else {
        try output.write((SchemaCommand.modeline ?? "") + imported.text)
      }
      var parts = [counted(imported.ruleCount, "rule")]
      if imported.keptCount > 0 { parts.append("\(imported.keptCount) kept by the compositor") }
      if imported.leftOutCount > 0 { parts.append("\(imported.leftOutCount) left out") }
      try StandardStream.error.show("\(name): \(parts.joined(separator: ", "))\n".legibleLines)
    }
  }

  /// The rows of a proof in columns, and their numbers by outcome.
  private static func table(of proof: ImportProof, _ name: String) -> String {
    let head = ["line", "outcome", "binding", "before", "rules", "difference"]
    let cells =
      [head]
      + proof.rows.map { row in
        let place = row.file.map { "\($0):\(row.line)" } ?? "\(row.line)"
        return [place, row.outcome.rawValue, row.gesture, row.before, row.after, row.difference]
      }
    // A longer cell moves the rest of its row.
    let widths = head.indices.map { column in min(cells.map { $0[column].count }.max() ?? 0, 40) }
    let rows = cells.map { row in
      let padded = zip(row, widths).map { $0 + String(repeating: " ", count: max($1 - $0.count, 0)) }
      return padded.joined(separator: "  ").trimmed + "\n"
    }
    let counts = ImportProof.Outcome.allCases.map { "\(proof.count(of: $0)) \($0.rawValue)" }
    let measures = proof.measures.map { $0 + "\n" }
    return (rows.joined() + measures.joined() + counts.joined(separator: ", ") + "\n").legibleLines
  }

  /// The configuration and its tool, if that is known: for a tool's name the first of the files in which the tool looks
  /// for its configuration.
  private func found() throws -> (path: String, kind: ImportKind?) {
    guard let kind = ImportKind(rawValue: file), access(file, F_OK) != 0 else { return (file, from) }
    let files = kind.files(in: UserDirectory.configuration.path, home: Environment.value(of: "HOME"))
    guard let path = files.first(where: { access($0, F_OK) == 0 }) else {
      try StandardStream.error.show(
        "no configuration of \(kind.toolName) found; looked for: \(files.joined(separator: ", "))\n".legibleLines)
      throw ExitCode(1)
    }
    return (path, from ?? kind)
  }

  private func imported(_ path: String, _ kind: ImportKind?) throws -> ImportResult {
    let name = InputFile.name(of: path)
    let bytes = try InputFile.read(path, limit: ImportResult.sizeLimit)
    do throws(ImportError) {
      return try ImportResult.read(
        bytes, name: name, kind: kind, desktop: desktop, screen: screen, keyNames: .xkb,
        files: path == "-" ? .none : .live(), isProven: prove)
    } catch {
      let location = error.location.map { ":\($0.line):\($0.column)" } ?? ""
      try StandardStream.error.show("\(name)\(location): error: \(error.message)\n".legibleLines)
      throw ExitCode(1)
    }
  }
}
