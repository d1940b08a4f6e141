internal import CLinux
internal import Glibc
internal import Linux
internal import Testing

/// The machine that these tests need. Tests/Guest/system-tests sets it up and identifies it in the environment.
enum Guest {
  /// True on that machine.
  static let isHere = variable("SLEIGHT_GUEST") == "plain"
  /// True on that machine if it was booted by systemd, with the ordinary user logged in.
  static let hasSession = variable("SLEIGHT_GUEST") == "session"
  /// True if its kernel runs as a program, whose clock stands still while a process runs.
  static let isProgram = read("/proc/cpuinfo")?.contains("User Mode Linux") == true
  /// The reason for skipping the tests elsewhere.
  static let needed: Comment = "needs a kernel with uinput, udev and a compositor of its own: make test-system"

  /// The reason for skipping the session's tests elsewhere.
  static let sessionNeeded: Comment = "needs a machine that systemd has booted, with a user logged in: make test-system"

  /// The user that the program runs as. In a guest it is an ordinary one: in group video for the compositor, and not in
  /// group input. A desktop of Tests/Desktops belongs to root.
  static let user =
    LiveDesktop.isHere
    ? (name: "root", id: "0", runtime: variable("XDG_RUNTIME_DIR") ?? "", home: variable("HOME") ?? "")
    : (name: "tester", id: "1234", runtime: "/run/user/1234", home: "/home/tester")

  /// The installed program.
  static let sleight = variable("SLEIGHT_BINARY") ?? "sleight"

  /// The checkout.
  static let checkout = variable("SLEIGHT_CHECKOUT") ?? "."

  /// The folder of the installed packages; nil if `make install` has installed the program.
  static let packages = variable("SLEIGHT_PACKAGES")
  /// The reason for skipping the packages' tests elsewhere.
  static let packagesNeeded: Comment = "needs the packages of make deb: make test-packages"

  /// True if sleight-hint is beside the program.
  static let hasHints = access("\(sleight)-hint", X_OK) == 0

  /// A value of the environment.
  static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// The content of a file; nil if it does not exist. It may be a file of proc or sysfs, which have no size.
  static func read(_ path: String) -> String? {
    (try? Descriptor.open(path, O_RDONLY).readToEnd()).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Replaces the content of a file that everyone may read and only root may write.
  static func write(_ content: String, to path: String, mode: UInt32 = 0o644) throws(SystemError) {
    let file = try Descriptor.open(path, O_WRONLY | O_CREAT | O_TRUNC, mode: mode)
    try file.write(Array(content.utf8))
  }

  /// The names in a folder.
  static func names(in folder: String) -> [String] { Linux.names(inDirectory: folder) }

  /// True if the ordinary user may read a file, or a device.
  static func userMayRead(_ path: String) throws -> Bool { try Program(["test", "-r", path]).waitForExit() == 0 }

  /// A new folder with a unique name, in which the ordinary user may write.
  static func folder() throws(SystemError) -> String {
    var template = Array("/tmp/sleight-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw SystemError.last("mkdtemp") }
    let path = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    try system("chown", path: path) { chown(path, uid_t(user.id) ?? 0, gid_t(user.id) ?? 0) }
    return path
  }
}

/// A reader of the lines that are appended to a file.
final class Tail {
  private let path: String
  private var offset: off_t = 0

  /// Reads from the first line on, also if the file does not exist yet.
  init(_ path: String) { self.path = path }

  /// The complete lines that were appended since the last call.
  func lines() -> [String] {
    guard let file = try? Descriptor.open(path, O_RDONLY) else { return [] }
    lseek(file.number, offset, SEEK_SET)
    let bytes = (try? file.readToEnd()) ?? []
    let whole = bytes.prefix((bytes.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1)
    offset += off_t(whole.count)
    return whole.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
  }
}

/// An expected event did not occur.
struct TimedOut: Error, CustomStringConvertible {
  /// The expected event.
  var description: String
}

/// The limit for anything that has no reason to take long. Hyprland's machine is emulated, and its clock is the host's.
let patience = Duration.seconds(LiveDesktop.kind == "hyprland" ? 300 : 60)

/// The time on the clock that stamps input events.
func now() -> Duration {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}

/// Lets time pass until `moment`, on the clock of `now`.
func rest(until moment: Duration) {
  let (seconds, attoseconds) = moment.components
  var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
  while clock_nanosleep(CLOCK_MONOTONIC, CInt(TIMER_ABSTIME), &time, nil) == EINTR {}
}

/// Lets time pass. A test waits for events, not for a time, so each call is commented with why there is no event to
/// wait for.
func rest(for time: Duration) { rest(until: now() + time) }

/// Lets everything happen that is due, to show that nothing else does. The longest timers between a hand and a window
/// are libinput's and the recognisers' of 300 ms. The guest's clock counts instructions: it cannot run on while the
/// machine has work to do, so this does not depend on its speed, and it takes no time.
func settle() { rest(for: .milliseconds(500)) }

/// Waits until `condition` returns a value.
/// - Throws: `TimedOut` with the text of `otherwise`.
func wait<Result>(
  _ limit: Duration = patience, otherwise: () -> String, until condition: () throws -> Result?
) throws -> Result {
  let end = now() + limit
  while true {
    if let result = try condition() { return result }
    guard now() < end else { throw TimedOut(description: otherwise()) }
    rest(for: .milliseconds(20))
  }
}
