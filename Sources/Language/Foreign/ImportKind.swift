package import Diagnostics
internal import Text

/// An option of lisgd with a gesture, also in a list of arguments.
private let lisgdOption = TextPattern(#"-g["']?,?\s*["'][0-9]+,[UDLR]{2,4},"#)
/// Fusuma's keys for fingers and directions.
private let fusumaKey = WholePattern(#"["']?([2-5]|left|right|up|down|in|out)["']?:.*"#)
/// The words of hyprgrass.
private let hyprgrassWord = TextPattern(
  #"\bhyprgrass-(bind|gesture)|hyprgrass\.(bind|gesture)|hl\.plugin\.hyprgrass"#)
/// The gestures of hyprland.conf.
private let hyprlandGesture = TextPattern(
  #"^(gestures[:.])?(workspace_swipe(_\w+)?\s*=|gesturep?\s*=\s*(\[$|(\[?\s*"\s*)?[$0-9]\w*\s*,))"#)

/// A tool whose configuration can be imported.
public enum ImportKind: String, CaseIterable, Hashable, Sendable {
  /// libinput-gestures.conf
  case libinputGestures = "libinput-gestures"
  /// touchegg.conf, of version 1 and of version 2
  case touchegg
  /// Fusuma's config.yml
  case fusuma
  /// gebaard.toml
  case gebaar
  /// A lisgd command line, in a script or by itself, or its config.h
  case lisgd
  /// comfortable-swipe.conf
  case comfortableSwipe = "comfortable-swipe"
  /// InputActions' config.yaml, also of its predecessor KWin Gestures
  case inputActions = "inputactions"
  /// The gestures in hyprland.conf or hyprland.lua, also those of the plugin hyprgrass
  case hyprland
  /// The `bindgesture` lines of sway's configuration
  case sway

  /// The tool's own spelling of its name.
  package var toolName: String {
    switch self {
    case .libinputGestures, .lisgd, .comfortableSwipe, .sway: rawValue
    case .touchegg: "Touchégg"
    case .fusuma: "Fusuma"
    case .gebaar: "Gebaar"
    case .inputActions: "InputActions"
    case .hyprland: "Hyprland"
    }
  }
}

extension ImportKind {
  /// The kind of a configuration, recognised by its content, then by its name; nil if it is unknown.
  package init?(recognising source: ImportSource) {
    guard let kind = Self.byContent(source) ?? Self.byName(source.shortName.lowercased()) else { return nil }
    self = kind
  }

  /// Parts of the names of Gebaar's tables.
  private static let gebaarTables = [
    "commands.swipe", "swipe.commands", "commands.pinch", "pinch.commands", "gesture_swipe", "command-swipe-",
  ]

  /// The kind of a configuration, recognised by its content alone; nil if it is unknown.
  package static func byContent(_ source: ImportSource) -> ImportKind? {
    if isInputActions(source.lines) { return .inputActions }
    var isYAML = false
    for line in source.lines {
      let line = line.trimmed
      guard !line.isEmpty else { continue }
      // The names of sway's commands ignore case.
      if line.prefix(12).lowercased() == "bindgesture " { return .sway }
      if isHyprland(line) { return .hyprland }
      if line.hasPrefix("<touch") { return .touchegg }
      if line.contains("services.fusuma") { return .fusuma }
      if line.hasPrefix("Gesture gestures[]") || line.hasPrefix("unsigned int distancethreshold") { return .lisgd }
      let words = line.words
      if words.count > 2, ["gesture", "gesture:"].contains(words[0]), isLibinputGesture(words[1]) {
        return .libinputGestures
      }
      if isLisgd(words) { return .lisgd }
      if line.contains("-g"), line.contains(lisgdOption) { return .lisgd }
      if LineConfiguration.swipe(line) != nil { return .comfortableSwipe }
      if line.hasPrefix("["), Self.gebaarTables.contains(where: { line.contains($0) }) { return .gebaar }
      if ["swipe:", "pinch:", "rotate:"].contains(where: { line == $0 || line.hasPrefix($0 + " ") }) { isYAML = true }
      // Fusuma has the fingers or the direction below the gesture.
      if isYAML, line.wholeMatch(of: fusumaKey) != nil { return .fusuma }
    }
    return nil
  }

  /// True for a kind of gesture of libinput-gestures, which ignores case.
  private static func isLibinputGesture(_ word: String) -> Bool {
    ["swipe", "pinch", "hold"].contains(word.lowercased())
  }

  /// True if gestures are listed below a device.
  private static func isInputActions(_ lines: [String]) -> Bool {
    var isBelowDevice = false
    for line in lines where line.utf8.contains(UInt8(ascii: ":")) {
      let line = line.trimmed
      if inputActionsDevices.contains(where: line.hasPrefix) { isBelowDevice = true }
      if isBelowDevice, line.hasPrefix("gestures:") { return true }
    }
    return false
  }

  private static let inputActionsDevices = [
    "touchpad:", "touchscreen:", "mouse:", "keyboard:", "pointer:", "touchpadGestures:",
  ]

  /// True for a line of hyprland.conf, hyprland.lua, or the same in the Nix language.
  private static func isHyprland(_ line: String) -> Bool {
    guard line.contains("gesture") || line.contains("swipe") || line.contains("hyprgrass"), !line.hasPrefix("#"),
      !line.hasPrefix("--")
    else { return false }
    return line.contains("hl.gesture")
      || line.contains(hyprgrassWord)
      || line.contains(hyprlandGesture)
  }

  private static func isLisgd(_ words: [String]) -> Bool {
    guard let program = words.firstIndex(where: { $0 == "lisgd" || $0.hasSuffix("/lisgd") }) else { return false }
    return words[..<program].allSatisfy { !$0.hasPrefix("#") } && words[program...].contains { $0.hasPrefix("-") }
  }

  private static func byName(_ name: String) -> ImportKind? {
    let parts: [(String, ImportKind)] = [
      ("libinput-gestures", .libinputGestures), ("touchegg", .touchegg), ("fusuma", .fusuma), ("gebaar", .gebaar),
      ("lisgd", .lisgd), ("comfortable-swipe", .comfortableSwipe), ("inputactions", .inputActions),
      ("hyprland", .hyprland), ("hyprgrass", .hyprland), ("sway", .sway),
    ]
    return parts.first { name.contains($0.0) }?.1
  }
}

/// A tool whose configuration is recognised, but cannot be imported.
package enum UnreadTool: String, CaseIterable {
  case syngestures

  /// The tool that a configuration belongs to; nil if it is none of these.
  package init?(recognising source: ImportSource) {
    guard source.lines.contains(where: { $0.hasPrefix("[[device]]") }) else { return nil }
    self = .syngestures
  }
}

/// The tool whose configuration was given instead of a rules file.
package struct OtherTool {
  /// The tool's own spelling of its name.
  package let name: String
  /// Advice on turning its configuration into rules.
  package let help: String

  /// Nil for a file that has rules, and for an unknown format.
  package init?(insteadOfRules file: SourceFile) {
    let keys = ["rules", "include", "\"rules", "{"].map { Array($0.utf8) }
    guard file.bytes.count <= ImportSource.sizeLimit, file.bytes.contains(where: { $0 > 0x20 }) else { return nil }
    let lines = file.bytes.split(separator: UInt8(ascii: "\n"))
    guard !lines.contains(where: { line in keys.contains { line.starts(with: $0) } }) else { return nil }
    let source = ImportSource(name: file.name, bytes: file.bytes)
    if let kind = ImportKind(recognising: source) {
      name = kind.toolName
      help = "'sleight import FILE' makes rules of it"
    } else if let tool = UnreadTool(recognising: source) {
      name = tool.rawValue
      help = "it is not imported; 'man 7 sleight' says how its words are written here"
    } else {
      return nil
    }
  }
}
