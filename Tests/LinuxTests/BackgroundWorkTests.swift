import Glibc
import Linux
import Testing

@Suite("Work on a thread of its own")
struct BackgroundWorkTests {
  @Test("the result is there when the descriptor is readable, and not before")
  func result() throws {
    var gate: [CInt] = [-1, -1]
    #expect(pipe(&gate) == 0)
    let (input, output) = (gate[0], gate[1])
    let work = try BackgroundWork { () -> [String] in
      var byte: UInt8 = 0
      _ = Glibc.read(input, &byte, 1)
      return (0..<1000).map { "line \($0)" }
    }
    #expect(work.result == nil)
    close(output)
    var ready = pollfd(fd: work.descriptor, events: Int16(POLLIN), revents: 0)
    #expect(poll(&ready, 1, 60_000) == 1)
    #expect(work.result?.last == "line 999")
    close(input)
  }

  @Test("a hundred of them leave no descriptor behind")
  func descriptors() throws {
    func open() -> Int { names(inDirectory: "/proc/self/fd").count }
    let before = open()
    for number in 0..<100 {
      let work = try BackgroundWork { number }
      var ready = pollfd(fd: work.descriptor, events: Int16(POLLIN), revents: 0)
      #expect(poll(&ready, 1, 60_000) == 1 && work.result == number)
    }
    // Other tests run in parallel, and have a few descriptors of their own.
    #expect(open() < before + 50)
  }
}
