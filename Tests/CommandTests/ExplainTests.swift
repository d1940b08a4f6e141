import Testing

@Suite("sleight explain: which rule acts, and why the others do not")
struct ExplainTests {
  private static let rules = """
    rules:
      - when: {app: [firefox, chromium]}
        rules:
          - swipe: left
            name: forward
            fingers: 3
            do: {keys: alt+Right}
      - swipe: left
        fingers: 3
        do: foot
      - swipe: left
        device: touchscreen
        fingers: 3
        edge: right
        do: foot
      - pan: horizontal
        fingers: 3
        when: {mode: resize}
        begin: {hold: alt}
        every: 6mm
        do: {keys: Right}
        back: {keys: Left}
      - swipe: left
        fingers: 3
        speed: 500mm/s
        do: foot
      - tap: triple
        fingers: 3
        do: {mode: {name: resize, for: 5s}}

    """

  @Test("of a gesture that the desktop sees with other fingers")
  func shown() async {
    let home = Home()
    home.writeRules(
      "devices: {touchpad: {own: true}}\nrules:\n  - {swipe: any, fingers: 3, when: {app: foot}, as: {fingers: 4}}\n")
    let acting = await home.sleight("explain", "swipe", "left", "--fingers", "3", "--app", "foot")
    #expect(acting.output.contains("  seen as 4 fingers\n"))
    #expect(await home.sleight("explain", "swipe", "left", "--fingers", "3", "--app", "firefox").status == 1)
  }

