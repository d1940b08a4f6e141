internal import Diagnostics
internal import Gestures
public import Rules
internal import RulesFile
internal import Time
public import Touch

extension ImaginedGesture {
  /// The size of a device, if the rules file does not state it.
  private static let defaultSize = Size(width: 300, height: 190)

  /// Creates the gesture that `words` describe. Omitted amounts have defaults: a swipe of 40 mm at 200 mm/s.
  /// - Parameters:
  ///   - words: the words of a rule for the gesture.
  ///   - rules: rules whose shapes may be named besides the built-in ones, and which state properties of the device.
  ///   - touchpads: the connected touchpads, of which the one that tells the most fingers is imagined.
  public init(
    _ words: GestureWords, with rules: RuleSet, touchpads: [Device] = []
  ) throws(GestureWords.Misunderstanding) {
    let trigger = try words.trigger(strokesOf: rules)
    guard trigger.fingers.count == 1 else {
      throw .init("specify one number of fingers, not \(Phrase.range(trigger.fingers))")
    }
    pattern = trigger.pattern
    fingers = trigger.fingers.lowerBound
    anchor = trigger.pattern.isAnchored ? 1 : 0
    start = trigger.start
    apart = trigger.apart
    movement = try words.movement(trigger.pattern)
    (device, model, isIgnored) = try Self.device(of: trigger, with: rules, touchpads: touchpads)
    let given = ([.distance, .speed, .within] as [Word]).filter { words[$0] != nil }
    assumed = Set([Reason.Kind.distance, .speed, .time]).subtracting(
      given.flatMap { $0 == .distance ? [.distance] : [Reason.Kind.speed, .time] })
    if words[.apart] == nil { assumed.insert(.apart) }
    if pattern.kind.rests, words.value != nil { assumed = [] }
    let head = [pattern.kind.rawValue, words.value ?? words.defaultValue].compactMap { $0 }.joined(separator: " ")
    let keys: [Word] = [.distance, .speed, .within, .taps, .moved, .anchor, .edge, .corner, .zone, .apart]
    let others = keys.compactMap { key in words[key].map { "\(key.name) \($0.joined(separator: " and "))" } }
    let place = "on a \(device.kind.rawValue)" + (device.name.isEmpty ? "" : " '\(device.name)'")
    text = ([head, counted(fingers, "finger")] + others + [place]).joined(separator: ", ")
  }

  /// The device on which an imagined hand makes the gesture of a trigger, the name of the connected touchpad whose
  /// reports it has, and whether the rules file ignores it.
  private static func device(
    of trigger: Trigger, with rules: RuleSet, touchpads: [Device]
  ) throws(GestureWords.Misunderstanding) -> (Device, model: String?, isIgnored: Bool) {
    let fingers = trigger.fingers.lowerBound
    let kinds = trigger.devices.compactMap { filter in if case .kind(let kind) = filter { kind } else { nil } }
    let names = trigger.devices.compactMap { filter in if case .named(let name) = filter { name } else { nil } }
    guard kinds.count <= 1, names.count <= 1 else { throw .init("specify one device") }
    // Gestures that touchpads do not report are most likely meant for a touchscreen, and so is one finger at an edge.
    let isReported =
      Reachability.obstacle(
        to: Trigger(trigger.pattern, fingers: trigger.fingers, devices: [.kind(.touchpad)], start: trigger.start))
      == nil
      && (fingers > 1 || trigger.start == nil) && fingers <= Trigger.handFingers
    let device = kinds.first ?? (isReported ? .touchpad : .touchscreen)
    var imagined = Device(
      id: DeviceID(0), name: names.first ?? "", kind: device, size: Self.defaultSize,
      contacts: device == .touchpad && rules.mayReadContacts ? .all : nil)
    let present = touchpads.filter { pad in
      pad.contacts != nil && names.allSatisfy { Wildcard($0).matches(pad.name) }
    }.max { ($0.contacts?.mostFingers ?? 0) < ($1.contacts?.mostFingers ?? 0) }
    var model: String?
    if let present, imagined.contacts != nil { (imagined.contacts, model) = (present.contacts, present.name) }
    let stated = rules.devices.properties(of: imagined)
    let turn = stated.orientation.map { SurfaceTurn($0) } ?? .none
    if let adjustment = SurfaceAdjustment(of: imagined, size: stated.size, turn: turn) {
      imagined = adjustment.adjusted(imagined)
    }
    return (imagined, model, stated.isIgnored == true)
  }

  /// Creates the gesture of a rule, with its steps.
  /// - Throws: if one of the steps may have several directions.
  init(
    _ trigger: Trigger, with rules: RuleSet, touchpads: [Device]
  ) throws(GestureWords.Misunderstanding) {
    pattern = trigger.pattern
    fingers = trigger.fingers.lowerBound
    anchor = trigger.pattern.isAnchored ? 1 : 0
    start = trigger.start
    apart = trigger.apart
    guard let movement = pattern.movement([]) else {
      throw .init("\(Phrase.quote(pattern.words)) is several directions: explain the gesture with one of them")
    }
    self.movement = movement
    assumed = [.distance, .speed, .time, .apart]
    (device, model, isIgnored) = try Self.device(of: trigger, with: rules, touchpads: touchpads)
    text = trigger.text
    for step in trigger.before {
      guard let first = step.gestures.first else { continue }
      var gesture = try ImaginedGesture(first, with: rules, touchpads: touchpads)
      // One device makes all steps.
      (gesture.device, gesture.model) = (device, model)
      gesture.isContinued = before.count > 0 && trigger.before[before.count - 1].isContinued
      before.append(gesture)
    }
    isContinued = trigger.before.last?.isContinued ?? false
  }

  /// Creates the gesture of a rule, in the first of its directions.
  public init(of rule: Rule, in rules: RuleSet) throws(GestureWords.Misunderstanding) {
    var trigger = rule.trigger
    trigger.pattern = trigger.pattern.inOneDirection
    // One device is imagined.
    trigger.devices = Array(trigger.devices.prefix(1))
    try self.init(trigger, with: rules, touchpads: [])
  }

  /// Creates the gesture of the file's own that has this name, as it is made in its first way.
  public init(named name: String, in rules: RuleSet, touchpads: [Device]) throws(GestureWords.Misunderstanding) {
    guard let rule = rules.rules.first(where: { $0.definition == name }) else {
      let names = Set(rules.rules.compactMap(\.definition)).sorted()
      throw .init(
        "no rule uses a gesture \(Phrase.quote(name))"
          + (Suggestion.nearest(to: name, among: names).map { "; did you mean '\($0)'?" } ?? ""))
    }
    try self.init(rule.trigger, with: rules, touchpads: touchpads)
  }
}

extension GestureWords {
  /// The movement of an ideal hand that makes `pattern`, which these words describe.
  fileprivate func movement(_ pattern: Pattern) throws(Misunderstanding) -> HandMovement {
    if pattern.kind.isMadeOfTaps, self[.distance] != nil { throw .init("'distance' does not apply to taps") }
    guard self[.speed] == nil || self[.within] == nil else {
      throw .init("specify either 'speed' or 'within', not both")
    }
    var stated: StatedAmounts = []
    if self[.distance] != nil { stated.insert(.distance) }
    if self[.within] != nil { stated.insert(.time) }
    if let movement = pattern.movement(stated) { return movement }
    throw .init(
      "\(Phrase.quote(value ?? "")) is several directions; specify \(Phrase.list(Self.singleDirections(of: pattern.kind)))"
    )
  }
}
