internal import Diagnostics
internal import Gestures
internal import JSONLines
package import Rules
internal import RulesFile
internal import Text

extension Reaction {
  /// The actions by phase, for people.
  package var texts: [String] {
    func line(_ moment: String?, _ actions: [Action]) -> String? {
      guard !actions.isEmpty else { return nil }
      return (moment.map { "\($0): " } ?? "") + actions.map(\.plainText).joined(separator: "; ")
    }
    let when: String? =
      switch moment {
      case .certain: begin.isEmpty && end.isEmpty ? nil : "on recognition"
      case .step: "on each step"
      case .lift: "on lift"
      }
    return [
      line("on begin", begin), line(when, act), line("on each step back", back), line("on end", end),
      line("on cancel", cancel == end ? [] : cancel),
    ].compactMap { $0 }
  }
}

extension Action {
  /// The action on one line, for people.
  package var plainText: String {
    // The first line identifies a script.
    if case .shell(let command) = self { return command.firstIndex(of: "\n").map { "\(command[..<$0]) …" } ?? command }
    if case .run(let arguments) = self { return "run \(arguments.map(Self.word).joined(separator: " "))" }
    if case .keys(let chords) = self { return "keys \(chords.map(\.text).joined(separator: ", "))" }
    if case .click(let clicks, let position) = self {
      return "click \(clicks.map(\.text).joined(separator: ", "))" + (position.map { " at \($0.rawValue)" } ?? "")
    }
    if case .mode(let name, let time?) = self { return "mode \(name) for \(Phrase.time(time))" }
    if case .shown(let fingers, let speed) = self {
      return "seen as \(fingers) fingers" + (speed == 1 ? "" : ", \(Phrase.number(speed)) times as fast")
    }
    return self == .none ? "nothing" : json.words
  }

  /// An argument, quoted as for a shell where necessary, so that its end is visible.
  private static func word(_ argument: String) -> String {
    let isPlain =
      !argument.isEmpty && argument.utf8.allSatisfy { $0 > 0x20 && !"\"'$`\\|&;<>()*?[]#~{}!\u{7f}".utf8.contains($0) }
    return isPlain ? argument : "'" + argument.replacing("'", with: "'\\''") + "'"
  }
}
