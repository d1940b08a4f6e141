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

  /// The arguments that this process was started with, without its name. Call it before anything else.
  public static let arguments: [String] = {
    guard let pointers = argumentPointers else { return Array(CommandLine.arguments.dropFirst()) }
    return pointers.map { String(cString: $0) }
  }()

  /// The first argument that is not UTF-8, with replacement characters: it names no file. Nil if there is none.
  public static var invalidArgument: String? {
    argumentPointers?.first { String(validatingCString: $0) == nil }.map { String(cString: $0) }
  }

  private static var argumentPointers: [UnsafeMutablePointer<CChar>]? {
    var pointer: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    let count = Int(sleight_arguments(&pointer))
    guard count >= 0, let pointer else { return nil }
    return (0..<count).dropFirst().compactMap { pointer[$0] }
  }

  /// The path of this program's executable, without symbolic links; nil if /proc is not mounted.
  public static var programPath: String? { realPath("/proc/self/exe") }

  /// True if a directory in PATH has a program of this name.
  public static func isInPath(_ name: String) -> Bool {
    // execvp(3): without PATH, there is a default.
    (value(of: "PATH") ?? "/bin:/usr/bin").split(separator: ":").contains { access("\($0)/\(name)", X_OK) == 0 }
  }

  /// The names in a value of XDG_CURRENT_DESKTOP, in lower case, the most specific first: `ubuntu:GNOME` has two.
  public static func desktopNames(in value: String?) -> [String] {
    (value ?? "").lowercased().split(separator: ":").map(String.init)
  }

  /// The desktop's name for people in a value of XDG_CURRENT_DESKTOP: `labwc` in `labwc:wlroots`, and `GNOME` in
  /// `ubuntu:GNOME`, since distributions precede it in lower case.
  public static func desktopName(in value: String?) -> String? {
    let names = (value ?? "").split(separator: ":")
    return (names.first { $0.contains(where: \.isUppercase) } ?? names.first).map(String.init)
  }

  /// The value of the variable `name`; nil if it is not set.
  public static func value(of name: String) -> String? { getenv(name).map { String(cString: $0) } }
}

/// A directory for the user's files of all programs (XDG Base Directory Specification), by its variable.
public enum UserDirectory: String, Sendable {
  case configuration = "XDG_CONFIG_HOME"
  case data = "XDG_DATA_HOME"
  case state = "XDG_STATE_HOME"

  /// Its path; nil if it is unknown. The specification requires that relative paths in the variables are ignored.
  public var path: String? {
    if let path = Environment.value(of: rawValue), path.hasPrefix("/") { return path }
    guard let home = Environment.value(of: "HOME"), !home.isEmpty else { return nil }
    return "\(home)/\(usual)"
  }

  /// Its place in the home directory, if the variable is not set.
  private var usual: String {
    switch self {
    case .configuration: ".config"
    case .data: ".local/share"
    case .state: ".local/state"
    }
  }
}

/// Environment variables in one buffer, as execve(2) takes them, so that no strings are created between here and the
/// new process.
public struct EnvironmentVariables: Hashable, Sendable {
  /// The variables as `NAME=value`, each followed by a NUL.
  public private(set) var bytes: [UInt8] = []
  /// The offset of each variable in `bytes`.
  private(set) var starts: [Int] = []

  /// An empty list.
  public init() {
    bytes.reserveCapacity(1024)
    starts.reserveCapacity(32)
  }

  /// Variables in the format of `bytes`.
  /// - Returns: nil if the last one has no NUL.
  public init?(terminated bytes: some Collection<UInt8>) {
    self.bytes = Array(bytes)
    guard self.bytes.last.map({ $0 == 0 }) ?? true else { return nil }
    var start = 0
    for index in self.bytes.indices where self.bytes[index] == 0 {
      starts.append(start)
      start = index + 1
    }
  }

  /// Appends a variable. It must not be in the list yet. NULs are removed from the value, since they would end it.
  /// - Parameter limit: the maximum length of the value in bytes; a character that does not fit is left out as a whole.
  public mutating func set(_ name: StaticString, to value: String, limit: Int = .max) {
    set(name) { bytes in
      if value.utf8.count <= limit {
        bytes.append(contentsOf: value.utf8)
      } else {
        var room = limit
        let fitting = value.prefix { character in
          room -= character.utf8.count
          return room >= 0
        }
        bytes.append(contentsOf: fitting.utf8)
      }
      return true
    }
  }

  /// Appends a variable as above, whose value `append` appends to the bytes that it is given; none if it returns false.
  public mutating func set(_ name: StaticString, by append: (inout [UInt8]) -> Bool) {
    let start = bytes.count
    bytes.append(contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
    bytes.append(UInt8(ascii: "="))
    let value = bytes.count
    guard append(&bytes) else { return bytes.removeLast(bytes.count - start) }
    if bytes[value...].contains(0) { bytes[value...].removeAll { $0 == 0 } }
    bytes.append(0)
    starts.append(start)
  }

  /// The variables, each as `NAME=value`.
  public var entries: [String] {
    starts.map { start in String(decoding: bytes[start...].prefix { $0 != 0 }, as: UTF8.self) }
  }
}
