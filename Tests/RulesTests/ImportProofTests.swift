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
    let silent = proof.rows.filter { $0.outcome == .silent }
    #expect(silent.isEmpty, "\(silent)")
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
    #expect(rows.map(\.outcome) == [.ignored, .same, .changed, .leftOut])
    #expect(rows.map(\.before) == ["{keys: ctrl+w}", "foot", "wmctrl -l", ""])
    #expect(rows.map(\.gesture) == ["swipe left, 3 fingers", "swipe left, 3 fingers", "swipe right, 3 fingers", ""])
    #expect(rows[0].difference == "had no effect: line 2 binds the same gesture")
    #expect(rows[2].difference == "wmctrl reaches X11 windows only")
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
