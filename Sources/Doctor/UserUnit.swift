internal import Glibc
internal import Linux

/// The unit that starts the daemon with the session, as systemd's user manager has it.
struct UserUnit: Hashable {
  /// What it does.
  enum State: Hashable {
    case active
    case inactive
    case failed
  }

  private static let name = "sleight.service"

  /// The unit's file; nil where it is not installed.
  var file: String?
  /// Whether it starts with the session.
  var isEnabled = false
  /// Where the user's own settings of it stand.
  var dropIns = ""
  /// The setting of the kernel that keeps its sandbox from being made, where it has failed and there is one.
  var ban: String?
  /// Nil where there is nobody to ask.
  var state: State?

  /// Not installed.
  init() {}

  /// Looks for it.
  /// - Parameter configuration: the user's directory for configuration files.
  init(configuration: String) {
    // systemd.unit(5), "User Unit Search Path".
    let settings = ["\(configuration)/systemd/user", "/etc/systemd/user"]
    let files = settings + ["/usr/local/lib/systemd/user", "/usr/lib/systemd/user"]
    file = files.lazy.map { "\($0)/\(Self.name)" }.first { access($0, F_OK) == 0 }
    guard file != nil else { return }
    isEnabled = settings.contains { Self.isLink("\($0)/graphical-session.target.wants/\(Self.name)") }
    dropIns = "\(configuration)/systemd/user/\(Self.name).d"
    guard let active = Self.manager("is-active") else { return }
    state = active ? .active : Self.manager("is-failed") == true ? .failed : .inactive
    if state == .failed { ban = NamespaceBan.find() }
  }

  private static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// What the user manager answers to a yes-or-no question; nil where it does not within a second.
  private static func manager(_ question: String) -> Bool? {
    let command = ["systemctl", "--user", "--quiet", question, name]
    guard let pid = try? ChildProcess.spawn(command, environment: Environment.all(), isSilent: true) else { return nil }
    do throws(SystemError) {
      if let status = try ChildProcess.reap(pid, within: .seconds(1)) { return status.isSuccess }
    } catch {
      // Nobody can tell how it ended.
      return nil
    }
    kill(-pid, SIGKILL)
    return nil
  }
}

/// What keeps users from making user namespaces, without which the unit's sandbox cannot be made.
enum NamespaceBan {
  /// Settings of the kernel, and what in each forbids them: the kernel's, Debian's and Ubuntu's.
  private static let settings = [
    ("user.max_user_namespaces", "0"), ("kernel.unprivileged_userns_clone", "0"),
    ("kernel.apparmor_restrict_unprivileged_userns", "1"),
  ]

  /// The first such setting, as sysctl(8) has it; nil where there is none.
  static func find() -> String? {
    for (name, forbidden) in settings {
      let path = "/proc/sys/\(name.replacing(".", with: "/"))"
      guard let bytes = try? Descriptor.open(path, O_RDONLY).read(upTo: 32) else { continue }
      if String(decoding: bytes, as: UTF8.self) == "\(forbidden)\n" { return "\(name)=\(forbidden)" }
    }
    return nil
  }
}
