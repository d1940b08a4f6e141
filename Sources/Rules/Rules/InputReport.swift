/// The desktop's report on the input of all its devices, keyboards and mice included.
public struct InputReport: Hashable, Sendable {
  /// The time without input after which it is silent. An event less than that after a key is one of a hand that types:
  /// at 40 words a minute, keys are 300 ms apart.
  public static let silence = Duration.milliseconds(300)

  /// True if there was no input for that time; false from the next one on.
  public var isSilent: Bool
  /// True if a program may inhibit the report of silence, as one that plays a video does.
  public var isInhibitable: Bool

  /// A report.
  public init(isSilent: Bool, isInhibitable: Bool) {
    (self.isSilent, self.isInhibitable) = (isSilent, isInhibitable)
  }
}
