internal import Desktop
internal import Importing
import Linux
internal import Rules
internal import RulesFile
internal import Surroundings

extension DesktopGestures {
  /// The gestures of the desktop in which this program was started; nil if they are unknown.
  static var running: DesktopGestures? {
    for desktop in DesktopKind.withSocket where desktop.hasConfiguredGestures {
      if let name = desktop.socket?.variables.first, Environment.value(of: name) != nil { return of(desktop) }
    }
    let names = Environment.shellNames(in: Environment.value(of: "XDG_CURRENT_DESKTOP"))
    // Gestures of an X11 desktop reach no compositor.
    guard Environment.value(of: "WAYLAND_DISPLAY") != nil else { return nil }
    let version = Environment.value(of: "KDE_SESSION_VERSION")
    var gestures = names.lazy.compactMap { builtIn($0, version: version) }.first
    gestures?.lacksExtension = !ShellExtension.isInstalled
    return gestures
  }

  /// The gestures of a desktop that may not be the running one; nil if they are unknown.
  static func of(_ desktop: DesktopKind) -> DesktopGestures? {
    switch desktop.known.gestures {
    case .unknown: nil
    case .builtIn(let gestures): gestures(Environment.value(of: "KDE_SESSION_VERSION"))
    case .configured(let file, let other, let read): configuration(file, orElse: other).map(read)
    case .imported: runningHyprland
    }
  }

  /// The gestures of Hyprland's configuration. If it does not answer, it is not known which one it has loaded:
  /// hyprland.lua precedes hyprland.conf.
  private static var runningHyprland: DesktopGestures {
    let release = SessionCompositor.runningRelease()
    let languages = release.map { [$0.language] } ?? [.lua, .classic]
    var gestures =
      languages.lazy.compactMap { language in
        configuration("hypr/\(language.file)").map { hyprland($0, in: language) }
      }.first ?? DesktopGestures("Hyprland", [])
    gestures.release = release
    return gestures
  }

  /// The text of a file in the user's configuration directory, or else of another file.
  private static func configuration(_ name: String, orElse other: String? = nil) -> String? {
    let directory = try? ConfigOption.directory
    let paths = [directory.map { "\($0)/\(name)" }, other].compactMap { $0 }
    return paths.lazy.compactMap { (try? InputFile.read($0)).map { String(decoding: $0, as: UTF8.self) } }.first
  }
}

extension DesktopKind {
  /// True if the gestures that it handles itself are in its configuration.
  fileprivate var hasConfiguredGestures: Bool {
    switch known.gestures {
    case .configured, .imported: true
    case .unknown, .builtIn: false
    }
  }
}
