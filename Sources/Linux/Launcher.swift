internal import CLinux
internal import Glibc

/// Starts programs and does not wait for them: each in a session of its own, with no signal blocked or ignored, with
/// /dev/null as its standard input and, unless it is to be silent, our standard output and error. Of our other
/// descriptors they get none, since all are close-on-exec.
///
/// What all starts have in common is made once: a start allocates next to nothing and is, but for the search in PATH,
/// one call of posix_spawn(3), which does not copy our memory to make a child of us (CLONE_VFORK).
public final class Launcher {
  /// The shared environment, then room for what one start has besides, and nil.
  private var environment: [UnsafeMutablePointer<CChar>?]
  private let shared: CStrings
  private let path: String
  private var attributes = posix_spawnattr_t()
  private var files = posix_spawn_file_actions_t()

  /// - Parameters:
  ///   - environment: what all programs are started with, each as `NAME=value`. PATH in it says where they are looked
  ///     for.
  ///   - isSilent: whether what they write goes nowhere.
  public init(environment: [String], isSilent: Bool = false) {
    shared = CStrings(environment)
    self.environment = Array(UnsafeBufferPointer(start: shared.pointers, count: environment.count))
    // Where there is no PATH the C library's own is taken (confstr _CS_PATH).
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
    posix_spawn_file_actions_init(&files)
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    for number in isSilent ? [STDOUT_FILENO, STDERR_FILENO] : [] {
      posix_spawn_file_actions_addopen(&files, number, "/dev/null", O_WRONLY, 0)
    }
  }

  deinit {
    posix_spawn_file_actions_destroy(&files)
    posix_spawnattr_destroy(&attributes)
  }

  /// Makes a program ready to be started.
  /// - Parameter arguments: the program and its arguments, not empty.
  /// - Throws: `SystemError` with the program's name: EINVAL where there is nothing to start or an argument has a NUL
  ///   in it, which no program could see.
  public func program(_ arguments: [String]) throws(SystemError) -> LaunchedProgram {
    try LaunchedProgram(arguments, path: path)
  }

  /// Starts a program. A file that the kernel does not know how to run is given to the shell, as execvp(3) does.
  /// - Parameter variables: what it has in its environment besides what all have.
  /// - Returns: its process id, to be reaped after it ended.
  /// - Throws: `SystemError` with the program's name: ENOENT where it does not exist, EACCES where it cannot be
  ///   executed, EAGAIN or ENOMEM where there is no room for another process.
  public func launch(
    _ program: LaunchedProgram, adding variables: EnvironmentVariables = EnvironmentVariables()
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
      code = posix_spawn(&pid, file, &files, &attributes, program.arguments.pointers, environment)
      if code == ENOEXEC {
        let script = CStrings(["sh", String(cString: file)])
        var arguments = [script.pointers[0], script.pointers[1]]
        for index in 1...program.arguments.count { arguments.append(program.arguments.pointers[index]) }
        code = posix_spawn(&pid, "/bin/sh", &files, &attributes, arguments, environment)
        withExtendedLifetime(script) {}
      }
      environment.removeLast(environment.count - shared.count)
    }
    guard code == 0 else { throw SystemError("posix_spawn", path: program.name, code: code) }
    return pid
  }
}
