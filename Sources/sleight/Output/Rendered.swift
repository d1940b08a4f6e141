import Diagnostics
import Linux
import Rules

/// What there is to say of a rules file, with colours where a person reads it on a terminal that has them.
func rendered(_ file: RulesFile, on stream: StandardStream) -> String {
  let isPlain = Environment.value(of: "NO_COLOR").map { !$0.isEmpty } ?? false
  let usesColours = stream.isTerminal && !isPlain && Environment.value(of: "TERM") != "dumb"
  return TextRenderer(usesColours: usesColours).render(file.diagnostics, in: file.sources)
}
