internal import Glibc

/// Loads a library that the program is not linked with, by the first of its names that dlopen(3) finds.
/// - Parameters:
///   - names: `libinput.so.10`, and of others that have the same functions.
///   - load: takes the functions it needs from the library of a name: 1 where it has them, 0 where there is no such
///     library, anything else where that lacks one.
/// - Throws: `SystemError` with the library's name: ELIBACC where none is installed, ELIBBAD where it lacks something.
public func loadLibrary(_ names: String..., by load: (String) -> CInt) throws(SystemError) {
  for name in names {
    switch load(name) {
    case 1: return
    case 0: continue
    default: throw SystemError("dlsym", path: name, code: ELIBBAD)
    }
  }
  throw SystemError("dlopen", path: names.first, code: ELIBACC)
}
