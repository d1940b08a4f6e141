internal import Glibc
internal import Linux

/// The processes that run a daemon for this user, whether it listens or not.
enum DaemonProcesses {
  /// Their numbers. One with another home is another desktop's, as of a user who has several.
  static func all() -> [Int] {
    names(inDirectory: "/proc").compactMap { Int($0) }.filter { isDaemon("/proc/\($0)") }.sorted()
  }

  private static func isDaemon(_ directory: String) -> Bool {
    var status = stat()
    guard stat(directory, &status) == 0, status.st_uid == getuid() else { return false }
    let arguments = strings("\(directory)/cmdline")
    guard arguments.count > 1, arguments[1] == "run", arguments[0].split(separator: "/").last == "sleight" else {
      return false
    }
    let home = Environment.value(of: "HOME").map { "HOME=\($0)" }
    return strings("\(directory)/environ").first { $0.hasPrefix("HOME=") } == home
  }

  /// The strings of a file that ends each by a NUL.
  private static func strings(_ path: String) -> [String] {
    guard let bytes = try? Descriptor.open(path, O_RDONLY).readToEnd() else { return [] }
    return bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }
}
