import Desktop
import Diagnostics
import JSONLines
import Rules
import RulesFile
import Testing

@Suite("Actions of the desktop")
struct DesktopOperationTests {
  @Test("each is read, and written as it was", arguments: DesktopOperation.all + DesktopOperation.touched)
  func roundTrip(operation: DesktopOperation) throws {
    let rules = try #require(read("rules: [{swipe: left, fingers: 3, do: {\(operation.text)}}]"))
    #expect(rules.rules.map(\.reaction.act) == [[.desktop(operation)]])
    #expect(rules.desktopOperations.map(\.operation) == [operation])
    if !DesktopOperation.touched.contains(operation) {
      #expect(DesktopOperation(operation.subject, operation.value) == operation)
    }
    let json = Action.desktop(operation).json.text
    #expect(try #require(read("rules: [{swipe: left, fingers: 3, do: \(json)}]")).rules == rules.rules)
  }

  @Test("they are allowed in lists, as steps in both directions, and at the begin and the end")
  func everywhere() throws {
    let rules = try #require(
      read(
        "rules: [{pan: right, fingers: 3, begin: {desktop: overview}, every: 9mm, do: [{workspace: next}, a], "
          + "back: {workspace: 99}, end: [{window: close}]}]"))
    let reaction = try #require(rules.rules.first?.reaction)
    #expect(reaction.begin == [.desktop(.desktop(.overview))])
    #expect(reaction.act == [.desktop(.workspace(.next)), .shell("a")])
    #expect(reaction.back == [.desktop(.workspaceNumber(99))])
    #expect(reaction.end == [.desktop(.window(.close))])
  }

  @Test("a number of a workspace is from 1 to 99", arguments: ["0", "100", "-1", "+2", "007", "99999999999999999999"])
  func numbers(text: String) {
    #expect(DesktopOperation(.workspace, text) == nil)
    #expect(check("rules: [{swipe: left, fingers: 3, do: {workspace: \(text)}}]").contains("error"))
  }

  /// The messages about actions on a desktop.
  private func warnings(_ actions: String, on kind: DesktopKind?) -> [String] {
    let file = RulesFile.check(
      bytes: Array("rules: [{swipe: left, fingers: 3, do: \(actions)}]".utf8), name: "rules.yml", kind: kind)
    #expect(file.rules != nil)
    return file.diagnostics.filter { $0.id == "unavailable-action" }.map { "\($0.severity): \($0.message)" }
  }

  @Test("a file gets a warning for each action that the running desktop cannot perform, and none elsewhere")
  func unavailable() {
    let actions = "[{desktop: overview}, {window: close}, {window: minimize}]"
    #expect(
      warnings(actions, on: .sway) == [
        "warning: sway cannot perform 'desktop: overview': sway has no overview",
        "warning: sway cannot perform 'window: minimize': sway minimizes no window; its scratchpad is similar: "
          + "{sway: move scratchpad}",
      ])
    #expect(warnings(actions, on: .gnome) == [])
    #expect(warnings(actions, on: nil) == [])
    #expect(
      warnings("{workspace: next}", on: .other) == [
        "warning: this desktop cannot perform 'workspace: next': Sleight knows no way; if it has a shortcut for this, press "
          + "that with 'keys'"
      ])
    #expect(warnings("[{workspace: next}, {window: close}]", on: .xfce) == [])
  }
}

@Suite("The table of the desktop's actions")
struct DesktopWaysTests {
  @Test("is that of the manual")
  func manual() throws {
    let text = try #require(Checkout.text(of: "man/sleight-desktops.7"))
    let expected = DesktopTables.ways.joined(separator: "\n")
    #expect(text.contains(expected), "expected in man/sleight-desktops.7:\n\(expected)")
  }

  @Test(
    "has a way or its own reason for every action on every desktop",
    arguments: DesktopKind.allCases.filter { $0 != .other })
  func complete(desktop: DesktopKind) {
    let ways = DesktopWays.of(desktop)
    for operation in DesktopOperation.all + DesktopOperation.touched {
      #expect(ways.obstacle(to: operation) != "no way is known", "\(desktop): \(operation.text)")
    }
  }

  @Test("each command is one that the rules file takes for its compositor, without a message")
  func commands() {
    var count = 0
    for compositor in DesktopKind.withSocket {
      let ways = DesktopWays.of(compositor)
      for operation in DesktopOperation.all + DesktopOperation.touched {
        guard let pattern = ways.command(for: operation) else { continue }
        let command = DesktopWay.command(DesktopWay.command(pattern, window: "12"), output: "DP-1")
        count += 1
        #expect(!["NUMBER", "WINDOW", "OUTPUT"].contains { command.contains($0) })
        #expect(
          check("rules: [{swipe: left, fingers: 3, do: {\(compositor.rawValue): \"\(command)\"}}]") == "", "\(command)")
      }
    }
    #expect(count > 40)
  }

  @Test("each chord is one that the rules file takes")
  func chords() {
    for desktop in DesktopKind.allCases {
      for chord in DesktopOperation.all.compactMap({ DesktopWays.of(desktop).chord(for: $0) }) {
        let text = "rules: [{swipe: left, fingers: 3, do: {keys: \(chord.text)}}]"
        #expect(RulesFile.check(text: text, name: "rules.yml").rules?.chords == [chord], "\(chord)")
      }
    }
  }

  @Test("a command with a number has that of the rule")
  func number() {
    #expect(DesktopWays.of(.sway).command(for: .workspaceNumber(7)) == "workspace number 7")
    #expect(DesktopWays.of(.hyprland).command(for: .workspaceNumber(12)) == "dispatch workspace 12")
    #expect(DesktopWays.of(.gnome).command(for: .workspaceNumber(7)) == nil)
  }

  @Test("desktops are known by the names in XDG_CURRENT_DESKTOP")
  func names() {
    #expect(DesktopKind(named: ["ubuntu", "gnome"]) == .gnome)
    #expect(DesktopKind(named: ["kde"]) == .plasma)
    #expect(DesktopKind(named: ["labwc", "wlroots"]) == .labwc)
    #expect(DesktopKind(named: ["phosh"]) == .phoc)
    #expect(DesktopKind(named: ["xfce"]) == .xfce)
    #expect(DesktopKind(named: ["x-cinnamon"]) == .cinnamon)
    #expect(DesktopKind(named: ["budgie"]) == .other)
    #expect(DesktopKind(named: []) == nil)
  }
}
