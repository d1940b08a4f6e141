/// The keys of a chord, in the order they are pressed; they are released in reverse order.
public struct KeyPresses: Hashable, Sendable {
  /// The keys, each once.
  public let keys: [KeyCode]

  /// Creates a chord of `keys`, without repetitions.
  public init(_ keys: [KeyCode]) {
    var once: [KeyCode] = []
    once.reserveCapacity(keys.count)
    // A chord has few keys: a linear search is cheaper than a set.
    for key in keys where !once.contains(key) { once.append(key) }
    self.keys = once
  }
}
