import Glibc
import Linux
import Waiting

/// A real message bus for one test: dbus-daemon(1) with a policy that permits this user everything.
final class PrivateBus {
  /// The address at which it listens after its start.
  let address: String
  private let directory: String
  private var pid: Int32?

  /// Creates a bus that is not started.
  /// - Parameter refused: the path of an object that nobody may call: the bus answers at once.
  init(refusing refused: String? = nil) {
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
            \(refused.map { "<deny send_path=\"\($0)\"/>" } ?? "")
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

  /// Starts the bus without waiting.
  func start() throws {
    pid = try ChildProcess.spawn(
      ["dbus-daemon", "--nofork", "--nopidfile", "--config-file=\(directory)/config"],
      environment: Environment.all())
  }

  /// Stops the process, so that the bus does not answer any more.
  func pause() {
    if let pid { kill(pid, SIGSTOP) }
  }

  /// Ends the bus, and waits until it has ended.
  func stop() {
    guard let pid else { return }
    self.pid = nil
    kill(pid, SIGKILL)
    _ = try? waitForEnd(of: pid)
  }

  /// Starts the bus, and waits until it listens.
  func startAndWait() throws {
    try start()
    // The socket exists before the bus listens, and may be a stale one.
    try wait(otherwise: { "the bus does not listen" }) {
      (try? UnixSocket.connect(to: "\(directory)/socket", nonblocking: true)) == nil ? nil : ()
    }
  }
}
