import Glibc
import Linux

@testable import Wayland

/// A real compositor without a screen of its own, for one test. It does not run as root: where the tests do, it runs as
/// a user that nobody is.
final class HeadlessSway {
  /// A program that was started.
  final class Client {
    private let pid: Int32
    private let log: String
    private var hasEnded = false

    fileprivate init(_ command: [String], environment: [String], log: String) throws {
      self.log = log
      pid = try ChildProcess.spawn(
        ["sh", "-c", "log=$1; shift; exec \"$@\" >\"$log\" 2>&1", "sh", log] + command, environment: environment)
    }

    deinit { stop() }

    /// What it has printed.
    var output: String { contents(of: log) }

    /// Whether it has ended.
    var isOver: Bool {
      if !hasEnded, (try? ChildProcess.reap(pid)) != .some(nil) { hasEnded = true }
      return hasEnded
    }

    /// Ends it at once, and waits until it is gone.
    func stop() {
      guard !isOver else { return }
      kill(pid, SIGKILL)
      while !isOver { usleep(1000) }
    }

    /// Has it do nothing until `resume`.
    func pause() { if !isOver { kill(pid, SIGSTOP) } }
    func resume() { if !isOver { kill(pid, SIGCONT) } }
  }

  /// The runtime directory.
  let folder: Folder
  /// Where it listens.
  private(set) var socket = ""
  private(set) var compositor: Client?
  private var control = ""
  private var clients = 0

  /// Starts it, and waits until it listens.
  init() throws {
    folder = Folder()
    let config = "\(folder.path)/config"
    try Descriptor.open(config, O_WRONLY | O_CREAT, mode: 0o644)
      .write(Array("xwayland disable\ndefault_border none\n".utf8))
    if let uid = Self.uid { chown(folder.path, uid, uid) }
    try start()
  }

  deinit { compositor?.stop() }

  /// Starts it again after it has ended.
  func start() throws {
    // A killed one leaves its sockets behind.
    for name in folder.entries where name.hasPrefix("sway-ipc.") { unlink("\(folder.path)/\(name)") }
    let compositor = try client(["sway", "--config", "\(folder.path)/config"])
    self.compositor = compositor
    (socket, control) = try wait(otherwise: { "sway does not listen: \(compositor.output)" }) {
      guard !compositor.isOver else { throw TimedOut(description: "sway has ended: \(compositor.output)") }
      let names = folder.entries
      guard let display = names.first(where: { $0.hasPrefix("wayland-") && !$0.hasSuffix(".lock") }),
        let control = names.first(where: { $0.hasPrefix("sway-ipc.") })
      else { return nil }
      return ("\(folder.path)/\(display)", "\(folder.path)/\(control)")
    }
    // It listens at the second socket before it has read its configuration.
    _ = try wait(otherwise: { "sway does not answer: \(compositor.output)" }) { try? message("-t", "get_version") }
  }

  /// Starts a program in it.
  func client(_ command: [String]) throws -> Client {
    clients += 1
    var environment = [
      "XDG_RUNTIME_DIR=\(folder.path)", "HOME=\(folder.path)", "WLR_BACKENDS=headless", "WLR_LIBINPUT_NO_DEVICES=1",
      "WLR_RENDERER=pixman", "LANG=C.UTF-8",
    ]
    if let path = Environment.value(of: "PATH") { environment.append("PATH=\(path)") }
    if !socket.isEmpty { environment += ["WAYLAND_DISPLAY=\(socket)", "SWAYSOCK=\(control)"] }
    let user = Self.uid.map { ["setpriv", "--reuid=\($0)", "--regid=\($0)", "--clear-groups", "--"] } ?? []
    return try Client(user + command, environment: environment, log: "\(folder.path)/log-\(clients)")
  }

  /// A terminal with an app id and a title of its own that runs `command`.
  func foot(_ appID: String, title: String = "", _ command: String = "exec sleep 600") throws -> Client {
    try client([
      "foot", "--config=/dev/null", "--override=locked-title=yes", "--app-id=\(appID)", "--title=\(title)", "sh", "-c",
      command,
    ])
  }

  /// Does what sway(5) says of `command`.
  func tell(_ command: String) throws { try message(command) }

  /// What swaymsg(1) prints.
  @discardableResult
  private func message(_ arguments: String...) throws -> String {
    let program = try client(["swaymsg"] + arguments)
    try wait(otherwise: { "swaymsg does not end" }) { program.isOver ? () : nil }
    guard !program.output.contains("Error"), !program.output.contains("Unable") else {
      throw TimedOut(description: "swaymsg \(arguments): \(program.output)")
    }
    return program.output
  }

  /// A connection to it that knows what it offers.
  func connect() throws -> WaylandDisplay {
    let display = try WaylandDisplay(at: socket)
    try display.roundTrip(within: .seconds(30))
    return display
  }

  /// The user it runs as where the tests run as root: one that has no name.
  private static let uid: uid_t? = getuid() == 0 ? (61_000..<62_000).first { getpwuid($0) == nil } : nil
}

extension WaylandDisplay {
  /// Dispatches what comes until `isDone`.
  func run(otherwise: () -> String, until isDone: () -> Bool) throws {
    let end = monotonicNow() + patience
    while !isDone() {
      guard monotonicNow() < end else { throw TimedOut(description: otherwise()) }
      try flush()
      if isReadable(descriptor, within: 50) { try dispatch() }
    }
  }
}
