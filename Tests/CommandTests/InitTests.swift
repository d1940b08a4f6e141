import Glibc
import Testing

@Suite("sleight init")
struct InitTests {
  /// The starter file of a program that is not installed: without the line that names an installed schema.
  private static let starter = text(of: project("config/rules.yml")).drop { $0 != "\n" }.dropFirst()

  /// The lines after the path: what to try.
  private static let hint = """
    Now run '\(Program.sleight) run', and rotate three fingers: the volume changes.
    '\(Program.sleight) monitor' shows each gesture, and the rule that acts on it.

    """

  @Test("the gesture that it suggests does what it says")
  func hinted() async {
    let home = Home()
    _ = await home.sleight("init")
    let explained = await home.sleight("explain", "rotate", "clockwise", "--fingers", "3")
    #expect(explained.output.contains("wpctl set-volume"), "\(explained.output)")
  }

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

  /// The desktops for which the starter file has rules, by the names that they report.
  private static let desktops = ["sway", "Hyprland", "niri", "GNOME", "KDE", "XFCE"]

  @Test("the rules for the desktop that it runs on are in force, and good", arguments: desktops)
  func desktop(name: String) async {
    let home = Home()
    var session = ["XDG_CURRENT_DESKTOP=ubuntu:\(name)", "WAYLAND_DISPLAY=wayland-1"]
    if name == "Hyprland" {
      // As in the configuration that comes with it.
      _ = await home.shell("mkdir -p config/hypr; echo 'gesture = 3, horizontal, workspace' >config/hypr/hyprland.conf")
      session.append("HYPRLAND_INSTANCE_SIGNATURE=some")
    }
    #expect(await home.sleight("init", environment: session).status == 0)
    let written = home.content(of: "config/sleight/rules.yml")
    // Only marks of comments were removed, and only in one part of the file.
    let lines = written.split(separator: "\n")
    let original = Self.starter.split(separator: "\n")
    let changed = lines.indices.filter { lines[$0] != original[$0] }
    #expect(lines.count == original.count && changed.count >= 3)
    for index in changed { #expect(original[index] == "  # " + lines[index].dropFirst(2)) }
    let heading = original[..<(changed.first ?? 0)].last { $0.hasPrefix("  ## On ") }
    #expect(heading?.lowercased().hasPrefix("  ## on \(name.lowercased()),") == true)

    // No rule is hidden, and none conflicts with the desktop's own gestures: check would report either.
    let checked = await home.sleight("check", environment: session)
    #expect(checked.output.wholeMatch(of: /.*rules.yml: \d+ rules, no errors\n/) != nil, "\(checked.output)")
    let other = Home()
    #expect(await other.sleight("init", "--desktop", name.lowercased()).status == 0)
    #expect(other.content(of: "config/sleight/rules.yml") == written)
  }

  @Test(
    "on any other desktop only what suits all of them is in force",
    arguments: ["COSMIC", "labwc:wlroots", "Phosh:GNOME", ""])
  func otherDesktop(name: String) async {
    let home = Home()
    let session = ["XDG_CURRENT_DESKTOP=\(name)", "WAYLAND_DISPLAY=wayland-1"]
    #expect(await home.sleight("init", environment: session).status == 0)
    #expect(text(of: home.rules) == Self.starter)
    #expect(await home.sleight("check", environment: session).output.contains("no errors"))
  }

  @Test("a compositor that sets no name for its desktop is known by its socket")
  func socket() async {
    let home = Home()
    #expect(await home.sleight("init", environment: ["SWAYSOCK=/nowhere"]).status == 0)
    #expect(home.content(of: "config/sleight/rules.yml").contains("\n    do: {sway: workspace next}\n"))
  }

  @Test("a desktop that it does not know is named, with those that it does")
  func unknownDesktop() async {
    let result = await Home().sleight("init", "--desktop", "windows")
    #expect(result.status == 64)
    #expect(
      result.errors.contains("unknown desktop 'windows'; expected one of sway, hyprland, niri, gnome, kde and xfce"))
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
    #expect(result.output.contains("run --config 'my rules.yml'', and rotate"), "\(result)")
    #expect(result.output.contains("monitor --config 'my rules.yml'' shows"), "\(result)")
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
