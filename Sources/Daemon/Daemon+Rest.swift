internal import Linux
internal import Touch

/// What is kept in memory while nothing happens, and what is not.
extension Daemon {
  /// How long the session, the compositor and udev take at most to answer what they are asked at the start and after a
  /// reload, where nothing says it better.
  private static let settling = Duration.seconds(1)

  /// Much was done that is not done again soon, and it goes on until it has been told what is not known.
  func settle() { settledAt = unknownDue ?? Timestamp(microseconds: monotonicNow()) + Self.settling }

  /// Gives back what all that took. Once: whoever rests is not woken for it again.
  func takeRest() {
    settledAt = nil
    Rehearsal.run()
    releaseUnusedMemory()
  }
}
