internal import CLinux
internal import Glibc

/// Gives back the memory that only what was just done needed, and that is not needed again soon: the start of the
/// program, a reload.
///
/// Half of the code of the program and of its libraries runs once, to read arguments, rules and keymaps, and then stays
/// mapped for as long as nobody else asks for it: a program that waits for weeks looks twice as large as it is. What
/// runs again comes back from the page cache by itself.
public func releaseUnusedMemory() {
  _ = malloc_trim(0)
  sleight_release_code()
}
