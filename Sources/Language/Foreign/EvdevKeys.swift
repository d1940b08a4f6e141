/// Linux keys by code and name (linux/input-event-codes.h, without `KEY_`), with their keysyms on a keyboard with the
/// layout us.
package enum EvdevKeys {
  /// The keysym, or the name of a modifier, of the key with this code.
  package static func keysym(code: Int) -> String? { byCode[code] }

  /// The keysym, or the name of a modifier, of the key of this name: `LEFTCTRL`, `PAGEDOWN`.
  package static func keysym(name: String) -> String? {
    let name = name.uppercased()
    return byName[name.hasPrefix("KEY_") ? String(name.dropFirst(4)) : name]
  }

  private static let byCode = Dictionary(table.map { ($0.code, $0.keysym) }) { first, _ in first }
  private static let byName = Dictionary(table.map { ($0.name, $0.keysym) }) { first, _ in first }
    .merging(others) { first, _ in first }

  /// Other names in common use.
  private static let others = TextTable.meanings(
    """
    ctrl <- CTRL
    shift <- SHIFT
    alt <- ALT
    super <- META SUPER
    Page_Down <- NEXT PGDN
    Page_Up <- PREVIOUS PGUP
    Return <- RETURN
    plus <- PLUS
    XF86Close <- EXIT
    """)

  private typealias Key = (code: Int, name: String, keysym: String)

  private static let table = named + characters + functions + keypad

  private static let named: [Key] = """
    1 ESC Escape, 12 MINUS minus, 13 EQUAL equal, 14 BACKSPACE BackSpace, 15 TAB Tab, 26 LEFTBRACE bracketleft,
    27 RIGHTBRACE bracketright, 28 ENTER Return, 29 LEFTCTRL ctrl, 39 SEMICOLON semicolon, 40 APOSTROPHE apostrophe,
    41 GRAVE grave, 42 LEFTSHIFT shift, 43 BACKSLASH backslash, 51 COMMA comma, 52 DOT period, 53 SLASH slash,
    54 RIGHTSHIFT shift, 55 KPASTERISK KP_Multiply, 56 LEFTALT alt, 57 SPACE space, 58 CAPSLOCK Caps_Lock,
    69 NUMLOCK Num_Lock, 70 SCROLLLOCK Scroll_Lock, 74 KPMINUS KP_Subtract, 78 KPPLUS KP_Add, 83 KPDOT KP_Decimal,
    86 102ND less, 96 KPENTER KP_Enter, 97 RIGHTCTRL ctrl, 98 KPSLASH KP_Divide, 99 SYSRQ Print, 100 RIGHTALT altgr,
    102 HOME Home, 103 UP Up, 104 PAGEUP Page_Up, 105 LEFT Left, 106 RIGHT Right, 107 END End, 108 DOWN Down,
    109 PAGEDOWN Page_Down, 110 INSERT Insert, 111 DELETE Delete, 113 MUTE XF86AudioMute,
    114 VOLUMEDOWN XF86AudioLowerVolume, 115 VOLUMEUP XF86AudioRaiseVolume, 116 POWER XF86PowerOff, 119 PAUSE Pause,
    125 LEFTMETA super, 126 RIGHTMETA super, 127 COMPOSE Menu, 128 STOP Cancel, 131 UNDO Undo, 133 COPY XF86Copy,
    134 OPEN XF86Open, 135 PASTE XF86Paste, 136 FIND Find, 137 CUT XF86Cut, 138 HELP Help, 139 MENU XF86MenuKB,
    140 CALC XF86Calculator, 142 SLEEP XF86Sleep, 144 FILE XF86Explorer, 148 PROG1 XF86Launch1,
    149 PROG2 XF86Launch2, 150 WWW XF86WWW, 152 COFFEE XF86ScreenSaver, 155 MAIL XF86Mail,
    156 BOOKMARKS XF86Favorites, 157 COMPUTER XF86MyComputer, 158 BACK XF86Back, 159 FORWARD XF86Forward,
    161 EJECTCD XF86Eject, 163 NEXTSONG XF86AudioNext, 164 PLAYPAUSE XF86AudioPlay, 165 PREVIOUSSONG XF86AudioPrev,
    166 STOPCD XF86AudioStop, 167 RECORD XF86AudioRecord, 168 REWIND XF86AudioRewind, 172 HOMEPAGE XF86HomePage,
    173 REFRESH XF86Reload, 177 SCROLLUP XF86ScrollUp, 178 SCROLLDOWN XF86ScrollDown, 181 NEW XF86New, 182 REDO Redo,
    200 PLAYCD XF86AudioPlay, 201 PAUSECD XF86AudioPause, 206 CLOSE XF86Close, 207 PLAY XF86AudioPlay,
    208 FASTFORWARD XF86AudioForward, 210 PRINT Print, 212 CAMERA XF86WebCam, 215 EMAIL XF86Mail,
    217 SEARCH XF86Search, 224 BRIGHTNESSDOWN XF86MonBrightnessDown, 225 BRIGHTNESSUP XF86MonBrightnessUp,
    226 MEDIA XF86AudioMedia, 227 SWITCHVIDEOMODE XF86Display, 228 KBDILLUMTOGGLE XF86KbdLightOnOff,
    229 KBDILLUMDOWN XF86KbdBrightnessDown, 230 KBDILLUMUP XF86KbdBrightnessUp, 248 MICMUTE XF86AudioMicMute
    """.split { $0 == "," || $0 == "\n" }.compactMap { key in
      let words = key.words
      return words.count == 3 ? Int(words[0]).map { ($0, words[1], words[2]) } : nil
    }

  private static let characters =
    row(from: 2, "1234567890") + row(from: 16, "QWERTYUIOP") + row(from: 30, "ASDFGHJKL") + row(from: 44, "ZXCVBNM")

  private static let functions: [Key] = (1...24).map { number in
    let code = number <= 10 ? 58 : number <= 12 ? 76 : 170
    return (code + number, "F\(number)", "F\(number)")
  }

  private static let keypad: [Key] = zip([82, 79, 80, 81, 75, 76, 77, 71, 72, 73], 0...9).map {
    ($0, "KP\($1)", "KP_\($1)")
  }

  /// Keys in a row with consecutive codes, named after the character printed on them.
  private static func row(from code: Int, _ keys: String) -> [Key] {
    keys.enumerated().map { (code + $0, String($1), String($1).lowercased()) }
  }
}
