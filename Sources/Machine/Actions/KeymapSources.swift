internal import Engine
internal import Linux
internal import Rules
internal import Text
internal import Wayland

/// A compiled keymap and its text.
struct KeymapInUse {
  /// The compiled keymap, to look up keys.
  var keymap: Keymap
  /// Its text for a virtual keyboard, which `SeatKeyboard` recognises as this program's.
  var text: String
}

/// The sources of the keymap in use, the best first: the rules file, the compositor, the environment, the system's
/// settings, and xkbcommon's default (`us`).
struct KeymapSources {
  /// The layout in the rules file.
  var stated: KeyboardLayout? { didSet { if stated != oldValue { compiled = nil } } }
  /// The keymap that the compositor sends to programs, as text.
  private(set) var compositor: String? { didSet { compiled = nil } }
  /// The layout of the system's settings (localed).
  var system: KeyboardLayout? { didSet { compiled = nil } }
  /// The active layout of the keymap, from 0.
  var activeLayout = 0 { didSet { compiled = nil } }
  /// The compiled keymap of the best source; nil if the sources have changed since. Compiling one takes a quarter of
  /// the time from the start to the first gesture.
  private var compiled: Result<KeymapInUse, KeymapError>?

  /// Updates the compositor's keymap; nil if there is no compositor any more.
  /// - Returns: true if it changed.
  mutating func setCompositor(_ text: String?) -> Bool {
    guard text != compositor else { return false }
    if let text {
      // After a compositor has received its own keymap for a virtual keyboard of another program, it may send it as its
      // xkbcommon writes it, with another text. Uploading the keymap again in the middle of a chord would release its
      // modifiers for programs.
      if let compositor, let keymap = XKBKeymap(text: compositor), keymap.text == text { return false }
      // While a virtual keyboard is used, programs are sent its keymap: this program's or another one's.
      guard !text.contains("xkb_keycodes \"\(Self.mark)"),
        let keymap = try? Keymap(text: text, activeLayout: activeLayout), keymap.isKeyboard
      else { return false }
      compositor = text
      if stated == nil { compiled = .success(KeymapInUse(keymap: keymap, text: Self.marked(text))) }
      return true
    }
    compositor = nil
    return true
  }

  /// The keymap of the best source; an error if that one is invalid.
  mutating func keymap() -> Result<KeymapInUse, KeymapError> {
    if let compiled { return compiled }
    let keymap = Result { () throws(KeymapError) in try compile() }
    compiled = keymap
    return keymap
  }

  /// Compiles it, whether or not it was compiled before.
  /// - Throws: `KeymapError` if it is invalid.
  func compile() throws(KeymapError) -> KeymapInUse {
    if stated == nil, let compositor {
      let keymap = try Keymap(text: compositor, activeLayout: activeLayout)
      return KeymapInUse(keymap: keymap, text: Self.marked(compositor))
    }
    // Without names, xkbcommon reads the environment itself.
    let layout = stated ?? (Self.isInEnvironment ? nil : system)
    guard let keymap = XKBKeymap(layout), let text = keymap.text else { throw .noSuchLayout(layout) }
    return KeymapInUse(keymap: Keymap(keymap, activeLayout), text: Self.marked(text))
  }

  /// The best source, for people.
  var bestSource: String {
    if stated != nil { return "the rules file" }
    if compositor != nil { return "the compositor" }
    if Self.isInEnvironment { return "XKB_DEFAULT_LAYOUT and related variables" }
    return system == nil ? "xkbcommon's default" : "the system's settings"
  }

  /// True if a source precedes the system's settings.
  var precedeSystemSettings: Bool { stated != nil || compositor != nil || Self.isInEnvironment }

  private static var isInEnvironment: Bool {
    ["LAYOUT", "VARIANT", "MODEL", "OPTIONS", "RULES"].contains {
      Environment.value(of: "XKB_DEFAULT_\($0)")?.isEmpty == false
    }
  }

  // MARK: Marking own keymaps

  /// The prefix of the keycodes' name in keymaps of this program. Compositors send it to all programs, and so back to
  /// this one, which must not take it for the user's keymap.
  static let mark = VirtualKeyboard.keymapName

  private static func marked(_ text: String) -> String {
    // The name is optional.
    guard let section = text.firstRange(of: "xkb_keycodes"), let start = text[section.upperBound...].firstIndex(of: "{")
    else { return text }
    return text[..<section.upperBound] + " \"\(mark)\" " + text[start...]
  }
}
