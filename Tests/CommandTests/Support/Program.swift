import Glibc
import JSONLines
import Testing

/// A program that was started, and its output so far.
final class Program {
  /// The result of a program.
  struct Result: Equatable {
    /// The exit status; 128 plus the signal's number if a signal ended it.
    var status: Int32
    /// Its standard output.
    var output = ""
    /// Its standard error.
    var errors = ""
  }

  /// The `sleight` that was built with these tests.
  static let sleight: String = {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    let path = String(decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return "/" + path.split(separator: "/").dropLast().joined(separator: "/") + "/sleight"
  }()

  let pid: pid_t
  /// Keeps the directories for as long as it may run.
  private let home: Home
  private let outputPath: String
  private let errorPath: String
  private var status: Int32?

  /// Starts a program in the home directory.
  /// - Parameters:
  ///   - arguments: the program and its arguments.
  ///   - input: the file for standard input.
  ///   - environment: variables besides those of the home, each `NAME=value`.
  init(_ arguments: [String], in home: Home, input: String = "/dev/null", environment: [String] = []) {
    self.home = home
    var name = Array("\(home.path)/printed-XXXXXX".utf8CString)
    close(mkstemp(&name))
    outputPath = name.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    errorPath = outputPath + "-errors"

    var files = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&files)
    defer { posix_spawn_file_actions_destroy(&files) }
    posix_spawn_file_actions_addopen(&files, 0, input, O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&files, 1, outputPath, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    posix_spawn_file_actions_addopen(&files, 2, errorPath, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    // As started by a shell: no signal is blocked or ignored.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(&attributes, CShort(POSIX_SPAWN_SETSIGMASK) | CShort(POSIX_SPAWN_SETSIGDEF))

    // The shell only changes the directory, and then executes the program.
    let words = (["sh", "-c", "cd \"$0\" && exec \"$@\"", home.path] + arguments).map { strdup($0) } + [nil]
    let variables = (home.environment + environment).map { strdup($0) } + [nil]
    defer { (words + variables).forEach { free($0) } }
    var pid: pid_t = 0
    let code = posix_spawn(&pid, "/bin/sh", &files, &attributes, words, variables)
    self.pid = pid
    if code != 0 {
      status = -1
      Issue.record("/bin/sh does not start: \(String(cString: strerror(code)))")
    }
  }

  deinit {
    guard isRunning else { return }
    kill(pid, SIGKILL)
    var status: CInt = 0
    waitpid(pid, &status, 0)
  }

  /// Its standard output so far.
  var output: String { text(of: outputPath) }
  /// Its standard error so far.
  var errors: String { text(of: errorPath) }

  var isRunning: Bool {
    guard status == nil else { return false }
    var word: CInt = 0
    guard waitpid(pid, &word, WNOHANG) == pid else { return true }
    let signal = word & 0x7f
    status = signal == 0 ? (word >> 8) & 0xff : 128 + signal
    return false
  }

  func signal(_ number: CInt) { kill(pid, number) }

  /// The result, once it has ended.
  func result(within time: Duration = .seconds(300)) async -> Result {
    if await !eventually(within: time, { !isRunning }) {
      Issue.record("it has not ended after \(time): \(output)\(errors)")
      kill(pid, SIGKILL)
      await eventually { !isRunning }
    }
    return Result(status: status ?? -1, output: output, errors: errors)
  }
}

/// True if `condition` holds before the time is over.
@discardableResult
func eventually(within time: Duration = .seconds(60), _ condition: () async -> Bool) async -> Bool {
  let deadline = ContinuousClock.now + time
  while await !condition() {
    guard ContinuousClock.now < deadline else { return false }
    try? await Task.sleep(for: .milliseconds(5))
  }
  return true
}

extension Home {
  /// Starts `sleight`.
  func start(_ arguments: String..., environment: [String] = []) -> Program {
    Program([Program.sleight] + arguments, in: self, environment: environment)
  }

  /// Runs `sleight` until it ends.
  func sleight(
    _ arguments: String..., input: String = "/dev/null", environment: [String] = []
  ) async -> Program.Result {
    await Program([Program.sleight] + arguments, in: self, input: input, environment: environment).result()
  }

  /// Runs a shell command, in which `$SLEIGHT` is `sleight`.
  func shell(_ command: String) async -> Program.Result {
    await Program(["/bin/sh", "-c", command], in: self).result()
  }

  /// Starts the daemon and waits until it answers.
  func daemon(environment: [String] = []) async -> Program {
    let daemon = start("run", environment: environment)
    #expect(await daemonAnswers(), "it does not start: \(daemon.errors)")
    return daemon
  }

  /// Waits until the daemon answers. Its socket exists earlier, before the daemon has logged anything; by the first
  /// answer the start is complete.
  /// - Parameter isOver: ends the wait before the answer.
  /// - Returns: false if there is no answer.
  func daemonAnswers(or isOver: () -> Bool = { false }) async -> Bool {
    var client: Socket?
    var hasAnswered = false
    await eventually {
      if client == nil {
        client = Socket.connected(to: socket)
        client?.send("{\"command\": \"status\"}\n")
      }
      switch client?.message() {
      case nil: break
      case []: client = nil
      default: hasAnswered = true
      }
      return hasAnswered || isOver()
    }
    return hasAnswered
  }

  /// The output of `status --json`.
  func status() async throws -> JSONValue { try JSONReader.read(await sleight("status", "--json").output) }
}
