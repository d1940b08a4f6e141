import Glibc

/// A hint on the screen with its stored picture, which `SLEIGHT_REWRITE_PICTURES=1` makes anew. The pictures are in
/// Stored, and are to be looked at when they change.
public enum HintScene: String, CaseIterable, Sendable {
  /// Fingers on their way.
  case near
  /// The rule has acted.
  case acting
  /// The rule has not acted.
  case missed
  /// Dark texts on a light ground.
  case light
  /// The same drawn by GNOME's extension.
  case gnomeNear = "gnome-near"
  case gnomeActing = "gnome-acting"
  case gnomeMissed = "gnome-missed"

  /// The states that `sleight-hint` draws, alike in any compositor.
  public static let drawn: [HintScene] = [.near, .acting, .missed]
  /// The states that GNOME's extension draws.
  public static let ofGNOME: [HintScene] = [.gnomeNear, .gnomeActing, .gnomeMissed]

  /// The largest difference from the stored picture: through the box, a twelfth of the ground is seen. The stored
  /// pictures differ from each other by more.
  public static let mostDifference = 40

  /// The lines of `follow` that lead to it.
  public var lines: [String] {
    let progress =
      #"{"progress": "swipe", "fingers": 3, "reached": 9, "limit": 12, "unit": "mm", "rule": "rules.yml:2", "#
      + #""name": "next", "does": "keys alt+Left"}"#
    return switch self {
    case .near, .light, .gnomeNear: [progress]
    case .acting, .gnomeActing:
      [#"{"gesture": "swipe", "phase": "began", "fingers": 3, "rule": "rules.yml:2", "name": "next"}"#]
    case .missed, .gnomeMissed:
      [
        progress,
        #"{"missed": {"nearest": [{"rule": "rules.yml:2", "name": "next", "reasons": [{"message": "9 mm of 12 mm"}]}]}}"#,
      ]
    }
  }

  /// The colour of the bar.
  public var colour: [UInt8] {
    switch self {
    case .near, .light, .gnomeNear: [53, 132, 228]
    case .acting, .gnomeActing: [46, 194, 126]
    case .missed, .gnomeMissed: [255, 120, 0]
    }
  }

  /// The number of pixels of the bar that have it.
  public var filled: Int { self == .acting || self == .gnomeActing ? 328 : 246 }

  /// The size of the box.
  public static let size = (width: 360, height: 64)

  /// The difference of a photograph from the stored picture, of the texts and the bar: the corners show the ground.
  /// With `SLEIGHT_REWRITE_PICTURES=1` the photograph is stored before; nil if there is no stored picture.
  /// - Parameters:
  ///   - left: the column of the box in the photograph.
  ///   - top: its row.
  public func difference(from photograph: ScreenPicture, left: Int, top: Int) -> Int? {
    let box = photograph.part(left..<left + Self.size.width, top..<top + Self.size.height)
    if ScreenPicture.areStored { box.write(png: path) }
    return difference(from: box)
  }

  /// The difference of a picture of the box from the stored one; nil if there is none.
  public func difference(from box: ScreenPicture) -> Int? {
    stored?.difference(from: box, in: 16..<344, 8..<56)
  }

  /// The stored picture. `SLEIGHT_PICTURES` names a folder of them in the binary PPM format, where there is no Python.
  public var stored: ScreenPicture? {
    guard let folder = getenv("SLEIGHT_PICTURES") else { return ScreenPicture(png: path) }
    return ScreenPicture(output: "cat '\(String(cString: folder))/\(rawValue).ppm'")
  }

  private var path: String { "\(ScreenPicture.folder)/Stored/\(rawValue).png" }
}
