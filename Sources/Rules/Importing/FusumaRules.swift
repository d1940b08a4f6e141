internal import Gestures
internal import YAML

/// Makes rules of what Fusuma does at the moments of its gestures.
struct FusumaRules {
  var harvest = ImportHarvest()
  /// `threshold: {swipe: 0.5}` of the document that is being read.
  var thresholds: [String: Double] = [:]
  /// `interval: {swipe: 0.5}` of it.
  var intervals: [String: Double] = [:]
  /// The pipes that executors of plugins write to, by the word they are asked with.
  var pipes: [String: String] = [:]
  private let translator: CommandTranslator

  init(_ translator: CommandTranslator) { self.translator = translator }

  /// How fast a hand goes, to make lengths of Fusuma's times: a swipe in millimetres, a pinch in percent, a rotation in
  /// degrees, all in a second.
  private static let speeds = ["swipe": 120.0, "pinch": 100.0, "rotate": 90.0]
  /// How long Fusuma waits before it acts again, in seconds: for what is done once, and at each update.
  private static let onceInterval = 0.3
  private static let updateInterval = 0.1

  // MARK: Bindings

  /// Adds the rules for the bindings of a document.
  mutating func add(_ bindings: [FusumaBinding]) {
    var groups: [FusumaBinding.Occasion: [FusumaBinding]] = [:]
    var order: [FusumaBinding.Occasion] = []
    for binding in bindings {
      if groups[binding.occasion] == nil { order.append(binding.occasion) }
      groups[binding.occasion, default: []].append(binding)
    }
    for occasion in order { addGesture(groups[occasion] ?? []) }
  }

  /// Adds the rules for bindings of one occasion.
  private mutating func addGesture(_ bindings: [FusumaBinding]) {
    for binding in bindings where binding.status == nil { addOnce(binding) }
    let lasting = bindings.filter { $0.status != nil }
    guard !lasting.isEmpty else { return }
    let whole = lasting.filter { $0.direction == nil }
    var directions: [String] = []
    for binding in lasting {
      if let direction = binding.direction, !directions.contains(direction) { directions.append(direction) }
    }
    if directions.isEmpty {
      addLasting(whole, direction: nil, isBesideOthers: lasting.count < bindings.count)
    } else {
      // What begins and ends the gesture belongs to whichever way it goes.
      for direction in directions {
        addLasting(
          whole + lasting.filter { $0.direction == direction }, direction: direction, isBesideOthers: false)
      }
    }
  }

  private mutating func newRule(_ binding: FusumaBinding, _ lines: ClosedRange<Int>) -> ImportedRule? {
    let occasion = binding.occasion
    if let fingers = occasion.fingers, !(1...Trigger.mostFingers).contains(fingers) {
      harvest.remark(.leftOut, line: lines.lowerBound, "no gesture has \(fingers) fingers")
      return nil
    }
    let gestures = ["hold": "long-press", "tap": "tap"]
    let gesture = gestures[occasion.gesture] ?? occasion.gesture
    guard binding.direction != nil || binding.status != nil || gestures[occasion.gesture] != nil else {
      harvest.remark(.leftOut, line: lines.lowerBound, "a \(gesture) needs a direction")
      return nil
    }
    let any = gesture == "swipe" || gesture == "long-press" || gesture == "tap" ? 3...4 : 2...4
    var rule = ImportedRule(
      lines: lines, gesture: gesture, value: binding.direction ?? (gesture == "tap" ? "single" : "any"),
      fingers: occasion.fingers.map { $0...$0 } ?? any)
    if !occasion.applications.isEmpty { rule.conditions.append(.init(word: "app", values: occasion.applications)) }
    if let held = occasion.heldKeys {
      let held = held.split(separator: "+").map { EvdevKeys.keysym(name: $0.bare).flatMap(Chord.Modifier.init) }
      guard !held.isEmpty, held.allSatisfy({ $0 != nil }) else {
        harvest.remark(.leftOut, line: lines.lowerBound, "only modifiers can be held with a gesture")
        return nil
      }
      // In whichever order they are pressed.
      let names = Chord.Modifier.allCases.filter { held.contains($0) }.map(\.rawValue)
      rule.conditions.append(.init(word: "modifiers", values: [names.joined(separator: "+")]))
    }
    if gesture == "long-press" {
      // 0.7 s is Fusuma's usual time.
      let factor = number("threshold", of: binding) ?? 1
      rule.value = ImportedQuantity.duration(max(0.7 * factor, 0.2))
      harvest.explain("A hold is one of 0.7s, times its 'threshold'.")
    }
    if gesture == "pinch" {
      harvest.explain(
        "Fusuma exchanged in and out in its version 3.0, and the file does not say for which it was written: where "
          + "yours was older, exchange the two.")
    }
    return rule
  }

