public import Touch

/// Which devices a trigger looks at.
public enum DeviceFilter: Hashable, Sendable {
  /// All of one kind.
  case kind(Device.Kind)
  /// Those whose name matches: `*` stands for any characters, `?` for one; upper and lower case count as the same.
  case named(String)

  /// Whether `device` is meant.
  public func matches(_ device: Device) -> Bool {
    switch self {
    case .kind(let kind): device.kind == kind
    case .named(let pattern): Self.wildcard(Array(pattern.lowercased()), Array(device.name.lowercased()))
    }
  }

  /// Matches greedily and goes back to the last `*` where that fails: linear in most cases, never exponential.
  private static func wildcard(_ pattern: [Character], _ name: [Character]) -> Bool {
    var at = 0, next = 0
    var star: (pattern: Int, name: Int)?
    while at < name.count {
      if next < pattern.count, pattern[next] == "*" {
        star = (next, at)
        next += 1
      } else if next < pattern.count, pattern[next] == "?" || pattern[next] == name[at] {
        next += 1
        at += 1
      } else if let last = star {
        star = (last.pattern, last.name + 1)
        next = last.pattern + 1
        at = last.name + 1
      } else {
        return false
      }
    }
    return pattern[next...].allSatisfy { $0 == "*" }
  }
}
