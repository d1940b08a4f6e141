internal import Diagnostics
internal import Foreign
internal import RulesFile

/// Parses the gestures of hyprland.lua: calls of `hl.gesture`, `hl.plugin.hyprgrass.bind` and
/// `hl.plugin.hyprgrass.gesture`, whose argument is a table.
struct HyprlandLua {
  private var tokens: ArraySlice<LuaToken>
  private var index = 0
  /// The number of calls that contain the tokens.
  private var depth = 0
  private var statements: [HyprlandStatement] = []
  /// The functions and tables of Hyprland that variables stand for: `local grass = hl.plugin.hyprgrass`.
  private(set) var aliases: [String: String] = [:]
  /// The values of variables that are assigned once.
  private(set) var variables: [String: Value] = [:]
  /// The texts of the keys of tables; nil for one that has several.
  private(set) var fields: [String: String?] = [:]
  /// The functions of tables by their names, as the texts.
  private(set) var functions: [String: LuaFunction?] = [:]

  /// A value in a table.
  indirect enum Value {
    case text(String)
    case table([(key: String, value: Value)])
    case function(LuaFunction)
    /// Any other expression, by its tokens.
    case expression(ArraySlice<LuaToken>)

    var text: String? { if case .text(let text) = self { text } else { nil } }
    var function: LuaFunction? { if case .function(let function) = self { function } else { nil } }
    var isTrue: Bool { if case .text("true") = self { true } else { false } }

    /// The keys of a table, each once.
    var keys: [String] {
      guard case .table(let entries) = self else { return [] }
      var keys: [String] = []
      for entry in entries where !entry.key.isEmpty && keys.count < 100 && !keys.contains(entry.key) {
        keys.append(entry.key)
      }
      return keys
    }

    subscript(key: String) -> Value? {
      guard case .table(let entries) = self else { return nil }
      return entries.last { $0.key == key }?.value
    }
  }

  static func read(
    _ source: ImportSource
  ) -> (statements: [HyprlandStatement], comments: [SourceComment], openers: Set<Int>) {
    let (tokens, comments) = LuaTokens.read(source.text)
    var reader = HyprlandLua(tokens: replacingEnvironment(in: tokens)[...])
    reader.readStatements()
    return (reader.statements, comments, [])
  }

  /// The tokens with `$HOME` for `os.getenv("HOME")`, which the shell of a command replaces.
  private static func replacingEnvironment(in tokens: [LuaToken]) -> [LuaToken] {
    var result: [LuaToken] = []
    for token in tokens {
      result.append(token)
      let call = result.suffix(6)
      guard token.isSymbol(")"), call.map(\.text).prefix(4) == ["os", ".", "getenv", "("], call.count == 6 else {
        continue
      }
      var name = call[call.endIndex - 2]
      guard name.kind == .string else { continue }
      name.text = "$\(name.text)"
      result.replaceSubrange(call.indices, with: [name])
    }
    return result
  }

  /// The keys of the table of a gesture.
  private static let keys: Set = [
    "fingers", "direction", "action", "mods", "mod", "scale", "pattern", "gesture", "mouse", "locked", "mode",
    "workspace_name", "emulate_fingers", "emulate_direction",
  ]

  private init(tokens: ArraySlice<LuaToken>) { self.tokens = tokens }

  private func token(at offset: Int = 0) -> LuaToken? {
    tokens.indices.contains(index + offset) ? tokens[index + offset] : nil
  }

  /// True if the token is this symbol.
  private func isSymbol(_ text: String, at offset: Int = 0) -> Bool { token(at: offset)?.isSymbol(text) == true }

  // MARK: Statements

  private mutating func readStatements() {
    while let token = token() {
      if let call = call, let end = readCall(call) {
        index = end
      } else if ["require", "dofile"].contains(token.text), token.kind == .name, let path = constantArgument {
        statements.append(
          HyprlandStatement(lines: token.line...token.line, content: .include(path, by: token.text)))
        index += 1
      } else if token.isName("function"), self.token(at: 1)?.kind == .name {
        index += 2
        let isField = isSymbol(".")
        while isSymbol(".") { index += 2 }
        if isSymbol("("), let name = self.token(at: -1)?.text { define(name, function(), isField: isField) }
      } else if readOwnCall() {
        continue
      } else if token.kind == .name, isSymbol("=", at: 1) {
        readAssignment(token.text, line: token.line)
      } else {
        index += 1
      }
    }
  }

