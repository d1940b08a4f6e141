public import Touch

extension Device {
  /// True if it counts fingers whose contacts it does not report. All of them are one hand.
  public var countsFingers: Bool { contacts.map { $0.slots < Trigger.handFingers || !$0.hasPositions } ?? false }
}
