internal import CLinux
internal import Glibc

/// Strings as main() gets them: each with a NUL behind it, nil behind the last. Copied once, and freed with their owner.
struct CStrings: ~Copyable {
  /// The first of the pointers.
  let pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  /// How many strings there are.
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
