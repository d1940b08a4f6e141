import Actions
import ArgumentParser
internal import Control
internal import Desktop
import Gestures
import Libinput
import Rules
internal import RulesFile
internal import Surroundings
import Text
import Touch

/// Completions in shells that depend on the rules file, the devices or the words before.
enum Completion {
  /// The rules file that the command of these words reads: that of --config, of the daemon for a command that asks it,
  /// or else the user's.
  private static func file(_ words: [String]) -> RulesFile? {
    let line = CompletedLine(words)
    let asksDaemon = ["trigger", "mode", "why"].contains(line.command)
    guard
      let path = line.config ?? (asksDaemon ? try? DaemonStatus.after(.status).config : nil)
        ?? (try? ConfigOption.defaultPath)
    else { return nil }
    return RulesFile.load(path: path, keyNames: .xkb, mayWait: false)
  }

  private static var status: DesktopStatus? { (try? DaemonStatus.after(.status))?.desktop }

  /// Completions as the requesting shell reads them. Names come from rules files, windows and devices: bash expands
  /// each line as a word of a command line, commands in it included, and zsh takes the text after a colon for a
  /// description.
  private static func escaped(_ names: [String]) -> [String] {
    // A control character would be a line break, a description in fish, or something that the terminal does.
    let names = names.filter { name in
      !name.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
    return switch CompletionShell.requesting {
    // readline quotes neither '$' nor '`' of what it inserts, and Enter would run it.
    case .bash?:
      names.filter { !$0.contains { "$`".contains($0) } }.map { "'\($0.replacing("'", with: #"'\''"#))'" }
    case .zsh?: names.map { $0.replacing("\\", with: #"\\"#).replacing(":", with: #"\:"#) }
    default: names
    }
  }

  /// The clauses of the conditions of rules.
  private static func clauses(_ words: [String]) -> [Condition.Clause] {
    file(words)?.rules?.rules.flatMap(\.condition.clauses) ?? []
  }

  /// The names that patterns of rules are, and present ones.
  private static func names(_ patterns: [Wildcard], present: [String?]) -> [String] {
    let names = patterns.filter(\.isLiteral).map(\.text) + present.compactMap { $0 }
    return escaped(Set(names.filter { !$0.isEmpty }).sorted())
  }

  /// The windows that are open, as far as the desktop lists them, or else the focused one.
  private static func windows(_ text: (FocusedWindow) -> String, focused: String?) -> [String?] {
    let windows = (try? FocusedWindow.allOpen()) ?? nil
    return windows?.map(text) ?? [focused]
  }

  /// The applications that rules name, and those of open windows.
  static func apps(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
    let patterns = clauses(words).flatMap { if case .app(let names) = $0 { names } else { [Wildcard]() } }
    return names(patterns, present: windows(\.app, focused: status?.app))
  }

  /// The titles that rules name, and those of open windows.
  static func titles(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
    let patterns = clauses(words).flatMap { if case .title(let names) = $0 { names } else { [Wildcard]() } }
    return names(patterns, present: windows(\.title, focused: status?.title))
  }

  /// The outputs that rules name, and the focused one.
  static func outputs(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
    let patterns = clauses(words).flatMap { if case .output(let names) = $0 { names } else { [Wildcard]() } }
    return names(patterns, present: [status?.output])
  }

  /// The shapes of the rules file, and the built-in ones.
  static func shapes(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
    (file(words)?.strokeNames ?? []) + Vocabulary.names(in: .stroke)
  }

  /// The actions of the desktop.
  static func actions(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
    escaped((DesktopOperation.all + DesktopOperation.touched).map { "{\($0.text)}" })
  }

  /// Values of a key beside the gesture before them.
  static func values(of key: Word) -> @Sendable (_ words: [String], _ index: Int, _ prefix: String) -> [String] {
    { words, _, _ in key.form?.examples(gesture(in: words).flatMap { Gesture.Kind(rawValue: $0.name) }) ?? [] }
  }

  /// The gesture in a command line.
  private static func gesture(in words: [String]) -> Word? {
    words.lazy.compactMap { Vocabulary.word($0, in: .rule) }.first { $0.role == .gesture }
  }

  /// The words with which people ask for recipes.
  static func wishes(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
    escaped(RecipeBook().wishes.flatMap(\.phrases))
  }

  static func ruleNames(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
    escaped(file(words)?.rules?.names ?? [])
  }

  /// The modes that rules use.
  static func modes(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
    escaped(file(words)?.rules?.modes ?? [])
  }

  /// The kinds of devices, and the names of the devices that are connected.
  static func devices(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
    var names = Vocabulary.names(in: .device)
    if let devices = try? TouchDevices(), (try? devices.dispatch { _ in }) != nil {
      names += devices.readable.map(\.name) + devices.notReadable.map(\.name)
    }
    return escaped(names)
  }

  /// The values of the gesture before them: directions for `swipe`, numbers of taps for `tap`.
  static func gestureValues(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
    gesture(in: words)?.form?.examples(nil) ?? []
  }
}
