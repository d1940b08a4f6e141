import Desktop
import Foreign
import Importing
import Rules
import RulesFile
import Testing

/// What strangers' configurations showed: a binding whose meaning changes is named, whatever the tool.
@Suite("Importing: what is lost or changed has a word")
struct ImportDifferenceTests {
  /// The lines of the rules file, and the remarks with their kinds.
  private func converted(
    _ text: String, kind: ImportKind? = nil, desktop: DesktopKind? = nil
  ) throws -> (lines: [String], remarks: [String]) {
    let result = try ImportResult.read(Array(text.utf8), name: "some.conf", kind: kind, desktop: desktop)
    let file = RulesFile.check(text: result.text, name: "rules.yml")
    #expect(file.rules?.rules.count ?? 0 == result.ruleCount)
    return (
      result.text.split(separator: "\n").map { line in String(line.drop { $0 == " " }) },
      result.remarks.map { "\($0.kind.rawValue): \($0.message)" }
    )
  }

  private func touchegg(_ gesture: String, _ action: String, settings: String = "") -> String {
    "<touchégg>\(settings)<application name=\"All\"><gesture \(gesture)>\(action)</gesture></application></touchégg>"
  }

  @Test("Touchégg: a file of version 2 that kept the setting of version 1 is read as version 2")
  func toucheggVersion() throws {
    let settings = "<settings><property name=\"composed_gestures_time\">200</property></settings>"
    let action = """
      <action type="RUN_COMMAND"><repeat>true</repeat><command>a</command><decreaseCommand>b</decreaseCommand></action>
      """
    let pinch = try converted(
      touchegg("type=\"PINCH\" fingers=\"2\" direction=\"IN\"", action, settings: settings))
    #expect(pinch.lines.contains("back: b"))
    #expect(pinch.lines.contains("every: 10%"))
    // Version 2 recognises taps on touchscreens only.
    let tap = try converted(
      touchegg(
        "type=\"TAP\" fingers=\"2\"", "<action type=\"MOUSE_CLICK\"><button>3</button></action>", settings: settings))
    #expect(tap.lines.contains("device: touchscreen"))
    let first = try converted(
      touchegg("type=\"TAP\" fingers=\"2\"", "<action type=\"MOUSE_CLICK\">BUTTON=3</action>", settings: settings))
    #expect(!first.lines.contains("device: touchscreen"))
    // A gesture of version 1 with an action of version 2.
    let drag = "<gesture type=\"DRAG\" fingers=\"3\" direction=\"UP\"><action type=\"SHOW_DESKTOP\"></action></gesture>"
    let mixed = try converted(
      touchegg("type=\"PINCH\" fingers=\"2\" direction=\"IN\"", action).replacing(
        "</application>", with: drag + "</application>"))
    #expect(mixed.lines.contains("back: b") && mixed.lines.contains("- swipe: up"))
    #expect(!mixed.remarks.contains { $0.hasPrefix("left out") })
  }

  @Test(
    "Touchégg 1: pointer actions of one and two fingers, with their settings",
    arguments: [
      (
        1, "SCROLL", "SPEED=3:INVERTED=true",
        "left out: one finger scrolls in programs on a touchscreen anyway, and moves the pointer on a touchpad"
      ),
      (
        2, "SCROLL", "SPEED=7:INVERTED=true",
        "ignored: two fingers scroll anyway: 'SPEED=7:INVERTED=true' is left out, and the desktop's settings for "
          + "touchpads apply: turn natural scrolling on there"
      ),
      (
        2, "SCROLL", "SPEED=1:INVERTED=false",
        "ignored: two fingers scroll anyway: 'SPEED=1:INVERTED=false' is left out, and the desktop's settings for "
          + "touchpads apply: turn natural scrolling off there"
      ),
      (
        1, "DRAG_AND_DROP", "BUTTON=1",
        "ignored: one finger drags in programs on a touchscreen anyway, and moves the pointer on a touchpad"
      ),
      (
        1, "MOVE_WINDOW", "",
        "left out: one finger belongs to programs and to the pointer: MOVE_WINDOW requires more of them"
      ),
    ])
  func toucheggPointer(fingers: Int, type: String, settings: String, expected: String) throws {
    let result = try converted(
      touchegg(
        "type=\"DRAG\" fingers=\"\(fingers)\" direction=\"ALL\"", "<action type=\"\(type)\">\(settings)</action>"))
    #expect(result.remarks == [expected])
  }

