import Glibc
import JSONLines
import Testing
import Trials

@testable import sleight

@Suite("The recipes of the manual")
struct RecipeTests {
  /// A recipe of `man/sleight-recipes.7`.
  struct Recipe: Sendable, CustomTestStringConvertible {
    /// The wish.
    var testDescription: String
    /// The rules file.
    var rules: String
    /// The arguments of `explain` for a gesture on which one of the rules acts.
    var gestures: [[String]] = []
    /// The arguments of `replay` for a situation in which none of its rules acts, and none that is added to its group.
    var stops: [String]?
  }

  private static let recipes: [Recipe] = {
    var recipes: [Recipe] = []
    var inBlock = false
    for line in text(of: project("man/sleight-recipes.7")).split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix(".Ss ") {
        recipes.append(Recipe(testDescription: plain(line.dropFirst(4)), rules: ""))
      } else if line.hasPrefix(".\\\" explain "), !recipes.isEmpty {
        recipes[recipes.count - 1].gestures.append(words(line.dropFirst(".\\\" explain ".count)))
      } else if line.hasPrefix(".\\\" stops "), !recipes.isEmpty {
        recipes[recipes.count - 1].stops = words(line.dropFirst(".\\\" stops ".count))
      } else if line.hasPrefix(".Bd") || line == ".Ed" {
        inBlock = line != ".Ed"
      } else if inBlock, !recipes.isEmpty {
        recipes[recipes.count - 1].rules += plain(line) + "\n"
      }
    }
    // A block of entries alone becomes a file.
    for index in recipes.indices
    where !recipes[index].rules.contains("rules:\n") || recipes[index].rules.hasPrefix("- ") {
      recipes[index].rules = "rules:\n" + recipes[index].rules
    }
    return recipes
  }()

  /// A line of mdoc(7) without its escapes.
  private static func plain(_ line: Substring) -> String {
    String(line).replacing("\\-", with: "-").replacing("\\(de", with: "°").replacing("\\e", with: "\\")
  }

  /// The words of a command line, of which some are in double quotes.
  private static func words(_ line: Substring) -> [String] {
    line.split(separator: "\"", omittingEmptySubsequences: false).enumerated().flatMap { index, part in
      index % 2 == 1 ? [String(part)] : part.split(separator: " ").map(String.init)
    }
  }

  @Test("there are at least ninety, and each has a gesture")
  func count() {
    #expect(Self.recipes.count >= 90)
    #expect(Self.recipes.filter(\.gestures.isEmpty).map(\.testDescription) == [])
  }

  @Test("check has nothing to say about it, and a hand triggers it", arguments: recipes)
  func acts(recipe: Recipe) async throws {
    let home = Home()
    home.writeRules(recipe.rules)
    let checked = await home.sleight("check", "--json")
    #expect(checked.status == 0, "\(checked)")
    for message in checked.output.split(separator: "\n") {
      // The programs of its commands are not installed here.
      #expect(try JSONReader.read(String(message))["id"]?.string == "missing-program", "\(message)")
    }
    for gesture in recipe.gestures {
      let explained = await Program([Program.sleight, "explain"] + gesture, in: home).result()
      #expect(explained.status == 0, "\(gesture): \(explained)")
    }
  }

  @Test("programs get all of them, with the rules as in the manual, and a drawing of each that has a gesture")
  func programs() async throws {
    let home = Home()
    let lines = try await home.sleight("recipes", "--json").output.split(separator: "\n").map {
      try JSONReader.read(String($0))
    }
    #expect(lines.map { $0["title"]?.string } == Self.recipes.map(\.testDescription))
    for (line, recipe) in zip(lines, Self.recipes) {
      let text = (line["whole"] == .bool(true) ? "" : "rules:\n") + (line["text"]?.string ?? "")
      #expect(text == recipe.rules)
    }
    for recipe in Self.recipes.enumerated().filter({ isThorough || $0.offset % 8 == 0 }).map(\.element) {
      let drawing = await home.sleight("recipes", "--svg", "-", recipe.testDescription)
      #expect(drawing.status == 0 && drawing.output.hasPrefix("<svg "), "\(recipe.testDescription): \(drawing)")
    }
    let found = await home.sleight("recipes", "--json", "volume").output
    #expect(found.contains("\"title\": ") && found.split(separator: "\n").count < lines.count)
    #expect(await home.sleight("recipes", "--json", "unicorn").status == 1)
  }

  @Test(
    "the scripts that are fed a gesture follow it",
    .enabled(if: access("/usr/bin/jq", X_OK) == 0, "needs jq"),
    arguments: [
      (
        "Brightness that follows the fingers, in one process", "brightnessctl",
        "[ \"$1\" = -m ] && echo intel_backlight,backlight,480,50%,960", "-q set 68%",
        SyntheticHand(move: .line(dx: 0, dy: -36)).recording(on: .touchpad, fingers: 4)
      ),
      (
        "Magnify as far as the fingers part, on Hyprland", "hyprctl", "true",
        "-q keyword cursor:zoom_factor 1", SyntheticHand(move: .scale(to: 2)).recording(on: .touchpad, fingers: 3)
      ),
      (
        "A label that follows the fingers", "show-label", "cat >>called", "\"phase\":\"ended\"}",
        SyntheticHand(move: .line(dx: 40, dy: 0)).recording(on: .touchscreen, fingers: 3)
      ),
      (
        "The scale of a pinch, kept over gestures", "jq", "tee called | /usr/bin/jq \"$@\"", "}",
        SyntheticHand(move: .scale(to: 2)).recording(on: .touchscreen, fingers: 2)
      ),
    ] as [(String, String, String, String, String)])
  func scripts(title: String, program: String, script: String, last: String, hand: String) async throws {
    let recipe = try #require(Self.recipes.first { $0.testDescription == title })
    let home = Home()
    home.writeRules(recipe.rules)
    mkdir("\(home.path)/bin", 0o755)
    home.write("bin/\(program)", "#!/bin/sh\necho \"$@\" >>called\n\(script)\n", mode: 0o755)
    home.write("hand.jsonl", hand)
    let result = await home.sleight("replay", "--act", "hand.jsonl")
    #expect(result.status == 0 && result.errors == "", "\(result.errors)")
    #expect(
      await eventually { home.content(of: "called").split(separator: "\n").last?.hasSuffix(last) == true },
      "\(home.content(of: "called"))")
    #expect(home.content(of: "called").split(separator: "\n").count > 3, "\(home.content(of: "called"))")
  }

  /// A rule of each kind of gesture, and a hand that makes it.
  private static let kinds: [(rule: String, hand: SyntheticHand)] = [
    ("tip-tap: any", .init(move: .tipTap)), ("press: click", .init(move: .press(firm: false))),
    ("press: firm", .init(move: .press(firm: true))),
    ("tap: single", .init(move: .taps(1))), ("tap: double", .init(move: .taps(2))),
    ("tap: triple", .init(move: .taps(3))), ("long-press: 500ms", .init(move: .hold(afterTaps: 0))),
    ("touch: any", .init(move: .hold(afterTaps: 0))), ("swipe: any", .init(move: .line(dx: 40, dy: 0))),
    ("pan: any", .init(move: .line(dx: 40, dy: 0))), ("pan: any", .init(move: .line(dx: 15, dy: 15), interval: 60)),
    ("pinch: in", .init(move: .scale(to: 0.6))), ("pinch: out", .init(move: .scale(to: 1.5), interval: 30)),
    ("rotate: any", .init(move: .turn(60))), ("circle: any", .init(move: .circle)),
    ("stroke: circle", .init(move: .circle)),
  ]

  @Test(
    "a recipe against gestures stops each kind of them, whatever the rules in its group",
    arguments: recipes.filter { $0.stops != nil })
  func stops(recipe: Recipe) async throws {
    let home = Home()
    let situation = try #require(recipe.stops)
    // The kinds whose hands made the gesture outside of the situation.
    var acted: Set<String> = []
    for (rule, hand) in Self.kinds {
      for (device, fingers) in [(SyntheticHand.Device.touchscreen, 1...5), (.touchpad, 3...4)].flatMap({ device, all in
        all.map { (device, $0) }
      }) {
        // A touchscreen has no button; one to three fingers rest at a tip-tap.
        guard !rule.hasPrefix("press") || device == .touchpad, !rule.hasPrefix("tip-tap") || fingers <= 3 else {
          continue
        }
        // The last line of the recipe is a rule of its group.
        home.write("r.yml", recipe.rules + "    - {\(rule), fingers: \(fingers), device: \(device), do: acted}\n")
        // The contacts also report what libinput does not.
        home.write("hand.jsonl", hand.recording(on: device, fingers: fingers, hasContacts: device == .touchpad))
        func actions(_ situation: [String]) async -> String {
          let arguments = ["replay", "--json", "--config", "r.yml", "hand.jsonl"] + situation
          let result = await Program([Program.sleight] + arguments, in: home).result()
          #expect(result.status == 0, "\(result.errors)")
          return result.output.split(separator: "\n").filter { $0.contains(#""action": "#) }.joined(separator: "\n")
        }
        #expect(await actions(situation) == "", "\(rule), \(fingers) fingers, \(device)")
        if recipe.gestures.contains(where: { $0.contains("--fullscreen") }) {
          if await !actions(["--fullscreen", "false"]).isEmpty { acted.insert(rule) }
        }
      }
    }
    #expect(acted == Set(Self.kinds.map(\.rule)), "the hands make the gestures")
  }

  @Test("a recipe stops gestures")
  func stopping() { #expect(Self.recipes.contains { $0.stops != nil }) }

  // MARK: sleight recipes

  @Test("a title prints its recipe, and nothing else: as a file, or to paste below 'rules:'", arguments: recipes)
  func printed(recipe: Recipe) async {
    let home = Home()
    let result = await home.sleight("recipes", recipe.testDescription)
    #expect(result.status == 0 && result.errors == "", "\(result)")
    let lines = result.output.split(separator: "\n").map(String.init)
    #expect(lines.first?.trimmingPrefix { $0 == " " } == "# \(recipe.testDescription)", "\(result.output)")
    let rules = lines.filter { $0.trimmingPrefix { $0 == " " }.first != "#" }
    let text = (rules.contains("rules:") ? "" : "rules:\n") + rules.map { $0 + "\n" }.joined()
    let indented = recipe.rules.hasPrefix("rules:\n- ") ? recipe.rules.replacing("\n", with: "\n  ") : recipe.rules
    #expect(text.split(separator: "\n") == indented.split(separator: "\n").filter { $0 != "  " })
  }

  private static let book = RecipeBook()

  /// Wishes as people write them, and the beginning of a title that each must find.
  static let wishes: [(wish: String, title: String)] = [
    ("monitor", "Move a window to the next monitor"), ("output", "Move a window to the next monitor"),
    ("second screen", "Move a window to the next monitor"), ("docked", "Other rules on an external monitor"),
    ("docking", "Other rules on an external monitor"), ("external", "Other rules on an external monitor"),
    ("external monitor", "Brightness of an external monitor"), ("trackpad", "Three-finger drag"),
    ("touch pad", "Three-finger drag"), ("game", "Stop gestures in fullscreen windows"),
    ("games", "Stop gestures in fullscreen windows"), ("gaming", "Stop gestures in fullscreen windows"),
    ("lock screen", "Lock the screen"), ("lockscreen", "Control the music on the lock screen"),
    ("lock", "Lock the screen"), ("tiling", "Tile a window"), ("tiling", "Focus and move windows in a tiling"),
    ("snap window", "Tile a window"), ("modifier", "Another action while a modifier is held"),
    ("Ctrl", "Press ctrl with the left thumb"),
    ("brightness on a touchpad", "Brightness along the left edge of a touchpad"),
    ("brightness trackpad", "Brightness along the left edge of a touchpad"),
    ("natural direction", "Switch workspaces in the other direction"),
    ("natural scrolling", "Switch workspaces in the other direction"),
    ("invert", "Switch workspaces in the other direction"),
    ("natural", "Switch workspaces in the other direction"), ("reverse", "Switch workspaces in the other direction"),
    ("alt-tab", "Switch windows while the fingers move"), ("alt+tab", "Switch windows while the fingers move"),
    ("switch windows", "Switch windows while the fingers move"), ("mission control", "Open the overview"),
    ("expose", "Open the overview"), ("virtual desktop", "Switch workspaces with three fingers"),
    ("how do I switch workspaces", "Switch workspaces with three fingers"),
    ("volume", "Volume along the right edge of a touchpad"),
    ("volume touchscreen", "Volume along the right edge of a touchscreen"), ("mute", "Mute the sound"),
    ("push to talk", "Talk while three fingers rest"), ("right click", "Right click on a touchscreen"),
    ("right-click", "Right click on a touchscreen"), ("middle click", "Middle click on a touchscreen"),
    ("3 finger drag", "Three-finger drag"), ("three finger drag", "Three-finger drag"),
    ("drag windows with three fingers as on a mac", "Three-finger drag"), ("drag and drop", "Three-finger drag"),
    ("drag windows", "Move a window from anywhere in it"),
    ("resize windows", "Resize a window"), ("minimize", "Minimise a window"), ("show desktop", "Minimise a window"),
    ("maximize", "Maximise a window"), ("fullscreen", "Fullscreen"), ("always on top", "Keep a window above"),
    ("floating", "Keep a window above"), ("scratchpad", "Show the scratchpad"), ("launcher", "Open the launcher"),
    ("notifications", "Open the launcher"), ("do not disturb", "Show no notifications"),
    ("screenshot", "Take a screenshot"), ("screencast", "Record the screen"), ("rotate the screen", "Turn the screen"),
    ("portrait", "Only in portrait orientation"), ("tablet", "Only in portrait orientation"),
    ("on-screen keyboard", "Show the on-screen keyboard"), ("osk", "Show the on-screen keyboard"),
    ("keyboard layout", "Switch the keyboard layout"), ("clipboard", "Open the history of the clipboard"),
    ("emoji", "Open the history of the clipboard"), ("copy", "Copy and paste"), ("undo", "Undo and redo"),
    ("back", "Back and forward in a browser"), ("firefox", "Back and forward in a browser"),
    ("two finger swipe", "Back and forward with two fingers"), ("new tab", "Open a tab"), ("reload", "Open a tab"),
    ("video", "Seek in a video"), ("fast forward", "Seek in a video"), ("music", "Pause the music"),
    ("spotify", "Pause the music"), ("slides", "Present slides"), ("kiosk", "A kiosk"),
    ("zoom", "Zoom with two fingers"),
    ("magnifier", "Magnify the screen"), ("scroll", "Scroll along the right edge"),
    ("edge", "Volume along the right edge"),
    ("hot corner", "Open the overview from a corner"), ("hold", "Right click on a touchscreen"),
    ("force touch", "Mute the microphone with a firm press"), ("tip-tap", "Switch tabs by tapping"),
    ("per application", "Back and forward in a browser"), ("only this device", "Only on one device"),
    ("desktop acts too", "Hide a gesture from the desktop"), ("acts twice", "Hide a gesture from the desktop"),
    ("disable", "Pause gestures for ten minutes"), ("macro", "Several actions"), ("delay", "Several actions"),
    ("suspend", "A gesture that needs both hands"), ("dark mode", "Switch between light and dark"),
    ("terminal", "Open a terminal"), ("menu", "A pie menu"), ("mouse", "Use half of a touchscreen"),
    ("follow the fingers", "Drag workspaces with a finger"), ("playerctl", "Pause the music"),
    ("XF86KbdBrightnessUp", "Brightness of the keyboard"), ("four finger tap", "Switch the keyboard layout"),
    ("4 finger tap", "Switch the keyboard layout"), ("palm rejection", "Keep touches at the edges"),
    ("dead zone", "Keep touches at the edges"), ("while typing", "Quiet gestures while I type"),
    ("sensitivity", "A longer or a shorter swipe"), ("threshold", "A longer or a shorter swipe"),
    ("diagonal swipe", "Swipe diagonally"), ("horizontal scroll", "Scroll sideways"), ("escape", "Press any keys"),
    ("split screen", "Tile a window"), ("magic trackpad", "Only on one device"), ("hdmi", "Move a window to the next"),
    ("also switches", "Hide a gesture"), ("youtube", "Seek in a video"), ("swaylock", "Lock the screen"),
    ("pin window", "Keep a window above"), ("tablet mode", "Only in portrait"), ("next slide", "Present slides"),
    ("power off", "A gesture that needs both hands"), ("mouse button", "Right click on a touchscreen"),
    ("momentum", "Scroll on while one finger goes round"), ("haptic", "Hear or feel that a gesture acted"),
    ("password", "Fill in a password"), ("bookmark", "Bookmark a page"), ("switch tabs", "Switch tabs while"),
    ("tab switching", "Switch tabs while"), ("volume with three fingers", "Volume with three fingers"),
    ("switch between windows", "Switch windows while"), ("drag lock", "Three-finger drag"),
    ("GNOME also switches", "Hide a gesture from the desktop"), ("cycle workspaces", "Switch workspaces with three"),
    ("move window between workspaces", "Move a window to the next workspace"), ("xdotool", "Press any keys"),
    ("with ctrl held", "Another action while a modifier"), ("faster", "Go to the beginning and the end"),
    ("autostart", "Show a notification"), ("start at login", "Show a notification"), ("dolphin", "Open files"),
    ("mouse gestures", "Take a screenshot by drawing"), ("trackpoint", "Take a screenshot by drawing"),
    ("not working", "Show a notification"), ("multiple actions per gesture", "Several actions"),
    ("up then left", "Close a window by a path"), ("draw my own gesture", "Take a screenshot by drawing"),
    ("chain gestures", "A code of taps"), ("hold one finger and swipe another", "Switch tabs by tapping"),
    ("more sensitive", "A longer or a shorter swipe"), ("mute in a call", "Mute the microphone"),
    ("picture in picture", "Keep a window above"), ("split view", "Tile a window"), ("krunner", "Open the launcher"),
    ("quick settings", "Press any keys"), ("arrow keys", "Press any keys"), ("wifi", "Open a terminal"),
    ("new window", "Open a tab"), ("half page", "Scroll a page at a time"), ("windows 11", "Open the overview"),
    ("present windows", "Open the overview"), ("scroll horizontally", "Scroll sideways"),
    ("zoom in browser", "Zoom with two fingers"), ("skip 10 seconds", "Seek in a video"),
    ("screenshot area", "Take a screenshot"), ("screen recording", "Record the screen"),
    ("two finger tap", "Right click on a touchscreen"), ("reboot", "A gesture that needs both hands"),
    ("dictation", "Dictate while"), ("speech to text", "Dictate while"), ("screen reader", "Have the screen read"),
    ("orca", "Have the screen read"), ("switch user", "Let another user"), ("caps lock", "Press any keys"),
    ("turn the touchpad off", "Turn the touchpad off"), ("disable touchpad", "Turn the touchpad off"),
    ("toggle the touchpad", "Turn the touchpad off"), ("turn off the screen", "Turn the screen off"),
    ("screen off", "Turn the screen off"), ("app grid", "Open the launcher"), ("swaync", "Open the launcher"),
    ("next app", "Switch windows while"), ("unmaximize", "Maximise a window"), ("lock computer", "Lock the screen"),
    ("restore the desktop", "Minimise a window"), ("next column", "Focus and move windows"),
    ("scroll through windows", "Focus and move windows"), ("tap to click", "Right click on a touchscreen"),
    ("pointer speed", "Three-finger drag, half as fast"), ("workspaces up and down", "Switch workspaces in the other"),
    ("image viewer", "Turn a picture"), ("pinch to minimize", "Minimise a window"),
    ("pinch to close a tab", "Close a tab"), ("root menu", "A pie menu"),
    ("slide over waybar", "Volume along the right"), ("dualsense", "Only on one device"),
    ("disable pinch", "Hide a gesture"),
  ]

  @Test("each wish finds its recipe, as one argument or as several", arguments: wishes)
  func finds(wish: String, title: String) {
    for words in [[wish], wish.split(separator: " ").map(String.init)] {
      let found = Self.book.recipes(for: words).map(\.title)
      // The program would list more of them.
      #expect(found.count <= 5 && found.contains { $0.hasPrefix(title) }, "\(found)")
    }
  }

  /// The index: the words with which people ask for the same recipes, and the titles of these.
  private static let entries: [(phrases: [String], titles: Set<String>)] = {
    var entries: [(phrases: [String], titles: Set<String>)] = []
    let page = text(of: project("man/sleight-recipes.7")).split(separator: "\n")
    for line in page.drop(while: { $0 != ".Sh INDEX OF WISHES" }).map(plain) {
      if line.hasPrefix(".It ") {
        entries.append((line.dropFirst(4).split(separator: " , ").map(String.init), []))
      } else if line.hasPrefix(".Sx "), !entries.isEmpty {
        let title = line.dropFirst(4)
        entries[entries.count - 1].titles.insert(String(title.hasSuffix(" ;") ? title.dropLast(2) : title))
      }
    }
    return entries
  }()

  @Test("each wish of the index finds the recipes that the page names", arguments: entries)
  func finds(phrases: [String], titles: Set<String>) {
    #expect((1...5).contains(titles.count))
    for phrase in phrases { #expect(Set(Self.book.recipes(for: [phrase]).map(\.title)) == titles, "\(phrase)") }
  }

  @Test("each recipe is in the index, each phrase once")
  func index() {
    #expect(Self.entries.count > 80)
    #expect(Set(Self.entries.flatMap(\.titles)) == Set(Self.recipes.map(\.testDescription)))
    let phrases = Self.entries.flatMap(\.phrases)
    #expect(Set(phrases).count == phrases.count)
  }

  @Test(
    "an unknown wish is an error that offers the nearest recipes",
    arguments: [
      (
        "brigthness",
        "no recipe for 'brigthness'; did you mean 'brightness'?\n  Brightness along the left edge of a touch"
      ),
      (
        "volme touchpad",
        "no recipe for 'volme touchpad'; did you mean 'volume touchpad'?\n  Volume along the right edge of a touchpad\n"
      ),
      ("volume volmue", "no recipe for 'volume volmue'; the nearest:\n  Volume along the right edge"),
      ("teapot volume", "no recipe for 'teapot volume'; the nearest:\n  Volume along the right edge"),
      ("kiosk teapot window", "no recipe for 'kiosk teapot window'; the nearest:\n  A kiosk: ten fingers reload"),
      (
        "change volume with three fingers",
        "no recipe for 'change volume with three fingers'; the nearest:\n  Volume with three fingers\n"
      ),
      (
        "alt tab with three fingers like windows",
        "no recipe for 'alt tab with three fingers like windows'; the nearest:\n  Switch windows while the fingers move"
      ),
      ("config file", "no recipe for 'config file'; the rules are in ~/.config/sleight/rules.yml; 'sleight init'"),
      ("qqqqqqqq", "no recipe for 'qqqqqqqq'; 'sleight recipes' lists all\n"),
      ("", "no recipe for ''; 'sleight recipes' lists all\n"),
      ("\u{1b}[31m", "no recipe for '␛[31m'; "),
    ])
  func unknown(wish: String, message: String) async {
    let result = await Home().sleight("recipes", wish)
    #expect(result.status == 1 && result.output == "")
    #expect(result.errors.hasPrefix("sleight: error: \(message)"), "\(result.errors)")
  }

  @Test("several recipes are printed in the order of the page, a file before entries, which continue its list")
  func several() async {
    let home = Home()
    let volume = await home.sleight("recipes", "volume")
    #expect(volume.status == 0 && volume.errors == "")
    #expect(volume.output.split(separator: "\n").count { $0.hasPrefix("  # ") } == 4, "\(volume.output)")
    #expect(volume.output.hasPrefix("  # Volume along the right edge of a touchscreen\n  - pan: up\n"))
    let modifier = await home.sleight("recipes", "modifier").output
    #expect(modifier.hasPrefix("# Another action while a modifier is held\n"))
    home.writeRules(modifier)
    let checked = await home.sleight("check")
    #expect(checked.output.hasSuffix(": 3 rules, no errors\n"), "\(checked)")
  }

  @Test("without a wish, all titles are listed below the headings of the page; many recipes are listed, too")
  func list() async {
    let all = await Home().sleight("recipes")
    #expect(all.status == 0 && all.output.hasPrefix("WORKSPACES AND WINDOWS\n  Switch workspaces with three fingers\n"))
    #expect(
      all.output.split(separator: "\n").filter { $0.hasPrefix("  ") }.map { $0.dropFirst(2) }
        == Self.recipes.map { $0.testDescription[...] })
    let some = await Home().sleight("recipes", "fingers")
    #expect(some.status == 0 && some.output.contains("\nPOINTER\n  Three-finger drag\n"), "\(some)")
  }

  @Test("a command that is none, but a wish, is answered with the command that prints its rules")
  func asCommand() async {
    for arguments in [["volume"], ["help", "volume"]] {
      let result = await Program([Program.sleight] + arguments, in: Home()).result()
      #expect(result.status == 64)
      #expect(
        result.errors.hasPrefix(
          "sleight: error: unknown command 'volume'; 'sleight recipes volume' prints rules for it\n"))
    }
  }
}
