internal import Actions
public import Diagnostics
public import Libinput
public import Rules
public import RulesFile
public import Touch

extension KeyNames {
  /// The names that xkbcommon knows.
  public static let xkb = KeyNames(isKnown: { Keysyms.isKnown($0) }, all: { Keysyms.allNames() })
}

extension RulesFile {
  /// What is to be mended. What is worth knowing and no mistake, notes, is for who checks the file.
  public var mistakes: [Diagnostic] { diagnostics.filter { $0.severity != .note } }

  /// Whether there is no file that could be read, as opposed to one with mistakes in it.
  var isAbsent: Bool {
    diagnostics.contains { diagnostic in
      diagnostic.file == 0 && diagnostic.span == nil
        && [MessageID.missingFile, .isDirectory, .unreadable].contains { $0.rawValue == diagnostic.id }
    }
  }

  /// Whether it was not read because somebody was writing it.
  var isBeingWritten: Bool { diagnostics.contains { $0.id == MessageID.beingWritten.rawValue } }

  /// The first mistake in a line: `rules.yml:1:10: unknown gesture 'swype'; did you mean 'swipe'?`
  var firstError: String? {
    guard let error = diagnostics.first(where: { $0.severity == .error }) else { return nil }
    let place = error.span.map { ":\($0.start.line):\($0.start.column)" } ?? ""
    let suggestion = error.suggestion.map { "; did you mean '\($0)'?" } ?? ""
    return "\(sources[error.file].name)\(place): \(error.message)\(suggestion)"
  }

  /// Its mistakes, for people and without colours, without a line feed at the end.
  public var text: String {
    let text = TextRenderer().render(mistakes, in: sources)
    return text.last == "\n" ? String(text.dropLast()) : text
  }
}

extension Device {
  /// `100 x 70 mm`
  public var sizeText: String { size?.text ?? "size unknown" }

  /// What is told when it is there: that it is read, or ignored, what the rules file says of it, and what a touchscreen
  /// lies over.
  public func announcement(_ properties: DeviceProperties, over panel: Panel?) -> String {
    let name = "\(kind) '\(name.legible)'"
    if properties.isIgnored == true { return "\(name) is ignored, as the rules file says" }
    let texts = properties.texts + (panel?.texts(besides: properties) ?? [])
    return (["reading \(name)", sizeText] + texts).joined(separator: ", ")
  }
}

extension Panel {
  /// What it does to a touchscreen over it, for people; empty where the rules file says the same.
  /// - Parameter properties: what the file says of the touchscreen.
  public func texts(besides properties: DeviceProperties) -> [String] {
    let over = properties.output == nil ? "over \(output.legible)" : nil
    let turned = properties.orientation == nil ? turn.text.map { "\($0) with it" } : nil
    return [over, turned].compactMap { $0 }
  }
}

extension SurfaceTurn {
  /// What it is, for people; nil where it is none.
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
  /// `100 x 70 mm`
  fileprivate var text: String { "\(Int(width.rounded())) x \(Int(height.rounded())) mm" }
}

extension DeviceProperties {
  /// What is done about a device that is not ignored, for people; empty where nothing is.
  public var texts: [String] {
    let turn = orientation.flatMap { SurfaceTurn($0).text }
    return [size.map { "taken for \($0.text)" }, turn, output.map { "over \($0.legible)" }].compactMap { $0 }
  }
}

extension UnreadableDevice {
  /// What to do about it, on a line of its own; empty where nothing can be done.
  public var remedyText: String { remedy.map { "\n\($0)" } ?? "" }
}
