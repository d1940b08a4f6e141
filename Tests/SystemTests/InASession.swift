internal import Testing

/// The tests that need a login session of their own, kept by logind on a machine booted by systemd. Serialized.
@Suite(.serialized, .enabled(if: Guest.hasSession, Guest.sessionNeeded)) struct InASession {}
