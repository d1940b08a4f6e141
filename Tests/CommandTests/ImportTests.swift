import Glibc
import Testing

@Suite("sleight import")
struct ImportTests {
  private let configuration = """
    # The browser
    gesture swipe left 3 xdotool key alt+Right
    gesture swipe right 4 _internal ws_down
    gesture swipe sideways 3 foot

    """

  @Test("prints valid rules on standard output and remarks on standard error")
  func imports() async {
    let home = Home()
    home.write("libinput-gestures.conf", configuration)
    let result = await home.sleight("import", "libinput-gestures.conf")
    #expect(result.status == 0)
    #expect(
      result.output.contains("  # The browser\n  - swipe: left\n    fingers: 3\n    do: {keys: alt+Right}\n"))
    #expect(
      result.errors == """
        libinput-gestures.conf:4: left out: unknown gesture 'swipe sideways'
        libinput-gestures.conf: 2 rules, 1 left out

        """)
    #expect(
      await home.shell("\"$SLEIGHT\" import libinput-gestures.conf 2>/dev/null | \"$SLEIGHT\" check /dev/stdin")
        == .init(status: 0, output: "/dev/stdin: 2 rules, no errors\n"))
  }

  @Test("reads a command line from standard input, for a desktop")
  func standardInput() async {
    let home = Home()
    let result = await home.shell(
      "echo 'lisgd -g \"3,LR,*,*,R,xdotool set_desktop 2\"' | \"$SLEIGHT\" import --desktop kde -")
    #expect(result.status == 0)
    #expect(result.errors == "<standard input>: 1 rule\n")
    #expect(result.output.contains("    do: {workspace: 3}\n"))
  }

  @Test("--screen states the touchscreen, in the notation of rules files")
  func screen() async {
    let home = Home()
    home.write("hook.sh", "lisgd -g '1,RL,*,L,foot'\n")
    let usual = await home.sleight("import", "hook.sh")
    #expect(usual.output.contains("    distance: 227mm\n"))
    #expect(
      usual.errors == """
        hook.sh:1: changed: lengths are for a touchscreen of 344mm x 194mm: import with --screen for another
        hook.sh: 1 rule

        """)
    let phone = await home.sleight("import", "--screen", "68mm x 150mm", "hook.sh")
    #expect(phone.output.contains("    distance: 44.9mm\n"))
    #expect(phone.errors == "hook.sh: 1 rule\n")
    let wrong = await home.sleight("import", "--screen", "720x1440", "hook.sh")
    #expect(wrong.status == 64)
    #expect(wrong.errors.contains("'720x1440' is not the size of a screen, such as '68mm x 150mm'"))
  }

  @Test("a rules file is no configuration of another tool")
  func rulesFile() async {
    let home = Home()
    home.write("rules.yml", "rules:\n  - swipe: left\n    fingers: 3\n    do: foot\n")
    let result = await home.sleight("import", "rules.yml")
    #expect(result.status == 1)
    #expect(result.errors == "rules.yml: error: this is a rules file already; 'sleight check FILE' checks it\n")
  }

  @Test("--output writes a file, and replaces an existing one only with --force")
  func output() async {
    let home = Home()
    home.write("libinput-gestures.conf", configuration)
    let first = await home.sleight("import", "--output", "rules.yml", "libinput-gestures.conf")
    #expect(first.status == 0)
    #expect(first.output == "")
    let rules = home.content(of: "rules.yml")
    #expect(rules.contains("rules:\n"))
    home.write("rules.yml", "mine")
    let second = await home.sleight("import", "--output", "rules.yml", "libinput-gestures.conf")
    #expect(second.status == 1)
    #expect(
      second.errors.hasSuffix(
        "sleight: error: rules.yml exists; --force replaces it\n"))
    #expect(home.content(of: "rules.yml") == "mine")
    #expect(await home.sleight("import", "--force", "--output", "rules.yml", "libinput-gestures.conf").status == 0)
    #expect(home.content(of: "rules.yml") == rules)
  }

  @Test("a syntax error is reported with its location and exit status 1; no file is written")
  func unreadable() async {
    let home = Home()
    home.write("touchegg.conf", "<touchégg>\n  <application>\n")
    #expect(
      await home.sleight("import", "--output", "rules.yml", "touchegg.conf")
        == .init(status: 1, errors: "touchegg.conf:2:3: error: unterminated element 'application'\n"))
    #expect(!home.exists("rules.yml"))
    #expect(
      await home.sleight("import", "missing.conf")
        == .init(status: 1, errors: "sleight: error: open missing.conf: No such file or directory\n"))
    let unknown = await home.sleight("import", "--from", "emacs", "touchegg.conf")
    #expect(unknown.status == 64)
    #expect(
      unknown.errors.hasPrefix(
        "sleight: error: the value 'emacs' is invalid for '--from <kind>': unknown kind 'emacs'; expected one of libinput-gestures, "
      ))
  }

  @Test("bytes that are not UTF-8 are reported")
  func encoding() async {
    let home = Home()
    home.write("libinput-gestures.conf", Array("# ok\ngesture swipe left 3 caf".utf8) + [0xe9, 0x0a])
    let result = await home.sleight("import", "libinput-gestures.conf")
    #expect(result.status == 0)
    #expect(
      result.errors == """
        libinput-gestures.conf:2: changed: this is not UTF-8 text; unreadable characters became '\u{fffd}'
        libinput-gestures.conf: 1 rule

        """)
    // A replacement character of the file's own is text.
    home.write("libinput-gestures.conf", "gesture swipe left 3 caf\u{fffd}\n")
    #expect(await home.sleight("import", "libinput-gestures.conf").errors == "libinput-gestures.conf: 1 rule\n")
  }

  @Test("--from with the configuration of another tool is an error that names the tool; nothing is printed")
  func mismatch() async {
    let home = Home()
    home.write("config", "bindgesture swipe:left workspace next\n")
    #expect(
      await home.sleight("import", "--from", "fusuma", "config")
        == .init(
          status: 1,
          errors:
            "config: error: this seems to be a configuration of sway, not of Fusuma; use '--from sway'\n"))
    let sway = await home.sleight("import", "--desktop", "hyprland", "config")
    #expect(sway.status == 0)
    #expect(sway.output.contains("    do: {workspace: next}\n"))
  }

  @Test("keys unknown to xkbcommon are left out")
  func unknownKeys() async {
    let home = Home()
    home.write("swipe.conf", "left3 = ctrl+Frobnicate\nright3 = ctrl+left\n")
    let result = await home.sleight("import", "--from", "comfortable-swipe", "swipe.conf")
    #expect(result.output.contains("    do: {keys: ctrl+Left}\n"))
    #expect(
      result.errors == """
        swipe.conf:1: left out: 'ctrl+Frobnicate' is not a chord of known keys
        swipe.conf: 1 rule, 1 left out

        """)
  }
}
