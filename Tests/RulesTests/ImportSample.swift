import Testing

/// A realistic configuration, and the rules file to which it is converted.
struct ImportSample: CustomTestStringConvertible {
  /// The name of the configuration.
  var name: String
  /// The text of the configuration.
  var text: String
  /// The text of the rules file.
  var rules: String

  var testDescription: String { name }

  /// All samples, by tool.
  static let byTool: [(tool: String, samples: [ImportSample])] = [
    ("libinput-gestures", [libinputGestures, libinputGesturesSway]),
    ("Touchégg", [touchegg, touchegg1, toucheggPrograms]), ("Fusuma", [fusuma, fusumaPrograms]),
    ("Gebaar", [gebaar, gebaarTouch]), ("lisgd", [lisgd, lisgdHeader, lisgdNiri]),
    ("comfortable-swipe", [comfortableSwipe]),
  ]

  static let all = byTool.flatMap(\.samples)
}
