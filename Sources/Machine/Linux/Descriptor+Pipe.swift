internal import CLinux
internal import Glibc

extension Descriptor {
  /// Opens a pipe (pipe(7)). Its reading end blocks, as programs expect of their standard input; its writing end does
  /// not.
  /// - Parameters:
  ///   - room: the number of bytes that it has room for, rounded up to pages; if the system refuses that, new pipes'
  ///     own.
  ///   - read: hands the reading end on, which is closed afterwards.
  /// - Returns: the writing end.
  /// - Throws: `SystemError`: EMFILE, ENFILE; and the error of `read`.
  public static func pipe(
    room: CInt, _ read: (CInt) throws(SystemError) -> Void
  ) throws(SystemError) -> Descriptor {
    var ends: [CInt] = [-1, -1]
    try system("pipe2") { pipe2(&ends, O_CLOEXEC) }
    let source = Descriptor(owning: ends[0])
    let sink = Descriptor(owning: ends[1])
    try system("fcntl") { fcntl(sink.number, F_SETFL, O_NONBLOCK) }
    _ = fcntl(sink.number, CInt(SLEIGHT_SET_PIPE_SIZE), room)
    try read(source.number)
    return sink
  }
}
