import Glibc
import JSONLines
import Linux
import Testing

/// Serialized: the kernel gives a user some 100 inotify instances, and each daemon has three.
@Suite("The rules file is saved while the daemon runs", .serialized)
struct ReloadTests {
  private let bad = "rules: [{swype: left, fingers: 3, do: foot}]\n"

  /// A file with a number of rules.
  private func rules(_ count: Int) -> String {
    "rules:\n" + (1...count).map { "  - {swipe: left, fingers: 3, device: pad \($0), do: foot}\n" }.joined()
  }

  /// The number of rules of each successful load, from the log.
  private func adopted(by daemon: Program) -> [Int] {
    daemon.errors.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      guard words.count > 3, words[2].hasPrefix("rule"), words[3] == "from" else { return nil }
      return Int(words[1])
    }
  }

  private func adopts(_ count: Int, _ daemon: Program) async -> Bool {
    await eventually { adopted(by: daemon).last == count }
  }

  @Test("it is read again, however that is done")
  func ways() async {
    let home = Home()
    home.writeRules(rules(1))
    let daemon = await home.daemon()
    let (file, backup) = (home.rules, "\(home.rules)~")
    var count = 1
    func saves(_ way: String, _ save: (_ text: String) -> Void) async {
      count += 1
      save(rules(count))
      let isIn = await adopts(count, daemon)
      #expect(isIn, "\(way): \(daemon.errors)")
    }
    await saves("in place") { home.writeRules($0) }
    await saves("another file renamed over it") { rename(home.write("beside", $0), file) }
    await saves("the old one renamed first") {
      rename(file, backup)
      home.writeRules($0)
    }
    await saves("removed and written") {
      unlink(file)
      home.writeRules($0)
    }
    await saves("by its other name") {
      unlink(backup)
      link(file, backup)
      home.write("config/sleight/rules.yml~", $0)
    }
    await saves("a link to another file") {
      home.write("dotfiles.yml", $0)
      unlink(file)
      symlink("../../dotfiles.yml", file)
    }
    await saves("what the link leads to") { home.write("dotfiles.yml", $0) }
    await saves("its directory moved away and back") {
      rename("\(home.path)/config", "\(home.path)/away")
      home.write("dotfiles.yml", $0)
      rename("\(home.path)/away", "\(home.path)/config")
    }
    await saves("its directory removed and made again") {
      unlink(file)
      unlink(backup)
      rmdir("\(home.path)/config/sleight")
      rmdir("\(home.path)/config")
      home.writeRules($0)
    }
    #expect(adopted(by: daemon) == Array(1...count))
  }

  @Test("a store of generations, as Nix has it: links to links into directories that nobody writes")
  func generations() async {
    let home = Home()
    func generation(_ number: Int) {
      for directory in ["store", "store/\(number)-files", "store/\(number)-files/sleight"] {
        mkdir("\(home.path)/\(directory)", 0o755)
      }
      home.write("store/\(number)-rules.yml", rules(number), mode: 0o444)
      symlink("\(home.path)/store/\(number)-rules.yml", "\(home.path)/store/\(number)-files/sleight/rules.yml")
      symlink("store/\(number)-files", "\(home.path)/next")
      rename("\(home.path)/next", "\(home.path)/profile")
    }
    generation(1)
    symlink("profile", "\(home.path)/config")
    let daemon = await home.daemon()
    for number in [2, 3] {
      generation(number)
      #expect(await adopts(number, daemon))
    }
  }

  @Test("a save that changes nothing says nothing, and the same mistake is named once")
  func saysItOnce() async throws {
    let home = Home()
    home.writeRules(rules(2))
    let daemon = await home.daemon()
    /// Rests long enough for the daemon to read the file by itself.
    func settle() async throws { try await Task.sleep(for: .milliseconds(150)) }
    home.writeRules(rules(2))
    try await settle()
    utimes(home.rules, nil)
    try await settle()
    for _ in 0..<3 {
      home.writeRules(bad)
      try await settle()
    }
    rename(home.write("beside", bad), home.rules)
    try await settle()
    home.writeRules(rules(3))
    #expect(await adopts(3, daemon))
    #expect(adopted(by: daemon) == [2, 3])
    #expect(daemon.errors.split(separator: "\n").count { $0.contains("error: unknown gesture") } == 1)
    #expect(daemon.errors.split(separator: "\n").count { $0.contains("still using the previous rules") } == 1)
  }

  @Test("a file with mistakes leaves the rules as they are, and status says where the first one is")
  func mistakes() async throws {
    let home = Home()
    home.writeRules(rules(2))
    let daemon = await home.daemon()
    home.writeRules(bad)
    #expect(await eventually { daemon.errors.contains("still using the previous rules") })
    #expect(daemon.errors.contains("\(home.rules):1:10: error: unknown gesture 'swype'; did you mean 'swipe'?\n"))
    let mistake = "\(home.rules):1:10: unknown gesture 'swype'; did you mean 'swipe'?"
    let status = try await home.status()
    #expect(status["rules"]?.integer == 2)
    #expect(status["configError"]?.string == mistake)
    #expect(
      await home.sleight("status").output.hasPrefix(
        """
        running, pid \(daemon.pid)
        2 rules from \(home.rules)
        still using the previous rules: the file has errors: \(mistake) ('sleight check' lists all)

        """))
    home.writeRules(rules(1))
    #expect(await adopts(1, daemon))
    let mended = try await home.status()
    #expect(mended["rules"]?.integer == 1 && mended["configError"] == .null)
  }

  @Test("one with mistakes when the daemon starts is not used, and a good one in its place is")
  func badFromTheStart() async throws {
    let home = Home()
    home.writeRules(bad)
    let daemon = await home.daemon()
    #expect(daemon.errors.contains("1:10: error: unknown gesture 'swype'"))
    #expect(daemon.errors.contains("no rules are loaded; fix \(home.rules)"))
    let status = try await home.status()
    #expect(status["rules"]?.integer == 0)
    #expect(
      await home.sleight("status").output.contains(
        "\nno rules are loaded; fix \(home.rules): \(home.rules):1:10: unknown"))
    #expect(
      await home.sleight("reload").errors.hasSuffix(
        "did you mean 'swipe'? (no rules are loaded; fix \(home.rules); see 'sleight check')\n"))
    home.writeRules(rules(1))
    #expect(await adopts(1, daemon))
    #expect(try await home.status()["configError"] == .null)
  }

  @Test("a directory or a pipe in its place is refused, and not waited for")
  func noFile() async {
    let home = Home()
    home.writeRules(rules(1))
    let daemon = await home.daemon()
    for (number, place) in [(2, "this is a directory, not a rules file"), (3, "this is not a regular file")] {
      unlink(home.rules)
      if number == 2 { mkdir(home.rules, 0o700) } else { mkfifo(home.rules, 0o600) }
      #expect(await eventually { daemon.errors.contains("error: \(place)") })
      if number == 2 { rmdir(home.rules) } else { unlink(home.rules) }
      home.writeRules(rules(number))
      #expect(await adopts(number, daemon))
    }
    #expect(adopted(by: daemon) == [1, 2, 3])
  }

  @Test("a program that writes it slowly is waited for, even where the first half is a good file")
  func slowly() async throws {
    let home = Home()
    home.writeRules(rules(1))
    let daemon = await home.daemon()
    // A save that is to be read while the next one is in progress.
    home.writeRules(rules(2))
    let writer = open(home.rules, O_WRONLY | O_TRUNC | O_CLOEXEC)
    let text = Array(rules(4).utf8)
    let half = rules(3).utf8.count
    write(writer, Array(text[..<half]), half)
    utimes(home.rules, nil)
    // Time enough to read the half by mistake. A slow machine only makes that mistake less likely.
    try await Task.sleep(for: .milliseconds(300))
    // A reload requested now reports it.
    let asked = await home.sleight("reload")
    #expect(asked.status == 1 && asked.errors.contains("\(home.rules): the file is open for writing"))
    #expect(!adopted(by: daemon).contains(3))
    write(writer, Array(text[half...]), text.count - half)
    close(writer)
    #expect(await adopts(4, daemon))
    // The first save is read too if this test is slow between it and the second one.
    #expect(adopted(by: daemon).filter { $0 != 2 } == [1, 4])
    #expect(try await home.status()["configError"] == .null)
  }

  @Test("one that is saved again and again without a pause is read at last")
  func restless() async {
    let home = Home()
    home.writeRules(rules(1))
    let daemon = await home.daemon()
    home.write("new.yml", rules(2))
    let loop = "while :; do cp new.yml config/sleight/rules.yml; sleep 0.03; done"
    let writer = Program(["/bin/sh", "-c", loop], in: home)
    #expect(await adopts(2, daemon))
    #expect(adopted(by: daemon) == [1, 2])
    #expect(writer.isRunning)
  }

  @Test("SIGHUP reads it at once: a bad one is named, a good one taken")
  func hangup() async throws {
    let home = Home()
    home.writeRules(rules(2))
    let daemon = await home.daemon()
    home.writeRules(bad)
    daemon.signal(SIGHUP)
    #expect(await eventually { daemon.errors.contains("still using the previous rules") })
    #expect(try await home.status()["rules"]?.integer == 2)
    home.writeRules(rules(1))
    daemon.signal(SIGHUP)
    #expect(await adopts(1, daemon))
    #expect(try await home.status()["rules"]?.integer == 1)
    #expect(daemon.isRunning)
  }

  @Test("reload does the same, and its exit status says which it was")
  func reload() async throws {
    let home = Home()
    home.writeRules(rules(1))
    let daemon = await home.daemon()
    home.writeRules(rules(2))
    #expect(await home.sleight("reload") == .init(status: 0, output: "2 rules from \(home.rules)\n"))
    home.writeRules(bad)
    #expect(
      await home.sleight("reload")
        == .init(
          status: 1,
          errors: """
            sleight: error: \(home.rules):1:10: unknown gesture 'swype'; did you mean 'swipe'? \
            (still using the previous rules; see 'sleight check')

            """))
    unlink(home.rules)
    #expect(await home.sleight("reload").errors.contains("\(home.rules): there is no such file (still using"))
    #expect(try await home.status()["rules"]?.integer == 2)
    #expect(daemon.isRunning)
  }

  @Test("the rules in force act while a large file is read, and requests meanwhile are answered")
  func large() async throws {
    let home = Home()
    home.writeRules("rules: [{swipe: left, fingers: 3, name: old, do: touch acted}]\n")
    let daemon = await home.daemon()
    func threads() -> Int { names(inDirectory: "/proc/\(daemon.pid)/task").count }
    #expect(threads() == 1)
    let rules = (0..<1_200).map { "- {swipe: left, fingers: 3, do: a, when: {mode: m\($0)}}\n" }
    home.writeRules("rules:\n- {swipe: right, fingers: 3, name: new, do: touch acted-newly}\n" + rules.joined())
    let reload = home.start("reload")
    #expect(await eventually { threads() == 2 }, "\(daemon.errors)")
    #expect(await home.sleight("trigger", "old") == .init(status: 0))
    #expect(await eventually { home.exists("acted") })
    #expect(reload.isRunning)
    let result = await reload.result()
    #expect(result == .init(status: 0, output: "1201 rules from \(home.rules)\n"), "\(result), \(daemon.errors)")
    #expect(await home.sleight("trigger", "new") == .init(status: 0))
    #expect(await eventually { threads() == 1 })
  }

  @Test("messages on a file that is not the user's own name it in the command that checks it")
  func named() async {
    let home = Home()
    home.writeRules("rules: [{tap: 2, fingers: 3, do: foot}]\n")
    home.write("mine.yml", "rules: [{tap: 2, fingers: 3, do: foot}]\n")
    let daemon = home.start("run", "--config", "mine.yml")
    #expect(await home.daemonAnswers())
    home.write("mine.yml", "rules: [{tap: 2, finger: 3, do: foot}]\n")
    let reload = await home.sleight("reload")
    #expect(reload.status == 1 && reload.errors.contains("; see 'sleight check \(home.path)/mine.yml')\n"), "\(reload)")
    let status = await home.sleight("status")
    #expect(status.output.contains(" ('sleight check \(home.path)/mine.yml' lists all)\n"), "\(status)")
    let devices = await home.sleight("devices", "--config", "mine.yml")
    #expect(devices.errors.contains(" ('sleight check mine.yml' lists them)\n"), "\(devices)")
    #expect(daemon.isRunning)
  }
}
