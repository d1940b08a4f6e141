internal import Diagnostics
internal import Gestures
internal import RulesFile
internal import Touch

extension Trigger {
  /// The trigger in words: `swipe left, 3 fingers, on a touchpad`.
  var text: String {
    guard before.isEmpty else {
      let parts = steps.map { $0.gestures.map(\.text).joined(separator: " or ") }
      return zip(parts, [nil] + before.map { Optional($0) }).map { part, step in
        step.map { $0.isContinued ? ", then in the same touch \(part)" : ", then \(part)" } ?? part
      }.joined()
    }
    let head = "\(pattern.kind.rawValue) \(pattern.words)"
    let count = "\(Phrase.range(fingers)) finger\(fingers == 1...1 ? "" : "s")"
    let anchor = pattern.isAnchored ? "beside one that rests" : nil
    let shown = shownFingers.map { "seen as \($0) fingers" }
    return
      ([head, count]
      + [anchor, start?.text, apart.map { "\($0.lowerBound.value.text)-\($0.upperBound.value.text) mm apart" }]
      .compactMap { $0 } + (devices.isEmpty ? [] : ["on \(devices.text)"])
      + [shown].compactMap { $0 })
      .joined(separator: ", ")
  }
}

extension StartRegion {
  /// The region in words: `from the left edge`.
  var text: String {
    switch self {
    case .edge(.any, _): "from an edge"
    case .edge(let edges, _): "from the \(edges.names.joined(separator: " or ")) edge"
    case .corner(.any, _): "from a corner"
    case .corner(let corners, _): "from the \(corners.names.joined(separator: " or ")) corner"
    case .allEdges(let edges, _): "with a finger each at the \(edges.names.joined(separator: " and ")) edges"
    case .allCorners(let corners, _): "with a finger each in the \(corners.names.joined(separator: " and ")) corners"
    case .zone(let zone): "from \(zone.text)"
    }
  }

  /// The key of rules files that states the region.
  var key: String {
    switch self {
    case .edge, .allEdges: "edge"
    case .corner, .allCorners: "corner"
    case .zone: "zone"
    }
  }

  /// One edge, corner or zone in words: `at the left edge`.
  var place: String {
    switch self {
    case .edge(let edges, _), .allEdges(let edges, _): "at the \(edges.names.joined(separator: " or ")) edge"
    case .corner(let corners, _), .allCorners(let corners, _):
      "in the \(corners.names.joined(separator: " or ")) corner"
    case .zone(let zone): zone.text
    }
  }
}

extension Zone {
  fileprivate var text: String { "x \(left.text)-\(right.text), y \(top.text)-\(bottom.text)" }
}

extension Zone.Position {
  fileprivate var text: String {
    switch self {
    case .share(let share): "\((share * 100).text)%"
    case .length(let length): "\(length.value.text)mm"
    }
  }
}

extension [DeviceFilter] {
  /// The devices in words: `a touchpad or '*wacom*'`.
  var text: String {
    map { filter in
      switch filter {
      case .kind(let kind): "a \(kind.rawValue)"
      case .named(let name): Phrase.quote(name)
      }
    }.joined(separator: " or ")
  }
}

extension Double {
  /// The number with at most one decimal.
  var text: String { tenths }
}

extension Duration {
  /// The duration with its unit: `300ms`, `1.5s`.
  var text: String { Phrase.time(self) }
}
