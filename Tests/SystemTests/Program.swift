internal import CLinux
internal import Glibc
internal import Linux

/// A program that runs beside the tests, and its output line by line. It is killed when this object is released.
final class Program {
  /// The user that a program runs as.
  enum Account {
    /// The ordinary user of the guest.
    case user
    /// Root, for moving fingers and controlling the guest.
    case root
  }

  /// The stream that a program writes to.
  enum Stream: String, CaseIterable {
    /// Results.
    case output
    /// Messages.
    case errors
  }

  /// Its process.
  let process: pid_t
  private let command: String
  private let folder: String
  private var status: CInt?

  /// Starts `arguments[0]`, found on PATH.
  /// - Parameter environment: its whole environment, besides PATH, HOME and XDG_RUNTIME_DIR.
  init(_ arguments: [String], as account: Account = .user, environment: [String: String] = [:]) throws {
    folder = try Guest.folder()
    command = arguments.joined(separator: " ")
    var variables = [
      "PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", "HOME": folder, "XDG_RUNTIME_DIR": Guest.user.runtime,
    ]
    variables.merge(environment) { $1 }
    // setpriv executes the program, which thereby keeps the process id.
    let change =
      switch account {
      case .user: ["setpriv", "--reuid", Guest.user.id, "--regid", Guest.user.id, "--init-groups", "--"]
      case .root: [String]()
      }
    process = try Self.spawn(
      change + arguments, environment: variables.map { "\($0.key)=\($0.value)" }, into: folder)
  }

  deinit {
    guard status == nil else { return }
    kill(-process, SIGKILL)
    waitpid(process, nil, 0)
  }

  /// Starts a program of the project as the ordinary user.
  static func sleight(_ arguments: String..., environment: [String: String] = [:]) throws -> Program {
    try Program([Guest.sleight] + arguments, environment: environment)
  }

  /// Runs a program until it ends and returns its output.
  /// - Throws: `TimedOut` if it does not end, or fails.
  @discardableResult
  static func run(
    _ arguments: String..., as account: Account = .root, environment: [String: String] = [:]
  ) throws -> String {
    try run(arguments: arguments, as: account, environment: environment)
  }

  /// Runs a program until it ends and returns its output.
  /// - Throws: `TimedOut` if it does not end, or fails.
  @discardableResult
  static func run(
    arguments: [String], as account: Account = .root, environment: [String: String] = [:]
  ) throws -> String {
    let program = try Program(arguments, as: account, environment: environment)
    guard try program.waitForExit() == 0 else { throw TimedOut(description: "failed: \(program)") }
    return program.text(.output)
  }

  // MARK: - Its output

  /// The file of a stream.
  func path(of stream: Stream) -> String { "\(folder)/\(stream.rawValue)" }

  /// Everything it has written.
  func text(_ stream: Stream) -> String { Guest.read(path(of: stream)) ?? "" }

  /// The complete lines it has written.
  func lines(_ stream: Stream = .output) -> [String] {
    // The text after the last line feed may be half a line.
    text(stream).split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  /// Waits for a line that contains `words`.
  /// - Throws: `TimedOut` with the actual output.
  @discardableResult
  func waitForLine(containing words: String, in stream: Stream = .output) throws -> String {
    try wait(otherwise: { "no line with \"\(words)\" from \(self)" }) {
      lines(stream).first { $0.contains(words) }
    }
  }

  // MARK: - Its state

  /// True if it has not ended.
  var isRunning: Bool { Guest.read("/proc/\(process)/stat")?.contains(") Z ") == false }

  /// Waits until it has `path` open and waits for events: it receives everything a hand does from now on.
  /// - Throws: `TimedOut`, also if it ends first.
  func waitUntilReading(_ path: String) throws {
    try wait(otherwise: { "\(self) does not open \(path)" }) {
      guard isRunning else { throw TimedOut(description: "ended early: \(self)") }
      return isReading(path) && isWaiting ? () : nil
    }
  }

  /// True if it waits for events, by epoll_wait(2) or poll(2).
  var isWaiting: Bool {
    guard Guest.isProgram else { return Guest.read("/proc/\(process)/wchan")?.contains("poll") == true }
    // This kernel does not tell where a process sleeps, but its clock advances only when all of them do.
    return Guest.read("/proc/\(process)/stat")?.contains(") S ") == true
  }

  /// True if it has `path` open.
  func isReading(_ path: String) -> Bool { openFiles.contains(path) }

  /// The targets of its descriptors.
  var openFiles: [String] { Self.openFiles(of: process) }

  /// The targets of a process's descriptors.
  static func openFiles(of process: pid_t) -> [String] {
    Guest.names(in: "/proc/\(process)/fd").compactMap { descriptor in
      var target = [CChar](repeating: 0, count: 4096)
      let length = readlink("/proc/\(process)/fd/\(descriptor)", &target, target.count - 1)
      guard length > 0 else { return nil }
      return String(decoding: target[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
  }

  /// True if it has a handler for a signal.
  func handles(_ signal: CInt) -> Bool {
    let lines = (Guest.read("/proc/\(process)/status") ?? "").split(separator: "\n")
    let mask = lines.first { $0.hasPrefix("SigCgt:") }.flatMap { UInt64($0.dropFirst(8), radix: 16) } ?? 0
    return mask & 1 << UInt64(signal - 1) != 0
  }

  /// Sends it a signal.
  func signal(_ number: CInt) { kill(process, number) }

  /// Waits for its end and returns its exit status; 128 plus the signal's number if a signal ended it.
  /// - Throws: `TimedOut`.
  @discardableResult
  func waitForExit() throws -> CInt {
    let ended = try wait(otherwise: { "does not end: \(self)" }) { () -> CInt? in
      if let status { return status }
      var raw: CInt = 0
      return waitpid(process, &raw, WNOHANG) == process ? raw : nil
    }
    status = ended
    let signal = ended & 0x7f
    return signal == 0 ? (ended >> 8) & 0xff : 128 + signal
  }

  /// Stops it, for programs that do not end by themselves.
  func stop() {
    signal(SIGTERM)
    _ = try? waitForExit()
  }

  // MARK: - Starting

  private static func spawn(_ arguments: [String], environment: [String], into folder: String) throws -> pid_t {
    var files = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&files)
    defer { posix_spawn_file_actions_destroy(&files) }
    posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0)
    for (number, stream) in Stream.allCases.enumerated() {
      let flags = O_WRONLY | O_CREAT | O_APPEND
      posix_spawn_file_actions_addopen(&files, CInt(number + 1), "\(folder)/\(stream.rawValue)", flags, 0o644)
    }
    // The test runner's threads block signals, and a child would inherit that. A process group of its own contains the
    // processes that the program may start.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))
    var argv = arguments.map { strdup($0) } + [nil]
    var envp = environment.map { strdup($0) } + [nil]
    defer { (argv + envp).forEach { free($0) } }
    var process: pid_t = 0
    let code = posix_spawnp(&process, arguments[0], &files, &attributes, &argv, &envp)
    guard code == 0 else { throw SystemError("posix_spawn", path: arguments[0], code: code) }
    return process
  }
}

extension Program: CustomStringConvertible {
  var description: String { "\(command)\n\(text(.output))\(text(.errors))" }
}
