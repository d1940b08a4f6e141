/// A function of a configuration: the names of its parameters, and the tokens of its body.
struct LuaFunction {
  var parameters: [String]
  var body: ArraySlice<LuaToken>

  /// The body of a call with these arguments; nil where they cannot take the place of the parameters, or for more than
  /// `limit` tokens.
  func body(with arguments: [ArraySlice<LuaToken>], limit: Int) -> [LuaToken]? {
    guard body.count <= limit, !parameters.contains("..."), arguments.allSatisfy(\.isOperand), !hasInnerParameter
    else { return nil }
    var result: [LuaToken] = []
    for (index, token) in zip(body.indices, body) {
      guard result.count <= limit else { return nil }
      let isKey = index + 1 < body.endIndex && body[index + 1].isSymbol("=")
      let isMember = index > body.startIndex && [".", ":"].contains(where: body[index - 1].isSymbol)
      guard token.kind == .name, !isKey, !isMember, let place = parameters.firstIndex(of: token.text) else {
        result.append(token)
        continue
      }
      // Lua gives nil to the parameters that are left out.
      result += arguments.indices.contains(place) ? arguments[place].replacing(token) : [.name("nil", like: token)]
    }
    return result
  }

  /// True if a function in the body has a parameter of the same name.
  private var hasInnerParameter: Bool {
    body.indices.contains { index in
      body[index].isName("function")
        && body[index...].prefix { !$0.isSymbol(")") }.contains { parameters.contains($0.text) }
    }
  }
}

extension ArraySlice<LuaToken> {
  /// The tokens in place of another one, which a space precedes or not.
  func replacing(_ other: LuaToken) -> [LuaToken] {
    var tokens = Array(self)
    if !tokens.isEmpty { tokens[0].followsSpace = other.followsSpace }
    return tokens
  }

  /// True if it has no operator beside those of paths, calls, tables and joined texts, so that it needs no parentheses.
  var isOperand: Bool {
    let symbols: Set = [".", "..", ":", "(", ")", "{", "}", "[", "]", ",", "="]
    return allSatisfy { token in
      token.kind == .symbol ? symbols.contains(token.text) : !["and", "or", "not"].contains(where: token.isName)
    }
  }
}

/// Calls of functions that the configuration defines: what they do or return takes their place.
extension HyprlandLua {
  /// The most levels of functions that call one another.
  static let maxCallDepth = 8

  /// The tokens with what they return in place of calls, and Hyprland's functions in place of the variables for them.
  func inlined(_ tokens: ArraySlice<LuaToken>) -> ArraySlice<LuaToken> {
    var tokens = tokens
    for _ in 0..<Self.maxCallDepth {
      guard let next = replacingCalls(in: tokens), next.count <= Self.maxExpression else { break }
      tokens = next[...]
    }
    return tokens
  }

  /// The tokens with the first level of calls replaced; nil if there is none.
  private func replacingCalls(in tokens: ArraySlice<LuaToken>) -> [LuaToken]? {
    var result: [LuaToken] = []
    var index = tokens.startIndex
    var isChanged = false
    while index < tokens.endIndex {
      let token = tokens[index]
      let isMember = result.last.map { $0.isSymbol(".") || $0.isSymbol(":") } ?? false
      if let (body, end) = bodyOfCall(at: index, in: tokens), body.first?.isName("return") == true,
        case let value = body.dropFirst().prefix(body.last?.isSymbol(";") == true ? body.count - 2 : body.count),
        value.isOperand || end == tokens.endIndex && result.isEmpty
      {
        result += value.replacing(token)
        index = end
        isChanged = true
      } else if token.kind == .name, !isMember, let path = aliases[token.text] {
        for (offset, name) in path.split(separator: ".").enumerated() {
          if offset > 0 { result.append(LuaToken(kind: .symbol, text: ".", source: ".", line: token.line)) }
          result.append(.name(String(name), like: token, followsSpace: offset == 0 && token.followsSpace))
        }
        index += 1
        isChanged = true
      } else {
        result.append(token)
        index += 1
      }
    }
    return isChanged ? result : nil
  }

  /// The body of the function that is called at a token, with the arguments in place of its parameters, and the index
  /// behind the call; nil if there is no such call, or one with more than `limit` tokens.
  func bodyOfCall(
    at start: Int, in tokens: ArraySlice<LuaToken>, limit: Int = maxExpression
  ) -> (body: [LuaToken], end: Int)? {
    func isSymbol(_ index: Int, _ texts: String...) -> Bool {
      tokens.indices.contains(index) && texts.contains(where: tokens[index].isSymbol)
    }
    guard tokens[start].kind == .name, !isSymbol(start - 1, ".", ":") else { return nil }
    var name = start
    // Of a path, such as `helpers.launch`, the last name counts.
    while isSymbol(name + 1, "."), tokens.indices.contains(name + 2), tokens[name + 2].kind == .name { name += 2 }
    let isField = name > start
    guard !isField || !Self.knownNames.contains(tokens[start].text), isSymbol(name + 1, "("),
      let function = isField ? functions[tokens[name].text] ?? nil : variables[tokens[name].text]?.function
    else { return nil }
    var arguments: [ArraySlice<LuaToken>] = []
    var (first, level) = (name + 2, 1)
    var index = first
    while index < tokens.endIndex, index - start <= limit {
      if ["(", "{", "["].contains(where: tokens[index].isSymbol) { level += 1 }
      if [")", "}", "]"].contains(where: tokens[index].isSymbol) { level -= 1 }
      if level == 0 || level == 1 && tokens[index].isSymbol(",") {
        if index > first { arguments.append(tokens[first..<index]) }
        first = index + 1
      }
      index += 1
      if level == 0 { return function.body(with: arguments, limit: limit).map { ($0, index) } }
    }
    return nil
  }
}
