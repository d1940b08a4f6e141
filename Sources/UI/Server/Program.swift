import Foundation

/// A program of the desktop's menu, by its desktop entry (Desktop Entry Specification 1.5).
struct Program: Encodable, Sendable {
  /// Its name for people.
  var name: String
  /// The command that starts it, without files to open.
  var command: String
  /// The name by which its windows are known.
  var app: String

  /// All programs, by their names. Of several entries with one name, the first directory's is used.
  static var all: [Program] {
    let variables = ProcessInfo.processInfo.environment
    let home = variables["XDG_DATA_HOME"] ?? "\(variables["HOME"] ?? "")/.local/share"
    let system = variables["XDG_DATA_DIRS"] ?? "/usr/local/share:/usr/share"
    var found: [String: Program?] = [:]
    for directory in [home] + system.split(separator: ":").map(String.init) where directory.hasPrefix("/") {
      let folder = "\(directory)/applications"
      for file in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      where file.hasSuffix(".desktop") && found[file] == nil {
        found[file] = .some(Program(file, in: folder))
      }
    }
    return found.values.compactMap { $0 }.sorted { $0.name.lowercased() < $1.name.lowercased() }
  }

  /// - Returns: nil if it is no program of the menu, or runs in a terminal.
  private init?(_ file: String, in folder: String) {
    guard let text = try? String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8), text.utf8.count <= 1 << 16
    else { return nil }
    var keys: [Substring: String] = [:]
    var isEntry = false
    for line in text.split(separator: "\n") {
      if line.hasPrefix("[") { isEntry = line == "[Desktop Entry]" }
      guard isEntry, let equals = line.firstIndex(of: "=") else { continue }
      let key = line[..<equals].prefix { $0 != " " }
      keys[key] = keys[key] ?? String(line[line.index(after: equals)...].drop { $0 == " " })
    }
    guard let name = keys["Name"], let line = keys["Exec"], keys["Type"] == "Application",
      keys["NoDisplay"] != "true", keys["Hidden"] != "true", keys["Terminal"] != "true"
    else { return nil }
    // Words such as %U stand for files; %% is a percent sign.
    let words = line.split(separator: " ").filter { $0.count != 2 || !$0.hasPrefix("%") || $0 == "%%" }
    self.name = name
    command = words.joined(separator: " ").replacingOccurrences(of: "%%", with: "%")
    app = keys["StartupWMClass"] ?? String(file.dropLast(".desktop".count))
  }
}
