internal import CLinux
internal import Glibc

/// Keeps descriptors that the parent of this process left open from the programs that it starts: all but the standard
/// streams become close-on-exec. To be called before any other descriptor is opened.
public func keepInheritedDescriptors() {
  guard sleight_close_on_exec(3) != 0 else { return }
  // Before Linux 5.11.
  for name in names(inDirectory: "/proc/self/fd") {
    guard let number = CInt(name), number > 2 else { continue }
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
  }
}