  @Test("Touchégg 1: scrolling by three fingers says what its settings were")
  func toucheggThreeFingers() throws {
    let lines = try converted(
      touchegg(
        "type=\"DRAG\" fingers=\"3\" direction=\"ALL\"", "<action type=\"SCROLL\">SPEED=7:INVERTED=true</action>")
    ).lines
    #expect(lines.contains("begin: {scroll: fingers}"))
    #expect(
      lines.contains {
        $0.hasPrefix("# 'SPEED=7:INVERTED=true' is left out") && $0.hasSuffix("natural scrolling on there")
      })
  }

  @Test(
    "a rule that a touchpad never triggers, or to which the desktop adds a click, is reported with the import",
    arguments: [
      (
        "type=\"DRAG\" fingers=\"2\" direction=\"LEFT\"", "<action type=\"RUN_COMMAND\">true</action>",
        "note: this rule is for touchscreens only: two fingers scroll on a touchpad, and only rules with "
          + "'device: touchpad' receive scrolling"
      ),
      (
        "type=\"TAP\" fingers=\"2\" direction=\"ALL\"",
        "<action type=\"MOUSE_CLICK\" when=\"AT_END\">BUTTON=3</action>",
        "note: with tap-to-click enabled, the desktop clicks 'right' on this tap of a touchpad: both happen"
      ),
    ])
  func notes(gesture: String, action: String, expected: String) throws {
    #expect(try converted(touchegg(gesture, action)).remarks == [expected])
  }

  private func inputActions(_ fingers: Int, _ conditions: String) throws -> (lines: [String], remarks: [String]) {
    try converted(
      """
      touchpad:
        gestures:
          - type: swipe
            fingers: \(fingers)
            direction: up
            conditions: [\(conditions)]
            actions: [{command: a}]

      """, kind: .inputActions)
  }

  @Test(
    "InputActions: the position of one of several fingers is that of their middle, which is said",
    arguments: [
      (1, "$finger_1_initial_position_percentage_y >= 0.8", "zone: {y: 80%-100%}", []),
      (
        3, "$finger_1_initial_position_percentage_y >= 0.8", "zone: {y: 80%-100%}",
        ["better: the middle of all fingers starts in 'zone'; in InputActions, it is the position of one finger"]
      ),
      (
        2,
        "$finger_1_initial_position_percentage_x <= 0.5, $finger_2_initial_position_percentage_x <= 0.5",
        "zone: {x: 0%-50%}",
        [
          "better: the middle of all fingers starts in 'zone'; in InputActions, it is the position of each of 2 fingers"
        ]
      ),
      (
        2, "$finger_1_initial_position_percentage_x <= 0.3, $finger_2_initial_position_percentage_x >= 0.7", nil,
        ["left out: no zone corresponds to different positions of several fingers"]
      ),
      (
        2, "$finger_1_initial_position_percentage_x <= 0.3, $finger_1_initial_position_percentage_x >= 0.7", nil,
        ["left out: its conditions on the position of a finger exclude each other"]
      ),
    ] as [(Int, String, String?, [String])])
  func inputActionsZone(fingers: Int, conditions: String, zone: String?, remarks: [String]) throws {
    let result = try inputActions(fingers, conditions)
    #expect(result.lines.first { $0.hasPrefix("zone:") } == zone)
    #expect(result.remarks.filter { !$0.contains("the pointer moves") } == remarks)
  }

  @Test(
    "a swipe so short that it has no direction is lengthened, whatever the tool",
    arguments: [
      ("swipe_threshold 1\ngesture swipe left 3 foot\n", ImportKind.libinputGestures, "0.1mm"),
      ("swipe: {3: {left: {command: foot, threshold: 0.1}}}\n", .fusuma, "1.2mm"),
      ("lisgd -t 10 -g '2,LR,*,*,R,foot'\n", .lisgd, "1.8mm"),
      (
        "touchpad:\n  gestures:\n    - {type: swipe, fingers: 3, direction: up, threshold: 10, actions: [{command: a}]}\n",
        .inputActions, "1mm"
      ),
      (
        "[swipe.commands.three]\nleft = 'foot'\n[swipe.settings]\nthreshold = 0.01\ntrigger_on_release = false\n",
        .gebaar, "1mm"
      ),
    ])
  func shortSwipes(text: String, kind: ImportKind, stated: String) throws {
    let result = try converted(text, kind: kind)
    #expect(result.lines.contains("distance: 3mm"), "\(result.lines)")
    #expect(
      result.remarks.contains("better: 'distance: \(stated)' is too short to tell a direction: 'distance: 3mm'"),
      "\(result.remarks)")
  }

  @Test("lisgd: a distance that it does not know is any, which is said")
  func lisgdDistance() throws {
    #expect(
      try converted("lisgd -g '3,LR,*,0.08,foot'\n").remarks == ["note: unknown distance '0.08': any distance"])
  }

  @Test("Gebaar: an unknown setting is named with its table")
  func gebaarSetting() throws {
    let result = try converted("[swipe.commands.three]\nleft = 'foot'\n[settings]\ninteract.type = 'BOTH'\n")
    #expect(result.remarks == ["ignored: unknown setting 'settings.interact.type'"])
  }

  @Test("rows of workspaces become their order on desktops without rows, which is said")
  func rows() throws {
    let text = "gesture swipe up 3 _internal --col=2 ws_up\n"
    let sentence = "# Rows of workspaces: without '--desktop' for one that has them,"
    #expect(try converted(text).lines.contains { $0.hasPrefix(sentence) })
    let plasma = try converted(text, desktop: .plasma)
    #expect(plasma.lines.contains("do: {keys: ctrl+super+Down}"))
    #expect(!plasma.lines.contains { $0.hasPrefix(sentence) })
    #expect(
      try converted("swipe: {3: {left: {workspace: up}}}\n", kind: .fusuma).lines.contains { $0.hasPrefix(sentence) })
  }

  @Test("Fusuma: thresholds are those of the part without a context, for all parts")
  func fusumaThresholds() throws {
    let result = try converted(
      """
      context: {application: foot}
      threshold: {swipe: 3}
      swipe: {3: {left: {command: b, threshold: 2}}}
      ---
      swipe: {4: {left: {command: a}}}
      threshold: {swipe: 0.5}

      """, kind: .fusuma)
    #expect(result.lines.filter { $0.hasPrefix("distance:") } == ["distance: 6mm", "distance: 6mm"])
    let word = "ignored: 'threshold' has no effect in a context: Fusuma takes that of the part without one"
    #expect(result.remarks == [word, word])
  }

  @Test("Fusuma: a gesture bound with and without a context, which versions treat differently")
  func fusumaPrecedence() throws {
    let text = """
      swipe:
        3:
          left: {command: a}
          right: {command: a, keypress: {LEFTSHIFT: {command: c}}}
      ---
      context: {application: foot}
      swipe:
        3:
          left: {command: b}
          up: {command: b}

      """
    let remarks = try converted(text, kind: .fusuma).remarks.filter { !$0.contains("read-keyboards") }
    #expect(remarks == ["better: acts in place of line 3, as before Fusuma 3.0, which executes line 3"])
  }
}
