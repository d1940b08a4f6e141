internal import Linux

/// What this process has of the machine.
struct Usage {
  /// Memory that is its own, in KiB: its heap and stack, and not the code that it maps.
  var memory: Int
  /// Open descriptors.
  var descriptors: Int

  /// At this moment.
  static func now() throws(SystemError) -> Usage {
    Usage(memory: try field("RssAnon:"), descriptors: try entries(of: "/proc/self/fd"))
  }

  private static func field(_ name: String) throws(SystemError) -> Int {
    let file = try Descriptor.open("/proc/self/status", 0)
    let text = String(decoding: try file.read(upTo: 16_384) ?? [], as: UTF8.self)
    let line = text.split(separator: "\n").first { $0.hasPrefix(name) }
    return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0
  }
}
