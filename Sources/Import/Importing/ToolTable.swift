internal import Diagnostics
public import Foreign
internal import Gestures
internal import Rules
internal import RulesFile
internal import Text

/// A tool's gestures: what its bindings mean, whatever the notation of its files. An importer adds the notation.
struct Tool {
  /// The devices on which a tool recognises gestures.
  enum Devices {
    case touchpads
    /// Touchpads, which a rule states only for one and two fingers: on touchscreens, applications use these.
    case mostlyTouchpads
    case touchscreens
    /// The binding says which.
    case stated
  }

  /// A gesture and its value in the words of rules files.
  typealias Pattern = (gesture: Gesture.Kind, value: String)

  /// The words for directions by gesture, `theirs=ours`, or only one if they are the same.
  var words: [Gesture.Kind: String] = [:]
  /// The numbers of fingers that a binding can have.
  var fingers = 1...Trigger.handFingers
  /// The numbers of fingers of a binding that states none.
  var usualFingers: [Gesture.Kind: ClosedRange<Int>] = [:]
  var devices = Devices.mostlyTouchpads
  /// The verb for what the tool does when the fingers lift, while a rule acts earlier.
  var lift = "acts"
  /// True if the last of several bindings of a gesture is in force; false if the first is.
  var lastWins = true
  /// True if a shell runs its commands.
  var hasShell = true
  /// The least gesture on which it acts without a threshold, by gesture.
  var least: [Gesture.Kind: String] = [:]
  /// True if the desktop and programs see nothing of a gesture that it acts on.
  var hidesGestures = false
  /// True if it, or the shell that starts it, replaces variables in commands.
  var replacesVariables = false
  /// The variables of rules by those that it sets for commands.
  var variables: [String: String] = [:]
  /// The beginnings of the names of all variables that it sets.
  var variablePrefixes: [String] = []
  /// The files in which it looks for its configuration, the first one first: below the user's configuration directory,
  /// unless they begin with '/' or '~'.
  var files: [String] = []

  /// The directory of its configuration, below the user's; empty if it has none of its own.
  var folder: String {
    let file = files.first { !$0.hasPrefix("/") && !$0.hasPrefix("~") && $0.contains("/") }
    return file.map { String($0.prefix { $0 != "/" }) } ?? ""
  }

  /// The numbers of fingers of gestures that libinput reports on touchpads.
  static let reported: [Gesture.Kind: ClosedRange<Int>] = [
    .swipe: 3...4, .pinch: 2...4, .rotate: 2...4, .longPress: 1...4,
  ]
  /// Any movement that libinput reports as a gesture.
  private static let movement = "any movement"
  /// The single directions of a swipe in several.
  static let sides = [
    "horizontal": ["left", "right"], "vertical": ["up", "down"], "any": ["left", "right", "up", "down"],
  ]
  private static let ways = sides["any", default: []].joined(separator: " ")
  private static let corners = "left_up=up-left right_up=up-right left_down=down-left right_down=down-right"
  private static let turns = "clockwise counterclockwise"

