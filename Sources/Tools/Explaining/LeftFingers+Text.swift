internal import Diagnostics
public import Touch

extension LeftFingers {
  /// The reason with its amount and its limit.
  public var text: String {
    switch reason {
    case .movement: "no rule could act any more"
    case .lost: "events were lost"
    case .late:
      "they were taken \(Duration.microseconds(Int64(amount)).measure(.up)) after the frame, maximum "
        + "\(LeftFingers.latest.measure())"
    case .spent: "\(amount) writes in one touch, maximum \(LeftFingers.mostWrites)"
    case .sudden:
      "they had rested, and moved by \(Phrase.number((Double(amount) / 100).rounded() / 10)) mm in one frame, maximum "
        + "\(Phrase.number(LeftFingers.farthestStart)) mm"
    case .opposed:
      "another program wrote the opposite into the touchpad in \(amount) frames, maximum \(LeftFingers.mostOpposed)"
    }
  }
}

extension Device {
  /// The message that a rule did not act because its fingers were left to the desktop; nil if none could.
  public func leftText(_ fingers: LeftFingers) -> String? {
    guard fingers.reason != .movement else { return nil }
    return "the desktop had fingers of \(kind) '\(name.legible)' that rules want: \(fingers.text)"
  }
}
