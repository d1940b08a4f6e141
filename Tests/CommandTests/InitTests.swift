import Glibc
import Testing

@Suite("sleight init")
struct InitTests {
  /// The starter file of a program that is not installed: without the line that names an installed schema.
  private static let starter = text(of: project("config/rules.yml")).drop { $0 != "\n" }.dropFirst()

  /// The line after the path: what to try.
  private static let hint = "Now run '\(Program.sleight) run', and move three fingers apart: zoom.\n"

  @Test("writes the starter file where the rules belong, and check has nothing against it")
  func writes() async {
    let home = Home()
    #expect(await home.sleight("init") == .init(status: 0, output: "\(home.rules)\n\(Self.hint)"))
    #expect(text(of: home.rules) == Self.starter)
    #expect(bytes(of: home.rules).count > 500)
    let checked = await home.sleight("check")
    #expect(checked.status == 0)
    #expect(checked.errors == "")
    #expect(checked.output.wholeMatch(of: /.*rules.yml: \d+ rules, no errors\n/) != nil, "\(checked.output)")
  }

  /// A desktop: its name in XDG_CURRENT_DESKTOP, and the number of rules that are comments.
  struct Desktop: Sendable, CustomTestStringConvertible {
    var name: String
    var disabled = 0
    /// The action of the gesture to try first, whose effect is seen.
    var act = "workspace next-or-new"
    var testDescription: String { name }
  }

  private static let desktops = [
    Desktop(name: "sway", disabled: 1), Desktop(name: "Hyprland", disabled: 2),
    Desktop(name: "niri", disabled: 2),
    Desktop(name: "GNOME", disabled: 3, act: "desktop launcher"),
    Desktop(name: "KDE", disabled: 4, act: "window fullscreen"),
    Desktop(name: "XFCE", disabled: 1, act: "window fullscreen"),
    Desktop(name: "X-Cinnamon", disabled: 2, act: "desktop overview"),
    Desktop(name: "MATE", disabled: 2, act: "desktop launcher"),
    Desktop(name: "labwc:wlroots", disabled: 2, act: "window fullscreen"),
    Desktop(name: "COSMIC", disabled: 6, act: "zoom"),
    Desktop(name: "wayfire", disabled: 4, act: "window fullscreen"),
    Desktop(name: "river", disabled: 4, act: "window fullscreen"),
  ]

  @Test(
    "on each desktop, the gesture that it suggests does what it says, and check has no message", arguments: desktops)
  func desktop(desktop: Desktop) async throws {
    let home = Home()
    var session = ["XDG_CURRENT_DESKTOP=\(desktop.name)", "WAYLAND_DISPLAY=wayland-1"]
    if desktop.name == "Hyprland" {
      // As in the configuration that comes with it.
      _ = await home.shell("mkdir -p config/hypr; echo 'gesture = 3, horizontal, workspace' >config/hypr/hyprland.conf")
      session.append("HYPRLAND_INSTANCE_SIGNATURE=some")
    }
    let started = await home.sleight("init", environment: session)
    let suggestions = [
      "workspace next-or-new": ("swipe left with four fingers: next workspace", ["swipe", "left", "--fingers", "4"]),
      "desktop overview": ("swipe up with four fingers: overview", ["swipe", "up", "--fingers", "4"]),
      "desktop launcher": ("tap with four fingers: launcher", ["tap", "single", "--fingers", "4"]),
      "window fullscreen": ("swipe down with four fingers: fullscreen", ["swipe", "down", "--fingers", "4"]),
      "zoom": ("move three fingers apart: zoom", ["pinch", "out", "--fingers", "3"]),
    ]
    let (suggestion, gesture) = try #require(suggestions[desktop.act])
    #expect(started.output.hasSuffix(", and \(suggestion).\n"), "\(started)")
    let written = home.content(of: "config/sleight/rules.yml")
    #expect(Self.enabled(written) == Self.starter)
    #expect(Self.reasons(in: written).count == desktop.disabled)

    let explained = await Program([Program.sleight, "explain"] + gesture, in: home, environment: session).result()
    #expect(explained.status == 0 && explained.output.contains(desktop.act), "\(explained)")
    let checked = await home.sleight("check", environment: session)
    #expect(checked.output.wholeMatch(of: /.*rules.yml: \d+ rules, no errors\n/) != nil, "\(checked.output)")
    let other = Home()
    let short = desktop.name.split(separator: ":")[0].lowercased()
    guard short != "x-cinnamon", short != "hyprland" else { return }
    #expect(await other.sleight("init", "--desktop", short).status == 0)
    #expect(other.content(of: "config/sleight/rules.yml") == written)
  }

