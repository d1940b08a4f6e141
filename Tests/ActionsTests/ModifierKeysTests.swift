import Actions
import Rules
import Testing

@Suite("The keys of modifiers")
struct ModifierKeysTests {
  // linux/input-event-codes.h
  private static let (leftCtrl, leftShift, rightShift, capsLock): (UInt16, UInt16, UInt16, UInt16) = (29, 42, 54, 58)
  private static let (leftAlt, rightCtrl, rightAlt, leftMeta): (UInt16, UInt16, UInt16, UInt16) = (56, 97, 100, 125)

  @Test("modifier keys are found on both sides; the right Alt key is AltGr if the layout has it")
  func layouts() {
    let us = ModifierKeys(of: nil, orElse: KeyboardLayout(layout: "us"))
    #expect(us.held(by: []) == [])
    #expect(us.held(by: [Self.leftCtrl]) == [.ctrl])
    #expect(us.held(by: [Self.rightCtrl, Self.rightShift]) == [.ctrl, .shift])
    #expect(us.held(by: [Self.leftShift, Self.leftAlt, Self.leftMeta]) == [.shift, .alt, .super])
    #expect(us.held(by: [Self.rightAlt]) == [.alt])
    let german = ModifierKeys(of: nil, orElse: KeyboardLayout(layout: "de"))
    #expect(german.held(by: [Self.rightAlt]) == [.altgr])
    let both = KeyboardLayout(layout: "us,de")
    #expect(ModifierKeys(of: nil, orElse: both).held(by: [Self.rightAlt]) == [.alt])
    #expect(ModifierKeys(of: nil, orElse: both, activeLayout: 1).held(by: [Self.rightAlt]) == [.altgr])
    #expect(ModifierKeys(of: nil, orElse: both, activeLayout: 1).held(by: [Self.leftCtrl]) == [.ctrl])
  }

  @Test("modifier keys are found where options put them, without keys that type")
  func options() {
    let keys = ModifierKeys(of: nil, orElse: KeyboardLayout(layout: "us", options: "ctrl:nocaps"))
    #expect(keys.held(by: [Self.capsLock]) == [.ctrl])
    let letters: ClosedRange<UInt16> = 16...25
    #expect(letters.allSatisfy { keys.modifiers[$0] == nil })
    #expect((6...20).contains(keys.modifiers.count), "\(keys.modifiers)")
  }

  @Test("an invalid keymap is replaced by the layout's")
  func nonsense() {
    let keys = ModifierKeys(of: "xkb_keymap {", orElse: KeyboardLayout(layout: "us"))
    #expect(keys.held(by: [Self.leftCtrl]) == [.ctrl])
  }
}