  private mutating func addOnce(_ binding: FusumaBinding) {
    guard let actions = actions(of: binding), var rule = newRule(binding, binding.lines) else { return }
    rule.act = actions.actions
    rule.notes += actions.notes
    let gesture = rule.gesture
    if let speed = Self.speeds[gesture] {
      let step = number("interval", of: binding).map { $0 * Self.onceInterval * speed }
      let mostOften = gesture == "swipe" ? 20.0 : 15
      if let step, step <= mostOften {
        setThreshold(&rule, binding)
        setEvery(&rule, step)
        harvest.explain(
          "A short 'interval' has Fusuma act again and again in one gesture. So do these rules, in steps of what a hand "
            + "does in that time; without 'every', a swipe acts once.")
      } else {
        setThreshold(&rule, binding)
      }
    }
    harvest.rules.append(rule)
  }

  /// A threshold is a factor of what is usual, there and here.
  private mutating func setThreshold(_ rule: inout ImportedRule, _ binding: FusumaBinding) {
    guard let factor = number("threshold", of: binding), factor != 1 else { return }
    switch rule.gesture {
    case "swipe": rule["distance"] = ImportedQuantity.text(min(max(12 * factor, 5), 40), "mm")
    case "pinch": rule["distance"] = ImportedQuantity.text(min(max(10 * factor, 5), 50), "%")
    case "rotate": rule["distance"] = ImportedQuantity.text(min(max(12 * factor, 6), 60), "°")
    default: return
    }
    harvest.explain(
      "A 'threshold' is a factor of what is usual: 12mm for a swipe, 10% for a pinch, 12° for a rotation here, and "
        + "never less than a half of it.")
  }

  private func setEvery(_ rule: inout ImportedRule, _ step: Double) {
    switch rule.gesture {
    case "swipe", "pan":
      rule.gesture = "pan"
      rule["every"] = ImportedQuantity.text(min(max(step, 3), 40), "mm")
    case "pinch": rule["every"] = ImportedQuantity.text(min(max(step, 5), 50), "%")
    case "rotate": rule["every"] = ImportedQuantity.text(min(max(step, 5), 60), "°")
    default: break
    }
  }

  // MARK: What lasts

  private mutating func addLasting(_ bindings: [FusumaBinding], direction: String?, isBesideOthers: Bool) {
    guard var first = bindings.first(where: { $0.direction == direction }) ?? bindings.first else { return }
    first.direction = direction
    let lines = first.lines.lowerBound...max(first.lines.upperBound, first.lines.lowerBound)
    if isDrag(bindings), direction == nil {
      guard var rule = newRule(first, lines) else { return }
      rule.gesture = "pan"
      rule["drag"] = "left"
      for binding in bindings {
        rule.lines = min(rule.line, binding.lines.lowerBound)...max(rule.lines.upperBound, binding.lines.upperBound)
      }
      harvest.rules.append(rule)
      return
    }
    guard var rule = newRule(first, lines) else { return }
    if rule.gesture == "swipe" { rule.gesture = "pan" }
    // It begins before any swipe can act, and must leave that the fingers.
    if isBesideOthers { rule["also"] = "true" }
    for binding in bindings {
      guard let actions = actions(of: binding) else { continue }
      rule.notes += actions.notes
      switch binding.status {
      case .begin: rule.begin += actions.actions
      case .update:
        rule.act += actions.actions
        let speed = Self.speeds[binding.occasion.gesture] ?? 100
        setEvery(&rule, (number("interval", of: binding) ?? 1) * Self.updateInterval * speed)
        if rule.gesture == "long-press" { rule["every"] = "100ms" }
      case .end: rule.end += actions.actions
      case .cancelled, nil: break
      }
    }
    guard !(rule.begin + rule.act + rule.end).isEmpty else { return }
    harvest.explain("An 'update' is a step of what a hand does in its 'interval': with 120mm, 100% or 90° in a second.")
    harvest.rules.append(rule)
  }

  /// Whether a button is pressed at the beginning, and the pointer moved with the fingers: a drag.
  private func isDrag(_ bindings: [FusumaBinding]) -> Bool {
    let commands = bindings.compactMap { binding in
      binding.properties["command"]?.text.map { (binding.status, $0) }
    }
    return commands.contains { $0.0 == .begin && ($0.1.contains("mousedown") || $0.1.contains("click 0x40")) }
      && commands.contains { $0.0 == .update && ($0.1.contains("mousemove")) }
  }

