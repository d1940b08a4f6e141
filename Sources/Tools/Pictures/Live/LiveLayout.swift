internal import Gestures
internal import Time
internal import Touch

/// The layout of the live picture:
///
///     device                                  q quits
///     ┌──────────────────────┐ numbers
///     │        field         │ numbers
///     │                      │ recognisers
///     └──────────────────────┘ recognisers
///     the rule that acts, or the nearest and the reason why it does not
///     notes
///     warnings that hold now
struct LiveLayout {
  /// The width of the numbers and the recognisers, in cells.
  private static let panelWidth = 37
  private static let verdictHeight = 3
  static let label = Look(nil, .faint)

  let picture: LivePicture
  let now: Timestamp

  func draw(into screen: inout Screen) {
    let noteCount = max(4, min(12, (screen.rows - 9) / 3))
    let fieldHeight = screen.rows - 1 - Self.verdictHeight - noteCount
    let panel = screen.columns - Self.panelWidth
    drawHeading(into: &screen)
    if let surface = picture.surface {
      LiveField(surface: surface, now: now).draw(
        into: &screen, in: (column: 0, row: 1, columns: panel - 1, rows: fieldHeight))
    }
    drawNumbers(into: &screen, column: panel, row: 1)
    drawStates(into: &screen, column: panel, row: 6)
    for (index, line) in verdict.prefix(Self.verdictHeight).enumerated() {
      screen.write(line.text, column: 0, row: 1 + fieldHeight + index, style: line.style)
    }
    let standing = picture.standing.suffix(noteCount / 2).map { LivePicture.Note(text: $0, kind: .warning) }
    let notes = picture.notes.suffix(noteCount - standing.count)
    for (index, note) in notes.enumerated() {
      screen.write(note.text, column: 0, row: screen.rows - noteCount + index, style: note.kind.style)
    }
    for (index, note) in standing.enumerated() {
      screen.write(note.text, column: 0, row: screen.rows - standing.count + index, style: note.kind.style)
    }
  }

  private func drawHeading(into screen: inout Screen) {
    let hint = "q quits"
    var text = "no touch device is readable"
    if let device = picture.surface?.device {
      let size = device.size.map { ", \(Int(clamping: $0.width)) × \(Int(clamping: $0.height)) mm" }
      text = "\(device.kind.rawValue) '\(device.name)'\(size ?? ", of unknown size")"
      let others = picture.surfaces.count - 1
      if others > 0 { text += ", and \(others) more" }
    }
    screen.write(text, column: 0, row: 0, room: screen.columns - hint.count - 2, style: Look(nil, .bold))
    screen.write(hint, column: screen.columns - hint.count, row: 0, style: Self.label)
  }

  private func drawNumbers(into screen: inout Screen, column: Int, row: Int) {
    let touch = picture.touch
    let entries: [[(name: String, value: String?)]] = [
      [("fingers", touch.map { "\($0.fingers)" }), ("duration", touch.map { $0.lasting.seconds })],
      [
        ("distance", touch.map { "\(Tenths($0.translation.length.value).text) mm" }),
        ("speed", touch.map { "\(Int(clamping: $0.speed)) mm/s" }),
      ],
      [
        ("scale", touch?.scale.map { Hundredths($0).text }),
        ("angle", touch?.rotation.map { "\(Int(clamping: $0))°" }),
      ],
      [("direction", touch?.direction?.rawValue)],
    ]
    for (line, pair) in entries.enumerated() {
      for (index, (name, value)) in pair.enumerated() {
        let start = column + index * 19
        screen.write(name, column: start, row: row + line, style: Self.label)
        screen.write(value ?? "-", column: start + 10, row: row + line, style: value == nil ? Self.label : .plain)
      }
    }
  }

  /// The kinds of gesture that have a state before they are recognised.
  private static let kinds = Gesture.Kind.allCases.filter { $0 != .press && $0 != .tipTap && $0 != .touch }

  /// Draws the state of each recogniser.
  private func drawStates(into screen: inout Screen, column: Int, row: Int) {
    for (index, kind) in Self.kinds.enumerated() {
      let state = picture.touch?.states[kind]
      screen.write(kind.rawValue, column: column, row: row + index, style: Self.label)
      screen.write(
        state?.rawValue ?? "-", column: column + 12, row: row + index, style: state?.style ?? Self.label)
    }
  }

  /// The rules that act, or why none does.
  private var verdict: [(text: String, style: Look)] {
    guard let touch = picture.touch else { return [("Make a gesture. No action runs.", .plain)] }
    let acted = touch.acted.map(\.position).filter(picture.rules.indices.contains).map { picture.rules[$0] }
    if let first = acted.first {
      let lines = acted.map { ("\($0.heading) acts: \($0.reaction)", Look(.green, .bold)) }
      return acted.count == 1 ? lines + [("gesture: \(first.gesture)", .plain)] : lines
    }
    guard touch.isSettled else { return [("no rule yet", Self.label)] }
    if picture.rules.isEmpty { return [("no rule acted: there are none", .plain)] }
    guard let nearest = picture.nearest else { return [("no rule acted", .plain)] }
    guard let rule = nearest.rule else { return [("no rule acted; \(nearest.reason)", .plain)] }
    return [
      ("no rule acted; nearest:", .plain), ("  \(rule.heading): \(rule.gesture)", .plain),
      ("  \(nearest.reason)", .plain),
    ]
  }
}

extension LivePicture.Note.Kind {
  fileprivate var style: Look {
    switch self {
    case .meant: .plain
    case .unasked: Look(nil, .faint)
    case .warning: Look(.yellow)
    }
  }
}

extension RecognizerState {
  fileprivate var style: Look {
    switch self {
    case .possible: .plain
    case .began, .changed, .recognized: Look(.green, .bold)
    case .ended: Look(.green)
    case .cancelled: Look(.yellow)
    case .failed: Look(nil, .faint)
    }
  }
}

/// A number with two decimals.
private struct Hundredths {
  let text: String

  init(_ number: Double) {
    let count = Int(clamping: number * 100)
    let rest = count.magnitude % 100
    text = (count < 0 ? "-" : "") + "\(count.magnitude / 100)." + (rest < 10 ? "0\(rest)" : "\(rest)")
  }
}

extension Duration {
  /// The text `0.34 s`.
  fileprivate var seconds: String { Hundredths(inSeconds).text + " s" }
}
