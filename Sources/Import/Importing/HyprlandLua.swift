internal import Diagnostics
internal import Foreign
internal import RulesFile

/// Parses the gestures of hyprland.lua: calls of `hl.gesture`, `hl.plugin.hyprgrass.bind` and
/// `hl.plugin.hyprgrass.gesture`, whose argument is a table.
struct HyprlandLua {
  private let tokens: ArraySlice<LuaToken>
  private var index = 0
  private var statements: [HyprlandStatement] = []
  /// The functions and tables of Hyprland that variables stand for: `local grass = hl.plugin.hyprgrass`.
  private var aliases: [String: String] = [:]
  /// The values of variables that are assigned once.
  private var variables: [String: Value] = [:]
  /// The texts of the keys of tables; nil for one that has several.
  private var fields: [String: String?] = [:]

  /// A value in a table.
  private indirect enum Value {
    case text(String)
    case table([(key: String, value: Value)])
    /// A function, by the tokens of its body.
    case function(ArraySlice<LuaToken>)
    /// Any other expression, by its tokens.
    case expression(ArraySlice<LuaToken>)

    var text: String? { if case .text(let text) = self { text } else { nil } }
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
    var reader = HyprlandLua(tokens: tokens[...])
    reader.readStatements()
    return (reader.statements, comments, [])
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
      } else if token.isName("function"), let name = self.token(at: 1), name.kind == .name {
        index += 2
        if isSymbol("(") { variables[name.text] = function() }
      } else if token.kind == .name, isSymbol("=", at: 1) {
        readAssignment(token.text, line: token.line)
      } else {
        index += 1
      }
    }
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
    if fields.count < 1_000, fields[name] != .some(value.text) {
      fields[name] = .some(fields[name] == nil ? value.text : nil)
    }
    // The variable of a loop has several values.
    variables[name] = isLoop || variables.count > 1_000 ? nil : value
  }

  // MARK: Values

  private static let maxDepth = 50
  /// The maximum number of tokens in an expression.
  private static let maxExpression = 1_000
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
  private func evaluated(_ expression: ArraySlice<LuaToken>) -> Value {
    if expression.count == 1, let token = expression.first, token.kind == .name {
      return variables[token.text]
        ?? (["true", "false"].contains(token.text) ? .text(token.text) : .expression(expression))
    }
    let parts = replacingConstants(in: expression)
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
    while let token = token(), !token.isSymbol(")") { index += 1 }
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
    return .function(tokens[start..<max(start, index)])
  }

  // MARK: Gestures

  private func gesture(_ table: Value) -> HyprlandStatement.Content {
    guard let fingers = table["fingers"]?.text.flatMap({ Int($0) }), let direction = table["direction"]?.text,
      let action = table["action"]
    else { return .problem("requires constant fingers and direction, and an action") }
    return .gesture(
      HyprlandGesture(
        kind: "", fingers: fingers, direction: direction, modifiers: table["mods"]?.text ?? "",
        scale: table["scale"]?.text, action: self.action(action, table)))
  }

  private func hyprgrass(_ table: Value, isBinding: Bool) -> HyprlandStatement.Content {
    // Its older name precedes.
    guard let pattern = table["pattern"] ?? table["gesture"], let action = table["action"] else {
      return .problem("requires a pattern and an action")
    }
    if table["mouse"]?.isTrue ?? false { return .problem("a rule cannot move or resize the window under the fingers") }
    let modifiers = table["mod"]?.text ?? ""
    if let text = pattern.text {
      guard var gesture = HyprlandGesture.hyprgrass(text, modifiers: modifiers, self.action(action, table)) else {
        return .problem("unknown gesture \(Phrase.quote(text))")
      }
      gesture.isLocked = table["locked"]?.isTrue ?? false
      return .gesture(gesture)
    }
    guard let kind = pattern["kind"]?.text else { return .problem("requires a constant pattern") }
    return .gesture(
      HyprlandGesture(
        kind: kind, fingers: pattern["fingers"]?.text.flatMap { Int($0) } ?? 1,
        direction: pattern["direction"]?.text ?? "", origin: pattern["origin"]?.text ?? "", modifiers: modifiers,
        scale: table["scale"]?.text, isTouchscreen: true, isLocked: table["locked"]?.isTrue ?? false,
        action: self.action(action, table)))
  }

  private func action(_ value: Value, _ table: Value) -> HyprlandAction {
    switch value {
    case .text(let name):
      let keys =
        ["special": ["workspace_name"], "emulate_touchpad": ["emulate_fingers", "emulate_direction"]][name] ?? ["mode"]
      return HyprlandAction(name, keys.compactMap { table[$0]?.text })
    case .table: return .live
    case .function(let body): return action(body)
    case .expression(let tokens): return step(dispatching: tokens).map { .actions([$0]) } ?? Self.unknown
    }
  }

  private static let unknown = HyprlandAction.other("the action is not constant")

  /// The tokens with variables, and keys of tables such as `apps.menu`, replaced by their texts.
  private func replacingConstants(in tokens: ArraySlice<LuaToken>) -> ArraySlice<LuaToken> {
    guard tokens.contains(where: { $0.kind == .name }) else { return tokens }
    var result: [LuaToken] = []
    var index = tokens.startIndex
    while index < tokens.endIndex {
      let path = path(at: index, in: tokens)
      if let first = path.first, let text = text(of: path) {
        let isPlain = Double(text) != nil || ["true", "false"].contains(text)
        let quoted = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        result.append(
          LuaToken(
            kind: isPlain ? .number : .string, text: text, source: isPlain ? text : "\"\(quoted)\"", line: first.line,
            followsSpace: first.followsSpace))
      } else {
        result += path.isEmpty ? [tokens[index]] : Array(tokens[index..<index + 2 * path.count - 1])
      }
      index += max(2 * path.count - 1, 1)
    }
    return result[...]
  }

  /// The names of `a.b.c` at a token; empty for a function that is called, a variable that is set, and any other token.
  private func path(at start: Int, in tokens: ArraySlice<LuaToken>) -> [LuaToken] {
    func isSymbol(_ index: Int, _ texts: String...) -> Bool {
      tokens.indices.contains(index) && texts.contains(where: tokens[index].isSymbol)
    }
    guard tokens[start].kind == .name, !isSymbol(start - 1, ".", ":") else { return [] }
    var path = [tokens[start]]
    var index = start + 1
    while isSymbol(index, "."), tokens.indices.contains(index + 1), tokens[index + 1].kind == .name {
      path.append(tokens[index + 1])
      index += 2
    }
    return isSymbol(index, "=", "(", "{", ":", "[") || tokens.indices.contains(index) && tokens[index].kind == .string
      ? [] : path
  }

  /// The text of a variable or of a table's key; nil if it is unknown.
  private func text(of path: [LuaToken]) -> String? {
    guard let first = path.first, let last = path.last else { return nil }
    if path.count == 1 { return variables[first.text]?.text }
    return first.text == "hl" || aliases[first.text] != nil ? nil : fields[last.text] ?? nil
  }

  /// The step for a dispatcher: `hl.dsp.exec_cmd("foot")` is a command, any other one a request.
  private func step(dispatching tokens: ArraySlice<LuaToken>) -> HyprlandAction.Step? {
    guard tokens.first?.isName("hl") ?? false else { return nil }
    let tokens = replacingConstants(in: tokens)
    if let command = command(tokens, of: "hl.dsp.exec_cmd") { return .command(command) }
    return Self.freeName(in: tokens) == nil ? .request("dispatch \(Self.text(tokens))") : nil
  }

  /// The argument of a call with one constant argument.
  private func command(_ tokens: ArraySlice<LuaToken>, of function: String) -> String? {
    guard let open = tokens.firstIndex(where: { $0.isSymbol("(") }), tokens.last?.isSymbol(")") ?? false,
      Self.text(tokens[..<open]) == function
    else { return nil }
    return evaluated(tokens[(open + 1)..<(tokens.endIndex - 1)]).text
  }

  /// The action of a function: its calls one by one, or else the whole body for `hyprctl eval`.
  private func action(_ body: ArraySlice<LuaToken>) -> HyprlandAction {
    var steps: [HyprlandAction.Step] = []
    for call in Self.calls(in: body) ?? [] {
      let prefix = call.prefix(3).map(\.text)
      if let command = command(call, of: "hl.exec_cmd") {
        steps.append(.command(command))
      } else if prefix == ["hl", ".", "dispatch"], call.count > 5,
        let step = step(dispatching: call.dropFirst(4).dropLast())
      {
        steps.append(step)
      } else {
        steps = []
        break
      }
    }
    if !steps.isEmpty { return .actions(steps) }
    let body = replacingConstants(in: body)
    if let name = Self.freeName(in: body) {
      return .other("its function depends on \(Phrase.quote(name)) of the configuration")
    }
    return body.isEmpty ? .other("its function is empty") : .actions([.request("eval \(Self.text(body))")])
  }

  /// The calls that a body consists of; nil if there is anything else in it.
  private static func calls(in body: ArraySlice<LuaToken>) -> [ArraySlice<LuaToken>]? {
    var calls: [ArraySlice<LuaToken>] = []
    var start = body.startIndex
    var level = 0
    for (index, token) in zip(body.indices, body) {
      if level == 0, token.isSymbol(";"), index == start {
        start = index + 1
        continue
      }
      guard level > 0 || token.kind == .name || token.isSymbol(".") || token.isSymbol("(") else { return nil }
      if token.isSymbol("(") { level += 1 }
      guard token.isSymbol(")") else { continue }
      level -= 1
      guard level == 0 else { continue }
      calls.append(body[start...index])
      start = index + 1
    }
    return start == body.endIndex ? calls : nil
  }

  private static let knownNames: Set = [
    "hl", "math", "string", "table", "os", "tostring", "tonumber", "pairs", "ipairs", "type", "true", "false", "nil",
    "and", "or", "not", "if", "then", "else", "elseif", "end", "for", "in", "do", "while", "repeat", "until", "return",
    "break", "local", "function",
  ]

  /// The first name that is defined outside of the tokens; nil if there is none.
  private static func freeName(in tokens: ArraySlice<LuaToken>) -> String? {
    var known = knownNames
    for (index, token) in zip(tokens.indices, tokens) where token.kind == .name {
      let next = index + 1 < tokens.endIndex ? tokens[index + 1] : nil
      let previous = index > tokens.startIndex ? tokens[index - 1] : nil
      if previous?.isSymbol(".") ?? false || previous?.isSymbol(":") ?? false { continue }
      if next?.isSymbol("=") ?? false || previous?.isName("local") ?? false || previous?.isName("for") ?? false {
        known.insert(token.text)
      }
      if !known.contains(token.text) { return token.text }
    }
    return nil
  }

  /// The text of the tokens on one line.
  private static func text(_ tokens: ArraySlice<LuaToken>) -> String {
    tokens.enumerated().map { offset, token in
      (offset > 0 && token.followsSpace ? " " : "") + token.source.replacing("\n", with: "\\n")
    }.joined()
  }
}
