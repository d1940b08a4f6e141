internal import CLinux
internal import Glibc

/// Reports changes of files (inotify(7)).
public struct Inotify: ~Copyable, Sendable {
  /// Kinds of events and options of a watch.
  public struct Mask: OptionSet, Hashable, Sendable {
    /// The bits of <sys/inotify.h>.
    public let rawValue: UInt32
    /// A set with these bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The file's owner, permissions, times or number of links changed.
    public static let attributes = Mask(rawValue: UInt32(IN_ATTRIB))
    /// A file that was open for writing was closed.
    public static let written = Mask(rawValue: UInt32(IN_CLOSE_WRITE))
    /// A file was created in the directory.
    public static let created = Mask(rawValue: UInt32(IN_CREATE))
    /// A file was renamed out of the directory, or within it from this name.
    public static let movedFrom = Mask(rawValue: UInt32(IN_MOVED_FROM))
    /// A file was renamed into the directory, or within it to this name. Most editors save so.
    public static let movedTo = Mask(rawValue: UInt32(IN_MOVED_TO))
    /// A file was removed from the directory.
    public static let deleted = Mask(rawValue: UInt32(IN_DELETE))
    /// The watched file itself was renamed.
    static let selfMoved = Mask(rawValue: UInt32(IN_MOVE_SELF))
    /// The watched file itself was removed.
    public static let selfDeleted = Mask(rawValue: UInt32(IN_DELETE_SELF))
    /// Option: watch a symbolic link itself, not its target.
    static let linkItself = Mask(rawValue: UInt32(IN_DONT_FOLLOW))
    /// Option: add to the mask of an existing watch instead of replacing it.
    static let addToMask = Mask(rawValue: UInt32(IN_MASK_ADD))
    /// Option: remove the watch after one event.
    public static let once = Mask(rawValue: UInt32(IN_ONESHOT))
    /// Option: fail unless the path is a directory.
    public static let onlyDirectory = Mask(rawValue: UInt32(IN_ONLYDIR))
    /// Only reported: the watch was removed.
    public static let ignored = Mask(rawValue: UInt32(IN_IGNORED))
    /// Only reported: events were lost, so every watched file may have changed. The event's `watch` is -1.
    public static let overflow = Mask(rawValue: UInt32(IN_Q_OVERFLOW))
  }

  /// A change of a file.
  public struct Event: Hashable, Sendable {
    /// The number of the watch.
    public var watch: CInt
    /// The kinds of change.
    public var mask: Mask
    /// A number that both halves of a rename share; else 0.
    public var cookie: UInt32
    /// The file's name in the watched directory; nil for the watched file itself.
    public var name: String?
  }

  private let descriptor: Descriptor

  /// The descriptor's number, to wait for.
  public var number: CInt { descriptor.number }

  /// Creates an instance without watches.
  /// - Throws: `SystemError`.
  public init() throws(SystemError) {
    descriptor = Descriptor(
      owning: try system("inotify_init1") {
        inotify_init1(CInt(IN_CLOEXEC) | CInt(IN_NONBLOCK))
      })
  }

  /// Watches `path` for `mask`. The mask of an existing watch is replaced, unless `mask` contains `addToMask`.
  /// - Returns: the watch's number, which is the same for the same file.
  /// - Throws: `SystemError` with the path.
  @discardableResult
  public func watch(_ path: String, for mask: Mask) throws(SystemError) -> CInt {
    try system("inotify_add_watch", path: path) { inotify_add_watch(descriptor.number, path, mask.rawValue) }
  }

  /// Removes a watch.
  /// - Throws: `SystemError`: EINVAL if there is no such watch.
  public func remove(_ watch: CInt) throws(SystemError) {
    try system("inotify_rm_watch") { inotify_rm_watch(descriptor.number, watch) }
  }

  /// The events since the last call, in order.
  /// - Throws: `SystemError`.
  public func events() throws(SystemError) -> [Event] {
    var events: [Event] = []
    // A read returns whole events only; 4096 bytes hold at least 14 of the longest.
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
