internal import CLinux
internal import Glibc

/// Work on a thread of its own, which ends with it. The thread shares nothing with this one but the result.
public final class BackgroundWork<Result: Sendable> {
  private let box: Box<Result>
  private let end: Descriptor

  /// Starts the work.
  /// - Throws: `SystemError` if there can be no other thread.
  public init(_ work: @escaping @Sendable () -> Result) throws(SystemError) {
    var ends: [CInt] = [-1, -1]
    try system("pipe2") { pipe2(&ends, O_CLOEXEC | O_NONBLOCK) }
    end = Descriptor(owning: ends[0])
    box = Box(work, end: ends[1])
    // One arena for all threads: what the thread allocates outlives it.
    _ = mallopt(M_ARENA_MAX, 1)
    let argument = Unmanaged.passRetained(box)
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        Unmanaged<AnyWork>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, argument.toOpaque())
    guard code == 0 else {
      argument.release()
      close(ends[1])
      throw SystemError("pthread_create", code: code)
    }
    pthread_detach(thread)
  }

  /// The descriptor to wait for: it becomes readable when the work is done.
  public var descriptor: CInt { end.number }

  /// The result; nil until the work is done.
  public var result: Result? {
    // The end of the pipe comes after the result was stored, and orders the two threads.
    guard let bytes = try? end.read(upTo: 1), bytes.isEmpty else { return nil }
    return box.result
  }
}

/// Work without the type of its result, for a function of C.
private class AnyWork {
  func run() {}
}

/// The work, and then its result. Written by the thread before it closes `end`, read by the other one after that.
private final class Box<Result: Sendable>: AnyWork {
  private var work: (@Sendable () -> Result)?
  private let end: CInt
  private(set) var result: Result?

  init(_ work: @escaping @Sendable () -> Result, end: CInt) {
    self.work = work
    self.end = end
  }

  override func run() {
    result = work?()
    work = nil
    close(end)
  }
}
