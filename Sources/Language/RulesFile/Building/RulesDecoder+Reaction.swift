internal import Diagnostics
internal import Gestures
internal import Rules
internal import YAML

extension RulesDecoder {
  /// Reads a rule's reaction: `do`, `begin`, `back`, `end`, `cancel` and `drag`. Nil if it has none.
  /// - Parameter located: gets the actions, in the order of these keys.
  mutating func reaction(
    _ fields: Fields, gesture: Word?, _ devices: [DeviceFilter], _ condition: Condition,
    into located: inout [LocatedAction]
  ) -> Reaction? {
    guard Word.phases.contains(where: { fields[$0] != nil }) || fields[.dragging] != nil else { return nil }
    let moment: Reaction.Moment = fields[.every] == nil ? self.moment(fields) : .step
    let lasts = gesture.flatMap { Gesture.Kind(rawValue: $0.name)?.isContinuous } ?? true
    var lists: [Word: [LocatedAction]] = [:]
    for phase in Word.phases {
      guard let actions = read(phase, fields) else { continue }
      // An action that lasts until the end of the gesture has to start when the gesture begins.
      if !lasts || phase != .begin && (phase != .act || moment != .certain) {
        for action in actions where action.action.lastsAsLongAsGesture {
          reportLasting(action, gesture: lasts ? nil : gesture?.name)
        }
      }
      lists[phase] = actions
    }
    if lasts { note(.steps(begin: lists[.begin] ?? [], steps: (lists[.act] ?? []) + (lists[.back] ?? []))) }
    if let button = read(.dragging, fields), let span = fields[.dragging]?.span {
      lists[.begin, default: []].append(
        LocatedAction(action: .drag(button, speed: content.pointerSpeed), location: span))
    }
    for action in lists.values.joined() { reportUnfit(action, devices, condition) }
    located = Word.phases.flatMap { lists[$0] ?? [] }
    let end = lists[.end] ?? []
    // With 'projected', a gesture that is cancelled is not one that ends.
    let cancel = lists[.cancel] ?? (fields[.projected] == nil ? end : [])
    return Reaction(
      (lists[.act] ?? []).map(\.action), at: moment, begin: (lists[.begin] ?? []).map(\.action),
      back: (lists[.back] ?? []).map(\.action), end: end.map(\.action), cancel: cancel.map(\.action))
  }

  /// Reports an action that does not suit the devices of its rule, or the situations in which it acts.
  private mutating func reportUnfit(_ action: LocatedAction, _ devices: [DeviceFilter], _ condition: Condition) {
    if condition.mayHoldWhileLocked, action.action.isForUnlockedSession { reportWhileLocked(action) }
    if devices.areTouchpads, action.action.kind == .pointer, action.action.position == .fingers {
      mismatch(
        .conflictingKeys, "'at: fingers' is for touchscreens, and this rule is for touchpads", at: action.location,
        help: "a touchpad lies over no output; remove 'at' to click at the pointer")
    }
  }

  private mutating func reportLasting(_ action: LocatedAction, gesture: String?) {
    let what = Phrase.quote(action.action.key ?? "")
    if let gesture {
      mismatch(
        .misplacedAction, "\(what) lasts until the gesture ends, but a \(gesture) has no duration", at: action.location,
        help: "use it with \(Phrase.list(Gesture.Kind.allCases.filter(\.isContinuous).map(\.rawValue)))")
    } else {
      mismatch(
        .misplacedAction, "\(what) lasts until the gesture ends, so it must start when the gesture begins",
        at: action.location,
        help: "move it to 'begin'")
    }
  }

  private mutating func reportWhileLocked(_ action: LocatedAction) {
    let danger = action.action.isInput ? "would be sent to the lock screen" : "would act behind the lock screen"
    mismatch(
      .inputWhileLocked, "\(Phrase.quote(action.action.key ?? "")) \(danger)", at: action.location,
      help: "a rule for the locked session may only run commands")
  }

