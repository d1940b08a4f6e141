internal import YAML

/// Something that Fusuma does at a moment of a gesture.
struct FusumaBinding {
  /// What it depends on: bindings that agree in this belong to one gesture.
  struct Occasion: Hashable {
    /// `swipe`, `pinch`, `rotate`, `hold`, `tap`
    var gesture: String
    /// nil is any number.
    var fingers: Int?
    /// A key that must be held, as Fusuma calls it: `LEFTSHIFT`.
    var heldKeys: String?
    /// The programs one of which must be in front; none is all.
    var applications: [String] = []
  }

  /// When in the gesture.
  enum Status: String {
    case begin
    case update
    case end
    case cancelled
  }

  var occasion: Occasion
  var direction: String?
  /// nil is once, as soon as the gesture is certain.
  var status: Status?
  /// `command`, `sendkey`, `threshold` and so on.
  var properties: [String: Node]
  var lines: ClosedRange<Int>
}
