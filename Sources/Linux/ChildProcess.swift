internal import CLinux
internal import Glibc

/// Programs started by this one.
public enum ChildProcess {
  /// Starts a program once, as a `Launcher` does.
  /// - Parameters:
  ///   - arguments: the program and its arguments, not empty.
  ///   - environment: all of its environment, each as `NAME=value`.
  ///   - isSilent: whether what it writes goes nowhere.
  /// - Returns: its process id, to be reaped after it ended; also that of its session, so that `-pid` is all of it.
  /// - Throws: `SystemError` with the program's name.
  public static func spawn(
    _ arguments: [String], environment: [String], isSilent: Bool = false
  ) throws(SystemError) -> Int32 {
    let launcher = Launcher(environment: environment, isSilent: isSilent)
    return try launcher.launch(launcher.program(arguments))
  }

  /// How the child `pid` ended; nil while it runs. Children are asked for one by one: whoever waits for any child
  /// takes those of others away.
  /// - Throws: `SystemError` ECHILD where it is no child of ours, or was reaped before.
  public static func reap(_ pid: Int32) throws(SystemError) -> ExitStatus? {
    var status: CInt = 0
    guard try system("waitpid", { waitpid(pid, &status, WNOHANG) }) != 0 else { return nil }
    return ExitStatus(waitStatus: status)
  }
}
