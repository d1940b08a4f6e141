public import Gestures
public import Time
public import Touch

/// A drawing of touches in a terminal while they happen: the fingers on the device, the states of the recognisers, and
/// the rule that acts or why none does.
///
/// A pure function of its input: it has no clock, and reports the next time at which it changes without input.
public struct LivePicture: TouchFollower {
  /// A line about an event.
  struct Note: Sendable {
    enum Kind: Sendable {
      /// A gesture that a rule requests.
      case meant
      /// A gesture that no rule requests.
      case unasked
      case warning
    }

    var text: String
    var kind: Kind
  }

  /// The number of notes kept: more than the lines of any screen.
  private static let mostNotes = 40

  /// The rule that came nearest to a touch on which none acted.
  struct Nearest: Sendable {
    /// Nil if no rule is for such fingers.
    var rule: PicturedRule?
    var reason: String
  }

  let rules: [PicturedRule]
  private var tracker: TouchTracker
  private(set) var notes: [Note] = []
  /// Warnings that hold now, below the notes.
  public var standing: [String] = []
  /// The nearest rule to the latest touch, once no rule has acted on it.
  private(set) var nearest: Nearest?

  /// An empty picture.
  /// - Parameter rules: the rules in the order of the file, as a gesture's `rule` counts them.
  public init(rules: [PicturedRule]) {
    self.rules = rules
    tracker = TouchTracker(triggers: rules.map(\.trigger))
  }

  var surfaces: [LiveSurface] { tracker.surfaces }
  var touch: LiveTouch? { tracker.touch }
  /// The device that is drawn: the one touched last, or else the first one added.
  var surface: LiveSurface? { surfaces.first { $0.device.id == tracker.touched } ?? surfaces.first }

  // MARK: Input

  /// Adds what a device reported. Events come in order of time, each before the gestures recognised from it.
  public mutating func add(_ event: TouchEvent) { tracker.add(event) }

  /// Adds what was recognised.
  public mutating func add(_ gesture: Gesture) { tracker.add(gesture) }

  /// True if an update at `now` may change something although no deadline has passed.
  public func hasChanged(at now: Timestamp) -> Bool { tracker.hasChanged(at: now) }

  /// Updates the state of the recognisers, as `TouchTracker.update` does.
  public mutating func update(
    at now: Timestamp, isOfTime: Bool = true, observations: (DeviceID) -> Observation?, isAtRest: (DeviceID) -> Bool,
    failures: (DeviceID) -> [TouchFailure]
  ) -> [TouchTracker.Miss] {
    let before = touch?.start
    let misses = tracker.update(
      at: now, isOfTime: isOfTime, observations: observations, isAtRest: isAtRest, failures: failures)
    if touch?.start != before { nearest = nil }
    return misses
  }

  /// The next time of `update` without input; nil if there is none.
  public var deadline: Timestamp? { tracker.deadline }

  /// Adds the rule that came nearest to a touch on which none acted, and the reason why it did not.
  public mutating func explain(_ miss: TouchTracker.Miss, rule: RuleIndex?, reason: String) {
    guard miss.start == touch?.start else { return }
    let known = (rule?.position).flatMap { rules.indices.contains($0) ? rules[$0] : nil }
    nearest = Nearest(rule: known, reason: reason)
  }

  /// Adds a line about a gesture.
  /// - Parameter isMeant: true if a rule requests the gesture.
  public mutating func note(_ line: String, isMeant: Bool) { add(Note(text: line, kind: isMeant ? .meant : .unasked)) }

  /// Shows a warning among the last lines.
  public mutating func warn(_ line: String) { add(Note(text: line, kind: .warning)) }

  private mutating func add(_ note: Note) {
    notes.append(note)
    notes.removeFirst(max(notes.count - Self.mostNotes, 0))
  }

  // MARK: Output

  /// The smallest terminal that has room for the drawing.
  static let leastSize = (columns: 60, rows: 20)

  /// The next time at which the drawing changes without input; nil if it does not.
  public func nextChange(after now: Timestamp) -> Timestamp? {
    surface?.trails(at: now).lazy
      .flatMap { trail in trail.isDown ? trail.moments.dropLast() : trail.moments[...] }
      .compactMap { Fading.nextChange(of: $0.time, after: now) }
      .min()
  }

  /// The drawing at `now`, for a terminal of a size.
  public func screen(columns: Int, rows: Int, repertoire: Repertoire, at now: Timestamp) -> Screen {
    var screen = Screen(columns: columns, rows: rows, repertoire: repertoire)
    let least = Self.leastSize
    guard columns >= least.columns, rows >= least.rows else {
      let words = ["needs \(least.columns) × \(least.rows)", "has \(columns) × \(rows)", "q quits"]
      for (row, line) in words.enumerated() { screen.write(line, column: 0, row: row) }
      return screen
    }
    LiveLayout(picture: self, now: now).draw(into: &screen)
    return screen
  }
}
