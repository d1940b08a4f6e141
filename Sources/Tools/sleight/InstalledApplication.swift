import Glibc
import Linux

/// An application that is installed, by its desktop entry.
struct InstalledApplication: Hashable {
  /// The name of its entry, by which most of its windows are known.
  var id: String
  /// Its name for people.
  var name: String

  /// The maximum size of an entry that is read, in bytes.
  private static let longest = 64 << 10
  /// The maximum number of entries of a directory.
  private static let most = 2_000

  /// All applications, sorted; of several entries of the same name, the first is used (XDG Base Directory
  /// Specification).
  static var all: [InstalledApplication] {
    let system = Environment.value(of: "XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share"
    var found: [String: InstalledApplication] = [:]
    for directory in [UserDirectory.data.path].compactMap({ $0 }) + system.split(separator: ":").map(String.init)
    where directory.hasPrefix("/") {
      for name in names(inDirectory: "\(directory)/applications", limit: most) where name.hasSuffix(".desktop") {
        let id = String(name.dropLast(".desktop".count))
        guard found[id] == nil, let entry = entry(at: "\(directory)/applications/\(name)") else { continue }
        found[id] = InstalledApplication(id: entry["StartupWMClass"] ?? id, name: entry["Name"] ?? id)
        if entry["NoDisplay"] == "true" || entry["Hidden"] == "true" { found[id]?.name = "" }
      }
    }
    return found.values.filter { !$0.name.isEmpty }.sorted { $0.id < $1.id }
  }

  /// The keys of the group `Desktop Entry`, without those of other languages; nil if the file cannot be read.
  private static func entry(at path: String) -> [String: String]? {
    guard let file = try? Descriptor.open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY),
      let bytes = try? file.read(upTo: longest)
    else { return nil }
    var keys: [String: String] = [:]
    var isEntry = false
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      if line.hasPrefix("[") { isEntry = line == "[Desktop Entry]" }
      guard isEntry, let equals = line.firstIndex(of: "=") else { continue }
      // Keys have no blanks.
      let key = String(line[..<equals].prefix { $0 != " " })
      keys[key] = keys[key] ?? String(line[line.index(after: equals)...].drop { $0 == " " })
    }
    return keys
  }
}
