internal import CLinux
internal import Glibc

/// The environment that this process was started with. Sleight never changes it.
public enum Environment {
  /// All entries, each as `NAME=value`.
  public static func all() -> [String] {
    var entries: [String] = []
    var next = sleight_environment()
    while let entry = next?.pointee {
      entries.append(String(cString: entry))
      next = next?.advanced(by: 1)
    }
    return entries
  }

  /// The value of the variable `name`; nil if it is not set.
  public static func value(of name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
