internal import Text

/// The dispatchers of hyprland.conf.
enum HyprlandDispatcher {
  /// Their names, in all versions up to 0.56.
  static let names: Set<String> = Set(
    """
    alterzorder bringactivetotop centerwindow changegroupactive closewindow cyclenext denywindowfromgroup dpms event \
    exec execr exit focuscurrentorlast focusmonitor focusurgentorlast focuswindow focuswindowbyclass \
    focusworkspaceoncurrentmonitor forceidle forcekillactive forcerendererreload fullscreen fullscreenstate global \
    killactive killwindow layoutmsg lockactivegroup lockgroups mouse moveactive movecurrentworkspacetomonitor \
    movecursor movecursortocorner movefocus movegroupwindow moveintogroup moveintoorcreategroup moveoutofgroup \
    movetoworkspace movetoworkspacesilent movewindow movewindoworgroup movewindowpixel moveworkspacetomonitor pass \
    pin pseudo releaseinputcapture renameworkspace resizeactive resizewindowpixel sendkeystate sendshortcut \
    setfloating setignoregrouplock setprop settiled signal signalwindow splitratio submap swapactiveworkspaces \
    swapnext swapsplit swapwindow tagwindow togglefloating togglegroup togglespecialworkspace togglesplit \
    toggleswallow workspace workspaceopt
    """.split(separator: " ").map(String.init))

  /// The expression in Lua for a dispatcher with its arguments, as in `workspace e+1`.
  /// - Throws: `HyprlandCommand.Problem` if there is none.
  static func expression(for text: String) throws(HyprlandCommand.Problem) -> String {
    let (name, rest) = text.cut { $0.isWhitespace || $0 == "," }
    guard names.contains(name) else {
      throw HyprlandCommand.Problem(
        description: "'\(name)' is no dispatcher with a counterpart in Lua", form: "dispatch hl.dsp.NAME(ARGUMENTS)")
    }
    let arguments = Arguments(text: rest)
    if let call = focus(name, arguments) ?? window(name, arguments) ?? group(name, arguments)
      ?? workspace(name, arguments) ?? input(name, arguments) ?? general(name, arguments)
    {
      return "hl.dsp." + call
    }
    guard let form = forms[name] else {
      throw HyprlandCommand.Problem(description: "dispatcher '\(name)' has no counterpart in Lua", form: nil)
    }
    throw HyprlandCommand.Problem(
      description: rest.isEmpty
        ? "dispatcher '\(name)' requires an argument" : "'\(name) \(rest)' has no counterpart in Lua",
      form: "dispatch hl.dsp.\(form)")
  }

  /// The expressions of dispatchers that have one for some arguments only.
  private static let forms = [
    "workspace": "focus({ workspace = \"NAME\" })", "movefocus": "focus({ direction = \"l\" })",
    "focuswindow": "focus({ window = \"class:NAME\" })", "focusmonitor": "focus({ monitor = \"NAME\" })",
    "focusworkspaceoncurrentmonitor": "focus({ workspace = \"NAME\", on_current_monitor = true })",
    "exec": "exec_cmd(\"COMMAND\")", "execr": "exec_raw(\"COMMAND\")",
    "signal": "window.signal({ signal = NUMBER })",
    "signalwindow": "window.signal({ signal = NUMBER, window = \"class:NAME\" })",
    "fullscreenstate": "window.fullscreen_state({ internal = 0, client = 2 })",
    "movewindow": "window.move({ direction = \"l\" })", "swapwindow": "window.swap({ direction = \"l\" })",
    "movewindoworgroup": "window.move({ direction = \"l\", group_aware = true })",
    "moveintogroup": "window.move({ into_group = \"l\" })",
    "moveintoorcreategroup": "window.move({ into_or_create_group = \"l\" })",
    "resizeactive": "window.resize({ x = 10, y = 0, relative = true })",
    "moveactive": "window.move({ x = 10, y = 0, relative = true })",
    "resizewindowpixel": "window.resize({ x = 10, y = 0, relative = true, window = \"class:NAME\" })",
    "movewindowpixel": "window.move({ x = 10, y = 0, relative = true, window = \"class:NAME\" })",
    "movetoworkspace": "window.move({ workspace = \"NAME\" })",
    "movetoworkspacesilent": "window.move({ workspace = \"NAME\", follow = false })",
    "closewindow": "window.close({ window = \"class:NAME\" })",
    "killwindow": "window.kill({ window = \"class:NAME\" })",
    "cyclenext": "window.cycle_next({ next = true })", "alterzorder": "window.alter_zorder({ mode = \"top\" })",
    "tagwindow": "window.tag({ tag = \"NAME\" })",
    "setprop": "window.set_prop({ prop = \"NAME\", value = \"VALUE\", window = \"class:NAME\" })",
    "renameworkspace": "workspace.rename({ workspace = \"ID\", name = \"NAME\" })",
    "movecurrentworkspacetomonitor": "workspace.move({ monitor = \"NAME\" })",
    "moveworkspacetomonitor": "workspace.move({ workspace = \"NAME\", monitor = \"NAME\" })",
    "swapactiveworkspaces": "workspace.swap_monitors({ monitor1 = \"NAME\", monitor2 = \"NAME\" })",
    "pass": "pass({ window = \"class:NAME\" })",
    "sendshortcut": "send_shortcut({ mods = \"CTRL\", key = \"T\", window = \"class:NAME\" })",
    "sendkeystate": "send_key_state({ mods = \"\", key = \"T\", state = \"down\", window = \"class:NAME\" })",
    "movecursor": "cursor.move({ x = 0, y = 0 })", "movecursortocorner": "cursor.move_to_corner({ corner = 0 })",
    "layoutmsg": "layout(\"MESSAGE\")", "splitratio": "layout(\"splitratio +0.1\")",
    "global": "global(\"NAME\")", "event": "event(\"TEXT\")", "submap": "submap(\"NAME\")",
    "forceidle": "force_idle(SECONDS)",
  ]

