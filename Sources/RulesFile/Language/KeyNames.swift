/// The keysym names that exist. The caller gets them from xkbcommon: this module has no keymaps.
public struct KeyNames: Sendable {
  /// True if a keysym of this name exists.
  public var isKnown: @Sendable (String) -> Bool
  /// All keysym names, in order of preference for suggestions. Called only when a name is unknown.
  public var all: @Sendable () -> [String]

  /// Creates access to key names.
  public init(isKnown: @escaping @Sendable (String) -> Bool, all: @escaping @Sendable () -> [String]) {
    self.isKnown = isKnown
    self.all = all
  }
}

/// The keysyms by their names in any case, with or without underscores: `left`, `pagedown`.
final class FoldedKeys {
  private let names: KeyNames
  /// Nil for a spelling of several keys, such as `AACUTE`.
  private lazy var folded = Dictionary(names.all().map { (Self.fold($0), Optional($0)) }) { $0 == $1 ? $0 : nil }

  init(_ names: KeyNames) { self.names = names }

  /// The keysym that is called `name`; nil if there is none, or more than one.
  func keysym(_ name: String) -> String? {
    if names.isKnown(name) { return name }
    // No single letter and no longer text is a keysym in another case.
    guard name.isKeyName, (2...40).contains(name.utf8.count) else { return nil }
    return folded[Self.fold(name)] ?? nil
  }

  private static func fold(_ name: String) -> String { name.lowercased().replacing("_", with: "") }
}

/// Common names of keys whose keysyms are named differently.
package enum KeyAlias {
  /// The keysym that is probably meant by `name`; nil if the name is unknown.
  package static func keysym(for name: String) -> String? {
    if name.unicodeScalars.count == 1 { return character(name) }
    var folded = String(name.lowercased().filter { $0 != "_" && $0 != "-" })
    if let known = names[folded] { return known }
    if folded.last?.isNumber == true, let digit = folded.wholeMatch(of: /(?:numpad|num|keypad|kp)([0-9])/)?.1 {
      return "KP_\(digit)"
    }
    // XF86VolumeUp, XF86AudioVolumeUp, AudioPlayPause
    for prefix in ["xf86", "audio", "media"] where folded.hasPrefix(prefix) { folded.removeFirst(prefix.count) }
    return media[folded]
  }

  /// The keysym of a single character that is no letter or digit: its name, or its code point, which xkbcommon reads as
  /// `U00E4`.
  private static func character(_ text: String) -> String? {
    guard let scalar = text.unicodeScalars.first else { return nil }
    if let name = punctuation[scalar] { return name }
    guard !scalar.isASCII else { return nil }
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "U" + String(repeating: "0", count: max(4 - digits.count, 0)) + digits
  }

  private static let names: [String: String] = [
    "enter": "Return", "esc": "Escape", "pagedown": "Page_Down", "pgdn": "Page_Down", "pgdown": "Page_Down",
    "pageup": "Page_Up", "pgup": "Page_Up", "del": "Delete", "ins": "Insert", "spacebar": "space", "bksp": "BackSpace",
    "printscreen": "Print", "prtsc": "Print", "prtscr": "Print", "sysrq": "Print", "arrowleft": "Left",
    "arrowright": "Right", "arrowup": "Up", "arrowdown": "Down", "leftarrow": "Left", "rightarrow": "Right",
    "uparrow": "Up", "downarrow": "Down", "volumeup": "XF86AudioRaiseVolume", "volumedown": "XF86AudioLowerVolume",
    "mute": "XF86AudioMute", "playpause": "XF86AudioPlay", "nextsong": "XF86AudioNext",
    "previoussong": "XF86AudioPrev", "brightnessup": "XF86MonBrightnessUp", "brightnessdown": "XF86MonBrightnessDown",
    "dash": "minus", "hyphen": "minus", "dot": "period", "equals": "equal", "backtick": "grave", "tilde": "asciitilde",
    "capslock": "Caps_Lock", "numpadenter": "KP_Enter", "numpadadd": "KP_Add", "numpadplus": "KP_Add",
    "numpadminus": "KP_Subtract",
  ]

  /// The keysyms of media keys, by their names without XF86 and Audio.
  private static let media = [
    "volumeup": "XF86AudioRaiseVolume", "raisevolume": "XF86AudioRaiseVolume", "volup": "XF86AudioRaiseVolume",
    "volumeraise": "XF86AudioRaiseVolume", "volumedown": "XF86AudioLowerVolume", "lowervolume": "XF86AudioLowerVolume",
    "voldown": "XF86AudioLowerVolume", "volumelower": "XF86AudioLowerVolume", "mute": "XF86AudioMute",
    "volumemute": "XF86AudioMute", "mutevolume": "XF86AudioMute", "micmute": "XF86AudioMicMute",
    "mutemic": "XF86AudioMicMute", "play": "XF86AudioPlay", "playpause": "XF86AudioPlay", "pause": "XF86AudioPause",
    "next": "XF86AudioNext", "nextsong": "XF86AudioNext", "nexttrack": "XF86AudioNext", "prev": "XF86AudioPrev",
    "previous": "XF86AudioPrev", "prevtrack": "XF86AudioPrev", "previoustrack": "XF86AudioPrev",
    "previoussong": "XF86AudioPrev", "stop": "XF86AudioStop", "brightnessup": "XF86MonBrightnessUp",
    "brightnessdown": "XF86MonBrightnessDown", "monitorbrightnessup": "XF86MonBrightnessUp",
    "monitorbrightnessdown": "XF86MonBrightnessDown", "screensaver": "XF86ScreenSaver", "calculator": "XF86Calculator",
  ]

  /// The names of ASCII punctuation in X11's keysymdef.h.
  private static let punctuation: [Unicode.Scalar: String] = [
    " ": "space", "!": "exclam", "\"": "quotedbl", "#": "numbersign", "$": "dollar", "%": "percent", "&": "ampersand",
    "'": "apostrophe", "(": "parenleft", ")": "parenright", "*": "asterisk", "+": "plus", ",": "comma", "-": "minus",
    ".": "period", "/": "slash", ":": "colon", ";": "semicolon", "<": "less", "=": "equal", ">": "greater",
    "?": "question", "@": "at", "[": "bracketleft", "\\": "backslash", "]": "bracketright", "^": "asciicircum",
    "_": "underscore", "`": "grave", "{": "braceleft", "|": "bar", "}": "braceright", "~": "asciitilde",
  ]
}
