internal import Importing
import Linux

/// The initial rules file.
///
/// The rules for all desktops precede those for one desktop each, which are commented out: below a heading such as
/// `## On sway, …`, the lines of a rule start with `# `, and explanations with `## `.
enum StarterRules {
  /// The file, with the rules for `desktop` uncommented, if it has some.
  static func text(for desktop: ImportDesktop?) -> String {
    var isFor = false
    let lines = String(decoding: PackageResources.rules_yml, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
      .dropFirst()  // The schema under the default prefix; this installation has its own.
      .map { line in
        if let name = Self.desktop(inHeading: line) { isFor = name == desktop?.rawValue }
        return isFor && line.hasPrefix("  # ") ? "  " + line.dropFirst("  # ".count) : String(line)
      }
    return (SchemaCommand.modeline ?? "") + lines.joined(separator: "\n")
  }

  /// The desktop in a heading: `sway` in `  ## On sway, which …`.
  private static func desktop(inHeading line: Substring) -> String? {
    guard line.hasPrefix("  ## On ") else { return nil }
    return line.dropFirst("  ## On ".count).prefix { $0.isLetter }.lowercased()
  }
}

extension ImportDesktop {
  /// The desktop in which this program was started; nil if it is none of these, or unknown.
  static var running: ImportDesktop? {
    let names = Environment.shellNames(in: Environment.value(of: "XDG_CURRENT_DESKTOP"))
    if let named = names.lazy.compactMap({ ImportDesktop(rawValue: $0) }).first { return named }
    let variables: [(String, ImportDesktop)] = [
      ("SWAYSOCK", .sway), ("HYPRLAND_INSTANCE_SIGNATURE", .hyprland), ("NIRI_SOCKET", .niri),
    ]
    return variables.first { Environment.value(of: $0.0)?.isEmpty == false }?.1
  }
}