  // MARK: Calls

  private static func call(_ function: String, _ fields: String?...) -> String {
    let fields = fields.compactMap { $0 }.joined(separator: ", ")
    return fields.isEmpty ? "\(function)()" : "\(function)({ \(fields) })"
  }

  /// A field with a text; nil without a text.
  private static func field(_ name: String, _ text: String?) -> String? {
    text.map { "\(name) = \($0.luaString)" }
  }

  private static func action(_ action: String) -> String? { field("action", action) }

  // MARK: Groups of dispatchers

  private static func focus(_ name: String, _ arguments: Arguments) -> String? {
    let all = arguments.all
    switch name {
    case "workspace": return all.map { call("focus", field("workspace", $0)) }
    case "focusworkspaceoncurrentmonitor":
      return all.map { call("focus", field("workspace", $0), "on_current_monitor = true") }
    case "movefocus": return arguments.direction.map { call("focus", field("direction", $0)) }
    case "focuswindow", "focuswindowbyclass": return all.map { call("focus", field("window", $0)) }
    case "focusmonitor": return all.map { call("focus", field("monitor", $0)) }
    case "focuscurrentorlast": return call("focus", "last = true")
    case "focusurgentorlast": return call("focus", "urgent_or_last = true")
    case "cyclenext":
      let words = Set(arguments.words)
      // These choose among windows that the expression cannot name.
      guard words.isDisjoint(with: ["hist", "visible", "activemonitor"]) else { return nil }
      let isBack = !words.isDisjoint(with: ["prev", "p", "last", "l"]) && words.isDisjoint(with: ["next", "n"])
      return call(
        "window.cycle_next", isBack ? "next = false" : nil,
        words.isDisjoint(with: ["tile", "tiled"]) ? nil : "tiled = true",
        words.isDisjoint(with: ["float", "floating"]) ? nil : "floating = true")
    default: return nil
    }
  }

