internal import Desktop
internal import Diagnostics
internal import Gestures
internal import Rules
internal import RulesFile
internal import Touch

/// The initial rules file: the same for every desktop, except that rules on which `check` would have a message there are
/// comments, below the message.
struct StarterRules {
  private(set) var text: String
  /// The number of rules that are comments for a reason of the desktop or of a touchpad.
  private(set) var disabledCount = 0

  /// The file for a desktop.
  /// - Parameters:
  ///   - desktop: the desktop, if it is known.
  ///   - gestures: the gestures that it handles itself.
  ///   - touchpads: the touchpads that can be read.
  init(for desktop: DesktopKind?, beside gestures: DesktopGestures?, touchpads: [Device]) {
    // The schema under the default prefix precedes it; this installation has its own.
    let shipped = String(decoding: PackageResources.rules_yml, as: UTF8.self).drop { $0 != "\n" }.dropFirst()
    let modeline = SchemaCommand.modeline ?? ""
    let variants = Self.fingers.map { fingers in
      let text = modeline + shipped.replacing("    fingers: 4", with: "    fingers: \(fingers)")
      let file = RulesFile.check(
        bytes: Array(text.utf8), name: "rules.yml", desktop: gestures, kind: desktop, touchpads: touchpads)
      return (text: text, messages: file.diagnostics)
    }
    // The first of those with the fewest messages.
    let chosen = variants.min { $0.messages.count < $1.messages.count }
    text = chosen?.text ?? modeline + shipped
    disable(chosen?.messages ?? [])
  }

  /// The numbers of fingers for swipes, the preferred one first, which is that of the shipped file: three fingers often
  /// drag.
  private static let fingers = [4, 3, 5]

  /// Makes each rule with a message a comment.
  private mutating func disable(_ messages: [Diagnostic]) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var starts: [Int: String] = [:]
    for message in messages {
      guard let line = message.span?.start.line, line <= lines.count,
        let start = lines[..<line].lastIndex(where: { $0.hasPrefix("  - ") })
      else { continue }
      starts[start] = starts[start] ?? message.message
    }
    disabledCount = starts.count
    // From the end: the other numbers stay valid.
    for (start, message) in starts.sorted(by: { $0.key > $1.key }) {
      var line = start
      repeat {
        lines[line] = "  # " + lines[line].dropFirst(2)
        line += 1
      } while line < lines.count && lines[line].hasPrefix("    ")
      lines.insert("  # \(message):", at: start)
    }
    text = lines.joined(separator: "\n")
  }

  /// A gesture to try first, and what it does: `swipe left with four fingers: next workspace`; nil if no swipe that may
  /// start anywhere is enabled.
  var demonstration: String? {
    let rules = RulesFile.check(text: text, name: "rules.yml").rules?.rules ?? []
    for rule in rules {
      guard case .swipe(let swipe) = rule.trigger.pattern, rule.trigger.start == nil, let name = rule.name,
        let direction = Self.directions.first(where: { swipe.directions.contains($0.direction) })?.name
      else { continue }
      return "swipe \(direction) with \(Self.numbers[rule.trigger.fingers.lowerBound] ?? "some") fingers: \(name)"
    }
    return nil
  }

  private static let numbers = [3: "three", 4: "four", 5: "five"]
  private static let directions: [(direction: Directions, name: String)] = [
    (.left, "left"), (.right, "right"), (.up, "up"), (.down, "down"),
  ]
}
