public import Gestures
public import Terminal
public import Touch

/// A drawing of touches in a terminal while they happen: the fingers on the device, the states of the recognisers, and
/// the rule that acts or why none does.
///
/// A pure function of its input: it has no clock, and reports the next time at which it changes without input.
public struct LivePicture: Sendable {
  /// A line about an event.
  struct Note: Sendable {
    enum Kind: Sendable {
      /// A gesture that a rule requests.
      case meant
      /// A gesture that no rule requests.
      case unasked
      /// A warning to the user.
      case warning
    }

    var text: String
    var kind: Kind
  }

  /// The number of notes kept: more than the lines of any screen.
  private static let mostNotes = 40

  let rules: [PicturedRule]
  private(set) var surfaces: [LiveSurface] = []
  private(set) var touch: LiveTouch?
  private(set) var notes: [Note] = []
  /// The device that was touched last.
  private var drawn: DeviceID?

  /// An empty picture.
  /// - Parameter rules: the rules in the order of the file, as a gesture's `rule` counts them.
  public init(rules: [PicturedRule]) { self.rules = rules }

  /// The device that is drawn: the one touched last, or else the first one added.
  var surface: LiveSurface? { surfaces.first { $0.device.id == drawn } ?? surfaces.first }

  // MARK: Input

  /// Adds what a device reported. Events come in order of time, each before the gestures recognised from it.
  public mutating func add(_ event: TouchEvent) {
    switch event.kind {
    case .deviceAdded(let device):
      surfaces.removeAll { $0.device.id == event.device }
      surfaces.append(LiveSurface(device))
    case .deviceRemoved: surfaces.removeAll { $0.device.id == event.device }
    case .eventsLost, .touchDown, .touchMotion, .touchUp, .touchCancel, .touchFrame, .swipeBegin, .swipeUpdate,
      .swipeEnd, .pinchBegin, .pinchUpdate, .pinchEnd, .holdBegin, .holdEnd, .scroll, .tap:
      guard let index = surfaces.firstIndex(where: { $0.device.id == event.device }) else { return }
      guard surfaces[index].add(event.kind, at: event.time), let episode = surfaces[index].episode else { return }
      drawn = event.device
      if !isPointing(episode) { touch = LiveTouch(episode) }
    }
  }

  /// Adds what was recognised.
  public mutating func add(_ gesture: Gesture) {
    if touch?.device.id == gesture.device { touch?.update(with: gesture) }
  }

  /// Updates the state of the recognisers, after each event and after each deadline.
  /// - Parameters:
  ///   - observations: the observation on a device; nil if no finger is down there.
  ///   - isIdle: true if no device has a gesture pending.
  public mutating func update(observations: (DeviceID) -> Observation?, isIdle: Bool) {
    for index in surfaces.indices { surfaces[index].isDown = observations(surfaces[index].device.id) != nil }
    guard let device = touch?.device.id, let surface = surfaces.first(where: { $0.device.id == device }),
      let episode = surface.episode
    else { return }
    touch?.update(from: episode, observations(device))
    if isIdle, !surface.isLanding { touch?.settle() }
  }

  /// The attempt that fulfilled no rule and has not been explained yet.
  public var unexplained: Attempt? {
    guard let touch, touch.isSettled, touch.acted.isEmpty, touch.misses == nil else { return nil }
    return touch.attempted
  }

  /// Adds why no rule acted on `unexplained`: a line per rule, the nearest first.
  public mutating func explain(_ lines: [String]) { touch?.misses = lines }

  /// True if one finger moves the pointer and no rule is for one finger.
  private func isPointing(_ episode: TouchEpisode) -> Bool {
    episode.device.kind == .touchpad && episode.fingers == 1
      && !rules.contains { $0.trigger.fingers.contains(1) && $0.trigger.includes(episode.device) }
  }

  /// Adds a line about a gesture.
  /// - Parameter isMeant: true if a rule requests the gesture.
  public mutating func note(_ line: String, isMeant: Bool) { add(Note(text: line, kind: isMeant ? .meant : .unasked)) }

  /// Adds a warning.
  public mutating func warn(_ line: String) { add(Note(text: line, kind: .warning)) }

  private mutating func add(_ note: Note) {
    notes.append(note)
    notes.removeFirst(max(notes.count - Self.mostNotes, 0))
  }

  // MARK: Output

  /// The smallest terminal that has room for the drawing.
  public static let leastSize = (columns: 60, rows: 20)

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
      let words = ["needs \(least.columns) × \(least.rows)", "has \(columns) × \(rows)", "q leaves"]
      for (row, line) in words.enumerated() { screen.write(line, column: 0, row: row) }
      return screen
    }
    LiveLayout(picture: self, now: now).draw(into: &screen)
    return screen
  }
}
