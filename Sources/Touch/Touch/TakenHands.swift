/// The hands on a touchpad whose fingers rules take without a grab.
public struct TakenHands: Hashable, Sendable {
  /// The name of the touchpad.
  public var name: String
  /// The hands that a rule has kept.
  public var kept: Int
  /// The hands that were given back.
  public var returned: Int
  /// The hands that were left alone although a rule wanted them: too late, events lost, too many writes, another
  /// writer.
  public var missed: Int
  /// The longest time from a frame to its write, in microseconds.
  public var longest: Int

  /// The hands on this touchpad.
  public init(name: String, kept: Int, returned: Int, missed: Int, longest: Int) {
    self.name = name
    self.kept = kept
    self.returned = returned
    self.missed = missed
    self.longest = longest
  }
}
