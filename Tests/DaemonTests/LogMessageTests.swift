import Logging
import Testing

@testable import Daemon

@Suite("Log messages")
struct LogMessageTests {
  private func message(_ text: String, _ level: Logger.Level, rule: String? = nil) -> LogMessage {
    LogMessage(
      LogEvent(
        level: level, message: "\(text)", metadata: rule.map { ["rule": "\($0)"] }, source: "Daemon",
        file: "Daemon/Daemon.swift", function: "act()", line: 7))
  }

  @Test(
    "messages for people begin with the program's name and, if wrong, the severity",
    arguments: [
      (.error, "sleight: error: a\n"), (.warning, "sleight: warning: a\n"), (.notice, "sleight: a\n"),
      (.info, "sleight: a\n"), (.debug, "sleight: debug: a\n"),
    ] as [(Logger.Level, String)])
  func words(level: Logger.Level, text: String) {
    #expect(message("a", level).forPeople == text)
  }

  @Test("each line has its priority as in sd-daemon(3)")
  func priorities() {
    #expect(message("a\n  b\n\nc", .error).withPriorities == "<3>a\n<3>  b\n<3>\n<3>c\n")
    let priorities = [Logger.Level.error, .warning, .notice, .info, .debug].map { message("", $0).withPriorities }
    #expect(priorities == ["<3>\n", "<4>\n", "<5>\n", "<6>\n", "<7>\n"])
  }

  @Test("a message is one journal entry, with the rule's location as a field and its lines unchanged")
  func entry() {
    let entry = message("rules.yml:3: no\n  such thing", .warning, rule: "rules.yml:3").journalEntry
    #expect(
      Self.fields(of: entry) == [
        "MESSAGE=rules.yml:3: no\n  such thing", "PRIORITY=4", "SYSLOG_IDENTIFIER=sleight",
        "CODE_FILE=Daemon/Daemon.swift", "CODE_FUNC=act()", "CODE_LINE=7", "SLEIGHT_RULE=rules.yml:3",
      ])
  }

  @Test("messages have no terminal control characters, and names cannot add fields")
  func hostile() {
    let name = "\u{1b}]0;mine\u{7}\nPRIORITY=0"
    let hostile = message("reading '\(name)'", .notice, rule: name)
    #expect(hostile.forPeople == "sleight: reading '␛]0;mine␇\nPRIORITY=0'\n")
    let fields = Self.fields(of: hostile.journalEntry)
    #expect(fields.filter { $0.hasPrefix("PRIORITY=") } == ["PRIORITY=5"])
    #expect(fields.contains("SLEIGHT_RULE=␛]0;mine␇␊PRIORITY=0"))
  }

  /// The fields of an entry, read as the journal's protocol defines.
  private static func fields(of entry: [UInt8]) -> [String] {
    var fields: [String] = []
    var rest = entry[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      let name = String(decoding: rest[..<end], as: UTF8.self)
      rest = rest[(end + 1)...]
      guard rest.count >= 8 else { break }
      let length = rest.prefix(8).reversed().reduce(0) { $0 << 8 | Int($1) }
      rest = rest.dropFirst(8)
      guard rest.count > length else { break }
      fields.append("\(name)=\(String(decoding: rest.prefix(length), as: UTF8.self))")
      rest = rest.dropFirst(length + 1)
    }
    return fields + (rest.isEmpty ? [] : ["left over: \(rest.count) bytes"])
  }
}
