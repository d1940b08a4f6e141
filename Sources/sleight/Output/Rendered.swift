import Diagnostics
import Linux
internal import RulesFile

/// Some of what there is to say of a rules file, with colours where a person reads it on a terminal that has them.
func rendered(_ diagnostics: [Diagnostic], of file: RulesFile, on stream: StandardStream) -> String {
  TextRenderer(usesColours: usesColours(on: stream)).render(diagnostics, in: file.sources)
}

/// Whether a person reads `stream` on a terminal that has colours, and wants them.
func usesColours(on stream: StandardStream) -> Bool {
  let isPlain = Environment.value(of: "NO_COLOR").map { !$0.isEmpty } ?? false
  return stream.isTerminal && !isPlain && Environment.value(of: "TERM") != "dumb"
}
