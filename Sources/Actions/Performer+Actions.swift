internal import Gestures
internal import Linux
internal import Rules

/// Each action by what it makes of the queue.
extension Performer {
  mutating func run(_ deed: Deed, of work: Work) {
    switch deed.action {
    case .shell(let line):
      let program = shellCommands.arguments(of: line)
      start(program.arguments, isShell: program.isShell, line, deed.step, of: work)
    case .run(let arguments):
      start(arguments, isShell: false, arguments.joined(separator: " "), deed.step, of: work)
    case .keys(let chords): press(chords, of: work)
    case .hold(let chord):
      guard let keys = keys(of: [chord], of: work)?.first else { return }
      hold(keys, of: work)
    case .type(let text): type(text, of: work)
    case .click(let clicks): press(clicks.map(\.modifierChord), buttons: clicks.map { KeyCode($0.button) }, of: work)
    case .scroll(.steps(let direction, let steps)): append(Self.turns(direction, steps), of: work)
    case .scroll(.fingers): follow(.scrolling, for: work)
    case .drag(let click):
      guard let keys = keys(of: [click.modifierChord], of: work)?.first else { return }
      hold(KeyPresses(keys.keys + [KeyCode(click.button)]), of: work)
      follow(.pointer, for: work)
    case .pointer: follow(.pointer, for: work)
    case .mode(let name, let lasting): modeChange = ModeChange(mode: name, lasting: lasting)
    case .none: break
    // Whoever does the work in order sees to it.
    case .wait: break
    case .compositor(let compositor, let command): effects.tell(compositor, command, work.place)
    }
  }

  // MARK: Keys and buttons

  /// Presses and releases all chords of an action, or none.
  private mutating func press(_ chords: [Chord], of work: Work) {
    guard let presses = keys(of: chords, of: work) else { return }
    append(presses, of: work)
  }

  /// Presses and releases buttons, each with the modifiers of its chord.
  private mutating func press(_ chords: [Chord], buttons: [KeyCode], of work: Work) {
    guard let modifiers = keys(of: chords, of: work) else { return }
    append(zip(modifiers, buttons).map { KeyPresses($0.keys + [$1]) }, of: work)
  }

  private mutating func type(_ text: String, of work: Work) {
    do {
      switch try effects.spell(text) {
      case .chords(let presses): append(presses, of: work)
      case .characters(let keys): append(keys.map { .character($0) }, of: work)
      }
    } catch {
      effects.report(ActionFailure(place: work.place, .text(error)))
    }
  }

  private mutating func append(_ presses: [KeyPresses], of work: Work) {
    pressing = work.place
    if !queue.append(presses) { effects.report(ActionFailure(place: work.place, .tooManyKeys)) }
  }

  private mutating func append(_ events: [InputEvent], of work: Work) {
    pressing = work.place
    if !queue.append(events) { effects.report(ActionFailure(place: work.place, .tooManyKeys)) }
  }

  /// The keys of all `chords`; nil where one of them has none, which is reported.
  private func keys(of chords: [Chord], of work: Work) -> [KeyPresses]? {
    var presses: [KeyPresses] = []
    for chord in chords {
      // A click without modifiers needs no keymap.
      guard chord.key != nil || !chord.modifiers.isEmpty else {
        presses.append(KeyPresses([]))
        continue
      }
      do {
        presses.append(try effects.resolve(chord))
      } catch {
        effects.report(ActionFailure(place: work.place, .chord(chord.text, error)))
        return nil
      }
    }
    return presses
  }

  /// Whole clicks one after the other, as a finger turns a wheel, then what is left.
  private static func turns(_ direction: Scroll.Direction, _ steps: Double) -> [InputEvent] {
    let parts = Int32((steps * Double(WheelClicks.parts)).rounded())
    let (clicks, rest) = parts.quotientAndRemainder(dividingBy: WheelClicks.parts)
    let amounts = Array(repeating: WheelClicks.parts, count: Int(clicks)) + (rest == 0 ? [] : [rest])
    return amounts.map { amount in
      switch direction {
      case .up: .wheel(right: 0, up: amount)
      case .down: .wheel(right: 0, up: -amount)
      case .left: .wheel(right: -amount, up: 0)
      case .right: .wheel(right: amount, up: 0)
      }
    }
  }

  // MARK: What lasts as long as a gesture

  /// Only a gesture that goes on holds anything: the reader lets such actions stand where one begins, and nowhere else.
  private static func holder(_ work: Work) -> GestureID? { work.gesture.phase == .began ? work.owner : nil }

  private mutating func hold(_ keys: KeyPresses, of work: Work) {
    guard let owner = Self.holder(work) else { return }
    pressing = work.place
    guard queue.press(keys) else {
      effects.report(ActionFailure(place: work.place, .tooManyKeys))
      return
    }
    holds.append(Hold(owner: owner, keys: keys))
  }

  private mutating func follow(_ kind: Follower.Kind, for work: Work) {
    guard let owner = Self.holder(work) else { return }
    followers.append(Follower(kind, work.gesture, owner: owner, place: work.place))
  }

  /// Moves by as much as the fingers of `gesture` have. While other events are on their way it does not: the next move
  /// makes up for it.
  mutating func follow(_ gesture: Gesture) {
    guard !followers.isEmpty, queue.isEmpty else { return }
    catchUp(with: gesture)
  }

  /// Moves to where the fingers have lifted, and releases what the gesture holds, the last first.
  mutating func release(_ work: Work) {
    catchUp(with: work.gesture)
    if followers.contains(where: { $0.owner == work.owner && $0.ability == .scrolling }) { queue.endScrolling() }
    followers.removeAll { $0.owner == work.owner }
    for hold in holds.reversed() where hold.owner == work.owner { queue.release(hold.keys) }
    holds.removeAll { $0.owner == work.owner }
  }

  private mutating func catchUp(with gesture: Gesture) {
    let id = GestureID(gesture)
    for index in followers.indices where followers[index].owner == id {
      guard let event = followers[index].event(for: gesture) else { continue }
      pressing = followers[index].place
      _ = queue.append([event])
    }
  }
}

extension Click {
  /// Its modifiers alone.
  fileprivate var modifierChord: Chord { Chord(modifiers: modifiers, key: nil, text: text) }
}
