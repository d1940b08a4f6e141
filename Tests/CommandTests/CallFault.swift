import Testing
import Trials

/// A system call of the daemon's that fails, and the expected outcome.
struct CallFault: CustomTestStringConvertible, Sendable {
  /// The expected outcome.
  enum Outcome: Equatable {
    /// The daemon continues, and logs `saying` if given. Requests in the meantime may be dropped.
    case goesOn(saying: String? = nil)
    /// The daemon ends with status 1, and its last message is `saying`. The service manager restarts it.
    case leaves(saying: String)
  }

  /// The time of the failure.
  enum Moment {
    /// While the daemon starts.
    case start
    /// While commands start, the rules file is saved, and clients use the socket.
    case work
  }

  /// The calls, as strace(1) names them: several, if the C library has several for one purpose.
  var calls: String
  /// The error, by its name in errno(3).
  var reason: String
  /// The affected calls, in the syntax of strace's `when`: `1` is the first, `1..3` the first three, `1+` all.
  var which = "1+"
  var moment = Moment.work
  var outcome: Outcome

  var testDescription: String {
    let number = which == "1+" ? "always" : "number \(which)"
    return "\(calls), \(number), \(moment == .start ? "at the start" : "at work"): \(reason)"
  }

  /// True if the failure hits AddressSanitizer, in a program built with it.
  var isSanitizers: Bool { calls == "mmap" && isSanitized }

  /// False if the daemon cannot answer while the call fails.
  var isAnswered: Bool {
    switch (calls, reason) {
    case ("epoll_ctl", _), ("getsockopt", _), ("accept4", "EMFILE"): false
    default: true
    }
  }

  /// The options for strace.
  var options: [String] { ["-e", "trace=\(calls)", "-e", "inject=\(calls):error=\(reason):when=\(which)"] }
}

extension CallFault {
  private static let full = "Too many open files"
  private static let memory = "Cannot allocate memory"

  static let atWork: [CallFault] = [
    CallFault(calls: "epoll_wait", reason: "EINTR", which: "1..5", outcome: .goesOn()),
    CallFault(calls: "epoll_ctl", reason: "ENOMEM", outcome: .goesOn()),
    CallFault(calls: "read", reason: "EINTR", which: "1..5", outcome: .goesOn()),
    CallFault(calls: "read", reason: "EAGAIN", which: "1..5", outcome: .goesOn()),
    CallFault(calls: "timerfd_settime", reason: "EINTR", which: "1..3", outcome: .goesOn()),
    CallFault(
      calls: "timerfd_settime", reason: "ENOMEM", which: "1", outcome: .leaves(saying: "timerfd_settime: \(memory)")),
    CallFault(
      calls: "clone,clone3,vfork", reason: "EAGAIN",
      outcome: .goesOn(saying: "rules.yml:2: cannot start '/bin/true': Resource temporarily unavailable")),
    CallFault(
      calls: "clone,clone3,vfork", reason: "ENOMEM",
      outcome: .goesOn(saying: "rules.yml:2: cannot start '/bin/true': \(memory)")),
    CallFault(calls: "wait4", reason: "ECHILD", outcome: .goesOn()),
    CallFault(
      calls: "inotify_add_watch", reason: "ENOSPC",
      outcome: .goesOn(saying: "changes of the rules file go unnoticed until 'sleight reload'")),
    CallFault(
      calls: "inotify_add_watch", reason: "ENOMEM",
      outcome: .goesOn(saying: "changes of the rules file go unnoticed until 'sleight reload'")),
    CallFault(calls: "inotify_rm_watch", reason: "EINVAL", outcome: .goesOn()),
    CallFault(calls: "openat", reason: "EINTR", which: "1..3", outcome: .goesOn()),
    CallFault(calls: "openat", reason: "EMFILE", outcome: .goesOn(saying: "still using the previous rules")),
    CallFault(calls: "openat", reason: "ENOMEM", outcome: .goesOn(saying: "still using the previous rules")),
    CallFault(calls: "openat", reason: "EIO", outcome: .goesOn(saying: "still using the previous rules")),
    CallFault(calls: "accept4", reason: "EMFILE", outcome: .goesOn()),
    CallFault(calls: "accept4", reason: "ECONNABORTED", which: "1", outcome: .goesOn()),
    CallFault(calls: "write", reason: "EIO", outcome: .goesOn()),
    CallFault(calls: "write", reason: "ENOSPC", outcome: .goesOn()),
    CallFault(calls: "write", reason: "EAGAIN", which: "1..3", outcome: .goesOn()),
    CallFault(calls: "mmap", reason: "ENOMEM", outcome: .goesOn(saying: "cannot start '/bin/true': \(memory)")),
    CallFault(calls: "getsockopt", reason: "ENOMEM", outcome: .goesOn()),
  ]

  static let atTheStart: [CallFault] = [
    start("epoll_create1", "EMFILE", "1", .leaves(saying: full)),
    start("epoll_create1", "EMFILE", "3", .leaves(saying: "epoll_create1: \(full)")),
    // For the folder of a compositor's socket: it is retried.
    start("inotify_init1", "EMFILE", "2", .goesOn()),
    start(
      "inotify_init1", "EMFILE", "1", .goesOn(saying: "go unnoticed until 'sleight reload': inotify_init1: \(full)")),
    start("timerfd_create", "ENOMEM", "2", .leaves(saying: "timerfd_create: \(memory)")),
    start("timerfd_create", "EMFILE", "4", .leaves(saying: "timerfd_create: \(full)")),
    start("signalfd4", "ENOMEM", "1", .leaves(saying: "signalfd: \(memory)")),
    start("socket", "EMFILE", "1+", .leaves(saying: "udev_monitor_new_from_netlink: \(full)")),
    start("socket", "ENOBUFS", "2", .goesOn()),
    start("bind", "ENOSPC", "1", .leaves(saying: "udev_monitor_enable_receiving: No space left on device")),
    start("bind", "ENOSPC", "2", .leaves(saying: "/sleight.sock: No space left on device")),
    start("listen", "EADDRINUSE", "1", .leaves(saying: "/sleight.sock: Address already in use")),
    start("connect", "EINTR", "1..2", .goesOn()),
    start("connect", "ECONNREFUSED", "1+", .goesOn()),
    start("epoll_ctl", "ENOSPC", "3", .leaves(saying: "epoll_ctl: No space left on device")),
    start("flock", "EIO", "1", .leaves(saying: "flock: Input/output error")),
    start("fchmod", "EPERM", "1", .leaves(saying: "/sleight.sock: Operation not permitted")),
    start("inotify_add_watch", "ENOSPC", "1+", .goesOn(saying: "go unnoticed until 'sleight reload'")),
  ]

  private static func start(_ calls: String, _ reason: String, _ which: String, _ outcome: Outcome) -> CallFault {
    CallFault(calls: calls, reason: reason, which: which, moment: .start, outcome: outcome)
  }
}
