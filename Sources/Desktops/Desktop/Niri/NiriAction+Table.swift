extension NiriAction {
  /// The names of the actions of niri 25.11 (niri-ipc, Action). niri itself judges any other.
  public static let names: Set<String> = Set(table.keys)

  /// The parameters of each action.
  static let table: [String: [NiriParameter]] = {
    var table: [String: [NiriParameter]] = [:]
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      let parameters = words.compactMap { NiriParameter($0) }
      for name in words.dropLast(parameters.count) { table[String(name)] = parameters }
    }
    return table
  }()

  /// True for one of `names`. The table is not made: the daemon asks for each shell command when it starts.
  static func isName(_ word: String) -> Bool {
    text.utf8.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }.contains { $0.elementsEqual(word.utf8) }
      && NiriParameter(word[...]) == nil
  }

  /// A line is names, then the parameters of all of them; `NiriParameter` states their notation.
  private static let text = """
    power-off-monitors power-on-monitors spawn spawn-sh toggle-keyboard-shortcuts-inhibit focus-window-previous
    focus-column-left focus-column-right focus-column-first focus-column-last focus-column-right-or-first
    focus-column-left-or-last focus-window-or-monitor-up focus-window-or-monitor-down focus-column-or-monitor-left
    focus-column-or-monitor-right focus-window-down focus-window-up focus-window-down-or-column-left
    focus-window-down-or-column-right focus-window-up-or-column-left focus-window-up-or-column-right
    focus-window-or-workspace-down focus-window-or-workspace-up focus-window-top focus-window-bottom
    focus-window-down-or-top focus-window-up-or-bottom move-column-left move-column-right move-column-to-first
    move-column-to-last move-column-left-or-to-monitor-left move-column-right-or-to-monitor-right move-window-down
    move-window-up move-window-down-or-to-workspace-down move-window-up-or-to-workspace-up
    consume-window-into-column expel-window-from-column swap-window-right swap-window-left
    toggle-column-tabbed-display center-column center-visible-columns focus-workspace-down focus-workspace-up
    focus-workspace-previous move-workspace-down move-workspace-up focus-monitor-left focus-monitor-right
    focus-monitor-down focus-monitor-up focus-monitor-previous focus-monitor-next move-window-to-monitor-left
    move-window-to-monitor-right move-window-to-monitor-down move-window-to-monitor-up
    move-window-to-monitor-previous move-window-to-monitor-next move-column-to-monitor-left
    move-column-to-monitor-right move-column-to-monitor-down move-column-to-monitor-up
    move-column-to-monitor-previous move-column-to-monitor-next switch-preset-column-width
    switch-preset-column-width-back maximize-column expand-column-to-available-width show-hotkey-overlay
    move-workspace-to-monitor-left move-workspace-to-monitor-right move-workspace-to-monitor-down
    move-workspace-to-monitor-up move-workspace-to-monitor-previous move-workspace-to-monitor-next toggle-debug-tint
    debug-toggle-opaque-regions debug-toggle-damage focus-floating focus-tiling
    switch-focus-between-floating-and-tiling clear-dynamic-cast-target toggle-overview open-overview close-overview
    quit -s--skip-confirmation
    do-screen-transition -d--delay-ms=number
    screenshot -p--show-pointer=flag:true --path=text
    screenshot-screen -d--write-to-disk=flag:true -p--show-pointer=flag:true --path=text
    screenshot-window --id=number -d--write-to-disk=flag:true -p--show-pointer=flag:false --path=text
    close-window fullscreen-window toggle-windowed-fullscreen consume-or-expel-window-left --id=number
    consume-or-expel-window-right center-window reset-window-height switch-preset-window-width --id=number
    switch-preset-window-width-back switch-preset-window-height switch-preset-window-height-back --id=number
    maximize-window-to-edges toggle-window-floating move-window-to-floating move-window-to-tiling --id=number
    toggle-window-rule-opacity set-dynamic-cast-window --id=number
    focus-window toggle-window-urgent set-window-urgent unset-window-urgent --id=number!
    focus-window-in-column focus-column move-column-to-index <index=number>
    set-column-display <display=display>
    focus-workspace <reference=workspace>
    move-window-to-workspace-down move-window-to-workspace-up move-column-to-workspace-down --focus=flag:true
    move-column-to-workspace-up --focus=flag:true
    move-window-to-workspace --window-id=number <reference=workspace> --focus=flag:true
    move-column-to-workspace <reference=workspace> --focus=flag:true
    move-workspace-to-index <index=number> --reference=workspace
    move-workspace-to-monitor <output=text> --reference=workspace
    set-workspace-name <name=text> --workspace=workspace
    unset-workspace-name [reference=workspace]
    focus-monitor move-column-to-monitor <output=text>
    move-window-to-monitor --id=number <output=text>
    set-window-width set-window-height --id=number <change=size>
    set-column-width <change=size>
    switch-layout <layout=layout>
    move-floating-window --id=number -x--x=position -y--y=position
    set-dynamic-cast-monitor [output=text]
    stop-cast --session-id=number!
    load-config-file --path=text
    """
}
