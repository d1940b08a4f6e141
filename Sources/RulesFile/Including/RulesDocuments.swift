internal import Diagnostics
internal import Glibc
internal import YAML

/// One of the files that rules stand in.
struct RulesDocument {
  /// Its number in `SourceFiles`.
  var number: Int
  /// The keys that it has.
  var fields: Fields
}

/// The files that were read and looked for, while one leads to the next.
struct RulesDocuments {
  /// So many files may belong together.
  static let mostFiles = 100
  /// So many may lead one to another: the main file is the first.
  static let mostLevels = 16
  /// So many directories are searched for one path with wildcards.
  static let mostDirectories = 1_000

  /// A file that is being read, and where it is included.
  struct Step {
    var path: String
    var identity: String?
    /// Nil for the main file.
    var place: Span?
  }

  /// Where files are asked for.
  let files: IncludedFiles
  /// What was read, in order.
  var sources: SourceFiles
  /// Those that are mappings, in the same order.
  var all: [RulesDocument] = []
  /// The way from the main file to the one that is being read.
  var chain: [Step]
  /// Where each file was included first, by its identity.
  var included: [String: Span] = [:]
  /// Every file that was read or looked for.
  var paths: [String]
  /// Every directory that was searched.
  var directories: [String] = []
  /// How large all files are.
  var size: Int
  /// Whether there are too many of them, and that was said.
  var isFull = false

  /// The main file alone.
  init(_ main: SourceFile, _ files: IncludedFiles) {
    self.files = files
    sources = SourceFiles(main)
    chain = [Step(path: main.name, identity: files.identity(main.name), place: nil)]
    paths = [main.name]
    size = main.bytes.count
  }

  /// The directory from which the paths are meant that stand in the file that is being read.
  var directory: String { IncludedFiles.directory(of: chain.last?.path ?? "") }

  /// Whether a file was read already, or is being read.
  func isRead(_ identity: String) -> Bool {
    included[identity] != nil || chain.contains { $0.identity == identity }
  }

  /// The paths of what a path with wildcards stands for, sorted by name; nil where too many directories would have to be
  /// searched.
  mutating func find(_ pattern: String) -> [String]? {
    var rest = pattern.split(separator: "/").map(String.init)[...]
    var found = [directory]
    if pattern.hasPrefix("/") { found = ["/"] }
    if pattern.hasPrefix("~/"), let home = files.home {
      found = [home]
      rest.removeFirst()
    }
    var searched = 0
    for name in rest where name != "." {
      guard PathPattern.isPattern(name) else {
        found = found.map { IncludedFiles.join($0, name) }
        continue
      }
      searched += found.count
      guard searched <= Self.mostDirectories else { return nil }
      directories += found.map { $0.isEmpty ? "." : $0 }
      found = found.flatMap { directory in
        PathPattern.matches(of: name, among: files.names(directory)).sorted().map { IncludedFiles.join(directory, $0) }
      }
    }
    return found.filter { files.identity($0) != nil }
  }
}

/// File names with wildcards, as in glob(7): `*` for any characters, `?` for one, `[a-c]` for one of these and `[!a-c]`
/// for one that is none of these. A dot at the beginning of a name stands for itself only.
enum PathPattern {
  /// The encoding of names: UTF-8, whatever the user's locale. The program itself runs in the C locale, where `?` would
  /// stand for one byte.
  private nonisolated(unsafe) static let utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", nil)

  /// True if `text` has wildcards.
  static func isPattern(_ text: String) -> Bool { text.unicodeScalars.contains { "*?[".unicodeScalars.contains($0) } }

  /// The `names` that `pattern` matches. A `[` that is never closed stands for itself, and so does a backslash.
  static func matches(of pattern: String, among names: [String]) -> [String] {
    let locale = uselocale(utf8)
    defer { uselocale(locale) }
    return names.filter { fnmatch(pattern, $0, FNM_PERIOD | FNM_NOESCAPE) == 0 }
  }
}
