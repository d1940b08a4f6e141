internal import Glibc

/// From now on, writing to who is gone fails with EPIPE instead of ending the process. For programs that write to
/// others' sockets; a filter is rather ended. Children start with the signal's default.
public func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }
