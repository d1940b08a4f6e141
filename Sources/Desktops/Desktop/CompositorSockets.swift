internal import Glibc
internal import Linux
internal import Rules
internal import Text

/// The locations of compositors' sockets: those that variables name, and those in the user's runtime directory. A
/// program that was started before the compositor, or outlives it, has no variables or stale ones.
struct CompositorSockets {
  /// A possible location.
  struct Location: Hashable {
    var kind: DesktopKind
    /// The path of its socket, or of the directory that contains its sockets.
    var path: String

    /// Connects to it.
    /// - Throws: `SystemError`.
    func connect(in descriptors: DescriptorSet) throws(SystemError) -> any CompositorPeer {
      guard let socket = kind.socket else { throw SystemError("connect", path: path, code: ENOENT) }
      return try socket.connect(path, descriptors)
    }
  }

  /// The value of an environment variable.
  let variable: (String) -> String?
  /// The required owner of sockets.
  let uid: UInt32

  /// Uses the environment that this program was started with.
  init() {
    variable = { Environment.value(of: $0) }
    uid = geteuid()
    oldInstances = nil
  }

  /// Uses other variables, of the user `uid`, and another directory of instances of old versions.
  init(_ variables: [String: String], uid: UInt32, oldInstances: String? = nil) {
    variable = { variables[$0] }
    self.uid = uid
    self.oldInstances = oldInstances
  }

  private var runtimeDirectory: String? { variable("XDG_RUNTIME_DIR").flatMap { $0.isEmpty ? nil : $0 } }
  private let oldInstances: String?
  /// The maximum number of instances of one compositor that are considered. Each start leaves a directory.
  private static let maxInstances = 16

  /// The possible locations, the most likely first: those that variables name, with the compositors of
  /// XDG_CURRENT_DESKTOP before others (in a nested compositor both are set), then the sockets, newest first.
  func locations() -> [Location] {
    var locations: [Location] = []
    for location in configured() + existing() where !locations.contains(location) { locations.append(location) }
    return locations
  }

  /// The locations that variables name, which may not exist.
  func configured() -> [Location] {
    let desktop = Environment.desktopNames(in: variable("XDG_CURRENT_DESKTOP"))
    let kinds = DesktopKind.withSocket.filter { desktop.contains($0.rawValue) }
    return (kinds + DesktopKind.withSocket.filter { !kinds.contains($0) }).flatMap { kind in
      (kind.socket?.variables ?? []).compactMap { variable($0) }.filter { !$0.isEmpty }.flatMap { value in
        let directories = directories(ofInstancesOf: kind)
        return directories.isEmpty
          ? [Location(kind: kind, path: value)] : directories.map { Location(kind: kind, path: "\($0)/\(value)") }
      }
    }
  }

  /// The existing sockets of this user, newest first.
  private func existing() -> [Location] {
    var existing: [(location: Location, creationTime: Duration)] = []
    if let runtimeDirectory {
      for name in names(inDirectory: runtimeDirectory) {
        guard let kind = kind(ofSocket: name), let time = creationTime(of: "\(runtimeDirectory)/\(name)") else {
          continue
        }
        existing.append((Location(kind: kind, path: "\(runtimeDirectory)/\(name)"), time))
      }
    }
    for kind in DesktopKind.withSocket {
      guard case .instances(_, _, let socket)? = kind.socket?.place else { continue }
      for instance in instances(of: kind) {
        guard let time = creationTime(of: "\(instance)/\(socket)") else { continue }
        existing.append((Location(kind: kind, path: instance), time))
      }
    }
    return existing.sorted { $0.creationTime > $1.creationTime }.map(\.location)
  }

  /// The compositor whose sockets in the runtime directory have such names: `sway-ipc.1000.4711.sock`,
  /// `niri.wayland-1.4711.sock`.
  func kind(ofSocket name: String) -> DesktopKind? {
    guard name.hasSuffix(".sock") else { return nil }
    return DesktopKind.withSocket.first { kind in
      guard case .runtimeDirectory(let prefix)? = kind.socket?.place else { return false }
      return name.hasPrefix(prefix.replacing("UID", with: "\(uid)"))
    }
  }

