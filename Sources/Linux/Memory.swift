internal import CLinux
internal import Glibc

/// Gives back the memory that only what was just done needed, and that is not needed again soon: the start of the
/// program, a reload.
///
/// Half of the code of the program and of its libraries runs once, to read arguments, rules and keymaps, and then stays
/// mapped for as long as nobody else asks for it: a program that waits for weeks looks twice as large as it is. What
/// runs again comes back from the page cache by itself.
public func releaseUnusedMemory() {
  _ = malloc_trim(0)
  guard let text = try? Descriptor.open("/proc/self/maps", O_RDONLY).readToEnd() else { return }
  for line in text.split(separator: UInt8(ascii: "\n")) {
    // 55fc6b78c000-55fc6c181000 r-xp 00265000 08:01 131 /usr/bin/sleight
    let fields = line.split(separator: UInt8(ascii: " "))
    // Code alone: it is never written to, so that dropping it loses nothing.
    guard fields.count == 6, fields[1].elementsEqual("r-xp".utf8), fields[5].first == UInt8(ascii: "/") else {
      continue
    }
    let ends = fields[0].split(separator: UInt8(ascii: "-")).map {
      UInt(String(decoding: $0, as: UTF8.self), radix: 16)
    }
    guard let start = ends.first ?? nil, let end = ends.last ?? nil, end > start else { continue }
    _ = madvise(UnsafeMutableRawPointer(bitPattern: start), Int(end - start), MADV_DONTNEED)
  }
}
