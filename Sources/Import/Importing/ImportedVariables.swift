internal import Desktop
internal import Foreign
internal import Rules
internal import Text

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
    var names: [String] = []
    for (name, _) in uses(in: command) {
      guard !names.contains(name), !usual.contains(name), !name.hasPrefix("XDG_"), !name.hasPrefix("SLEIGHT_"),
        !command.contains("\(name)="), !command.contains("for \(name) "), !command.contains("read \(name)")
      else { continue }
      names.append(name)
    }
    return names
  }

  /// The names of the shell's variables in a command, and where they are: `$name` or `${name}`, not behind a backslash.
  static func uses(in command: String) -> [(name: String, range: Range<String.Index>)] {
    var uses: [(name: String, range: Range<String.Index>)] = []
    var rest = command[...]
    while let sign = rest.firstIndex(of: "$") {
      let isEscaped = !command[..<sign].reversed().prefix { $0 == "\\" }.count.isMultiple(of: 2)
      var behind = command[sign...].dropFirst()
      let isBraced = behind.first == "{"
      if isBraced { behind.removeFirst() }
      let name = String(command.unicodeScalars[behind.startIndex...].prefix(while: \.isNamePart))
      rest = behind.dropFirst(name.count)
      if isBraced, rest.first == "}" { rest.removeFirst() }
      if !isEscaped, let first = name.first, !first.isNumber { uses.append((name, sign..<rest.startIndex)) }
    }
    return uses
  }

  /// The variables of a login session, and those of a compositor's socket.
  private static let usual = Set([
    "HOME", "USER", "LOGNAME", "PATH", "PWD", "SHELL", "LANG", "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY",
    "DBUS_SESSION_BUS_ADDRESS",
  ]).union(DesktopKind.withSocket.flatMap { $0.socket?.variables ?? [] })

  /// `text` with each variable replaced by its value; other words with '$' stay. The longest name counts: `$menu` is
  /// not `$me`, followed by "nu".
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
