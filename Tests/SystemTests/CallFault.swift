/// A system call of the daemon's that fails, and the expected outcome.
struct CallFault {
  /// The expected outcome.
  enum Outcome: String {
    /// The daemon continues; requests in the meantime may be dropped.
    case goesOn = "goes on"
    /// The daemon ends with status 1, and a message that names the call and the error. The service manager restarts it.
    case leaves
  }

  /// The time of the failure.
  enum Moment {
    /// While the daemon starts.
    case start
    /// While hands move, keys are held, a command starts and the rules file is saved.
    case work
  }

  /// The call, as strace(1) names it: several, if the C library has several for one purpose.
  var call: String
  /// The error, by its name in errno(3).
  var reason: String
  var moment = Moment.work
  /// The affected calls, in the syntax of strace's `when`: `1` is the first, `1..3` the first three, `1+` all.
  var which = "1+"
  /// The file whose calls fail; nil for all.
  var path: String?
  var outcome: Outcome
  /// True if contacts of the touchpad are not read any more, which is reported: gestures of libinput's act on.
  var endsContacts = false

  var title: String {
    "\(call)\(path.map { $0 == Self.touchpad ? " of the touchpad" : " \($0)" } ?? "") \(reason) "
      + (which == "1+" ? "always" : which)
      + (moment == .start ? " at the start" : "")
  }

  /// The arguments for strace.
  /// - Parameter touchpad: the node of the touchpad.
  func arguments(touchpad: String) -> [String] {
    let paths = path.map { ["-P", $0 == Self.touchpad ? touchpad : $0] } ?? []
    return ["-qq", "-e", "trace=\(call)", "-e", "inject=\(call):error=\(reason):when=\(which)"] + paths
  }
}

extension CallFault {
  /// Keys are pressed by `write` to this file.
  private static let uinput = "/dev/uinput"
  /// Stands for the node of the touchpad.
  private static let touchpad = "TOUCHPAD"

  /// Faults of the touchpad's node, whose contacts the daemon reads beside libinput. libinput reads a frame first, by
  /// two calls: its events, and that there are no more. The third and the fourth are those for the contacts.
  static let ofContacts: [CallFault] = [
    CallFault(call: "read", reason: "EINTR", which: "3", path: touchpad, outcome: .goesOn),
    CallFault(call: "read", reason: "EAGAIN", which: "3", path: touchpad, outcome: .goesOn),
    CallFault(
      call: "openat", reason: "EMFILE", moment: .start, which: "2+", path: touchpad, outcome: .goesOn,
      endsContacts: true),
    CallFault(
      call: "epoll_ctl", reason: "ENOSPC", moment: .start, which: "2+", path: touchpad, outcome: .goesOn,
      endsContacts: true),
    // Read again when the rules are.
    CallFault(call: "read", reason: "EIO", which: "3", path: touchpad, outcome: .goesOn),
  ]

  /// One fault of each kind, for every test run.
  static let chosen: [CallFault] = [
    CallFault(call: "epoll_wait", reason: "EINTR", which: "1..5", outcome: .goesOn),
    // Every second call is libinput's own.
    CallFault(call: "epoll_wait", reason: "EINTR", which: "2..10+2", outcome: .goesOn),
    CallFault(call: "epoll_wait", reason: "EBADF", which: "1", outcome: .leaves),
    CallFault(call: "read", reason: "EINTR", which: "1..5", outcome: .goesOn),
    CallFault(call: "read", reason: "EAGAIN", which: "1..5", outcome: .goesOn),
    CallFault(call: "timerfd_settime", reason: "EINTR", which: "1..3", outcome: .goesOn),
    CallFault(call: "clone,clone3,vfork", reason: "EAGAIN", outcome: .goesOn),
    CallFault(call: "write", reason: "EINTR", which: "1..5", path: uinput, outcome: .goesOn),
    CallFault(call: "write", reason: "EAGAIN", which: "1..2", path: uinput, outcome: .goesOn),
    CallFault(call: "write", reason: "ENODEV", which: "2", path: uinput, outcome: .goesOn),
    CallFault(call: "write", reason: "EIO", path: uinput, outcome: .goesOn),
    CallFault(call: "inotify_add_watch", reason: "ENOSPC", outcome: .goesOn),
    CallFault(call: "openat", reason: "EMFILE", outcome: .goesOn),
    CallFault(call: "epoll_create1", reason: "EMFILE", moment: .start, outcome: .leaves),
    CallFault(call: "inotify_init1", reason: "EMFILE", moment: .start, outcome: .leaves),
  ]

  /// The other faults.
  static let rest: [CallFault] = [
    CallFault(call: "epoll_wait", reason: "ENOMEM", which: "3", outcome: .leaves),
    CallFault(call: "epoll_ctl", reason: "ENOMEM", outcome: .goesOn),
    CallFault(call: "epoll_ctl", reason: "ENOSPC", moment: .start, which: "1", outcome: .leaves),
    CallFault(call: "timerfd_settime", reason: "EINVAL", outcome: .leaves),
    CallFault(call: "timerfd_create", reason: "EMFILE", moment: .start, outcome: .leaves),
    CallFault(call: "timerfd_create", reason: "ENOMEM", moment: .start, outcome: .leaves),
    CallFault(call: "signalfd4,signalfd", reason: "ENOMEM", moment: .start, outcome: .leaves),
    CallFault(call: "socket", reason: "EMFILE", moment: .start, outcome: .leaves),
    CallFault(call: "socket", reason: "ENOBUFS", moment: .start, outcome: .leaves),
    CallFault(call: "bind", reason: "ENOSPC", moment: .start, outcome: .leaves),
    CallFault(call: "connect", reason: "ECONNREFUSED", moment: .start, outcome: .goesOn),
    CallFault(call: "connect", reason: "EINTR", moment: .start, which: "1..2", outcome: .goesOn),
    CallFault(call: "sendmsg,sendto", reason: "ENOBUFS", moment: .start, outcome: .goesOn),
    CallFault(call: "recvmsg,recvfrom", reason: "ENOMEM", outcome: .goesOn),
    CallFault(call: "clone,clone3,vfork", reason: "ENOMEM", outcome: .goesOn),
    CallFault(call: "wait4,waitid", reason: "ECHILD", outcome: .goesOn),
    CallFault(call: "write", reason: "ENOMEM", which: "1", path: uinput, outcome: .goesOn),
    CallFault(call: "write", reason: "ENOSPC", path: uinput, outcome: .goesOn),
    CallFault(call: "ioctl", reason: "ENOMEM", moment: .start, path: uinput, outcome: .goesOn),
    CallFault(call: "openat", reason: "ENODEV", moment: .start, path: uinput, outcome: .goesOn),
    CallFault(call: "openat", reason: "EINTR", which: "1..3", outcome: .goesOn),
    CallFault(call: "openat", reason: "ENOMEM", outcome: .goesOn),
    CallFault(call: "openat", reason: "EIO", outcome: .goesOn),
    CallFault(call: "inotify_add_watch", reason: "ENOSPC", moment: .start, outcome: .goesOn),
    CallFault(call: "inotify_add_watch", reason: "ENOMEM", outcome: .goesOn),
    CallFault(call: "mmap", reason: "ENOMEM", outcome: .goesOn),
    CallFault(call: "getrandom", reason: "EAGAIN", outcome: .goesOn),
  ]
}
