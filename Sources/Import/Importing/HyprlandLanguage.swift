internal import Diagnostics
internal import Foreign
internal import RulesFile
internal import Text

/// A text in double quotes.
private let quotedText = TextPattern(#""(([^"\]|\\.)*)""#)

/// Parses hyprland.conf, and the same settings in the Nix language.
struct HyprlandLanguage {
  private var statements: [HyprlandStatement] = []
  private var comments: [SourceComment] = []
  private var openers: Set<Int> = []
  /// The blocks or lists that contain the current line, by their names; true for one of a plugin's settings, or inside
  /// of one.
  private var blocks: [(name: String, isOfPlugin: Bool)] = []
  /// A name without its value, which follows on the next line.
  private var pending = ""
  /// The attributes of a gesture for hyprland.lua that are read, with their first line; nil outside of them.
  private var attributes: (text: String, line: Int)?
  /// The values of `$name = value`.
  private var variables = ImportedVariables()

  static func read(
    _ source: ImportSource
  ) -> (statements: [HyprlandStatement], comments: [SourceComment], openers: Set<Int>) {
    var reader = HyprlandLanguage()
    for (index, line) in source.lines.enumerated() { reader.read(line.trimmed, number: index + 1) }
    return (reader.statements, reader.comments, reader.openers)
  }

  private mutating func read(_ line: String, number: Int) {
    guard !line.hasPrefix("#") else {
      comments.append(SourceComment(line: number, marked: line))
      return
    }
    let line = withoutComment(line, number: number)
    guard !line.isEmpty else { return }
    if attributes != nil || line.hasPrefix("{") && blocks.last?.name.split(separator: ".").last == "gesture" {
      return readAttributes(line, number: number)
    }
    if let first = line.first, "}])".contains(first) {
      if !blocks.isEmpty { blocks.removeLast() }
      if let last = line.last, "{[".contains(last) { open("") }
      return
    }
    if let last = line.last, "{[".contains(last), blocks.count < 100 {
      // `gestures {`, `gestures = {`, `gesture = [`
      let name = line.dropLast().trimmed
      open((pending + " " + name.prefix { $0 != "=" }).trimmed)
      pending = ""
      openers.insert(number)
      return
    }
    if line.hasPrefix("\""), let name = blocks.last?.name {
      for value in Self.quoted(line) { add(name, value, number) }
      return
    }
    if let sign = line.firstIndex(of: "=") { readStatement(line, sign, number) }
  }

  /// Reads `name = value`.
  private mutating func readStatement(_ line: String, _ sign: String.Index, _ number: Int) {
    let name = line[..<sign].trimmed
    let value = line[line.index(after: sign)...].trimmed
    if name.hasPrefix("$") {
      variables.set(name, value)
    } else if value.isEmpty {
      pending = name
    } else if value.hasSuffix(";") {
      let values = Self.quoted(value)
      for value in values.isEmpty ? [value.dropLast().trimmed] : values { add(name, value, number) }
    } else {
      add(name, value, number)
    }
  }

  /// Reads a line of Home Manager's attributes for hyprland.lua, `{ fingers = 3; direction = "left"; action = "float";
  /// }`.
  private mutating func readAttributes(_ line: String, number: Int) {
    let first = attributes?.line ?? number
    let text = (attributes?.text ?? "") + line + "\n"
    attributes = line.hasSuffix("}") ? nil : (text, first)
    guard attributes == nil else { return }
    var lua: [String] = []
    for token in LuaTokens.read(text).tokens {
      if token.kind == .string, token.text.hasPrefix("function") {
        // The name of a function of Nix, which makes an expression of the text, precedes it.
        while let last = lua.last, last != "=" { lua.removeLast() }
        lua.append(token.text)
      } else {
        lua.append(token.isSymbol(";") ? "," : token.source)
      }
    }
    let call = ImportSource(name: "hyprland.lua", bytes: Array("hl.gesture(\(lua.joined(separator: " ")))".utf8))
    statements += HyprlandLua.read(call).statements.map { .init(lines: first...number, content: $0.content) }
  }

  /// Removes a comment at the end of a line; `##` stands for a '#'.
  private mutating func withoutComment(_ line: String, number: Int) -> String {
    guard line.contains("#") else { return line }
    var text = ""
    var rest = line[...]
    while let sign = rest.firstIndex(of: "#") {
      text += rest[..<sign]
      rest = rest[line.index(after: sign)...]
      guard rest.first == "#" else {
        comments.append(SourceComment(line: number, text: rest.trimmed, isTrailing: true))
        return text.trimmed
      }
      text += "#"
      rest = rest.dropFirst()
    }
    return text + rest
  }

  /// The texts in double quotes.
  private static func quoted(_ text: String) -> [String] {
    text.matches(of: quotedText).compactMap { $0[1]?.replacing("\\\"", with: "\"") }
  }

  // MARK: Statements

  private mutating func add(_ name: String, _ value: String, _ line: Int) {
    let value = variables.expanded(value)
    let last = name.split { ":.".contains($0) }.last.map { $0.trimmed } ?? name
    func append(_ content: HyprlandStatement.Content) {
      statements.append(HyprlandStatement(lines: line...line, content: content))
    }
    let isGesture = ["gesture", "gesturep"].contains(last) || last.hasPrefix("hyprgrass-")
    if last == "source" { append(.include(value, by: "source")) }
    guard isGesture else {
      if let setting = setting(last, of: name) {
        append(.setting(setting, value))
      } else if isOfGestures(name), last != "source" {
        append(.unknown(last))
      }
      return
    }
    if let start = value.firstRange(of: "${"), let end = value[start.upperBound...].firstIndex(of: "}") {
      append(.problem("\(Phrase.quote(String(value[start.lowerBound...end]))) is an expression of the Nix language"))
      return
    }
    let parts = value.split(separator: ",", omittingEmptySubsequences: false).map(\.trimmed)
    switch last {
    case "hyprgrass-gesture": append(hyprgrassGesture(parts))
    case _ where last.hasPrefix("hyprgrass-bind"):
      append(hyprgrassBinding(parts, flags: last.dropFirst("hyprgrass-bind".count)))
    default: append(gesture(parts))
    }
  }

  /// Begins a block or list.
  private mutating func open(_ name: String) {
    blocks.append((name, blocks.last?.isOfPlugin == true || Self.isOfPlugin(name)))
  }

  /// True for the name of a plugin's settings.
  private static func isOfPlugin(_ name: String) -> Bool {
    name.contains("touch_gestures") || name.contains("hyprgrass")
  }

  /// True if a name is that of a setting of gestures, Hyprland's or the plugin's.
  private func isOfGestures(_ whole: String) -> Bool {
    let isPlugin = blocks.last?.isOfPlugin == true || Self.isOfPlugin(whole)
    return isPlugin || blocks.contains { $0.name.split { ".: ".contains($0) }.last == "gestures" }
      || whole.hasPrefix("gestures:") || whole.hasPrefix("gestures.")
  }

  /// The name of a setting that gestures depend on, by the last part of its whole name; nil for any other setting.
  private func setting(_ name: String, of whole: String) -> String? {
    let isPlugin = blocks.last?.isOfPlugin == true || Self.isOfPlugin(whole)
    if ["sensitivity", "long_press_delay", "edge_margin", "emulate_touchpad_swipe"].contains(name) {
      return isPlugin ? name : nil
    }
    guard name.hasPrefix("workspace_swipe") else { return nil }
    let isOfPlugin = isPlugin && ["workspace_swipe_fingers", "workspace_swipe_edge"].contains(name)
    return isOfPlugin ? "touch_gestures:" + name : name
  }

  /// Parses `3, left, mod: SUPER, scale: 1.5, close`.
  private func gesture(_ parts: [String]) -> HyprlandStatement.Content {
    guard parts.count > 2, let fingers = Int(parts[0]) else {
      return .problem("requires fingers, a direction and an action")
    }
    var gesture = HyprlandGesture(kind: "", fingers: fingers, direction: parts[1], action: .unset)
    gesture.action = action(Array(parts[2...]), of: &gesture)
    return .gesture(gesture)
  }

  /// The action behind the options of a gesture.
  private func action(_ parts: [String], of gesture: inout HyprlandGesture) -> HyprlandAction {
    var parts = parts[...]
    while let option = parts.first {
      if option.hasPrefix("mod:") {
        gesture.modifiers = option.dropFirst(4).trimmed
      } else if option.hasPrefix("scale:") {
        gesture.scale = option.dropFirst(6).trimmed
      } else {
        break
      }
      parts.removeFirst()
    }
    return HyprlandAction(parts.first ?? "", Array(parts.dropFirst()))
  }

  /// Parses `, swipe:3:l, workspace, +1`.
  /// - Parameter flags: the letters after `hyprgrass-bind`.
  private func hyprgrassBinding(_ parts: [String], flags: Substring) -> HyprlandStatement.Content {
    if flags.contains("m") { return .problem("a rule cannot move or resize the window under the fingers") }
    guard parts.count > 2 else { return .problem("requires modifiers, a gesture and a dispatcher") }
    let action = HyprlandAction(dispatcher: parts[2], parts.dropFirst(3).joined(separator: ", "))
    guard var gesture = HyprlandGesture.hyprgrass(parts[1], modifiers: parts[0], action) else {
      return .problem("unknown gesture \(Phrase.quote(parts[1]))")
    }
    gesture.isLocked = flags.contains("l")
    return .gesture(gesture)
  }

  /// Parses `swipe, 3, down, close`, `edge, up, down, close`, `longpress, 3, left, move`.
  private func hyprgrassGesture(_ parts: [String]) -> HyprlandStatement.Content {
    guard parts.count > 3 else { return .problem("requires a gesture, its argument, a direction and an action") }
    let pattern = parts[..<3].joined(separator: ":")
    guard var gesture = HyprlandGesture.hyprgrass(pattern, modifiers: "", .unset) else {
      return .problem("unknown gesture \(Phrase.quote(pattern))")
    }
    gesture.action = action(Array(parts[3...]), of: &gesture)
    return .gesture(gesture)
  }
}
