/// A tool whose configuration can be read.
public enum ImportKind: String, CaseIterable, Hashable, Sendable {
  /// libinput-gestures.conf
  case libinputGestures = "libinput-gestures"
  /// touchegg.conf, of version 1 and of version 2
  case touchegg
  /// Fusuma's config.yml
  case fusuma
  /// gebaard.toml
  case gebaar
  /// A lisgd command line, in a script or by itself, or its config.h
  case lisgd
  /// comfortable-swipe.conf
  case comfortableSwipe = "comfortable-swipe"

  /// How the tool writes itself.
  var toolName: String {
    switch self {
    case .libinputGestures, .lisgd, .comfortableSwipe: rawValue
    case .touchegg: "Touchégg"
    case .fusuma: "Fusuma"
    case .gebaar: "Gebaar"
    }
  }
}

extension ImportKind {
  /// The kind of a configuration, by what stands in it, then by its name; nil where neither tells.
  init?(recognising source: ImportSource) {
    if let kind = Self.byContent(source) ?? Self.byName(source.shortName.lowercased()) {
      self = kind
    } else {
      return nil
    }
  }

  private static func byContent(_ source: ImportSource) -> ImportKind? {
    var isYAML = false
    for line in source.lines {
      let line = line.bare
      if line.hasPrefix("<touch") { return .touchegg }
      if line.hasPrefix("Gesture gestures[]") || line.hasPrefix("unsigned int distancethreshold") { return .lisgd }
      let words = line.words
      if let first = words.first, ["gesture", "gesture:"].contains(first), words.count > 2 { return .libinputGestures }
      if isLisgd(words) { return .lisgd }
      // The expression takes a hundred times as long as all else here.
      if line.contains("-g"), line.contains(/-g["']?,?\s*["']\d+,[UDLR]{2,4},/) { return .lisgd }
      if LineConfiguration.swipe(line) != nil { return .comfortableSwipe }
      if line.hasPrefix("["), GebaarImport.tables.contains(where: line.contains) { return .gebaar }
      if ["swipe:", "pinch:", "rotate:"].contains(where: { line == $0 || line.hasPrefix($0 + " ") }) { isYAML = true }
      // Fusuma has the fingers or the direction below the gesture.
      if isYAML, line.wholeMatch(of: /["']?([2-5]|left|right|up|down|in|out)["']?:.*/) != nil { return .fusuma }
    }
    return nil
  }

  private static func isLisgd(_ words: [String]) -> Bool {
    guard let program = words.firstIndex(where: { $0 == "lisgd" || $0.hasSuffix("/lisgd") }) else { return false }
    return words[..<program].allSatisfy { !$0.hasPrefix("#") } && words[program...].contains { $0.hasPrefix("-") }
  }

  private static func byName(_ name: String) -> ImportKind? {
    let parts: [(String, ImportKind)] = [
      ("libinput-gestures", .libinputGestures), ("touchegg", .touchegg), ("fusuma", .fusuma), ("gebaar", .gebaar),
      ("lisgd", .lisgd), ("comfortable-swipe", .comfortableSwipe),
    ]
    return parts.first { name.contains($0.0) }?.1
  }

  /// What to say of a configuration that is of none of the kinds.
  static func unknown(_ source: ImportSource) -> ImportError {
    let list = allCases.map(\.rawValue).joined(separator: ", ")
    guard let tool = UnreadTool(recognising: source) else {
      return ImportError("whose configuration this is cannot be told; say --from with one of \(list)")
    }
    return ImportError(
      "this looks like a configuration of \(tool.rawValue), which is not read; those that are: \(list)")
  }
}
