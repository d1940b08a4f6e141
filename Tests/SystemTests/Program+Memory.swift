internal import Testing

extension Program {
  /// How much memory it has of its own, in KiB: what it has read from files goes when nobody needs it, and comes back.
  var ownMemory: Int {
    get throws {
      let line = Guest.read("/proc/\(process)/status")?.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
      return try #require(line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) })
    }
  }
}
