import Glibc
import Linux
import Rules
import RulesFile
import Testing
import Time
import Waiting

@testable import Daemon

@Suite("Reloading the rules file")
struct RulesSourceTests {
  /// A rules file in its own directory, with a clock that the test sets.
  private final class Saved {
    let path: String
    var source: RulesSource
    var now = Timestamp(microseconds: 0)

    init(_ text: String = "rules: [{swipe: left, fingers: 3, do: foot}]\n") {
      var template = Array("/tmp/sleight-source-XXXXXX".utf8CString)
      close(mkstemp(&template))
      path = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
      source = RulesSource(path: path) { Issue.record("blind: \($0)") }
      save(text)
      _ = source.load(at: now)
    }

    deinit { unlink(path) }

    func save(_ text: String) {
      guard let stream = fopen(path, "we") else { return }
      fputs(text, stream)
      fclose(stream)
      awaitClosed(path)
    }

    /// Opens the file for writing during `body`.
    func whileOpen(_ body: () -> Void) {
      let writer = open(path, O_WRONLY | O_CLOEXEC)
      body()
      close(writer)
      awaitClosed(path)
    }

    /// Lets time pass, and calls the daemon's checks when they are due.
    /// - Returns: the file that was read, if its content changed.
    func wait(_ time: Duration) -> RulesFile? {
      source.notice(at: now)
      now = now + time
      guard let due = source.deadline, due <= now else { return nil }
      let load = source.beginLoad(at: now)
      let file = load.read()
      return source.finish(file, of: load, at: now) ? file : nil
    }
  }

  private let other = "rules: [{swipe: right, fingers: 3, do: foot}]\n"

  @Test("the file is read once, 100 ms after it was saved")
  func settles() {
    let file = Saved()
    #expect(file.source.deadline == nil)
    file.save(other)
    #expect(file.wait(.milliseconds(99)) == nil)
    #expect(file.wait(.milliseconds(1))?.rules != nil)
    #expect(file.source.deadline == nil)
    #expect(file.wait(.seconds(1)) == nil)
  }

  @Test("the file is read 100 ms after the last of several writes")
  func steps() {
    let file = Saved()
    for _ in 0..<3 {
      file.save("half")
      #expect(file.wait(.milliseconds(60)) == nil)
    }
    file.save(other)
    #expect(file.wait(.milliseconds(100))?.rules != nil)
  }

  @Test("the file is read a second after the first save if it is saved every 50 ms")
  func restless() {
    let file = Saved()
    for _ in 0..<19 {
      file.save(other)
      #expect(file.wait(.milliseconds(50)) == nil)
    }
    file.save(other)
    #expect(file.wait(.milliseconds(50))?.rules != nil)
    // And again after each further second.
    for _ in 0..<19 {
      file.save("half")
      #expect(file.wait(.milliseconds(50)) == nil)
    }
    file.save("half")
    #expect(file.wait(.milliseconds(50))?.firstError != nil)
  }

  @Test("the file is not read while it is open for writing")
  func openForWriting() {
    let file = Saved()
    file.save(other)
    file.whileOpen {
      #expect(file.wait(.milliseconds(100)) == nil)
      #expect(file.wait(.seconds(5)) == nil)
    }
    // This late, nothing delays the reading.
    #expect(file.wait(.zero)?.rules != nil)
    #expect(file.source.deadline == nil)
  }

  @Test("a file that is open for writing for ten seconds is reported once, and read when closed")
  func leftOpen() {
    let file = Saved()
    file.save(other)
    file.whileOpen {
      #expect(file.wait(.seconds(1)) == nil)
      #expect(file.wait(.milliseconds(8_999)) == nil)
      #expect(file.wait(.milliseconds(1))?.isBeingWritten == true)
      #expect(file.source.deadline == nil)
      utimes(file.path, nil)
      #expect(file.wait(.seconds(1)) == nil)
      #expect(file.wait(.seconds(10)) == nil)
    }
    #expect(file.wait(.milliseconds(100))?.rules != nil)
  }

  @Test("an unchanged file is not reported, valid or not")
  func unchanged() {
    let file = Saved()
    utimes(file.path, nil)
    #expect(file.wait(.milliseconds(100)) == nil)
    file.save("bad")
    #expect(file.wait(.milliseconds(100))?.firstError != nil)
    file.save("bad")
    #expect(file.wait(.milliseconds(100)) == nil)
    // The same text, which is now unusable because of its permissions.
    file.save(other)
    #expect(file.wait(.milliseconds(100))?.rules != nil)
    chmod(file.path, 0o666)
    #expect(file.wait(.milliseconds(100))?.firstError?.contains("others may write the file") == true)
    chmod(file.path, 0o600)
    #expect(file.wait(.milliseconds(100))?.rules != nil)
  }

  @Test("a change is announced as waiting by its own time, and not by that of one that was loaded before it")
  func note() {
    let file = Saved()
    file.save(other)
    #expect(file.wait(.milliseconds(100)) != nil)
    #expect(file.wait(.milliseconds(900)) == nil)
    file.save("bad")
    #expect(file.wait(.milliseconds(100))?.firstError != nil)
    #expect(file.source.noteDeadline == Timestamp(microseconds: 3_000_000))
  }

  @Test("a file that includes another one is read once, unless that was saved before it was watched")
  func included() throws {
    let part = Saved(other)
    let main = Saved("include: \(part.path)\n")
    #expect(main.source.firstError == nil && main.source.deadline == nil)
    main.save("rules: []\n")
    #expect(main.wait(.milliseconds(100)) != nil)
    main.save("include: \(part.path)\n")
    main.source.notice(at: main.now)
    let load = main.source.beginLoad(at: main.now)
    let file = load.read()
    part.save("rules: []\n")
    let isNew = main.source.finish(file, of: load, at: main.now)
    #expect(isNew && main.source.deadline != nil)
    #expect(main.wait(.milliseconds(100))?.rules?.rules.count == 0)
    // Saved once it is watched.
    part.save(other)
    #expect(main.wait(.milliseconds(100))?.rules?.rules.count == 1)
  }
}
