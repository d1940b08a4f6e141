internal import Desktop
internal import Diagnostics
internal import Gestures
internal import Rules
internal import RulesFile
internal import Touch

/// The initial rules file: the same for every desktop, except that some rules are comments, below the reason: those on
/// which `check` would have a message there, those for what the desktop does itself with the same gesture, which it
/// animates, and those that would leave it no gesture for something.
struct StarterRules {
  private(set) var text: String
  /// The number of rules that are comments for a reason of the desktop or of a touchpad.
  private(set) var disabledCount = 0

  private let desktop: DesktopKind?

  /// The file for a desktop.
  /// - Parameters:
  ///   - desktop: the desktop, if it is known.
  ///   - gestures: the gestures that it handles itself.
  ///   - devices: the touch devices that can be read.
  init(for desktop: DesktopKind?, beside gestures: DesktopGestures?, devices: [Device]) {
    self.desktop = desktop
    // The schema under the default prefix precedes it; this installation has its own.
    let shipped = String(decoding: PackageResources.rules_yml, as: UTF8.self).drop { $0 != "\n" }.dropFirst()
    text = (SchemaCommand.modeline ?? "") + shipped
    let file = RulesFile.check(
      bytes: Array(text.utf8), name: "rules.yml", desktop: gestures, kind: desktop, devices: devices)
    let kept = (file.rules?.rules ?? []).compactMap { rule in
      gestures.flatMap { Self.reason(for: rule, with: $0) }.map { (line: rule.span?.start.line, text: $0) }
    }
    disable(file.diagnostics.map { ($0.span?.start.line, $0.message) } + kept)
  }

  /// The reason for which a desktop keeps the gesture of a rule; nil if there is none.
  private static func reason(for rule: Rule, with gestures: DesktopGestures) -> String? {
    if case .desktop(let operation) = rule.reaction.all.first,
      let claim = gestures.claim(on: rule.trigger, for: operation)
    {
      return "\(gestures.desktop) \(claim.purpose) itself with this gesture"
    }
    return gestures.loss(to: rule.trigger).map { "\(gestures.desktop) \($0.purpose) with this gesture" }
  }

  /// Makes rules comments: those that contain the lines, for these reasons.
  private mutating func disable(_ reasons: [(line: Int?, text: String)]) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var starts: [Int: String] = [:]
    for reason in reasons {
      guard let line = reason.line, line <= lines.count,
        let start = lines[..<line].lastIndex(where: { $0.hasPrefix("  - ") })
      else { continue }
      starts[start] = starts[start] ?? reason.text
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

  /// A gesture to try first, and what it does: `swipe up with four fingers: overview`. Of the enabled rules that start
  /// anywhere it is the one whose effect is most certainly seen; nil if there is none.
  var demonstration: String? {
    let rules = RulesFile.check(text: text, name: "rules.yml").rules?.rules ?? []
    let texts = rules.compactMap { rule -> (rank: Int, text: String)? in
      guard rule.trigger.start == nil, let name = rule.name, let gesture = Self.text(of: rule.trigger) else {
        return nil
      }
      return (rank(of: rule), "\(gesture): \(name)")
    }
    return texts.min { $0.rank < $1.rank }?.text
  }

  /// True if the compositor's own command shows an empty workspace after the last one.
  private var makesWorkspaces: Bool {
    desktop.map { DesktopWays.of($0).command(for: .workspace(.nextOrNew)) != nil } ?? false
  }

  /// The order of rules by how certainly something is seen of them.
  private func rank(of rule: Rule) -> Int {
    guard case .desktop(let operation) = rule.reaction.all.first else { return 5 }
    guard let desktop else { return 6 }
    let ways = DesktopWays.of(desktop)
    return switch operation {
    // These cover everything; shortcuts can have been changed.
    case .desktop: ways[operation].isTried && ways.chord(for: operation) == nil ? 0 : 3
    // These make an empty workspace after the last one.
    case .workspace where makesWorkspaces: 1
    // The terminal with this text is a window that can be fullscreen, and that it would close.
    case .window(let change): change == .fullscreen ? 2 : 6
    default: 4
    }
  }

  /// `swipe left with four fingers`; nil for other gestures than swipes, pinches and taps.
  private static func text(of trigger: Trigger) -> String? {
    guard let fingers = numbers[trigger.fingers.lowerBound] else { return nil }
    switch trigger.pattern.kind {
    case .swipe:
      return directions.first { trigger.pattern.line.contains($0.direction) }.map {
        "swipe \($0.name) with \(fingers) fingers"
      }
    case .pinch:
      return "move \(fingers) fingers \(trigger.pattern.pinchDirections.contains(.outwards) ? "apart" : "together")"
    case .tap: return "tap with \(fingers) fingers"
    case .pan, .rotate, .circle, .longPress, .press, .stroke, .tipTap, .touch: return nil
    }
  }

  private static let numbers = [3: "three", 4: "four", 5: "five"]
  private static let directions: [(direction: Directions, name: String)] = [
    (.left, "left"), (.right, "right"), (.up, "up"), (.down, "down"),
  ]
}
