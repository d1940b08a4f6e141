internal import Rules

/// What a command such as xdotool does to the keyboard and the pointer, step by step.
enum InputEvent: Hashable {
  /// A key goes down or up, by its keysym or the name of a modifier.
  case down(String)
  case up(String)
  /// A chord is pressed and released.
  case chord(String)
  /// A button is pressed and released so many times, by its number on X11: 1 to 3, 4 to 7 for the wheel, 8 and 9 for
  /// the thumb.
  case click(Int, times: Int)
  case buttonDown(Int)
  case buttonUp(Int)
  case type(String)
  /// The pointer moves by some way.
  case move
  /// Nothing happens for so many seconds.
  case pause(Double)
}

/// What the steps of a command come to, as actions of a rule.
struct InputScript {
  /// What is done, apart from what stays pressed.
  private(set) var actions: [ImportedAction] = []
  /// Modifiers that the wheel is turned with, which a rule holds for as long as its gesture lasts.
  private(set) var heldForWheel: [String] = []
  /// What is pressed at the end and was not before.
  private(set) var modifiersDown: [String] = []
  private(set) var buttonsDown: [Int] = []
  /// What is released and was pressed before.
  private(set) var modifiersUp: [String] = []
  private(set) var buttonsUp: [Int] = []
  private(set) var movesPointer = false

  /// Whether it leaves everything as it was, so that it can be done at any moment.
  var isComplete: Bool {
    modifiersDown.isEmpty && buttonsDown.isEmpty && modifiersUp.isEmpty && buttonsUp.isEmpty && !movesPointer
  }

  /// Keys other than modifiers that are down.
  private var keysDown: Set<String> = []
  /// Whether a key or a button has been pressed with the modifiers that are down.
  private var isUsed = false

  /// More steps than anybody writes.
  private static let mostSteps = 50

  /// Nil where the steps cannot be told by actions.
  init?(_ events: [InputEvent]) {
    guard !events.isEmpty, events.count <= Self.mostSteps else { return nil }
    for event in events {
      guard add(event) else { return nil }
    }
    guard keysDown.isEmpty else { return nil }
  }

  private mutating func add(_ event: InputEvent) -> Bool {
    switch event {
    case .down(let name) where Chord.Modifier(rawValue: name) != nil:
      guard !modifiersDown.contains(name) else { return false }
      modifiersDown.append(name)
      isUsed = false
      return true
    case .down(let key):
      guard keysDown.insert(key).inserted else { return false }
      return press(key)
    case .up(let name) where Chord.Modifier(rawValue: name) != nil:
      guard let index = modifiersDown.firstIndex(of: name) else {
        modifiersUp.append(name)
        return true
      }
      // A modifier alone is a chord, too.
      if !isUsed { addKeys(modifiersDown.joined(separator: "+")) }
      isUsed = true
      modifiersDown.remove(at: index)
      return true
    case .up(let key): return keysDown.remove(key) != nil
    case .chord(let chord): return press(chord)
    case .click(let button, let times): return click(button, times)
    case .buttonDown(let button):
      guard modifiersDown.isEmpty, Self.buttons[button] != nil, !buttonsDown.contains(button) else { return false }
      buttonsDown.append(button)
      return true
    case .buttonUp(let button): return release(button)
    case .type(let text):
      guard modifiersDown.isEmpty, !text.isEmpty else { return false }
      actions.append(.type(text))
      return true
    case .move:
      movesPointer = true
      return true
    case .pause(let seconds):
      guard seconds > 0, seconds <= 60 else { return false }
      actions.append(.other("wait", ImportedQuantity.duration(seconds)))
      return true
    }
  }

  /// Presses a key or a chord with the modifiers that are down.
  private mutating func press(_ chord: String) -> Bool {
    isUsed = true
    let held = modifiersDown.filter { !chord.split(separator: "+").contains(Substring($0)) }
    addKeys((held + [chord]).joined(separator: "+"))
    return true
  }

  private mutating func addKeys(_ chord: String) {
    if case .keys(let chords)? = actions.last {
      actions[actions.count - 1] = .keys(chords + [chord])
    } else {
      actions.append(.keys([chord]))
    }
  }

  /// A mouse's buttons by their numbers on X11.
  static let buttons = [1: "left", 2: "middle", 3: "right", 8: "back", 9: "forward"]
  /// The wheel's.
  private static let wheel = [4: "up", 5: "down", 6: "left", 7: "right"]

  private mutating func click(_ button: Int, _ times: Int) -> Bool {
    guard (1...20).contains(times) else { return false }
    isUsed = true
    if let name = Self.buttons[button] {
      let clicks = Array(repeating: (modifiersDown + [name]).joined(separator: "+"), count: times)
      if case .click(let earlier)? = actions.last {
        actions[actions.count - 1] = .click(earlier + clicks)
      } else {
        actions.append(.click(clicks))
      }
      return true
    }
    guard let direction = Self.wheel[button], heldForWheel.isEmpty || heldForWheel == modifiersDown else {
      return false
    }
    heldForWheel = modifiersDown
    actions.append(.scroll(direction, times))
    return true
  }

  private mutating func release(_ button: Int) -> Bool {
    guard Self.buttons[button] != nil else { return false }
    guard let index = buttonsDown.firstIndex(of: button) else {
      buttonsUp.append(button)
      return true
    }
    buttonsDown.remove(at: index)
    // What was moved in between was dragged, and no action says how far.
    return !movesPointer && click(button, 1)
  }
}
