internal import CLinux
internal import Glibc

/// Reports what happens to files (inotify(7)).
public struct Inotify: ~Copyable, Sendable {
  /// Kinds of event, to ask for and as reported.
  public struct Mask: OptionSet, Hashable, Sendable {
    /// The bits of <sys/inotify.h>.
    public let rawValue: UInt32
    /// A set from its bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Its owner, mode, times or number of links changed.
    public static let attributes = Mask(rawValue: UInt32(IN_ATTRIB))
    /// A file that was open for writing was closed: whoever wrote it is done.
    public static let written = Mask(rawValue: UInt32(IN_CLOSE_WRITE))
    /// A file came into being in the directory.
    public static let created = Mask(rawValue: UInt32(IN_CREATE))
    /// A file was renamed out of the directory, or within it from this name.
    public static let movedFrom = Mask(rawValue: UInt32(IN_MOVED_FROM))
    /// A file was renamed into the directory, or within it to this name: how most editors save.
    public static let movedTo = Mask(rawValue: UInt32(IN_MOVED_TO))
    /// A file was removed from the directory.
    public static let deleted = Mask(rawValue: UInt32(IN_DELETE))
    /// The watched file itself was renamed.
    public static let selfMoved = Mask(rawValue: UInt32(IN_MOVE_SELF))
    /// The watched file itself was removed.
    public static let selfDeleted = Mask(rawValue: UInt32(IN_DELETE_SELF))
    /// Only asked for: watch a symbolic link itself, not what it leads to.
    public static let linkItself = Mask(rawValue: UInt32(IN_DONT_FOLLOW))
    /// Only asked for: besides what the file is watched for already.
    public static let besides = Mask(rawValue: UInt32(IN_MASK_ADD))
    /// Only asked for: watch nothing but a directory.
    public static let onlyDirectory = Mask(rawValue: UInt32(IN_ONLYDIR))
    /// Only reported: the watch is gone.
    public static let ignored = Mask(rawValue: UInt32(IN_IGNORED))
    /// Only reported: events were lost, look again at everything. The event's `watch` is -1.
    public static let overflow = Mask(rawValue: UInt32(IN_Q_OVERFLOW))
  }

  /// Something happened to a file.
  public struct Event: Hashable, Sendable {
    /// Which watch saw it.
    public var watch: CInt
    /// What happened.
    public var mask: Mask
    /// The same number for both halves of a rename, else 0.
    public var cookie: UInt32
    /// The file's name in the watched directory; nil for the watched file itself.
    public var name: String?
  }

  private let descriptor: Descriptor

  /// The number, to wait for.
  public var number: CInt { descriptor.number }

  /// Watches nothing yet.
  /// - Throws: `SystemError`.
  public init() throws(SystemError) {
    descriptor = Descriptor(
      owning: try system("inotify_init1") {
        inotify_init1(CInt(IN_CLOEXEC) | CInt(IN_NONBLOCK))
      })
  }

  /// Watches `path` for `mask`, in place of what it was watched for.
  /// - Returns: the watch's number: the same for the same file.
  /// - Throws: `SystemError` with the path.
  @discardableResult
  public func watch(_ path: String, for mask: Mask) throws(SystemError) -> CInt {
    try system("inotify_add_watch", path: path) { inotify_add_watch(descriptor.number, path, mask.rawValue) }
  }

  /// Ends a watch.
  /// - Throws: `SystemError`: EINVAL where there is no such watch.
  public func remove(_ watch: CInt) throws(SystemError) {
    try system("inotify_rm_watch") { inotify_rm_watch(descriptor.number, watch) }
  }

  /// What happened since the last call, in order; empty where nothing did.
  /// - Throws: `SystemError`.
  public func events() throws(SystemError) -> [Event] {
    var events: [Event] = []
    // One read gives whole events only; 4096 bytes hold at least 14 of the longest.
    while let bytes = try descriptor.read(upTo: 4096) { Self.append(bytes, to: &events) }
    return events
  }

  private static func append(_ bytes: [UInt8], to events: inout [Event]) {
    bytes.withUnsafeBytes { bytes in
      var start = 0
      while start + MemoryLayout<inotify_event>.size <= bytes.count {
        let head = bytes.loadUnaligned(fromByteOffset: start, as: inotify_event.self)
        start += MemoryLayout<inotify_event>.size
        let end = min(start + Int(head.len), bytes.count)
        let name = bytes[start..<end].prefix { $0 != 0 }
        events.append(
          Event(
            watch: head.wd, mask: Mask(rawValue: head.mask), cookie: head.cookie,
            name: name.isEmpty ? nil : String(decoding: name, as: UTF8.self)))
        start = end
      }
    }
  }
}
