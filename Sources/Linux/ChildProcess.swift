internal import CLinux
internal import Glibc

/// Child processes.
public enum ChildProcess {
  /// Starts a program once, as a `Launcher` does.
  /// - Parameters:
  ///   - arguments: the program and its arguments, not empty.
  ///   - environment: the complete environment, each entry as `NAME=value`.
  ///   - isSilent: true to discard its standard output and error.
  /// - Returns: its process id, to be reaped after it ended. It is also the id of its session and process group, so
  ///   that signals to `-pid` reach all of its processes.
  /// - Throws: `SystemError` with the program's name.
  public static func spawn(
    _ arguments: [String], environment: [String], isSilent: Bool = false
  ) throws(SystemError) -> Int32 {
    let launcher = Launcher(environment: environment, isSilent: isSilent)
    return try launcher.launch(launcher.program(arguments))
  }

  /// Reaps the child `pid` without waiting. Children are reaped by their ids only: waiting for any child would reap
  /// those that other code waits for.
  /// - Returns: its exit status; nil while it runs.
  /// - Throws: `SystemError` ECHILD if it is not a child of this process, or was already reaped.
  public static func reap(_ pid: Int32) throws(SystemError) -> ExitStatus? {
    var status: CInt = 0
    guard try system("waitpid", { waitpid(pid, &status, WNOHANG) }) != 0 else { return nil }
    return ExitStatus(waitStatus: status)
  }
}
