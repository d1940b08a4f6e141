import Glibc
import Linux
import Surroundings
import Testing
import Time

@Suite("The loop over touch devices")
struct TouchLoopTests {
  @Test("it ends when what is due stops it, although no event follows")
  func stopWhenDue() throws {
    let loop = try TouchLoop(signals: [], handlers: .init { _ in })
    defer { loop.handlers = .init { _ in } }
    // An event that ends the test if the loop does not.
    var ends: [CInt] = [0, 0]
    try #require(pipe(&ends) == 0)
    let writer = ends[1]
    let rescue = Task.detached {
      try await Task.sleep(for: .seconds(30))
      write(writer, "x", 1)
    }
    defer {
      rescue.cancel()
      ends.forEach { close($0) }
    }
    var isRescued = false
    try loop.add(ends[0]) { _ in isRescued = true }
    var due: Timestamp? = Timestamp.now + .milliseconds(20)
    loop.handlers.deadline = { due }
    loop.handlers.expire = { _ in
      due = nil
      loop.stop()
    }
    try loop.run()
    #expect(!isRescued && due == nil)
  }
}
