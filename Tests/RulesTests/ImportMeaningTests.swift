import Importing
import RulesFile
import Testing

@Suite("Importing preserves the meaning of numbers and words")
struct ImportMeaningTests {
  /// The lines of the file to which `text` is converted.
  private func lines(_ text: String, name: String = "some.conf", kind: ImportKind? = nil) throws -> [String] {
    let result = try imported(text, name: name, kind: kind)
    #expect(RulesFile.check(text: result.text, name: "rules.yml").diagnostics == [])
    return result.text.split(separator: "\n").map { line in String(line.drop { $0 == " " }) }
  }

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
    #expect(try lines(text + "\n").contains(expected))
  }

  @Test("libinput-gestures: of two holds with the same fingers, the longer one is left out")
  func twoHolds() throws {
    let result = try imported("gesture hold on+2 4 foot\ngesture hold on 4 bar\ngesture hold on+2 3 baz\n")
    #expect(result.ruleCount == 2)
    #expect(result.remarks.map(\.line) == [1])
    #expect(result.remarks.map(\.message) == ["the shorter hold of line 2 has acted by then"])
  }

  @Test("Touchégg: keys and commands act at the beginning, subject to 'times' and 'on'")
  func toucheggMoments() throws {
    let swipe = "type=\"SWIPE\" fingers=\"3\" direction=\"UP\""
    func keys(_ more: String) -> String { "<action type=\"SEND_KEYS\"><keys>a</keys>\(more)</action>" }
    #expect(try !lines(touchegg(swipe, keys(""))).contains { $0.hasPrefix("at:") || $0.hasPrefix("distance:") })
    #expect(try lines(touchegg(swipe, keys("<on>end</on>"))).contains("at: end"))
    #expect(
      try lines(touchegg(swipe, keys("<on>begin-and-end</on>"))).suffix(4)
        == ["- pan: up", "fingers: 3", "begin: {keys: a}", "end: {keys: a}"])
    #expect(
      try lines(touchegg(swipe, keys("<on>start</on>"))).contains(
        "# 'on' was 'start', with which Touchégg did nothing"))
    // A tenth of 24.3 mm, and half of it.
    #expect(try lines(touchegg(swipe, keys("<repeat>true</repeat>"))).contains("every: 2.4mm"))
    #expect(try lines(touchegg(swipe, keys("<repeat>true</repeat><times>2</times>"))).contains("every: 12.2mm"))
    let pinch = "type=\"PINCH\" fingers=\"2\" direction=\"IN\""
    #expect(try lines(touchegg(pinch, keys("<repeat>true</repeat><times>5</times>"))).contains("every: 20%"))
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
        "this leaves the gesture to GNOME Shell, which needs no rule for it", "there are no keys",
        "two fingers do this by themselves",
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
    #expect(try lines(text + "\n", kind: .fusuma).contains(expected))
  }

  @Test("Fusuma: bindings in an unsupported context are left out")
  func fusumaContexts() throws {
    let result = try imported(
      "swipe: {3: {left: {command: a}}}\n---\ncontext: thumbsense\nswipe: {3: {left: {command: b}}}\n", kind: .fusuma)
    #expect(result.ruleCount == 1)
    #expect(result.remarks.map(\.message) == ["it is for 'thumbsense', which no rule can ask for"])
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
    #expect(try lines(text + "\n", kind: .gebaar).contains(expected))
  }

  @Test("comfortable-swipe: a swipe requires a tenth of the threshold")
  func comfortableSwipe() throws {
    #expect(try lines("left3 = super\nthreshold = 2000 # far\n").contains("distance: 19mm"))
    #expect(try !lines("left3 = super\nthreshold = 240.0\n").contains { $0.hasPrefix("distance:") })
  }

  @Test(
    "lisgd: fields of all versions, rotated by the orientation",
    arguments: [
      ("lisgd -g '1,LR,foot'", ["- swipe: right", "do: foot"]),
      ("lisgd -g '1,DU,B,*,foot'", ["- swipe: up", "edge: bottom", "do: foot"]),
      ("lisgd -g '3,LR,*,0.08,foot'", ["- swipe: right", "do: foot"]),
      ("lisgd -g '3,LR,*,*,*,foot'", ["- swipe: right", "do: foot"]),
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
    let lines = try lines(text + "\n")
    #expect(expected.allSatisfy { lines.contains($0) }, "\(lines)")
  }
}
