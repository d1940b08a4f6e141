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

/// A key that goes down or up.
public struct KeyEvent: Hashable, Sendable {
  /// Which.
  public var key: KeyCode
  /// Down, else up.
  public var isDown: Bool

  /// An event of `key`.
  public init(_ key: KeyCode, isDown: Bool) {
    self.key = key
    self.isDown = isDown
  }
}
