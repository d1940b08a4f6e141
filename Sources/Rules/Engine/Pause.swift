public import Time

/// A pause of all rules, with or without an end. The engine calls `end` at `deadline`.
public struct Pause: Sendable {
  /// True while rules are paused.
  public private(set) var isOn = false
  /// The time at which the pause ends; nil if it has no end.
  public private(set) var deadline: Timestamp?

  /// Begins a pause, or changes the end of the current one.
  /// - Parameter time: the duration from `now`; nil until `end`.
  mutating func begin(lasting time: Duration?, at now: Timestamp) {
    isOn = true
    deadline = time.map { now + $0 }
  }

  mutating func end() { self = Pause() }
}
