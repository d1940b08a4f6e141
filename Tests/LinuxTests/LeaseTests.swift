import Glibc
import Linux
import Testing
import Waiting

@Suite("Reading a file without concurrent writes")
struct LeaseTests {
  @Test("a file that is open for writing is detected, by whatever name it was opened")
  func writer() throws {
    let scratch = Scratch()
    let file = scratch.write("rules.yml", "one")
    awaitClosed(file)
    link(file, "\(scratch.path)/other")
    let reader = try Descriptor.open(file, O_RDONLY)
    for name in [file, "\(scratch.path)/other"] {
      let writer = open(name, O_WRONLY)
      #expect(reader.holdOffWriters() == .present)
      close(writer)
      awaitClosed(file)
    }
    let other = try Descriptor.open(file, O_RDONLY)
    #expect(reader.holdOffWriters() == .heldOff)
    #expect(other.holdOffWriters() == .heldOff)
  }

  @Test("writers wait until the reader has finished, and the reader is not interrupted")
  func waiting() throws {
    let scratch = Scratch()
    let file = scratch.write("rules.yml", "one")
    awaitClosed(file)
    do {
      let reader = try Descriptor.open(file, O_RDONLY)
      #expect(reader.holdOffWriters() == .heldOff)
      let writer = open(file, O_WRONLY | O_NONBLOCK)
      #expect(writer == -1 && errno == EWOULDBLOCK)
      #expect(try reader.read(upTo: 10) == Array("one".utf8))
    }
    // A program that another test starts meanwhile has the reader open until it executes. The kernel ends a lease after
    // 45 s (lease-break-time).
    let writer = try wait(within: .seconds(20), otherwise: { "a writer still waits" }) {
      let writer = open(file, O_WRONLY | O_NONBLOCK)
      return writer >= 0 ? writer : nil
    }
    close(writer)
  }

  @Test("for other kinds of files the result is unknown")
  func unknown() throws {
    let scratch = Scratch()
    mkfifo("\(scratch.path)/pipe", 0o600)
    let pipe = try Descriptor.open("\(scratch.path)/pipe", O_RDONLY | O_NONBLOCK)
    #expect(pipe.holdOffWriters() == .unknown)
  }
}