  /// The tools. The sources of each are stated at its importer.
  private static let all: [ImportKind: Tool] = [
    .libinputGestures: Tool(
      words: [
        .swipe: "\(ways) \(corners)", .pinch: "in out", .rotate: "clockwise anticlockwise=counterclockwise",
      ], usualFingers: reported, hasShell: false, least: [.swipe: movement, .pinch: movement],
      files: ["libinput-gestures.conf", "/etc/libinput-gestures.conf"]),
    .touchegg: Tool(
      words: [
        .swipe: "\(ways) all=any", .pinch: "in out all=any", .rotate: "left=counterclockwise right=clockwise all=any",
      ],
      devices: .stated, lift: "changes workspaces and windows",
      least: [.swipe: "1% of the touchpad", .pinch: movement], variablePrefixes: ["TOUCHEGG_"],
      files: ["touchegg/touchegg.conf", "/usr/share/touchegg/touchegg.conf"]),
    .fusuma: Tool(
      words: [.swipe: ways, .pinch: "in out", .rotate: turns],
      usualFingers: [.swipe: 3...4, .longPress: 3...4, .tap: 3...4],
      least: [.swipe: "a speed of 25 of libinput's units in an event", .pinch: "30%", .rotate: "0.5° in an event"],
      files: ["fusuma/config.yml"]),
    .gebaar: Tool(
      words: [
        .swipe: "\(ways) \(corners)", .pinch: "in out",
        .rotate: "rotate_left=counterclockwise rotate_right=clockwise",
      ], usualFingers: [.swipe: 3...3, .pinch: 2...2, .rotate: 2...2], least: [.swipe: movement],
      files: ["gebaar/gebaard.toml"]),
    // The first gesture that matches acts.
    .lisgd: Tool(
      words: [
        .swipe: "LR=right RL=left DU=up UD=down DLUR=up-right DRUL=up-left URDL=down-left ULDR=down-right"
      ], fingers: 1...Trigger.mostFingers, devices: .touchscreens, lastWins: false,
      least: [.swipe: "125 pixels"], replacesVariables: true,
      files: ["sxmo/hooks/sxmo_hook_lisgdstart.sh", "/usr/share/sxmo/default_hooks/sxmo_hook_lisgdstart.sh"]),
    .comfortableSwipe: Tool(
      words: [.swipe: ways], least: [.swipe: movement],
      files: ["comfortable-swipe.conf", "/usr/local/share/comfortable-swipe/comfortable-swipe.conf"]),
    // The first trigger that acts cancels the others.
    .inputActions: Tool(
      words: [
        .swipe: "\(ways) \(corners) any left_right=horizontal up_down=vertical "
          + "left_up_right_down=up-left+down-right left_down_right_up=down-left+up-right",
        .pinch: "in out any", .rotate: "\(turns) any", .circle: "\(turns) any",
      ],
      usualFingers: reported.merging([.tap: 1...3, .press: 1...5]) { $1 }, devices: .stated,
      lastWins: false, least: [.swipe: "10 of libinput's units", .pinch: movement, .rotate: movement],
      hidesGestures: true,
      variables: [
        "window_class": "SLEIGHT_APP", "window_title": "SLEIGHT_TITLE", "fingers": "SLEIGHT_FINGERS",
        "window_under_fingers_class": "SLEIGHT_UNDER_APP", "window_under_fingers_title": "SLEIGHT_UNDER_TITLE",
        "window_under_pointer_class": "SLEIGHT_UNDER_APP", "window_under_pointer_title": "SLEIGHT_UNDER_TITLE",
      ], variablePrefixes: ["window_", "finger", "screen_name", "pointer_", "last_trigger_id"],
      files: ["inputactions/config.yaml", "kwingestures.yml", "/etc/inputactions/config.yaml"]),
    // For Hyprland a pinch in is one that zooms in: the fingers part (dirForString in TrackpadGestures.cpp). It rejects
    // a gesture that an earlier one covers.
    .hyprland: Tool(
      words: [
        .swipe: "\(ways) l=left r=right u=up d=down top=up t=up bottom=down b=down swipe=any horizontal vertical "
          + "horiz=horizontal vert=vertical lu=up-left ul=up-left ru=up-right ur=up-right ld=down-left dl=down-left "
          + "rd=down-right dr=down-right",
        .pinch: "pinch=any pinchin=out zoomin=out i=out pinchout=in zoomout=in o=in",
      ], devices: .touchpads, lastWins: false, least: [.swipe: movement, .pinch: movement], hidesGestures: true,
      replacesVariables: true,
      files: ["hypr/hyprland.lua", "hypr/hyprland.conf"]),
    .sway: Tool(
      words: [.swipe: ways, .pinch: "inward=in outward=out", .rotate: turns], usualFingers: reported,
      devices: .touchpads, least: [.swipe: movement], files: ["~/.sway/config", "sway/config", "/etc/sway/config"]),
  ]

  /// The gestures of a tool.
  static func of(_ kind: ImportKind) -> Tool { all[kind] ?? Tool() }

  /// The values of rules files by the words of each tool and gesture.
  private static let values: [ImportKind: [Gesture.Kind: [String: String]]] = all.mapValues { tool in
    tool.words.mapValues { words in
      Dictionary(
        words.split(separator: " ").map { word in
          let parts = word.split(separator: "=").map(String.init)
          return (parts[0], parts[parts.count - 1].replacing("+", with: " "))
        }
      ) { first, _ in first }
    }
  }
}

extension ImportKind {
  /// The values of `gesture` for a word of the tool; nil if it has no such word.
  func values(_ word: String, of gesture: Gesture.Kind) -> [String]? {
    Tool.words(of: self, gesture)[word].map { $0.split(separator: " ").map(String.init) }
  }

  /// The value of `gesture` for a word of the tool; nil if it has no such word.
  func value(_ word: String, of gesture: Gesture.Kind) -> String? { Tool.words(of: self, gesture)[word] }

