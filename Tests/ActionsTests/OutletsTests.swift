import Actions
import Engine
import Gestures
import Glibc
import Linux
import Rules
import Testing

@Suite("Effects that reach the desktop")
struct OutletsTests {
  @Test("a command sees the gesture; a failure is reported with its rule, and to the engine")
  func live() throws {
    var template = Array("/tmp/sleight-test-XXXXXX".utf8CString)
    let directory = try #require(mkdtemp(&template).map { String(cString: $0) })
    let file = "\(directory)/seen"
    defer {
      unlink(file)
      rmdir(directory)
    }
    var reports: [String] = []
    var operations: [String] = []
    let commands = try Commands()
    let outlets = Outlets(
      commands: commands, input: VirtualInput(), tell: { _, _, _ in },
      operate: { operations.append("\($3): \($0.text)\($1.map { " on \($0.app)" } ?? "")") },
      report: { reports.append($0.description) })
    let line = "echo $SLEIGHT_GESTURE $SLEIGHT_DIRECTION $SLEIGHT_DX $SLEIGHT_DEVICE > \(file)"
    let answer = outlets.perform(.start(CommandStart(line, number: 1, location: "r:3")))
    #expect(answer.map { "\($0)" } == nil)
    #expect(outlets.perform(.desktop(.window(.close), window: nil, at: nil, location: "r:4")) == nil)
    #expect(operations == ["r:4: window: close"])
    let missing = CommandStart("no-such-program -v", number: 2, location: "r:3")
    guard case .commandRefused(missing.id)? = outlets.perform(.start(missing)) else {
      Issue.record("the engine is not told that a command was not started")
      return
    }
    let key = InputEvent.key(KeyEvent(KeyCode(88), isDown: true))
    guard case .injection(.failed)? = outlets.perform(.inject(key, location: "r:3")) else {
      Issue.record("the engine is not told that a key was not pressed")
      return
    }
    #expect(try commands.finish().map(\.status) == [.exited(0)])
    let seen = try Descriptor.open(file, O_RDONLY).read(upTo: 100) ?? []
    #expect(String(decoding: seen, as: UTF8.self) == "swipe left -14.1 Pad\n")
    #expect(
      reports == [
        "r:3: cannot start 'no-such-program' of 'no-such-program -v': No such file or directory",
        "r:3: cannot press keys: open /dev/uinput: No such device",
      ])
  }
}
