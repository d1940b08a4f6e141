internal import Text

/// Commands of rules, which are requests of hyprctl(1), in the language of the running Hyprland's configuration.
///
/// With hyprland.lua, `dispatch` takes an expression in Lua and refuses a dispatcher of hyprland.conf:
///
///     dispatch workspace e+1
///     dispatch hl.dsp.focus({ workspace = "e+1" })
///
/// Sources: Hyprland 0.56.2, src/config/legacy/DispatcherTranslator.cpp, for the meaning of the dispatchers; 0.57.0,
/// /usr/share/hypr/stubs/hl.meta.lua, and its answers, for the expressions (Tests/Desktops/hyprland-dispatchers).
public enum HyprlandCommand {
  public typealias Problem = CompositorRelease.Problem

  /// The prefix of several requests in one, separated by semicolons, at the socket. Of hyprctl it is an option.
  private static let batch = (socket: "[[BATCH]]", option: "--batch ")

  /// The text of a command on the wire: flags, a slash, then the arguments of hyprctl(1).
  /// - Parameter language: the language of the running Hyprland; nil, if unknown, leaves the command as it is.
  /// - Throws: `Problem` if the command has no counterpart in it.
  public static func request(
    for command: String, in language: CompositorRelease.Language?
  ) throws(Problem) -> String {
    guard let requests = batched(command) else {
      return "/" + (language == .lua ? try lua(command) : command)
    }
    guard language == .lua else { return batch.socket + requests }
    var translated: [String] = []
    for request in requests.split(separator: ";") { translated.append(try lua(request.trimmingBlanks)) }
    return batch.socket + translated.joined(separator: "; ")
  }

  /// The reason for which a Hyprland with a configuration in `language` refuses a command; nil if it takes it, as far
  /// as this can be recognised.
  public static func problem(with command: String, in language: CompositorRelease.Language) -> Problem? {
    do throws(Problem) {
      _ = try request(for: command, in: language)
    } catch {
      return error
    }
    guard language == .classic else { return nil }
    let hasLua = (batched(command) ?? command).split(separator: ";").contains { isLua($0.trimmingBlanks) }
    return hasLua ? Problem(description: "an expression in Lua requires hyprland.lua", form: nil) : nil
  }

  /// The requests of a batch; nil for a single command.
  private static func batched(_ command: String) -> String? {
    if command.hasPrefix(batch.socket) { return String(command.dropFirst(batch.socket.count)) }
    guard command.hasPrefix(batch.option) else { return nil }
    let requests = command.dropFirst(batch.option.count).trimmingBlanks
    // The quotes are for a shell.
    guard let quote = requests.first, quote == "\"" || quote == "'", requests.count > 1, requests.last == quote else {
      return requests
    }
    return String(requests.dropFirst().dropLast())
  }

  /// The request as a Hyprland that has loaded hyprland.lua takes it.
  private static func lua(_ command: String) throws(Problem) -> String {
    let (request, arguments) = command.cut(at: \.isWhitespace)
    switch request {
    case "dispatch":
      guard !isExpression(arguments) else { return command }
      return "dispatch \(try HyprlandDispatcher.expression(for: arguments))"
    case "keyword":
      throw Problem(description: "'keyword' requires hyprland.conf", form: "eval \(configCall(arguments))")
    default: return command
    }
  }

  /// True if a request is in Lua.
  private static func isLua(_ request: String) -> Bool {
    let (name, arguments) = request.cut(at: \.isWhitespace)
    return name == "eval" || name == "dispatch" && isExpression(arguments)
  }

  /// True for an expression in Lua, as opposed to a dispatcher and its arguments. The names of dispatchers have no
  /// brackets.
  private static func isExpression(_ arguments: String) -> Bool {
    let first = arguments.cut(at: \.isWhitespace).head
    return first.hasPrefix("hl.") || first.contains("(") || arguments.hasPrefix("function")
  }

  /// The call for a keyword: `hl.config({ general = { gaps_in = 5 } })` for `general:gaps_in 5`.
  private static func configCall(_ arguments: String) -> String {
    let (name, value) = arguments.cut(at: \.isWhitespace)
    let isLiteral = value == "true" || value == "false" || Double(value) != nil
    let names = name.isEmpty ? ["NAME"] : name.split(separator: ":")
    return "hl.config(" + names.map { "{ \($0) = " }.joined() + (isLiteral ? value : value.luaString)
      + String(repeating: " }", count: names.count) + ")"
  }
}

extension String {
  /// The text as a string of Lua.
  var luaString: String {
    "\"" + replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n") + "\""
  }
}

extension CompositorRelease.Language {
  /// That of hyprland.conf, the only one before 0.55 and none since 0.57.
  public static let classic = CompositorRelease.Language(file: "hyprland.conf")
  /// Lua, that of hyprland.lua, since 0.55.
  public static let lua = CompositorRelease.Language(file: "hyprland.lua")
}