  /// The files in which the tool looks for its configuration, the first one first.
  /// - Parameters:
  ///   - directory: the user's configuration directory; nil if it is unknown.
  ///   - home: the user's home directory; nil if it is unknown.
  public func files(in directory: String?, home: String?) -> [String] {
    Tool.of(self).files.compactMap { file in
      if file.hasPrefix("/") { return file }
      if file.hasPrefix("~/") { return home.map { $0 + file.dropFirst() } }
      return directory.map { "\($0)/\(file)" }
    }
  }

  /// The gesture, one of `gestures`, and its value for a word of the tool; nil if none has it.
  func pattern(_ word: String, of gestures: Gesture.Kind...) -> Tool.Pattern? {
    gestures.lazy.compactMap { gesture in value(word, of: gesture).map { (gesture, $0) } }.first
  }
}

extension ImportKind {
  /// The explanation that the tool acts later than rules do.
  /// - Parameter act: what it does then; nil for what its gestures usually do.
  func liftExplanation(_ act: String? = nil) -> String {
    "\(toolName) \(act ?? Tool.of(self).lift) when the fingers lift; rules act as soon as the distance is reached. "
      + "'at: end' waits for the lift."
  }
}

extension Tool {
  /// The values of rules files by a tool's words for the directions of a gesture.
  static func words(of kind: ImportKind, _ gesture: Gesture.Kind) -> [String: String] { values[kind]?[gesture] ?? [:] }
}

extension Tool {
  /// A command with the variables of rules in place of those that the tool sets, or the objection that it has one
  /// without a counterpart.
  func renamed(_ command: String) -> (command: String, objection: ImportText?) {
    var command = command
    for (name, range) in ImportedVariables.uses(in: command).reversed()
    where variablePrefixes.contains(where: name.hasPrefix) {
      guard let ours = variables[name] else { return (command, "no variable of a rule corresponds to '\(name)'") }
      command.replaceSubrange(range, with: "$\(ours)")
    }
    return (command, nil)
  }
}

/// A binding of another tool without its actions: its gesture, in the words of rules files.
struct Binding {
  var lines: ClosedRange<Int>
  var gesture: Gesture.Kind
  var values: [String]
  /// The numbers of fingers; nil if the binding states none.
  var fingers: ClosedRange<Int>?
  /// The device, if the binding states one.
  var device: String?

  init(
    _ lines: ClosedRange<Int>, _ gesture: Gesture.Kind, _ values: [String], fingers: ClosedRange<Int>?,
    device: String? = nil
  ) {
    (self.lines, self.gesture, self.values, self.fingers, self.device) = (lines, gesture, values, fingers, device)
  }

  init(_ lines: ClosedRange<Int>, _ pattern: Tool.Pattern, fingers: Int?, device: String? = nil) {
    self.init(lines, pattern.gesture, [pattern.value], fingers: fingers.map { $0...$0 }, device: device)
  }
}

extension ImportDraft {
  /// The rule for a binding's gesture, without actions; nil, with a remark, for numbers of fingers that it cannot have.
  mutating func rule(_ binding: Binding) -> ImportedRule? {
    hasGestures = true
    let usual = tool.usualFingers[binding.gesture] ?? 2...4
    let fingers = binding.fingers ?? usual
    let possible =
      binding.device == "touchscreen" ? 1...Trigger.mostFingers : tool.devices == .touchpads ? usual : tool.fingers
    guard possible.contains(fingers.lowerBound), possible.contains(fingers.upperBound) else {
      return leaveOut(
        binding.lines.lowerBound, "libinput reports no \(binding.gesture.rawValue) with \(fingers.fingerText)")
    }
    var rule = ImportedRule(
      lines: binding.lines, gesture: binding.gesture, values: binding.values, fingers: fingers)
    switch tool.devices {
    case .touchpads: rule[.device] = binding.device ?? "touchpad"
    case .touchscreens: rule[.device] = "touchscreen"
    case .mostlyTouchpads: rule[.device] = binding.device ?? (fingers.lowerBound <= 2 ? "touchpad" : nil)
    case .stated: rule[.device] = binding.device
    }
    return rule
  }

  /// The actions of a command that the tool runs. Comments on them are added to `rule`, and a remark if it acts
  /// otherwise than before.
  mutating func actions(of command: String, in rule: inout ImportedRule) -> [ImportedAction] {
    let translation = translator.translate(command, hasShell: tool.hasShell)
    rule.notes += translation.notes
    if let change = translation.change { remark(.better, line: rule.line, change) }
    return translation.actions
  }

  /// Explains that the tool acts later than rules do.
  mutating func explainLift() { explain(kind.liftExplanation()) }
}

extension ClosedRange<Int> {
  /// A number of fingers, for people.
  var fingerText: String { count == 1 ? counted(lowerBound, "finger") : "\(Phrase.range(self)) fingers" }
}
