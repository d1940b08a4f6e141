import Diagnostics
import Glibc
import Rules
import RulesFile
import Testing

/// A directory for one test, removed with its contents.
private final class Directory {
  let path: String

  init() {
    var template = Array("/tmp/sleight-rules-XXXXXX\0".utf8CString)
    path = template.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) } ?? ""
    }
  }

  deinit {
    for name in ["rules.yml", "it's.yml", "link.yml", "main.yml"] { unlink("\(path)/\(name)") }
    rmdir(path)
  }

  /// Creates a link to one of its files.
  func link(to target: String) -> String {
    let link = "\(path)/link.yml"
    symlink(target, link)
    return link
  }

  func write(_ text: String, mode: mode_t, name: String = "rules.yml") -> String {
    let file = "\(path)/\(name)"
    if let stream = fopen(file, "we") {
      fputs(text, stream)
      fclose(stream)
    }
    chmod(file, mode)
    return file
  }
}

@Suite("Loading a rules file")
struct LoadTests {
  private let directory = Directory()
  private let good = "rules:\n  - swipe: left\n    fingers: 3\n    do: a\n"

  @Test("a file that only its owner may write is read", arguments: [0o600, 0o644, 0o400, 0o755] as [mode_t])
  func good(mode: mode_t) {
    let file = RulesFile.load(path: directory.write(good, mode: mode))
    #expect(file.rules?.rules.map(\.location) == ["rules.yml:2"])
    #expect(file.diagnostics == [])
  }

  @Test(
    "a file that others may write is refused, with the command that fixes it",
    arguments: [0o646, 0o666] as [mode_t])
  func writable(mode: mode_t) {
    let path = directory.write(good, mode: mode)
    expectRefusal(of: path)
  }

