internal import Glibc

/// Ignores SIGPIPE: writing to a closed pipe or socket then fails with EPIPE instead of ending the process. For
/// programs that write to sockets; a filter should end instead. Child processes start with the default disposition.
public func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }
