import Foreign
import Importing
import RulesFile
import Testing

@Suite("Importing: an ideal hand proves each binding")
struct ImportProofTests {
  private func proof(_ text: String, name: String = "some.conf", kind: ImportKind? = nil) throws -> ImportProof {
    try ImportResult.read(Array(text.utf8), name: name, kind: kind, isProven: true).prove()
  }

  @Test("no binding of the samples does something else in silence", arguments: ImportSample.all)
  func samples(sample: ImportSample) throws {
    let proof = try proof(sample.text, name: sample.name)
    #expect(!proof.rows.isEmpty)
    let others = proof.rows.filter { $0.outcome == .silent || $0.outcome == .changed }
    #expect(others.isEmpty, "\(others)")
  }

  @Test("the rows have the binding, both actions and the difference")
  func rows() throws {
    let text = """
      gesture swipe left 3 xdotool key ctrl+w
      gesture swipe left 3 foot
      gesture swipe right 3 wmctrl -l
      gesture swipe sideways 3 foot

      """
    let rows = try proof(text).rows
    #expect(rows.map(\.line) == [1, 2, 3, 4])
    #expect(rows.map(\.outcome) == [.ignored, .same, .same, .leftOut])
    #expect(rows.map(\.before) == ["{keys: ctrl+w}", "foot", "wmctrl -l", ""])
    #expect(rows.map(\.gesture) == ["swipe left, 3 fingers", "swipe left, 3 fingers", "swipe right, 3 fingers", ""])
    #expect(rows[0].difference == "had no effect: line 2 binds the same gesture")
    #expect(rows[2].difference == "wmctrl reaches X11 windows only")
    let tap = "touchpad: {gestures: [{type: tap, fingers: 1, actions: [{command: foot}]}]}\n"
    #expect(try proof(tap, kind: .inputActions).rows.map(\.gesture) == ["tap single, 1 finger, device touchpad"])
  }

  @Test(
    "a difference has its outcome",
    arguments: [
      ("gesture swipe left 3 foot && bar", ImportKind.libinputGestures, ImportProof.Outcome.better),
      ("swipe_threshold 1\ngesture swipe left 3 foot", .libinputGestures, .better),
      ("gesture swipe left 3 xdotool getmouselocation", .libinputGestures, .same),
      ("pinch: {2: {in: {command: foot, threshold: 0.1}}}", .fusuma, .better),
      ("swipe: {3: {left: {keypress: {LEFTSHIFT: {command: foot}}}}}", .fusuma, .same),
      (
        "touchpad: {gestures: [{type: tap, fingers: 2, actions: [{input: [mouse: [middle]]}]}]}", .inputActions, .both
      ),
      ("gesture = 3, horizontal, workspace", .hyprland, .kept),
      ("Gesture gestures[] = {\n  { 1, SwipeLR, EdgeRight, DistanceAny, \"foot\" },\n};", .lisgd, .leftOut),
    ])
  func outcomes(text: String, kind: ImportKind, outcome: ImportProof.Outcome) throws {
    let proof = try proof(text + "\n", kind: kind)
    #expect(!proof.rows.isEmpty && proof.rows.allSatisfy { $0.outcome == outcome }, "\(proof.rows)")
  }

  @Test("a gesture that no hand can make on a usual device is not tried")
  func notTried() throws {
    let rows = try proof("swipe: {3: {left: {command: foot, threshold: 40}}}\n", kind: .fusuma).rows
    #expect(rows.map(\.outcome) == [.notTried])
    #expect(rows.map(\.difference) == ["no hand can make this gesture on a usual device"])
  }

  @Test("the thresholds of the tool and of rules are compared where neither file states one")
  func measures() throws {
    #expect(
      try proof("gesture swipe left 3 foot\ngesture pinch in 3 foot\n").measures == [
        "swipe without a threshold: libinput-gestures requires any movement, a rule 12mm",
        "pinch without a threshold: libinput-gestures requires any movement, a rule 10%",
      ])
    #expect(try proof("swipe_threshold 200\ngesture swipe left 3 foot\n").measures == [])
  }

  @Test("conditions, steps and held keys are those of the whole file")
  func phases() throws {
    let text = """
      swipe:
        3:
          begin: {command: "xdotool keydown alt"}
          right: {update: {command: "xdotool key Tab", interval: 2}}
          left: {update: {command: "xdotool key shift+Tab", interval: 2}}
          end: {command: "xdotool keyup alt"}
      ---
      context: {application: firefox}
      swipe:
        4:
          left: {sendkey: LEFTALT+LEFT}
      """
    let proof = try proof(text, name: "config.yml")
    #expect(proof.count(of: .silent) == 0 && proof.count(of: .same) == 3, "\(proof.rows)")
  }
}
