internal import Testing

extension Program {
  /// The private memory in KiB: unlike pages of files, it is not freed and read again on demand.
  var ownMemory: Int { get throws { try field("RssAnon") } }

  /// The number of context switches.
  var switches: Int { get throws { try field("voluntary_ctxt_switches") + field("nonvoluntary_ctxt_switches") } }

  /// The number of threads.
  var threads: Int { Guest.names(in: "/proc/\(process)/task").count }

  /// A number in its status (proc_pid_status(5)), sizes in KiB.
  func field(_ name: String) throws -> Int {
    let line = Guest.read("/proc/\(process)/status")?.split(separator: "\n").first { $0.hasPrefix("\(name):") }
    let words = try #require(line).split(whereSeparator: \.isWhitespace)
    return try #require(words.count > 1 ? Int(words[1]) : nil)
  }
}
