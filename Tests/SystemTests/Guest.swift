internal import CLinux
internal import Glibc
internal import Linux
internal import Testing

/// The machine that these tests need: Tests/Guest/system-tests makes it so and says so in its environment.
enum Guest {
  /// Whether this is that machine.
  static let isHere = variable("SLEIGHT_GUEST") == "plain"
  /// Whether it is that machine booted by systemd, with the ordinary user logged in.
  static let hasSession = variable("SLEIGHT_GUEST") == "session"
  /// Why the tests are skipped elsewhere.
  static let needed: Comment = "needs a kernel with uinput, udev and a compositor of its own: make test-system"

  /// Why the tests of a session are skipped elsewhere.
  static let sessionNeeded: Comment = "needs a machine that systemd has booted, with a user logged in: make test-system"

  /// The ordinary user that the program runs as: in group video for the compositor, and not in group input.
  static let user = (name: "tester", id: "1234", runtime: "/run/user/1234", home: "/home/tester")

  /// The installed program.
  static let sleight = variable("SLEIGHT_BINARY") ?? "sleight"

  /// The checkout.
  static let checkout = variable("SLEIGHT_CHECKOUT") ?? "."

  /// The folder of the packages that are installed; nil where `make install` has installed the program.
  static let packages = variable("SLEIGHT_PACKAGES")
  /// Why the tests of packages are skipped elsewhere.
  static let packagesNeeded: Comment = "needs the packages of make deb: make test-packages"

  /// A value of the environment.
  static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// The content of a file; nil where there is none. Reads what proc and sysfs make up, too, whose files have no size.
  static func read(_ path: String) -> String? {
    (try? Descriptor.open(path, O_RDONLY).readToEnd()).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Replaces the content of a file that everyone may read and root alone may write.
  static func write(_ content: String, to path: String, mode: UInt32 = 0o644) throws(SystemError) {
    let file = try Descriptor.open(path, O_WRONLY | O_CREAT | O_TRUNC, mode: mode)
    try file.write(Array(content.utf8))
  }

  /// The names in a folder.
  static func names(in folder: String) -> [String] { Linux.names(inDirectory: folder) }

  /// Whether the ordinary user may read a file, or a device.
  static func userMayRead(_ path: String) throws -> Bool { try Program(["test", "-r", path]).waitForExit() == 0 }

  /// A new folder that the ordinary user may write in and whose name nobody has had before.
  static func folder() throws(SystemError) -> String {
    var template = Array("/tmp/sleight-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw SystemError.last("mkdtemp") }
    let path = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    try system("chown", path: path) { chown(path, uid_t(user.id) ?? 0, gid_t(user.id) ?? 0) }
    return path
  }
}

/// The lines that are added to a file.
final class Tail {
  private let path: String
  private var offset: off_t = 0

  /// From the first line on, also of a file that is not there yet.
  init(_ path: String) { self.path = path }

  /// The whole lines that were added since the last call.
  func lines() -> [String] {
    guard let file = try? Descriptor.open(path, O_RDONLY) else { return [] }
    lseek(file.number, offset, SEEK_SET)
    let bytes = (try? file.readToEnd()) ?? []
    let whole = bytes.prefix((bytes.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1)
    offset += off_t(whole.count)
    return whole.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
  }
}

/// Something that should have come about did not.
struct TimedOut: Error, CustomStringConvertible {
  /// What was waited for.
  var description: String
}

/// How long something may take that has no reason to take long.
let patience = Duration.seconds(60)

/// The time on the clock that stamps input events.
func now() -> Duration {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}

/// Lets time pass until `moment`, as `now` tells it.
func rest(until moment: Duration) {
  let (seconds, attoseconds) = moment.components
  var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
  while clock_nanosleep(CLOCK_MONOTONIC, CInt(TIMER_ABSTIME), &time, nil) == EINTR {}
}

/// Lets time pass. A test waits for what happens, not for a time, so a call says beside it why there is no event to wait
/// for.
func rest(for time: Duration) { rest(until: now() + time) }

/// Lets everything happen that is due, to see that nothing else does. The longest timer between a hand and a window is
/// libinput's and the recognisers' of 300 ms. The guest's clock counts instructions: it cannot run on while the machine
/// has work to do, so this is no guess about its speed, and it takes no time.
func settle() { rest(for: .milliseconds(500)) }

/// Waits until `condition` gives something.
/// - Throws: `TimedOut` with what `otherwise` says.
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
