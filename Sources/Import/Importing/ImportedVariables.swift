internal import Desktop
internal import Rules

/// A variable of the shell, after backslashes.
private let variable = /(\\*)\$\{?([A-Za-z_]\w*)/

/// The variables of a configuration, such as `set $menu fuzzel` of sway.
struct ImportedVariables {
  private var values: [String: String] = [:]

  private static let maxCount = 1_000
  private static let maxLength = 4_096

  /// Sets the variable `name`, which begins with '$'. Variables in its value are replaced.
  mutating func set(_ name: String, _ value: String) {
    let value = expanded(value)
    if values.count < Self.maxCount, value.utf8.count <= Self.maxLength { values[String(name.dropFirst())] = value }
  }

  /// The variables in a command that it does not set itself and that the session does not set usually.
  static func missing(in command: String) -> [String] {
    guard command.contains("$") else { return [] }
    var names: [String] = []
    for match in command.matches(of: variable) where match.1.count % 2 == 0 {
      let name = String(match.2)
      guard !names.contains(name), !usual.contains(name), !name.hasPrefix("XDG_"), !name.hasPrefix("SLEIGHT_"),
        !command.contains("\(name)="), !command.contains("for \(name) "), !command.contains("read \(name)")
      else { continue }
      names.append(name)
    }
    return names
  }

  /// The variables of a login session, and those of a compositor's socket.
  private static let usual = Set([
    "HOME", "USER", "LOGNAME", "PATH", "PWD", "SHELL", "LANG", "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY",
    "DBUS_SESSION_BUS_ADDRESS",
  ]).union(DesktopKind.withSocket.flatMap { $0.socket?.variables ?? [] })

  /// `text` with each variable replaced by its value; other words with '$' stay. The longest name counts: `$menu` is not
  /// `$me`, followed by "nu".
  func expanded(_ text: String) -> String {
    guard !values.isEmpty, text.contains("$") else { return text }
    var result = ""
    var rest = text[...]
    while let sign = rest.firstIndex(of: "$") {
      result += rest[..<sign]
      rest = rest[rest.index(after: sign)...]
      var name = rest.prefix(64).prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
      while !name.isEmpty, values[String(name)] == nil { name.removeLast() }
      guard let value = values[String(name)], result.utf8.count < 100_000 else {
        result += "$"
        continue
      }
      result += value
      rest = rest[name.endIndex...]
    }
    return result + rest
  }
}
