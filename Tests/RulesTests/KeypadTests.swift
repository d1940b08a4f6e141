import Diagnostics
import Rules
import RulesFile
import Testing

@Suite("Keys of the keypad in rules")
struct KeypadTests {
  private func notes(_ action: String, on kind: DesktopKind?, settings: String = "{}") -> [String] {
    let file = RulesFile.check(
      bytes: Array("settings: \(settings)\nrules: [{swipe: left, fingers: 3, do: \(action)}]\n".utf8), name: "f",
      kind: kind)
    #expect(file.rules != nil)
    return file.diagnostics.map { message in
      let place = message.span.map { "\($0.start.line):\($0.start.column)-\($0.end.column): " } ?? ""
      return "\(message.severity): \(place)\(message.message); \(message.help ?? "no help")"
    }
  }

  @Test(
    "a digit of the keypad is noted where NumLock of the session decides about it",
    arguments: [DesktopKind.gnome, .plasma, .niri, .cosmic, .other, nil])
  func noted(kind: DesktopKind?) {
    #expect(
      notes("{keys: KP_7}", on: kind) == [
        "note: 2:39-51: 'KP_7' requires that NumLock is on, and is another key otherwise; '7' is the digit in any case"
      ])
  }

  @Test(
    "it is not where virtual keyboards have a NumLock of their own, except with uinput",
    arguments: [DesktopKind.sway, .hyprland, .labwc, .wayfire, .phoc, .river])
  func unnoted(kind: DesktopKind) {
    #expect(notes("{keys: [KP_7, KP_Home]}", on: kind) == [])
    #expect(notes("[{keys: KP_7}, {keys: KP_Home}]", on: kind, settings: "{inject: uinput}").count == 2)
  }

  @Test("each key that depends on NumLock is noted, in every kind of action, and no other key")
  func keys() {
    let dependent =
      (0...9).map { "KP_\($0)" } + [
        "KP_Decimal", "KP_Separator", "KP_Home", "KP_Up", "KP_Page_Up", "KP_Prior", "KP_Left", "KP_Begin", "KP_Right",
        "KP_End", "KP_Down", "KP_Page_Down", "KP_Next", "KP_Insert", "KP_Delete",
      ]
    for key in dependent {
      #expect(notes("{keys: \(key)}", on: .gnome).count == 1, "\(key)")
      #expect(notes("[{keys: [a, ctrl+\(key)]}, none]", on: .gnome).count == 1, "\(key)")
    }
    #expect(notes("{keys: ctrl+KP_Home}", on: .gnome).first?.contains("requires that NumLock is off") == true)
    for key in ["KP_Add", "KP_Subtract", "KP_Multiply", "KP_Divide", "KP_Enter", "7", "Home", "Num_Lock"] {
      #expect(notes("{keys: \(key)}", on: .gnome) == [], "\(key)")
    }
  }
}
