/// Follows whether the virtual touchpad is needed: rules show hands of a touchscreen that is there.
struct TouchpadNeed: Sendable {
  /// True if devices or rules have changed, and with them the need.
  private(set) var mayDiffer = false
  /// True if the touchpad is there, as far as the engine knows.
  private var isMet = false

  /// Notes that devices or rules have changed.
  mutating func noteChange() { mayDiffer = true }

  /// Updates the need.
  /// - Parameter isShowing: true if the touchpad shows a hand: it stays until its contacts have lifted.
  /// - Returns: true if the touchpad is to be made, false if removed; nil if it stays as it is.
  mutating func update(isNeeded: Bool, isShowing: Bool) -> Bool? {
    guard isNeeded || !isShowing else { return nil }
    mayDiffer = false
    guard isNeeded != isMet else { return nil }
    isMet = isNeeded
    return isNeeded
  }
}
