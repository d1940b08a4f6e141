import Foreign
import Importing
import Rules
import RulesFile
import Testing

@Suite("Importing preserves the meaning of numbers and words")
struct ImportMeaningTests {
  private func touchegg(_ gesture: String, _ action: String) -> String {
    "<touchégg><application name=\"All\"><gesture \(gesture)>\(action)</gesture></application></touchégg>"
  }

  @Test(
    "libinput-gestures: thresholds in libinput's units, times in seconds, holds in addition to libinput's delay",
    arguments: [
      ("swipe_threshold 200\ngesture swipe left 3 foot", "distance: 19mm"),
      ("timeout 0\ngesture swipe left 3 foot", "within: 60s"), ("gesture hold on 4 foot", "- long-press: 500ms"),
      ("gesture hold on+2.2 4 foot", "- long-press: 2380ms"), ("gesture pinch clockwise 3 foot", "distance: 15°"),
      ("gesture hold on foot", "fingers: 1-4"), ("gesture pinch in 2 foot", "device: touchpad"),
    ])
  func libinputGestures(text: String, expected: String) throws {
    #expect(try importedLines(text + "\n").contains(expected))
  }

  @Test("libinput-gestures: of two holds with the same fingers, the longer one is left out")
  func twoHolds() throws {
    let result = try imported("gesture hold on+2 4 foot\ngesture hold on 4 bar\ngesture hold on+2 3 baz\n")
    #expect(result.ruleCount == 2)
    #expect(result.remarks.map(\.line) == [1])
    #expect(result.remarks.map(\.message) == ["the shorter hold of line 2 acts first"])
  }

