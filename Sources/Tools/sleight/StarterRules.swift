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
    let modeline = SchemaCommand.modeline ?? ""
    let variants = Self.fingers.map { fingers in
      let text = modeline + shipped.replacing("    fingers: 4", with: "    fingers: \(fingers)")
      let file = RulesFile.check(
        bytes: Array(text.utf8), name: "rules.yml", desktop: gestures, kind: desktop, devices: devices)
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
    switch rule.reaction.all.first {
    // An overview covers everything. Its rule is a comment on desktops without one.
    case .desktop(.desktop(.overview)) where desktop != nil: 0
    // These make an empty workspace after the last one.
    case .desktop(let operation) where operation == .workspace(.nextOrNew) && makesWorkspaces: 1
    // The terminal with this text is a window that can be fullscreen.
    case .desktop(.window(.fullscreen)): 2
    case .desktop: 3
    default: 4
    }
  }

  /// `swipe left with four fingers`; nil for other gestures than swipes and pinches.
  private static func text(of trigger: Trigger) -> String? {
    guard let fingers = numbers[trigger.fingers.lowerBound] else { return nil }
    if trigger.pattern.kind == .swipe {
      return directions.first { trigger.pattern.line.contains($0.direction) }.map {
        "swipe \($0.name) with \(fingers) fingers"
      }
    }
    let pinch = trigger.pattern.pinchDirections
    return pinch.isEmpty ? nil : "move \(fingers) fingers \(pinch.contains(.outwards) ? "apart" : "together")"
  }

  private static let numbers = [3: "three", 4: "four", 5: "five"]
  private static let directions: [(direction: Directions, name: String)] = [
    (.left, "left"), (.right, "right"), (.up, "up"), (.down, "down"),
  ]
}
