public import Touch

/// A pause of all rules, with or without an end. Time is an argument: the owner calls `end` at `deadline`.
public struct Pause: Hashable, Sendable {
  /// True if no rule may act.
  public private(set) var isOn = false
  /// The time at which it ends by itself; nil if it does not.
  public private(set) var deadline: Timestamp?

  /// Begins, or changes its end.
  /// - Parameter time: its duration; nil until `end`.
  mutating func begin(lasting time: Duration?, at now: Timestamp) {
    isOn = true
    deadline = time.map { now + $0 }
  }

  /// Ends.
  mutating func end() { self = Pause() }
}
