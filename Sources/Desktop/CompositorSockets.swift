internal import Glibc
internal import Linux

/// Where compositors listen: what their variables name, and what they leave in the user's runtime directory. A program
/// that was started before the compositor, or outlives it, has no variables or stale ones.
struct CompositorSockets {
  /// Where one may listen.
  struct Place: Hashable {
    var kind: CompositorKind
    /// Its socket; of Hyprland, the directory that has its sockets.
    var path: String
  }

  /// The value of an environment variable.
  let variable: (String) -> String?
  /// Whom sockets must belong to.
  let uid: UInt32

  /// By the environment that this program was started with.
  init() {
    variable = { Environment.value(of: $0) }
    uid = geteuid()
  }

  /// By other variables, of a user.
  init(_ variables: [String: String], uid: UInt32) {
    variable = { variables[$0] }
    self.uid = uid
  }

  private var runtimeDirectory: String? { variable("XDG_RUNTIME_DIR").flatMap { $0.isEmpty ? nil : $0 } }
  /// Hyprland up to 0.39 had its directory there.
  private static let oldHyprland = "/tmp/hypr"

  /// The variables that name a compositor's sockets.
  static func variables(of kind: CompositorKind) -> [String] {
    switch kind {
    case .sway: ["SWAYSOCK", "I3SOCK"]
    case .hyprland: ["HYPRLAND_INSTANCE_SIGNATURE"]
    case .niri: ["NIRI_SOCKET"]
    }
  }

  /// Where one may listen, the likeliest first: where variables say, those of the desktop that the session is for
  /// before others (in a compositor that runs in another's window both are set), then the newest sockets.
  func places() -> [Place] {
    var places: [Place] = []
    for place in named() + found() where !places.contains(place) { places.append(place) }
    return places
  }

  /// What the variables say, whether it is there or not.
  func named() -> [Place] {
    let desktop = variable("XDG_CURRENT_DESKTOP")?.lowercased().split(separator: ":").map(String.init) ?? []
    let kinds = CompositorKind.allCases.filter { desktop.contains($0.rawValue) }
    return (kinds + CompositorKind.allCases.filter { !kinds.contains($0) }).flatMap { kind in
      Self.variables(of: kind).compactMap { variable($0) }.filter { !$0.isEmpty }.flatMap { value in
        guard kind == .hyprland else { return [Place(kind: kind, path: value)] }
        return hyprlandDirectories.map { Place(kind: kind, path: "\($0)/\(value)") }
      }
    }
  }

  /// The sockets of this user that are there, the newest first.
  private func found() -> [Place] {
    var found: [(place: Place, made: Int64)] = []
    if let runtimeDirectory {
      for name in names(inDirectory: runtimeDirectory) {
        guard let kind = kind(ofSocket: name), let time = made("\(runtimeDirectory)/\(name)") else { continue }
        found.append((Place(kind: kind, path: "\(runtimeDirectory)/\(name)"), time))
      }
    }
    for directory in hyprlandDirectories {
      for name in names(inDirectory: directory) {
        guard let time = made("\(directory)/\(name)/.socket2.sock") else { continue }
        found.append((Place(kind: .hyprland, path: "\(directory)/\(name)"), time))
      }
    }
    return found.sorted { $0.made > $1.made }.map(\.place)
  }

  /// Whose socket in the runtime directory has such a name: `sway-ipc.1000.4711.sock`, `niri.wayland-1.4711.sock`.
  func kind(ofSocket name: String) -> CompositorKind? {
    guard name.hasSuffix(".sock") else { return nil }
    if name.hasPrefix("sway-ipc.\(uid).") { return .sway }
    return name.hasPrefix("niri.") ? .niri : nil
  }

  private var hyprlandDirectories: [String] {
    (runtimeDirectory.map { ["\($0)/hypr"] } ?? []) + [Self.oldHyprland]
  }

  // MARK: Waiting

  /// The directories in which a socket may come, and whether anything in them matters, or only what is named as one.
  func directories() -> [(path: String, entirely: Bool)] {
    var directories: [(String, Bool)] = runtimeDirectory.map { [($0, false)] } ?? []
    for directory in hyprlandDirectories {
      directories.append((directory, true))
      directories += names(inDirectory: directory).map { ("\(directory)/\($0)", true) }
    }
    for place in named() where place.kind != .hyprland {
      let parent = place.path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      let path = parent.joined(separator: "/")
      if !path.isEmpty, path != runtimeDirectory { directories.append((path, true)) }
    }
    return directories
  }

  /// Whether something of that name in the runtime directory is worth looking at.
  func matters(_ name: String) -> Bool { kind(ofSocket: name) != nil || name == "hypr" }

  // MARK: Messages

  /// Why there is no compositor of `kind`.
  func absence(of kind: CompositorKind) -> String {
    let set = Self.variables(of: kind).compactMap { name in variable(name).map { "\(name) is '\($0)'" } }
    guard set.isEmpty else { return "\(set.joined(separator: " and ")), where nobody answers" }
    let unset = "\(Self.variables(of: kind)[0]) is not set"
    guard let runtimeDirectory else { return "\(unset), and XDG_RUNTIME_DIR is not either" }
    return "\(unset), and no socket of its own is in \(runtimeDirectory)"
  }

  // MARK: Files

  /// When the socket at `path` came into being; nil where there is none of this user.
  private func made(_ path: String) -> Int64? {
    UnixSocket.file(at: path).flatMap { $0.owner == uid ? $0.made : nil }
  }
}
