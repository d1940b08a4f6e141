/// The outputs that sway's configuration maps inputs to: `input IDENTIFIER map_to_output NAME`, see sway-input(5), also
/// in blocks. sway does not report them otherwise. Files that the configuration includes are not read.
struct SwayMappings: Sendable {
  /// A touchscreen as sway names it.
  struct Input: Hashable, Sendable {
    /// The name that the kernel reports.
    var name: String
    var identifier: String
  }

  /// The outputs by identifiers; the last line of each counts.
  private var outputs: [String: String] = [:]

  /// Reads the text of a configuration.
  init(_ text: String) {
    var variables: [(name: Substring, value: String)] = []
    /// The words before `{` of the enclosing blocks.
    var blocks: [[String]] = []
    for line in text.split(whereSeparator: \.isNewline) {
      var words = Self.words(of: line)
      guard let first = words.first, !first.hasPrefix("#") else { continue }
      if first == "set", words.count > 2 {
        variables.insert((Substring(words[1]), words[2...].joined(separator: " ")), at: 0)
        continue
      }
      for index in words.indices where words[index].hasPrefix("$") {
        if let variable = variables.first(where: { $0.name == words[index][...] }) { words[index] = variable.value }
      }
      if words == ["}"] {
        _ = blocks.popLast()
        continue
      }
      if words.last == "{" {
        blocks.append(Array(words.dropLast()))
        continue
      }
      let all = blocks.joined() + words
      guard all.count == 4, all[0] == "input", all[2] == "map_to_output" else { continue }
      outputs[all[1]] = all[3]
    }
  }

  /// The outputs of touchscreens by their names: of the most exact of the identifiers that include each.
  func outputs(of inputs: [Input]) -> [String: String] {
    var found: [String: String] = [:]
    for input in inputs {
      let output = outputs[input.identifier] ?? outputs["type:touch"] ?? outputs["*"]
      // Of all outputs, none is meant.
      if let output, output != "*" { found[input.name] = output }
    }
    return found
  }

  /// The words of a line, with quotation marks around those that have spaces.
  private static func words(of line: Substring) -> [String] {
    var words: [String] = []
    var (word, quote): (String?, Character?) = (nil, nil)
    for character in line {
      if character == quote {
        quote = nil
      } else if quote == nil, character == "\"" || character == "'" {
        quote = character
        word = word ?? ""
      } else if quote == nil, character.isWhitespace {
        if let word { words.append(word) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    if let word { words.append(word) }
    return words
  }
}
