/// The keys of a chord in the order they are pressed; they are released the other way round.
public struct KeyPresses: Hashable, Sendable {
  /// The keys, each once.
  public let keys: [KeyCode]

  /// A chord of `keys`; one that is named twice is pressed at its first place.
  public init(_ keys: [KeyCode]) {
    var once: [KeyCode] = []
    once.reserveCapacity(keys.count)
    // A chord has a handful of keys: to look through them costs less than to make a set.
    for key in keys where !once.contains(key) { once.append(key) }
    self.keys = once
  }
}
