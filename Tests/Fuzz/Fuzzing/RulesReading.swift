internal import Diagnostics
internal import JSONLines
internal import RulesFile

/// Reads a rules file and describes it in every form.
enum RulesReading {
  static func read(_ bytes: [UInt8]) {
    let file = RulesFile.check(bytes: bytes, name: "rules.yml")
    precondition((file.rules == nil) == file.diagnostics.contains { $0.severity == .error }, "half a rules file")
    _ = TextRenderer().render(file.diagnostics, in: file.sources)
    for diagnostic in file.diagnostics {
      let line = JSONRenderer.line(diagnostic, in: file.sources).text
      precondition((try? JSONReader.read(line)) != nil, "no JSON")
    }
  }
}
