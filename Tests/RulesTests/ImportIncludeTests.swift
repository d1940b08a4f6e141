import Foreign
import Importing
import RulesFile
import Testing

@Suite("Importing: files that a configuration includes")
struct ImportIncludeTests {
  /// The result of importing the file `name` of several.
  private func imported(_ texts: [String: String], _ name: String, kind: ImportKind? = nil) throws -> ImportResult {
    try ImportResult.read(Array((texts[name] ?? "").utf8), name: name, kind: kind, files: .texts(texts))
  }

  /// The remarks, each with its file and line.
  private func remarks(_ result: ImportResult) -> [String] {
    result.remarks.map { "\($0.file ?? "-"):\($0.line): \($0.message)" }
  }

  private let gesture = "gesture = 4, left, dispatcher, exec, foot\n"

  @Test(
    "Hyprland: 'source' reads files below the folder, wherever it is now",
    arguments: [
      "source = conf/g.conf", "source = ./conf/g.conf", "source = ~/.config/hypr/conf/g.conf",
      "source = $HOME/.config/hypr/conf/*.conf", "$dir = ~/.config/hypr/conf\nsource = $dir/g.conf # mine",
      "source = /dots/hypr/conf/g.conf",
    ])
  func source(statement: String) throws {
    let texts = ["/dots/hypr/hyprland.conf": statement + "\n", "/dots/hypr/conf/g.conf": "# mine\n" + gesture]
    let result = try imported(texts, "/dots/hypr/hyprland.conf")
    #expect(result.ruleCount == 1 && result.remarks.isEmpty, "\(result.text)")
    #expect(result.text.contains("  # mine\n  - swipe: left\n"))
  }

