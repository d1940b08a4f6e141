/// The keys of a chord in the order they are pressed; they are released the other way round.
public struct KeyPresses: Hashable, Sendable {
  /// The keys, each once.
  public let keys: [KeyCode]

  /// A chord of `keys`; one that is named twice is pressed at its first place.
  public init(_ keys: [KeyCode]) {
    var seen: Set<KeyCode> = []
    self.keys = keys.filter { seen.insert($0).inserted }
  }
}
