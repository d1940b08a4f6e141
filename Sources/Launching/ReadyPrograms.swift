internal import Linux

/// A launcher, and the programs that it has started, ready to be started again.
final class ReadyPrograms {
  /// The most that are kept: more than rules files name, and little memory.
  private static let limit = 256

  private let launcher: Launcher
  private var programs: [[String]: LaunchedProgram] = [:]

  init(_ launcher: Launcher) {
    self.launcher = launcher
    // The table's type is made with its first entry, which no first command should wait for.
    programs.reserveCapacity(16)
  }

  /// Starts a program.
  /// - Returns: its process id, to be reaped after it ended.
  /// - Throws: `SystemError` with the program's name.
  func start(_ arguments: [String], adding variables: EnvironmentVariables) throws(SystemError) -> Int32 {
    try launcher.launch(program(arguments), adding: variables)
  }

  private func program(_ arguments: [String]) throws(SystemError) -> LaunchedProgram {
    if let program = programs[arguments] { return program }
    let program = try launcher.program(arguments)
    // Those of rules that are gone make room for the new ones.
    if programs.count >= Self.limit { programs.removeAll() }
    programs[arguments] = program
    return program
  }
}
