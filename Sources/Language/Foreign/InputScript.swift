internal import Rules

/// A step of a command such as xdotool on the keyboard or pointer.
package enum InputStep: Hashable {
  /// A key goes down or up: a keysym or the name of a modifier.
  case down(String)
  case up(String)
  /// A chord is pressed and released.
  case chord(String)
  /// A button is clicked a number of times. Buttons have their X11 numbers: 1 to 3, 4 to 7 for the wheel, 8 and 9 for
  /// back and forward.
  case click(Int, times: Int)
  case buttonDown(Int)
  case buttonUp(Int)
  case type(String)
  /// The wheel turns in a direction by a number of steps, which can be a part of one.
  case wheel(String, Double)
  /// The pointer moves.
  case move
  /// A pause in seconds.
  case pause(Double)
}

/// The steps of a command as actions of a rule.
package struct InputScript {
  /// The actions, without keys and buttons that stay pressed.
  package private(set) var actions: [ImportedAction] = []
  /// The modifiers of wheel steps, which a rule holds for the duration of its gesture.
  package private(set) var heldForWheel: [String] = []
  /// The modifiers that are pressed and not released.
  package private(set) var modifiersDown: [String] = []
  /// The button that is pressed and not released: none or one.
  package private(set) var buttonsDown: [Int] = []
  /// The modifiers that are released and were not pressed by the command.
  package private(set) var modifiersUp: [String] = []
  package private(set) var buttonsUp: [Int] = []
  package private(set) var movesPointer = false

  /// True if it leaves keys, buttons and the pointer as they were.
  package var isSelfContained: Bool {
    modifiersDown.isEmpty && buttonsDown.isEmpty && modifiersUp.isEmpty && buttonsUp.isEmpty && !movesPointer
  }

  /// The keys that are down, without modifiers.
  private var keysDown: Set<String> = []
  /// True if a key or button was pressed with the modifiers that are down.
  private var areModifiersUsed = false

  /// The maximum number of steps, more than commands have in practice.
  private static let maxSteps = 50

  /// Converts steps to actions; nil if that is impossible.
  package init?(_ steps: [InputStep]) {
    guard !steps.isEmpty, steps.count <= Self.maxSteps else { return nil }
    for step in steps {
      guard add(step) else { return nil }
    }
    guard keysDown.isEmpty else { return nil }
  }

  /// Adds a step; returns false if it cannot be expressed by actions.
  private mutating func add(_ step: InputStep) -> Bool {
    switch step {
    case .down(let name) where Chord.Modifier(rawValue: name) != nil:
      guard !modifiersDown.contains(name) else { return false }
      modifiersDown.append(name)
      areModifiersUsed = false
      return true
    case .down(let key):
      guard keysDown.insert(key).inserted else { return false }
      return press(key)
    case .up(let name) where Chord.Modifier(rawValue: name) != nil:
      guard let index = modifiersDown.firstIndex(of: name) else {
        modifiersUp.append(name)
        return true
      }
      // A button that stays pressed loses its modifier.
      guard buttonsDown.isEmpty else { return false }
      // A modifier alone is also a chord.
      if !areModifiersUsed { addKeys(modifiersDown.joined(separator: "+")) }
      areModifiersUsed = true
      modifiersDown.remove(at: index)
      return true
    case .up(let key): return keysDown.remove(key) != nil
    case .chord(let chord): return press(chord)
    case .click(let button, let times): return click(button, times)
    case .wheel(let direction, let steps): return scroll(direction, steps)
    case .buttonDown(let button):
      guard Self.buttons[button] != nil, buttonsDown.isEmpty else { return false }
      buttonsDown.append(button)
      areModifiersUsed = true
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
      actions.append(.wait(ImportedQuantity.duration(seconds)))
      return true
    }
  }

  /// Adds a key or a chord with the modifiers that are down.
  private mutating func press(_ chord: String) -> Bool {
    areModifiersUsed = true
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

  /// The names of mouse buttons by their X11 numbers.
  package static let buttons = [1: "left", 2: "middle", 3: "right", 8: "back", 9: "forward"]
  /// The directions of the wheel by X11 button number.
  private static let wheel = [4: "up", 5: "down", 6: "left", 7: "right"]

  private mutating func click(_ button: Int, _ times: Int) -> Bool {
    guard (1...20).contains(times) else { return false }
    areModifiersUsed = true
    if let name = Self.buttons[button] {
      let clicks = Array(repeating: (modifiersDown + [name]).joined(separator: "+"), count: times)
      if case .click(let earlier)? = actions.last {
        actions[actions.count - 1] = .click(earlier + clicks)
      } else {
        actions.append(.click(clicks))
      }
      return true
    }
    return Self.wheel[button].map { scroll($0, Double(times)) } ?? false
  }

  private mutating func scroll(_ direction: String, _ steps: Double) -> Bool {
    guard heldForWheel.isEmpty || heldForWheel == modifiersDown else { return false }
    areModifiersUsed = true
    heldForWheel = modifiersDown
    actions.append(.scroll(direction, steps))
    return true
  }

  private mutating func release(_ button: Int) -> Bool {
    guard Self.buttons[button] != nil else { return false }
    guard let index = buttonsDown.firstIndex(of: button) else {
      buttonsUp.append(button)
      return true
    }
    buttonsDown.remove(at: index)
    // Motion with a pressed button is a drag, and no action drags by a distance.
    return !movesPointer && click(button, 1)
  }
}
