internal import Compositors
internal import Diagnostics
package import Rules

// Regular expressions, built once: to build one takes longer than to search many lines.

/// Names of workspaces that only Hyprland has.
private nonisolated(unsafe) let hyprlandWorkspace = /^([emr~]?[+-]\d+|name:.+|special.*|previous)$/

/// A command that a compositor would probably refuse, or that was meant for one.
package struct CommandDoubt: Equatable {
  /// The problem, in lower case.
  package var message: String
  /// The command that is probably meant.
  package var suggestion: String?
  /// Advice.
  package var help: String?
}

/// The commands of compositors, as far as mistakes in them can be recognised without asking the compositor.
package enum CompositorCommands {
  /// The reason to doubt a command that goes to the socket of `compositor`; nil if there is none.
  package static func doubt(about command: String, for compositor: CompositorKind) -> CommandDoubt? {
    switch compositor {
    case .sway: sway(command)
    case .hyprland: hyprland(command)
    case .niri: niri(command)
    }
  }

  /// The action for the compositor's command that is probably meant by a shell command: `workspace next`,
  /// `killactive`, `focus-column-left`; nil if it is none.
  package static func action(meantBy command: String) -> (compositor: CompositorKind, command: String)? {
    // Hyprland's binds have a comma behind the dispatcher.
    let command = withoutComma(command)
    let words = command.words
    guard let first = words.first else { return nil }
    if first == "dispatch", words.count > 1 { return (.hyprland, command) }
    if NiriAction.names.contains(first), first.contains("-"), niri(command) == nil { return (.niri, command) }
    if HyprlandDispatcher.names.contains(first), !ambiguousDispatchers.contains(first) {
      return (.hyprland, "dispatch \(command)")
    }
    if first == "workspace", words.count == 2, words[1].contains(hyprlandWorkspace) {
      return (.hyprland, "dispatch \(command)")
    }
    if let values = swayArguments[first], words.count > 1, values.contains(words[1]) { return (.sway, command) }
    if first == "workspace", words.count == 2 || words.count == 3 && words[1] == "number" { return (.sway, command) }
    return ["splith", "splitv", "splitt"].contains(first) && words.count == 1 ? (.sway, command) : nil
  }

  /// `workspace, e+1` as `workspace e+1`, if it starts with a dispatcher of Hyprland.
  private static func withoutComma(_ command: String) -> String {
    guard let comma = command.firstIndex(of: ","), HyprlandDispatcher.names.contains(String(command[..<comma])) else {
      return command
    }
    return "\(command[..<comma]) \(command[command.index(after: comma)...].trimmed)"
  }

  // MARK: sway

  private static func sway(_ command: String) -> CommandDoubt? {
    let programs = ["swaymsg", "i3-msg"]
    if let rest = arguments(of: programs, in: command) {
      return CommandDoubt(
        message: "'sway' takes the command alone, without '\(rest.program)'",
        suggestion: undoubted(rest.arguments, without: programs, sway))
    }
    // Criteria precede a command; commas and semicolons join commands. A list of words in quotes is left alone.
    guard !command.contains(where: { "\"'$".contains($0) }) else { return nil }
    for part in command.split(whereSeparator: { ";,\n".contains($0) }) {
      let text = part.trimmed
      let bare =
        text.first == "[" ? text.firstIndex(of: "]").map { text[text.index(after: $0)...].trimmed } ?? "" : text
      let words = bare.words
      guard let first = words.first else { continue }
      guard swayCommands.contains(first) else {
        if first == "dispatch" || HyprlandDispatcher.names.contains(first) {
          return CommandDoubt(message: "'\(first)' is not a command of sway, but of Hyprland")
        }
        // A short word, and one with another first letter, may as well be a program.
        let meant =
          first.count < 5
          ? nil
          : Suggestion.nearest(to: first, among: swayCommands.sorted()).flatMap { $0.first == first.first ? $0 : nil }
        return CommandDoubt(
          message: "\(Phrase.quote(first)) is not a command of sway",
          suggestion: meant.flatMap { command.replacingFirst(first, with: $0) },
          help: meant == nil ? "'sway' takes the commands of sway(5); to start a program, write 'exec \(first)'" : nil)
      }
    }
    return nil
  }

  /// The first arguments by which sway's commands are recognised where no compositor is named (sway(5)).
  private static let swayArguments: [String: [String]] = Dictionary(
    TextTable.rows(
      """
      focus <- left right up down next prev parent child output tiling floating mode_toggle workspace
      floating <- toggle enable disable
      sticky <- toggle enable disable
      fullscreen <- toggle enable disable global
      scratchpad <- show
      layout <- default splith splitv stacking tabbed toggle stacked
      split <- vertical v horizontal h none n toggle t
      resize <- grow shrink set
      swap <- container
      move <- left right up down to container window workspace position absolute scratchpad
      border <- none normal csd pixel toggle
      """
    ).map { ($0.meaning ?? "", $0.names) }
  ) { first, _ in first }

  /// The commands of sway 1.4 to 1.12 (sway, sway/commands.c).
  private static let swayCommands = Set(
    """
    assign bar bindcode bindgesture bindswitch bindsym border client.background client.focused
    client.focused_inactive client.focused_tab_title client.placeholder client.unfocused client.urgent create_output
    default_border default_floating_border default_orientation exec exec_always exit floating floating_maximum_size
    floating_minimum_size floating_modifier focus focus_follows_mouse focus_on_window_activation focus_wrapping font
    for_window force_focus_wrapping new_float new_window force_display_urgency_hint fullscreen gaps
    hide_edge_borders include inhibit_idle input kill layout mark max_render_time allow_tearing mode mouse_warping
    move no_focus nop opacity output popup_during_fullscreen primary_selection reload rename resize scratchpad seat
    set shortcuts_inhibitor show_marks smart_borders smart_gaps split splith splitv splitt sticky swap
    swaybg_command swaynag_command tiling_drag tiling_drag_threshold title_align title_format
    titlebar_border_thickness titlebar_padding unbindcode unbindgesture unbindswitch unbindsym unmark urgent
    workspace workspace_auto_back_and_forth workspace_layout xwayland
    """.words)

  // MARK: Hyprland

  private static func hyprland(_ command: String) -> CommandDoubt? {
    if let rest = arguments(of: ["hyprctl"], in: command) {
      return CommandDoubt(
        message: "'hyprland' takes the arguments of 'hyprctl', without 'hyprctl'",
        suggestion: undoubted(batch(rest.arguments) ?? rest.arguments, without: [rest.program], hyprland))
    }
    if command.hasPrefix("hl.") {
      return CommandDoubt(
        message: "this is an expression of Lua: 'dispatch' is missing", suggestion: "dispatch \(command)")
    }
    let command = withoutComma(command)
    let words = command.words
    guard let first = words.first, !first.hasPrefix("["), !first.contains("/") else { return nil }
    if first == "dispatch" {
      guard words.count > 1 else {
        return CommandDoubt(message: "'dispatch' requires a dispatcher", help: "write 'dispatch workspace e+1'")
      }
      // Plugins add dispatchers of their own, and newer versions take an expression of Lua.
      guard !HyprlandDispatcher.names.contains(words[1]), !oldDispatchers.contains(words[1]),
        let meant = Suggestion.nearest(to: words[1], among: HyprlandDispatcher.names.sorted())
      else { return nil }
      return CommandDoubt(
        message: "\(Phrase.quote(words[1])) is not a dispatcher of Hyprland",
        suggestion: command.replacingFirst(words[1], with: meant))
    }
    guard !hyprlandRequests.contains(first), !first.hasPrefix("-") else { return nil }
    if HyprlandDispatcher.names.contains(first) {
      return CommandDoubt(
        message: "'\(first)' is a dispatcher of Hyprland: 'dispatch' is missing", suggestion: "dispatch \(command)")
    }
    let meant = first.count < 5 ? nil : Suggestion.nearest(to: first, among: hyprlandRequests.sorted())
    return CommandDoubt(
      message: "\(Phrase.quote(first)) is not a command of Hyprland",
      suggestion: meant.flatMap { command.replacingFirst(first, with: $0) },
      help: meant == nil ? "'hyprland' takes the arguments of 'hyprctl', such as 'dispatch workspace e+1'" : nil)
  }

  /// The commands of `hyprctl --batch "one ; two"` as its socket takes them.
  private static func batch(_ command: String) -> String? {
    guard command.hasPrefix("--batch") else { return nil }
    let commands = command.dropFirst("--batch".count).trimmed.filter { $0 != "\"" && $0 != "'" }
    return commands.isEmpty ? nil : "[[BATCH]]" + commands
  }

  /// The requests of Hyprland 0.40 to 0.57 (Hyprland, src/debug/HyprCtl.cpp, later src/ipc/s1/Commands.cpp).
  private static let hyprlandRequests = Set(
    """
    activewindow activeworkspace animations binds clients configerrors cursorpos decorations descriptions devices
    dismissnotify dispatch eval getoption globalshortcuts instances keyword kill layers layouts locked monitors
    notify output plugin plugins reload rollinglog setcursor seterror setprop splash submap switchxkblayout
    systeminfo version workspacerules workspaces getprop reloadshaders repl status
    """.words)

  /// Dispatchers of Hyprland 0.40 that newer ones lack.
  private static let oldDispatchers: Set = ["fakefullscreen", "toggleopaque"]
  /// Dispatchers whose names programs, or sway's commands, also have.
  private static let ambiguousDispatchers: Set = [
    "exec", "pass", "signal", "exit", "pin", "global", "event", "pseudo", "fullscreen", "workspace", "submap",
    "mouse",
  ]

  // MARK: niri

  private static func niri(_ command: String) -> CommandDoubt? {
    if let rest = arguments(of: ["niri"], in: command) {
      let meant = rest.arguments.words.drop { ["msg", "action", "--json", "-j"].contains($0) }.joined(separator: " ")
      // Newer versions have other actions.
      let isAction = rest.arguments.words.contains("action") || NiriAction.names.contains(meant.words.first ?? "")
      return CommandDoubt(
        message: "'niri' takes the arguments of 'niri msg action', without 'niri msg action'",
        suggestion: isAction ? undoubted(meant, without: [rest.program], niri) : nil)
    }
    // `focus column left`, `FocusColumnLeft`
    let joined = command.words.joined(separator: "-")
    var kebab = ""
    for character in joined.replacing("_", with: "-") {
      if character.isUppercase, !kebab.isEmpty, kebab.last != "-" { kebab.append("-") }
      kebab += character.lowercased()
    }
    if kebab != command, NiriAction.names.contains(kebab) {
      return CommandDoubt(message: "\(Phrase.quote(command)) is not an action of niri", suggestion: kebab)
    }
    if let first = command.words.first, !NiriAction.names.contains(first),
      let meant = Suggestion.nearest(to: first, among: NiriAction.names.sorted())
    {
      return CommandDoubt(
        message: "\(Phrase.quote(first)) is not an action of niri",
        suggestion: command.replacingFirst(first, with: meant))
    }
    do {
      _ = try NiriAction.json(for: command)
      return nil
    } catch {
      return CommandDoubt(
        message: "\(Phrase.quote(command)) is not an action of niri: \(error)",
        help: "'niri' takes the arguments of 'niri msg action'")
    }
  }

  /// The command itself; nil if it is empty, starts with a program again, or is to be doubted, as a query is.
  private static func undoubted(
    _ command: String, without programs: [String], _ doubt: (String) -> CommandDoubt?
  ) -> String? {
    guard let first = command.words.first, !programs.contains(first), doubt(command) == nil else { return nil }
    return command
  }

  /// The program that a command starts with, if it is one of `programs`, and its arguments without options.
  private static func arguments(
    of programs: [String], in command: String
  ) -> (program: String, arguments: String)? {
    var words = command.split(whereSeparator: \.isWhitespace)[...]
    guard let program = words.first.map(String.init), programs.contains(program) else { return nil }
    words = words.dropFirst()
    while let word = words.first, word == "--" || word.first == "-" && word.dropFirst().first != "-" {
      words = words.dropFirst()
    }
    guard let first = words.first else { return (program, "") }
    var text = String(command[first.startIndex...])
    // The shell's quotes around the whole.
    for quote in ["'", "\""] where text.count > 1 && text.hasPrefix(quote) && text.hasSuffix(quote) {
      text = String(text.dropFirst().dropLast())
    }
    return (program, text.trimmed)
  }
}

extension String {
  /// The text with the first occurrence of `text` replaced; nil if there is none.
  fileprivate func replacingFirst(_ text: String, with other: String) -> String? {
    firstRange(of: text).map { replacingCharacters(in: $0, with: other) }
  }

  private func replacingCharacters(in range: Range<Index>, with other: String) -> String {
    var copy = self
    copy.replaceSubrange(range, with: other)
    return copy
  }
}
