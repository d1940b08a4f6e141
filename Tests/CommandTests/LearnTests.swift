import Glibc
import Testing
import TmuxWindow

@Suite("sleight learn: a gesture that is shown becomes a rule")
struct LearnTests {
  /// Three fingers to the left on a touchpad, and again.
  static let swipes = SyntheticHand(move: .line(dx: -40, dy: 0)).recording(on: .touchpad, fingers: 3).repeated()
  static let pan = SyntheticHand(move: .line(dx: -60, dy: 0)).recording(on: .touchpad, fingers: 3).slower(by: 20)

  static let rules = """
    # Mine.
    rules:
      # One.
      - swipe: right
        fingers: 3
        do: echo right   # so

      # Two.
      - swipe: left
        name: next
        fingers: 3
        do: echo left

    """

  /// The rule that the tests add, as lines of a diff.
  static let added = "+  - swipe: left\n+    fingers: 3\n+    device: touchpad\n"

  /// The line for the gesture in `swipes`.
  static let shown = """
    sleight: swipe left, 3 fingers, on a touchpad: 40mm in 300ms, 133mm/s
    sleight: swipe left, 3 fingers, on a touchpad: 40mm in 300ms, 133mm/s: the same gesture

    """

  @Test("without a rules file the rule is the first one, and it acts")
  func new() async {
    let home = Home()
    home.write("hand.jsonl", Self.swipes)
    let result = await home.sleight("learn", "--from", "hand.jsonl", "--do", "echo next")
    #expect(
      result
        == .init(
          status: 0, output: "\(home.rules):2: swipe left, 3 fingers, on a touchpad\n", errors: Self.shown))
    #expect(
      text(of: home.rules) == "rules:\n  - swipe: left\n    fingers: 3\n    device: touchpad\n    do: echo next\n")
    let replay = await home.sleight("replay", "hand.jsonl")
    #expect(replay.output.contains("rules.yml:2: echo next\n"), "\(replay)")
    #expect(await home.sleight("check").status == 0)
  }

  @Test("a rule that would act first stays below, and all else in the file stays as it is")
  func before() async {
    let home = Home()
    home.writeRules(Self.rules)
    chmod(home.rules, 0o640)
    home.write("hand.jsonl", Self.swipes)
    let result = await home.sleight("learn", "--from", "hand.jsonl", "--do", "ctrl+w")
    #expect(result.status == 0 && result.output == "\(home.rules):8: swipe left, 3 fingers, on a touchpad\n")
    #expect(
      result.errors
        == Self.shown + """
          sleight: before rules.yml:9 'next', which would act first
          sleight: rules.yml:9 'next' no longer acts on this gesture

          """)
    let rule = "  - swipe: left\n    fingers: 3\n    device: touchpad\n    do: {keys: ctrl+w}\n\n"
    #expect(text(of: home.rules) == Self.rules.replacing("  # Two.\n", with: rule + "  # Two.\n"))
    var status = stat()
    #expect(stat(home.rules, &status) == 0 && status.st_mode & 0o7777 == 0o640)
    #expect(names(in: "\(home.path)/config/sleight") == ["rules.yml"])
  }

  @Test(
    "an action in brackets that is not YAML is an error, and no command", arguments: ["{keys: ctrl+w", "[{keys: a}"])
  func openBracket(action: String) async {
    let home = Home()
    home.writeRules(Self.rules)
    home.write("hand.jsonl", Self.swipes)
    let result = await home.sleight("learn", "--from", "hand.jsonl", "--do", action)
    #expect(result.status == 1 && result.output == "", "\(result)")
    #expect(result.errors.contains(": error: "), "\(result)")
    #expect(text(of: home.rules) == Self.rules)
  }

  @Test("a command of the shell may begin with a bracket", arguments: ["[ -f x ] && foot", "{ foot; foot; } >log"])
  func shellBracket(action: String) async {
    let home = Home()
    home.write("hand.jsonl", Self.swipes)
    let result = await home.sleight("learn", "--from", "hand.jsonl", "--do", action)
    #expect(result.status == 0, "\(result)")
    #expect(text(of: home.rules).hasSuffix("    do: '\(action)'\n"))
  }

  @Test("--dry-run prints what learn would change, as a diff, and changes nothing", arguments: [rules, nil])
  func dryRun(rules: String?) async {
    let home = Home()
    if let rules { home.write("my.yml", rules) }
    home.write("hand.jsonl", Self.swipes)
    let arguments = ["learn", "--from", "hand.jsonl", "--do", "foot", "--config", "my.yml"]
    let dry = await Program([Program.sleight] + arguments + ["--dry-run"], in: home).result()
    #expect(dry.status == 0)
    #expect(rules == nil ? !names(in: home.path).contains("my.yml") : home.content(of: "my.yml") == rules)
    #expect(
      dry.output
        == (rules == nil
          ? "--- /dev/null\n+++ my.yml\n@@ -0,0 +1,5 @@\n+rules:\n\(Self.added)+    do: foot\n"
          : """
          --- my.yml
          +++ my.yml
          @@ -5,6 +5,11 @@
               fingers: 3
               do: echo right   # so
           
          \(Self.added)+    do: foot
          +
             # Two.
             - swipe: left
               name: next

          """))
  }

  @Test(
    "what --dry-run prints is what learn changes: patch(1) makes the same of it",
    arguments: [rules, nil, "rules: [{tap: single, do: foot}]", "rules:\n  - tap: single\n    do: foot"])
  func patch(rules: String?) async {
    let home = Home()
    if let rules { home.write("my.yml", rules) }
    home.write("hand.jsonl", Self.swipes)
    let arguments = ["learn", "--from", "hand.jsonl", "--do", "foot", "--config", "my.yml"]
    let dry = await Program([Program.sleight] + arguments + ["--dry-run"], in: home).result()
    home.write("change.diff", dry.output)
    #expect(await home.shell("patch -s -p0 -o patched.yml <change.diff").status == 0, "\(dry)")
    #expect(await Program([Program.sleight] + arguments, in: home).result().status == 0)
    #expect(home.content(of: "patched.yml") == home.content(of: "my.yml"))
  }

  @Test(
    "each gesture is said in the words of a rule",
    arguments: [
      (.taps(2), .touchscreen, 4, "tap: double"), (.taps(1), .touchpad, 3, "tap: single"),
      (.hold(afterTaps: 0), .touchpad, 4, "long-press: 500ms"),
      (.hold(afterTaps: 0), .touchscreen, 1, "long-press: 500ms"),
      (.hold(afterTaps: 1), .touchscreen, 1, "long-press: 500ms, taps: 1"),
      (.line(dx: 0, dy: 50), .touchscreen, 5, "swipe: down"),
      (.line(dx: 30, dy: -30), .touchpad, 2, "swipe: up-right"), (.scale(to: 0.5), .touchpad, 2, "pinch: in"),
      (.scale(to: 2), .touchscreen, 3, "pinch: out"), (.turn(60), .touchpad, 3, "rotate: clockwise"),
      (.turn(-60), .touchscreen, 2, "rotate: counterclockwise"), (.circle, .touchscreen, 1, "stroke: circle"),
      (.line(dx: -9, dy: 0), .touchpad, 3, "pan: left"),
    ] as [(SyntheticHand.Move, SyntheticHand.Device, Int, String)])
  func gestures(move: SyntheticHand.Move, device: SyntheticHand.Device, fingers: Int, words: String) async {
    let home = Home()
    home.write("hand.jsonl", SyntheticHand(move: move).recording(on: device, fingers: fingers))
    let result = await home.sleight("learn", "--from", "hand.jsonl", "--do", "foot")
    #expect(result.status == 0, "\(result)")
    let parts = words.split(separator: ",").map { $0.trimmingPrefix(" ") }
    let lines = [parts[0], "fingers: \(fingers)", "device: \(device)"] + parts.dropFirst() + ["do: foot"]
    #expect(
      text(of: home.rules).split(separator: "\n").dropFirst().map { String($0.dropFirst(4)) } == lines.map { "\($0)" })
  }

  @Test("a movement that comes in from an edge starts there")
  func edge() async {
    let home = Home()
    let hand = SyntheticHand(position: (x: 1, y: 100), move: .line(dx: 50, dy: 0))
    home.write("hand.jsonl", hand.recording(on: .touchscreen, fingers: 1))
    let result = await home.sleight("learn", "--from", "hand.jsonl", "--do", "foot", "--dry-run", "--config", "a.yml")
    #expect(result.output.hasSuffix("+    device: touchscreen\n+    edge: left\n+    do: foot\n"), "\(result)")
  }

  @Test("two gestures that differ are told apart; where one rule is for both, it is that one")
  func different() async {
    let home = Home()
    func learn(_ second: String) async -> Program.Result {
      home.write("hand.jsonl", Self.swipes.split(separator: "\n").prefix(34).joined(separator: "\n") + "\n" + second)
      return await home.sleight("learn", "--from", "hand.jsonl", "--do", "foot", "--dry-run", "--config", "a.yml")
    }
    let up = SyntheticHand(move: .line(dx: 0, dy: -40)).recording(on: .touchpad, fingers: 4).later()
    var result = await learn(up)
    #expect(
      result.errors == """
        sleight: swipe left, 3 fingers, on a touchpad: 40mm in 300ms, 133mm/s
        sleight: swipe up, 4 fingers, on a touchpad: 40mm in 300ms, 133mm/s: a different gesture: up, not left; 4 fingers, not 3

        """)
    #expect(result.output.contains("+  - swipe: left\n"))
    result = await learn(Self.pan.later())
    #expect(
      result.errors == """
        sleight: swipe left, 3 fingers, on a touchpad: 40mm in 300ms, 133mm/s
        sleight: pan left, 3 fingers, on a touchpad: 60mm in 6s, 10mm/s: a different gesture: pan, not swipe
        sleight: both are also pan left, 3 fingers, on a touchpad

        """)
    #expect(result.output.contains("+  - pan: left\n"))
  }

  @Test("two gestures one after another are a gesture of one's own, with the time that the hand took")
  func sequence() async {
    let home = Home()
    let swipe = SyntheticHand(move: .line(dx: -40, dy: 0)).recording(on: .touchscreen, fingers: 3)
    let tap = SyntheticHand(move: .taps(1)).recording(on: .touchscreen, fingers: 3)
    // The swipe lifts after 310 ms.
    home.write("hand.jsonl", swipe + tap.later(byMilliseconds: 310 + 680))
    let result = await home.sleight("learn", "--from", "hand.jsonl", "--do", "foot")
    #expect(result.status == 0, "\(result)")
    #expect(
      text(of: home.rules) == """
        gestures:
          swipe-left-then-tap-single: [{swipe: left, fingers: 3}, {tap: single, fingers: 3, after: 1s}]

        rules:
          - gesture: swipe-left-then-tap-single
            device: touchscreen
            do: foot

        """)
    #expect(await home.sleight("check").status == 0)
    let replay = await home.sleight("replay", "hand.jsonl")
    let act = "swipe-left-then-tap-single: tap single, 3 fingers: rules.yml:5: foot\n"
    #expect(replay.output.contains(act), "\(replay)")
    let dry = await home.sleight("learn", "--from", "hand.jsonl", "--do", "foot", "--dry-run", "--config", "a.yml")
    #expect(dry.output.hasPrefix("--- /dev/null\n+++ a.yml\n@@ -0,0 +1,7 @@\n+gestures:\n"), "\(dry)")
  }

  @Test("of three showings, the shortest swipe and the longest tap decide over the distance and the time of the rule")
  func limits() async {
    let home = Home()
    func learn(_ hands: [SyntheticHand], _ fingers: Int, on device: SyntheticHand.Device = .touchscreen) async -> String
    {
      let recordings = hands.map { $0.recording(on: device, fingers: fingers) }
      let text = recordings.enumerated().map { $0 == 0 ? $1 : $1.later(by: $0 * 5) }.joined()
      home.write("hand.jsonl", text)
      let result = await home.sleight("learn", "--from", "hand.jsonl", "--do", "foot", "--dry-run", "--config", "a.yml")
      return result.output.split(separator: "\n").filter { $0.hasPrefix("+  ") }.joined(separator: "\n") + result.errors
    }
    func swipes(_ lengths: Double...) -> [SyntheticHand] { lengths.map { SyntheticHand(move: .line(dx: -$0, dy: 0)) } }
    let short = await learn(swipes(15, 13, 14), 3)
    #expect(short.contains("+    distance: 9mm\n"), "\(short)")
    #expect(short.contains("13mm in 290ms, 45mm/s: the same gesture"), "\(short)")
    let long = await learn(swipes(40, 30, 35), 3)
    #expect(!long.contains("distance"), "\(long)")
  }

  @Test("what is no gesture, no action or no terminal is an error, and nothing is written")
  func errors() async {
    let home = Home()
    home.write("hand.jsonl", Self.swipes)
    home.write("nothing.jsonl", SyntheticHand(move: .line(dx: 0, dy: 0)).recording(on: .touchpad, fingers: 3))
    home.writeRules(Self.rules)
    func learn(_ arguments: String...) async -> Program.Result {
      let result = await Program([Program.sleight, "learn"] + arguments, in: home).result()
      #expect(text(of: home.rules) == Self.rules)
      return result
    }
    #expect(
      await learn()
        == .init(
          status: 1,
          errors: "sleight: error: learn asks questions, and this is not a terminal; name the action with --do\n"))
    #expect(
      await learn("--from", "nothing.jsonl", "--do", "foot").errors.hasSuffix(
        "sleight: error: nothing.jsonl: no gesture is recognised in it\n"))
    #expect(
      await learn("--from", "none.jsonl", "--do", "foot")
        == .init(status: 1, errors: "sleight: error: open none.jsonl: No such file or directory\n"))
    let wrong = await learn("--from", "hand.jsonl", "--do", "keys: ctrl+Hme")
    #expect(wrong.status == 1 && wrong.output == "")
    #expect(wrong.errors.contains("rules.yml:"), "\(wrong)")
    #expect(wrong.errors.contains("did you mean 'Home'?"), "\(wrong)")
    let empty = await learn("--from", "hand.jsonl", "--do", " ")
    #expect(empty.status == 64 && empty.errors.hasPrefix("sleight: error: --do requires an action\n"), "\(empty)")
  }

  @Test("a file with errors, or written in an unusual way, is not changed; the rule is printed to be added by hand")
  func badFiles() async {
    let home = Home()
    home.write("hand.jsonl", Self.swipes)
    func learn(_ rules: String) async -> Program.Result {
      home.writeRules(rules)
      let result = await home.sleight("learn", "--from", "hand.jsonl", "--do", "foot")
      #expect(result.status == 1 && text(of: home.rules) == rules)
      return result
    }
    let bad = await learn("rules: [{swype: left, do: foot}]\n")
    #expect(bad.output == "" && bad.errors.hasPrefix("\(home.rules):1:10: error: unknown gesture 'swype'"), "\(bad)")
    #expect(
      bad.errors.hasSuffix("sleight: \(home.rules) is unchanged: a rule is added to a file without errors only\n"))
    let unusual = await learn(
      "x: &all [{tap: single, fingers: 3, do: foot}]\nrules: *all\n".replacing("x:", with: "x-a:"))
    #expect(unusual.output == "  - swipe: left\n    fingers: 3\n    device: touchpad\n    do: foot\n", "\(unusual)")
    #expect(
      unusual.errors.hasSuffix(
        "sleight: error: \(home.rules) is written in an unusual way and is unchanged; add this rule to it:\n"))
  }

  @Test("where the file cannot be written, the rule is printed to be added by hand")
  func readOnly() async {
    let home = Home()
    home.write("hand.jsonl", Self.swipes)
    // Nobody can create files there.
    let result = await home.sleight("learn", "--config", "/proc/rules.yml", "--from", "hand.jsonl", "--do", "foot")
    #expect(result.status == 1)
    #expect(result.output == "  - swipe: left\n    fingers: 3\n    device: touchpad\n    do: foot\n", "\(result)")
    #expect(
      result.errors.hasSuffix(
        "sleight: error: open /proc/rules.yml: No such file or directory; add this rule to the file:\n"), "\(result)")
  }

  @Test("without --from it waits for a hand until it is interrupted", arguments: [SIGINT, SIGTERM])
  func live(signal: CInt) async {
    let home = Home()
    home.writeRules(Self.rules)
    let learn = home.start("learn", "--do", "foot")
    #expect(await eventually { learn.errors.contains("sleight: Make a gesture. Ctrl+C ends without changes.\n") })
    learn.signal(signal)
    let result = await learn.result()
    #expect(result.status == 1 && result.output == "")
    #expect(result.errors.hasSuffix("sleight: \(home.rules) is unchanged\n"))
    #expect(text(of: home.rules) == Self.rules)
  }

  // MARK: The dialogue

  /// A terminal in which `learn --from hand.jsonl` asks, with its exit status at the end.
  private func window(_ home: Home, _ arguments: String = "") throws -> TmuxWindow {
    home.write("hand.jsonl", Self.swipes)
    let window = try TmuxWindow(columns: 100, rows: 40, in: home.path, environment: home.environment + ["NO_COLOR=1"])
    try window.enter("clear; \"$SLEIGHT\" learn --from hand.jsonl --config my.yml \(arguments); echo status $?")
    return window
  }

  /// The screen once the program has ended.
  private func end(_ window: TmuxWindow) throws -> String {
    let lines = try window.waitForScreen { $0.contains { $0.hasPrefix("status ") } }
    return lines.prefix { !$0.hasPrefix("status ") }.joined(separator: "\n") + "\n"
      + (lines.first { $0.hasPrefix("status ") } ?? "")
  }

  @Test("on a terminal it asks which gesture, what to do, and whether to add the rule")
  func dialogue() throws {
    let home = Home()
    home.write("my.yml", Self.rules)
    let window = try window(home)
    try window.waitForScreen { $0.contains("Gesture [1]:") }
    try window.enter("3")
    try window.waitForScreen { $0.contains("type a number from 1 to 2") }
    try window.enter("")
    try window.waitForScreen { $0.contains { $0.hasPrefix("Action ") } }
    try window.enter("{keys: ctrl+Hme}")
    try window.waitForScreen {
      $0.contains { $0.contains("did you mean 'Home'?") } && $0.contains { $0.hasPrefix("Action ") }
    }
    try window.enter("ctrl+w")
    try window.waitForScreen { $0.contains { $0.hasPrefix("Add it there?") } }
    try window.enter("y")
    let screen = try end(window)
    #expect(
      screen == """
        1  swipe left, 3 fingers, on a touchpad: 40mm in 300ms, 133mm/s
        2  pan left, 3 fingers, on a touchpad: 40mm in 300ms, 133mm/s
        Gesture [1]: 3
        type a number from 1 to 2
        Gesture [1]:
        swipe left, 3 fingers, on a touchpad: 40mm in 300ms, 133mm/s: the same gesture
        Action (a command, keys such as ctrl+w, or none to add no rule): {keys: ctrl+Hme}
        my.yml:17:21: error: unknown key 'Hme'; did you mean 'Home'?
          17 |     do: {keys: ctrl+Hme}
             |                     ^^^

        my.yml: 1 error
        Action (a command, keys such as ctrl+w, or none to add no rule): ctrl+w
        my.yml:8:
          - swipe: left
            fingers: 3
            device: touchpad
            do: {keys: ctrl+w}
        before my.yml:9 'next', which would act first
        my.yml:9 'next' no longer acts on this gesture
        Add it there? [Y/n, or e for the end of the list, or r to replace my.yml:9 'next'] y
        my.yml:8: swipe left, 3 fingers, on a touchpad
        status 0
        """)
    #expect(home.content(of: "my.yml").contains("    do: {keys: ctrl+w}\n\n  # Two.\n"))
  }

  @Test("a gesture that has a rule can get another action: the rule is replaced in its place, below its comment")
  func replacement() throws {
    let home = Home()
    home.write("my.yml", Self.rules)
    let window = try window(home)
    try window.waitForScreen { $0.contains("Gesture [1]:") }
    try window.enter("")
    try window.waitForScreen { $0.contains { $0.hasPrefix("Action ") } }
    try window.enter("ctrl+w")
    try window.waitForScreen { $0.contains { $0.hasSuffix("or r to replace my.yml:9 'next']") } }
    try window.enter("r")
    #expect(try end(window).hasSuffix("status 0"))
    let before = Self.rules.split(separator: "\n", omittingEmptySubsequences: false)
    let after = home.content(of: "my.yml").split(separator: "\n", omittingEmptySubsequences: false)
    #expect(home.content(of: "my.yml").contains("\n    fingers: 3\n    device: touchpad\n    do: {keys: ctrl+w}\n"))
    #expect(before.prefix(8) == after.prefix(8))
    #expect(!home.content(of: "my.yml").contains("name: next"))
  }

  @Test("no, none, Ctrl+C and Ctrl+D leave the file as it is", arguments: ["n", "none", "C-c", "C-d"])
  func unchanged(answer: String) throws {
    let home = Home()
    home.write("my.yml", Self.rules)
    let window = try window(home)
    try window.waitForScreen { $0.contains("Gesture [1]:") }
    try window.enter("2")
    try window.waitForScreen { $0.contains { $0.hasPrefix("Action ") } }
    switch answer {
    case "n":
      try window.enter("foot")
      try window.waitForScreen { $0.contains { $0.hasPrefix("Add it") } }
      try window.enter("n")
    case "none": try window.enter("none")
    default: try window.press(answer)
    }
    guard answer != "C-c" else {
      // The shell does not go on to 'echo' either.
      try window.waitForScreen { $0.last { !$0.isEmpty } == "$" }
      #expect(home.content(of: "my.yml") == Self.rules)
      return
    }
    let screen = try end(window)
    #expect(screen.hasSuffix(answer == "C-d" ? "status 1" : "status 0"), "\(screen)")
    #expect(screen.contains("sleight: my.yml is unchanged\n"), "\(screen)")
    #expect(answer != "none" || screen.contains("  - pan: left\n    fingers: 3\n    device: touchpad\n    do: none\n"))
    #expect(home.content(of: "my.yml") == Self.rules)
  }

  @Test(
    "the end of the list is a place, too, and the file may change only before it is asked", arguments: [true, false])
  func end(isChanged: Bool) throws {
    let home = Home()
    home.write("my.yml", Self.rules + (isChanged ? "" : "# Later.\n"))
    let window = try window(home)
    try window.waitForScreen { $0.contains("Gesture [1]:") }
    try window.enter("")
    try window.waitForScreen { $0.contains { $0.hasPrefix("Action ") } }
    try window.enter("foot")
    try window.waitForScreen { $0.contains { $0.hasPrefix("Add it there?") } }
    try window.enter("e")
    try window.waitForScreen { $0.contains { $0.hasPrefix("Add it? ") } }
    if isChanged { home.write("my.yml", Self.rules + "# Later.\n") }
    try window.enter("")
    let screen = try end(window)
    #expect(screen.contains("the rule does not act on this gesture: "))
    if isChanged {
      #expect(screen.hasSuffix("try again\nstatus 1"), "\(screen)")
      #expect(home.content(of: "my.yml") == Self.rules + "# Later.\n")
    } else {
      #expect(home.content(of: "my.yml").hasSuffix("    do: foot\n# Later.\n"))
    }
  }
}

extension String {
  /// A recording with its gesture made twice, a second apart.
  fileprivate func repeated() -> String { self + later() }

  /// The events of a recording, some seconds later.
  fileprivate func later(by seconds: Int = 5) -> String { later(byMilliseconds: seconds * 1000) }

  /// The same, so many milliseconds later.
  fileprivate func later(byMilliseconds delay: Int) -> String {
    split(separator: "\n").dropFirst().map {
      $0.replacing(/"t": (\d+)/) { "\"t\": \((Int($0.1) ?? 0) + delay * 1000)" } + "\n"
    }
    .joined()
  }

  /// The recording with all times longer.
  fileprivate func slower(by factor: Int) -> String {
    split(separator: "\n").map { $0.replacing(/"t": (\d+)/) { "\"t\": \((Int($0.1) ?? 0) * factor)" } + "\n" }.joined()
  }
}
