import Diagnostics
import Linux
internal import RulesFile

/// Diagnostics of a rules file as text for `stream`: if it is a terminal, in its width, and coloured if it has colours.
func rendered(_ diagnostics: [Diagnostic], of file: RulesFile, on stream: StandardStream) -> String {
  TextRenderer(on: stream).render(diagnostics, in: file.sources)
}

extension TextRenderer {
  init(on stream: StandardStream) { self.init(usesColours: sleight.usesColours(on: stream), columns: stream.columns) }
}

/// True if `stream` is a terminal that supports colours and the user permits them.
func usesColours(on stream: StandardStream) -> Bool {
  let isPlain = Environment.value(of: "NO_COLOR").map { !$0.isEmpty } ?? false
  return stream.isTerminal && !isPlain && Environment.value(of: "TERM") != "dumb"
}
