internal import Foreign
internal import Text

/// `name =` or `name = value;` in a set of attributes.
private let attribute = WholePattern(
  #"\s*(([[:alnum:]_+-]+|"[^"]*")(\.([[:alnum:]_+-]+|"[^"]*"))*)\s*=\s*(.*)"#)

/// `name = value;` inside of braces on one line.
private let innerAttribute = TextPattern(#"([[:alnum:]_+-]+|"[^"]*")\s*=\s*("[^"]*"|[^;"]+);"#)

/// A configuration in a file in the Nix language.
enum NixText {
  /// The lines of the multi-line strings (`''`) that are of this kind, or of the first string if none is; or else, of
  /// Fusuma's settings in Home Manager as YAML. All lines of any other file, and of Hyprland's settings.
  static func content(of source: ImportSource, _ kind: ImportKind) -> ImportSource {
    guard source.shortName.hasSuffix(".nix"), kind != .hyprland else { return source }
    if kind == .fusuma, let settings = settings(in: source) { return settings }
    let strings = strings(in: source)
    let own = strings.filter { ImportKind.byContent(source.keeping($0)) == kind }
    let kept = own.isEmpty ? Array(strings.prefix(1)) : kind == .sway ? own : Array(own.prefix(1))
    guard !kept.isEmpty else { return source }
    return source.keeping { line in kept.contains { $0.contains(line) } }
  }

  /// The lines of the multi-line strings.
  private static func strings(in source: ImportSource) -> [ClosedRange<Int>] {
    var strings: [ClosedRange<Int>] = []
    var start: Int?
    for (index, line) in source.lines.enumerated() {
      let text = line.trimmed
      if let first = start {
        guard text.hasPrefix("''"), !text.hasPrefix("''$"), !text.hasPrefix("'''") else { continue }
        if index > first { strings.append(first + 1...index) }
        start = nil
      } else if text.hasSuffix("''"), text.contains("=") || text == "''" || text.contains("+") {
        start = index + 1
      }
    }
    return strings
  }

  /// Home Manager's `services.fusuma.settings` as YAML, with the same lines; nil if there are none.
  private static func settings(in source: ImportSource) -> ImportSource? {
    var depth = 0
    var lines: [String] = []
    var isInside = false
    for line in source.lines {
      let code = line.trimmed.hasPrefix("#") ? "" : line
      let opens = code.hasSuffix("{")
      if !isInside {
        isInside = opens && code.contains("settings") && code.contains("=")
        lines.append(isInside ? "{" : "")
        depth = isInside ? 1 : 0
        continue
      }
      guard let match = code.wholeMatch(of: attribute), let path = match[1], let value = match[5]?.trimmed else {
        if code.trimmed.hasPrefix("}") {
          depth -= 1
          lines.append(depth > 0 ? "}," : "}")
          if depth == 0 { break }
        } else {
          lines.append(code.isEmpty ? line : "")
        }
        continue
      }
      // `left.command = "x";` is `left: {command: "x"},`.
      let names = path.split(separator: ".")
      let head = names.map { "\($0): " }.joined(separator: "{")
      if value == "{" {
        guard names.count == 1 else { return nil }
        depth += 1
        lines.append(head + "{")
      } else {
        let text = (value.hasSuffix(";") ? String(value.dropLast()) : value)
          .replacing(innerAttribute) { "\($0[1] ?? ""): \($0[2] ?? "")," }
        lines.append(head + text + String(repeating: "}", count: names.count - 1) + ",")
      }
    }
    return isInside ? source.replacing(lines) : nil
  }
}
