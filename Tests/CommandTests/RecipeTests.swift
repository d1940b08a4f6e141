import Testing

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
        recipes.append(Recipe(testDescription: plain(line.dropFirst(4)), rules: "rules:\n"))
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
    return recipes
  }()

  /// A line of mdoc(7) without its escapes.
  private static func plain(_ line: Substring) -> String {
    String(line).replacing("\\-", with: "-").replacing("\\(de", with: "°").replacing("\\en", with: "\\n").replacing(
      "\\&", with: "")
  }

  /// The words of a command line, of which some are in double quotes.
  private static func words(_ line: Substring) -> [String] {
    line.split(separator: "\"", omittingEmptySubsequences: false).enumerated().flatMap { index, part in
      index % 2 == 1 ? [String(part)] : part.split(separator: " ").map(String.init)
    }
  }

  @Test("there are at least thirty, and each has a gesture")
  func count() {
    #expect(Self.recipes.count >= 30)
    #expect(Self.recipes.filter(\.gestures.isEmpty).map(\.testDescription) == [])
  }

  @Test("check has nothing to say about it, and a hand triggers it", arguments: recipes)
  func acts(recipe: Recipe) async {
    let home = Home()
    home.writeRules(recipe.rules)
    home.installPrograms(missingIn: await home.sleight("check").output)
    let checked = await home.sleight("check")
    #expect(checked.status == 0 && checked.output.hasSuffix(", no errors\n"), "\(checked)")
    #expect(!checked.output.contains(": note: ") && !checked.output.contains(": warning: "), "\(checked.output)")
    for gesture in recipe.gestures {
      let explained = await Program([Program.sleight, "explain"] + gesture, in: home).result()
      #expect(explained.status == 0, "\(gesture): \(explained)")
    }
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
}
