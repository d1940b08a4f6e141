/// A message of i3's IPC protocol, which sway uses (sway-ipc(7)): the magic text, the payload's length and the type,
/// both in native byte order, then the payload.
struct SwayMessage: Hashable {
  /// The type of a message.
  enum Kind: UInt32 {
    case runCommand = 0
    case getWorkspaces = 1
    case subscribe = 2
    case getTree = 4
    case getVersion = 7
    case getConfig = 9
    case getInputs = 100
    // Events have the highest bit set.
    case workspaceEvent = 0x8000_0000
    case outputEvent = 0x8000_0001
    case windowEvent = 0x8000_0003
    case inputEvent = 0x8000_0015

    /// True for events, false for replies.
    static func isEvent(_ number: UInt32) -> Bool { number & 0x8000_0000 != 0 }
  }

  /// The type, which may be unknown to `Kind`.
  var type: UInt32
  var payload: [UInt8]

  private static let magic = Array("i3-ipc".utf8)
  private static let headSize = 14

  init(_ kind: Kind, _ payload: String = "") {
    type = kind.rawValue
    self.payload = Array(payload.utf8)
  }

  private init(type: UInt32, payload: [UInt8]) {
    self.type = type
    self.payload = payload
  }

  /// The encoded message.
  var bytes: [UInt8] {
    var bytes = Self.magic
    withUnsafeBytes(of: UInt32(payload.count)) { bytes += $0 }
    withUnsafeBytes(of: type) { bytes += $0 }
    return bytes + payload
  }

  /// Removes the first message from the stream; nil if it is incomplete.
  /// - Parameter limit: the maximum size of the payload.
  /// - Throws: `CompositorError` if it is not a message, or too long.
  static func next(in stream: CompositorStream, limit: Int) throws(CompositorError) -> SwayMessage? {
    guard let size = try payloadSize(stream.incoming, limit: limit), stream.incoming.count >= headSize + size else {
      return nil
    }
    let bytes = stream.consume(headSize + size)
    return SwayMessage(type: number(bytes, at: 10), payload: Array(bytes[headSize...]))
  }

  private static func payloadSize(_ bytes: ArraySlice<UInt8>, limit: Int) throws(CompositorError) -> Int? {
    guard magic.starts(with: bytes.prefix(magic.count)) else { throw .malformed("a message without 'i3-ipc'") }
    guard bytes.count >= headSize else { return nil }
    let size = Int(number(Array(bytes.prefix(headSize)), at: 6))
    guard size <= limit else { throw .malformed("a message of \(size) bytes") }
    return size
  }

  private static func number(_ bytes: [UInt8], at offset: Int) -> UInt32 {
    bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self) }
  }
}
