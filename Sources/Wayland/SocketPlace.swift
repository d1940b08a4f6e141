internal import Glibc
internal import Linux

/// Where the session's compositor listens, as far as the environment says. WAYLAND_SOCKET, a descriptor that somebody
/// else opened, is never taken: it may be another program's.
enum SocketPlace: Hashable {
  /// WAYLAND_DISPLAY says where.
  case path(String)
  /// Nobody says: it is `wayland-0` in the directory, or else the only socket there that lets us in.
  case anyIn(String)
  /// There is nothing to go by; the text says what is missing.
  case unknown(String)

  /// Reads the environment.
  /// - Parameters:
  ///   - display: WAYLAND_DISPLAY; nil or empty where it is not set.
  ///   - runtimeDirectory: XDG_RUNTIME_DIR.
  init(display: String?, runtimeDirectory: String?) {
    let display = display ?? ""
    let directory = runtimeDirectory ?? ""
    if display.hasPrefix("/") {
      self = .path(display)
    } else if !directory.hasPrefix("/") {
      self = .unknown("XDG_RUNTIME_DIR is not set: where the compositor listens is not known")
    } else if display.isEmpty {
      self = .anyIn(directory)
    } else {
      self = .path("\(directory)/\(display)")
    }
  }

  /// Connects to the compositor there.
  /// - Throws: `WaylandError`: `.unreachable`, `.noSocket`.
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
      throw failure ?? .noSocket("there is no socket of a compositor in \(directory)")
    }
  }

  /// The names of the sockets in `directory` that are called as compositors call theirs, `wayland-0` first. Compositors
  /// try 32 names at most (wl_display_add_socket_auto).
  private static func sockets(in directory: String) -> [String] {
    (0...32).map { "wayland-\($0)" }.filter { name in
      var status = stat()
      return stat("\(directory)/\(name)", &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
    }
  }
}
