internal import Glibc
internal import Linux

/// The sockets that compositors are pretended at. They are made once and stay for the program's life, as a compositor's
/// do: a run takes microseconds, and making them would take longer than all else.
enum Scratch {
  /// A socket that is listened at.
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

  /// A folder of its own, which goes with the program.
  static let folder: String = {
    var template = Array("/tmp/sleight-fuzz-XXXXXX".utf8CString)
    let path = mkdtemp(&template).map { String(cString: $0) } ?? ""
    atexit {
      for name in [".socket.sock", ".socket2.sock"] { unlink("\(Scratch.folder)/\(name)") }
      rmdir(Scratch.folder)
    }
    return path
  }()

  /// For requests; sway and niri have no other.
  static let socket = Listener("\(folder)/.socket.sock")
  /// For Hyprland's events.
  static let events = Listener("\(folder)/.socket2.sock")
}
