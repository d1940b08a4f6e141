internal import Diagnostics
internal import Foreign
internal import RulesFile
internal import Text

/// Gestures and actions of hyprland.lua, from tables and functions.
extension HyprlandLua {
  func gesture(_ table: Value) -> HyprlandStatement.Content {
    guard let fingers = table["fingers"]?.text.flatMap({ Int($0) }), let direction = table["direction"]?.text,
      let action = table["action"]
    else { return .problem("requires constant fingers and direction, and an action") }
    return .gesture(
      HyprlandGesture(
        kind: "", fingers: fingers, direction: direction, modifiers: table["mods"]?.text ?? "",
        scale: table["scale"]?.text, action: self.action(action, table)))
  }

  func hyprgrass(_ table: Value, isBinding: Bool) -> HyprlandStatement.Content {
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
    case .function(let function): return action(function.body)
    case .expression(let tokens):
      let inlined = inlined(tokens)
      if inlined.first?.isName("function") == true {
        return action(inlined.drop { !$0.isSymbol(")") }.dropFirst().dropLast())
      }
      return step(dispatching: inlined).map { .actions([$0]) } ?? Self.unknown
    }
  }

  private static let unknown = HyprlandAction.other("the action is not constant")

  /// The tokens with variables, and keys of tables such as `apps.menu`, replaced by their texts.
  func replacingConstants(in tokens: ArraySlice<LuaToken>) -> ArraySlice<LuaToken> {
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
    let tokens = replacingConstants(in: inlined(tokens))
    guard tokens.first?.isName("hl") ?? false else { return nil }
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
  /// - Parameter depth: the number of calls that contain it.
  private func action(_ body: ArraySlice<LuaToken>, depth: Int = 0) -> HyprlandAction {
    var steps: [HyprlandAction.Step] = []
    for call in Self.calls(in: body) ?? [] {
      let prefix = call.prefix(3).map(\.text)
      if let command = command(call, of: "hl.exec_cmd") {
        steps.append(.command(command))
      } else if prefix == ["hl", ".", "dispatch"], call.count > 5,
        let step = step(dispatching: call.dropFirst(4).dropLast())
      {
        steps.append(step)
      } else if depth < Self.maxCallDepth, steps.count < 100,
        let (body, end) = bodyOfCall(at: call.startIndex, in: call), end == call.endIndex,
        case .actions(let inner) = action(body[...].drop { $0.isName("return") }, depth: depth + 1)
      {
        steps += inner
      } else {
        steps = []
        break
      }
    }
    if !steps.isEmpty { return .actions(steps) }
    let body = replacingConstants(in: inlined(body))
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

  static let knownNames: Set = [
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
