internal import Diagnostics
internal import Linux

/// The command that starts this program, for advice: its name, or its path if no directory in PATH has it. After an
/// installation to ~/.local/bin, that is so until the next login.
var ownCommand: String {
  Environment.isInPath("sleight") ? "sleight" : Environment.programPath?.shellWord ?? "sleight"
}
