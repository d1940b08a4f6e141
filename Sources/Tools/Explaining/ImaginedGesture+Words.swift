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
    let kinds = trigger.devices.compactMap { filter in if case .kind(let kind) = filter { kind } else { nil } }
    let names = trigger.devices.compactMap { filter in if case .named(let name) = filter { name } else { nil } }
    guard kinds.count <= 1, names.count <= 1 else { throw .init("specify one device") }
    // Gestures that touchpads do not report are most likely meant for a touchscreen, and so is one finger at an edge.
    let isReported =
      Reachability.obstacle(
        to: Trigger(trigger.pattern, fingers: trigger.fingers, devices: [.kind(.touchpad)], start: start)) == nil
      && (fingers > 1 || start == nil) && fingers <= Trigger.handFingers
    let device = kinds.first ?? (isReported ? .touchpad : .touchscreen)
    var imagined = Device(
      id: DeviceID(0), name: names.first ?? "", kind: device, size: Self.defaultSize,
      contacts: device == .touchpad && rules.mayReadContacts ? .all : nil)
    let present = touchpads.filter { pad in
      pad.contacts != nil && names.allSatisfy { Wildcard($0).matches(pad.name) }
    }.max { ($0.contacts?.mostFingers ?? 0) < ($1.contacts?.mostFingers ?? 0) }
    if let present, imagined.contacts != nil { (imagined.contacts, model) = (present.contacts, present.name) }
    let stated = rules.devices.properties(of: imagined)
    let turn = stated.orientation.map { SurfaceTurn($0) } ?? .none
    if let adjustment = SurfaceAdjustment(of: imagined, size: stated.size, turn: turn) {
      imagined = adjustment.adjusted(imagined)
    }
    isIgnored = stated.isIgnored == true
    self.device = imagined
    let given = ([.distance, .speed, .within] as [Word]).filter { words[$0] != nil }
    assumed = Set([Reason.Kind.distance, .speed, .time]).subtracting(
      given.flatMap { $0 == .distance ? [.distance] : [Reason.Kind.speed, .time] })
    if words[.apart] == nil { assumed.insert(.apart) }
    if pattern.kind == .longPress, words.value != nil { assumed = [] }
    let head = [pattern.kind.rawValue, words.value ?? words.defaultValue].compactMap { $0 }.joined(separator: " ")
    let keys: [Word] = [.distance, .speed, .within, .taps, .moved, .anchor, .edge, .corner, .zone, .apart]
    let others = keys.compactMap { key in words[key].map { "\(key.name) \($0.joined(separator: " and "))" } }
    let place = "on a \(device.rawValue)" + (names.first.map { " '\($0)'" } ?? "")
    text = ([head, counted(fingers, "finger")] + others + [place]).joined(separator: ", ")
  }
}

extension GestureWords {
  /// The movement of an ideal hand that makes `pattern`, which these words describe.
  fileprivate func movement(_ pattern: Pattern) throws(Misunderstanding) -> HandMovement {
    if pattern.kind == .tap, self[.distance] != nil { throw .init("'distance' does not apply to taps") }
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