  /// Reads the call of a function of the configuration that defines gestures; false if there is none.
  private mutating func readOwnCall() -> Bool {
    guard depth < Self.maxCallDepth,
      let (body, end) = bodyOfCall(at: index, in: tokens, limit: min(rereads, Self.maxExpression))
    else { return false }
    var inner = self
    (inner.tokens, inner.index, inner.statements, inner.depth) = (body[...], 0, [], depth + 1)
    inner.rereads -= body.count
    inner.readStatements()
    rereads = inner.rereads
    let lines = tokens[index].line...max(tokens[index].line, tokens[end - 1].line)
    statements += inner.statements.map { .init(lines: lines, content: $0.content) }
    index = end
    return true
  }

  /// The name of the called function at the current token, such as `hl.gesture`, and the index behind it.
  private var call: (name: String, end: Int)? {
    guard let first = token(), first.kind == .name, !isSymbol(".", at: -1),
      var name = first.text == "hl" ? "hl" : aliases[first.text]
    else { return nil }
    var end = index + 1
    while end + 1 < tokens.endIndex, tokens[end].isSymbol("."), tokens[end + 1].kind == .name {
      name += "." + tokens[end + 1].text
      end += 2
    }
    return (name, end)
  }

  /// The argument of a call with one string; nil for any other call.
  private var constantArgument: String? {
    let isOpen = isSymbol("(", at: 1)
    guard let argument = token(at: isOpen ? 2 : 1), argument.kind == .string else { return nil }
    return argument.text
  }

  /// Reads the arguments of a call that defines a gesture; nil for any other call.
  private mutating func readCall(_ call: (name: String, end: Int)) -> Int? {
    let start = index
    guard
      ["hl.gesture", "hl.plugin.gesture", "hl.plugin.hyprgrass.gesture", "hl.plugin.hyprgrass.bind"]
        .contains(call.name)
    else { return nil }
    index = call.end
    let isCall = isSymbol("(")
    if isCall { index += 1 }
    guard isSymbol("{") else {
      if isCall {
        let line = tokens[start].line
        statements.append(HyprlandStatement(lines: line...line, content: .problem("requires a table of constants")))
        return index
      }
      index = start
      return nil
    }
    let table = table(depth: 0)
    let lines = tokens[start].line...max(tokens[start].line, tokens[max(start, index - 1)].line)
    let content = call.name == "hl.gesture" ? gesture(table) : hyprgrass(table, isBinding: call.name.hasSuffix("bind"))
    statements.append(HyprlandStatement(lines: lines, content: content))
    for key in table.keys where !Self.keys.contains(key) {
      statements.append(HyprlandStatement(lines: lines, content: .unknown(key)))
    }
    return index
  }

  /// Reads `name = value`: a setting of gestures, or a variable.
  private mutating func readAssignment(_ name: String, line: Int) {
    let isLoop = token(at: -1)?.isName("for") ?? false
    let isField = [".", "{", ","].contains { isSymbol($0, at: -1) }
    index += 2
    let settings = [
      "gestures": ["workspace_swipe_invert", "workspace_swipe_use_r"],
      "hyprgrass": ["sensitivity", "long_press_delay", "edge_margin"],
    ]
    let names = settings[name] ?? []
    if names.isEmpty, isSymbol("{") {
      // The entries of other tables are read as statements.
      variables[name] = nil
      return
    }
    let start = index
    let value = value(depth: 0)
    if settings[name] != nil {
      for key in value.keys where !key.isEmpty {
        guard let text = value[key]?.text else { continue }
        statements.append(
          HyprlandStatement(lines: line...line, content: names.contains(key) ? .setting(key, text) : .unknown(key)))
      }
    }
    if case .expression(let expression) = value, expression.count <= rereads {
      rereads -= expression.count
      index = start
      let isPath = expression.enumerated().allSatisfy { offset, token in
        offset % 2 == 0 ? token.kind == .name : token.isSymbol(".")
      }
      if isPath, let path = call, path.end == expression.endIndex { aliases[name] = path.name }
    }
    // The variable of a loop has several values.
    define(name, isLoop ? .expression([]) : value, isField: isField)
  }

