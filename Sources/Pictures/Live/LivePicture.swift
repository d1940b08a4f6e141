public import Gestures
public import Terminal
public import Touch

/// What hands do, drawn in a terminal while they do it: the fingers on the device, what the recognisers make of them,
/// and the rule that acts or why none does.
///
/// It is a pure function of what it is told: it has no clock, and says itself when it looks otherwise without being told
/// anything.
public struct LivePicture: Sendable {
  /// A line about something that happened.
  struct Note: Sendable {
    enum Kind: Sendable {
      /// A gesture that a rule asks for.
      case meant
      /// One that no rule asks for.
      case unasked
      /// Something that is worth knowing.
      case warning
    }

    var text: String
    var kind: Kind
  }

  /// More notes than any screen has lines for are not kept.
  private static let mostNotes = 40

  let rules: [PicturedRule]
  private(set) var surfaces: [LiveSurface] = []
  private(set) var touch: LiveTouch?
  private(set) var notes: [Note] = []
  /// The device that is drawn.
  private var drawn: DeviceID?

  /// A picture of nothing yet.
  /// - Parameter rules: the rules in their order: a gesture's `rank` is the place of its rule among them.
  public init(rules: [PicturedRule]) { self.rules = rules }

  /// The device that is drawn: the one that was touched last, or else the first that came.
  var surface: LiveSurface? { surfaces.first { $0.device.id == drawn } ?? surfaces.first }

  // MARK: What it is told

  /// Takes in what a device reported. The events come in the order of time, and each before what was recognised in it.
  public mutating func take(_ event: TouchEvent) {
    switch event.kind {
    case .deviceAdded(let device):
      surfaces.removeAll { $0.device.id == event.device }
      surfaces.append(LiveSurface(device))
    case .deviceRemoved: surfaces.removeAll { $0.device.id == event.device }
    case .eventsLost, .touchDown, .touchMotion, .touchUp, .touchCancel, .touchFrame, .swipeBegin, .swipeUpdate,
      .swipeEnd, .pinchBegin, .pinchUpdate, .pinchEnd, .holdBegin, .holdEnd, .scroll, .tap:
      guard let index = surfaces.firstIndex(where: { $0.device.id == event.device }) else { return }
      guard surfaces[index].take(event.kind, at: event.time), let stay = surfaces[index].stay else { return }
      drawn = event.device
      if !isPointing(stay) { touch = LiveTouch(stay) }
    }
  }

  /// Takes in what was recognised.
  public mutating func take(_ gesture: Gesture) {
    if touch?.device.id == gesture.device { touch?.take(gesture) }
  }

  /// Takes in what the recognisers see now, behind each event, and when time alone has decided something.
  /// - Parameters:
  ///   - observation: what they see on a device; nil where no finger is down on the one that was touched last.
  ///   - isAtRest: whether nothing more can come of what fingers did, on any device.
  public mutating func take(_ observation: (DeviceID) -> Observation?, isAtRest: Bool) {
    for index in surfaces.indices { surfaces[index].isDown = observation(surfaces[index].device.id) != nil }
    guard let device = touch?.device.id, let surface = surfaces.first(where: { $0.device.id == device }),
      let stay = surface.stay
    else { return }
    touch?.take(stay, observation(device))
    if isAtRest, !surface.isLanding { touch?.settle() }
  }

  /// What a hand did that no rule acted on, while nobody has said why not.
  public var unexplained: Attempt? {
    guard let touch, touch.isSettled, touch.acted.isEmpty, touch.misses == nil else { return nil }
    return touch.attempted
  }

  /// Takes in why no rule acted on `unexplained`: the nearest rule first, each on a line.
  public mutating func explain(_ lines: [String]) { touch?.misses = lines }

  /// Whether it is the one finger that moves the pointer all the time, of which no rule wants anything.
  private func isPointing(_ stay: Stay) -> Bool {
    stay.device.kind == .touchpad && stay.fingers == 1
      && !rules.contains { $0.trigger.fingers.contains(1) && $0.trigger.includes(stay.device) }
  }

  /// Notes what came of a gesture, on a line.
  /// - Parameter isMeant: whether a rule asks for it.
  public mutating func note(_ line: String, isMeant: Bool) { add(Note(text: line, kind: isMeant ? .meant : .unasked)) }

  /// Notes something that is worth knowing.
  public mutating func warn(_ line: String) { add(Note(text: line, kind: .warning)) }

  private mutating func add(_ note: Note) {
    notes.append(note)
    notes.removeFirst(max(notes.count - Self.mostNotes, 0))
  }

  // MARK: How it looks

  /// No terminal that is smaller has room for it.
  public static let leastSize = (columns: 60, rows: 20)

  /// When it looks otherwise than at `now` though nothing happens; nil where it does not.
  public func nextChange(after now: Timestamp) -> Timestamp? {
    surface?.trails(at: now).lazy
      .flatMap { trail in trail.isDown ? trail.moments.dropLast() : trail.moments[...] }
      .compactMap { Fading.nextChange(of: $0.time, after: now) }
      .min()
  }

  /// What it looks like at `now` on a terminal of a size.
  public func screen(columns: Int, rows: Int, repertoire: Repertoire, at now: Timestamp) -> Screen {
    var screen = Screen(columns: columns, rows: rows, repertoire: repertoire)
    let least = Self.leastSize
    guard columns >= least.columns, rows >= least.rows else {
      let words = ["needs \(least.columns) × \(least.rows)", "has \(columns) × \(rows)", "q leaves"]
      for (row, line) in words.enumerated() { screen.write(line, column: 0, row: row) }
      return screen
    }
    LiveSheet(picture: self, now: now).draw(into: &screen)
    return screen
  }
}