  private static func window(_ name: String, _ arguments: Arguments) -> String? {
    let window = field("window", arguments.window)
    switch name {
    case "killactive": return call("window.close")
    case "forcekillactive": return call("window.kill")
    case "closewindow": return window.map { call("window.close", $0) }
    case "killwindow": return window.map { call("window.kill", $0) }
    case "signal": return arguments.numbers(1).map { call("window.signal", "signal = \($0[0])") }
    case "signalwindow":
      let (window, signal) = arguments.text.cut { $0 == "," }
      return Int(signal).map { call("window.signal", "signal = \($0)", field("window", window)) }
    case "togglefloating": return call("window.float", action("toggle"), window)
    case "setfloating": return call("window.float", action("enable"), window)
    case "settiled": return call("window.float", action("disable"), window)
    case "pseudo": return call("window.pseudo", action("toggle"), window)
    case "pin": return call("window.pin", action("toggle"), window)
    case "centerwindow": return call("window.center")
    case "bringactivetotop": return call("window.bring_to_top")
    case "toggleswallow": return call("window.toggle_swallow")
    case "alterzorder":
      let (mode, window) = arguments.text.cut { $0 == "," }
      return mode.isEmpty
        ? nil : call("window.alter_zorder", field("mode", mode), field("window", window.isEmpty ? nil : window))
    case "fullscreen":
      let words = arguments.words
      let change = words.dropFirst().first.flatMap { ["set", "unset"].contains($0) ? $0 : nil }
      return call(
        "window.fullscreen", field("mode", words.first == "1" ? "maximized" : "fullscreen"), change.flatMap(action))
    case "fullscreenstate":
      // -1 keeps a state, which the expression cannot.
      guard let modes = arguments.numbers(2), !modes.contains("-1") else { return nil }
      return call("window.fullscreen_state", "internal = \(modes[0])", "client = \(modes[1])")
    case "tagwindow":
      let (tag, window) = arguments.text.cut(at: \.isWhitespace)
      return tag.isEmpty ? nil : call("window.tag", field("tag", tag), field("window", window.isEmpty ? nil : window))
    case "setprop":
      let (window, rest) = arguments.text.cut(at: \.isWhitespace)
      let (prop, value) = rest.cut(at: \.isWhitespace)
      return value.isEmpty
        ? nil : call("window.set_prop", field("prop", prop), field("value", value), field("window", window))
    case "swapnext":
      let isBack = ["l", "last", "prev", "b", "back"].contains(arguments.text)
      return call("window.swap", isBack ? "prev = true" : "next = true")
    case "swapwindow":
      return arguments.direction.map { call("window.swap", field("direction", $0)) }
        ?? arguments.all.map { call("window.swap", field("target", $0)) }
    default: return movement(name, arguments)
    }
  }

  private static func movement(_ name: String, _ arguments: Arguments) -> String? {
    switch name {
    case "movewindow":
      guard arguments.text.hasPrefix("mon:") else {
        return arguments.direction.map { call("window.move", field("direction", $0)) }
      }
      let (monitor, rest) = arguments.text.dropFirst(4).cut(at: \.isWhitespace)
      return call("window.move", field("monitor", monitor), rest == "silent" ? "follow = false" : nil)
    case "movewindoworgroup":
      return arguments.direction.map { call("window.move", field("direction", $0), "group_aware = true") }
    case "moveintogroup": return arguments.direction.map { call("window.move", field("into_group", $0)) }
    case "moveintoorcreategroup":
      return arguments.direction.map { call("window.move", field("into_or_create_group", $0)) }
    case "moveoutofgroup": return call("window.move", "out_of_group = true", field("window", arguments.window))
    case "movetoworkspace", "movetoworkspacesilent":
      // A window follows the last comma.
      let comma = arguments.text.lastIndex(of: ",")
      let workspace = arguments.text[..<(comma ?? arguments.text.endIndex)].trimmingBlanks
      let window = comma.map { arguments.text[arguments.text.index(after: $0)...].trimmingBlanks }
      return workspace.isEmpty
        ? nil
        : call(
          "window.move", field("workspace", workspace), name == "movetoworkspace" ? nil : "follow = false",
          field("window", window))
    case "resizeactive": return arguments.vector.map { call("window.resize", $0) }
    case "moveactive": return arguments.vector.map { call("window.move", $0) }
    case "resizewindowpixel", "movewindowpixel":
      let (vector, window) = arguments.text.cut { $0 == "," }
      return Arguments(text: vector).vector.map {
        call(name == "movewindowpixel" ? "window.move" : "window.resize", $0, field("window", window))
      }
    default: return nil
    }
  }

  private static func group(_ name: String, _ arguments: Arguments) -> String? {
    let isBack = ["b", "prev"].contains(arguments.text)
    let isToggling = arguments.text == "toggle"
    switch name {
    case "togglegroup": return call("group.toggle")
    case "changegroupactive":
      return arguments.numbers(1).map { call("group.active", "index = \($0[0])") }
        ?? call(isBack ? "group.prev" : "group.next")
    case "movegroupwindow": return call("group.move_window", "forward = \(!isBack)")
    case "lockgroups":
      let isLocking = ["", "lock", "lockgroups"].contains(arguments.text)
      return call("group.lock", action(isToggling ? "toggle" : isLocking ? "enable" : "disable"))
    case "lockactivegroup":
      return call("group.lock_active", action(isToggling ? "toggle" : arguments.text == "lock" ? "enable" : "disable"))
    case "denywindowfromgroup":
      return call(
        "window.deny_from_group", action(isToggling ? "toggle" : arguments.text == "on" ? "enable" : "disable"))
    default: return nil
    }
  }

