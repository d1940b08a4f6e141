internal import Diagnostics
public import Linux

extension Environment {
  /// The command that starts this program, for advice: its name, or its path if no directory in PATH has it. After an
  /// installation to ~/.local/bin, that is so until the next login.
  public static var ownCommand: String {
    isInPath("sleight") ? "sleight" : programPath?.shellWord ?? "sleight"
  }
}
