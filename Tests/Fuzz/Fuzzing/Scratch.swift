internal import Glibc
internal import Linux

/// The sockets of imitated compositors. They are created once per process: a run takes microseconds, and creating them
/// would take longer than everything else.
enum Scratch {
  /// A listening socket.
  struct Listener: ~Copyable, Sendable {
    let path: String
    let descriptor: Descriptor

    fileprivate init(_ path: String) {
      self.path = path
      do {
        descriptor = try UnixSocket.listen(at: path)
      } catch {
        preconditionFailure("no socket to try with: \(error)")
      }
    }
  }

  static let uid = geteuid()

  /// A temporary folder, which the process deletes when it ends.
  static let folder: String = {
    var template = Array("/tmp/sleight-fuzz-XXXXXX".utf8CString)
    let path = mkdtemp(&template).map { String(cString: $0) } ?? ""
    atexit {
      for name in [".socket.sock", ".socket2.sock"] { unlink("\(Scratch.folder)/\(name)") }
      rmdir(Scratch.folder)
    }
    return path
  }()

  /// The socket for requests; the only one of sway and niri.
  static let socket = Listener("\(folder)/.socket.sock")
  /// The socket of Hyprland's events.
  static let events = Listener("\(folder)/.socket2.sock")
}
