import Glibc
import Testing

@testable import Desktop

@Suite("Commands for Hyprland")
struct HyprlandCommandTests {
  /// The lines of Tests/Desktops/hyprland-dispatchers: dispatchers and their expressions.
  private static let translations: [(dispatcher: String, expression: String)] = {
    let path = #filePath.split(separator: "/").dropLast(2).map { "/\($0)" }.joined() + "/Desktops/hyprland-dispatchers"
    guard let file = fopen(path, "r") else { return [] }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n").compactMap { line in
      guard !line.hasPrefix("#"), let arrow = line.firstRange(of: " => ") else { return nil }
      return (String(line[..<arrow.lowerBound]), String(line[arrow.upperBound...]))
    }
  }()

  private func problem(_ command: String, _ language: CompositorRelease.Language = .lua) -> String? {
    HyprlandCommand.problem(with: command, in: language).map { "\($0)" + ($0.form.map { ": \($0)" } ?? "") }
  }

  @Test("dispatchers become expressions for hyprland.lua, and are sent unchanged otherwise")
  func dispatchers() throws {
    #expect(Self.translations.count > 90)
    for (dispatcher, expression) in Self.translations {
      let command = "dispatch \(dispatcher)"
      #expect(try HyprlandCommand.request(for: command, in: .lua) == "/dispatch hl.dsp.\(expression)")
      for language in [nil, CompositorRelease.Language.classic] {
        #expect(try HyprlandCommand.request(for: command, in: language) == "/\(command)")
      }
    }
  }

  @Test("each dispatcher has a counterpart that was tried, or none")
  func complete() {
    let tried = Set(Self.translations.map { $0.dispatcher.cut(at: \.isWhitespace).head })
    // These end Hyprland, depend on a grab of the mouse, or do nothing in any version.
    let untried: Set = ["exit", "mouse", "workspaceopt", "setignoregrouplock", "releaseinputcapture"]
    #expect(HyprlandDispatcher.names.subtracting(tried) == untried)
    #expect(tried.isSubset(of: HyprlandDispatcher.names))
  }

  @Test("expressions in Lua, and requests that both languages share, are not changed")
  func unchanged() throws {
    for command in [
      "dispatch hl.dsp.window.close()", "dispatch function() hl.exec_cmd('foot') end", "eval hl.config({})",
      "reload", "switchxkblayout all next", "output create headless",
    ] {
      #expect(try HyprlandCommand.request(for: command, in: .lua) == "/\(command)")
    }
  }

  @Test("each request of a batch is translated")
  func batch() throws {
    for command in ["--batch \"dispatch workspace 2; reload\"", "[[BATCH]]dispatch workspace 2 ; reload"] {
      #expect(
        try HyprlandCommand.request(for: command, in: .lua)
          == "[[BATCH]]dispatch hl.dsp.focus({ workspace = \"2\" }); reload")
    }
    #expect(
      problem("--batch dispatch workspace 2; keyword a 1")
        == "'keyword' requires hyprland.conf: eval hl.config({ a = 1 })")
    #expect(problem("--batch dispatch workspace 2; eval a()", .classic) == "an expression in Lua requires hyprland.lua")
  }

  @Test("text is quoted for Lua")
  func quoted() throws {
    #expect(
      try HyprlandCommand.request(for: "dispatch exec printf '\\n\"%s\"' 漢", in: .lua)
        == "/dispatch hl.dsp.exec_cmd(\"printf '\\\\n\\\"%s\\\"' 漢\")")
  }

  @Test("a command without a counterpart names the form to write")
  func problems() {
    #expect(
      problem("dispatch hyprexpo:expo toggle")
        == "'hyprexpo:expo' is no dispatcher with a counterpart in Lua: dispatch hl.dsp.NAME(ARGUMENTS)")
    #expect(
      problem("dispatch resizeactive 10% 0")
        == "'resizeactive 10% 0' has no counterpart in Lua: dispatch hl.dsp.window.resize({ x = 10, y = 0, relative = true })"
    )
    #expect(
      problem("dispatch workspace")
        == "dispatcher 'workspace' requires an argument: dispatch hl.dsp.focus({ workspace = \"NAME\" })")
    #expect(problem("dispatch workspaceopt allfloat") == "dispatcher 'workspaceopt' has no counterpart in Lua")
    #expect(
      problem("dispatch fullscreenstate -1 2")
        == "'fullscreenstate -1 2' has no counterpart in Lua: dispatch hl.dsp.window.fullscreen_state({ internal = 0, client = 2 })"
    )
    #expect(
      problem("keyword general:gaps_in 5")
        == "'keyword' requires hyprland.conf: eval hl.config({ general = { gaps_in = 5 } })")
    #expect(
      problem("keyword misc:a some text")
        == "'keyword' requires hyprland.conf: eval hl.config({ misc = { a = \"some text\" } })")
    #expect(problem("dispatch hl.dsp.window.close()", .classic) == "an expression in Lua requires hyprland.lua")
    #expect(problem("dispatch exec foot (a)", .classic) == nil)
    #expect(problem("dispatch hyprexpo:expo toggle", .classic) == nil)
  }
}
