import Testing

/// Configurations such as people have, and the rules they become.
struct ImportSample: CustomTestStringConvertible {
  /// The file's name.
  var name: String
  /// What is in it.
  var text: String
  /// The whole of the rules file.
  var rules: String

  var testDescription: String { name }

  /// All of them, by the tool they are for.
  static let byTool: [(tool: String, samples: [ImportSample])] = [
    ("libinput-gestures", [libinputGestures, libinputGesturesSway]),
    ("Touchégg", [touchegg, touchegg1, toucheggPrograms]), ("Fusuma", [fusuma, fusumaPrograms]),
    ("Gebaar", [gebaar, gebaarTouch]), ("lisgd", [lisgd, lisgdHeader, lisgdNiri]),
    ("comfortable-swipe", [comfortableSwipe]),
  ]

  static let all = byTool.flatMap(\.samples)
}