  // MARK: Properties

  /// The number of this name: the binding's own, or its gesture's.
  private func number(_ name: String, of binding: FusumaBinding) -> Double? {
    let own = binding.properties[name]?.text.flatMap(ImportedQuantity.number)
    let general = (name == "threshold" ? thresholds : intervals)[binding.occasion.gesture]
    return (own ?? general).flatMap { $0 >= 0 ? $0 : nil }
  }

  /// What a binding does; nil, and a remark, where that has no counterpart.
  private mutating func actions(of binding: FusumaBinding) -> (actions: [ImportedAction], notes: [String])? {
    let line = binding.lines.lowerBound
    if let command = binding.properties["command"]?.text {
      if command.contains("$move_") || command.contains("$unaccelerated_") {
        harvest.remark(.leftOut, line: line, "no command is told how far the fingers have moved since the last time")
        return nil
      }
      guard !command.bare.isEmpty else {
        harvest.remark(.leftOut, line: line, "an empty command")
        return nil
      }
      let translation = translator.translate(command)
      return (translation.actions, translation.note.map { [$0] } ?? [])
    }
    if let keys = binding.properties["sendkey"] ?? binding.properties["shortcut"] {
      return chords(keys, isEvdev: binding.properties["sendkey"] != nil, line: line).map { ([.keys($0)], []) }
    }
    if let value = binding.properties["workspace"] { return deed(value, line) { .workspace($0) } }
    if let value = binding.properties["window"] { return window(value, line) }
    for (name, pipe) in pipes.sorted(by: { $0.key < $1.key }) {
      guard let text = binding.properties[name]?.text, !text.bare.isEmpty else { continue }
      let word = "'" + text.replacing("'", with: "'\\''") + "'"
      harvest.explain("'\(name)' is a plugin's, and taken to write its text to the pipe that it is told.")
      return ([.shell("echo \(word) > \(pipe)")], [])
    }
    let names = binding.properties.keys.filter { !["threshold", "interval", "accel", "clearmodifiers"].contains($0) }
    harvest.remark(
      .leftOut, line: line, "Fusuma itself knows no \(Phrase.list(names.sorted())): it belongs to a plugin")
    return nil
  }

  private mutating func chords(_ node: Node, isEvdev: Bool, line: Int) -> [String]? {
    let texts: [String] =
      switch node.content {
      case .scalar(let text, _): [text]
      case .sequence(let nodes): nodes.compactMap(\.text)
      case .mapping: []
      }
    var chords: [String] = []
    for text in texts {
      let chord =
        isEvdev
        ? ImportedChord.evdev(text)
        : ImportedChord.keysyms(text, shiftsCapitals: true, keyNames: translator.keyNames)
      guard let chord else {
        harvest.remark(.leftOut, line: line, "\(Phrase.quote(text)) is no chord of known keys")
        return nil
      }
      chords.append(chord)
    }
    if chords.isEmpty { harvest.remark(.leftOut, line: line, "there are no keys") }
    return chords.isEmpty ? nil : chords
  }

  // MARK: Workspaces and windows

  private mutating func deed(
    _ value: Node, _ line: Int, _ make: (DesktopDeed.Way) -> DesktopDeed
  ) -> (actions: [ImportedAction], notes: [String])? {
    let text = value.text ?? ""
    let way = text == "prev" ? .previous : DesktopDeed.Way(rawValue: text)
    guard let way else {
      harvest.remark(.leftOut, line: line, "there is no workspace \(Phrase.quote(text))")
      return nil
    }
    return done(make(way), "'\(text)'", line)
  }

  private mutating func window(_ value: Node, _ line: Int) -> (actions: [ImportedAction], notes: [String])? {
    let name = value.text ?? value.lastEntries.first?.key.text ?? ""
    let deeds: [String: DesktopDeed] = ["fullscreen": .fullscreen, "maximized": .maximize, "close": .close]
    if let deed = deeds[name] { return done(deed, "'window: \(name)'", line) }
    return deed(value, line) { .moveWindow($0) }
  }

  private mutating func done(
    _ deed: DesktopDeed, _ name: String, _ line: Int
  ) -> (actions: [ImportedAction], notes: [String])? {
    guard let action = deed.action(on: translator.desktop) else {
      harvest.remark(.leftOut, line: line, "\(translator.desktop?.rawValue ?? "no desktop") has nothing for \(name)")
      return nil
    }
    harvest.explain(DesktopDeed.explanation(translator.desktop))
    return ([action], [])
  }
}
