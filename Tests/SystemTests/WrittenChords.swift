/// A chord in a rules file, and the keys that a window then receives, the last in first out: `ctrl+T -> Control_L t`.
struct WrittenChord {
  /// The value of `keys`.
  var chord: String
  /// The keys that the window receives.
  var keys: [WindowKey]

  init(_ text: String) {
    let words = text.split(separator: " ").map(String.init)
    chord = words.first ?? ""
    keys = words.dropFirst(2).map { .down($0) } + words.dropFirst(2).reversed().map { .up($0) }
  }

  /// More than forty chords for each of four layouts.
  static func all(on layout: String) -> [WrittenChord] { (onEach + (own[layout] ?? [])).map { WrittenChord($0) } }

  /// Layouts with a table of their own.
  static let layouts = ["us", "de", "fr", "ru"]

  /// Chords that are the same on all layouts.
  private static let onEach = [
    "super -> Super_L", "ctrl+shift -> Control_L Shift_L", "Return -> Return", "ctrl+Return -> Control_L Return",
    "Escape -> Escape", "ctrl+shift+Escape -> Control_L Shift_L Escape", "alt+Tab -> Alt_L Tab",
    "shift+Tab -> Shift_L ISO_Left_Tab", "BackSpace -> BackSpace", "ctrl+BackSpace -> Control_L BackSpace",
    // Next is another name of Page_Down.
    "super+Page_Down -> Super_L Next", "ctrl+Page_Up -> Control_L Prior", "Home -> Home", "shift+End -> Shift_L End",
    "ctrl+shift+Right -> Control_L Shift_L Right", "alt+Up -> Alt_L Up", "super+Left -> Super_L Left", "Down -> Down",
    // Not with Delete: the kernel itself would restart the machine.
    "ctrl+alt+End -> Control_L Alt_L End", "Delete -> Delete", "shift+Insert -> Shift_L Insert",
    "super+space -> Super_L space",
    "F1 -> F1", "alt+F4 -> Alt_L F4", "shift+F10 -> Shift_L F10", "super+F11 -> Super_L F11", "F12 -> F12",
    "Print -> Print", "Menu -> Menu", "KP_Enter -> KP_Enter",
    "XF86AudioRaiseVolume -> XF86AudioRaiseVolume", "ctrl+XF86AudioLowerVolume -> Control_L XF86AudioLowerVolume",
    "XF86AudioMute -> XF86AudioMute", "XF86AudioNext -> XF86AudioNext", "XF86MonBrightnessUp -> XF86MonBrightnessUp",
  ]

  private static let own = [
    "us": [
      "t -> t", "T -> t", "ctrl+alt+t -> Control_L Alt_L t", "super+1 -> Super_L 1", "ctrl+T -> Control_L t",
      "ctrl+shift+T -> Control_L Shift_L T", "plus -> Shift_L plus", "super+plus -> Super_L Shift_L plus",
      "ctrl+slash -> Control_L slash", "at -> Shift_L at", "alt+grave -> Alt_L grave", "altgr+e -> Alt_R e",
    ],
    "de": [
      "y -> y", "ctrl+z -> Control_L z", "udiaeresis -> udiaeresis", "Udiaeresis -> Shift_L Udiaeresis",
      "ctrl+Udiaeresis -> Control_L udiaeresis", "ssharp -> ssharp", "at -> ISO_Level3_Shift at",
      "ctrl+at -> Control_L ISO_Level3_Shift at", "EuroSign -> ISO_Level3_Shift EuroSign",
      "bar -> ISO_Level3_Shift bar", "braceleft -> ISO_Level3_Shift braceleft", "plus -> plus",
      "super+slash -> Super_L Shift_L slash",
    ],
    "fr": [
      "a -> a", "ctrl+a -> Control_L a", "ctrl+w -> Control_L w", "1 -> Shift_L 1", "super+1 -> Super_L Shift_L 1",
      "ampersand -> ampersand", "eacute -> eacute", "at -> ISO_Level3_Shift at",
      "EuroSign -> ISO_Level3_Shift EuroSign", "slash -> Shift_L slash", "question -> Shift_L question",
      "ctrl+comma -> Control_L comma", "ccedilla -> ccedilla",
    ],
    // Chords in which the keys of missing Latin letters are replaced by those in the same position.
    "ru": [
      "t -> Cyrillic_ie", "ctrl+t -> Control_L Cyrillic_ie", "ctrl+c -> Control_L Cyrillic_es",
      "ctrl+shift+T -> Control_L Shift_L Cyrillic_IE", "super+q -> Super_L Cyrillic_shorti",
      "alt+bracketleft -> Alt_L Cyrillic_ha", "Cyrillic_ya -> Cyrillic_ya", "Cyrillic_YA -> Shift_L Cyrillic_YA",
      "ctrl+Cyrillic_ef -> Control_L Cyrillic_ef", "question -> Shift_L question", "slash -> slash",
      "plus -> Shift_L plus", "numerosign -> Shift_L numerosign", "super+1 -> Super_L 1",
    ],
  ]
}
