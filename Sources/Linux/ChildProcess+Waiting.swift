internal import CLinux
internal import Glibc

extension ChildProcess {
  /// Waits for the child `pid` to end.
  /// - Returns: how it did; nil where it still runs when `patience` is over.
  /// - Throws: `SystemError`: ESRCH or ECHILD where it is no child of ours, or was reaped before.
  public static func reap(_ pid: Int32, within patience: Duration) throws(SystemError) -> ExitStatus? {
    let process = Descriptor(owning: try system("pidfd_open") { pidfd_open(pid, 0) })
    let end = Duration.microseconds(monotonicNow()) + patience
    while true {
      var waiting = pollfd(fd: process.number, events: Int16(POLLIN), revents: 0)
      let count = poll(&waiting, 1, (end - .microseconds(monotonicNow())).milliseconds)
      // A signal came first.
      if count < 0, Glibc.errno == EINTR { continue }
      return try reap(pid)
    }
  }
}
