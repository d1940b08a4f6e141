internal import Glibc

/// Loads a library at run time: the first of `names` that dlopen(3) finds.
/// - Parameters:
///   - names: `libinput.so.10`, then libraries with the same functions.
///   - load: loads the library of this name and its functions: 1 for success, 0 if the library is not installed,
///     anything else if it lacks a function.
/// - Throws: `SystemError` with the library's name: ELIBACC if none is installed, ELIBBAD if one lacks a function.
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
