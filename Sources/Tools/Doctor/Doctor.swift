internal import Actions
internal import Control
public import Desktop
internal import Diagnostics
internal import Glibc
internal import Libinput
public import Linux
internal import Rules
internal import RulesFile
internal import Surroundings
internal import Time
public import Touch

/// Diagnoses everything that gestures need. It changes nothing, needs no daemon and no permission, and waits for a
/// moment, and only for a program that hangs for a few seconds.
public enum Doctor {
  /// The touch devices of the machine, opened once.
  public struct Devices: Sendable {
    let seen: Result<[Examination.SeenDevice], SystemError>

    /// Looks for them.
    public init() { seen = Result { () throws(SystemError) in try Examination.seenDevices() } }

    /// Those that can be read, as far as rules depend on them.
    public var readable: [Device] { ((try? seen.get()) ?? []).compactMap { $0.touchpad ?? $0.device } }
  }

  /// Returns the findings, in the order in which problems should be fixed.
  /// - Parameters:
  ///   - path: the rules file.
  ///   - isNamed: true if the user named the file on the command line.
  ///   - configuration: the user's directory for configuration files.
  ///   - gestures: the desktop's own gestures; nil if unknown.
  ///   - devices: the touch devices.
  /// - Throws: `SystemError` if the kernel has no descriptors to wait with.
  public static func findings(
    path: String, isNamed: Bool, configuration: String, gestures: DesktopGestures?, devices: Devices = Devices()
  ) throws(SystemError) -> [Finding] {
    let file = RulesFile.load(
      path: path, keyNames: .xkb, mayWait: false, desktop: gestures, kind: .running, devices: devices.readable)
    let examination = Examination(path: path, isNamed: isNamed, file: file)
    // The daemon usually has the same PATH as a terminal.
    examination.missingPrograms = examination.rules.programs.filter { !Environment.isInPath($0.name) }
    switch devices.seen {
    case .success(let devices): examination.devices = devices
    case .failure(let error): examination.devicesProblem = "\(error)"
    }
    examination.release = .loaded
    examination.desktopWithGestures = gestures?.desktop
    examination.desktopKind = .running
    examination.isSystemd = isSystemd
    examination.currentDesktop = Environment.value(of: "XDG_CURRENT_DESKTOP")
    examination.runtime = runtime()
    examination.unit = unit(configuration: configuration)
    examination.daemon = daemon(path: path)
    if case .running = examination.daemon { examination.touches = (try? ControlClient.touches())?.touches ?? [] }
    examination.processes = DaemonProcesses.all()
    try examination.examineSession()
    examination.command = Environment.ownCommand
    if let file = examination.desktop.compositor?.startLine(for: "")?.file {
      let path = "\(configuration)/\(file)"
      if let bytes = try? Descriptor.open(path, O_RDONLY).read(upTo: 1 << 20) {
        examination.startConfiguration = .init(path: path, text: String(decoding: bytes, as: UTF8.self))
      }
    }
    return examination.findings
  }

  /// Returns the command that starts the user unit, now and with each session; nil if it is not installed.
  /// - Parameter configuration: the user's directory for configuration files.
  public static func unitStartCommand(configuration: String) -> String? {
    unit(configuration: configuration).startCommand
  }

  private static var isSystemd: Bool { access("/run/systemd/system", F_OK) == 0 }

  private static func unit(configuration: String) -> UserUnit {
    isSystemd ? UserUnit(configuration: configuration, data: UserDirectory.data.path) : UserUnit()
  }

  private static func runtime() -> Examination.SeenRuntime {
    let path = "/run/user/\(getuid())"
    let usual = access(path, W_OK) == 0 && DirectoryRisk(of: path) == nil ? path : nil
    guard let directory = Environment.value(of: "XDG_RUNTIME_DIR"), directory.hasPrefix("/") else {
      return .unset(usual: usual)
    }
    return DirectoryRisk(of: directory).map { .unsafe(directory, $0, usual: usual) } ?? .set
  }

  /// True if both paths lead to one file.
  private static func isSameFile(_ path: String, _ other: String) -> Bool {
    var (file, otherFile) = (stat(), stat())
    return stat(path, &file) == 0 && stat(other, &otherFile) == 0 && file.st_dev == otherFile.st_dev
      && file.st_ino == otherFile.st_ino
  }

  /// - Parameter path: the rules file.
  private static func daemon(path: String) -> Examination.SeenDaemon {
    do throws(ControlClient.Failure) {
      switch try ControlClient.ask(.status, within: .seconds(2)) {
      case .done(let status):
        return .running(
          .init(
            pid: status.pid, config: isSameFile(status.config, path) ? path : status.config, rules: status.rules,
            configError: status.configError,
            unknown: status.desktop.unknown.map(\.condition), inputProblems: status.desktop.inputProblems,
            stuckContacts: status.stuckContacts, isReplaced: DaemonProcesses.isReplaced(status.pid)))
      case .failed(let reason): return .unknown(reason)
      }
    } catch {
      switch error {
      case .notRunning(let path):
        if UnixSocket.file(at: path) != nil { return .dead(socket: path) }
        return access(path, F_OK) == 0 ? .blocked(path: path) : .notRunning
      case .noReply(let path):
        if case .somebody(let pid) = ControlClient.listener(at: path) { return .silent(pid: pid, reason: "\(error)") }
        return .silent(pid: nil, reason: "\(error)")
      case .earlierVersion, .noRuntimeDirectory, .otherUser, .system, .invalidReply, .ended: return .unknown("\(error)")
      }
    }
  }
}

/// The processes that run a daemon for this user, listening or not.
enum DaemonProcesses {
  /// Returns their process ids. Processes with another HOME belong to another desktop of a user who has several.
  static func all() -> [Int] {
    names(inDirectory: "/proc").compactMap { Int($0) }.filter { isDaemon("/proc/\($0)") }.sorted()
  }

  /// True if the program that the process runs was replaced or removed after its start.
  static func isReplaced(_ pid: Int) -> Bool {
    target(ofLink: "/proc/\(pid)/exe")?.hasSuffix(" (deleted)") == true
  }

  private static func isDaemon(_ directory: String) -> Bool {
    var status = stat()
    guard stat(directory, &status) == 0, status.st_uid == getuid() else { return false }
    let arguments = strings(in: "\(directory)/cmdline")
    guard arguments.count > 1, arguments[1] == "run", arguments[0].split(separator: "/").last == "sleight" else {
      return false
    }
    // The watchdog of an owned device has the daemon's command line.
    guard (try? Descriptor.open("\(directory)/comm", O_RDONLY).read(upTo: 32)) != Array("sleight-watch\n".utf8) else {
      return false
    }
    let home = Environment.value(of: "HOME").map { "HOME=\($0)" }
    return strings(in: "\(directory)/environ").first { $0.hasPrefix("HOME=") } == home
  }

  /// The NUL-terminated strings in a file.
  private static func strings(in path: String) -> [String] {
    (text(ofFile: path) ?? "").split(separator: "\0").map(String.init)
  }
}
