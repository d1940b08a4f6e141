internal import CLinux
internal import Glibc

extension ChildProcess {
  /// Waits for the child `pid` to end.
  /// - Returns: its exit status; nil if it still runs after `timeout`.
  /// - Throws: `SystemError`: ESRCH or ECHILD if it is not a child of this process, or was already reaped.
  public static func reap(_ pid: Int32, within timeout: Duration) throws(SystemError) -> ExitStatus? {
    let process = Descriptor(owning: try system("pidfd_open") { pidfd_open(pid, 0) })
    let deadline = Duration.microseconds(monotonicNow()) + timeout
    while true {
      var waiting = pollfd(fd: process.number, events: Int16(POLLIN), revents: 0)
      let count = poll(&waiting, 1, (deadline - .microseconds(monotonicNow())).milliseconds)
      // Interrupted by a signal.
      if count < 0, Glibc.errno == EINTR { continue }
      return try reap(pid)
    }
  }
}
