/// Quotes in a shell command, as far as they can be told without being a shell.
enum ShellQuotes {
  /// How many characters stand in front of a quote that has no end; nil where all have one, or where it is not known:
  /// what is substituted, and a here-document, has quotes of its own.
  static func unclosed(in command: String) -> Int? {
    guard !["$(", "${", "$'", "`", "<<"].contains(where: command.contains) else { return nil }
    var opened: (mark: Unicode.Scalar, at: Int)?
    var isEscaped = false
    var isComment = false
    var previous: Unicode.Scalar = " "
    for (index, character) in command.unicodeScalars.enumerated() {
      if isComment {
        isComment = character != "\n"
      } else if isEscaped {
        isEscaped = false
      } else if let (mark, _) = opened {
        if character == mark { opened = nil }
        isEscaped = character == "\\" && mark == "\""
      } else {
        switch character {
        case "\\": isEscaped = true
        case "'", "\"": opened = (character, index)
        case "#": isComment = " \t\n;&|()".unicodeScalars.contains(previous)
        default: break
        }
      }
      previous = character
    }
    return opened?.at
  }
}
