internal import Diagnostics
internal import Glibc
public import Linux
public import Rules
public import Touch

extension Device {
  /// The size for people: `100 x 70 mm`.
  public var sizeText: String { knownSize?.text ?? "size unknown" }

  /// The announcement of a device for people: read or ignored, its settings in the rules file, and the output that a
  /// touchscreen covers.
  public func announcement(_ properties: DeviceProperties, over panel: Panel?) -> String {
    let name = "\(kind) '\(name.legible)'"
    if properties.isIgnored == true { return "\(name) is ignored by the rules file" }
    let found =
      properties.size == nil && knownSize == nil ? panel?.size.map { "taken for \($0.text) as its output" } : nil
    let texts =
      [found].compactMap { $0 } + (contacts == nil ? [] : ["with its contacts"]) + properties.texts
      + (panel?.texts(besides: properties) ?? [])
    return (["reading \(name)", sizeText] + texts).joined(separator: ", ")
  }
}

extension ContactReports {
  /// The capabilities for people: `5 with positions, pressure, clickpad`.
  public var text: String {
    let contacts = hasPositions ? "\(slots) with positions" : "no positions"
    let counted = !hasPositions || fingers > slots ? "up to \(fingers) fingers counted" : nil
    let others = [hasPressure ? "pressure" : nil, isClickpad ? "clickpad" : nil]
    return ([contacts, counted] + others).compactMap { $0 }.joined(separator: ", ")
  }
}

/// Its contacts, for people.
extension Device {
  /// The message that its contacts are read from now on, or not any more.
  public var contactsText: String {
    "\(contacts == nil ? "no longer reading" : "reading") the contacts of \(kind) '\(name.legible)'"
  }

  /// The message that its contacts cannot be read.
  public func unreadableContactsText(_ error: SystemError) -> String {
    "the contacts of \(kind) '\(name.legible)' are not readable: \(error); "
      + "rules that need them do not act on it, other rules do"
  }
}

/// Taking its fingers without a grab, for people.
extension Device {
  /// The message that its fingers cannot be taken.
  public func refusedTakingText(_ error: SystemError) -> String {
    "the fingers of \(kind) '\(name.legible)' are not taken: \(Self.takingObstacle(error)); "
      + "the desktop sees also what rules act on"
  }

  /// The reason why the fingers of a device cannot be taken, for people.
  public static func takingObstacle(_ error: SystemError) -> String {
    switch error.code {
    case EBUSY: "another program takes them"
    case EOPNOTSUPP: "it reports no tool types, or does not track each finger; 'own: true' can"
    default: "\(error)"
    }
  }
}

/// Owning it, for people.
extension Device {
  /// The message that it cannot be owned.
  public func refusedOwningText(_ error: SystemError) -> String {
    "\(kind) '\(name.legible)' is not owned: \(Self.owningObstacle(error)); the desktop sees everything that is done on it"
  }

  /// The reason why a device cannot be owned, for people.
  public static func owningObstacle(_ error: SystemError) -> String {
    switch error.code {
    case EBUSY: "another program has grabbed it"
    case EOPNOTSUPP: "it does not track each finger"
    case ETIMEDOUT: "udev does not initialise the device that would stand for it"
    default: "\(error)"
    }
  }
}

extension Panel {
  /// The message that the panel under the touchscreen called `name` is unknown, for people.
  public static func unknownText(under name: String) -> String {
    let name = name.legible
    return
      "the output under the touchscreen '\(name)' is unknown: clicks are made at the pointer, and the window under the "
      + "fingers is unknown; "
      + "state the output in the rules file: 'devices: {\"\(name)\": {output: …}}'"
  }

  /// Its effects on the touchscreen over it, for people; empty if the rules file states them.
  /// - Parameter properties: the touchscreen's settings in the rules file.
  public func texts(besides properties: DeviceProperties) -> [String] {
    let over = properties.output == nil ? "over \(output.legible)" : nil
    let turned = properties.orientation == nil ? turn.text.map { "\($0) with it" } : nil
    return [over, turned].compactMap { $0 }
  }
}

extension SurfaceTurn {
  /// The turn for people; nil if there is none.
  fileprivate var text: String? {
    let turned: String? =
      switch orientation {
      case .left: "turned left"
      case .right: "turned right"
      case .inverted: "turned upside down"
      case .normal: nil
      }
    guard isMirrored else { return turned }
    return turned.map { "\($0) and mirrored" } ?? "mirrored"
  }
}

extension Size {
  /// The size for people: `100 x 70 mm`.
  fileprivate var text: String { "\(Int(width.rounded())) x \(Int(height.rounded())) mm" }
}

extension DeviceProperties {
  /// The settings of a device that is not ignored, for people; empty if there are none.
  public var texts: [String] {
    let turn = orientation.flatMap { SurfaceTurn($0).text }
    let owned = isOwned == true ? "to be owned" : nil
    let kept = isKept == true && isOwned != true ? "kept by the desktop" : nil
    return [size.map { "taken for \($0.text)" }, turn, output.map { "over \($0.legible)" }, owned, kept].compactMap {
      $0
    }
  }
}
