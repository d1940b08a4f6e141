internal import Diagnostics
package import Rules

/// A command that a compositor would probably refuse, or that was meant for one.
package struct CommandDoubt: Equatable, Sendable {
  /// The problem, in lower case.
  package var message: String
  /// The command that is probably meant.
  package var suggestion: String?
  /// Advice.
  package var help: String?
}

/// The commands of compositors, as far as mistakes in them can be recognised without asking the compositor.
package enum CompositorCommands {
  /// The reason to doubt a command that goes to the socket of `compositor`; nil if there is none.
  package static func doubt(about command: String, for compositor: DesktopKind) -> CommandDoubt? {
    compositor.socket?.doubt(command)
  }

  /// The action for the compositor's command that is probably meant by a shell command: `workspace next`,
  /// `killactive`, `focus-column-left`; nil if it is none.
  package static func action(meantBy command: String) -> (compositor: DesktopKind, command: String)? {
    // sway is the first of all, and takes any name of a workspace.
    for compositor in DesktopKind.withSocket.reversed() {
      if let meant = compositor.socket?.meant(command) { return (compositor, meant) }
    }
    return nil
  }

  /// Commands of a compositor or their first words, for somebody who writes one; none if it has no socket.
  package static func choices(for compositor: DesktopKind) -> [String] { compositor.socket?.choices() ?? [] }

  /// The other names of compositors, which other tools and their users know.
  package static let otherNames = DesktopKind.withSocket.map { compositor in
    let names = (compositor.socket?.otherNames ?? []) + (compositor.socket?.client.prefix(1) ?? [])
    return (compositor, names: names.filter { $0 != compositor.rawValue })
  }

  /// The actions with the commands of all compositors for something that no action of rules does: `{sway: focus up} or
  /// {hyprland: dispatch movefocus u}`.
  /// - Parameter purpose: a key of `CompositorSocket.commands`.
  package static func actions(for purpose: String) -> String {
    let actions = DesktopKind.withSocket.compactMap { compositor in
      compositor.socket?.commands[purpose].map { "{\(compositor.rawValue): \($0)}" }
    }
    return actions.dropLast().joined(separator: ", ") + " or " + (actions.last ?? "")
  }

  /// The command itself; nil if it is empty, starts with a program again, or is to be doubted, as a query is.
  static func undoubted(
    _ command: String, without programs: [String], _ doubt: (String) -> CommandDoubt?
  ) -> String? {
    guard let first = command.words.first, !programs.contains(first), doubt(command) == nil else { return nil }
    return command
  }

  /// The program that a command starts with, if it is one of `programs`, and its arguments without options.
  static func arguments(
    of programs: [String], in command: String
  ) -> (program: String, arguments: String)? {
    var words = command.split(whereSeparator: \.isBlank)[...]
    guard let program = words.first.map(String.init), programs.contains(program) else { return nil }
    words = words.dropFirst()
    while let word = words.first, word == "--" || word.first == "-" && word.dropFirst().first != "-" {
      words = words.dropFirst()
    }
    guard let first = words.first else { return (program, "") }
    var text = String(command[first.startIndex...])
    // The shell's quotes around the whole.
    for quote in ["'", "\""] where text.count > 1 && text.hasPrefix(quote) && text.hasSuffix(quote) {
      text = String(text.dropFirst().dropLast())
    }
    return (program, text.trimmingBlanks)
  }
}

extension StringProtocol {
  /// The words between spaces and tabs.
  var words: [String] { split(whereSeparator: \.isBlank).map { String($0) } }

  /// The text up to the first character for which `isSeparator` is true, and the text behind it, without blanks around
  /// them.
  func cut(at isSeparator: (Character) -> Bool) -> (head: String, rest: String) {
    let text = trimmingBlanks
    guard let end = text.firstIndex(where: isSeparator) else { return (text, "") }
    return (text[..<end].trimmingBlanks, text[text.index(after: end)...].trimmingBlanks)
  }

  /// The text without the blanks around it.
  var trimmingBlanks: String {
    var text = self[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