  /// Gives a name its value; a field has one only if all tables have the same for its name.
  private mutating func define(_ name: String, _ value: Value, isField: Bool) {
    if !isField { variables[name] = variables.count > 1_000 ? nil : value }
    guard fields.count < 1_000 else { return }
    if fields[name] != .some(value.text) { fields[name] = .some(fields[name] == nil ? value.text : nil) }
    if isField, let function = value.function {
      let isKnown = functions[name].map { $0?.body.startIndex == function.body.startIndex } ?? true
      functions[name] = .some(isKnown ? function : nil)
    }
  }

  // MARK: Values

  private static let maxDepth = 50
  /// The maximum number of tokens in an expression.
  static let maxExpression = 1_000
  /// The number of tokens in expressions that may still be read a second time, for the calls in them.
  private var rereads = 1_000_000

  /// Reads a table from its opening brace.
  private mutating func table(depth: Int) -> Value {
    index += 1
    var entries: [(key: String, value: Value)] = []
    while let token = token(), !token.isSymbol("}") {
      if token.isSymbol(",") || token.isSymbol(";") {
        index += 1
        continue
      }
      var key = ""
      if token.kind == .name, isSymbol("=", at: 1) {
        key = token.text
        index += 2
      } else if token.isSymbol("["), isSymbol("]", at: 2), isSymbol("=", at: 3) {
        key = self.token(at: 1)?.text ?? ""
        index += 4
      }
      let before = index
      entries.append((key, value(depth: depth + 1)))
      if index == before, index < tokens.endIndex { index += 1 }
    }
    if index < tokens.endIndex { index += 1 }
    return .table(entries)
  }

  /// Reads an expression, up to a comma or the end of its table, argument list or statement.
  private mutating func value(depth: Int) -> Value {
    guard let token = token() else { return .text("") }
    if token.isName("function") {
      index += 1
      return function()
    }
    if token.isSymbol("{"), depth < Self.maxDepth { return table(depth: depth) }
    let start = index
    var level = 0
    while let next = self.token(), index - start < Self.maxExpression {
      if level == 0, next.isSymbol(",") || next.isSymbol(";") || next.isSymbol("}") || next.isSymbol(")") { break }
      if index > start, level == 0, ![")", "}", "]"].contains(where: next.isSymbol), next.kind != .symbol,
        !endsInOperator(tokens[index - 1])
      {
        break
      }
      if ["(", "{", "["].contains(where: next.isSymbol) { level += 1 }
      if [")", "}", "]"].contains(where: next.isSymbol) { level -= 1 }
      index += 1
    }
    return evaluated(tokens[start..<index])
  }

  private func endsInOperator(_ token: LuaToken) -> Bool {
    (token.kind == .symbol && ![")", "}", "]"].contains(token.text))
      || ["and", "or", "not"].contains { token.isName($0) }
  }

  /// The value of an expression: of a literal, a variable, or of these joined by `..`.
  func evaluated(_ expression: ArraySlice<LuaToken>) -> Value {
    if expression.count == 1, let token = expression.first, token.kind == .name {
      return variables[token.text]
        ?? (["true", "false"].contains(token.text) ? .text(token.text) : .expression(expression))
    }
    let parts = replacingConstants(in: inlined(expression))
    if parts.count == 1, let token = parts.first { return .text(token.text) }
    if parts.count == 2, parts.first?.isSymbol("-") ?? false, let number = parts.last {
      return .text("-" + number.text)
    }
    var text = ""
    for (offset, token) in parts.enumerated() {
      if offset % 2 == 1 {
        guard token.isSymbol("..") else { return .expression(expression) }
      } else {
        guard token.kind == .string || token.kind == .number, text.utf8.count < 10_000 else {
          return .expression(expression)
        }
        text += token.text
      }
    }
    return parts.isEmpty ? .text("") : .text(text)
  }

  /// Reads a function from its parameters.
  private mutating func function() -> Value {
    var parameters: [String] = []
    while let token = token(), !token.isSymbol(")") {
      if token.kind == .name { parameters.append(token.text) }
      if token.isSymbol("..") { parameters.append("...") }
      index += 1
    }
    index = min(index + 1, tokens.endIndex)
    let start = index
    var level = 1
    while let token = token() {
      if ["function", "if", "do", "repeat"].contains(where: token.isName) { level += 1 }
      if token.isName("end") || token.isName("until") { level -= 1 }
      if level == 0 { break }
      index += 1
    }
    defer { index = min(index + 1, tokens.endIndex) }
    return .function(LuaFunction(parameters: parameters, body: tokens[start..<max(start, index)]))
  }
}
