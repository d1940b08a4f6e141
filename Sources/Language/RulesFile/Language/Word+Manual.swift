internal import JSONLines

extension Word {
  /// The chapter of sleight(5) that explains it.
  package var chapter: String {
    switch context {
    case .file: "THE FILE"
    case .rule where name == Self.rules.name: "GROUPS"
    case .rule: role == .gesture ? "GESTURES" : hasActions || Self.ofPhases.contains(name) ? "ACTIONS" : "QUALIFIERS"
    case .question, .shownHand, .area, .atOnce: "QUALIFIERS"
    case .group: "GROUPS"
    case .step: "OWN GESTURES"
    case .condition, .under: "CONDITIONS"
    case .action, .actionOption: "ACTIONS"
    case .modeChange: "MODES"
    case .settings, .keyboard, .tapDefaults, .longPressDefaults, .swipeDefaults, .panDefaults, .pinchDefaults,
      .rotateDefaults, .circleDefaults, .strokeDefaults, .pressDefaults, .startDefaults:
      "SETTINGS"
    case .deviceProperty: "DEVICES"
    case .position, .injector, .desktopSwipes, .person, .side, .tap, .direction, .pinch, .rotate, .edge, .corner, .zone,
      .stroke, .press, .tipTap, .touch, .moment, .lift, .device, .deviceOrientation, .modifier, .orientation, .button,
      .scroll,
      .pointer, .workspace, .desktop, .window:
      "VALUES"
    }
  }

  /// The keys of a rule that say when its actions run, besides those that have actions.
  private static let ofPhases = Set([every, at, projected, resume, lift, edgeSpeed, dragging].map(\.name))

  /// Its entry in the manual under a gesture or another key: the meaning, the default, the range and the chapter.
  func entry(under key: String) -> String {
    var sentences = [meaning]
    if let usual = usual(under: key) { sentences.append("Default: \(usual.string ?? usual.text).") }
    if let range = form?.range(under: key)?.phrase {
      sentences.append(range.prefix(1).uppercased() + range.dropFirst() + ".")
    }
    sentences.append("See sleight(5), \(chapter).")
    return sentences.joined(separator: " ")
  }
}
