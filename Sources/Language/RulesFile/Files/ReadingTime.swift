internal import Linux

/// The processor time that reading may still take: all readers of files from outside ask it, so that none can keep the
/// program busy, whatever the file contains. Readers take time in proportion to the size of the file, which is limited,
/// so that no file is known that reaches it.
public struct ReadingTime: Sendable {
  /// The processor time of a reader, from its start: that of an accepted file is at most 2 s, see SECURITY.md. The
  /// unoptimised program takes up to eight times as long.
  public static let limit: Duration = {
    #if DEBUG
      return .seconds(16)
    #else
      return .seconds(2)
    #endif
  }()

  /// True if the time is over.
  public let isOver: @Sendable () -> Bool

  /// The time until `isOver` returns true.
  public init(isOver: @escaping @Sendable () -> Bool) { self.isOver = isOver }

  /// The limit, from now on, of the processor time of this thread: other work of the machine does not count.
  public static var limited: ReadingTime {
    let end = Duration.ofThread + limit
    return ReadingTime { Duration.ofThread >= end }
  }
}
