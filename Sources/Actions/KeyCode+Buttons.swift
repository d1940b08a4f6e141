internal import Rules

/// A pointer's buttons are keys, too, with numbers of their own.
extension KeyCode {
  /// The number of a button.
  init(_ button: Click.Button) {
    switch button {
    case .left: self.init(Self.firstButton)
    case .right: self.init(Self.firstButton + 1)
    case .middle: self.init(Self.firstButton + 2)
    // Named for the side of the mouse they are on. Programs take them for back and forward; those that the kernel
    // names so (BTN_BACK, BTN_FORWARD) few know.
    case .back: self.init(Self.firstButton + 3)
    case .forward: self.init(Self.firstButton + 4)
    }
  }

  /// The buttons there are.
  static let buttons = Click.Button.allCases.map { KeyCode($0) }.sorted()

  /// The device that has it.
  var source: InputEvent.Source { (Self.firstButton..<Self.firstButton + 16).contains(number) ? .pointer : .keyboard }

  /// What it takes to press it.
  var ability: InputEvent.Ability { source == .keyboard ? .keys : .pointer }

  /// BTN_MOUSE in linux/input-event-codes.h: what mice have is this and the 15 behind it.
  private static let firstButton: UInt16 = 0x110
}
