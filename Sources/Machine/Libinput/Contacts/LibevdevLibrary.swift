internal import CLibevdev
internal import Linux

/// libevdev's functions without their common prefix: `libevdev.next_event` is libevdev_next_event. They must not be
/// called before `loadLibevdev`; whoever opens a node does that.
var libevdev: sleight_libevdev { libevdevFunctions }

/// Loads libevdev once.
/// - Throws: `SystemError` with the library's name: ELIBACC if it is not installed, ELIBBAD if it lacks a function.
func loadLibevdev() throws(SystemError) { try loading.get() }

// Safe, since it is written once, before the first read.
nonisolated(unsafe) var libevdevFunctions = sleight_libevdev()

private let loading: Result<Void, SystemError> = Result { () throws(SystemError) in
  // The ABI has kept this name since 1.0. libinput itself depends on it.
  try loadLibrary("libevdev.so.2") { sleight_libevdev_load(&libevdevFunctions, $0) }
}
