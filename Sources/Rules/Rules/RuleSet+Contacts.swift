internal import Gestures
public import Touch

extension RuleSet {
  /// True if a rule is recognised from the contacts of this touchpad, and they may be read. Conditions are ignored.
  /// - Parameter device: the touchpad after adjustment. If its `contacts` are nil, it is assumed to report everything.
  public func wantsContacts(of device: Device) -> Bool {
    mayReadContacts && gestures.contains { $0.wantsContacts(of: device) }
  }

  /// True if a rule may take the fingers of this device without a grab. Conditions are ignored.
  /// - Parameter device: the device after adjustment, whose contacts are read if it is a touchpad.
  public func wantsTaking(of device: Device) -> Bool {
    let properties = devices.properties(of: device)
    guard properties.isOwned != true, properties.isKept ?? keepsFingers == false else { return false }
    return (device.kind == .touchscreen || mayReadContacts) && gestures.contains { $0.takesFingers(on: device) }
  }
}