  /// The file without the comments for one desktop.
  private static func enabled(_ written: String) -> String {
    var lines: [Substring] = []
    var (isDisabled, isFirst) = (false, false)
    for line in written.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("  # "), line.hasSuffix(":"), reasons(in: String(line)).count == 1 {
        (isDisabled, isFirst) = (true, true)
        continue
      }
      if isDisabled, line.hasPrefix(isFirst ? "  # - " : "  #   ") {
        lines.append("  " + line.dropFirst(4))
        isFirst = false
      } else {
        isDisabled = false
        lines.append(line)
      }
    }
    return lines.joined(separator: "\n")
  }

  /// The reasons for which rules are comments.
  private static func reasons(in written: String) -> [Substring] {
    written.split(separator: "\n").filter { $0.contains(" cannot perform '") || $0.hasSuffix(" with this gesture:") }
  }

  @Test("the rules in comments are valid, and three fingers drag")
  func comments() async {
    let home = Home()
    _ = await home.sleight("init")
    let lines = home.content(of: "config/sleight/rules.yml").split(separator: "\n", omittingEmptySubsequences: false)
    let enabled = lines.map { $0.hasPrefix("  # - ") || $0.hasPrefix("  #   ") ? "  " + $0.dropFirst(4) : String($0) }
    home.writeRules(enabled.joined(separator: "\n"))
    let checked = await home.sleight("check")
    #expect(checked.status == 0 && !checked.output.contains(": error: "), "\(checked.output)")
    let dragged = await home.sleight("explain", "pan", "right", "--fingers", "3", "--device", "touchpad")
    #expect(dragged.output.contains("drag"), "\(dragged.output)")
  }

  @Test("only a pinch of four fingers closes anything, and no rule types or acts on fingers that rest on a touchpad")
  func safe() async {
    let home = Home()
    _ = await home.sleight("init")
    let rules = home.content(of: "config/sleight/rules.yml").split(separator: "\n").filter { !$0.hasPrefix("  #") }
    for word in ["ctrl+w", "type:", "playerctl", "lock"] {
      #expect(
        !rules.contains { $0.drop { $0 == " " }.hasPrefix("do") && ($0.split(separator: "#")[0] + "\n").contains(word) }
      )
    }
    #expect(rules.count { $0.contains("{window: close}") } == 1)
    let rest = await home.sleight("explain", "long-press", "2s", "--fingers", "3", "--device", "touchpad")
    #expect(rest.status == 1, "\(rest)")
  }

  @Test("an unknown desktop is called by its name, with what works there; so is X11")
  func unknownDesktop() async {
    let budgie = await Home().sleight("init", environment: ["XDG_CURRENT_DESKTOP=Budgie:GNOME"])
    #expect(budgie.output.contains("On Budgie, 6 rules are comments, with the reasons."), "\(budgie.output)")
    #expect(
      budgie.output.contains("Budgie performs none of the actions 'workspace', 'desktop' and 'window'.\nCommands work"))
    let labwc = await Home().sleight("init", environment: ["XDG_CURRENT_DESKTOP=labwc:wlroots"])
    #expect(
      labwc.output.contains(
        "labwc performs 'workspace' (next, previous, first, last, back, next-or-new, 1) and 'window' (close, "),
      "\(labwc.output)")
    let mate = await Home().sleight("init", environment: ["XDG_CURRENT_DESKTOP=MATE", "XDG_SESSION_TYPE=x11"])
    #expect(mate.output.contains("MATE performs 'workspace' (next, previous, next-or-new), 'desktop' (launcher, "))
    #expect(mate.output.contains("by the keys of its default shortcuts.\n"))
    #expect(
      mate.output.contains("This is an X11 session: gestures and commands work; keys and clicks require a permission"))
    let sway = await Home().sleight("init", environment: ["XDG_CURRENT_DESKTOP=sway", "XDG_SESSION_TYPE=wayland"])
    #expect(!sway.output.contains("X11") && !sway.output.contains("performs"))
  }

  @Test("a compositor that sets no name for its desktop is known by its socket")
  func socket() async {
    let home = Home()
    #expect(
      await home.sleight("init", environment: ["SWAYSOCK=/nowhere"]).output.contains(
        "On sway, 1 rule is a comment, with the reason."))
    #expect(home.content(of: "config/sleight/rules.yml").contains("  # sway cannot perform 'desktop: overview': "))
  }

  @Test("the name of a desktop that it does not know gets a suggestion")
  func misspelt() async {
    let result = await Home().sleight("init", "--desktop", "gnom")
    #expect(result.status == 64 && result.errors.contains("unknown desktop 'gnom'; did you mean 'gnome'?\n"))
    let other = await Home().sleight("init", "--desktop", "windows")
    #expect(other.errors.contains("expected one of gnome, kde, sway, hyprland, niri"))
  }

  @Test("leaves a file that is there alone, unless told to replace it")
  func replaces() async {
    let home = Home()
    home.writeRules("mine\n")
    #expect(
      await home.sleight("init")
        == .init(
          status: 1,
          errors: "sleight: error: \(home.rules) exists; --force replaces it\n"))
    #expect(text(of: home.rules) == "mine\n")
    #expect(await home.sleight("init", "--force") == .init(status: 0, output: "\(home.rules)\n\(Self.hint)"))
    #expect(text(of: home.rules) == Self.starter)
  }

  @Test("the suggested commands use a file that was named")
  func named() async {
    let home = Home()
    let result = await home.sleight("init", "--config", "my rules.yml")
    #expect(result.output.contains("run --config 'my rules.yml'', and move"), "\(result)")
  }

  @Test("what cannot be replaced is not said to be")
  func irreplaceable() async {
    let home = Home()
    #expect(
      await home.sleight("init", "--config", "run")
        == .init(status: 1, errors: "sleight: error: open run: Is a directory\n"))
  }

  @Test("directories that it makes are the user's alone")
  func directories() async {
    let home = Home()
    #expect(await home.shell("umask 022; \"$SLEIGHT\" init").status == 0)
    var status = stat()
    #expect(stat("\(home.path)/config/sleight", &status) == 0)
    #expect(status.st_mode & 0o777 == 0o700)
  }

  @Test("what it writes nobody else may write, however careless the umask")
  func permissions() async {
    let home = Home()
    #expect(await home.shell("umask 0; \"$SLEIGHT\" init --config new/deep/rules.yml").status == 0)
    var status = stat()
    for name in ["new", "new/deep", "new/deep/rules.yml"] {
      #expect(stat("\(home.path)/\(name)", &status) == 0)
      #expect(status.st_mode & 0o022 == 0, "\(name)")
    }
    #expect(await home.sleight("check", "new/deep/rules.yml").status == 0)
  }

  @Test("says what stands in its way")
  func obstacles() async {
    let home = Home()
    home.write("file", "")
    #expect(
      await home.sleight("init", "--config", "file/rules.yml")
        == .init(status: 1, errors: "sleight: error: open file/rules.yml: Not a directory\n"))
    #expect(
      await home.sleight("init", "--force", "--config", "run")
        == .init(status: 1, errors: "sleight: error: open run: Is a directory\n"))
    #expect(
      await home.sleight("init", "--force", "--config", "/dev/full")
        == .init(status: 1, errors: "sleight: error: write /dev/full: No space left on device\n"))
  }
}
