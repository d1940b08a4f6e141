internal import Testing

/// Everything that runs on a machine of its own, one test after the other: they share its devices.
@Suite(.serialized, .enabled(if: Guest.isHere, Guest.needed)) struct InTheGuest {}
