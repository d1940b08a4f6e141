public import Rules

/// A running compositor, as far as that decides which commands it accepts.
public struct CompositorRelease: Hashable, Sendable {
  /// The language of a compositor's configuration, which is also that of its commands.
  public struct Language: Hashable, Sendable {
    /// The file in the compositor's directory of the user's configuration files.
    public let file: String
  }

  /// The reason for which a command has no counterpart in the other language.
  public struct Problem: Error, Hashable, Sendable, CustomStringConvertible {
    /// A sentence for people, without its first capital letter.
    public let description: String
    /// The command to write instead, with names in capitals to be filled in; nil if there is none.
    public let form: String?
  }

  public var kind: DesktopKind
  /// The version, as the compositor states it; nil if it has not.
  public var version: String?
  /// The language of the configuration that it has loaded.
  public var language: Language

  /// Creates a description.
  public init(_ kind: DesktopKind, version: String?, language: Language) {
    self.kind = kind
    self.version = version
    self.language = language
  }

  /// The release and its language, for people: `Hyprland 0.57.0 with hyprland.lua`.
  public var text: String { "\(kind.name)\(version.map { " \($0)" } ?? "") with \(language.file)" }

  /// The reason for which it refuses a command; nil if it takes it, as far as this can be recognised.
  public func problem(with command: String) -> Problem? { kind.socket?.languages?.problem(command, language) }

  /// The reason for which it refuses a command, with the form to write, for people; nil if it takes the command, as far
  /// as this can be recognised.
  public func refusal(of command: String) -> String? {
    problem(with: command).map { problem in
      "'\(command)' is not for \(text): \(problem)" + (problem.form.map { "; write '\($0)'" } ?? "")
    }
  }
}