  @Test("of a gesture: the rule that acts, the nearest others with their reasons, and the number of the rest")
  func gesture() async {
    let home = Home()
    home.writeRules(Self.rules)
    #expect(
      await home.sleight("explain", "swipe", "left", "--fingers", "3", "--app", "firefox")
        == .init(
          status: 0,
          output: """
            swipe left, 3 fingers, on a touchpad:

            rules.yml:4 'forward' acts:
              4 |       - swipe: left
                |         ^^^^^^^^^^^
              keys alt+Right

            nearest rules that do not act:
              rules.yml:16: condition 'mode: resize' not met: mode is 'default' ('when', line 18)
              rules.yml:8: an earlier rule acts first: rules.yml:4
              rules.yml:23: 200 mm/s of 500 mm/s (speed not given) ('speed', line 25)
              rules.yml:11: requires a touchscreen ('device', line 12); must start from the right edge ('edge', line 14)

            1 rule is for other gestures

            """))
    #expect(
      await home.sleight("explain", "swipe", "left", "--fingers", "3", "--mode", "resize", "--app", "foot")
        == .init(
          status: 0,
          output: """
            swipe left, 3 fingers, on a touchpad:

            rules.yml:8 acts:
              8 |   - swipe: left
                |     ^^^^^^^^^^^
              foot

            nearest rules that do not act:
              rules.yml:4 'forward': condition 'app: [firefox, chromium]' not met: app is 'foot' ('when', line 2)
              rules.yml:16: an earlier rule acts first: rules.yml:8
              rules.yml:23: 200 mm/s of 500 mm/s (speed not given) ('speed', line 25)
              rules.yml:11: requires a touchscreen ('device', line 12); must start from the right edge ('edge', line 14)

            1 rule is for other gestures

            """))
  }

  @Test("the window under the fingers is that of the options, also in replay, or unknown")
  func touched() async {
    let home = Home()
    home.writeRules(
      "rules:\n  - {swipe: left, fingers: 3, when: {under: {app: foot, title: 's*'}}, do: {window: close, at: fingers}}\n"
    )
    func explained(_ options: String...) async -> String {
      await Program([Program.sleight, "explain", "swipe", "left", "--fingers", "3"] + options, in: home).result().output
    }
    #expect(await explained("--under-app", "foot", "--under-title", "src").contains("rules.yml:2 acts:"))
    #expect(
      await explained("--under-app", "mpv").contains(
        "condition 'under: {app: foot, title: s*}' not met: the window under the fingers is 'mpv', titled ''"))
    #expect(await explained("--app", "foot").contains("the window under the fingers is unknown"))
  }

  @Test("where no rule acts, the exit status is 1")
  func nothing() async {
    let home = Home()
    home.writeRules(Self.rules)
    #expect(
      await home.sleight("explain", "tap", "double", "--fingers", "4")
        == .init(
          status: 1,
          output: """
            tap double, 4 fingers, on a touchpad:

            no rule acts

            nearest rules that do not act:
              rules.yml:27: 4 fingers instead of 3 ('fingers', line 28); 2 of 3 taps ('tap', line 27)

            5 rules are for other gestures

            """))
    let unreported = await home.sleight("explain", "swipe", "up", "--device", "touchpad")
    #expect(unreported.status == 1)
    #expect(
      unreported.output.hasPrefix(
        "swipe up, 1 finger, on a touchpad: one finger moves the pointer on a touchpad, unless it starts at an edge or in a zone\n\nno rule acts\n"
      ))
  }

  @Test("for programs: a line for each rule that acts, then for each that comes near")
  func json() async {
    let home = Home()
    home.writeRules("rules: [{swipe: left, fingers: 3, name: on, do: {keys: a}}, {swipe: up, fingers: 3, do: foot}]\n")
    #expect(
      await home.sleight("explain", "--json", "swipe", "left", "--fingers", "3")
        == .init(
          status: 0,
          output: #"""
            {"rule": "rules.yml:1", "name": "on", "gesture": "swipe left, 3 fingers", "acts": true, "reasons": [], "actions": [{"keys": "a"}]}
            {"rule": "rules.yml:1", "gesture": "swipe up, 3 fingers", "acts": false, "reasons": [{"kind": "direction", "message": "left instead of up", "key": "swipe", "line": 1}]}

            """#))
  }

  @Test("without a gesture: every rule, and whether it may act in the situation")
  func situation() async {
    let home = Home()
    home.writeRules(Self.rules)
    #expect(
      await home.sleight("explain", "--app", "foot")
        == .init(
          status: 0,
          output: """
            rules.yml:4 'forward': swipe left, 3 fingers: does not act: condition 'app: [firefox, chromium]' not met: app is 'foot' ('when', line 2)
            rules.yml:8: swipe left, 3 fingers: may act
            rules.yml:11: swipe left, 3 fingers, from the right edge, on a touchscreen: does not act: an earlier rule acts first: rules.yml:8
            rules.yml:16: pan horizontal, 3 fingers: does not act: condition 'mode: resize' not met: mode is 'default' ('when', line 18)
            rules.yml:23: swipe left, 3 fingers: does not act: an earlier rule acts first: rules.yml:8
            rules.yml:27: tap triple, 3 fingers: may act

            """))
    #expect(await home.sleight("explain", "--locked").status == 1)
  }

  @Test("what a rules file includes is shown where it stands")
  func included() async {
    let home = Home()
    home.writeRules("include: more.yml\nrules: [{tap: single, do: foot}]\n")
    home.write("config/sleight/more.yml", "rules:\n  - swipe: up\n    fingers: 3\n    do: foot\n")
    let result = await home.sleight("explain", "swipe", "up", "--fingers", "3")
    #expect(result.status == 0)
    #expect(result.output.contains("more.yml:2 acts:\n  2 |   - swipe: up\n    |     ^^^^^^^^^\n  foot\n"))
  }

  @Test("rules with mistakes explain nothing")
  func mistakes() async {
    let home = Home()
    home.writeRules("rules: 3\n")
    let result = await home.sleight("explain", "swipe", "left")
    #expect(result.status == 1 && result.output == "")
    #expect(result.errors.hasPrefix("\(home.rules):1:8: error: "))
  }

  @Test("replay shows what rules do in the situation that it is told, and in the modes that they set")
  func replay() async {
    let home = Home()
    home.write("pad.jsonl", Recordings.pad)
    home.writeRules("rules: [{swipe: left, fingers: 3, when: {app: foot, mode: m}, do: a}]\n")
    let unknown = await home.sleight("replay", "pad.jsonl")
    #expect(
      unknown.status == 0
        && unknown.output.contains(
          "nearest: rules.yml:1: condition 'mode: m' not met: mode is 'default' ('when', line 1)\n")
    )
    let told = await home.sleight("replay", "--app", "foot", "--mode", "m", "pad.jsonl")
    #expect(told.status == 0 && told.output.contains(": rules.yml:1: a\n"))

    home.writeRules(
      """
      rules:
        - {swipe: left, fingers: 3, do: {mode: m}}
        - {pinch: out, when: {mode: m}, do: b}

      """)
    let followed = await home.sleight("replay", "pad.jsonl")
    #expect(followed.output.contains(": rules.yml:2: mode m\n") && followed.output.contains(": rules.yml:3: b\n"))
  }
}
