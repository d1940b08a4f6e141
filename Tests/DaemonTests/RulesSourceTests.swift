import Glibc
import Linux
import RulesFile
import Testing
import Touch

@testable import Daemon

@Suite("When the rules file is read again")
struct RulesSourceTests {
  /// A rules file of its own, and time as it is told.
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
    }

    /// Lets time pass, and the daemon look where it has to.
    /// - Returns: what was read, where it is something else.
    func wait(_ time: Duration) -> RulesFile? {
      source.notice(at: now)
      now = now + time
      guard let due = source.deadline, due <= now else { return nil }
      return source.loadIfOther(at: now)
    }
  }

  private let other = "rules: [{swipe: right, fingers: 3, do: foot}]\n"

  @Test("100 ms after it was saved, and then not again")
  func settles() {
    let file = Saved()
    #expect(file.source.deadline == nil)
    file.save(other)
    #expect(file.wait(.milliseconds(99)) == nil)
    #expect(file.wait(.milliseconds(1))?.rules != nil)
    #expect(file.source.deadline == nil)
    #expect(file.wait(.seconds(1)) == nil)
  }

  @Test("100 ms after the last of several steps")
  func steps() {
    let file = Saved()
    for _ in 0..<3 {
      file.save("half")
      #expect(file.wait(.milliseconds(60)) == nil)
    }
    file.save(other)
    #expect(file.wait(.milliseconds(100))?.rules != nil)
  }

  @Test("a second after the first save where it is saved every 50 ms")
  func restless() {
    let file = Saved()
    for _ in 0..<19 {
      file.save(other)
      #expect(file.wait(.milliseconds(50)) == nil)
    }
    file.save(other)
    #expect(file.wait(.milliseconds(50))?.rules != nil)
    // And after another second, and so on.
    for _ in 0..<19 {
      file.save("half")
      #expect(file.wait(.milliseconds(50)) == nil)
    }
    file.save("half")
    #expect(file.wait(.milliseconds(50))?.firstError != nil)
  }

  @Test("not while somebody has it open for writing, but when that is over")
  func openForWriting() {
    let file = Saved()
    file.save(other)
    let writer = open(file.path, O_WRONLY | O_CLOEXEC)
    #expect(file.wait(.milliseconds(100)) == nil)
    #expect(file.wait(.seconds(5)) == nil)
    close(writer)
    // Late as it is, nothing is waited for.
    #expect(file.wait(.zero)?.rules != nil)
    #expect(file.source.deadline == nil)
  }

  @Test("who leaves it open for ten seconds is named once, and it is read when that is over")
  func leftOpen() {
    let file = Saved()
    file.save(other)
    let writer = open(file.path, O_WRONLY | O_CLOEXEC)
    #expect(file.wait(.seconds(1)) == nil)
    #expect(file.wait(.milliseconds(8_999)) == nil)
    #expect(file.wait(.milliseconds(1))?.isBeingWritten == true)
    #expect(file.source.deadline == nil)
    utimes(file.path, nil)
    #expect(file.wait(.seconds(1)) == nil)
    #expect(file.wait(.seconds(10)) == nil)
    close(writer)
    #expect(file.wait(.milliseconds(100))?.rules != nil)
  }

  @Test("nothing is said where it says what it said before, of good files and bad ones")
  func unchanged() {
    let file = Saved()
    utimes(file.path, nil)
    #expect(file.wait(.milliseconds(100)) == nil)
    file.save("bad")
    #expect(file.wait(.milliseconds(100))?.firstError != nil)
    file.save("bad")
    #expect(file.wait(.milliseconds(100)) == nil)
    // The same text, which may not be used now.
    file.save(other)
    #expect(file.wait(.milliseconds(100))?.rules != nil)
    chmod(file.path, 0o666)
    #expect(file.wait(.milliseconds(100))?.firstError?.contains("others may write the file") == true)
    chmod(file.path, 0o600)
    #expect(file.wait(.milliseconds(100))?.rules != nil)
  }
}
