internal import CLibinput
internal import Linux

/// libinput's functions without their common prefix: `libinput.dispatch` is libinput_dispatch. They must not be called
/// before `loadLibinput`; whoever creates a context does that.
var libinput: sleight_libinput { functions }

/// Loads libinput once.
/// - Throws: `SystemError` with the library's name: ELIBACC if it is not installed, ELIBBAD if it lacks a function.
func loadLibinput() throws(SystemError) { try loading.get() }

// Safe, since it is written once, before the first read.
nonisolated(unsafe) var functions = sleight_libinput()

private let loading: Result<Void, SystemError> = Result { () throws(SystemError) in
  // The ABI has kept this name since 1.0.
  try loadLibrary("libinput.so.10") { sleight_libinput_load(&functions, $0) }
}
