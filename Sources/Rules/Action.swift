public import JSONLines

/// One thing that a rule does.
public enum Action: Hashable, Sendable {
  /// A command line for the shell.
  case shell(String)
  /// A program and its arguments, without a shell. Never empty.
  case run([String])
  /// Chords to press and release one after the other. Never empty.
  case keys([Chord])

  /// The action as the rules file writes it: a shell command as a string, the others as a mapping of one key.
  public var json: JSONValue {
    switch self {
    case .shell(let command): .string(command)
    case .run(let arguments): .object([.init("run", .array(arguments.map { .string($0) }))])
    case .keys(let chords):
      .object([
        .init("keys", chords.count == 1 ? .string(chords[0].text) : .array(chords.map { .string($0.text) }))
      ])
    }
  }
}

/// Keys pressed together: modifiers in the order they are written, then a key, as in `ctrl+alt+t`.
public struct Chord: Hashable, Sendable {
  /// The modifiers a chord can name.
  public enum Modifier: String, Hashable, Sendable, CaseIterable {
    /// Control
    case ctrl
    /// Shift
    case shift
    /// Alt
    case alt
    /// The key with a logo on it
    case `super`
    /// ISO_Level3_Shift, right of the space bar
    case altgr
  }

  /// The modifiers, in the order they are pressed; they are released the other way round.
  public var modifiers: [Modifier]
  /// The key by its keysym's name: `t`, `Page_Down`, `XF86AudioRaiseVolume`; nil for modifiers alone.
  public var key: String?
  /// The chord as the rules file has it.
  public var text: String

  /// A chord.
  public init(modifiers: [Modifier], key: String?, text: String) {
    self.modifiers = modifiers
    self.key = key
    self.text = text
  }
}
