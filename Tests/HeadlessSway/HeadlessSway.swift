import Glibc
import Linux
import Waiting

/// A real compositor without a screen, for one test. It refuses root: if root runs the tests, it runs as an unused
/// user.
public final class HeadlessSway {
  /// The runtime directory.
  public let folder: Folder
  /// The path of its Wayland socket; empty before it was started.
  public private(set) var socket = ""
  /// The path of its IPC socket.
  public private(set) var control = ""
  /// The compositor's process.
  public private(set) var compositor: Client?
  private var clients = 0

  /// Starts it with `config`, and waits until it answers.
  /// - Parameter isStarted: false to start it later.
  public init(config: String = "", isStarted: Bool = true) throws {
    folder = Folder()
    let path = "\(folder.path)/config"
    try Descriptor.open(path, O_WRONLY | O_CREAT, mode: 0o644).write(
      Array("xwayland disable\ndefault_border none\n\(config)\n".utf8))
    if let uid = Self.otherUser { chown(folder.path, uid, uid) }
    if isStarted { try start() }
  }

  deinit { compositor?.stop() }

  /// The user that it runs as.
  public static var user: UInt32 { otherUser ?? getuid() }

  /// The unused user for tests that run as root.
  private static let otherUser: uid_t? = getuid() == 0 ? (61_000..<62_000).first { getpwuid($0) == nil } : nil

  /// Starts it, or starts it again after it has ended.
  public func start() throws {
    // A killed compositor leaves its sockets behind, and the next one takes another name.
    let old = Set(folder.entries)
    let compositor = try client(["sway", "--config", "\(folder.path)/config"])
    self.compositor = compositor
    (socket, control) = try wait(otherwise: { "sway does not listen: \(compositor.output)" }) {
      guard !compositor.isOver else { throw TimedOut(description: "sway has ended: \(compositor.output)") }
      let names = folder.entries
      guard let display = names.last(where: { $0.hasPrefix("wayland-") && !$0.hasSuffix(".lock") }),
        let control = names.first(where: { $0.hasPrefix("sway-ipc.") && !old.contains($0) })
      else { return nil }
      return ("\(folder.path)/\(display)", "\(folder.path)/\(control)")
    }
    // The IPC socket listens before the configuration has been read.
    _ = try wait(otherwise: { "sway does not answer: \(compositor.output)" }) { try? message("-t", "get_version") }
  }

  /// Starts a program in it.
  public func client(_ command: [String]) throws -> Client {
    clients += 1
    var environment = [
      "XDG_RUNTIME_DIR=\(folder.path)", "HOME=\(folder.path)", "WLR_BACKENDS=headless", "WLR_LIBINPUT_NO_DEVICES=1",
      "WLR_RENDERER=pixman", "LANG=C.UTF-8",
    ]
    if let path = Environment.value(of: "PATH") { environment.append("PATH=\(path)") }
    if !socket.isEmpty { environment += ["WAYLAND_DISPLAY=\(socket)", "SWAYSOCK=\(control)"] }
    let user = Self.otherUser.map { ["setpriv", "--reuid=\($0)", "--regid=\($0)", "--clear-groups", "--"] } ?? []
    return try Client(user + command, environment: environment, log: "\(folder.path)/log-\(clients)")
  }

  /// A terminal with an app id and a title of its own that runs `command`.
  public func foot(_ appID: String, title: String = "", _ command: String = "exec sleep 600") throws -> Client {
    try client([
      "foot", "--config=/dev/null", "--app-id=\(appID)", "--title=\(title)", "sh", "-c", command,
    ])
  }

  /// Runs a command of sway(5).
  public func tell(_ command: String) throws { try message(command) }

  /// Lets it read its configuration again.
  public func reload() throws {
    try tell("reload")
    // It reloads before it handles the next request.
    try message("-t", "get_version")
  }

  /// The output of swaymsg(1), whose commands may be given twice: it waits for an answer for 3 s, which a busy machine
  /// may take to reload a configuration.
  @discardableResult
  public func message(_ arguments: String...) throws -> String {
    var program: Client
    var attempts = 0
    repeat {
      program = try client(["swaymsg"] + arguments)
      try wait(otherwise: { "swaymsg does not end" }) { program.isOver ? () : nil }
      attempts += 1
    } while program.output.contains("Unable to receive") && attempts < 10
    guard !program.output.contains("Error"), !program.output.contains("Unable") else {
      throw TimedOut(description: "swaymsg \(arguments): \(program.output)")
    }
    return program.output
  }
}
