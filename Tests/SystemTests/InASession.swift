internal import Testing

/// Everything that needs a login session of its own, kept by logind on a machine that systemd has booted; one test after
/// the other.
@Suite(.serialized, .enabled(if: Guest.hasSession, Guest.sessionNeeded)) struct InASession {}
