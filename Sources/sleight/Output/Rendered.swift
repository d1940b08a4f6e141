import Diagnostics
import Linux
internal import RulesFile

/// Diagnostics of a rules file as text, coloured if `stream` is a terminal with colours.
func rendered(_ diagnostics: [Diagnostic], of file: RulesFile, on stream: StandardStream) -> String {
  TextRenderer(usesColours: usesColours(on: stream)).render(diagnostics, in: file.sources)
}

/// True if `stream` is a terminal that supports colours and the user permits them.
func usesColours(on stream: StandardStream) -> Bool {
  let isPlain = Environment.value(of: "NO_COLOR").map { !$0.isEmpty } ?? false
  return stream.isTerminal && !isPlain && Environment.value(of: "TERM") != "dumb"
}
