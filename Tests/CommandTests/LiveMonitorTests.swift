import Glibc
import Testing
import TmuxWindow

/// In a real terminal, without devices. SystemTests covers the picture while fingers move.
@Suite("monitor on a terminal")
struct LiveMonitorTests {
  /// A shell in a terminal, which has saved the terminal's settings in the file `before`.
  private func window(
    _ home: Home, columns: Int = 80, rows: Int = 24, environment: [String] = []
  ) throws -> TmuxWindow {
    let window = try TmuxWindow(
      columns: columns, rows: rows, in: home.path, environment: home.environment + environment)
    try window.enter("echo what was there; stty -a >before")
    _ = try window.waitForFile("before")
    return window
  }

  /// Starts monitor in the shell, and waits until it draws.
  /// - Returns: its process.
  private func start(in window: TmuxWindow) throws -> pid_t {
    try window.enter("sh -c 'echo $$ >pid; exec \"$SLEIGHT\" monitor'; stty -a >after")
    try window.waitForScreen { $0.contains { $0.hasSuffix("q quits") } }
    #expect(try window.isTaken)
    #expect(try !window.hasCursor)
    return pid_t(try window.waitForFile("pid").filter(\.isNumber)) ?? 0
  }

  /// Checks that the terminal is restored and echoes input.
  private func expectRestored(in window: TmuxWindow, _ home: Home) throws {
    #expect(try window.waitForFile("after") == home.content(of: "before"))
    let screen = try window.waitForScreen { $0.contains("what was there") && $0.last { !$0.isEmpty }?.last == "$" }
    #expect(!screen.contains { $0.contains("q quits") })
    #expect(try !window.isTaken)
    #expect(try window.hasCursor)
    // Input is echoed again.
    try window.enter("echo yes  #")
    try window.waitForScreen { $0.contains("yes") && $0.contains { $0.hasSuffix("echo yes  #") } }
  }

  @Test("leaves the terminal as it was by each key that ends it", arguments: ["q", "Q", "C-c", "C-\\"])
  func keys(key: String) throws {
    let home = Home()
    let window = try window(home)
    _ = try start(in: window)
    try window.press(key)
    try expectRestored(in: window, home)
  }

  @Test("leaves the terminal as it was by each signal that ends it", arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
  func signals(signal: CInt) throws {
    let home = Home()
    let window = try window(home)
    kill(try start(in: window), signal)
    try expectRestored(in: window, home)
  }

  @Test("gives the terminal back while it is stopped, and draws again once it goes on")
  func stopped() throws {
    let home = Home()
    let window = try window(home)
    try window.enter("\"$SLEIGHT\" monitor")
    let picture = try window.waitForScreen { $0.contains { $0.hasSuffix("q quits") } }
    try window.press("C-z")
    try window.waitForScreen { $0.contains("what was there") && $0.contains { $0.contains("Stopped") } }
    try window.enter("stty -a >stopped")
    #expect(try window.waitForFile("stopped") == home.content(of: "before"))
    #expect(try !window.isTaken)
    #expect(try window.hasCursor)
    // On one line: what is typed directly after `q` may still reach the monitor.
    try window.enter("fg; stty -a >after")
    try window.waitForScreen { $0 == picture }
    try window.press("q")
    try expectRestored(in: window, home)
  }

  @Test("killed without a word, it leaves what the manual's command mends, and lines still begin at the left edge")
  func killed() throws {
    let home = Home()
    let window = try window(home)
    kill(try start(in: window), SIGKILL)
    let left = try window.waitForFile("after").split(whereSeparator: \.isWhitespace)
    #expect(left.contains("-echo") && left.contains("isig") && left.contains("onlcr"))
    try window.enter("reset; tput rmcup; stty -a >mended")
    #expect(try window.waitForFile("mended").split(whereSeparator: \.isWhitespace).contains("echo"))
    #expect(try !window.isTaken)
    #expect(try window.hasCursor)
  }

  @Test("follows the window's size, and says what it needs where there is too little room")
  func sizes() throws {
    let home = Home()
    let window = try window(home)
    _ = try start(in: window)
    for (columns, rows) in [(132, 43), (60, 20), (100, 24)] {
      try window.resize(columns: columns, rows: rows)
      try window.waitForScreen { $0.first?.count == columns && $0.first?.hasSuffix("q quits") == true }
    }
    try window.resize(columns: 40, rows: 8)
    try window.waitForScreen { Array($0.prefix(3)) == ["needs 60 × 20", "has 40 × 8", "q quits"] }
    try window.resize(columns: 80, rows: 24)
    try window.waitForScreen { $0.first?.count == 80 }
  }

  @Test("has no colours where NO_COLOR is set, and no character but ASCII where the locale has none")
  func plainer() throws {
    let home = Home()
    let window = try window(home)
    _ = try start(in: window)
    #expect(try window.paintedText.contains("\u{1b}["))
    try window.press("q")
    // Text typed before the terminal is given back is lost.
    _ = try window.waitForFile("after")
    try window.enter("export NO_COLOR=1 LC_ALL=C; clear")
    try window.waitForScreen { $0.filter { !$0.isEmpty } == ["$"] }
    _ = try start(in: window)
    #expect(try !window.paintedText.contains("\u{1b}["))
    #expect(try window.paintedText.allSatisfy(\.isASCII))
  }

  @Test(
    "prints lines where the terminal cannot be drawn on, and where it is asked to",
    arguments: ["TERM=dumb", "TERM="])
  func dumb(variable: String) throws {
    let home = Home()
    let window = try window(home)
    for command in ["\(variable) \"$SLEIGHT\" monitor", "\"$SLEIGHT\" monitor --plain"] {
      try window.enter("clear")
      try window.waitForScreen { $0.filter { !$0.isEmpty } == ["$"] }
      try window.enter("\(command); echo status $?")
      try window.waitForScreen { $0.contains { $0.hasPrefix("sleight: ") && $0.contains("device") } }
      #expect(try !window.isTaken)
      try window.press("C-c")
      try window.waitForScreen { $0.contains { $0.hasSuffix("status 0") } }
    }
  }

  @Test("ends with its terminal")
  func hangUp() async throws {
    let home = Home()
    let window = try window(home)
    let pid = try start(in: window)
    kill(window.shell, SIGKILL)
    #expect(await eventually { kill(pid, 0) != 0 })
  }
}
