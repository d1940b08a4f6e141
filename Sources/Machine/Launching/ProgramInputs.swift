internal import Linux

/// The standard inputs of programs that are fed lines, by their process ids. Nothing here waits.
///
/// Each is a pipe with room for one page. While it is full, the program's next line is kept, and each further one
/// replaces it: a program that is slow gets the newest line when it has read the others.
///
///     lines      1 2 3 4 5 6 7 8 end
///     pipe       1 2 3|      read|8
///     kept             4 5 6 7 8 |end
final class ProgramInputs {
  /// The room of a pipe in bytes: a page, the least. Lines that describe a gesture have a few hundred bytes, so that a
  /// slow program is about ten lines late.
  private static let room: CInt = 4096

  private final class Input {
    let pipe: Descriptor
    /// The rest of a line that was written in part.
    var rest: ArraySlice<UInt8> = []
    /// The line that is kept; nil if there is none.
    var next: [UInt8]?
    /// True if the pipe is closed after the lines above.
    var isEnding = false
    init(_ pipe: consuming Descriptor) { self.pipe = pipe }

    /// Writes as far as there is room.
    /// - Returns: true if everything is written.
    /// - Throws: `SystemError`: EPIPE if the program has closed its input.
    func flush() throws(SystemError) -> Bool {
      while true {
        if rest.isEmpty, let next {
          rest = next[...]
          self.next = nil
        }
        guard !rest.isEmpty else { return true }
        guard let count = try pipe.write(fitting: rest) else { return false }
        rest = rest.dropFirst(count)
      }
    }
  }

  private var epoll: Epoll
  private var ready: [Epoll.Ready] = []
  private var inputs: [Int32: Input] = [:]

  /// - Throws: `SystemError` if epoll_create1(2) fails.
  init() throws(SystemError) { epoll = try Epoll() }

  /// The descriptor to wait for; call `flush` when it is readable. It does not change.
  var descriptor: CInt { epoll.number }

  /// True if a line is not written yet.
  var hasPendingLines: Bool { inputs.values.contains { !$0.rest.isEmpty || $0.next != nil } }

  /// Starts a program with a pipe as its standard input.
  /// - Parameter launch: starts it with the descriptor to read from, and returns its process id.
  /// - Throws: `SystemError`.
  func start(_ launch: (CInt) throws(SystemError) -> Int32) throws(SystemError) -> Int32 {
    // The program may end at any time.
    ignoreBrokenPipes()
    var pid: Int32 = 0
    let sink = try Descriptor.pipe(room: Self.room) { input throws(SystemError) in pid = try launch(input) }
    let input = Input(sink)
    try? epoll.add(input.pipe.number, token: UInt64(pid), for: [])
    inputs[pid] = input
    return pid
  }

  /// Writes a line, or keeps it in place of the one that is kept.
  func write(_ line: [UInt8], to pid: Int32) {
    guard let input = inputs[pid], !input.isEnding else { return }
    input.next = line
    flush(input, of: pid)
  }

  /// Closes the input of a program after its last line.
  func end(_ pid: Int32) {
    guard let input = inputs[pid] else { return }
    input.isEnding = true
    flush(input, of: pid)
  }

  /// Forgets a program that has ended.
  func remove(_ pid: Int32) {
    guard let input = inputs.removeValue(forKey: pid) else { return }
    try? epoll.remove(input.pipe.number)
  }

  /// Writes to the programs that have read their lines.
  /// - Returns: those that have closed their inputs before these ended.
  func flush() -> [Int32] {
    guard !inputs.isEmpty, (try? epoll.wait(into: &ready, timeout: .zero)) != nil else { return [] }
    return ready.compactMap { event in
      let pid = Int32(truncatingIfNeeded: event.token)
      guard let input = inputs[pid] else { return nil }
      guard event.isClosed else {
        flush(input, of: pid)
        return nil
      }
      remove(pid)
      return input.isEnding ? nil : pid
    }
  }

  /// Writes as far as there is room. An input that is closed is found by the next call of `flush()`.
  private func flush(_ input: Input, of pid: Int32) {
    do throws(SystemError) {
      guard try input.flush() else {
        return try epoll.modify(input.pipe.number, token: UInt64(pid), for: .writable)
      }
      if input.isEnding { return remove(pid) }
      try epoll.modify(input.pipe.number, token: UInt64(pid), for: [])
    } catch {
      input.rest = []
      input.next = nil
    }
  }
}
