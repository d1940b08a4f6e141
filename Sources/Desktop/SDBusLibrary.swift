internal import CSystemd
internal import Linux

/// sd-bus's functions without their common beginning: `sdBus.process` is sd_bus_process. None of them is there before
/// `loadSDBus`, which whoever makes a connection calls first.
var sdBus: sleight_sd_bus { functions }

/// Loads sd-bus where that has not been done.
/// - Throws: `SystemError` with the library's name: ELIBACC where it is not installed, ELIBBAD where it lacks something.
func loadSDBus() throws(SystemError) { try loading.get() }

// Written once, before any of it is read.
private nonisolated(unsafe) var functions = sleight_sd_bus()

private let loading: Result<Void, SystemError> = Result { () throws(SystemError) in
  // Where another service manager runs, elogind brings sd-bus along.
  try loadLibrary("libsystemd.so.0", "libelogind.so.0") { sleight_sd_bus_load(&functions, $0) }
}
