import Glibc
import Linux
import Testing

@Suite("Reading a file while nobody writes it")
struct LeaseTests {
  @Test("a file that somebody has open for writing is known, by whatever name it was opened")
  func writer() throws {
    let scratch = Scratch()
    let file = scratch.write("rules.yml", "one")
    link(file, "\(scratch.path)/other")
    let reader = try Descriptor.open(file, O_RDONLY)
    for name in [file, "\(scratch.path)/other"] {
      let writer = open(name, O_WRONLY)
      #expect(reader.holdOffWriters() == .present)
      close(writer)
    }
    let other = try Descriptor.open(file, O_RDONLY)
    #expect(reader.holdOffWriters() == .heldOff)
    #expect(other.holdOffWriters() == .heldOff)
  }

  @Test("who comes to write waits until the reader is done, and the reader does not mind")
  func waiting() throws {
    let scratch = Scratch()
    let file = scratch.write("rules.yml", "one")
    do {
      let reader = try Descriptor.open(file, O_RDONLY)
      #expect(reader.holdOffWriters() == .heldOff)
      let writer = open(file, O_WRONLY | O_NONBLOCK)
      #expect(writer == -1 && errno == EWOULDBLOCK)
      #expect(try reader.read(upTo: 10) == Array("one".utf8))
    }
    let writer = open(file, O_WRONLY | O_NONBLOCK)
    #expect(writer >= 0)
    close(writer)
  }

  @Test("of what is no regular file nothing is known")
  func unknown() throws {
    let scratch = Scratch()
    mkfifo("\(scratch.path)/pipe", 0o600)
    let pipe = try Descriptor.open("\(scratch.path)/pipe", O_RDONLY | O_NONBLOCK)
    #expect(pipe.holdOffWriters() == .unknown)
  }
}
