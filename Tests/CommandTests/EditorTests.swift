import Glibc
import JSONLines
import Testing
import TmuxWindow

@Suite("Editors with the lines of sleight-editors(7)")
struct EditorTests {
  /// The first literal block of a section of the page, without the escapes of mdoc(7).
  private static func lines(of section: String) -> String {
    let page = text(of: project("man/sleight-editors.7")).split(separator: "\n", omittingEmptySubsequences: false)
    let part = page.drop { $0 != ".Sh \(section)" }.drop { !$0.hasPrefix(".Bd -literal") }.dropFirst()
    return part.prefix { $0 != ".Ed" }.map {
      $0.replacing("\\-", with: "-").replacing("\\e", with: "\\").replacing("\\(aq", with: "'")
    }.joined(separator: "\n") + "\n"
  }

  private static let rules = "rules:\n  - swype: left\n    fingers: 3\n    do: foot\n"

  /// Messages with their headers, one after another.
  private static func session(_ messages: [JSONValue]) -> String {
    messages.map { "Content-Length: \($0.text.utf8.count)\r\n\r\n\($0.text)" }.joined()
  }

  private static func message(_ method: String, _ parameters: JSONValue, id: Int? = nil) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("jsonrpc", "2.0"), .init("method", .string(method)), .init("params", parameters),
    ]
    if let id { members.append(.init("id", .number(Double(id)))) }
    return .object(members)
  }

  @Test("a session gets all messages of 'check', and the exit status says how it ended")
  func session() async throws {
    let home = Home()
    home.writeRules(Self.rules)
    let start = [
      Self.message("initialize", ["capabilities": .object([])], id: 1), Self.message("initialized", .object([])),
      Self.message(
        "textDocument/didOpen",
        ["textDocument": ["uri": .string("file://\(home.rules)"), "version": 1, "text": .string(Self.rules)]]),
    ]
    home.write("session", Self.session(start))
    let result = await home.shell("$SLEIGHT language-server <session")
    #expect(result.status == 1 && result.errors == "")
    for line in await home.sleight("check", "--json").output.split(separator: "\n") {
      let id = try #require(try JSONReader.read(String(line))["id"]?.string)
      #expect(result.output.contains(#""code": "\#(id)""#), "\(id)")
    }
    #expect(result.output.contains("unknown-gesture"))
    home.write("session", Self.session(start + [Self.message("shutdown", .null, id: 2), Self.message("exit", .null)]))
    #expect(await home.shell("$SLEIGHT language-server <session").status == 0)
    #expect(await home.shell("$SLEIGHT language-server </dev/null") == .init(status: 1))
    #expect(await home.shell("(cat session; sleep 0.1) | $SLEIGHT language-server >/dev/null").status == 0)
  }

  @Test("installed applications are offered by their names, and keys by their characters")
  func names() async throws {
    let home = Home()
    for directory in ["share", "share/applications"] { mkdir("\(home.path)/\(directory)", 0o700) }
    home.write(
      "share/applications/org.example.Viewer.desktop",
      "[Desktop Entry]\nName=Picture Viewer\nName[de]=Bilder\n[Desktop Action x]\nName=other\n")
    home.write("share/applications/hidden.desktop", "[Desktop Entry]\nName=Hidden\nNoDisplay=true\n")
    home.write("share/applications/classed.desktop", "[Desktop Entry]\nName=Classed\nStartupWMClass=Classy\n")
    let rules = "rules:\n  - swipe: left\n    when: {app: }\n    do: {keys: é}\n"
    func completion(_ line: Int, _ column: Int, id: Int) -> JSONValue {
      let place: JSONValue = ["line": .number(Double(line)), "character": .number(Double(column))]
      return Self.message(
        "textDocument/completion", ["textDocument": ["uri": "untitled:1"], "position": place], id: id)
    }
    home.write(
      "session",
      Self.session([
        Self.message("initialize", ["capabilities": .object([])], id: 1),
        Self.message(
          "textDocument/didOpen", ["textDocument": ["uri": "untitled:1", "version": 1, "text": .string(rules)]]),
        completion(2, 16, id: 2), completion(3, 16, id: 3),
      ]))
    let output = await home.shell("XDG_DATA_HOME=$HOME/share $SLEIGHT language-server <session").output
    #expect(output.contains(#""label": "org.example.Viewer""#) && output.contains("Picture Viewer"))
    #expect(output.contains(#""label": "Classy""#))
    #expect(!output.contains("Hidden") && !output.contains("other") && !output.contains("Bilder"))
    #expect(output.contains(#""newText": "eacute""#))
  }

  @Test("above a rule stands how often it acted and nearly acted, of the touches that a daemon keeps")
  func memories() async throws {
    let home = Home()
    let rules = "# a\nrules: [{swipe: left, fingers: 3, do: foot}]\n"
    home.writeRules(rules)
    let address = JSONValue.string("file://\(home.rules)")
    home.write(
      "session",
      Self.session([
        Self.message("initialize", ["capabilities": .object([])], id: 1),
        Self.message(
          "textDocument/didOpen", ["textDocument": ["uri": address, "version": 1, "text": .string(rules)]]),
        Self.message("textDocument/codeLens", ["textDocument": ["uri": address]], id: 2),
      ]))
    let acted = #"{"rule": "rules.yml:2", "gesture": "swipe", "direction": "left", "fingers": 3}"#
    let touches = KeptTouches(
      config: home.rules,
      touches: [.init(distance: 40, acted: acted), .init(distance: 40, acted: acted), .init(distance: 8)])
    var program: Program?
    await touches.answer(in: home) {
      program = Program([Program.sleight, "language-server"], in: home, input: "\(home.path)/session")
    }
    let output = await program?.result().output ?? ""
    #expect(output.contains(/"title": "acted 2 times, last \d\d:\d\d"/), "\(output)")
    #expect(output.contains(#""title": "nearly acted once""#))
    #expect(output.contains(#""start": {"line": 1, "character": 0}"#))
  }

  @Test("messages about an included file are those of its last content, without a word of the editor")
  func watched() async throws {
    let home = Home()
    let rules = "include: [more.yml, other*.yml]\nrules: []\n"
    home.writeRules(rules)
    home.write("config/sleight/more.yml", "rules: [{swype: left, fingers: 3, do: foot}]\n")
    let session = Self.session([
      Self.message("initialize", ["capabilities": .object([])], id: 1),
      Self.message(
        "textDocument/didOpen",
        [
          "textDocument": [
            "uri": .string("file://\(home.rules)"), "version": 1,
            "text": .string(rules),
          ]
        ]),
    ])
    // The editor stays connected until the program is removed.
    let pipe = "\(home.path)/pipe"
    mkfifo(pipe, 0o600)
    let end = open(pipe, O_RDWR | O_CLOEXEC)
    defer { close(end) }
    let editor = Program([Program.sleight, "language-server"], in: home, input: pipe)
    let bytes = Array(session.utf8)
    #expect(write(end, bytes, bytes.count) == bytes.count)
    for (content, path, message) in [
      ("", "", "unknown gesture 'swype'"),
      ("rules: [{swipe: lift, fingers: 3, do: foot}]\n", "more.yml", "'lift'"),
      ("rules: [{tap: singel, fingers: 4, do: foot}]\n", "other1.yml", "'singel'"),
    ] {
      if !path.isEmpty { home.write("config/sleight/\(path)", content) }
      #expect(await eventually { editor.output.contains(message) }, "\(editor.output)")
    }
  }

  /// A home with rules, in whose PATH `sleight` and `foot` are.
  private func home() -> Home {
    let home = Home()
    home.writeRules(Self.rules)
    mkdir("\(home.path)/bin", 0o700)
    symlink(Program.sleight, "\(home.path)/bin/sleight")
    home.install("foot")
    return home
  }

  private func window(_ home: Home, _ command: String) throws -> TmuxWindow {
    let window = try TmuxWindow(
      columns: 110, rows: 40, in: home.path, environment: home.environment + ["TERM=screen-256color"])
    try window.enter(command)
    return window
  }

  @Test("Neovim shows messages, applies a quick fix, explains a word and completes one")
  func neovim() throws {
    let home = home()
    home.write("init.lua", Self.lines(of: "NEOVIM"))
    home.write(
      "more.lua", "vim.cmd('set noswapfile nomore shortmess+=IF omnifunc=v:lua.vim.lsp.omnifunc indentexpr=')\n")
    let window = try window(home, "nvim -u init.lua -S more.lua config/sleight/rules.yml")
    try window.waitForScreen { $0.contains { $0.contains("swype: left") && $0.contains("unknown gesture 'swype'") } }
    try window.enter(":2 | normal! 0fs")
    try window.enter(":lua vim.lsp.buf.code_action()")
    try window.waitForScreen { $0.contains { $0.contains("1: Replace with 'swipe'") } }
    try window.enter("1")
    try window.waitForScreen { lines in
      lines.contains { $0.contains("- swipe: left") } && !lines.contains { $0.contains("unknown gesture") }
    }
    try window.enter(":3 | normal! 0ff")
    try window.enter(":lua vim.lsp.buf.hover()")
    try window.waitForScreen { $0.contains { $0.contains("fingers: How many fingers. Default: 1.") } }
    try window.press("Escape")
    try window.press("o")
    try window.type("dist")
    try window.press("C-x")
    try window.press("C-o")
    try window.waitForScreen { $0.contains { $0.contains("    distance:") } }
    try window.press("Escape")
    try window.enter(":wq!")
    try window.waitForScreen { $0.last { !$0.isEmpty } == "$" }
    #expect(home.content(of: "config/sleight/rules.yml").contains("- swipe: left\n    fingers: 3\n    distance: "))
  }

  @Test("Emacs shows messages, applies a quick fix, explains a word and completes one")
  func emacs() throws {
    let home = home()
    mkdir("\(home.path)/.emacs.d", 0o700)
    home.write(
      ".emacs.d/init.el",
      Self.lines(of: "EMACS")
        + "(setq auto-save-default nil make-backup-files nil native-comp-async-report-warnings-errors nil)\n")
    let window = try window(home, "emacs -nw config/sleight/rules.yml")
    // The number of errors in the mode line.
    try window.waitForScreen { $0.contains { $0.contains("Flymake[1") } }
    try command("flymake-goto-next-error", in: window)
    try window.waitForScreen { $0.contains { $0.contains("unknown gesture 'swype'") } }
    try command("eglot-code-actions", in: window)
    try window.waitForScreen { $0.contains { $0.contains("Pick an action") } }
    try window.press("Enter")
    try window.waitForScreen { lines in
      lines.contains { $0.contains("- swipe: left") } && lines.contains { $0.contains("Flymake[0") }
    }
    try window.press("C-n")
    try window.waitForScreen { $0.contains { $0.contains("How many fingers. Default: 1.") } }
    try window.press("C-e")
    try window.press("Enter")
    try window.type("dist")
    try window.waitForScreen { $0.contains("    dist") }
    try command("completion-at-point", in: window)
    try window.waitForScreen { $0.contains { $0.contains("    distance:") } }
    try window.press("C-x")
    try window.press("C-s")
    try window.waitForScreen { $0.contains { $0.contains("Wrote ") } }
    try window.press("C-x")
    try window.press("C-c")
    try window.waitForScreen { $0.last { !$0.isEmpty } == "$" }
    #expect(home.content(of: "config/sleight/rules.yml").contains("- swipe: left\n    fingers: 3\n    distance: "))
  }

  /// Runs a command of Emacs by its name.
  private func command(_ name: String, in window: TmuxWindow) throws {
    try window.press("M-x")
    try window.waitForScreen { $0.last { !$0.isEmpty }?.hasPrefix("M-x") == true }
    try window.enter(name)
  }
}
