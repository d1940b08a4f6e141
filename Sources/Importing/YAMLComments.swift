internal import RulesFile

/// The comments of a YAML text, as far as they can be told line by line.
enum YAMLComments {
  static func read(_ source: ImportSource) -> [SourceComment] {
    source.lines.enumerated().compactMap { index, line in
      guard let start = start(in: line) else { return nil }
      let text = String(line[start...].drop { $0 == "#" }).bare
      return SourceComment(line: index + 1, text: text, isTrailing: !line[..<start].bare.isEmpty)
    }
  }

  private static func start(in line: String) -> String.Index? {
    var quote: Character?
    var previous: Character = " "
    for index in line.indices {
      let character = line[index]
      if let open = quote {
        if character == open { quote = nil }
      } else if character == "#", previous.isWhitespace {
        return index
      } else if character == "\"" || character == "'", previous.isWhitespace || "{[,".contains(previous) {
        quote = character
      }
      previous = character
    }
    return nil
  }
}
