internal import Diagnostics
internal import Rules
internal import Text

/// The commands of sway, as sway(5) describes them.
enum SwayCommand {
  /// The programs that send them.
  static let programs = ["swaymsg", "i3-msg"]

  /// The reason to doubt a command; nil if there is none.
  static func doubt(about command: String) -> CommandDoubt? {
    if let rest = CompositorCommands.arguments(of: programs, in: command) {
      return CommandDoubt(
        message: "'sway' takes the command alone, without '\(rest.program)'",
        suggestion: CompositorCommands.undoubted(rest.arguments, without: programs, doubt))
    }
    // Criteria precede a command; commas and semicolons join commands. A list of words in quotes is left alone.
    guard !command.contains(where: { "\"'$".contains($0) }) else { return nil }
    for part in command.split(whereSeparator: { ";,\n".contains($0) }) {
      let text = part.trimmingBlanks
      let bare =
        text.first == "[" ? text.firstIndex(of: "]").map { text[text.index(after: $0)...].trimmingBlanks } ?? "" : text
      let words = bare.words
      guard let first = words.first else { continue }
      guard names.contains(first) else {
        if first == "dispatch" || HyprlandDispatcher.names.contains(first) {
          return CommandDoubt(message: "'\(first)' is not a command of sway, but of Hyprland")
        }
        // A short word, and one with another first letter, may as well be a program.
        let meant =
          first.count < 5
          ? nil
          : Suggestion.nearest(to: first, among: names.sorted()).flatMap { $0.first == first.first ? $0 : nil }
        return CommandDoubt(
          message: "\(Phrase.quote(first)) is not a command of sway",
          suggestion: meant.flatMap { command.replacingFirst(first, with: $0) },
          help: meant == nil ? "'sway' takes the commands of sway(5); to start a program, write 'exec \(first)'" : nil)
      }
    }
    return nil
  }

  /// The commands, each with the first words of its arguments.
  static let choices = names.sorted().flatMap { name in
    [name] + (arguments[name] ?? []).map { "\(name) \($0)" }
  }

  /// The command that is probably meant by a shell command; nil if it is none.
  static func meant(by command: String) -> String? {
    let words = command.words
    guard let first = words.first else { return nil }
    let isOne =
      words.count > 1 && arguments[first]?.contains(words[1]) == true
      || first == "workspace" && (words.count == 2 || words.count == 3 && words[1] == "number")
      || words.count == 1 && ["splith", "splitv", "splitt"].contains(first)
    return isOne ? command : nil
  }

  /// The operation of a command; nil if it is none.
  static func operation(_ words: [String]) -> DesktopOperation? {
    switch words {
    case ["workspace", "next"], ["workspace", "next_on_output"]: return .workspace(.next)
    case ["workspace", "prev"], ["workspace", "prev_on_output"]: return .workspace(.previous)
    case ["move", "container", "to", "workspace", "next"]: return .window(.toNextWorkspace)
    case ["move", "container", "to", "workspace", "prev"]: return .window(.toPreviousWorkspace)
    case ["kill"]: return .window(.close)
    case ["fullscreen"], ["fullscreen", "toggle"]: return .window(.fullscreen)
    default:
      guard words.dropLast() == ["workspace"] || words.dropLast() == ["workspace", "number"] else { return nil }
      return words.last.flatMap { Int($0) }.flatMap(DesktopOperation.numberedWorkspace)
    }
  }

  /// The first arguments by which sway's commands are recognised where no compositor is named (sway(5)).
  private static let arguments: [String: [String]] = Dictionary(
    uniqueKeysWithValues: """
      focus left right up down next prev parent child output tiling floating mode_toggle workspace
      floating toggle enable disable
      sticky toggle enable disable
      fullscreen toggle enable disable global
      scratchpad show
      layout default splith splitv stacking tabbed toggle stacked
      split vertical v horizontal h none n toggle t
      resize grow shrink set
      swap container
      move left right up down to container window workspace position absolute scratchpad
      border none normal csd pixel toggle
      """.split(separator: "\n").map { line in (line.words[0], Array(line.words.dropFirst())) })

  /// The commands of sway 1.4 to 1.12 (sway, sway/commands.c).
  static let names = Set(
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
}
