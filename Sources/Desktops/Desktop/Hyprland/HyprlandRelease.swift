/// A running Hyprland, as far as it decides which commands it accepts.
public struct HyprlandRelease: Hashable, Sendable {
  /// The language of a configuration, which is also that of `dispatch`.
  public enum Language: String, Hashable, Sendable {
    /// That of hyprland.conf, the only one before 0.55 and none since 0.57. Hyprland calls it `hyprlang`.
    case classic = "hyprlang"
    /// Lua, that of hyprland.lua, since 0.55.
    case lua

    /// The file in the user's configuration directory.
    public var file: String {
      switch self {
      case .classic: "hyprland.conf"
      case .lua: "hyprland.lua"
      }
    }
  }

  /// The version, as Hyprland states it; nil if it has not.
  public var version: String?
  /// The language of the configuration that it has loaded.
  public var language: Language

  /// Creates a description.
  public init(version: String?, language: Language) {
    self.version = version
    self.language = language
  }

  /// The release and its language, for people: `Hyprland 0.57.0 with hyprland.lua`.
  public var text: String { "Hyprland\(version.map { " \($0)" } ?? "") with \(language.file)" }

  /// The reason for which it refuses a command, with the form to write, for people; nil if it takes the command, as far
  /// as this can be recognised.
  public func refusal(of command: String) -> String? {
    HyprlandCommand.problem(with: command, in: language).map { problem in
      "'\(command)' is not for \(text): \(problem)" + (problem.form.map { "; write '\($0)'" } ?? "")
    }
  }
}
