import Glibc
import Linux
import Waiting

/// A window of tmux with a shell, for one test: a real terminal whose screen can be read.
public final class TmuxWindow {
  /// The limit for a program in the window: the tests run several at once, on slow machines too.
  private static let limit = Duration.seconds(300)
  /// The time between two looks at the screen. Each look starts tmux, which would take most of a test's processor time
  /// if it looked as often as it can.
  private static let interval = Duration.milliseconds(20)

  /// The shell's process.
  public private(set) var shell: Int32 = 0
  private let folder: String
  private let environment: [String]
  private let user: [String]

  /// Opens one and waits for its prompt.
  /// - Parameters:
  ///   - folder: a temporary directory: that of the shell and of tmux's socket.
  ///   - environment: the variables besides that and PATH, each `NAME=value`.
  ///   - user: the command that starts another one as another user; empty for none.
  public init(
    columns: Int = 80, rows: Int = 24, in folder: String, environment: [String] = [], as user: [String] = []
  ) throws {
    self.folder = folder
    self.user = user
    self.environment =
      ["TMUX_TMPDIR=\(folder)", "HOME=\(folder)", "LC_ALL=C.UTF-8"]
      + (Environment.value(of: "PATH").map { ["PATH=\($0)"] } ?? []) + environment
    try tmux("-f", "/dev/null", "-u", "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", "-c", folder, "sh")
    shell = Int32(try tell("pane_pid")) ?? 0
    // Root's shell has another prompt.
    try enter("PS1='$ '; clear")
    try waitForScreen { $0.first == "$" }
  }

  deinit { _ = try? tmux("kill-server") }

  /// The lines of the screen, without the blanks at their ends.
  public var lines: [String] {
    get throws {
      try tmux("capture-pane", "-p").split(separator: "\n", omittingEmptySubsequences: false).map { line in
        String(line.reversed().drop { $0 == " " }.reversed())
      }
    }
  }

  /// The lines with the escape sequences of colours.
  public var paintedText: String { get throws { try tmux("capture-pane", "-p", "-e") } }

  /// True if a program uses the alternate screen.
  public var isTaken: Bool { get throws { try tell("alternate_on") == "1" } }

  /// True if the cursor is visible.
  public var hasCursor: Bool { get throws { try tell("cursor_flag") == "1" } }

  /// Types text.
  public func type(_ text: String) throws { try tmux("send-keys", "-l", text) }

  /// Types a line and Enter.
  public func enter(_ line: String) throws {
    try type(line)
    try press("Enter")
  }

  /// Presses a key, by tmux's name for it: `C-c`.
  public func press(_ key: String) throws { try tmux("send-keys", key) }

  /// Makes the window larger or smaller.
  public func resize(columns: Int, rows: Int) throws {
    try tmux("resize-window", "-x", "\(columns)", "-y", "\(rows)")
  }

  /// Waits until the screen fulfils `condition`, and returns its lines.
  /// - Throws: `TimedOut` with its lines.
  @discardableResult
  public func waitForScreen(_ condition: ([String]) throws -> Bool) throws -> [String] {
    var seen: [String] = []
    return try wait(
      within: Self.limit, every: Self.interval, otherwise: { "the screen shows:\n" + seen.joined(separator: "\n") }
    ) {
      seen = try lines
      return try condition(seen) ? seen : nil
    }
  }

  /// Waits until a file in the folder has a line, and returns its text.
  /// - Throws: `TimedOut`.
  public func waitForFile(_ name: String) throws -> String {
    try wait(
      within: Self.limit,
      otherwise: { "no \(name); the screen shows:\n" + ((try? lines) ?? []).joined(separator: "\n") },
      for: { Self.text(of: "\(folder)/\(name)").flatMap { $0.last == "\n" ? $0 : nil } })
  }

  /// The value of one of tmux's formats.
  private func tell(_ format: String) throws -> String {
    String(try tmux("display-message", "-p", "#{\(format)}").filter { $0 != "\n" })
  }

  @discardableResult
  private func tmux(_ arguments: String...) throws -> String {
    let log = "\(folder)/tmux-output"
    let pid = try ChildProcess.spawn(
      ["sh", "-c", "log=$1; shift; exec \"$@\" >\"$log\" 2>&1", "sh", log] + user + ["tmux"] + arguments,
      environment: environment)
    try waitForEnd(of: pid)
    return Self.text(of: log) ?? ""
  }

  private static func text(of path: String) -> String? {
    guard let bytes = try? Descriptor.open(path, O_RDONLY).readToEnd() else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }
}
