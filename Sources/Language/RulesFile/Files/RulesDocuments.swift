package import Diagnostics
internal import Glibc
internal import YAML

/// One of the files that contain rules.
struct RulesDocument {
  /// The file's number in `SourceFiles`.
  var number: Int
  /// The file's keys.
  var fields: Fields
}

/// The state of including: the files that were read and looked for.
package struct RulesDocuments {
  /// The largest number of files that belong together.
  package static let mostFiles = 100
  /// The largest depth of including, counting the main file.
  package static let mostLevels = 16
  /// The largest number of directories that are searched for paths with wildcards.
  static let mostDirectories = 1_000
  /// The largest number of names in these directories.
  static let mostNames = 100_000
  /// The largest number of paths under `include`, which may be missing or wildcards that match no file.
  static let mostPaths = 1_000
  /// The number of missing files for which a similar name is searched in the directory.
  static let mostMissing = 10

  /// A file that is being read, and the location that includes it.
  package struct Step {
    package var path: String
    package var identity: String?
    /// The location of the path in the including file; nil for the main file.
    var location: Span?

    package init(path: String, identity: String?, location: Span? = nil) {
      (self.path, self.identity, self.location) = (path, identity, location)
    }
  }

  /// Access to the files.
  package let files: IncludedFiles
  /// The files that were read, in order.
  var sources: SourceFiles
  /// The files that are mappings, in the same order.
  var all: [RulesDocument] = []
  /// The path from the main file to the file that is being read.
  package var chain: [Step]
  /// The location that included each file first, by the file's identity.
  var included: [String: Span] = [:]
  /// All paths under `include` so far.
  var listed: Set<String> = []
  /// All paths that were read or looked for.
  var paths: [String]
  /// All directories that were searched.
  var directories: [String] = []
  /// The total size of all files, in bytes.
  package var size: Int
  /// The number of values in all files.
  var count = 0
  /// The number of paths under `include` so far.
  var pathCount = 0
  /// The number of missing files for which a similar name was searched.
  var missingCount = 0
  /// The number of directories searched so far.
  private var searched = 0
  /// The number of names found in them.
  private var nameCount = 0
  /// True if there are too many files, and this was reported.
  var isFull = false

  /// Starts with the main file alone.
  package init(_ main: SourceFile, _ files: IncludedFiles) {
    self.files = files
    sources = SourceFiles(main)
    chain = [Step(path: main.name, identity: files.identity(main.name), location: nil)]
    paths = [main.name]
    size = main.bytes.count
  }

  /// The directory that relative paths in the file being read start from.
  package var directory: String { IncludedFiles.directory(of: chain.last?.path ?? "") }

  /// True if the file was read already, or is being read.
  package func isRead(_ identity: String) -> Bool {
    included[identity] != nil || chain.contains { $0.identity == identity }
  }

  /// The paths that a path with wildcards matches, sorted by name; nil if too many directories would have to be
  /// searched.
  package mutating func find(_ pattern: String) -> [String]? {
    var rest = pattern.split(separator: "/").map(String.init)[...]
    var found = [directory]
    if pattern.hasPrefix("/") { found = ["/"] }
    if pattern.hasPrefix("~/"), let home = files.home {
      found = [home]
      rest.removeFirst()
    }
    for name in rest where name != "." {
      guard PathPattern.isPattern(name) else {
        found = found.map { IncludedFiles.join($0, name) }
        continue
      }
      searched += found.count
      guard searched <= Self.mostDirectories else { return nil }
      directories += found.map { $0.isEmpty ? "." : $0 }
      var matches: [String] = []
      for directory in found {
        let names = files.names(directory)
        nameCount += names.count
        guard nameCount <= Self.mostNames else { return nil }
        matches += PathPattern.matches(of: name, among: names).sorted().map { IncludedFiles.join(directory, $0) }
      }
      found = matches
    }
    return found.filter { files.identity($0) != nil }
  }
}

/// File names with wildcards, as in glob(7): `*` for any characters, `?` for one, `[a-c]` for one of these and `[!a-c]`
/// for any other one. Wildcards do not match a dot at the beginning of a name.
package enum PathPattern {
  /// The encoding of names: UTF-8, whatever the user's locale. The program itself runs in the C locale, where `?` would
  /// stand for one byte. Safe to share: it is never changed.
  private nonisolated(unsafe) static let utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", nil)

  /// True if `text` has wildcards.
  package static func isPattern(_ text: String) -> Bool {
    text.unicodeScalars.contains { "*?[".unicodeScalars.contains($0) }
  }

  /// The `names` that `pattern` matches. A `[` that is never closed stands for itself, and so does a backslash.
  static func matches(of pattern: String, among names: [String]) -> [String] {
    let locale = uselocale(utf8)
    defer { uselocale(locale) }
    return names.filter { fnmatch(pattern, $0, FNM_PERIOD | FNM_NOESCAPE) == 0 }
  }
}
