internal import Testing

extension Program {
  /// The private memory in KiB: unlike pages of files, it is not freed and read again on demand.
  var ownMemory: Int {
    get throws {
      let line = Guest.read("/proc/\(process)/status")?.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
      return try #require(line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) })
    }
  }
}
