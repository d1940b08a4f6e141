import Rules
import Time
import Touch

/// A reader of touches that recognises gestures: an engine, and what becomes of its effects. `monitor`, `replay`,
/// `learn` and `record --stroke` differ in nothing else; each reads live touches (`LiveTouches.run`) or a recording.
protocol TouchReader: AnyObject {
  /// The adjustments of devices by the rules file and the outputs.
  var adjustments: DeviceAdjustments { get }
  /// True if it needs the contacts of touchpads.
  var readsContacts: Bool { get }
  /// The time at which the passing of time alone decides something; nil if it does not.
  var deadline: Timestamp? { get }

  /// Takes in the panels of the outputs.
  /// - Returns: the touchscreens that are turned otherwise now.
  func replacePanels(with panels: [Panel], at now: Timestamp) throws -> [Device]
  /// Takes in an event as the device reports it.
  func handle(_ event: TouchEvent) throws
  /// Advances time to `now`, which is `deadline` or later.
  func expire(at now: Timestamp) throws
  /// Ends the input.
  func finish() throws
}

extension TouchReader {
  var deadline: Timestamp? { nil }
  func expire(at now: Timestamp) {}
  func finish() {}

  /// Reads a recording.
  func play(_ events: [TouchEvent], panels: [Panel]) throws {
    if !panels.isEmpty { _ = try replacePanels(with: panels, at: .zero) }
    for event in events { try handle(event) }
    try finish()
  }
}
