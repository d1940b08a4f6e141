internal import CLinux
internal import Glibc

/// Programs started by this one.
public enum ChildProcess {
  /// Starts a program and does not wait for it: in a session of its own, with no signal blocked or ignored, with
  /// /dev/null as its standard input and, unless it is to be silent, our standard output and error. Of our other descriptors it gets none, since
  /// all are close-on-exec.
  ///
  /// As execvp(3) does, a name without a slash is looked for in PATH (here: the child's, from `environment`), and a
  /// file that the kernel does not know how to run is given to the shell.
  /// - Parameters:
  ///   - arguments: the program and its arguments, not empty.
  ///   - environment: all of its environment, each as `NAME=value`.
  ///   - isSilent: whether what it writes goes nowhere.
  /// - Returns: its process id, to be reaped after it ended; also that of its session, so that `-pid` is all of it.
  /// - Throws: `SystemError` with the program's name: ENOENT where it does not exist, EACCES where it cannot be
  ///   executed, EINVAL where there is nothing to start or an argument has a NUL in it, which no program could see.
  public static func spawn(
    _ arguments: [String], environment: [String], isSilent: Bool = false
  ) throws(SystemError) -> Int32 {
    guard let program = arguments.first, !program.isEmpty else { throw SystemError("posix_spawn", code: EINVAL) }
    guard !(arguments + environment).contains(where: { $0.utf8.contains(0) }) else {
      throw SystemError("posix_spawn", path: program, code: EINVAL)
    }
    let path = try find(program, in: environment)
    var pid: pid_t = 0
    var code = start(path, arguments, environment, isSilent, &pid)
    if code == ENOEXEC {
      code = start("/bin/sh", ["sh", path] + arguments.dropFirst(), environment, isSilent, &pid)
    }
    guard code == 0 else { throw SystemError("posix_spawn", path: program, code: code) }
    return pid
  }

  /// How the child `pid` ended; nil while it runs. Children are asked for one by one: whoever waits for any child
  /// takes those of others away.
  /// - Throws: `SystemError` ECHILD where it is no child of ours, or was reaped before.
  public static func reap(_ pid: Int32) throws(SystemError) -> ExitStatus? {
    var status: CInt = 0
    guard try system("waitpid", { waitpid(pid, &status, WNOHANG) }) != 0 else { return nil }
    return ExitStatus(waitStatus: status)
  }

  private static func find(_ program: String, in environment: [String]) throws(SystemError) -> String {
    guard !program.utf8.contains(UInt8(ascii: "/")) else { return program }
    // Where there is no PATH the C library's own is taken (confstr _CS_PATH).
    let paths = environment.last { $0.hasPrefix("PATH=") }?.dropFirst("PATH=".count) ?? "/bin:/usr/bin"
    var code = ENOENT
    for directory in paths.split(separator: ":", omittingEmptySubsequences: false) {
      let candidate = directory.isEmpty ? "./\(program)" : "\(directory)/\(program)"
      var status = stat()
      guard stat(candidate, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
      if access(candidate, X_OK) == 0 { return candidate }
      code = EACCES
    }
    throw SystemError("posix_spawn", path: program, code: code)
  }

  /// - Returns: 0 or an errno.
  private static func start(
    _ path: String, _ arguments: [String], _ environment: [String], _ isSilent: Bool, _ pid: inout pid_t
  ) -> CInt {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    let flags = CInt(SLEIGHT_SPAWN_SETSID) | CInt(POSIX_SPAWN_SETSIGMASK) | CInt(POSIX_SPAWN_SETSIGDEF)
    posix_spawnattr_setflags(&attributes, CShort(flags))

    var files = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&files)
    defer { posix_spawn_file_actions_destroy(&files) }
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    for number in isSilent ? [STDOUT_FILENO, STDERR_FILENO] : [] {
      posix_spawn_file_actions_addopen(&files, number, "/dev/null", O_WRONLY, 0)
    }

    let arguments = cStrings(arguments)
    let environment = cStrings(environment)
    defer { (arguments + environment).forEach { free($0) } }
    return posix_spawn(&pid, path, &files, &attributes, arguments, environment)
  }

  /// Copies of `strings` as main() gets them, with nil behind the last; the caller frees them.
  private static func cStrings(_ strings: [String]) -> [UnsafeMutablePointer<CChar>?] {
    strings.map { strdup($0) } + [nil]
  }
}
