internal import CLinux
internal import Glibc

/// Control groups (cgroups(7)), by which systemd knows to which unit a process belongs. A process cannot leave the one
/// in which it was started, except that any program of the user outside a sandbox can move itself to another one of the
/// user's.
public enum ControlGroup {
  /// The control group of this process, such as `/user.slice/…/app.slice/sleight.service`; nil without systemd.
  public static var own: String? { path(inFile: "/proc/self/cgroup") }

  /// The control group of the process that connected `socket`; nil if it has ended, or without systemd.
  public static func path(ofPeer socket: borrowing Descriptor) -> String? {
    let number = socket.number
    var pid: pid_t = 0
    let descriptor = sleight_peer_process(number, &pid)
    guard descriptor >= 0 else { return nil }
    let process = Descriptor(owning: descriptor)
    let path = path(inFile: "/proc/\(pid)/cgroup")
    // The process still exists, so the number was not another one's when the file was read.
    return sleight_is_running(process.number) == 1 ? path : nil
  }

  /// The entry of the file that systemd uses: that of version 2, or the one named systemd of version 1.
  private static func path(inFile file: String) -> String? {
    guard let lines = text(ofFile: file)?.split(separator: "\n") else { return nil }
    for prefix in ["1:name=systemd:", "0::"] {
      guard let line = lines.first(where: { $0.hasPrefix(prefix) }), line.count > prefix.count + 1 else { continue }
      return String(line.dropFirst(prefix.count))
    }
    return nil
  }

  /// The control group of another service of the manager that started this service: `…/user@1000.service` comes before
  /// both, slices may differ.
  /// - Returns: true if `path` is that of the service `name`, or of a part of it.
  public static func isService(_ name: String, _ path: String, besides service: String) -> Bool {
    let own = service.split(separator: "/")
    guard let manager = own.firstIndex(where: { $0.hasPrefix("user@") && $0.hasSuffix(".service") }) else {
      return false
    }
    let parts = path.split(separator: "/")
    guard parts.count > manager + 1, parts[...manager] == own[...manager] else { return false }
    // Slices contain the service. A service that contains it could be any.
    let rest = parts[(manager + 1)...].drop { $0.hasSuffix(".slice") }
    return rest.first.map(String.init) == name
  }
}
