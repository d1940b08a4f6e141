internal import CLibinput
internal import Linux

/// libinput's functions without their common beginning: `libinput.dispatch` is libinput_dispatch. None of them is there
/// before `loadLibinput`, which whoever makes a context calls first.
var libinput: sleight_libinput { functions }

/// Loads libinput where that has not been done.
/// - Throws: `SystemError` with the library's name: ELIBACC where it is not installed, ELIBBAD where it lacks something.
func loadLibinput() throws(SystemError) { try loading.get() }

// Written once, before any of it is read.
nonisolated(unsafe) var functions = sleight_libinput()

private let loading: Result<Void, SystemError> = Result { () throws(SystemError) in
  // The name has stood for the same functions since 1.0.
  try loadLibrary("libinput.so.10") { sleight_libinput_load(&functions, $0) }
}
