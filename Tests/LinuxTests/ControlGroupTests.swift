import CLinux
import Glibc
import Linux
import Testing
import Waiting

@Suite("The unit of a process")
struct ControlGroupTests {
  private static let manager = "/user.slice/user-1000.slice/user@1000.service"

  @Test(
    "is the daemon's in any slice of the same manager",
    arguments: [
      ("app.slice/sleight.service", true), ("sleight.service", true), ("session.slice/a.slice/sleight.service", true),
      ("app.slice/sleight.service/part", true), ("app.slice/sleight-commands.service", false),
      ("app.slice/app-foot-4711.scope", false), ("app.slice/other.service/sleight.service", false),
      ("app.slice/flatpak.scope/sleight.service", false), ("app.slice/xsleight.service", false), ("app.slice", false),
    ])
  func services(path: String, isDaemon: Bool) {
    let service = "\(Self.manager)/app.slice/sleight-commands.service"
    #expect(ControlGroup.isService("sleight.service", "\(Self.manager)/\(path)", besides: service) == isDaemon)
  }

  @Test("is not the daemon's below another manager, or without one")
  func managers() {
    let service = "\(Self.manager)/app.slice/sleight-commands.service"
    let other = "/user.slice/user-1001.slice/user@1001.service/app.slice/sleight.service"
    #expect(!ControlGroup.isService("sleight.service", other, besides: service))
    #expect(!ControlGroup.isService("sleight.service", "/system.slice/sleight.service", besides: service))
    #expect(!ControlGroup.isService("sleight.service", "/a/sleight.service", besides: "/a/sleight-commands.service"))
  }

  @Test("is that of the process that connected, as long as it runs")
  func peer() throws {
    let path = "/tmp/sleight-peer-\(getpid()).sock"
    let listener = try UnixSocket.listen(at: path)
    defer { unlink(path) }
    let script = "import socket, sys; s = socket.socket(socket.AF_UNIX); s.connect(sys.argv[1]); sys.stdin.read()"
    var ends: [CInt] = [-1, -1]
    #expect(pipe2(&ends, O_CLOEXEC) == 0)
    let pid = try ChildProcess.spawn(
      ["/bin/sh", "-c", "exec python3 -c '\(script)' \(path) </proc/\(getpid())/fd/\(ends[0])"],
      environment: Environment.all())
    var client: Descriptor?
    while client == nil {
      // The socket reports clients by `accept` alone here.
      usleep(1000)
      client = try UnixSocket.accept(from: listener)
    }
    guard let client else { return }
    var number: pid_t = 0
    let process = sleight_peer_process(client.number, &number)
    #expect(process >= 0 && number == pid && sleight_is_running(process) == 1)
    #expect(ControlGroup.path(ofPeer: client) == ControlGroup.own)
    close(ends[1])
    close(ends[0])
    try Waiting.wait(otherwise: { "it does not end" }) { sleight_is_running(process) == 0 ? () : nil }
    #expect(ControlGroup.path(ofPeer: client) == nil)
    close(process)
    _ = try Waiting.wait(otherwise: { "it does not end" }) { try ChildProcess.reap(pid) }
  }
}
