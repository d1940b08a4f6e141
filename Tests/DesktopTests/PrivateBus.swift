import Glibc
import Linux

/// A real message bus of its own for one test: dbus-daemon(1), which lets this user do everything.
final class PrivateBus {
  /// Where it listens, or will.
  let address: String
  private let directory: String
  private var pid: Int32?

  /// Not started yet.
  init() {
    var template = Array("/tmp/sleight-bus-XXXXXX".utf8CString)
    directory = mkdtemp(&template).map { String(cString: $0) } ?? ""
    address = "unix:path=\(directory)/socket"
    if let file = fopen("\(directory)/config", "w") {
      fputs(
        """
        <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
          "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
        <busconfig>
          <type>session</type>
          <listen>\(address)</listen>
          <policy context="default">
            <allow send_destination="*" eavesdrop="true"/>
            <allow eavesdrop="true"/>
            <allow own="*"/>
          </policy>
        </busconfig>
        """, file)
      fclose(file)
    }
  }

  deinit {
    stop()
    unlink("\(directory)/config")
    unlink("\(directory)/socket")
    rmdir(directory)
  }

  /// Starts it, and does not wait for it.
  func start() throws {
    pid = try ChildProcess.spawn(
      ["dbus-daemon", "--nofork", "--nopidfile", "--config-file=\(directory)/config"],
      environment: Environment.all())
  }

  /// Has it answer nothing any more.
  func pause() {
    if let pid { kill(pid, SIGSTOP) }
  }

  /// Ends it, and waits until it is gone.
  func stop() {
    guard let pid else { return }
    self.pid = nil
    kill(pid, SIGKILL)
    while (try? ChildProcess.reap(pid)) == .some(nil) { usleep(1000) }
  }

  /// Starts it, and waits until it listens.
  func startAndWait() throws {
    try start()
    // The socket is there before anybody listens at it, and may be left of the one before.
    for _ in 0..<20_000 {
      if (try? UnixSocket.connect(to: "\(directory)/socket", nonblocking: true)) != nil { return }
      usleep(1000)
    }
  }
}

/// Waits until `descriptor` is readable.
/// - Returns: false where it is not within `milliseconds`.
func isReadable(_ descriptor: CInt, within milliseconds: CInt) -> Bool {
  var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  return poll(&waiting, 1, milliseconds) == 1
}