  @Test("files elsewhere are named, and files that do not exist")
  func elsewhere() throws {
    let texts = [
      "/d/hypr/hyprland.conf": "source = /etc/x.conf\nsource = ../y.conf\nsource = gone.conf\n" + gesture,
      "/etc/x.conf": "",
      "/d/y.conf": "",
    ]
    #expect(
      remarks(try imported(texts, "/d/hypr/hyprland.conf")) == [
        "-:1: 'source' is not followed: import '/etc/x.conf' as well",
        "-:2: 'source' is not followed: import '../y.conf' as well",
        "-:3: 'source' is not followed: there is no file '/d/hypr/gone.conf'",
      ])
  }

  @Test("a remark has the file and line of its binding, also where it names another line")
  func places() throws {
    let texts = [
      "/d/hyprland.conf": "\n\nsource = more.conf\n" + gesture,
      "/d/more.conf": "# first\n" + gesture + "gesture = 9, up, float\n",
    ]
    let result = try imported(texts, "/d/hyprland.conf")
    #expect(
      remarks(result) == [
        "/d/more.conf:3: libinput reports no swipe with 9 fingers",
        "-:4: had no effect: line 2 of more.conf binds the same gesture",
      ])
    #expect(result.text.contains("#   more.conf:3: libinput reports"))
  }

  @Test("a text of the configuration that looks like a place stays as it is")
  func wordsLikePlaces() throws {
    let texts = [
      "/d/hyprland.conf": "\n\nsource = more.conf\n" + gesture, "/d/more.conf": "\ngesture = 3, line 1, float\n",
    ]
    #expect(remarks(try imported(texts, "/d/hyprland.conf")) == ["/d/more.conf:2: unknown gesture '3 line 1'"])
  }

  @Test("a configuration without a gesture is an error that names the files in which gestures were looked for")
  func none() throws {
    func message(_ texts: [String: String], _ name: String, kind: ImportKind? = nil) throws -> String {
      try #require(throws: ImportError.self) { try imported(texts, name, kind: kind) }.message
    }
    let texts = [
      "/d/hyprland.conf": "source = a.conf\nsource = /etc/b.conf\n", "/d/a.conf": "bind = SUPER, A, exec, foot\n",
      "/etc/b.conf": "",
    ]
    #expect(
      try message(texts, "/d/hyprland.conf")
        == "no gestures of Hyprland found; looked in: /d/hyprland.conf, /d/a.conf; "
        + "'source' is not followed: import '/etc/b.conf' as well")
    #expect(
      try message(["/d/config": "bindsym a kill\n"], "/d/config", kind: .sway)
        == "no gestures of sway found; looked in: /d/config")
    #expect(
      try message(["libinput-gestures.conf": ""], "libinput-gestures.conf")
        == "no gestures of libinput-gestures found; looked in: libinput-gestures.conf")
    // A gesture that is left out, or left to the compositor, is one.
    #expect(try imported(["hyprland.conf": "gesture = 3, sideways, float\n"], "hyprland.conf").ruleCount == 0)
    #expect(try imported(["hyprland.conf": "gesture = 3, horizontal, workspace\n"], "hyprland.conf").ruleCount == 0)
  }

  @Test("cycles end, and so do files that include ever more")
  func limits() throws {
    let cycle = ["/d/hyprland.conf": "source = a.conf\n" + gesture, "/d/a.conf": "source = hyprland.conf\n"]
    #expect(
      remarks(try imported(cycle, "/d/hyprland.conf")) == [
        "/d/a.conf:1: 'source' is not followed: '/d/hyprland.conf' is read already"
      ])
    var deep = ["/d/hyprland.conf": gesture + "source = 1.conf\n"]
    for level in 1...30 { deep["/d/\(level).conf"] = "source = \(level + 1).conf\n" }
    #expect(
      remarks(try imported(deep, "/d/hyprland.conf")) == [
        "/d/15.conf:1: 'source' is not followed: files are included more than 16 levels deep"
      ])
    var wide = ["/d/hyprland.conf": gesture + "source = w/*\n"]
    for file in 1...150 { wide["/d/w/\(file).conf"] = "\n" }
    #expect(remarks(try imported(wide, "/d/hyprland.conf")).first?.contains("more than 100 files") == true)
  }

  @Test("Lua: 'require' and 'dofile', with the values that a module returns")
  func require() throws {
    let texts = [
      "/d/hyprland.lua": "local apps = require(\"conf.apps\")\nrequire 'binds'\ndofile(\"more.lua\")\n",
      "/d/conf/apps.lua": "return { menu = \"fuzzel\" }\n",
      "/d/binds/init.lua":
        "hl.gesture({ fingers = 3, direction = \"up\", action = function() hl.exec_cmd(apps.menu) end })\n",
      "/d/more.lua": "hl.gesture({ fingers = 4, direction = \"up\", action = \"float\" })\n",
    ]
    let result = try imported(texts, "/d/hyprland.lua")
    #expect(result.ruleCount == 2 && result.remarks.isEmpty, "\(result.text)")
    #expect(result.text.contains("    do: fuzzel\n"))
  }

  @Test("sway: 'include', with variables and wildcards")
  func sway() throws {
    let texts = [
      "/d/config": "set $parts config.d\nInclude $parts/*\nbindgesture swipe:left kill\n",
      "/d/config.d/a": "bindgesture swipe:right exec foot\n", "/d/config.d/b": "bindgesture hold:3 kill\n",
    ]
    let result = try imported(texts, "/d/config")
    #expect(result.ruleCount == 3 && result.remarks.isEmpty, "\(result.text)")
  }

  @Test("Nix: strings of the tool, and Home Manager's settings of Fusuma")
  func nix() throws {
    let sway = "{ extraConfig = ''\n  bindgesture swipe:3:left kill\n''; other = ''\n  foo\n''; }\n"
    #expect(try imported(["x.nix": sway], "x.nix").ruleCount == 1)
    let fusuma = """
      { services.fusuma = {
          settings = {
            threshold = { swipe = 0.5; };
            swipe = {
              "3" = {
                left.command = "xdotool key alt+Left";
                right = {
                  command = "foot";
                };
              };
            };
          };
        };
      }
      """
    let result = try imported(["x.nix": fusuma], "x.nix")
    #expect(result.ruleCount == 2 && result.remarks.isEmpty, "\(result.text)")
    #expect(result.text.contains("do: {keys: alt+Left}") && result.text.contains("distance: 6mm"))
  }

  @Test(
    "Nix: a name in a command has its text, if the file or a set that it imports binds it once",
    arguments: [
      ("{ pkgs, ... }: let menu = \"fuzzel\"; in {", "${menu}", "fuzzel"),
      ("let\n  # menu = \"wofi\";\n  menu = \"fuzzel\";\nin {", "${ menu } -d", "fuzzel -d"),
      ("let apps = { menu = \"fuzzel\"; }; in {", "${apps.menu}", "fuzzel"),
      ("let apps.menu = \"fuzzel\"; in {", "${apps.menu}", "fuzzel"),
      ("let apps = import ./apps.nix; in {", "${apps.menu}", "fuzzel"),
      ("let menu = \"wofi\"; in {\n  x = let menu = \"fuzzel\"; in 1;", "${menu}", nil),
      ("{ menu, ... }: {\n  menu = \"fuzzel\";", "${menu}", nil),
      ("map (menu: 1)\n{ menu = \"fuzzel\";", "${menu}", nil),
      ("let inherit (x) menu; in {\n menu = \"fuzzel\";", "${menu}", nil),
      ("let menu = \"a\" + b; in {", "${menu}", nil),
      ("let apps = import ./function.nix; in {", "${apps.menu}", nil),
      ("let apps = import ./gone.nix; in {", "${apps.menu}", nil),
      ("{ pkgs, ... }: {", "${pkgs.foot}/bin/foot", nil),
    ])
  func nixNames(beginning: String, command: String, meant: String?) throws {
    let statement = "bindgesture swipe:3:left exec \(command)"
    let texts = [
      "/d/x.nix": "\(beginning)\n  extraConfig = ''\n  \(statement)\n'';\n}\n",
      "/d/apps.nix": "# Programs.\n{\n  menu = \"fuzzel\";\n}\n",
      "/d/function.nix": "{ menu }: {\n  menu = \"fuzzel\";\n}\n",
    ]
    let result = try imported(texts, "/d/x.nix")
    if let meant {
      #expect(result.text.contains("    do: \(meant)\n") && result.remarks.isEmpty, "\(result.text)")
    } else {
      #expect(result.ruleCount == 0)
      #expect(result.remarks.map(\.message).allSatisfy { $0.hasSuffix("is an expression of the Nix language") })
    }
  }

  @Test("the files in which a tool looks for its configuration, for each tool")
  func usualFiles() {
    #expect(
      ImportKind.hyprland.files(in: "/c", home: "/h") == ["/c/hypr/hyprland.lua", "/c/hypr/hyprland.conf"])
    #expect(ImportKind.sway.files(in: nil, home: "/h") == ["/h/.sway/config", "/etc/sway/config"])
    for kind in ImportKind.allCases { #expect(!kind.files(in: "/c", home: "/h").isEmpty, "\(kind)") }
  }
}