  /// Expects that the file is refused because others may write it.
  private func expectRefusal(of path: String) {
    let file = RulesFile.load(path: path)
    #expect(file.rules == nil)
    #expect(
      render(file) == """
        \(path): error: others may write the file, and so run programs in your name
          help: chmod go-w \(path)

        \(path): 1 error

        """)
  }

  @Test("a link to a file that others may write is refused")
  func writableBehindLink() {
    _ = directory.write(good, mode: 0o666)
    let link = directory.link(to: "rules.yml")
    expectRefusal(of: link)
    chmod("\(directory.path)/rules.yml", 0o644)
    #expect(RulesFile.load(path: link).rules != nil)
  }

  @Test(
    "a user's link to another user's file is refused; another user's link to the user's file is not",
    .enabled(if: getuid() == 0, "only root can give files away"))
  func foreignBehindLink() {
    let path = directory.write(good, mode: 0o644)
    let link = directory.link(to: "rules.yml")
    lchown(link, 4_321, 0)
    #expect(RulesFile.load(path: link).rules != nil)
    lchown(link, 0, 0)
    chown(path, 4_321, 0)
    #expect(
      RulesFile.load(path: link).diagnostics.first?.message.hasPrefix("the file belongs to user 4321, who") == true)
  }

  @Test("a file in a directory in which others may write is refused, with the directory, unless it has the sticky bit")
  func writableDirectory() {
    mkdir("\(directory.path)/open", 0o700)
    let path = directory.write(good, mode: 0o644, name: "open/rules.yml")
    let link = directory.link(to: "open/../open/rules.yml")
    #expect(RulesFile.load(path: path).rules != nil && RulesFile.load(path: link).rules != nil)
    chmod("\(directory.path)/open", 0o777)
    for path in [path, link] {
      #expect(
        render(RulesFile.load(path: path)) == """
          \(path): error: others may write in the directory \(directory.path)/open, and so replace the file
            help: chmod go-w \(directory.path)/open

          \(path): 1 error

          """)
    }
    let including = directory.write("include: open/rules.yml\n", mode: 0o644, name: "main.yml")
    #expect(RulesFile.load(path: including).diagnostics.map(\.id) == ["unsafe-permissions"])
    chmod("\(directory.path)/open", 0o1777)
    #expect(RulesFile.load(path: path).rules != nil)
    unlink(path)
    rmdir("\(directory.path)/open")
  }

  @Test(
    "a file in another user's directory, and another user's link in /tmp, are refused",
    .enabled(if: getuid() == 0, "only root can give files away"))
  func foreignDirectory() {
    mkdir("\(directory.path)/other", 0o755)
    let path = directory.write(good, mode: 0o644, name: "other/rules.yml")
    chown("\(directory.path)/other", 4_321, 0)
    let file = RulesFile.load(path: path)
    #expect(file.diagnostics.map(\.id) == ["unsafe-owner"])
    #expect(file.diagnostics.first?.help == "sudo chown 0 \(directory.path)/other")
    chown("\(directory.path)/other", 0, 0)
    chmod("\(directory.path)/other", 0o1777)
    let link = "\(directory.path)/other/link.yml"
    symlink("rules.yml", link)
    lchown(link, 4_321, 0)
    #expect(
      RulesFile.load(path: link).diagnostics.first?.message
        == "the link \(link) belongs to user 4321, who could replace the file")
    unlink(link)
    unlink(path)
    rmdir("\(directory.path)/other")
  }

  @Test("an included link to a missing file is told from a missing link, and the directory itself from a file")
  func includedLink() {
    _ = directory.link(to: "nowhere.yml")
    var path = directory.write("include: link.yml\nrules: []\n", mode: 0o644)
    var file = RulesFile.load(path: path)
    #expect(file.diagnostics.map(\.id) == ["missing-include"] && file.diagnostics.first?.suggestion == nil)
    #expect(
      file.diagnostics.first?.message == "'\(directory.path)/link.yml' is a link to a file that does not exist")
    path = directory.write("include: .\nrules: []\n", mode: 0o644)
    file = RulesFile.load(path: path)
    #expect(file.diagnostics.map(\.id) == ["is-directory"])
    #expect(file.diagnostics.first?.help == "to include its files, write './*.yml'")
    file = RulesFile.check(text: "include: .\nrules: []\n", name: "rules.yml", files: .live())
    #expect(file.diagnostics.map(\.message) == ["'.': this is a directory, not a rules file"])
  }

  @Test("the command that fixes it can be pasted into a shell")
  func quoting() {
    let path = directory.write(good, mode: 0o666, name: "it's.yml")
    #expect(RulesFile.load(path: path).diagnostics.first?.help == "chmod go-w '\(directory.path)/it'\\''s.yml'")
  }

  @Test("the mistakes in a refused file are reported as well")
  func writableAndWrong() {
    let file = RulesFile.load(path: directory.write("rules:\n  - swype: left\n    do: a\n", mode: 0o666))
    #expect(file.diagnostics.map(\.id) == ["unsafe-permissions", "unknown-gesture"])
  }

  @Test("a file of another user is refused", .enabled(if: getuid() == 0, "only root can give files away"))
  func owner() {
    let path = directory.write(good, mode: 0o644)
    chown(path, 4_321, 0)
    #expect(
      render(RulesFile.load(path: path)) == """
        \(path): error: the file belongs to user 4321, who could run programs in your name with it
          help: sudo chown 0 \(path)

        \(path): 1 error

        """)
  }

  @Test(
    "an included file of another user is refused, with the location that includes it",
    .enabled(if: getuid() == 0, "only root can give files away"))
  func includedOwner() {
    let other = directory.write(good, mode: 0o644, name: "it's.yml")
    chown(other, 4_321, 0)
    let path = directory.write("include: it's.yml\n", mode: 0o644)
    #expect(
      render(RulesFile.load(path: path)) == """
        \(other): error: the file belongs to user 4321, who could run programs in your name with it
        \(path):1:10: note: included here
          1 | include: it's.yml
            |          --------
          help: sudo chown 0 '\(directory.path)/it'\\''s.yml'

        \(path): 1 error

        """)
  }

  @Test(
    "the owner of a file is asked for if the kernel hides it",
    .enabled(if: getuid() == 0, "only root can give files away"), arguments: [0, 33, nil] as [UInt32?])
  func hiddenOwner(answer: UInt32?) {
    let path = directory.write(good, mode: 0o644)
    chown(path, 65534, 0)
    var status = stat()
    stat(path, &status)
    let (device, inode) = (UInt64(status.st_dev), UInt64(status.st_ino))
    let file = RulesFile.load(path: path) { $0 == path && $1 == device && $2 == inode ? answer : nil }
    #expect((file.rules != nil) == (answer == 0))
    guard answer != 0 else { return }
    #expect(file.diagnostics.first?.message.hasPrefix("the file belongs to user \(answer ?? 65534), who") == true)
  }

  @Test("an unreadable file is reported as that", .enabled(if: getuid() != 0, "root may read everything"))
  func unreadable() {
    let path = directory.write(good, mode: 0o000)
    #expect(
      render(RulesFile.load(path: path)) == """
        \(path): error: the file cannot be read: Permission denied

        \(path): 1 error

        """)
  }

  @Test("a path through something that is no directory is reported")
  func notADirectory() {
    let path = directory.write(good, mode: 0o644) + "/rules.yml"
    #expect(
      render(RulesFile.load(path: path)) == """
        \(path): error: the file cannot be read: Not a directory

        \(path): 1 error

        """)
  }

  @Test("the message about a missing file names the command that writes one")
  func missing() {
    let path = directory.path + "/rules.yml"
    #expect(
      render(RulesFile.load(path: path)) == """
        \(path): error: there is no such file
          help: 'sleight init --config \(path)' writes a starter file

        \(path): 1 error

        """)
  }

  @Test("a directory is refused")
  func isDirectory() {
    #expect(
      render(RulesFile.load(path: directory.path)) == """
        \(directory.path): error: this is a directory, not a rules file

        \(directory.path): 1 error

        """)
  }

  @Test("an endless file is refused")
  func endless() {
    #expect(RulesFile.load(path: "/dev/zero").diagnostics.map(\.id) == ["too-large"])
  }

  @Test("a pipe is read to its end, whoever may write it")
  func pipes() throws {
    var ends: [CInt] = [0, 0]
    #expect(pipe(&ends) == 0)
    defer { close(ends[0]) }
    let text = Array(good.utf8)
    #expect(Glibc.write(ends[1], text, text.count) == text.count)
    close(ends[1])
    #expect(RulesFile.load(path: "/dev/fd/\(ends[0])").rules?.rules.count == 1)
  }

  @Test("a file that is open for writing is refused at once")
  func beingWritten() {
    let path = directory.write(good, mode: 0o644)
    let writer = open(path, O_WRONLY | O_CLOEXEC)
    #expect(
      render(RulesFile.load(path: path, mayWait: false)) == """
        \(path): error: the file is open for writing, and may be incomplete

        \(path): 1 error

        """)
    close(writer)
    #expect(RulesFile.load(path: path, mayWait: false).rules != nil)
  }
}
