internal import CSystemd
internal import Linux

/// sd-bus's functions without their common prefix: `sdBus.process` is sd_bus_process. They must not be called before
/// `loadSDBus`; whoever creates a connection does that.
var sdBus: sleight_sd_bus { functions }

/// Loads sd-bus once.
/// - Throws: `SystemError` with the library's name: ELIBACC if it is not installed, ELIBBAD if it lacks a function.
func loadSDBus() throws(SystemError) { try loading.get() }

// Safe, since it is written once, before the first read.
private nonisolated(unsafe) var functions = sleight_sd_bus()

private let loading: Result<Void, SystemError> = Result { () throws(SystemError) in
  // With another service manager, elogind provides sd-bus.
  try loadLibrary("libsystemd.so.0", "libelogind.so.0") { sleight_sd_bus_load(&functions, $0) }
}
