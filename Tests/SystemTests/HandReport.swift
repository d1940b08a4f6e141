internal import Glibc
internal import JSONLines

/// The report of `sleight record` about one hand, as a line of text that does not depend on small differences of time.
///
///     swipe 3, 20-200 ms, first update after 0 ms, 18 updates, lost 2.0 mm
///
/// Times are milliseconds since the first finger landed, to 10 ms: the frames of the devices are 10 ms apart.
struct HandReport {
  /// The events, in order.
  var events: [JSONValue]
  /// The landing of the first finger, in the recording's time.
  var landed: Int
  /// The time from the last lift to the report of a tap, in microseconds.
  var tapDelay: Int?
  /// The translation of all fingers.
  var way: Surface.Point?

  /// The report; `nothing` without events.
  var text: String {
    var parts: [String] = []
    var index = 0
    while index < events.count {
      let name = events[index].name
      switch name {
      case "swipe-begin", "pinch-begin", "hold-begin": parts.append(gesture(&index))
      case "scroll": parts.append(scroll(&index))
      case "tap": parts.append(tap(&index))
      case "touch-down", "touch-motion", "touch-up", "touch-cancel", "touch-frame": parts.append(touches(&index))
      default:
        parts.append(name)
        index += 1
      }
    }
    return parts.isEmpty ? "nothing" : parts.joined(separator: "; ")
  }

  /// The events from a begin to its end.
  private func gesture(_ index: inout Int) -> String {
    let begin = events[index]
    let kind = String(begin.name.dropLast("-begin".count))
    index += 1
    var updates: [JSONValue] = []
    while index < events.count, events[index].name == "\(kind)-update" {
      updates.append(events[index])
      index += 1
    }
    var words = ["\(kind) \(begin["fingers"]?.integer ?? 0)"]
    guard index < events.count, events[index].name == "\(kind)-end" else {
      return "\(words[0]), \(time(begin)) ms, no end"
    }
    let end = events[index]
    index += 1
    words.append("\(time(begin))-\(time(end)) ms")
    if kind != "hold" {
      if let first = updates.first { words.append("first update after \(time(first, since: begin.time)) ms") }
      words.append("\(updates.count) updates")
      if kind == "pinch", let last = updates.last {
        let turn = updates.reduce(0) { $0 + ($1["rotation"]?.number ?? 0) }
        words.append("scale \(Self.text(last["scale"]?.number ?? 0, digits: 1))")
        // Adding 0 removes the sign of 0.
        words.append("turn \(Int(turn.rounded()))")
      } else {
        words += lost(updates)
      }
    }
    if end["cancelled"]?.bool == true { words.append("cancelled") }
    return words.joined(separator: ", ")
  }

  private func scroll(_ index: inout Int) -> String {
    var steps: [JSONValue] = []
    while index < events.count, events[index].name == "scroll" {
      steps.append(events[index])
      index += 1
    }
    let isEnded = [steps.last?["dx"]?.number, steps.last?["dy"]?.number].allSatisfy { $0 ?? 0 == 0 }
    let words = ["scroll, \(time(steps[0]))-\(time(steps[steps.count - 1])) ms, \(steps.count) events"] + lost(steps)
    return words.joined(separator: ", ") + (isEnded ? "" : ", no end")
  }

  private func tap(_ index: inout Int) -> String {
    let tap = events[index]
    index += 1
    let lasted = Self.tens((tap["lasted"]?.integer ?? 0))
    let isLast = index == events.count
    let delay = isLast ? tapDelay.map { ", reported \(Self.tens($0)) ms after the lift" } ?? "" : ""
    return "tap \(tap["fingers"]?.integer ?? 0), lasted \(lasted) ms\(delay)"
  }

  /// All touches that follow one another.
  private func touches(_ index: inout Int) -> String {
    let first = events[index]
    var last = first
    var counts: [(name: String, count: Int)] = []
    while index < events.count, events[index].name.hasPrefix("touch-") {
      last = events[index]
      let name = String(last.name.dropFirst("touch-".count))
      if let place = counts.firstIndex(where: { $0.name == name }) {
        counts[place].count += 1
      } else {
        counts.append((name, 1))
      }
      index += 1
    }
    // The time that the removal of a device takes depends on the kernel.
    let isRemoved = index < events.count && events[index].name == "device-removed"
    let end = isRemoved ? "removal" : "\(time(last)) ms"
    let words = ["touch, \(time(first))-\(end)"] + counts.map { "\($0.count) \($0.name)" }
    return words.joined(separator: ", ")
  }

  // MARK: - Numbers

  /// The part of the translation that updates do not report.
  private func lost(_ updates: [JSONValue]) -> [String] {
    guard let way else { return [] }
    let x = way.x - updates.reduce(0) { $0 + ($1["dx"]?.number ?? 0) }
    let y = way.y - updates.reduce(0) { $0 + ($1["dy"]?.number ?? 0) }
    return ["lost \(Self.text((x * x + y * y).squareRoot(), digits: 1)) mm"]
  }

  private func time(_ event: JSONValue, since start: Int? = nil) -> Int { Self.tens(event.time - (start ?? landed)) }

  /// Microseconds to the nearest 10 ms.
  private static func tens(_ microseconds: Int) -> Int { Int((Double(microseconds) / 10_000).rounded()) * 10 }

  private static func text(_ number: Double, digits: Int) -> String {
    var factor = 1
    for _ in 0..<digits { factor *= 10 }
    let whole = Int((number * Double(factor)).rounded())
    let fraction = String(whole % factor)
    return "\(whole / factor).\(String(repeating: "0", count: digits - fraction.count))\(fraction)"
  }
}

extension JSONValue {
  fileprivate var name: String { self["event"]?.string ?? "" }
  fileprivate var time: Int { self["t"]?.integer ?? 0 }
}
