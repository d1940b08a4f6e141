internal import Linux

/// A launcher with a cache of prepared programs.
final class ProgramCache {
  /// The maximum number of programs in the cache: more than rules files contain, and little memory.
  private static let limit = 256

  private let launcher: Launcher
  private var programs: [[String]: LaunchedProgram] = [:]

  init(_ launcher: Launcher) {
    self.launcher = launcher
    // Creates the table's type now, so that the first command does not wait for it.
    programs.reserveCapacity(16)
  }

  /// Starts a program.
  /// - Parameter input: the descriptor that it reads as its standard input; nil for /dev/null.
  /// - Returns: its process id, to be reaped after it ended.
  /// - Throws: `SystemError` with the program's name.
  func start(
    _ arguments: [String], adding variables: EnvironmentVariables, reading input: CInt? = nil
  ) throws(SystemError) -> Int32 {
    try launcher.launch(program(arguments), adding: variables, reading: input)
  }

  private func program(_ arguments: [String]) throws(SystemError) -> LaunchedProgram {
    if let program = programs[arguments] { return program }
    let program = try launcher.program(arguments)
    // Makes room after reloads have changed the commands.
    if programs.count >= Self.limit { programs.removeAll() }
    programs[arguments] = program
    return program
  }
}