  @Test("Touchégg: keys and commands act at the beginning, subject to 'times' and 'on'")
  func toucheggMoments() throws {
    let swipe = "type=\"SWIPE\" fingers=\"3\" direction=\"UP\""
    func keys(_ more: String) -> String { "<action type=\"SEND_KEYS\"><keys>a</keys>\(more)</action>" }
    #expect(try !importedLines(touchegg(swipe, keys(""))).contains { $0.hasPrefix("at:") || $0.hasPrefix("distance:") })
    #expect(try importedLines(touchegg(swipe, keys("<on>end</on>"))).contains("at: end"))
    #expect(
      try importedLines(touchegg(swipe, keys("<on>begin-and-end</on>"))).suffix(4)
        == ["- pan: up", "fingers: 3", "begin: {keys: a}", "end: {keys: a}"])
    #expect(
      try importedLines(touchegg(swipe, keys("<on>start</on>"))).contains(
        "# 'on' was 'start', which is unknown to Touchégg"))
    // A tenth of 24.3 mm, and half of it.
    #expect(try importedLines(touchegg(swipe, keys("<repeat>true</repeat>"))).contains("every: 2.4mm"))
    #expect(try importedLines(touchegg(swipe, keys("<repeat>true</repeat><times>2</times>"))).contains("every: 12.2mm"))
    let pinch = "type=\"PINCH\" fingers=\"2\" direction=\"IN\""
    #expect(try importedLines(touchegg(pinch, keys("<repeat>true</repeat><times>5</times>"))).contains("every: 20%"))
  }

  @Test("Touchégg: the buttons of X11's wheel scroll, and a command with a variable that Touchégg sets is left out")
  func toucheggButtonsAndVariables() throws {
    let tap = "type=\"TAP\" fingers=\"2\""
    #expect(
      try importedLines(touchegg(tap, "<action type=\"MOUSE_CLICK\"><button>4</button></action>")).contains(
        "do: {scroll: up}"))
    func remarks(_ command: String) throws -> [String] {
      let action = "<action type=\"RUN_COMMAND\"><command>\(command)</command></action>"
      return try imported(touchegg("type=\"SWIPE\" fingers=\"3\" direction=\"UP\"", action)).remarks.map(\.message)
    }
    #expect(
      try remarks("foot ${TOUCHEGG_GESTURE_ON}") == ["no variable of a rule corresponds to 'TOUCHEGG_GESTURE_ON'"])
    #expect(try remarks("echo \\$TOUCHEGG_GESTURE_ON $HOME") == [])
  }

  @Test("Touchégg: a gesture without keys or left to the desktop does not count as a binding")
  func toucheggNothing() throws {
    let result = try imported(
      """
      <touchégg><application name="All">
      <gesture type="SWIPE" fingers="3" direction="UP"><action type="GNOME_SHELL"></action></gesture>
      <gesture type="SWIPE" fingers="3" direction="DOWN"><action type="SEND_KEYS"><keys></keys></action></gesture>
      <gesture type="DRAG" fingers="2" direction="ALL"><action type="SCROLL">SPEED=20</action></gesture>
      </application></touchégg>
      """)
    #expect(result.leftOutCount == 0)
    #expect(
      result.remarks.map(\.message) == [
        "GNOME_SHELL leaves the gesture to GNOME Shell", "the keys are missing",
        "two fingers scroll anyway: 'SPEED=20' is left out, and the desktop's settings for touchpads apply: "
          + "turn natural scrolling off there",
      ])
  }

  @Test(
    "Fusuma: thresholds are factors, holds last 0.7 s in addition to libinput's delay",
    arguments: [
      ("swipe: {3: {left: {command: foot, threshold: 0.5}}}", "distance: 6mm"),
      ("pinch: {3: {in: {command: foot, threshold: 1.2}}}", "distance: 18.7%"),
      ("pinch: {3: {in: {command: foot, threshold: 0.1}}}", "distance: 5%"),
      ("rotate: {3: {clockwise: {command: foot, threshold: 2}}}", "distance: 24°"),
      ("hold: {3: {command: foot}}", "- long-press: 880ms"), ("hold: {2: {command: foot}}", "- long-press: 740ms"),
      ("hold: {4: {command: foot, threshold: 2}}", "- long-press: 1580ms"),
      ("hold: {3: {begin: {command: a}, end: {command: b}, cancelled: {command: c}}}", "cancel: c"),
      ("pinch: {in: {command: foot}}", "device: touchpad"),
    ])
  func fusuma(text: String, expected: String) throws {
    #expect(try importedLines(text + "\n", kind: .fusuma).contains(expected))
  }

  @Test("Fusuma: bindings in an unsupported context are left out")
  func fusumaContexts() throws {
    let result = try imported(
      "swipe: {3: {left: {command: a}}}\n---\ncontext: thumbsense\nswipe: {3: {left: {command: b}}}\n", kind: .fusuma)
    #expect(result.ruleCount == 1)
    #expect(result.remarks.map(\.message) == ["no condition corresponds to the context 'thumbsense'"])
  }

  @Test(
    "Gebaar: lengths in libinput's units, and pinches that are continuous unless set to act once",
    arguments: [
      (
        "[swipe.commands.three]\nleft = 'foot'\n[swipe.settings]\nthreshold = 0.1\ntrigger_on_release = false",
        "distance: 9.5mm"
      ),
      ("[swipe.commands.three]\nup = 'foot'\n[swipe.settings]\nthreshold = 0.3\none_shot = false", "every: 14.3mm"),
      ("[pinch.commands.two]\nin = 'foot'", "every: 25%"),
      ("[pinch.commands.two]\nin = 'foot'\n[pinch.settings]\none_shot = true", "distance: 25%"),
      ("[[pinch.commands]]\nin = 'foot'", "distance: 25%"),
      ("[[pinch.commands]]\ntype = 'CONTINUOUS'\nrotate_left = 'foot'", "every: 20°"),
    ])
  func gebaar(text: String, expected: String) throws {
    #expect(try importedLines(text + "\n", kind: .gebaar).contains(expected))
  }

  @Test("Fusuma: a setting without an action beside it is not dropped in silence")
  func fusumaSettings() throws {
    let text = "swipe:\n  3:\n    threshold: 0.5\n    left:\n      command: foot\n"
    let result = try imported(text, kind: .fusuma)
    #expect(result.remarks.map(\.message) == ["'threshold' has no effect without an action beside it"])
    #expect(result.remarks.map(\.line) == [3] && result.ruleCount == 1)
  }

  @Test("Gebaar: a table that is not read is not dropped in silence")
  func gebaarTables() throws {
    let result = try imported("[[swipe.commands]]\nup = 'foot'\n[interact-type]\ntype = 'BOTH'\n", kind: .gebaar)
    #expect(result.remarks.map(\.message) == ["'interact-type.type' has no counterpart"])
    #expect(result.remarks.map(\.line) == [4] && result.ruleCount == 1)
  }

  @Test("comfortable-swipe: a swipe requires a tenth of the threshold")
  func comfortableSwipe() throws {
    #expect(try importedLines("left3 = super\nthreshold = 2000 # far\n").contains("distance: 19mm"))
    #expect(try !importedLines("left3 = super\nthreshold = 240.0\n").contains { $0.hasPrefix("distance:") })
  }

  @Test(
    "lisgd: fields of all versions, rotated by the orientation",
    arguments: [
      ("lisgd -g '1,LR,foot'", ["- swipe: right", "do: foot"]),
      ("lisgd -g '1,DU,B,*,foot'", ["- swipe: up", "edge: bottom", "do: foot"]),
      ("lisgd -g '3,LR,*,0.08,foot'", ["- swipe: right", "do: foot"]),
      ("lisgd -g '3,LR,*,*,*,foot'", ["- swipe: right", "do: foot"]),
      ("lisgd -g '3,LR,0.15,0.5,0,foot'", ["- swipe: right", "do: foot"]),
      ("lisgd -g '1,BL,DLUR,*,R,foot'", ["- swipe: up-right", "corner: bottom-left", "do: foot"]),
      ("lisgd -g '2,UD,N,S,R,foot'", ["- swipe: down", "zone: {x: 3%-97%, y: 5%-95%}", "do: foot"]),
      ("lisgd -s 2 -g '1,RL,R,*,R,foot'", ["- swipe: left", "edge: right", "margin: 17.9mm", "do: foot"]),
      ("lisgd -o 1 -g '1,LR,L,*,R,foot'", ["- swipe: down", "edge: top", "do: foot"]),
      ("exec lisgd \\\n  -g \"1,UD,foot a,b\"", ["- swipe: down", "do: foot a,b"]),
      ("Exec = \"x\" + \"-g '2,LR,*,*,R,foot' \";", ["- swipe: right", "do: foot"]),
      ("args = [ \"-g\" \"1,RL,R,*,R,foot\" ];", ["- swipe: left", "edge: right", "do: foot"]),
      (
        "Gesture gestures[] = {\n  { 2, SwipeLR, \"foot\" },\n  { 1, SwipeDU, EdgeBottom, DistanceAny, \"foot\" },\n};",
        ["- swipe: right", "- swipe: up", "edge: bottom"]
      ),
    ])
  func lisgd(text: String, expected: [String]) throws {
    let lines = try importedLines(text + "\n")
    #expect(expected.allSatisfy { lines.contains($0) }, "\(lines)")
  }

  @Test(
    "sway: gestures, fingers, directions, devices and commands",
    arguments: [
      ("swipe:left workspace next", ["- swipe: left", "fingers: 3-4", "do: {sway: workspace next}"]),
      ("swipe:3:up+right kill", ["- swipe: up-right", "fingers: 3"]), ("swipe kill", ["- swipe: any"]),
      ("pinch:outward exec foot", ["- pinch: out", "fingers: 2-4", "do: foot"]), ("pinch:2:any kill", ["- pinch: any"]),
      ("pinch:3:counterclockwise kill", ["- rotate: counterclockwise"]), ("hold:3 kill", ["- long-press: 500ms"]),
      ("--no-warn --input-device=\"1:2:A_B\" swipe:3:left kill", ["device: A?B"]),
      ("swipe:3:left exec xdotool key alt+Left", ["do: {keys: alt+Left}"]),
      ("swipe:3:left exec 'foo; bar'", ["do: foo; bar"]),
      ("swipe:3:left exec foo; kill", ["do: {sway: exec foo; kill}"]),
    ])
  func sway(binding: String, expected: [String]) throws {
    let lines = try importedLines("bindgesture \(binding)\n")
    #expect(expected.allSatisfy { lines.contains($0) }, "\(lines)")
  }

  @Test("sway: a command that only a compositor made from sway has stays, with a note")
  func commandOfFork() throws {
    let result = try imported("bindgesture swipe:3:left scale_workspace overview\n")
    #expect(result.text.contains("    do: {sway: scale_workspace overview}\n"))
    #expect(result.remarks.map(\.kind) == [.note], "\(result.text)")
  }

  @Test("lisgd: each of several commands has its own options")
  func severalCommands() throws {
    let text = "lisgd -t 200 -g '1,LR,*,*,R,foot' &\nlisgd -g '2,RL,*,*,R,kitty' &\n"
    let rules = try imported(text).text.split(separator: "\n").map(\.trimmed)
    #expect(rules.count { $0.hasPrefix("distance:") } == 1)
  }

  @Test("libinput-gestures: 'swipe_threshold 0' is the least distance that has a direction")
  func noThreshold() throws {
    #expect(try imported("swipe_threshold 0\ngesture swipe left 3 foot\n").text.contains("    distance: 3mm\n"))
  }

  @Test(
    "Fusuma: a window's state is set or removed, not changed back and forth",
    arguments: [
      ("{maximized: add}", "when: {maximized: false}", "do: {window: maximize}"),
      ("{fullscreen: remove}", "when: {fullscreen: true}", "do: {window: fullscreen}"),
      ("{fullscreen: toggle}", "fingers: 3", "do: {window: fullscreen}"),
    ])
  func fusumaStates(window: String, condition: String, action: String) throws {
    let lines = try importedLines("swipe: {3: {left: {window: \(window)}}}\n", kind: .fusuma)
    #expect(lines.contains(condition) && lines.contains(action), "\(lines)")
    #expect(lines.contains { $0.hasPrefix("when:") } == condition.hasPrefix("when:"))
  }

  @Test("Touchégg 1: words that it does not understand, and its last action")
  func toucheggFirstVersion() throws {
    let tap = "type=\"DOUBLE_TAP\" fingers=\"3\" direction=\"\""
    let click = try importedLines(touchegg(tap, "<action type=\"MOUSE_CLICK\">BUTTON=3:TIMES=2</action>"))
    #expect(click.contains("do: {click: left}"))
    #expect(click.contains("# Touchégg does not understand 'BUTTON=3:TIMES=2' and takes the left button"))
    let two = "<action type=\"RUN_COMMAND\">a</action><action type=\"RUN_COMMAND\">b</action>"
    #expect(try importedLines(touchegg(tap, two)).contains("do: b"))
    let start = "<action type=\"RUN_COMMAND\" when=\"AT_START\">a</action>"
    #expect(
      try importedLines(touchegg("type=\"TAP_AND_HOLD\" fingers=\"3\" direction=\"UP\"", start)).suffix(4)
        == ["- pan: up", "fingers: 3", "taps: 1", "begin: a"])
    let result = try imported(touchegg("type=\"TAP_AND_HOLD\" fingers=\"3\" direction=\"\"", start))
    #expect(result.remarks.map(\.message) == ["unknown gesture 'TAP_AND_HOLD': had no effect"])
  }

  @Test("sway: a pinch also acts where one that moves is left out, which is said")
  func swayPinches() throws {
    let result = try imported("bindgesture pinch:inward+up move up\nbindgesture pinch:inward exec foot\n")
    #expect(
      result.remarks.map(\.message) == [
        "a pinch that also moves or turns has no counterpart; line 2 acts in its place"
      ])
  }

  @Test("a command of several parts with xdotool reaches X11 windows only, which is said")
  func x11Programs() throws {
    let result = try imported("swipe: {3: {left: {command: 'sleep 1; xdotool getmouselocation'}}}\n", kind: .fusuma)
    #expect(result.remarks.map(\.message) == ["xdotool reaches X11 windows only"])
  }
}
