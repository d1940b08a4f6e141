internal import CLinux
internal import Glibc

/// Starts programs without waiting for them. Each has its own session, no blocked or ignored signals, /dev/null or a
/// pipe as its standard input and, unless silent, the standard output and error of this process. They inherit no other
/// descriptors, since all are close-on-exec.
///
/// The common parts of all starts are prepared once: a start allocates almost nothing. Apart from the search in PATH
/// it is one call of posix_spawn(3), which does not copy the memory of this process (CLONE_VFORK).
public final class Launcher {
  /// The shared environment. A start appends its own variables and a null pointer, and removes them again.
  private var environment: [UnsafeMutablePointer<CChar>?]
  private let shared: CStrings
  private let path: String
  private var attributes = posix_spawnattr_t()
  private var files = posix_spawn_file_actions_t()
  private let isSilent: Bool

  /// - Parameters:
  ///   - environment: the environment that all programs have in common, each entry as `NAME=value`. Programs are
  ///     searched in its PATH.
  ///   - isSilent: true to discard their standard output and error.
  public init(environment: [String], isSilent: Bool = false) {
    shared = CStrings(environment)
    self.environment = Array(UnsafeBufferPointer(start: shared.pointers, count: environment.count))
    // Without PATH, the C library's default applies (confstr _CS_PATH).
    path = environment.last { $0.hasPrefix("PATH=") }.map { String($0.dropFirst("PATH=".count)) } ?? "/bin:/usr/bin"

    posix_spawnattr_init(&attributes)
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    let flags = CInt(SLEIGHT_SPAWN_SETSID) | CInt(POSIX_SPAWN_SETSIGMASK) | CInt(POSIX_SPAWN_SETSIGDEF)
    posix_spawnattr_setflags(&attributes, CShort(flags))
    self.isSilent = isSilent
    files = Self.fileActions(isSilent: isSilent)
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
  }

  /// The standard streams of programs, but for their input.
  private static func fileActions(isSilent: Bool) -> posix_spawn_file_actions_t {
    var files = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&files)
    for number in isSilent ? [STDOUT_FILENO, STDERR_FILENO] : [] {
      posix_spawn_file_actions_addopen(&files, number, "/dev/null", O_WRONLY, 0)
    }
    return files
  }

  deinit {
    posix_spawn_file_actions_destroy(&files)
    posix_spawnattr_destroy(&attributes)
  }

  /// Prepares a program to be started.
  /// - Parameter arguments: the program and its arguments, not empty.
  /// - Throws: `SystemError` with the program's name: EINVAL if there is nothing to start, or an argument contains a
  ///   NUL, which would end it.
  public func program(_ arguments: [String]) throws(SystemError) -> LaunchedProgram {
    try LaunchedProgram(arguments, path: path)
  }

  /// Starts a program. A file in a format unknown to the kernel is run by the shell, as execvp(3) does.
  /// - Parameters:
  ///   - variables: added to the shared environment.
  ///   - input: the descriptor that it reads as its standard input; nil for /dev/null.
  /// - Returns: its process id, to be reaped after it ended.
  /// - Throws: `SystemError` with the program's name: ENOENT if it does not exist, EACCES if it is not executable,
  ///   EAGAIN or ENOMEM if no further process can be created.
  public func launch(
    _ program: LaunchedProgram, adding variables: EnvironmentVariables = EnvironmentVariables(),
    reading input: CInt? = nil
  ) throws(SystemError) -> Int32 {
    guard let input else { return try launch(program, adding: variables, &files) }
    var files = Self.fileActions(isSilent: isSilent)
    defer { posix_spawn_file_actions_destroy(&files) }
    posix_spawn_file_actions_adddup2(&files, input, STDIN_FILENO)
    return try launch(program, adding: variables, &files)
  }

  private func launch(
    _ program: LaunchedProgram, adding variables: EnvironmentVariables,
    _ files: UnsafePointer<posix_spawn_file_actions_t>
  ) throws(SystemError) -> Int32 {
    let file = try program.find()
    var bytes = variables.bytes
    var pid: pid_t = 0
    var code: CInt = 0
    bytes.withUnsafeMutableBytes { bytes in
      for start in variables.starts {
        environment.append(bytes.baseAddress?.advanced(by: start).assumingMemoryBound(to: CChar.self))
      }
      environment.append(nil)
      code = posix_spawn(&pid, file, files, &attributes, program.arguments.pointers, environment)
      if code == ENOEXEC {
        let script = CStrings(["sh", String(cString: file)])
        var arguments = [script.pointers[0], script.pointers[1]]
        for index in 1...program.arguments.count { arguments.append(program.arguments.pointers[index]) }
        code = posix_spawn(&pid, "/bin/sh", files, &attributes, arguments, environment)
        withExtendedLifetime(script) {}
      }
      environment.removeLast(environment.count - shared.count)
    }
    guard code == 0 else { throw SystemError("posix_spawn", path: program.name, code: code) }
    return pid
  }
}
