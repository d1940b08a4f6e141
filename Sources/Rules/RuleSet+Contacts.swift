internal import Gestures
public import Touch

extension RuleSet {
  /// True if some rule can act on this touchpad only if its contacts are read, and they may be. Conditions are ignored.
  /// - Parameter device: the touchpad after adjustment. If its `contacts` are nil, it is assumed to report everything.
  public func needsContacts(of device: Device) -> Bool {
    mayReadContacts && triggers.contains { $0.needsContacts(on: device) }
  }
}