  private static func workspace(_ name: String, _ arguments: Arguments) -> String? {
    let (first, rest) = arguments.text.cut(at: \.isWhitespace)
    switch name {
    case "togglespecialworkspace": return "workspace.toggle_special(\(arguments.all?.luaString ?? ""))"
    case "renameworkspace":
      return Int(first).map { _ in
        call("workspace.rename", field("workspace", first), field("name", rest.isEmpty ? nil : rest))
      }
    case "movecurrentworkspacetomonitor": return arguments.all.map { call("workspace.move", field("monitor", $0)) }
    case "moveworkspacetomonitor":
      return rest.isEmpty ? nil : call("workspace.move", field("workspace", first), field("monitor", rest))
    case "swapactiveworkspaces":
      return rest.isEmpty
        ? nil : call("workspace.swap_monitors", field("monitor1", first), field("monitor2", rest))
    default: return nil
    }
  }

  private static func input(_ name: String, _ arguments: Arguments) -> String? {
    let parts = arguments.text.split(separator: ",", omittingEmptySubsequences: false).map(\.trimmingBlanks)
    let window = parts.last.flatMap { $0.isEmpty ? nil : $0 }
    switch name {
    case "pass": return arguments.all.map { call("pass", field("window", $0)) }
    case "sendshortcut":
      guard parts.count == 3 else { return nil }
      return call("send_shortcut", field("mods", parts[0]), field("key", parts[1]), field("window", window))
    case "sendkeystate":
      guard parts.count == 4 else { return nil }
      return call(
        "send_key_state", field("mods", parts[0]), field("key", parts[1]), field("state", parts[2]),
        field("window", window))
    case "movecursor": return arguments.numbers(2).map { call("cursor.move", "x = \($0[0])", "y = \($0[1])") }
    case "movecursortocorner": return arguments.numbers(1).map { call("cursor.move_to_corner", "corner = \($0[0])") }
    case "releaseinputcapture": return "release_input_capture()"
    default: return nil
    }
  }

  private static func general(_ name: String, _ arguments: Arguments) -> String? {
    func text(_ function: String) -> String? { arguments.all.map { "\(function)(\($0.luaString))" } }
    switch name {
    case "exec": return text("exec_cmd")
    case "execr": return text("exec_raw")
    case "global": return text("global")
    case "event": return text("event")
    case "submap": return text("submap")
    case "layoutmsg": return text("layout")
    // Messages of the layout since 0.54; dispatchers before.
    case "togglesplit", "swapsplit": return "layout(\(name.luaString))"
    case "splitratio":
      let words = arguments.words
      // The word for an absolute value comes last in a message.
      let values = words.first == "exact" ? Array(words.dropFirst()) + ["exact"] : words
      return words.isEmpty ? nil : "layout(\(([name] + values).joined(separator: " ").luaString))"
    case "dpms":
      let (state, monitor) = arguments.text.cut(at: \.isWhitespace)
      let change = state.hasPrefix("on") ? "enable" : state.hasPrefix("toggle") ? "toggle" : "disable"
      return call("dpms", action(change), field("monitor", monitor.isEmpty ? nil : monitor))
    case "forceidle": return arguments.numbers(1).map { "force_idle(\($0[0]))" }
    case "forcerendererreload": return "force_renderer_reload()"
    case "exit": return "exit()"
    default: return nil
    }
  }
}

extension HyprlandDispatcher {
  private struct Arguments {
    var text: String

    /// The whole text; nil if it is empty.
    var all: String? { text.isEmpty ? nil : text }
    var words: [String] { text.split(whereSeparator: \.isWhitespace).map(String.init) }
    /// A window that the whole text selects; nil for the focused one.
    var window: String? { text.isEmpty || text == "active" ? nil : text }

    /// The letter of a direction, which is its first one; nil if the text is none.
    var direction: String? {
      let names = ["left", "right", "up", "down", "top", "bottom"]
      return text.count == 1 && "lrudtb".contains(text) || names.contains(text) ? String(text.prefix(1)) : nil
    }

    /// The words if they are as many numbers.
    func numbers(_ count: Int) -> [String]? {
      let words = words
      return words.count == count && words.allSatisfy { Double($0) != nil } ? words : nil
    }

    /// The fields of `20 -20`, which is relative, or of `exact 400 300`, in pixels; nil for shares of a size in
    /// percent.
    var vector: String? {
      var words = words
      let isExact = words.first == "exact"
      if isExact { words.removeFirst() }
      guard words.count == 2, let x = Int(words[0]), let y = Int(words[1]) else { return nil }
      return "x = \(x), y = \(y)" + (isExact ? "" : ", relative = true")
    }
  }
}
