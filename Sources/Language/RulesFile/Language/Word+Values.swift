/// How messages speak of the words that are values.
extension Word.Context {
  /// The noun for a word, and an example.
  private var names: (noun: String, example: String) {
    switch self {
    case .direction, .scroll: ("direction", self == .scroll ? "down" : "left")
    case .pinch: ("direction", "in")
    case .rotate: ("direction", "clockwise")
    case .press: ("kind of press", "click")
    case .tipTap: ("place", "left")
    case .touch: ("kind of touch", "any")
    case .tap: ("number of taps", "single")
    case .edge: ("edge", "left")
    case .corner: ("corner", "top-left")
    case .zone: ("zone", "left")
    case .moment: ("moment", "end")
    case .lift: ("lift", "last")
    case .orientation: ("orientation", "portrait")
    case .deviceOrientation: ("orientation", "left")
    case .injector: ("injector", "wayland")
    case .desktopSwipes: ("state", "disabled")
    case .side: ("side", "top")
    case .person: ("person", "tremor")
    case .button: ("button", "right")
    case .position: ("position", "pointer")
    case .desktop: ("function of the desktop", "overview")
    case .window: ("change of the window", "close")
    case .pointer: ("way to move it", "fingers")
    default: (rawValue, Vocabulary.names(in: self).first ?? "")
    }
  }

  var noun: String { names.noun }
  var example: String { names.example }
  /// The noun with its article.
  var phrase: String { noun.first.map { "eio".contains($0) } == true ? "an \(noun)" : "a \(noun)" }
  /// The id of the message about an unknown word.
  var messageID: MessageID { noun == "direction" ? .unknownDirection : .unknownValue }
}
