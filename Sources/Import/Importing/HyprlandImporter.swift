internal import Desktop
internal import Diagnostics
internal import Foreign
internal import Gestures
internal import Rules
internal import RulesFile
internal import Text
internal import YAML

/// The beginnings of statements, in comments.
private let statement = TextPattern(#"^(gesture|hyprgrass-\w+|bind\w*|workspace_swipe\w*)\s*=|^hl\."#)

/// Reads the gestures of hyprland.conf and hyprland.lua, and those of the plugin hyprgrass in them.
///
/// Their semantics are those of hyprwm/Hyprland: src/managers/input/trackpad, src/config, and of
/// horriblename/hyprgrass: docs and src/gestures.
struct HyprlandImporter {
  private var draft: ImportDraft
  /// The values of settings that apply to several gestures, by their last names.
  private let settings: [String: String]
  /// The rules of each gesture, in order; empty for one that was removed.
  private var bound: [[ImportedRule]] = []
  /// The indices in `bound` of the gestures in force.
  private var indices: [[YAMLValue.Entry]: [Int]] = [:]
  /// The settings without a counterpart, and the line of the first.
  private var unknown: (names: [String], line: Int)?

  /// Reads a configuration.
  static func read(_ source: ImportSource, _ translator: CommandTranslator) -> ImportDraft {
    let (statements, comments, openers) =
      isLua(source) ? HyprlandLua.read(source) : HyprlandLanguage.read(source)
    var reader = HyprlandImporter(statements, translator)
    reader.draft.comments = comments
    reader.draft.openers = openers
    reader.draft.isStatement = { $0.contains(statement) }
    for statement in statements { reader.read(statement) }
    reader.remarkUnknown()
    reader.addWorkspaceSwipes(statements)
    reader.addRulesInForce()
    reader.explain()
    return reader.draft
  }

  /// True for hyprland.lua, also in a string of Nix. The other languages have its expressions in commands only.
  private static func isLua(_ source: ImportSource) -> Bool {
    source.shortName.hasSuffix(".lua")
      || source.lines.lazy.map(\.trimmed).contains { line in
        ["hl.", "local ", "--", "require(", "require "].contains(where: line.hasPrefix) || line.contains("hl.gesture(")
      }
  }

  private init(_ statements: [HyprlandStatement], _ translator: CommandTranslator) {
    draft = ImportDraft(.hyprland, translator)
    var settings: [String: String] = [:]
    for case .setting(let name, let value) in statements.map(\.content) { settings[name] = value }
    self.settings = settings
  }

  /// Adds the rules of the gestures, except those of gestures that one left to Hyprland covers. That itself needs a
  /// rule only beside another for any direction, which would act as well.
  private mutating func addRulesInForce() {
    let rules = bound.flatMap(\.self)
    func hand(_ rule: ImportedRule) -> [YAMLValue.Entry] { rule.conditions + [.init("\(rule.fingers)", .word(""))] }
    let covered = Set(rules.lazy.filter { $0.gesture == .swipe && $0.value == "any" && $0.act != [.nothing] }.map(hand))
    var left: [[YAMLValue.Entry]: Int] = [:]
    for rule in rules {
      if rule.act == [.nothing] {
        left[rule.trigger] = left[rule.trigger] ?? rule.line
        if covered.contains(hand(rule)) { draft.rules.append(rule) }
      } else if let other = left[rule.trigger] {
        draft.ignore(rule.line, replacedBy: other)
      } else {
        draft.rules.append(rule)
      }
    }
  }

  private mutating func explain() {
    guard !draft.rules.isEmpty else { return }
    draft.explain("Remove these gestures from Hyprland's configuration: otherwise both act.")
    draft.explainLift()
  }

  private func isTrue(_ name: String, default value: Bool) -> Bool {
    settings[name].map(Self.isTrue) ?? value
  }

  static func isTrue(_ value: String) -> Bool { ["true", "yes", "on", "1"].contains(value) }

  // MARK: Gestures

  private mutating func read(_ statement: HyprlandStatement) {
    switch statement.content {
    case .gesture(let gesture): add(gesture, lines: statement.lines)
    case .problem(let message): draft.leaveOut(statement.lines.lowerBound, message)
    case .include(let path, let word): draft.remark(include: path, by: word, line: statement.lines.lowerBound)
    case .setting("emulate_touchpad_swipe", let value) where Self.isTrue(value):
      draft.leaveOut(
        statement.lines.lowerBound,
        "'emulate_touchpad_swipe' is no gesture: write a 'pan' with 'as: {fingers: 3}' for each direction")
    case .setting(let name, _):
      // Hyprland's own gesture has these.
      if name.hasPrefix("workspace_swipe"), !Self.workspaceSettings.contains(name) {
        addUnknown(name, line: statement.lines.lowerBound)
      }
    case .unknown(let name): addUnknown(name, line: statement.lines.lowerBound)
    }
  }

  /// The settings of the gesture for workspaces that decide what its rules do.
  private static let workspaceSettings: Set = [
    "workspace_swipe", "workspace_swipe_fingers", "workspace_swipe_invert", "workspace_swipe_use_r",
  ]

  private mutating func addUnknown(_ name: String, line: Int) {
    guard unknown?.names.contains(name) != true, unknown?.names.count ?? 0 < 100 else { return }
    unknown = ((unknown?.names ?? []) + [name], unknown?.line ?? line)
  }

  private mutating func remarkUnknown() {
    guard let unknown else { return }
    let verb = unknown.names.count == 1 ? "has" : "have"
    draft.ignore(unknown.line, "\(Phrase.all(unknown.names)) \(verb) no counterpart")
  }

  private mutating func add(_ gesture: HyprlandGesture, lines: ClosedRange<Int>) {
    let line = lines.lowerBound
    guard let pattern = gesture.pattern else {
      return draft.leaveOut(line, "unknown gesture \(Phrase.quote(gesture.text))")
    }
    let device = gesture.isTouchscreen ? "touchscreen" : nil
    guard var rule = draft.rule(Binding(lines, pattern, fingers: gesture.fingers, device: device)) else { return }
    rule[.edge] = gesture.edge
    if gesture.isTouchscreen { setThresholds(&rule) }
    guard let modifiers = modifiers(gesture.modifiers) else {
      return draft.leaveOut(line, "unknown modifiers \(Phrase.quote(gesture.modifiers))")
    }
    if !modifiers.isEmpty {
      rule.conditions = [.init(.modifiers, YAMLValue(modifiers))]
    }
    if gesture.isLocked { rule.conditions.append(.init(.locked, .word("true"))) }
    let trigger = rule.trigger
    if case .unset = gesture.action {
      for index in indices.removeValue(forKey: trigger) ?? [] { bound[index] = [] }
      return
    }
    if let scale = gesture.scale { draft.ignore(line, "'scale' \(scale) has no counterpart") }
    let rules = rules(rule, for: gesture.action, line: line)
    indices[trigger, default: []].append(bound.count)
    bound.append(rules)
  }

  /// Sets the lengths and times of hyprgrass: 150 pixels by default.
  private mutating func setThresholds(_ rule: inout ImportedRule) {
    if rule.gesture == .swipe, let sensitivity = settings["sensitivity"].flatMap(ImportedQuantity.number),
      sensitivity > 0
    {
      rule[.distance] = ImportedQuantity.length(150 / sensitivity / draft.translator.screen.usualDensity)
      explainPixels(rule)
    }
    if rule.gesture == .longPress {
      let delay = settings["long_press_delay"].flatMap(ImportedQuantity.number) ?? 400
      rule.value = ImportedQuantity.duration(delay / 1000)
    }
    if rule[.edge] != nil, let margin = settings["edge_margin"].flatMap(ImportedQuantity.number) {
      rule[.margin] = ImportedQuantity.length(margin / draft.translator.screen.usualDensity)
      explainPixels(rule)
    }
  }

  private mutating func explainPixels(_ rule: ImportedRule) {
    draft.screenLine = draft.screenLine ?? rule.line
    let side = ImportedQuantity.length(max(draft.translator.screen.width, draft.translator.screen.height))
    let density = ImportedQuantity.text(draft.translator.screen.usualDensity, "")
    draft.explain("Pixels are converted for a screen with 1920 pixels on \(side): \(density) per mm.")
  }

  /// The modifiers of `SUPER SHIFT` or `SUPER + SHIFT`; nil if one is unknown.
  private func modifiers(_ text: String) -> [String]? {
    let names = text.uppercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    let modifiers = names.compactMap { ImportedChord.keysym($0, nil).flatMap(Chord.Modifier.init)?.rawValue }
    return modifiers.count == names.count ? modifiers : nil
  }

  // MARK: Workspace swipes

  /// Adds the rules for `workspace_swipe` of versions before 0.51, and for `workspace_swipe_fingers` of hyprgrass.
  private mutating func addWorkspaceSwipes(_ statements: [HyprlandStatement]) {
    func lines(of name: String) -> ClosedRange<Int>? {
      statements.last { if case .setting(name, _) = $0.content { true } else { false } }?.lines
    }
    func number(_ name: String) -> Int { settings[name].flatMap { Int($0) } ?? 3 }
    if isTrue("workspace_swipe", default: false), let lines = lines(of: "workspace_swipe") {
      let fingers = number("workspace_swipe_fingers")
      add(.init(kind: "swipe", fingers: fingers, direction: "horizontal", action: .workspace), lines: lines)
    }
    if let lines = lines(of: "touch_gestures:workspace_swipe_fingers") {
      let fingers = number("touch_gestures:workspace_swipe_fingers")
      guard fingers > 0 else { return }
      add(
        .init(kind: "swipe", fingers: fingers, direction: "horizontal", isTouchscreen: true, action: .workspace),
        lines: lines)
    }
    if let edge = settings["touch_gestures:workspace_swipe_edge"],
      let lines = lines(of: "touch_gestures:workspace_swipe_edge"), HyprlandGesture.edges[edge] != nil
    {
      let axis = ["l", "r", "left", "right"].contains(edge) ? "vertical" : "horizontal"
      add(
        .init(kind: "edge", fingers: 1, direction: axis, origin: edge, isTouchscreen: true, action: .workspace),
        lines: lines)
    }
  }

  // MARK: Actions

  /// The rules with an action; empty, with a remark, if it has no counterpart.
  private mutating func rules(
    _ rule: ImportedRule, for action: HyprlandAction, line: Int
  ) -> [ImportedRule] {
    var rule = rule
    if let word = action.followingWord, draft.translator.desktop ?? .hyprland == .hyprland {
      return left(rule, line, word)
    }
    switch action {
    case .workspace: return workspaceRules(rule, line)
    case .close: rule.act = [request("dispatch killactive")]
    case .fullscreen(let isMaximized): rule.act = [request("dispatch fullscreen \(isMaximized ? 1 : 0)")]
    case .float(let mode):
      rule.act = [request("dispatch " + (["float": "setfloating", "tile": "settiled"][mode] ?? "togglefloating"))]
    case .actions(let actions):
      rule.act = actions.flatMap { action -> [ImportedAction] in
        switch action {
        case .command(let command): draft.translator.translate(command).actions
        case .request(let request): [self.request(request)]
        }
      }
    case .emulate(let fingers, let direction): return emulationRules(rule, fingers, direction, line)
    case .live:
      draft.leaveOut(line, "a live gesture calls Lua while the fingers move: 'feed' gives it to a program")
      return []
    case .other(let reason):
      draft.leaveOut(line, reason)
      return []
    case .following(let words):
      draft.leaveOut(line, "'\(words)' follows the fingers in Hyprland, and has no counterpart elsewhere")
      return []
    case .unset: return []
    }
    return [rule]
  }

  /// The rules that leave a gesture to Hyprland, whose own animation follows the fingers. At the last workspace it
  /// makes a new one (workspace_swipe_create_new).
  private mutating func left(_ rule: ImportedRule, _ line: Int, _ word: String) -> [ImportedRule] {
    let more = word == "workspace" ? " and makes new workspaces" : ""
    draft.remark(.kept, line: line, "'\(word)' follows the fingers\(more): leave this gesture to Hyprland")
    var rule = rule
    rule.act = [.nothing]
    let sides = rule.gesture == .swipe ? Tool.sides[rule.value] ?? [] : []
    return ([rule.value] + (rule.value == "any" ? [] : sides)).map { value in
      rule.value = value
      return rule
    }
  }

  /// The rules for a swipe to the neighbouring workspaces, on another desktop.
  private mutating func workspaceRules(_ rule: ImportedRule, _ line: Int) -> [ImportedRule] {
    let isInverted = isTrue("workspace_swipe_invert", default: true)
    guard rule.gesture == .swipe, rule.value != "any" else {
      draft.leaveOut(line, "'workspace' requires a horizontal or vertical swipe")
      return []
    }
    draft.remark(.changed, line: line, "the workspace changes at once and does not follow the fingers")
    draft.explain(DesktopAction.explanation)
    // Along an axis, left and up are forward if inverted; a single direction counts as motion to the right.
    let isAxis = ["horizontal", "vertical"].contains(rule.value)
    return (Tool.sides[rule.value] ?? [rule.value]).map { direction in
      let isForward = isAxis && ["left", "up"].contains(direction) ? isInverted : !isInverted
      var rule = rule
      rule.value = direction
      rule.act = [DesktopAction.workspace(isNext: isForward).action(on: draft.translator.desktop)].compactMap(\.self)
      return rule
    }
  }

  /// A rule that shows the hand on a virtual touchpad, which moves as the hand does.
  private mutating func emulationRules(
    _ rule: ImportedRule, _ fingers: Int, _ direction: String, _ line: Int
  ) -> [ImportedRule] {
    guard rule.gesture == .swipe else {
      draft.leaveOut(line, "'emulate_touchpad' requires a swipe")
      return []
    }
    guard let shown = ImportKind.hyprland.value(direction.lowercased(), of: .swipe), shown == rule.value else {
      draft.leaveOut(line, "the emulated touchpad moves as the fingers do, not \(Phrase.quote(direction))")
      return []
    }
    guard Trigger.showableFingers.contains(fingers) else {
      draft.leaveOut(line, "libinput reports no swipe with \(counted(fingers, "finger"))")
      return []
    }
    var rule = rule
    // The emulated hand follows the fingers from their first movement on.
    rule.gesture = .pan
    rule[.distance] = nil
    rule.set(.shown, .mapping([.init(.shownFingers, .text(String(fingers)))]))
    draft.explain("'as' requires permission for /dev/uinput; keep Hyprland's own gestures that answer to it.")
    return [rule]
  }

  /// The action that sends a request, or does the same on another desktop.
  private mutating func request(_ request: String) -> ImportedAction {
    let action = draft.action(of: request, for: .hyprland, request.words)
    if action == .compositor("hyprland", request), HyprlandCommand.problem(with: request, in: .classic) != nil {
      draft.explain("Expressions in Lua require a Hyprland that has loaded hyprland.lua.")
    }
    return action
  }
}
