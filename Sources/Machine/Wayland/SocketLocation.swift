internal import Glibc
internal import Linux

/// The location of the session's compositor, from the environment. WAYLAND_SOCKET, an inherited descriptor, is never
/// used: it may belong to another program.
enum SocketLocation: Hashable {
  /// The path given by WAYLAND_DISPLAY.
  case path(String)
  /// No display is given: `wayland-0` in this directory, else the only socket there that accepts a connection.
  case anyIn(String)
  /// Nothing is given; the text names what is missing.
  case unknown(String)

  /// Evaluates the environment.
  /// - Parameters:
  ///   - display: WAYLAND_DISPLAY; nil or empty if not set.
  ///   - runtimeDirectory: XDG_RUNTIME_DIR.
  init(display: String?, runtimeDirectory: String?) {
    let display = display ?? ""
    let directory = runtimeDirectory ?? ""
    if display.hasPrefix("/") {
      self = .path(display)
    } else if !directory.hasPrefix("/") {
      self = .unknown("XDG_RUNTIME_DIR is not set: the compositor's socket is unknown")
    } else if display.isEmpty {
      self = .anyIn(directory)
    } else {
      self = .path("\(directory)/\(display)")
    }
  }

  /// Connects to the compositor.
  /// - Throws: `WaylandError`: `.unreachable`, `.noSocket`, `.several`.
  func connect() throws(WaylandError) -> WaylandDisplay {
    switch self {
    case .path(let path): return try WaylandDisplay(at: path)
    case .unknown(let reason): throw .noSocket(reason)
    case .anyIn(let directory):
      var displays: [(path: String, display: WaylandDisplay)] = []
      var failure: WaylandError?
      for name in Self.sockets(in: directory) {
        do {
          let path = "\(directory)/\(name)"
          let display = try WaylandDisplay(at: path)
          if name == "wayland-0" { return display }
          displays.append((path, display))
        } catch {
          failure = failure ?? error
        }
      }
      guard displays.count < 2 else { throw .several(displays.map(\.path)) }
      if let display = displays.first?.display { return display }
      throw failure ?? .noSocket("no socket of a compositor in \(directory)")
    }
  }

  /// The sockets in `directory` with compositors' names, `wayland-0` first. Compositors try names up to `wayland-32`
  /// (wl_display_add_socket_auto).
  private static func sockets(in directory: String) -> [String] {
    (0...32).map { "wayland-\($0)" }.filter { name in
      var status = stat()
      return stat("\(directory)/\(name)", &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
    }
  }
}
