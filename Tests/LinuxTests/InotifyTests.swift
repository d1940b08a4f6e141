import Glibc
import Linux
import Testing

@Suite("Watching files")
struct InotifyTests {
  @Test("a file written in a watched directory is reported by name, and a rename as two related events")
  func directory() throws {
    let scratch = Scratch()
    let inotify = try Inotify()
    let watch = try inotify.watch(scratch.path, for: [.written, .movedFrom, .movedTo, .onlyDirectory])
    #expect(try inotify.events().isEmpty)

    scratch.write("a", "text")
    rename("\(scratch.path)/a", "\(scratch.path)/rules.yml")
    let events = try inotify.events()
    #expect(events.map(\.name) == ["a", "a", "rules.yml"])
    #expect(events.map(\.mask) == [.written, .movedFrom, .movedTo])
    #expect(events.allSatisfy { $0.watch == watch })
    #expect(events.count == 3 && events[1].cookie == events[2].cookie && events[1].cookie != 0)
  }

  @Test("hundreds of events are reported completely and in order")
  func many() throws {
    let scratch = Scratch()
    let inotify = try Inotify()
    try inotify.watch(scratch.path, for: .created)
    let names = (0..<300).map { "a-rather-long-file-name-\($0)" }
    for name in names { scratch.write(name, "") }
    #expect(try inotify.events().map(\.name) == names)
  }

  @Test("the removal of a watched file itself is reported without a name, and removes the watch")
  func file() throws {
    let scratch = Scratch()
    let file = scratch.write("a", "text")
    let inotify = try Inotify()
    try inotify.watch(file, for: .selfDeleted)
    unlink(file)
    let events = try inotify.events()
    #expect(events.map(\.mask) == [.selfDeleted, .ignored])
    #expect(events.map(\.name) == [nil, nil])
  }

  @Test("a path that does not exist cannot be watched, and the error names it")
  func missing() throws {
    let inotify = try Inotify()
    #expect(throws: SystemError("inotify_add_watch", path: "/nonexistent", code: ENOENT)) {
      try inotify.watch("/nonexistent", for: .written)
    }
  }

  @Test("a removed watch reports nothing")
  func removed() throws {
    let scratch = Scratch()
    let inotify = try Inotify()
    let watch = try inotify.watch(scratch.path, for: .created)
    try inotify.remove(watch)
    scratch.write("a", "")
    #expect(try inotify.events().map(\.mask) == [.ignored])
  }
}
