import Actions
import ArgumentParser
import Gestures
import Libinput
import Rules
internal import RulesFile
internal import Surroundings
import Touch

/// Completions in shells that depend on the rules file, the devices or the words before.
enum Completion {
  private static var rules: RuleSet? {
    guard let path = try? ConfigOption.defaultPath else { return nil }
    return RulesFile.load(path: path, keyNames: .xkb, mayWait: false).rules
  }

  /// The names of rules.
  static func ruleNames(_ words: [String], _ index: Int, _ prefix: String) -> [String] { rules?.names ?? [] }

  /// The modes that rules use.
  static func modes(_ words: [String], _ index: Int, _ prefix: String) -> [String] { rules?.modes ?? [] }

  /// The kinds of devices, and the names of the devices that are connected.
  static func devices(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
    var names = Vocabulary.names(in: .device)
    if let devices = try? TouchDevices(), (try? devices.dispatch { _ in }) != nil {
      names += devices.readable.map(\.name) + devices.notReadable.map(\.name)
    }
    return names
  }

  /// The values of the gesture before them: directions for `swipe`, numbers of taps for `tap`.
  static func gestureValues(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
    let gesture = words.lazy.compactMap { Vocabulary.word($0, in: .rule) }.first { $0.role == .gesture }
    switch gesture?.value {
    case .word(let context)?, .words(let context)?, .regions(let context)?: return Vocabulary.names(in: context)
    case .tapCount?: return Vocabulary.names(in: .tap)
    case .directions?: return Vocabulary.names(in: .direction)
    case .stroke?: return Vocabulary.names(in: .stroke)
    default: return []
    }
  }
}
