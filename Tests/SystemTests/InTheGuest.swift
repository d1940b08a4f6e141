internal import Testing

/// The tests that need a machine of their own. Serialized, since they share its devices.
@Suite(.serialized, .enabled(if: Guest.isHere, Guest.needed)) struct InTheGuest {}