  /// Reads `at`.
  mutating func moment(_ fields: Fields) -> Reaction.Moment {
    read(.at, fields) == .end ? .lift : .certain
  }

  /// Reports combinations of `every`, `back`, `at` and `do` that contradict each other or are incomplete.
  mutating func checkSteps(_ fields: Fields) {
    if let every = fields[.every] {
      if fields[.act] == nil, fields[.back] == nil {
        mismatch(
          .missingKey, "'every' requires an action for its steps", at: every.key.location,
          help: "add 'do' for a step, or 'back' for a step in the opposite direction")
      }
      if let at = fields[.at] {
        mismatch(
          .conflictingKeys, "'at' has no effect with 'every': 'do' runs at every step", at: at.key.location,
          help: "to run an action once, use 'begin' or 'end'",
          notes: [.init("'every' is here", at: every.key.location)])
      }
    } else if let back = fields[.back] {
      mismatch(
        .missingKey, "'back' requires 'every'",
        at: back.key.location, help: "add 'every' with the size of a step: \(Self.everyExamples)")
    } else if let at = fields[.at], fields[.act] == nil {
      mismatch(
        .missingKey, "'at' requires 'do'", at: at.key.location,
        help: "actions under 'begin' and 'end' need no 'at'")
    }
  }

  /// Reports a `projected` that decides nothing.
  mutating func checkProjection(_ fields: Fields) {
    guard let projected = fields[.projected] else { return }
    if let resume = fields[.resume] {
      mismatch(
        .conflictingKeys, "'projected' has no effect with 'resume': fingers that lift may come back",
        at: projected.key.location, help: "remove one of them",
        notes: [.init("'resume' is here", at: resume.key.location)])
    } else if fields[.end] == nil, fields[.cancel] == nil, moment(fields) != .lift {
      mismatch(
        .missingKey, "'projected' requires an action at the lift", at: projected.key.location,
        help: "add 'end' for fingers that come to rest far enough, 'cancel' for others, or 'at: end'")
    }
  }

  private static let everyExamples = "6mm for a pan, 10% for a pinch, 15° for a rotation"

  /// Reads `resume`: a duration, or `true`.
  mutating func resume(_ field: Field) -> Duration?? {
    if case .scalar(let text, isPlain: true) = field.value.content, Self.isBoolean(text) {
      return flag(field.value, for: field.name).map { $0 ? content.defaults.resume : nil }
    }
    return quantity(field.value, for: field.name, .resume).map { .milliseconds($0) }
  }

  /// Reads `edge-speed`. A drag goes on at the edge by default, as with other tools: the touchpad is smaller than the
  /// screen.
  mutating func edgeSpeed(_ fields: Fields, _ devices: [DeviceFilter]) -> Double {
    guard let field = fields[.edgeSpeed] else { return fields[.dragging] == nil ? 0 : Self.dragEdgeSpeed }
    if devices.areTouchscreens {
      mismatch(
        .misplacedKey, "'edge-speed' is for touchpads, and this rule is for touchscreens", at: field.key.location,
        help: "on a touchscreen, a drag stays under the fingers")
    }
    return read(.edgeSpeed, fields) ?? 0
  }

  /// The speed of a drag whose fingers rest at the edge of a touchpad, in mm/s: that of a hand that moves without
  /// haste.
  private static let dragEdgeSpeed = 50.0

  /// Reads `true` or `false`.
  mutating func flag(_ value: Node, for key: String) -> Bool? {
    let expected = "true or false"
    guard case .scalar(let text, _) = value.content, !value.isNull else {
      _ = self.text(of: value, for: key, expected: expected, example: "true")
      return nil
    }
    switch text {
    case "true": return true
    case "false": return false
    default:
      mismatch(
        .unknownValue, "'\(key)' takes \(expected), not \(Phrase.quote(text))", at: value.span,
        found: .flag(text, key: key))
      return nil
    }
  }
}
