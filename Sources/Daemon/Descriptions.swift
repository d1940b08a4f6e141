internal import Actions
internal import Diagnostics
public import Libinput
public import Rules
public import Touch

extension KeyNames {
  /// The names that xkbcommon knows.
  public static let xkb = KeyNames(isKnown: { Keysyms.isKnown($0) }, all: { Keysyms.allNames() })
}

extension RulesFile {
  /// Whether there is no file that could be read, as opposed to one with mistakes in it.
  var isAbsent: Bool {
    diagnostics.contains { diagnostic in
      diagnostic.file == 0 && diagnostic.span == nil
        && [MessageID.missingFile, .isDirectory, .unreadable].contains { $0.rawValue == diagnostic.id }
    }
  }

  /// What there is to say of the file, for people and without colours, without a line feed at the end.
  public var text: String {
    let text = TextRenderer().render(diagnostics, in: sources)
    return text.last == "\n" ? String(text.dropLast()) : text
  }
}

extension Device {
  /// `100 x 70 mm`
  public var sizeText: String {
    guard let size else { return "size unknown" }
    return "\(Int(size.width.rounded())) x \(Int(size.height.rounded())) mm"
  }
}

extension UnreadableDevice {
  /// What to do about it, on a line of its own; empty where nothing can be done.
  public var remedyText: String { remedy.map { "\n\($0)" } ?? "" }
}
