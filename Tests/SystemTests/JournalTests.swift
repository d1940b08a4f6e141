internal import JSONLines
internal import Testing

extension InASession {
  /// The unit's messages in the journal.
  @Suite struct TheJournal {
    /// An entry, as printed by `journalctl -o json`.
    private struct Entry: Equatable {
      var priority: String?
      var message: String?
      var rule: String?
      var name: String?
    }

    /// The program's entries since `cursor`.
    private func entries(after cursor: String) throws -> [Entry] {
      // Everything sent before this is written after it.
      try Program.run("journalctl", "--sync")
      return try Program.run(
        "journalctl", "--quiet", "--user", "-u", "sleight", "-o", "json", "--cursor-file", cursor, "_COMM=sleight",
        as: .user
      ).split(separator: "\n").map { line in
        let entry = try JSONReader.read(Array(line.utf8)[...])
        return Entry(
          priority: entry["PRIORITY"]?.string, message: entry["MESSAGE"]?.string, rule: entry["SLEIGHT_RULE"]?.string,
          name: entry["SYSLOG_IDENTIFIER"]?.string)
      }
    }

    @Test("a start is a few lines; what fails has a priority and the rule's location; a bad rules file is one entry")
    func priorities() throws {
      let cursor = "\(try Guest.folder())/cursor"
      let unit = try UserUnit()
      try unit.stop()
      _ = try entries(after: cursor)
      let rules = "rules:\n  - {swipe: left, fingers: 3, do: 'false'}\n"
      try Guest.write(rules, to: unit.rulesFile)
      try Program.run("systemctl", "--user", "start", "sleight", as: .user)
      try unit.waitUntilReading()
      let start = try entries(after: cursor)
      #expect(start.contains(Entry(priority: "5", message: "1 rule from \(unit.rulesFile)", name: "sleight")))
      #expect(
        start.contains(
          Entry(
            priority: "5", message: "reading touchpad 'Virtual Touchpad', 100 x 70 mm, with its contacts",
            name: "sleight")))
      #expect(start.count <= 4 && start.allSatisfy { $0.priority == "5" }, "\(start)")

      for _ in 0..<3 { _ = try unit.swipe() }
      let failure = "rules.yml:2: 'false' ended with exit status 1"
      let failed = try entries(after: cursor)
      #expect(failed.first == Entry(priority: "4", message: failure, rule: "rules.yml:2", name: "sleight"))
      #expect(failed.dropFirst().allSatisfy { $0.message?.hasPrefix("\(failure) (and ") == true }, "\(failed)")

      try Guest.write("rules: [{swype: left}]\n", to: unit.rulesFile)
      _ = try Program(["systemctl", "--user", "reload", "sleight"], as: .user).waitForExit()
      let bad = try entries(after: cursor).filter { $0.priority == "3" }
      #expect(bad.first?.message?.contains("unknown gesture 'swype'; did you mean 'swipe'?\n") == true, "\(bad)")
      #expect(bad.first?.message?.contains(" 1 | rules: [{swype: left}]\n") == true, "\(bad)")
      try unit.stop()
    }

    @Test("why it does not start is an error")
    func failedStart() throws {
      let cursor = "\(try Guest.folder())/cursor"
      let unit = try UserUnit()
      try unit.stop()
      _ = try entries(after: cursor)
      try Program.run("rm", unit.rulesFile)
      #expect(try Program(["systemctl", "--user", "start", "sleight"], as: .user).waitForExit() != 0)
      let said = try entries(after: cursor)
      #expect(said.map(\.priority) == ["3"])
      #expect(said.first?.message?.hasPrefix("\(unit.rulesFile): there is no such file;") == true, "\(said)")
    }
  }
}