  /// The directories with one for each instance of a compositor; empty if its sockets have none of their own.
  private func directories(ofInstancesOf kind: DesktopKind) -> [String] {
    guard case .instances(let name, let old, _)? = kind.socket?.place else { return [] }
    return (runtimeDirectory.map { ["\($0)/\(name)"] } ?? []) + [oldInstances ?? old]
  }

  /// The directories of a compositor's instances that belong to the user, newest first. One in /tmp may belong to
  /// anybody, who can then create and remove directories in it as fast as the disk allows.
  private func instances(of kind: DesktopKind) -> [String] {
    directories(ofInstancesOf: kind).flatMap { ownedDirectories(in: $0, of: uid, limit: Self.maxInstances) }
  }

  // MARK: Directories to watch

  /// The directories in which sockets may be created. `wholly` is true if every new file in it matters, not only those
  /// for which `matters` is true.
  func directories() -> [(path: String, wholly: Bool)] {
    var directories: [(String, Bool)] = runtimeDirectory.map { [($0, false)] } ?? []
    for kind in DesktopKind.withSocket {
      for directory in self.directories(ofInstancesOf: kind) where isDirectory(directory, ownedBy: uid) {
        directories.append((directory, true))
      }
      directories += instances(of: kind).map { ($0, true) }
    }
    for location in configured() where self.directories(ofInstancesOf: location.kind).isEmpty {
      let parent = location.path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      let path = parent.joined(separator: "/")
      if !path.isEmpty, path != runtimeDirectory { directories.append((path, true)) }
    }
    return directories
  }

  /// True if a new file of that name in the runtime directory may be a compositor's.
  func matters(_ name: String) -> Bool {
    kind(ofSocket: name) != nil
      || DesktopKind.withSocket.contains { kind in
        if case .instances(name, _, _)? = kind.socket?.place { true } else { false }
      }
  }

  /// True if the file at `path` belongs to the user: others may create files in a directory of instances in /tmp.
  func isOwn(_ path: String) -> Bool { owner(ofFile: path) == uid }

  // MARK: Messages

  /// The reason for which there is no compositor of `kind`, for people.
  func absence(of kind: DesktopKind) -> String {
    let variables = kind.socket?.variables ?? []
    let set = variables.compactMap { name in variable(name).map { "\(name) is '\($0)'" } }
    guard set.isEmpty else { return "\(set.joined(separator: " and ")), where nobody answers" }
    let unset = "\(variables.first ?? "its variable") is not set"
    guard let runtimeDirectory else { return "\(unset), and XDG_RUNTIME_DIR is not either" }
    return "\(unset), and no socket of its own is in \(runtimeDirectory)"
  }

  // MARK: Files

  /// The creation time of the socket at `path`; nil if there is none of this user.
  private func creationTime(of path: String) -> Duration? {
    UnixSocket.file(at: path).flatMap { $0.owner == uid ? $0.made : nil }
  }
}

/// Detects that a compositor may have started, when a file is created in a directory of compositors' sockets.
struct CompositorWatch: ~Copyable {
  private let inotify: Inotify
  /// The directory of each watch, and true if every file of the user in it matters.
  private var watches: [CInt: (path: String, wholly: Bool)]

  init() throws(SystemError) {
    inotify = try Inotify()
    watches = [:]
  }

  /// The descriptor's number, to wait for.
  var number: CInt { inotify.number }

  /// Watches the directories of sockets, instead of those before. It must be called again when such a directory is
  /// created.
  mutating func watch(_ sockets: CompositorSockets) {
    let old = watches
    watches = [:]
    for (path, wholly) in sockets.directories() {
      guard let watch = try? inotify.watch(path, for: [.created, .movedTo, .onlyDirectory]) else { continue }
      watches[watch] = (path, wholly || watches[watch]?.wholly == true)
    }
    for watch in old.keys where watches[watch] == nil { try? inotify.remove(watch) }
  }

  /// True if a socket may have been created since the last call.
  func hasChanged(for sockets: CompositorSockets) -> Bool {
    guard let events = try? inotify.events() else { return true }
    return events.contains { event in
      if event.mask.contains(.overflow) { return true }
      guard let (path, wholly) = watches[event.watch], let name = event.name else { return false }
      return (wholly || sockets.matters(name)) && sockets.isOwn("\(path)/\(name)")
    }
  }
}
