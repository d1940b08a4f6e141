internal import CLinux
internal import Glibc

/// Returns memory to the kernel that is not needed again soon, for example after the start or a reload.
///
/// Half of the code of the program and its libraries runs once, to read arguments, rules and keymaps, and would then
/// stay mapped while there is no memory pressure: a daemon that waits for weeks would appear twice as large as it is.
/// Code that runs again is mapped again from the page cache.
public func releaseUnusedMemory() {
  _ = malloc_trim(0)
  sleight_release_code()
}
