/// The rules files that are checked: the open documents that no other one includes, and the user's file, if that
/// includes an open document.
struct CheckQueue {
  /// A rules file, and what its last check found.
  struct Root {
    /// The paths of the files that belong to it.
    var paths: Set<String> = []
    /// The directories that were searched for them.
    var directories: Set<String> = []
    /// The messages about each file.
    var messages: [String: [PlacedDiagnostic]] = [:]
    /// The memory of its checks.
    var memory = SharedMemory()
    /// True if its next check is of changes alone, which takes little time.
    var isKept = false
  }

  /// The rules files by the paths of their main files.
  private(set) var roots: [String: Root] = [:]
  /// Those that are to be checked, in order.
  private(set) var waiting: [String] = []

  var isEmpty: Bool { waiting.isEmpty }

  /// Queues a check, of a file that may be new.
  mutating func add(_ root: String) {
    if roots[root] == nil { roots[root] = Root() }
    if !waiting.contains(root) { waiting.append(root) }
  }

  /// Queues a check of each rules file that a file belongs to.
  mutating func addRoots(of path: String) {
    for (name, root) in roots where name == path || root.paths.contains(path) { add(name) }
  }

  mutating func removeFirst() -> String? { waiting.isEmpty ? nil : waiting.removeFirst() }

  mutating func remove(_ root: String) {
    roots[root] = nil
    waiting.removeAll { $0 == root }
  }

  /// Stores what a check found.
  /// - Parameters:
  ///   - paths: the paths of its files.
  ///   - directories: those that were searched for them.
  ///   - messages: the messages about each file.
  mutating func finish(
    _ root: String, paths: Set<String>, directories: Set<String>, messages: [String: [PlacedDiagnostic]]
  ) {
    roots[root]?.paths = paths
    roots[root]?.directories = directories
    roots[root]?.messages = messages
  }

  /// Notes if the next check of a rules file is of changes alone.
  mutating func note(_ root: String, isKept: Bool) { roots[root]?.isKept = isKept }

  /// The rules file that a file is, or else belongs to; nil if none is known.
  func root(of path: String) -> String? {
    roots[path] != nil ? path : roots.keys.sorted().first { roots[$0]?.paths.contains(path) == true }
  }

  /// True if a file belongs to another rules file.
  func isIncluded(_ path: String) -> Bool {
    roots.contains { $0.key != path && $0.value.paths.contains(path) }
  }

  /// The messages about a file, each once.
  func messages(about path: String) -> [PlacedDiagnostic] {
    var known: Set<PlacedDiagnostic> = []
    return roots.sorted { $0.key < $1.key }.flatMap { $0.value.messages[path] ?? [] }.filter {
      known.insert($0).inserted
    }
  }

  /// Changes the messages about a file.
  mutating func change(_ path: String, _ change: ([PlacedDiagnostic]) -> [PlacedDiagnostic]) {
    for name in roots.keys {
      if let messages = roots[name]?.messages[path] { roots[name]?.messages[path] = change(messages) }
    }
  }
}
