internal import Glibc
internal import Linux

/// What keeps users from making user namespaces, without which the unit's sandbox cannot be made.
enum NamespaceBan {
  /// Settings of the kernel, and what in each forbids them: the kernel's, Debian's and Ubuntu's.
  private static let settings = [
    ("user.max_user_namespaces", "0"), ("kernel.unprivileged_userns_clone", "0"),
    ("kernel.apparmor_restrict_unprivileged_userns", "1"),
  ]

  /// The first such setting, as sysctl(8) has it; nil where there is none.
  static func find() -> String? {
    for (name, forbidden) in settings {
      let path = "/proc/sys/\(name.replacing(".", with: "/"))"
      guard let bytes = try? Descriptor.open(path, O_RDONLY).read(upTo: 32) else { continue }
      if String(decoding: bytes, as: UTF8.self) == "\(forbidden)\n" { return "\(name)=\(forbidden)" }
    }
    return nil
  }
}
