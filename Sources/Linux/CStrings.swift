internal import CLinux
internal import Glibc

/// A NULL-terminated array of C strings, as main() gets it. Copied once, and freed with its owner.
struct CStrings: ~Copyable {
  /// The array, terminated by a null pointer.
  let pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  /// The number of strings.
  let count: Int

  init(_ strings: [String]) {
    count = strings.count
    pointers = .allocate(capacity: strings.count + 1)
    for (index, string) in strings.enumerated() { (pointers + index).initialize(to: strdup(string)) }
    (pointers + strings.count).initialize(to: nil)
  }

  deinit {
    for index in 0..<count { free(pointers[index]) }
    pointers.deallocate()
  }
}
