internal import Glibc
internal import Linux
internal import Text

/// The systemd user unit that starts the daemon with the session.
struct UserUnit: Hashable {
  enum State: Hashable {
    case active
    case inactive
    case failed
  }

  private static let name = "sleight.service"
  /// The target that starts the unit.
  static let target = "graphical-session.target"

  /// The unit's file; nil if it is not installed.
  var file: String?
  /// True if the user or the administrator has masked it: systemd refuses to start it.
  var isMasked = false
  /// True if it is enabled: it starts when a session reaches the target.
  var isEnabled = false
  /// True if this session has reached the target; nil if the user manager does not answer.
  var isTargetReached: Bool?
  /// The directory of the user's drop-in files.
  var dropIns = ""
  /// The kernel setting that prevents its sandbox; nil if it has not failed or there is no such setting.
  var ban: String?
  /// The state; nil if the user manager does not answer.
  var state: State?

  /// The command that starts it, now and with each session; nil if it is not installed, or masked.
  var startCommand: String? {
    guard file != nil, !isMasked else { return nil }
    return isEnabled ? "systemctl --user restart sleight" : "systemctl --user enable --now sleight"
  }

  /// A unit that is not installed.
  init() {}

  /// Searches the unit and asks the user manager for its state.
  /// - Parameters:
  ///   - configuration: the user's directory for configuration files.
  ///   - data: the user's directory for data files, to which a release is installed for one user.
  init(configuration: String, data: String?) {
    // systemd.unit(5), "User Unit Search Path".
    let settings = ["\(configuration)/systemd/user", "/etc/systemd/user"]
    let own = data.map { ["\($0)/systemd/user"] } ?? []
    let files = settings + own + ["/usr/local/lib/systemd/user", "/usr/lib/systemd/user"]
    file = files.lazy.map { "\($0)/\(Self.name)" }.first { access($0, F_OK) == 0 }
    guard let file else { return }
    isMasked = Self.isMask(file)
    isEnabled = settings.contains { Self.isLink("\($0)/\(Self.target).wants/\(Self.name)") }
    dropIns = "\(configuration)/systemd/user/\(Self.name).d"
    guard let active = Self.askManager("is-active", Self.name) else { return }
    state = active ? .active : Self.askManager("is-failed", Self.name) == true ? .failed : .inactive
    isTargetReached = Self.askManager("is-active", Self.target)
    if state == .failed { ban = NamespaceBan.find() }
  }

  /// True for a link to /dev/null, or an empty file (systemctl(1), "mask").
  private static func isMask(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && (status.st_mode & S_IFMT == S_IFCHR || status.st_size == 0)
  }

  private static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// Asks the user manager a yes-or-no question about a unit; nil if there is no answer within a second.
  private static func askManager(_ question: String, _ unit: String) -> Bool? {
    succeeds(["systemctl", "--user", "--quiet", question, unit])
  }

  /// Runs a command that asks a yes-or-no question; nil if there is no answer within a second.
  static func succeeds(_ command: [String]) -> Bool? {
    guard let pid = try? ChildProcess.spawn(command, environment: Environment.all(), isSilent: true) else { return nil }
    do throws(SystemError) {
      if let status = try ChildProcess.reap(pid, within: .seconds(1)) { return status.isSuccess }
    } catch {
      // Its exit status cannot be known.
      return nil
    }
    kill(-pid, SIGKILL)
    return nil
  }
}

/// Kernel settings that forbid unprivileged user namespaces, which the unit's sandbox requires.
enum NamespaceBan {
  /// The settings and the values that forbid namespaces: of the kernel, Debian and Ubuntu.
  private static let settings = [
    ("user.max_user_namespaces", "0"), ("kernel.unprivileged_userns_clone", "0"),
    ("kernel.apparmor_restrict_unprivileged_userns", "1"),
  ]

  /// Returns the first such setting, as sysctl(8) writes it; nil if there is none.
  static func find() -> String? {
    for (name, forbidden) in settings {
      let path = "/proc/sys/\(name.replacing(".", with: "/"))"
      guard let bytes = try? Descriptor.open(path, O_RDONLY).read(upTo: 32) else { continue }
      if String(decoding: bytes, as: UTF8.self) == "\(forbidden)\n" { return "\(name)=\(forbidden)" }
    }
    return nil
  }
}
