internal import Text

/// A digit of the keypad.
private let keypadDigit = WholePattern("(numpad|num|keypad|kp)([0-9])")

/// Common names of keys whose keysyms are named differently.
package enum KeyAlias {
  /// The keysym that is probably meant by `name`; nil if the name is unknown.
  package static func keysym(for name: String) -> String? {
    if name.unicodeScalars.count == 1 { return character(name) }
    var folded = String(name.lowercased().filter { $0 != "_" && $0 != "-" })
    if let known = names[folded] { return known }
    if let digit = folded.wholeMatch(of: keypadDigit)?[2] { return "KP_\(digit)" }
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

  private static let names = TextTable.meanings(
    """
    Return <- enter
    Escape <- esc
    Page_Down <- pagedown pgdn pgdown
    Page_Up <- pageup pgup
    Delete <- del
    Insert <- ins
    space <- spacebar
    BackSpace <- bksp
    Print <- printscreen prtsc prtscr sysrq
    Left <- arrowleft leftarrow
    Right <- arrowright rightarrow
    Up <- arrowup uparrow
    Down <- arrowdown downarrow
    minus <- dash hyphen
    period <- dot
    equal <- equals
    grave <- backtick
    asciitilde <- tilde
    Caps_Lock <- capslock
    KP_Enter <- numpadenter
    KP_Add <- numpadadd numpadplus
    KP_Subtract <- numpadminus
    """)

  /// The keysyms of media keys, by their names without XF86 and Audio.
  private static let media = TextTable.meanings(
    """
    XF86AudioRaiseVolume <- volumeup raisevolume volup volumeraise
    XF86AudioLowerVolume <- volumedown lowervolume voldown volumelower
    XF86AudioMute <- mute volumemute mutevolume
    XF86AudioMicMute <- micmute mutemic
    XF86AudioPlay <- play playpause
    XF86AudioPause <- pause
    XF86AudioNext <- next nextsong nexttrack
    XF86AudioPrev <- prev previous prevtrack previoustrack previoussong
    XF86AudioStop <- stop
    XF86MonBrightnessUp <- brightnessup monitorbrightnessup
    XF86MonBrightnessDown <- brightnessdown monitorbrightnessdown
    XF86ScreenSaver <- screensaver
    XF86Calculator <- calculator
    """)

  /// The names of ASCII punctuation in X11's keysymdef.h.
  private static let punctuation: [Unicode.Scalar: String] = {
    let names = """
      space exclam quotedbl numbersign dollar percent ampersand apostrophe parenleft parenright asterisk plus comma
      minus period slash colon semicolon less equal greater question at bracketleft backslash bracketright asciicircum
      underscore grave braceleft bar braceright asciitilde
      """.words
    return Dictionary(uniqueKeysWithValues: zip(##" !"#$%&'()*+,-./:;<=>?@[\]^_`{|}~"##.unicodeScalars, names))
  }()
}
