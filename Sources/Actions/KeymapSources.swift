internal import Engine
internal import Linux
internal import Rules
internal import Wayland

/// A keymap to look keys up in, and to hand to a compositor.
struct KeymapInUse {
  /// For looking up.
  var keymap: Keymap
  /// As text.
  var text: String
}

/// Everybody who knows which keymap is in use, the best first: the rules file, the compositor, the environment, the
/// system, and where nobody does, what xkbcommon takes for usual, `us`.
struct KeymapSources {
  /// What `settings` say.
  var stated: KeyboardLayout?
  /// What the compositor sends to programs, as text.
  private(set) var compositor: String?
  /// What the system's settings (localed) say.
  var system: KeyboardLayout?
  /// Which of several layouts is on, from 0.
  var activeLayout = 0

  /// Takes note of what the compositor sends; nil where there is none any more.
  /// - Returns: whether that is another keymap than before.
  mutating func setCompositor(_ text: String?) -> Bool {
    guard text != compositor else { return false }
    if let text {
      // A compositor that was given its keymap for a virtual keyboard sends it as its xkbcommon writes it, which need not
      // be the same text. To be given a keymap anew in the middle of a chord releases its modifiers for programs.
      if let compositor, let keymap = XKBKeymap(text: compositor), keymap.text == text { return false }
      // While a virtual keyboard is in use, programs are sent its keymap: ours, or that of another who types.
      guard !text.contains("xkb_keycodes \"\(Self.mark)"), (try? Keymap(text: text))?.isKeyboard == true else {
        return false
      }
    }
    compositor = text
    return true
  }

  /// The keymap by the best of them.
  /// - Throws: `KeymapError` where that one is wrong.
  func compile() throws(KeymapError) -> KeymapInUse {
    if stated == nil, let compositor {
      return KeymapInUse(keymap: try Keymap(text: compositor, activeLayout: activeLayout), text: compositor)
    }
    // Without names xkbcommon asks the environment itself.
    let layout = stated ?? (Self.isInEnvironment ? nil : system)
    guard let keymap = XKBKeymap(layout), let text = keymap.text else { throw .noSuchLayout(layout) }
    return KeymapInUse(keymap: Keymap(keymap, activeLayout), text: Self.marked(text))
  }

  /// Who knows best, for people.
  var best: String {
    if stated != nil { return "the rules file" }
    if compositor != nil { return "the compositor" }
    if Self.isInEnvironment { return "XKB_DEFAULT_LAYOUT and its companions" }
    return system == nil ? "xkbcommon's default" : "the system's settings"
  }

  /// Whether somebody is heard before the system's settings.
  var areBetterThanSystem: Bool { stated != nil || compositor != nil || Self.isInEnvironment }

  private static var isInEnvironment: Bool {
    ["LAYOUT", "VARIANT", "MODEL", "OPTIONS", "RULES"].contains {
      Environment.value(of: "XKB_DEFAULT_\($0)")?.isEmpty == false
    }
  }

  // MARK: What is ours

  /// What the name of the keycodes begins with in keymaps that we make. Compositors hand it on to programs, and so to
  /// us, who must not take them for the user's.
  static let mark = VirtualKeyboard.keymapName

  private static func marked(_ text: String) -> String {
    let start = "xkb_keycodes \""
    guard let name = text.firstRange(of: start), let end = text[name.upperBound...].firstIndex(of: "\"") else {
      return text
    }
    return text.replacingCharacters(name.upperBound..<end, with: mark)
  }
}

extension String {
  fileprivate func replacingCharacters(_ range: Range<Index>, with other: String) -> String {
    var text = self
    text.replaceSubrange(range, with: other)
    return text
  }
}
