internal import Linux

/// The resources of this process.
struct Usage {
  /// Private memory in KiB: heap and stack, without mapped code.
  var memory: Int
  /// Open descriptors.
  var descriptors: Int

  /// The resources in use now.
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
