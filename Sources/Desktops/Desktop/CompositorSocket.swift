internal import Linux
package import Rules

/// A compositor's own socket: how it is found, what it reports, and the commands that it takes.
public struct CompositorSocket: Sendable {
  /// The place at which a compositor creates its sockets.
  enum Place: Sendable {
    /// In the runtime directory, with names that begin so; `UID` stands for the user's number.
    case runtimeDirectory(prefix: String)
    /// In a directory for each instance, with this name. The instances are in a directory of this name in the runtime
    /// directory, and those of old versions in another one.
    case instances(in: String, old: String, socket: String)
  }

  /// A line of the compositor's configuration that starts a command with the session, and the path of the configuration
  /// in the user's directory for configuration files.
  public typealias StartLine = (line: String, file: String)

  /// The languages of commands.
  package typealias Languages = (
    newest: CompositorRelease.Language,
    problem: @Sendable (_ command: String, CompositorRelease.Language) -> CompositorRelease.Problem?
  )

  // MARK: Finding it

  /// The environment variables that name the socket, or the directory of its sockets; the usual one first.
  public let variables: [String]
  let place: Place
  /// Connects to the socket at a path, or to those in the directory.
  let connect: @Sendable (_ path: String, DescriptorSet) throws(SystemError) -> any CompositorPeer
  /// The line that starts a command with the session; nil if its sessions start the user unit.
  public var startLine: (@Sendable (_ command: String, _ language: CompositorRelease.Language?) -> StartLine)?

  // MARK: What it reports, and how it handles input

  /// True if it reports where all windows are.
  public let reportsWindowPlaces: Bool
  /// True if it reports where the pointer is.
  public let reportsPointer: Bool
  /// True if its own shortcuts ignore the keys of virtual keyboards.
  public var hasDeafShortcuts = false
  /// The command for a shell that disables dragging with several fingers; nil if none is known.
  public var dragRemedy: String?

  // MARK: Commands

  /// A command in its language, as an example.
  public let exampleCommand: String
  /// The program that sends it a command, with the words before the command.
  package let client: [String]
  /// Other programs that send the same commands, to another compositor.
  package var otherClients: [String] = []
  /// Names of other compositors with the same commands.
  var otherNames: [String] = []
  /// Commands for what no action of rules does, by what they do: `focus left`, `move left`.
  package let commands: [String: String]
  /// The first words of all commands; nil if others may exist.
  var commandNames: (@Sendable () -> Set<String>)?
  /// Commands or their first words, for somebody who writes one.
  var choices: @Sendable () -> [String] = { [] }
  /// The languages of commands: the newest one, and the reason for which a compositor with a language refuses a
  /// command; nil if there is only one.
  package var languages: Languages?
  /// The reason to doubt a command; nil if there is none.
  let doubt: @Sendable (_ command: String) -> CommandDoubt?
  /// The command that is probably meant by a shell command; nil if it is none.
  let meant: @Sendable (_ command: String) -> String?
  /// The command that the client sends with these arguments; nil if it sends none.
  package let sent: @Sendable (_ arguments: [String]) -> String?
  /// The operation that the client performs with these words, nil if none; nil for those of `DesktopWays`.
  package var operation: (@Sendable (_ words: [String]) -> DesktopOperation?)?

  /// True if `word` can be the first of a command.
  package func takes(_ word: String) -> Bool { commandNames?().contains(word) ?? !word.hasPrefix("-") }
}
